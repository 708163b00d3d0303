import Simulation

/// A comparison as Markdown: the matrix, the pairs and what splits them.
struct CompareMarkdown: CompareFormat, ~Copyable {
  private let policies: [PolicyDefinition]
  private var output = Output()
  private var hasHead = false
  private var differences: PolicyDifferences
  /// The gesture, as long as it is the only one.
  private var only: ComparedGesture?

  /// Creates the form for policies.
  init(policies: [PolicyDefinition]) {
    self.policies = policies
    differences = PolicyDifferences(policies: policies.count)
  }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    if !hasHead {
      hasHead = true
      try output.line(Markdown.row(["recording"] + policies.map { Markdown.code($0.id) }))
      try output.line(Markdown.rule(columns: policies.count + 1))
    }
    differences.add(gesture.touch, gesture.split)
    only = differences.touches == 1 ? gesture : nil
    let majority = gesture.touch.majority
    var cells = [Markdown.code(gesture.label)]
    for (index, outcome) in gesture.touch.outcomes.enumerated() {
      let text = CompareWords.cell(outcome, gesture.touch.verdicts[index])
      cells.append(majority != nil && outcome != nil && outcome != majority ? "**\(text)**" : text)
    }
    try output.line(Markdown.row(cells))
  }

  mutating func finish() throws(Problem) {
    guard hasHead else { return }
    try output.line("")
    try output.line(CompareWords.legend(mark: "bold"))
    let names = policies.map(\.id)
    let sentences =
      only.map { CompareWords.sentences($0, names, Markdown.code) }
      ?? CompareWords.sentences(differences, names, Markdown.code)
    if !sentences.isEmpty {
      try output.line("")
      try output.line("What splits them:")
      try output.line("")
      for sentence in sentences { try output.line("- \(sentence)") }
    }
    guard only == nil, policies.count > 1 else { return }
    try output.line("")
    try output.line(
      "How often each pair differs, over \(Words.count(differences.touches, "gesture")):")
    try output.line("")
    try output.line(Markdown.row([""] + policies.dropLast().map { Markdown.code($0.id) }))
    try output.line(Markdown.rule(columns: policies.count))
    for second in policies.indices.dropFirst() {
      let cells = policies.indices.dropLast().map { first in
        first < second ? CompareWords.count(differences.pair(first, second)) : ""
      }
      try output.line(Markdown.row([Markdown.code(policies[second].id)] + cells))
    }
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
