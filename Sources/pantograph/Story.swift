import Gestures
import Quantities
import Simulation
import Transitions

/// How the story of a gesture is told to a person.
struct Story {
  /// The settings that hold for the recording, as text.
  var settings: [String: String] = [:]

  /// Whether contacts made the gestures; otherwise those of libinput in the recording did.
  var followsContacts = true

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
    lines += [""] + changes(gesture)
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
      figure("progress", progress(gesture)),
      figure("velocity", velocity(gesture)),
    ]
  }

  /// What decided, in a few words.
  private func cause(_ gesture: GestureReport) -> String {
    gesture.endReason.isDecided
      ? Words.reason(
        gesture.decision, atProgress: gesture.progress, velocity: gesture.velocity,
        gesture.policy.finishThreshold)
      : Words.end(gesture.endReason)
  }

  private func events(_ gesture: GestureReport) -> [String] {
    let slop =
      settings["slop"].map { $0 == "0" ? "" : ", after a slop of \(Words.length($0))" } ?? ""
    let way =
      isAgainst(gesture)
      ? "\(gesture.direction.opposite.rawValue), against the direction \(gesture.direction.rawValue)"
      : gesture.direction.rawValue
    let fingers = Words.count(gesture.fingers, "finger")
    let recognized =
      settings["recognizer"] == "libinput" ? "the first motion that libinput tells" : "recognized"
    var lines =
      followsContacts
      ? [
        at(gesture.down, "the first finger came down"),
        at(gesture.begin, "\(recognized): \(fingers), \(way)\(slop)"),
      ]
      : [
        at(gesture.down, "libinput recognized \(fingers)"),
        at(gesture.begin, "the first motion it told: \(way)\(slop)"),
      ]
    if gesture.peak > gesture.progress + 0.005, gesture.peakTime > gesture.begin {
      lines.append(
        at(gesture.peakTime, "furthest, at \(Words.percent(gesture.peak)); then it turned"))
    }
    let rest = gesture.rest
    if rest >= 0.02, gesture.end - rest > gesture.begin {
      lines.append(at(gesture.end - rest, "the last motion"))
    }
    var end = Words.end(gesture.endReason)
    if gesture.endReason.isDecided, rest >= 0.02 {
      end += ", after a rest of \(Words.short(rest * 1000)) ms"
    }
    lines.append(at(gesture.end, end))
    return lines
  }

  /// Whether the gesture began with a motion away from what is forward.
  private func isAgainst(_ gesture: GestureReport) -> Bool {
    (gesture.slop != 0 ? gesture.slop : gesture.trace.first?.progress ?? 0) < 0
  }

  private func progress(_ gesture: GestureReport) -> String {
    var progress =
      "\(Words.bar(gesture)) \(Words.percent(gesture.progress, besides: gesture.threshold))"
    if let way = gesture.travel { progress += ", \(Words.short(way)) mm" }
    if gesture.progress < 0 { progress += ": behind where it began" }
    if gesture.progress > 1, gesture.settle.initial <= 1 {
      progress += ": the picture stopped at 100%"
    }
    return progress
  }

  private func figures(_ gesture: GestureReport) -> [String] {
    let settle = gesture.settle
    let seconds = DecimalText.fixed(settle.duration.seconds, places: 3)
    let settling =
      settle.duration == .zero
      ? "at once"
      : "from \(Words.percent(settle.initial)) to "
        + "\(Words.percent(settle.outcome.progress)) in \(seconds) s, \(gesture.curve)"
    return [
      figure("travel", travel(gesture)),
      figure("progress", progress(gesture)),
      slop(gesture).map { figure("slop", $0) },
      figure("velocity", velocity(gesture)),
      figure("rule", rule(gesture)),
      figure("settles", settling),
    ].compactMap { $0 }
  }

  /// What 100% is, and the way that finishes.
  private func travel(_ gesture: GestureReport) -> String {
    let bar = Words.percent(gesture.threshold)
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

  /// How much of the way went before the gesture was recognized.
  private func slop(_ gesture: GestureReport) -> String? {
    guard gesture.slop != 0 else { return nil }
    let way = gesture.slop.magnitude
    let share = Words.percent(way)
    var text = gesture.wholeTravel.map { "\(Words.short($0 * way)) mm (\(share))" } ?? share
    text += isAgainst(gesture) ? " the other way" : ""
    text += " went before it was recognized, and does not count"
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
    let value = speed(gesture.velocity, gesture)
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
    guard let whole = gesture.wholeTravel else { return Words.velocity(velocity) }
    return "\(Words.velocity(velocity)) (\(DecimalText.fixed(velocity * whole, places: 0)) mm/s)"
  }

  /// The step that decided, with its numbers.
  private func rule(_ gesture: GestureReport) -> String {
    guard gesture.endReason.isDecided else {
      return "none: \(Words.end(gesture.endReason)), so it is cancelled"
    }
    let rule = gesture.decision.rule
    let text = "\(rule.rawValue): \(cause(gesture))"
    switch rule {
    case .velocity, .force, .veto: return text + ", which decides whatever the progress"
    case .threshold:
      let policy = settings["policy"] ?? ReplaySettings.PolicyName.threshold.rawValue
      return policy == ReplaySettings.PolicyName.threshold.rawValue
        ? text + "; the policy \(policy) does not look at the velocity" : text
    case .projection, .interrupted: return text
    }
  }

  // MARK: What would have changed it

  private func changes(_ gesture: GestureReport) -> [String] {
    let outcome = gesture.decision.outcome
    let other = outcome == .finish ? "gone back" : "finished"
    let changes = gesture.counterfactuals.compactMap { change(gesture, $0) }
    var lines: [String] = []
    if !changes.isEmpty {
      lines = ["  It would have \(other)"] + changes.map { "    - \($0)" }
    }
    if isAgainst(gesture), gesture.progress < 0 {
      lines.append("  --direction \(gesture.direction.opposite.rawValue) takes this way as forward")
    }
    guard !gesture.endReason.isDecided else { return lines }
    if changes.isEmpty {
      let lift = gesture.policy.decision(
        atProgress: gesture.progress, velocity: gesture.velocity)
      lines = ["  A lift there would have gone back too: \(lifted(gesture, lift))"]
    }
    switch gesture.endReason {
    case .button: lines.append("  A click does not end it with --button ignore")
    case .gap:
      lines.append(
        "  A pause does not end it with a --max-gap of more than \(settings["max_gap"] ?? "it has")"
      )
    case .lift, .fingersChanged, .palm, .cancelEvent, .dropped, .deviceRemoved, .endOfRecording:
      break
    }
    return lines
  }

  private func lifted(_ gesture: GestureReport, _ decision: Decision) -> String {
    Words.reason(
      decision, atProgress: gesture.progress, velocity: gesture.velocity,
      gesture.policy.finishThreshold)
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
        + "(it had \(Words.velocity(gesture.velocity)))"
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
        "a gesture begins after \(settings["slop"].map(Words.length) ?? "a way") (--slop)"
      return touch.distance.map { "it went \(Words.short($0)) mm at most, and \(begins)" } ?? begins
    case .tooFewFingers, .tooManyFingers:
      return "a gesture takes \(settings["fingers"].map(Words.fingers) ?? "other fingers") here: "
        + "--fingers any takes each number"
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

  // MARK: Lines

  private func at(_ seconds: Double, _ text: String) -> String {
    "  " + Words.aligned(Words.time(seconds), 9) + "  " + text
  }

  private func figure(_ title: String, _ text: String) -> String {
    "  " + Words.column(title, 10) + text
  }
}
