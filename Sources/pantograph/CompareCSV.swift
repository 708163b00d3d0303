import Simulation
import Transitions

/// A comparison as comma-separated values: a row a recording, gesture and policy.
struct CompareCSV: CompareFormat, ~Copyable {
  private let policies: [PolicyDefinition]
  private var output = Output()
  private var hasHead = false

  private static let columns = [
    "recording", "gesture", "policy", "began", "outcome", "differs", "margin", "margin_unit",
    "rule", "progress", "velocity", "way_mm", "finish_mm", "rest_s", "why_none",
  ]

  /// Creates the form for policies.
  init(policies: [PolicyDefinition]) {
    self.policies = policies
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) { try head() }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    try head()
    let outcomes = gesture.touch.outcomes
    let majority = gesture.touch.majority
    for (index, policy) in policies.enumerated() {
      let verdict = gesture.touch.verdicts[index]
      let decision = verdict?.decision
      let outcome = outcomes[index]
      let differs = majority != nil && outcome != nil && outcome != majority
      let figures = [
        decision?.margin, verdict?.progress, verdict?.velocity, verdict?.units.millimeters,
        verdict?.finishTravel, verdict?.rest,
      ].map { $0.map { DecimalText.significant($0) } ?? "" }
      let cells = [
        Self.cell(gesture.recording), String(gesture.number), Self.cell(policy.id),
        String(verdict != nil), outcome?.rawValue ?? "none", String(differs), figures[0],
        verdict?.marginUnit ?? "", Self.cell(decision?.ruleName ?? ""), figures[1], figures[2],
        figures[3], figures[4], figures[5],
        Self.cell(gesture.touch.absences[index].map { CompareWords.reason($0) } ?? ""),
      ]
      try output.line(cells.joined(separator: ","))
    }
  }

  mutating func finish() throws(Problem) { try head() }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  private mutating func head() throws(Problem) {
    guard !hasHead else { return }
    hasHead = true
    try output.line(Self.columns.joined(separator: ","))
  }

  /// A text as a cell, which no spreadsheet takes for a formula.
  static func cell(_ text: String) -> String {
    var text = PlainText.escaped(text)
    if let first = text.first, "=+@".contains(first) || first == "-" && text.count > 1 {
      text = "'" + text
    }
    guard text.contains(where: { ",\";'".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
