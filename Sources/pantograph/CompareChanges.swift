import Rendering
import Simulation

/// What changed since an earlier comparison: a line a verdict, as text or as a row of a table.
struct CompareChanges: CompareFormat, ~Copyable {
  /// How it is printed.
  enum Form {
    case text, csv, markdown, html

    /// The one that stands for a form of a comparison; `nil`: its JSON tells changes itself.
    init?(_ form: CompareCommand.Form?) {
      switch form {
      case nil: self = .text
      case .csv: self = .csv
      case .markdown: self = .markdown
      case .html: self = .html
      case .json: return nil
      }
    }
  }

  private static let page = WebPage(
    title: "Verdicts that changed", generator: "pantograph \(Program.version)")
  private static let columns = ["recording", "gesture", "policy"]

  private let policies: [PolicyDefinition]
  private var earlier: EarlierVerdicts
  private let style: Style
  private let form: Form
  private var output = Output()
  private var gestures = 0
  private var verdicts = 0
  private var counts = (changed: 0, new: 0, gone: 0)
  private var hasHead = false

  /// Creates the form for policies.
  init(
    policies: [PolicyDefinition], against earlier: EarlierVerdicts, style: Style, form: Form
  ) {
    self.policies = policies
    self.earlier = earlier
    self.style = style
    self.form = form
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
    if form != .text, !hasHead { try head() }
    switch form {
    case .text:
      let title = style(PlainText.escaped(label), .bold)
      try output.line("\(title): \(PlainText.escaped(change.policy)): \(old) → \(new)")
    case .csv:
      let texts = [recording, String(change.gesture), change.policy].map(CompareCSV.cell)
      let cells = texts + Self.cells(change.old) + Self.cells(change.new)
      try output.line(cells.joined(separator: ","))
    case .markdown:
      try output.line(
        Markdown.row([Markdown.code(label), Markdown.code(change.policy), old, new]))
    case .html:
      var markup = Markup()
      markup.element("tr") { markup in
        markup.element("th", ["scope": "row"], recording)
        for cell in [String(change.gesture), change.policy, old, new] {
          markup.element("td", cell)
        }
      }
      markup.line()
      try output.write(markup.text)
    }
  }

  /// A verdict in cells of CSV: outcome, margin and its unit, all empty where there is none.
  private static func cells(_ verdict: EarlierVerdicts.Verdict?) -> [String] {
    [
      verdict?.outcome.rawValue ?? "",
      verdict?.margin.map { DecimalText.significant($0) } ?? "", verdict?.unit ?? "",
    ]
  }

  private mutating func head() throws(Problem) {
    hasHead = true
    switch form {
    case .text: break
    case .csv:
      let verdicts = ["was", "is"].flatMap { [$0, "\($0)_margin", "\($0)_margin_unit"] }
      try output.line((Self.columns + verdicts).joined(separator: ","))
    case .markdown: try output.line("| recording | policy | was | is |\n|---|---|--:|--:|")
    case .html: try output.write(Self.pageStart)
    }
  }

  /// The page up to the rows of its table.
  private static var pageStart: String {
    var markup = Markup()
    page.begin(&markup)
    markup.begin("main")
    markup.element("h1", page.title)
    markup.line()
    markup.begin("div", ["class": "scroll"])
    markup.begin("table", ["class": "matrix"])
    markup.element("thead") { markup in
      markup.element("tr") { markup in
        for title in columns + ["was", "is"] {
          markup.element("th", ["scope": "col"], title)
        }
      }
    }
    markup.begin("tbody")
    markup.line()
    return markup.text
  }

  /// The page behind the rows of its table, with sentences below it.
  private static func pageEnd(_ sentences: [String]) -> String {
    var markup = Markup()
    markup.end("tbody")
    markup.end("table")
    markup.end("div")
    markup.line()
    for sentence in sentences {
      markup.element("p", sentence)
      markup.line()
    }
    markup.end("main")
    markup.line()
    page.end(&markup) { _ in }
    return markup.text
  }

  mutating func finish() throws(Problem) {
    let total =
      "\(counts.changed) of \(Words.count(verdicts, "verdict")) changed, \(counts.new) are new, "
      + "\(counts.gone) are gone"
    switch form {
    case .text:
      if let text = earlier.missingText { try output.line(text) }
      try output.line(total)
    case .csv:
      // A table holds rows alone.
      if !hasHead { try head() }
      if let text = earlier.missingText { Messages.tell("pantograph: " + text) }
    case .markdown:
      if hasHead { try output.line("") }
      if let text = earlier.missingText { try output.line(Markdown.literal(text) + "\n") }
      try output.line(total)
    case .html:
      if !hasHead { try head() }
      try output.write(Self.pageEnd([earlier.missingText, total].compactMap(\.self)))
    }
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
