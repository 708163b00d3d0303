import Quantities
import Simulation
import TouchInput
import Transitions

/// Tells the story of each gesture in Markdown, for the thread of an issue.
struct ExplainMarkdown: ReplaySink, ~Copyable {
  private var output = Output()
  private let isQuiet: Bool
  private var story = Story(style: Style(.never))
  private var hasBegun = false
  private var gestures = 0
  private var touches = 0

  /// Creates a sink.
  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    hasBegun = true
    story.settings = facts.settings
    story.followsContacts = facts.followsContacts
    story.definition = facts.plan?.definition
    story.kind = facts.kind
    var parts: [String] = []
    if let kind = facts.kind { parts.append(kind.rawValue) }
    if let name = facts.device.name { parts.append(Markdown.code(Words.cut(name, 120))) }
    if let size = facts.size {
      parts.append("\(Words.short(size.width)) × \(Words.short(size.height)) mm")
    }
    let title = "### " + Markdown.code(facts.name)
    try output.line(parts.isEmpty ? title : title + ": " + parts.joined(separator: ", "))
  }

  mutating func take(_ finding: Replay.Finding) throws(Problem) {
    switch finding {
    case .gesture(let gesture):
      gestures += 1
      try tell(gesture)
    case .touch(let touch):
      touches += 1
      try output.line("\n**No gesture**: \(Words.reason(touch.reason))")
    }
  }

  private mutating func tell(_ gesture: GestureReport) throws(Problem) {
    // A program that was asked has its own words.
    let write = gesture.decision.rule == .asked ? Markdown.literal : { $0 }
    let title = gesture.decision.outcome == .finish ? "it finished" : "it went back (cancel)"
    try output.line("\n**Gesture \(gestures): \(title)**, because \(write(story.cause(gesture)))\n")
    for moment in story.moments(of: gesture) {
      try output.line("- \(Words.time(moment.time)): \(moment.text)")
    }
    let plot = ProgressPlot(gesture).lines
    if !plot.isEmpty {
      try output.line("\n```text")
      for line in plot { try output.line(line) }
      try output.line("```")
    }
    try output.line("\n| | |\n|---|---|")
    for fact in story.facts(of: gesture) {
      try output.line(Markdown.row([fact.title, write(fact.text)]))
    }
    if let steps = story.policyStory(of: gesture)?.steps {
      try output.line("\nHow \(Markdown.code(story.definition?.id ?? "")) decides:\n")
      for step in steps {
        let isNumber = step.title.hasSuffix(".")
        try output.line(
          isNumber
            ? "   \(step.title) \(write(step.text))" : "- \(step.title): \(write(step.text))")
      }
    }
    let changes = story.changes(of: gesture)
    if !changes.items.isEmpty {
      try output.line("\n\(changes.title)\n")
      for item in changes.items { try output.line("- \(item)") }
    }
    for note in changes.notes { try output.line("\n\(note)") }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    // The problem is all there is to say of a recording without a heading.
    guard hasBegun else { return }
    if gestures + touches == 0, facts.problem == nil {
      try output.line(facts.sawNoTouch ? "\nNothing was touched" : "\nNo gesture")
    }
    if !isQuiet, gestures + touches > 0, !story.origin.isEmpty {
      try output.line("\n<details><summary>Where the policy comes from</summary>\n")
      for step in story.origin { try output.line("- \(step.title): \(Markdown.code(step.text))") }
      try output.line("\n</details>")
    }
    if !isQuiet {
      for warning in facts.warnings {
        try output.line("\n**Warning**: \(Words.warning(warning, on: facts.kind))")
      }
    }
    try output.line("")
    (hasBegun, gestures, touches) = (false, 0, 0)
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
