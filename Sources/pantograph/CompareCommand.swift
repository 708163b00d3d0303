import Simulation

/// `pantograph compare`: the same recordings under many policies, side by side.
enum CompareCommand: Command {
  static let name = "compare"
  static let operands = "FILE..."
  static let summary = "what gestures come to under many policies"
  static let discussion = """
    Follows every touch under many policies at once, each with its own travel, start
    and velocity, and shows who finishes, who cancels, by how much, and what splits
    them. Of one recording it tells all; several are a matrix, recordings down and
    policies across, with how often each two policies differ.

      pantograph compare swipe.evemu
          under all policies that come with the program
      pantograph compare --policy niri --policy gnome-shell recordings/
          under two, for a whole folder
      pantograph compare --against old.json recordings/
          which verdicts changed since 'compare --json' printed old.json
      pantograph compare --show niri > mine.json
          a policy as a file, to change and to give to --policy
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "the policies",
      [
        Option("list", help: "list the policies that come with the program"),
        Option(
          "show", nil, .word("ID", PolicyLibrary.names), help: "print a policy as a file"),
      ]
    ),
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [
        Option(
          "long", help: "a block a gesture, as of one recording, rather than a line"),
        Option("json", help: "a JSON object a recording: pantograph.compare/1"),
        Option("csv", help: "a row a recording, gesture and policy"),
        Option("markdown", help: "tables and sentences for an issue"),
        Option("html", help: "a web page that needs nothing but itself"),
        Option(
          "against", nil, .file("FILE"),
          help: "which verdicts changed since an earlier compare --json"),
      ] + SharedOptions.presentation
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    var output = Output()
    if arguments.has("list") {
      for policy in PolicyLibrary.all { try output.line("\(policy.id)\t\(policy.title)") }
      try output.flush()
      return .done
    }
    if let name = arguments.path("show") {
      try output.write(
        try PolicyArgument.policy(
          name, refusing: PolicyArgument.Refusal(reason: "there is no file of it")
        ).fileText)
      try output.flush()
      return .done
    }
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("compare needs a recording", name)
    }
    let forms = Form.allCases.filter { arguments.has($0.rawValue) }
    guard forms.count < 2 else {
      let names = forms.map { "--\($0.rawValue)" }.joined(separator: " and ")
      throw Arguments.misuse("\(names) do not go together", name)
    }
    let policies = try PolicyArgument.policies(arguments.paths("policy"), refusing: nil)
    let runner = try RecordingRunner(
      arguments, isTraced: false, comparing: policies, by: .threshold, asking: Deciders())
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    let isQuiet = arguments.has("quiet")
    var earlier: EarlierVerdicts?
    if let path = arguments.path("against") {
      guard path != "-" || !arguments.operands.contains("-") else {
        throw Problem(.misused, "--against and a recording cannot both be standard input")
      }
      earlier = try EarlierVerdicts(path)
    }
    if let earlier, let form = CompareChanges.Form(forms.first) {
      let changes = CompareChanges(
        policies: policies, against: earlier, style: style, form: form)
      return try run(runner, arguments, changes, policies)
    }
    switch forms.first {
    case .json:
      return try run(
        runner, arguments, CompareJSON(policies: policies, against: earlier), policies)
    case .csv: return try run(runner, arguments, CompareCSV(policies: policies), policies)
    case .html: return try run(runner, arguments, CompareHTML(policies: policies), policies)
    case .markdown:
      return try run(runner, arguments, CompareMarkdown(policies: policies), policies)
    case nil where arguments.has("long") || isOne(arguments.operands):
      return try run(
        runner, arguments, CompareText(policies: policies, style: style, isQuiet: isQuiet), policies
      )
    case nil:
      return try run(
        runner, arguments, CompareMatrix(policies: policies, style: style, isQuiet: isQuiet),
        policies)
    }
  }

  /// What is printed in place of text.
  enum Form: String, CaseIterable {
    case json, csv, markdown, html
  }

  /// Whether operands name one recording.
  private static func isOne(_ operands: [String]) -> Bool {
    guard operands.count == 1, operands[0] != "-", operands[0].first != SampleCollection.mark,
      let names = try? Input.folder(operands[0])
    else { return operands.count == 1 }
    return names.count == 1
  }

  private static func run<Format: CompareFormat & ~Copyable>(
    _ runner: RecordingRunner, _ arguments: Arguments, _ format: consuming Format,
    _ policies: [PolicyDefinition]
  ) throws(Problem) -> ExitStatus {
    var sink = CompareSink(format, policies: policies.count)
    let status = try runner.run(arguments.operands, into: &sink)
    try sink.finish()
    return status
  }
}
