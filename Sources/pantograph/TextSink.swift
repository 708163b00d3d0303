import Quantities
import Gestures
import Simulation
import TouchInput
import Transitions

/// Prints a line a gesture, for a person.
struct TextSink: LiveSink, ~Copyable {
  private var output = Output()
  private let style: Style
  private let isQuiet: Bool
  private let listsTouches: Bool
  private var director: SceneDirector?
  private var pace: Pace?
  private var hasBegun = false
  private var gestures = 0
  private var touches = 0
  /// Why touches were no gestures, if it was the same for all.
  private var reason: PanRejection?

  /// Creates a sink.
  init(
    style: Style, isQuiet: Bool, listsTouches: Bool, pace: Pace?, director: SceneDirector? = nil
  ) {
    self.director = director
    self.style = style
    self.isQuiet = isQuiet
    self.listsTouches = listsTouches
    self.pace = pace
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    hasBegun = true
    try output.line(facts.heading(style))
  }

  mutating func take(_ finding: Replay.Finding) throws(Problem) {
    if pace != nil { try output.flush() }
    pace?.wait(until: finding.end)
    switch finding {
    case .gesture(let gesture):
      gestures += 1
      try output.line(line(gesture))
      let gesture = director?.directed(gesture) ?? gesture
      for row in gesture.trace { try output.line(line(row)) }
      if let scene = gesture.scene {
        try output.line("      " + SceneDirector.summary(of: scene))
        // The rows of the gesture are there if a trace was asked for.
        guard !gesture.trace.isEmpty else { return }
        for entry in scene.trace.lines { try output.line("        " + entry) }
      }
    case .touch(let touch):
      touches += 1
      reason = touches == 1 || reason == touch.reason ? touch.reason : nil
      guard listsTouches else { return }
      let fingers = Words.count(touch.fingers, "finger")
      try output.line(
        "  \(Words.aligned(Words.time(touch.down), 9))  \(fingers), no gesture: \(Words.reason(touch.reason))"
      )
    }
  }

  mutating func take(_ contacts: ContactFrame, on plan: ReplayPlan?, since origin: Timestamp) {
    director?.take(contacts, on: plan, since: origin)
  }

  mutating func takeLibinput(_ finding: Replay.Finding) throws(Problem) {
    guard case .gesture(let gesture) = finding else { return }
    try output.line(line(gesture) + "  by libinput's own deltas")
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    defer { pace?.restart() }
    defer { director?.forget() }
    defer { (hasBegun, gestures, touches, reason) = (false, 0, 0, nil) }
    // The problem is all there is to say of a recording without a heading.
    guard hasBegun else { return }
    if gestures == 0, facts.problem == nil {
      try output.line(
        touches == 0 && facts.sawNoTouch ? "  nothing was touched" : "  no gesture")
    }
    try tellScene()
    guard !isQuiet else { return }
    if touches > 0, !listsTouches {
      let why = reason.map { ": " + Words.reason($0) } ?? ""
      let verb = touches == 1 ? "was" : "were"
      try output.line(
        "  \(Words.count(touches, "touch", "touches")) \(verb) no gesture\(why) (--all lists them)")
    }
    for warning in facts.warnings {
      try output.line("  " + style("warning: ", .yellow) + Words.warning(warning, on: facts.kind))
    }
  }

  /// Tells what a scene did under all touches of a recording, if one was to.
  private mutating func tellScene() throws(Problem) {
    guard director?.followsTouches == true else { return }
    guard let scene = director?.finish() else {
      try output.line("  " + SceneDirector.nothing)
      return
    }
    try output.line("  " + SceneDirector.summary(of: scene))
    guard director?.keepsRows == true else { return }
    for entry in scene.trace.lines { try output.line("    " + entry) }
  }

  /// Hands everything to the system.
  mutating func flush() throws(Problem) {
    try output.flush()
  }

  private func line(_ gesture: GestureReport) -> String {
    let outcome = gesture.decision.outcome
    var parts = [
      "  " + Words.aligned(Words.time(gesture.begin), 9),
      Words.column(Words.count(gesture.fingers, "finger"), 9),
      Words.column(gesture.direction.rawValue, 5),
      Words.bar(gesture),
      Words.aligned(Words.percent(gesture.progress, besides: gesture.threshold), 6),
      style(Words.column(outcome.rawValue, 6), outcome == .finish ? .green : .red),
      Words.rule(gesture),
    ]
    if let travel = gesture.travel, let finish = gesture.finishTravel {
      parts.append("(\(Words.short(travel)) of \(Words.short(finish)) mm)")
    }
    if let flick = gesture.flick {
      parts.append(
        style(
          "flick would \(flick.outcome.rawValue) at \(Words.velocity(gesture.velocity))", .yellow))
    }
    return parts.joined(separator: "  ")
  }

  private func line(_ row: GestureReport.TraceRow) -> String {
    let figures = [
      Words.percent(row.progress), Words.velocity(row.velocity), Words.percent(row.shown),
    ]
    return "      " + Words.aligned(Words.time(row.time), 9)
      + zip(figures, [9, 12, 9]).map { Words.aligned($0, $1) }.joined() + " shown"
  }
}
