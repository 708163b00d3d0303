import Gestures
import Rendering
import Simulation
import Transitions

/// A comparison as a web page that needs nothing but itself: the matrix, what splits the policies
/// over each gesture, the pairs, and the counts.
struct CompareHTML: CompareFormat, ~Copyable {
  private static let page = WebPage(
    title: "Policies compared", generator: "pantograph \(Program.version)")

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
    var markup = Markup()
    markup.element("tr") { markup in
      markup.element("th", ["scope": "row"], gesture.label)
      for index in policies.indices { cell(&markup, gesture.touch, index) }
      markup.element("td", ["class": "why"]) { markup in
        Self.list(&markup, CompareWords.sentences(gesture, policies.map(\.id)) { $0 })
      }
    }
    markup.line()
    try output.write(markup.text)
  }

  mutating func finish() throws(Problem) {
    try head()
    let names = policies.map(\.id)
    var markup = Markup()
    Self.endTable(&markup)
    markup.element("p", CompareWords.legend(mark: "*"))
    markup.line()
    let sentences = CompareWords.sentences(differences, names) { $0 }
    if !sentences.isEmpty {
      markup.element("h2", "What splits them")
      Self.list(&markup, sentences)
      markup.line()
    }
    if policies.count > 1 { pairs(&markup, names) }
    markup.end("main")
    markup.line()
    Self.page.end(&markup) { _ in }
    try output.write(markup.text)
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  private mutating func head() throws(Problem) {
    guard !hasHead else { return }
    hasHead = true
    var markup = Markup()
    Self.page.begin(&markup)
    markup.begin("main")
    markup.element("h1", Self.page.title)
    markup.line()
    Self.beginTable(&markup)
    markup.element("thead") { markup in
      markup.element("tr") { markup in
        for title in ["recording"] + policies.map(\.id) + ["what splits them"] {
          markup.element("th", ["scope": "col"], title)
        }
      }
    }
    markup.line()
    markup.begin("tbody")
    markup.line()
    try output.write(markup.text)
  }

  private static func beginTable(_ markup: inout Markup) {
    markup.begin("div", ["class": "scroll"])
    markup.begin("table", ["class": "matrix"])
    markup.line()
  }

  private static func endTable(_ markup: inout Markup) {
    markup.end("tbody")
    markup.end("table")
    markup.end("div")
    markup.line()
  }

  private func cell(_ markup: inout Markup, _ touch: TouchComparison, _ index: Int) {
    let (outcome, verdict, majority) = (
      touch.outcomes[index], touch.verdicts[index], touch.majority
    )
    let differs = majority != nil && outcome != nil && outcome != majority
    let word = outcome?.rawValue ?? "unfollowed"
    let why = verdict.map(Self.facts) ?? touch.absences[index].map(CompareWords.reason) ?? ""
    markup.element(
      "td", ["class": word + (differs ? " differs" : ""), "title": why],
      CompareWords.cell(outcome, verdict) + (differs ? " *" : ""))
  }

  private static func list(_ markup: inout Markup, _ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    markup.element("ul") { markup in
      for sentence in sentences { markup.element("li", sentence) }
    }
  }

  private func pairs(_ markup: inout Markup, _ names: [String]) {
    markup.element("h2", "How often each pair differs")
    markup.line()
    Self.beginTable(&markup)
    markup.element("caption", "over \(Words.count(differences.touches, "gesture"))")
    markup.element("thead") { markup in
      markup.element("tr") { markup in
        markup.element("td", "")
        for name in names.dropLast() { markup.element("th", ["scope": "col"], name) }
      }
    }
    markup.line()
    markup.begin("tbody")
    markup.line()
    for second in names.indices.dropFirst() {
      markup.element("tr") { markup in
        markup.element("th", ["scope": "row"], names[second])
        for first in names.indices.dropLast() {
          markup.element(
            "td", first < second ? CompareWords.count(differences.pair(first, second)) : "")
        }
      }
      markup.line()
    }
    Self.endTable(&markup)
  }

  private static func facts(_ verdict: PolicyVerdict) -> String {
    let progress = Words.percent(verdict.progress, besides: verdict.rule.finishThreshold)
    let rule = "\(verdict.decision.ruleName), \(progress)"
    guard verdict.rule.estimator.method != .none else { return rule }
    return rule + ", " + Words.velocity(verdict.velocity, CompareWords.velocityUnit(verdict))
  }
}
