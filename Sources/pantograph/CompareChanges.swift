import Simulation

/// What changed since an earlier comparison, for a person: a line a verdict.
struct CompareChanges: CompareFormat, ~Copyable {
  private let policies: [PolicyDefinition]
  private var earlier: EarlierVerdicts
  private let style: Style
  private let isMarkdown: Bool
  private var output = Output()
  private var gestures = 0
  private var verdicts = 0
  private var counts = (changed: 0, new: 0, gone: 0)
  private var hasHead = false

  /// Creates the form for policies.
  init(
    policies: [PolicyDefinition], against earlier: EarlierVerdicts, style: Style, isMarkdown: Bool
  ) {
    self.policies = policies
    self.earlier = earlier
    self.style = style
    self.isMarkdown = isMarkdown
  }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    verdicts += policies.count
    gestures = gesture.number
    for change in earlier.changes(of: gesture, policies) {
      try tell(change, of: gesture.recording)
    }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    defer { gestures = 0 }
    earlier.note(facts.name)
    guard facts.problem == nil else { return }
    for change in earlier.gone(from: facts.name, after: gestures, policies) {
      try tell(change, of: facts.name)
    }
  }

  private mutating func tell(
    _ change: EarlierVerdicts.Change, of recording: String
  ) throws(Problem) {
    if change.old == nil {
      counts.new += 1
    } else if change.new == nil {
      counts.gone += 1
    } else {
      counts.changed += 1
    }
    let label = change.gesture == 1 ? recording : "\(recording), \(change.gesture)"
    let (old, new) = (change.old?.text ?? "nothing", change.new?.text ?? "nothing")
    guard isMarkdown else {
      let title = style(PlainText.escaped(label), .bold)
      try output.line("\(title): \(PlainText.escaped(change.policy)): \(old) → \(new)")
      return
    }
    if !hasHead { try output.line("| recording | policy | was | is |\n|---|---|--:|--:|") }
    hasHead = true
    try output.line(
      Markdown.row([Markdown.code(label), Markdown.code(change.policy), old, new]))
  }

  mutating func finish() throws(Problem) {
    if isMarkdown, hasHead { try output.line("") }
    if let text = earlier.missingText {
      try output.line(isMarkdown ? Markdown.literal(text) + "\n" : text)
    }
    try output.line(
      "\(counts.changed) of \(Words.count(verdicts, "verdict")) changed, \(counts.new) are new, "
        + "\(counts.gone) are gone")
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
