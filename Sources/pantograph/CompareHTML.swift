import Gestures
import Simulation
import Transitions

/// A comparison as a web page that needs nothing but itself: the matrix, what splits the policies
/// over each gesture, the pairs, and the counts.
struct CompareHTML: CompareFormat, ~Copyable {
  private let policies: [PolicyDefinition]
  private var output = Output()
  private var differences: PolicyDifferences
  private var hasHead = false

  /// Creates the form for policies.
  init(policies: [PolicyDefinition]) {
    self.policies = policies
    differences = PolicyDifferences(policies: policies.count)
  }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    try head()
    differences.add(gesture.touch, gesture.split)
    let majority = gesture.touch.majority
    try output.write("<tr><th scope=\"row\">\(Markup.text(gesture.label))</th>")
    for (index, outcome) in gesture.touch.outcomes.enumerated() {
      let verdict = gesture.touch.verdicts[index]
      let differs = majority != nil && outcome != nil && outcome != majority
      let word = outcome?.rawValue ?? "unfollowed"
      let text = CompareWords.cell(outcome, verdict) + (differs ? " *" : "")
      let why =
        verdict.map(Self.facts) ?? gesture.touch.absences[index].map(CompareWords.reason) ?? ""
      try output.write(
        "<td class=\"\(word)\(differs ? " differs" : "")\" title=\"\(Markup.text(why))\">"
          + "\(Markup.text(text))</td>")
    }
    let sentences = CompareWords.sentences(gesture, policies.map(\.id)) { $0 }
    let items = sentences.map { "<li>\(Markup.text($0))</li>" }.joined()
    try output.line("<td class=\"why\">\(items.isEmpty ? "" : "<ul>\(items)</ul>")</td></tr>")
  }

  mutating func finish() throws(Problem) {
    try head()
    try output.line("</tbody></table></div>")
    try output.line("<p>\(Markup.text(CompareWords.legend(mark: "*")))</p>")
    let names = policies.map(\.id)
    let sentences = CompareWords.sentences(differences, names) { $0 }
    if !sentences.isEmpty {
      try output.line("<h2>What splits them</h2><ul>")
      for sentence in sentences { try output.line("<li>\(Markup.text(sentence))</li>") }
      try output.line("</ul>")
    }
    if policies.count > 1 { try pairs(names) }
    try output.line("</main></body></html>")
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  private mutating func head() throws(Problem) {
    guard !hasHead else { return }
    hasHead = true
    try output.line(Self.opening)
    try output.write("<tr><th scope=\"col\">recording</th>")
    for policy in policies { try output.write("<th scope=\"col\">\(Markup.text(policy.id))</th>") }
    try output.line("<th scope=\"col\">what splits them</th></tr></thead><tbody>")
  }

  private mutating func pairs(_ names: [String]) throws(Problem) {
    try output.line("<h2>How often each pair differs</h2><div class=\"wide\"><table>")
    try output.line(
      "<caption>over \(Words.count(differences.touches, "gesture"))</caption><thead><tr><td></td>")
    for name in names.dropLast() {
      try output.write("<th scope=\"col\">\(Markup.text(name))</th>")
    }
    try output.line("</tr></thead><tbody>")
    for second in names.indices.dropFirst() {
      try output.write("<tr><th scope=\"row\">\(Markup.text(names[second]))</th>")
      for first in names.indices.dropLast() {
        let count = first < second ? CompareWords.count(differences.pair(first, second)) : ""
        try output.write("<td>\(count)</td>")
      }
      try output.line("</tr>")
    }
    try output.line("</tbody></table></div>")
  }

  private static func facts(_ verdict: PolicyVerdict) -> String {
    let progress = Words.percent(verdict.progress, besides: verdict.rule.finishThreshold)
    let rule = "\(verdict.decision.ruleName), \(progress)"
    guard verdict.rule.estimator.method != .none else { return rule }
    return rule + ", " + Words.velocity(verdict.velocity, CompareWords.velocityUnit(verdict))
  }

  private static let opening = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Policies compared</title>
    <style>
    :root { color-scheme: light dark; --finish: #dff2e1; --cancel: #fbe3e1; --line: #8886; }
    @media (prefers-color-scheme: dark) { :root { --finish: #1d3b22; --cancel: #46211f; } }
    body { font: 1rem/1.4 system-ui, sans-serif; margin: 1rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-size: .875rem; }
    caption { text-align: left; }
    th, td { border: 1px solid var(--line); padding: .2rem .4rem; text-align: right; white-space: nowrap; }
    th[scope=row] { text-align: left; position: sticky; left: 0; background: Canvas; }
    td.finish { background: var(--finish); } td.cancel { background: var(--cancel); }
    td.differs { font-weight: bold; }
    td.why { text-align: left; white-space: normal; min-width: 24rem; }
    td.why ul { margin: 0; padding-left: 1.2rem; }
    </style></head><body><main>
    <h1>Policies compared</h1>
    <div class="wide"><table><thead>
    """
}
