import Quantities
import Simulation
import Transitions

/// `pantograph trace`: compares what happened in two runs.
enum TraceCommand: Command {
  static let name = "trace"
  static let operands = "diff A B"
  static let takesRecordings = false
  static var operandWords: [String] { ["diff"] }
  static let summary = "compare two traces, or logs of an app, line by line"
  static let discussion = """
    'pantograph trace diff A B' tells the first line in which two traces differ,
    with what stands around it; the exit status is 1 if they do. A and B are files,
    '-' is standard input. A trace is what 'replay --scene' puts into its JSON, or
    what an app printed itself, a line an entry:

      TIME KIND SUBJECT [NAME] [KEY=VALUE ...]
      0.350000 call navigation didShow controller=detail animated=true
      0.350000 state transition done
      0.366667 value detail opacity=0.25 position=(160,284)

    TIME is in seconds, KIND is call, state or value. Lines of any other form are
    compared too. Numbers are compared as numbers, however they are written; empty
    lines and those with '#' in front do not count.

      pantograph trace diff --tolerance 0.001 expected.trace app.log
      pantograph trace diff --only call,state --ignore-times at60hz at120hz
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "options",
      [
        Option("tolerance", nil, .value("N"), help: "how far numbers may be apart [0]"),
        Option(
          "time-tolerance", nil, .value("S"),
          help: "how far times may be apart [that of --tolerance]"),
        Option("ignore-times", help: "times do not count"),
        Option(
          "only", nil, .value("KINDS"), help: "kinds that count, such as call,state [all]"),
        Option("context", nil, .value("N"), help: "lines shown on either side, 0 to 100 [3]"),
        Option("json", help: "a JSON object: pantograph.trace-diff/1"),
      ] + SharedOptions.presentation
    )
  ]

  /// The largest file that is read, in bytes.
  private static let largest = 64 << 20

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard let verb = arguments.operands.first else {
      throw Arguments.misuse("trace needs 'diff' and two files", name)
    }
    guard verb == "diff" else { throw Arguments.unknown("word", verb, among: ["diff"], name) }
    let paths = Array(arguments.operands.dropFirst())
    guard paths.count == 2 else { throw Arguments.misuse("trace diff takes two files", name) }
    guard paths != ["-", "-"] else {
      throw Arguments.misuse("only one of two files is standard input", name)
    }
    let comparison = try comparison(arguments)
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    var texts: [String] = []
    for path in paths {
      texts.append(try text(of: path))
    }
    let difference = comparison.difference(between: texts[0], and: texts[1])
    var output = Output()
    if arguments.has("json") {
      let counts = texts.map { comparison.count(of: $0) }
      try output.line(TraceDifference.json(difference, paths, counts).line)
    } else if let difference {
      for line in TraceDifference.lines(difference, paths, style) { try output.line(line) }
    } else if !arguments.has("quiet") {
      try output.line(
        "no difference in \(Words.count(comparison.count(of: texts[0]), "line"))")
    }
    try output.flush()
    return difference == nil ? .done : .failed
  }

  private static func text(of path: String) throws(Problem) -> String {
    let bytes = path == "-" ? try standardInput() : try Input.bytes(of: path, atMost: largest)
    let text = String(decoding: bytes, as: UTF8.self)
    // Some editors put a mark of the byte order in front.
    return text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func standardInput() throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    try Input("-").read { chunk throws(Problem) in
      guard bytes.count + chunk.count <= largest else {
        throw Problem(.badInput, "standard input may have at most \(largest >> 20) MB")
      }
      bytes.append(contentsOf: chunk)
      return true
    }
    return bytes
  }

  private static func comparison(_ arguments: Arguments) throws(Problem) -> TraceComparison {
    var comparison = TraceComparison()
    if let tolerance = try distance(arguments, "tolerance") {
      comparison.tolerance = tolerance
      comparison.timeTolerance = tolerance
    }
    if let tolerance = try distance(arguments, "time-tolerance") {
      comparison.timeTolerance = tolerance
    }
    if arguments.has("ignore-times") {
      guard !arguments.has("time-tolerance") else {
        throw Arguments.misuse("times that do not count have no --time-tolerance", name)
      }
      comparison.timeTolerance = nil
    }
    if let context = try arguments.whole("context", 0...100) { comparison.context = context }
    if let kinds = try arguments.read(
      "only", as: "kinds out of call, state and value, with commas",
      { text -> Set<TraceEntry.Kind>? in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let kinds = parts.compactMap { TraceEntry.Kind(rawValue: String($0)) }
        return kinds.count == parts.count ? Set(kinds) : nil
      })
    {
      comparison.kinds = kinds
    }
    return comparison
  }

  private static func distance(
    _ arguments: Arguments, _ name: String
  ) throws(Problem) -> Double? {
    try arguments.read(name, as: "a number such as 0.001") { text in
      DecimalNumber(text).flatMap { $0.digits >= 0 ? $0.value : nil }
    }
  }
}
