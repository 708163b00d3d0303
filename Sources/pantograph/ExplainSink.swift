import Simulation

/// Tells the story of each gesture.
struct ExplainSink: ReplaySink, ~Copyable {
  private var output = Output()
  private let style: Style
  private let isQuiet: Bool
  private var story: Story
  private var hasBegun = false
  private var gestures = 0
  private var touches = 0

  /// Creates a sink.
  init(style: Style, isQuiet: Bool) {
    self.style = style
    story = Story(style: style)
    self.isQuiet = isQuiet
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    hasBegun = true
    story.settings = facts.settings
    story.definition = facts.plan?.definition
    story.kind = facts.kind
    story.followsContacts = facts.followsContacts
    try output.line(facts.heading(style))
  }

  mutating func take(_ finding: Replay.Finding) throws(Problem) {
    switch finding {
    case .gesture(let gesture):
      gestures += 1
      try output.line("")
      for line in story.lines(of: gesture, number: gestures) { try output.line(line) }
    case .touch(let touch):
      touches += 1
      try output.line("")
      for line in story.lines(of: touch) { try output.line(line) }
    }
  }

  mutating func takeLibinput(_ finding: Replay.Finding) throws(Problem) {
    guard case .gesture(let gesture) = finding else { return }
    try output.line("")
    for line in story.lines(ofLibinput: gesture) { try output.line(line) }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    // The problem is all there is to say of a recording without a heading.
    guard hasBegun else { return }
    if gestures + touches == 0, facts.problem == nil {
      try output.line(facts.sawNoTouch ? "\nnothing was touched" : "\nno gesture")
    }
    if !isQuiet, gestures + touches > 0, !story.origin.isEmpty {
      try output.line("")
      for step in story.origin {
        for line in Story.entry(step) { try output.line(line.dropFirst(2).description) }
      }
    }
    if !isQuiet, !facts.warnings.isEmpty {
      try output.line("")
      for warning in facts.warnings {
        try output.line(style("warning: ", .yellow) + Words.warning(warning, on: facts.kind))
      }
    }
    try output.line("")
    (hasBegun, gestures, touches) = (false, 0, 0)
  }

  /// Hands everything to the system.
  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
