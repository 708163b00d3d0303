import Gestures
import Quantities
import Simulation
import TouchInput
import Transitions

/// How the story of a gesture is told to a person.
struct Story {
  /// The settings that hold for the recording, as text.
  var settings: [String: String] = [:]

  /// Whether contacts made the gestures; otherwise those of libinput in the recording did.
  var followsContacts = true

  /// The policy that decides, once it is known.
  var definition: PolicyDefinition?

  /// The device.
  var kind: DeviceDescription.Kind?

  private let style: Style

  /// Creates a teller.
  init(style: Style) {
    self.style = style
  }

  // MARK: A gesture

  /// What became of a gesture, and why.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - number: Which one of the recording it is.
  /// - Returns: The lines of text.
  func lines(of gesture: GestureReport, number: Int) -> [String] {
    let outcome = gesture.decision.outcome
    let title = outcome == .finish ? "it finished" : "it went back (cancel)"
    var lines = [
      style("gesture \(number): ", .bold) + style(title, outcome == .finish ? .green : .red)
        + ", because \(cause(gesture))",
      "",
    ]
    lines += events(gesture)
    lines.append("")
    let plot = ProgressPlot(gesture).lines
    if !plot.isEmpty { lines += plot + [""] }
    lines += figures(gesture)
    if let story = policyStory(of: gesture) {
      lines += ["", "  how \(policyName) decides"]
      for step in story.steps { lines += Self.entry(step) }
    }
    lines += [""] + changeLines(gesture)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  /// What a gesture comes to by libinput's own deltas, told beside that of the contacts.
  func lines(ofLibinput gesture: GestureReport) -> [String] {
    let outcome = gesture.decision.outcome
    let title = outcome == .finish ? "finishes" : "goes back (cancel)"
    return [
      "by libinput's own \(settings["deltas"] ?? "") deltas it "
        + style(title, outcome == .finish ? .green : .red)
        + ", because \(cause(gesture))",
      "",
      at(gesture.down, "libinput recognized \(Words.count(gesture.fingers, "finger"))"),
      at(gesture.end, Words.end(gesture.endReason)),
      "",
      figure("progress", "\(Words.bar(gesture)) \(progress(gesture))"),
      figure("velocity", velocity(gesture)),
    ]
  }

  /// What decided, in a few words.
  func cause(_ gesture: GestureReport) -> String {
    gesture.decision.rule != .interrupted
      ? Words.reason(
        gesture.decision, atProgress: gesture.progress, velocity: gesture.velocity,
        gesture.policy)
      : Words.end(gesture.endReason)
  }

  private func events(_ gesture: GestureReport) -> [String] {
    moments(of: gesture).map { at($0.time, $0.text) }
  }

  /// What happened in a gesture, and when, in seconds.
  func moments(of gesture: GestureReport) -> [(time: Double, text: String)] {
    let word = gesture.isPlatform ? "" : "a slop of "
    let slop =
      settings["slop"].map { slop in
        ["0", "0px", "0mm"].contains(slop) ? "" : ", after \(word)\(Words.length(slop))"
      } ?? ""
    let way =
      isAgainst(gesture)
      ? "\(gesture.direction.opposite.rawValue), against the direction \(gesture.direction.rawValue)"
      : gesture.direction.rawValue
    let fingers = Words.count(gesture.fingers, "finger")
    let recognized =
      settings["recognizer"] == "libinput" ? "the first motion that libinput tells" : "recognized"
    var moments =
      followsContacts
      ? [
        (gesture.down, "the first finger came down"),
        (gesture.begin, "\(recognized): \(fingers), \(way)\(slop)"),
      ]
      : [
        (gesture.down, "libinput recognized \(fingers)"),
        (gesture.begin, "the first motion it told: \(way)\(slop)"),
      ]
    if gesture.peak > gesture.progress + 0.005, gesture.peakTime > gesture.begin {
      moments.append(
        (gesture.peakTime, "furthest, at \(Words.percent(gesture.peak)); then it turned"))
    }
    let rest = gesture.rest
    if rest >= 0.02, gesture.end - rest > gesture.begin {
      moments.append((gesture.end - rest, "the last motion"))
    }
    var end = Words.end(gesture.endReason)
    if gesture.endReason.isDecided, rest >= 0.02 {
      end += ", after a rest of \(Words.short(rest * 1000)) ms"
    }
    moments.append((gesture.end, end))
    return moments
  }

  /// Whether the gesture began with a motion away from what is forward.
  private func isAgainst(_ gesture: GestureReport) -> Bool {
    (gesture.slop != 0 ? gesture.slop : gesture.trace.first?.progress ?? 0) < 0
  }

  private func progress(_ gesture: GestureReport) -> String {
    var progress = Words.percent(gesture.progress, besides: gesture.threshold)
    if let way = gesture.travel { progress += ", \(Words.short(way)) mm" }
    if gesture.progress < 0 { progress += ": behind where it began" }
    if gesture.progress > 1, gesture.settle.initial <= 1 {
      progress += ": the picture stopped at 100%"
    }
    return progress
  }

  private func figures(_ gesture: GestureReport) -> [String] {
    facts(of: gesture).map { fact in
      figure(
        fact.title, fact.title == "progress" ? "\(Words.bar(gesture)) \(fact.text)" : fact.text)
    }
  }

  /// The figures of a gesture, each with what it is.
  func facts(of gesture: GestureReport) -> [(title: String, text: String)] {
    let settle = gesture.settle
    let seconds = DecimalText.fixed(settle.duration.seconds, places: 3)
    let settling =
      settle.duration == .zero
      ? "at once"
      : "from \(Words.percent(settle.initial)) to "
        + "\(Words.percent(settle.outcome.progress)) in \(seconds) s, \(gesture.curve)"
    return [
      ("travel", travel(gesture)),
      ("progress", progress(gesture)),
      slop(gesture).map { ("slop", $0) },
      ("velocity", velocity(gesture)),
      ("rule", rule(gesture)),
      ("settles", settling),
    ].compactMap { $0 }
  }

  /// What 100% is, and the way that finishes.
  private func travel(_ gesture: GestureReport) -> String {
    let bar = Words.percent(gesture.threshold)
    if gesture.isPlatform { return platformTravel(gesture) }
    if let whole = gesture.wholeTravel, let finish = gesture.finishTravel {
      return
        "100% is \(Words.short(whole)) mm, so it finishes from \(Words.short(finish)) mm (\(bar))"
    }
    let text = settings["travel"] ?? "1"
    return switch Length(text) {
    case .share(let share) where share == DecimalNumber(1):
      "100% is the whole axis, so it finishes from \(bar) of it"
    case let length:
      "100% is \(length == nil ? text : Words.length(text)), so it finishes from \(bar) of that"
    }
  }

  /// What 100% is of a platform's policy, and the way that finishes without a velocity.
  private func platformTravel(_ gesture: GestureReport) -> String {
    let pixels = "\(Words.short(gesture.units.pixels)) px"
    let whole = gesture.wholeTravel.map { "\(Words.short($0)) mm (\(pixels))" } ?? pixels
    let bar = Words.percent(gesture.threshold)
    let finish = gesture.finishTravel.map { "\(Words.short($0)) mm (\(bar))" } ?? bar
    return "100% is \(whole), so without a velocity it finishes from \(finish)"
  }

  /// How much of the way went before the gesture was recognized.
  private func slop(_ gesture: GestureReport) -> String? {
    guard gesture.slop != 0 else { return nil }
    let way = gesture.slop.magnitude
    let share = Words.percent(way)
    var text = gesture.wholeTravel.map { "\(Words.short($0 * way)) mm (\(share))" } ?? share
    text += isAgainst(gesture) ? " the other way" : ""
    text +=
      gesture.isPlatform
      ? " went before it began, and is lost" : " went before it was recognized, and does not count"
    let whole = gesture.progress + gesture.slop
    let bar = gesture.policy.finishThreshold
    if gesture.endReason.isDecided, gesture.decision.rule == .threshold,
      (whole >= bar) != (gesture.decision.outcome == .finish)
    {
      text += ": with it, it would be \(Words.percent(whole, besides: bar))"
    }
    return text
  }

  private func velocity(_ gesture: GestureReport) -> String {
    if case .none = gesture.policy.estimator.method { return "not looked at" }
    let value = speed(gesture.velocity, gesture)
    if gesture.isPlatform { return value }
    guard gesture.endReason.isDecided, gesture.velocity == 0,
      gesture.lastVelocity.magnitude >= 0.05,
      case .zeroAfter(let age) = gesture.policy.estimator.staleness,
      gesture.rest > age.seconds
    else { return "\(value), \(slope(gesture))" }
    return "\(value): the last motion is older than \(Words.milliseconds(age)) "
      + "(it had \(Words.velocity(gesture.lastVelocity)))"
  }

  /// What the velocity was made of.
  private func slope(_ gesture: GestureReport) -> String {
    guard gesture.velocitySpan > 0 else { return "for there was one motion alone" }
    let span = "the slope over the last \(Words.short(gesture.velocitySpan * 1000)) ms of motion"
    let isOlder = gesture.end - gesture.rest - gesture.velocitySpan < gesture.begin - 1e-9
    return isOlder ? span + ", from before it was recognized" : span
  }

  /// A velocity, in progress and in millimeters.
  private func speed(_ velocity: Double, _ gesture: GestureReport) -> String {
    let unit = Words.velocityUnit(gesture.policy.estimator)
    guard unit == "/s", let whole = gesture.wholeTravel else {
      return Words.velocity(velocity, unit)
    }
    return "\(Words.velocity(velocity)) (\(DecimalText.fixed(velocity * whole, places: 0)) mm/s)"
  }

  /// The step that decided, with its numbers.
  private func rule(_ gesture: GestureReport) -> String {
    guard gesture.decision.rule != .interrupted else {
      return "none: \(Words.end(gesture.endReason)), so it is cancelled"
    }
    let rule = gesture.decision.rule
    let text = "\(PlainText.escaped(gesture.decision.ruleName)): \(cause(gesture))"
    switch rule {
    case .velocity, .force, .veto: return text + ", which decides whatever the progress"
    case .threshold:
      let policy = settings["policy"] ?? ReplaySettings.PolicyName.threshold.rawValue
      return policy == ReplaySettings.PolicyName.threshold.rawValue
        ? text + "; the policy \(policy) does not look at the velocity" : text
    case .projection, .asked, .interrupted: return text
    }
  }

  // MARK: What would have changed it

  /// What would have turned a gesture round.
  struct Changes {
    /// What would have come of it.
    var title: String

    /// The changes, of which each would do.
    var items: [String]

    /// What else there is to say.
    var notes: [String]
  }

  private func changeLines(_ gesture: GestureReport) -> [String] {
    let changes = changes(of: gesture)
    return (changes.items.isEmpty ? [] : ["  " + changes.title])
      + changes.items.map { "    - \($0)" } + changes.notes.map { "  " + $0 }
  }

  /// What would have turned a gesture round.
  func changes(of gesture: GestureReport) -> Changes {
    let outcome = gesture.decision.outcome
    let other = outcome == .finish ? "gone back" : "finished"
    var changes = Changes(
      title: "It would have \(other)",
      items: gesture.counterfactuals.compactMap { change(gesture, $0) }, notes: [])
    if isAgainst(gesture), gesture.progress < 0 {
      changes.notes.append(
        "--direction \(gesture.direction.opposite.rawValue) takes this way as forward")
    }
    guard gesture.decision.rule == .interrupted else { return changes }
    if changes.items.isEmpty {
      let lift = gesture.policy.decision(
        atProgress: gesture.progress, velocity: gesture.velocity)
      changes.notes = ["A lift there would have gone back too: \(lifted(gesture, lift))"]
    }
    switch gesture.endReason {
    case .button: changes.notes.append("A click does not end it with --button ignore")
    case .gap:
      changes.notes.append(
        "A pause does not end it with a --max-gap of more than \(settings["max_gap"] ?? "it has")"
      )
    case .lift, .fingersChanged, .palm, .cancelEvent, .dropped, .deviceRemoved, .endOfRecording:
      break
    }
    return changes
  }

  private func lifted(_ gesture: GestureReport, _ decision: Decision) -> String {
    Words.reason(
      decision, atProgress: gesture.progress, velocity: gesture.velocity, gesture.policy)
  }

  /// A change that would have turned the outcome round.
  private func change(_ gesture: GestureReport, _ change: Counterfactual) -> String? {
    let isFinish = gesture.decision.outcome == .finish
    switch change {
    case .travel(let progress):
      let share = Words.enough(progress.magnitude * 100) + "%"
      let word = progress < 0 ? "less" : "more"
      guard let whole = gesture.wholeTravel else { return "with \(share) \(word) of the way" }
      return "with \(Words.enough(progress.magnitude * whole)) mm \(word) (\(share))"
    case .threshold(let progress):
      let scale = 1e4
      // A threshold has at most 9 digits.
      guard progress < 1e4 else { return nil }
      let value = (progress * scale + (isFinish ? 1 : 0)).rounded(.down) / scale
      let text = DecimalText.fixed(value, places: 4)
      return "with a threshold of \(text) or \(isFinish ? "more" : "less") (--threshold \(text))"
    case .velocity(let velocity):
      let way = velocity < 0 ? "backwards" : "forwards"
      return "with \(speed(velocity.magnitude, gesture)) or more \(way) at the lift "
        + "(it had \(Words.velocity(gesture.velocity, Words.velocityUnit(gesture.policy.estimator))))"
    case .rest(0):
      return "without the rest of \(Words.short(gesture.rest * 1000)) ms before the lift: "
        + "\(Words.velocity(gesture.lastVelocity)) would have counted"
    case .rest(let seconds):
      let less = Words.enough((gesture.rest - seconds) * 1000)
      let age = DecimalText.fixed((gesture.rest * 1000).rounded(.up) / 1000, places: 3)
      return "with \(less) ms less rest before the lift (or --max-velocity-age \(age)): "
        + "\(Words.velocity(gesture.lastVelocity)) would have counted"
    case .policy(let policy):
      let bar = gesture.policy.finishThreshold
      let other: Policy =
        switch policy {
        case .threshold: .threshold(bar)
        case .flick: .flick(bar)
        }
      let decision = other.decision(atProgress: gesture.progress, velocity: gesture.velocity)
      return "under the policy \(policy.rawValue) (--policy \(policy.rawValue)): "
        + lifted(gesture, decision)
    case .lift(let decision):
      return "had the fingers been lifted there: \(lifted(gesture, decision))"
    }
  }

  // MARK: A touch that was no gesture

  /// What became of a touch that was no gesture, and why.
  func lines(of touch: TouchReport) -> [String] {
    let fingers = Words.count(touch.fingers, "finger")
    var lines = [
      style("no gesture: ", .bold) + Words.reason(touch.reason), "",
      at(touch.down, "\(fingers) came down"), at(touch.end, "all fingers were up"),
    ]
    if let hint = hint(touch) { lines += ["", "  \(hint)"] }
    return lines
  }

  private func hint(_ touch: TouchReport) -> String? {
    switch touch.reason {
    case .withinSlop:
      let begins =
        definition?.isOwn == false
        ? "\(policyName) begins after \(settings["slop"].map(Words.length) ?? "a way") (--slop)"
        : "a gesture begins after \(settings["slop"].map(Words.length) ?? "a way") (--slop)"
      return touch.distance.map { "it went \(Words.short($0)) mm at most, and \(begins)" } ?? begins
    case .tooFewFingers, .tooManyFingers:
      return "a gesture takes \(settings["fingers"].map(Words.fingers) ?? "other fingers") here: "
        + "--fingers any takes each number"
    case .otherAxis where settings["direction"] == PanDirection.any.rawValue:
      return "\(policyName) takes ways that are clearly along one axis"
    case .otherAxis:
      return
        "the direction is \(settings["direction"] ?? "another"): --direction any takes each way"
    case .notAtEdge:
      return
        "it must start within \(settings["edge"].map(Words.length) ?? "a way") from the edge that "
        + "it leads away from (--edge)"
    case .button: return "--button ignore follows it all the same"
    case .pinch, .palm, .interrupted: return nil
    }
  }

  // MARK: The policy

  /// What the policy is called.
  private var policyName: String { PlainText.escaped(definition?.id ?? settings["policy"] ?? "") }

  /// How the policy decides, unless it is `threshold`, of which there is nothing more to say.
  func policyStory(of gesture: GestureReport) -> PolicyStory? {
    guard let definition, definition.id != PolicyDefinition.threshold.id else { return nil }
    return PolicyStory(of: gesture, under: definition, on: kind ?? .touchpad)
  }

  /// Where the values of the policy come from, what is assumed and what is left out.
  var origin: [PolicyStory.Step] { definition.map(PolicyStory.origin) ?? [] }

  // MARK: Lines

  /// A step, or a fact, with its title.
  static func entry(_ step: PolicyStory.Step) -> [String] {
    let lines = Words.wrapped(step.text, indent: 16, hanging: 16)
    return ["    " + Words.column(step.title, 12) + lines[0].dropFirst(16)] + lines.dropFirst()
  }

  private func at(_ seconds: Double, _ text: String) -> String {
    "  " + Words.aligned(Words.time(seconds), 9) + "  " + text
  }

  private func figure(_ title: String, _ text: String) -> String {
    "  " + Words.column(title, 10) + text
  }
}
