import Gestures
import Quantities
import Simulation
import Transitions

/// What a person is asked for in a session, and what they are told.
struct SessionDialog {
  private var run: SessionRun
  private let policy: JSONValue?

  /// The files of the swipes that count, in the order of the session.
  private var files: [String] = []

  /// When the person was asked last, on the clock of the loop.
  private var lastAsked = Duration.zero

  /// How far the swipe is that goes on, where the person is shown that.
  private(set) var status = ""

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - policy: The policy that decides.
  init(_ plan: SessionPlan, policy: JSONValue?) {
    run = SessionRun(plan)
    self.policy = policy
  }

  /// Whether all swipes have been made.
  var isOver: Bool { run.trial == nil }

  /// When the person is asked again.
  var wakeTime: Duration? {
    isOver || run.plan.patience == .zero ? nil : lastAsked + run.plan.patience
  }

  /// Asks for the next swipe.
  mutating func ask(at now: Duration, _ report: inout RecordReport) throws(Problem) {
    lastAsked = now
    guard let trial = run.trial else {
      return report.ask("That was the last one. Thank you!")
    }
    report.ask("\(trial.number) of \(run.count): \(Self.words(trial.swipe))")
    try report.session("asked", trial, ["of": .integer(run.count)])
  }

  /// Takes a swipe.
  ///
  /// - Returns: What is stored with its recording, or `nil` if it does not count.
  mutating func take(
    _ gesture: GestureReport, in file: String, at now: Duration, _ report: inout RecordReport
  ) throws(Problem) -> [String: JSONValue]? {
    status = ""
    guard let trial = run.trial else { return nil }
    if let refusal = run.take(gesture) {
      if refusal == .interrupted { report.ask("  broken off: \(Words.end(gesture.endReason))") }
      try refuse(trial, refusal, at: now, &report)
      return nil
    }
    files.append(file)
    if ["verdict", "progress"].contains(run.plan.feedback) {
      report.ask(gesture.decision.outcome == .finish ? "  it went on" : "  it sprang back")
    }
    try report.session("accepted", trial, ["file": .string(SystemText.shown(file))])
    try ask(at: now, &report)
    return run.facts(of: trial, policy: policy)
  }

  /// Takes a touch that was no swipe.
  mutating func take(
    _ touch: TouchReport?, at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    guard let trial = run.trial, let touch else { return }
    // Fewer fingers than a swipe has move the pointer, or tap: nobody meant to swipe.
    guard touch.reason != .tooFewFingers else { return }
    run.takeNoSwipe()
    report.ask("  no swipe: \(Words.reason(touch.reason))")
    try refuse(trial, .noSwipe, at: now, &report)
  }

  private mutating func refuse(
    _ trial: SessionRun.Trial, _ refusal: SessionRun.Refusal, at now: Duration,
    _ report: inout RecordReport
  ) throws(Problem) {
    let reason: String
    switch refusal {
    case .direction(let heading):
      reason = "direction"
      report.ask("  that went \(heading.rawValue)")
    case .fingers(let count):
      reason = "fingers"
      report.ask("  that was \(Words.count(count, "finger"))")
    case .interrupted: reason = "interrupted"
    case .noSwipe: reason = "no-swipe"
    }
    try report.session("refused", trial, ["why": .string(reason)])
    try ask(at: now, &report)
  }

  /// Goes back to the last swipe that counted.
  ///
  /// - Returns: The file of it, which counts no longer; `nil` if there is none.
  mutating func redo(at now: Duration, _ report: inout RecordReport) throws(Problem) -> String? {
    guard !isOver, run.redo(), let file = files.popLast() else { return nil }
    report.ask("  once more")
    if let trial = run.trial {
      try report.session("redone", trial, ["file": .string(SystemText.shown(file))])
    }
    try ask(at: now, &report)
    return file
  }

  /// Asks again where nothing was swiped for too long.
  mutating func wake(at now: Duration, _ report: inout RecordReport) throws(Problem) {
    if let wakeTime, now >= wakeTime { try ask(at: now, &report) }
  }

  /// Shows how far a swipe is, where the person is shown that.
  mutating func show(_ moments: [GestureMoment], _ report: inout RecordReport) {
    guard run.plan.feedback == "progress" else { return }
    for moment in moments {
      if case .progress(let progress) = moment.kind {
        status = Words.percent(max(0, min(1, progress.shown)))
      }
    }
  }

  /// What a person is asked for, in words.
  private static func words(_ swipe: SessionPlan.Swipe) -> String {
    if let prompt = swipe.prompt { return PlainText.escaped(prompt) }
    let fingers = swipe.fingers.map { " with \(Words.count($0, "finger"))" } ?? ""
    let speed =
      switch swipe.speed {
      case .slow: " slowly"
      case .fast: " fast"
      case .normal, nil: ""
      }
    let intent =
      switch swipe.intent {
      case .finish: "and go on"
      case .cancel: "and change your mind: let it spring back"
      case .none: "as you like"
      }
    return "swipe \(swipe.direction.rawValue)\(fingers)\(speed), \(intent)"
  }
}
