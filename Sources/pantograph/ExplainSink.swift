import Curves
import Gestures
import Quantities
import Simulation
import Transitions

/// Tells the story of each gesture.
struct ExplainSink: ReplaySink, ~Copyable {
  private var output = Output()
  private let style: Style
  private let isQuiet: Bool
  /// The settings that hold for the recording, as text.
  private var settings: [String: String] = [:]
  private var gestures = 0
  private var touches = 0

  /// Creates a sink.
  init(style: Style, isQuiet: Bool) {
    self.style = style
    self.isQuiet = isQuiet
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    settings = facts.settings
    try output.line(facts.heading(style))
  }

  mutating func take(_ finding: Replay.Finding) throws(Problem) {
    switch finding {
    case .gesture(let gesture):
      gestures += 1
      try output.line("")
      for line in story(gesture) { try output.line(line) }
    case .touch(let touch):
      touches += 1
      try output.line("")
      for line in story(touch) { try output.line(line) }
    }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    if gestures + touches == 0, facts.problem == nil { try output.line("\nnothing was touched") }
    if !isQuiet, !facts.warnings.isEmpty {
      try output.line("")
      for warning in facts.warnings {
        try output.line(style("warning: ", .yellow) + Words.warning(warning))
      }
    }
    try output.line("")
    (gestures, touches) = (0, 0)
  }

  /// Hands everything to the system.
  mutating func flush() throws(Problem) {
    try output.flush()
  }

  // MARK: A gesture

  private func story(_ gesture: GestureReport) -> [String] {
    let outcome = gesture.decision.outcome
    let title = outcome == .finish ? "it finished" : "it went back (cancel)"
    var lines = [
      style("gesture \(gestures): ", .bold) + style(title, outcome == .finish ? .green : .red), "",
    ]
    lines += events(gesture)
    lines.append("")
    let plot = ProgressPlot(gesture).lines
    if !plot.isEmpty { lines += plot + [""] }
    lines += figures(gesture)
    let changes = gesture.counterfactuals.map { change(gesture, $0) }
    guard !changes.isEmpty else { return lines }
    lines += ["", "  It would have \(outcome == .finish ? "gone back" : "finished")"]
    lines += changes.map { "    - \($0)" }
    return lines
  }

  private func events(_ gesture: GestureReport) -> [String] {
    let slop = settings["slop"].flatMap { $0 == "0" ? nil : ", after \($0) of slop" } ?? ""
    var lines = [
      at(gesture.down, "the first finger came down"),
      at(
        gesture.begin,
        "recognized: \(Words.count(gesture.fingers, "finger")), "
          + "\(gesture.direction.rawValue)\(slop)"),
    ]
    let following = gesture.trace.prefix { $0.time < gesture.end }
    if let peak = following.max(by: { $0.progress < $1.progress }),
      gesture.peak > gesture.progress + 0.005
    {
      lines.append(at(peak.time, "furthest, at \(Words.percent(gesture.peak)); then it turned"))
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

  private func figures(_ gesture: GestureReport) -> [String] {
    var travel = "the whole way is \(settings["travel"] ?? "1.0")"
    if let whole = gesture.wholeTravel, let finish = gesture.finishTravel {
      travel =
        "\(Words.short(whole)) mm are 100%, so it finishes from \(Words.short(finish)) mm "
        + "(\(Words.percent(gesture.threshold)))"
    }
    var progress =
      "\(Words.bar(gesture)) \(Words.percent(gesture.progress, besides: gesture.threshold))"
    if let way = gesture.travel { progress += ", \(Words.short(way)) mm" }
    let settle = gesture.settle
    let seconds = DecimalText.fixed(settle.duration.seconds, places: 3)
    let settling =
      settle.duration == .zero
      ? "at once"
      : "from \(Words.percent(settle.initial)) to "
        + "\(Words.percent(settle.outcome.progress)) in \(seconds) s, \(gesture.curve)"
    return [
      figure("travel", travel),
      figure("progress", progress),
      figure("velocity", velocity(gesture)),
      figure("rule", rule(gesture)),
      figure("verdict", gesture.decision.outcome.rawValue),
      figure("settles", settling),
    ]
  }

  private func velocity(_ gesture: GestureReport) -> String {
    let value = Words.velocity(gesture.velocity)
    guard gesture.endReason.isDecided, gesture.velocity == 0,
      gesture.lastVelocity.magnitude >= 0.05,
      case .zeroAfter(let age) = gesture.policy.estimator.staleness,
      gesture.rest > age.seconds
    else { return "\(value), the slope over the last 100 ms of motion" }
    return "\(value): the last motion is older than \(Words.milliseconds(age)) "
      + "(it had \(Words.velocity(gesture.lastVelocity)))"
  }

  /// The step that decided, with its numbers.
  private func rule(_ gesture: GestureReport) -> String {
    let decision = gesture.decision
    let bar = gesture.policy.finishThreshold
    let progress = Words.percent(gesture.progress, besides: bar)
    switch decision.rule {
    case .interrupted: return "none: \(Words.end(gesture.endReason)), so it is cancelled"
    case .threshold:
      let sign = decision.outcome == .finish ? "is at or above" : "is below"
      return "threshold: \(progress) \(sign) \(Words.percent(bar))"
    case .projection:
      let projected = bar + (decision.margin ?? 0)
      return "projection: \(progress) would come to rest at \(Words.percent(projected)), "
        + "against \(Words.percent(bar))"
    case .velocity, .force, .veto:
      let limit = gesture.velocity - (decision.margin ?? 0)
      let way = decision.outcome == .finish ? "forwards" : "backwards"
      return "\(decision.rule.rawValue): \(Words.velocity(gesture.velocity)) is "
        + "\(Words.velocity(limit)) or more \(way), which decides whatever the progress"
    }
  }

  /// A change that would have turned the outcome round.
  private func change(_ gesture: GestureReport, _ change: Counterfactual) -> String {
    let isFinish = gesture.decision.outcome == .finish
    switch change {
    case .travel(let progress):
      let share = Words.percent(progress.magnitude, besides: 0)
      let word = progress < 0 ? "less" : "more"
      guard let whole = gesture.wholeTravel else { return "with \(share) \(word) of the way" }
      let millimeters = DecimalText.significant(progress.magnitude * whole, digits: 2)
      return "with \(millimeters) mm \(word) (\(share))"
    case .threshold(let progress):
      let places = 4
      let scale = 1e4
      let value = (progress * scale + (isFinish ? 1 : 0)).rounded(.down) / scale
      let text = DecimalText.fixed(value, places: places)
      return "with a threshold of \(text) or \(isFinish ? "more" : "less") (--threshold \(text))"
    case .velocity(let velocity):
      let difference = velocity - gesture.velocity
      return "at \(Words.velocity(velocity)): \(Words.velocity(difference.magnitude)) "
        + (difference > 0 ? "more forwards" : "more backwards")
    case .rest(let seconds):
      let less = DecimalText.fixed((gesture.rest - seconds) * 1000, places: 0)
      return
        "with \(less) ms less rest before the lift (\(Words.short(seconds * 1000)) ms at most): "
        + "\(Words.velocity(gesture.lastVelocity)) would have counted"
    case .policy(let policy):
      return "under the policy \(policy.rawValue): --policy \(policy.rawValue)"
    case .lift(let decision):
      return "had the finger been lifted there: by \(decision.rule.rawValue)"
    }
  }

  // MARK: A touch that was no gesture

  private func story(_ touch: TouchReport) -> [String] {
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
      return "a gesture begins after \(settings["slop"] ?? "some way") (--slop)"
    case .tooFewFingers, .tooManyFingers:
      return "a gesture takes \(settings["fingers"] ?? "other") fingers here: "
        + "--fingers any takes each number"
    case .otherAxis:
      return "the direction is \(settings["direction"] ?? "another"): --direction any"
    case .notAtEdge: return "it must start within \(settings["edge"] ?? "the edge") (--edge)"
    case .button: return "--button ignore follows it all the same"
    case .pinch, .palm, .interrupted: return nil
    }
  }

  // MARK: Lines

  private func at(_ seconds: Double, _ text: String) -> String {
    let time = DecimalText.fixed(seconds, places: 3, isPadded: true)
    return "  " + String(repeating: " ", count: max(0, 7 - time.count)) + time + " s  " + text
  }

  private func figure(_ title: String, _ text: String) -> String {
    "  \(title)" + String(repeating: " ", count: max(1, 10 - title.count)) + text
  }
}
