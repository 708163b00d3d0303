@preconcurrency import Glibc
import Recordings
import Simulation
import Synthesis

/// `pantograph test`: checks recordings against what is expected of them.
enum TestCommand: Command {
  static let name = "test"
  static let operands = "PATH..."
  static let summary = "check recordings against what is expected of them"
  static let discussion = """
    Replays recordings and compares each gesture with what expectations.json beside
    them says of it. Prints TAP, a line a recording, and below a failure what was
    expected, what came and the command to see it again. Exits 1 if any fails.

    PATH is a folder, a recording in it, an expectations.json, or a sample '@NAME'.
    What expectations.json says, each field only if it is to be compared:

      {"schema":"pantograph.expectations/1","recordings":{"a.evemu":{
        "options":["--direction","right"],
        "gestures":[{"end_reason":"lift","outcome":"finish","progress":0.6,
          "tolerance":0.02,"min_margin":0.05,"rule":"threshold","fingers":3,
          "direction":"right","axis":"x"}]}}}

    The number of gestures must be that of the list; [] says that there is none.
    The tolerance of progress is 0.02 unless stated. Options on the command line win
    over those of the file.
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "output",
      [
        Option("junit", nil, .file("FILE"), help: "write the results as JUnit XML too"),
        Option("force", help: "overwrite that file if it exists"),
        Option("help", "h", help: "print this help"),
      ]
    ),
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
  ]

  /// The options that a file of expectations may give.
  private static var fileOptions: [Option] { SharedOptions.gesture + SharedOptions.device }

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("test needs a folder, a recording or an expectations.json", name)
    }
    // What is wrong with the command line is said before any recording is blamed.
    _ = try RecordingRunner(arguments, isTraced: false)
    let isForced = arguments.has("force")
    if let path = arguments.path("junit"), path != "-", !isForced, OutputFile.isTaken(path) {
      throw OutputFile.existing(path)
    }
    var status = ExitStatus.done
    var cases: [Case] = []
    var comments: [String] = []
    for operand in arguments.operands {
      do throws(Problem) {
        let found = try Suite(operand)
        cases += found.cases
        comments += found.comments
      } catch {
        Messages.tell(error)
        if status == .done { status = error.status }
        cases.append(Case(unreadable: operand, error))
      }
    }
    var tap = TAPOutput()
    try tap.begin(count: cases.count, comments: comments)
    var results: [Result] = []
    for (index, item) in cases.enumerated() {
      let result = try run(item, arguments)
      try tap.print(result, of: item, number: index + 1)
      results.append(result)
    }
    try tap.end()
    if let path = arguments.path("junit") {
      let text = JUnit.text(zip(cases, results).map { ($0, $1) })
      try OutputFile.write(Array(text.utf8), to: path, isForced: isForced)
    }
    if status == .done, results.contains(where: \.isFailure) { status = .failed }
    return status
  }

  // MARK: Cases

  /// A recording to be checked.
  struct Case {
    /// The recording, with the folder.
    var name: String

    /// What is read.
    var input: Input

    /// The variant of a table, if one is meant.
    var variant: String?

    /// What is expected.
    var expectation: RecordingExpectation

    /// Why nothing is known of what is expected, if so.
    var problem: Problem?

    init(
      name: String, input: Input, variant: String? = nil, expectation: RecordingExpectation
    ) {
      self.name = name
      self.input = input
      self.variant = variant
      self.expectation = expectation
    }

    /// Creates a case that fails, for a path whose expectations cannot be read.
    init(unreadable path: String, _ problem: Problem) {
      self.init(
        name: SystemText.shown(path), input: Input(file: path),
        expectation: RecordingExpectation(gestures: []))
      self.problem = problem
    }
  }

  /// What came of a recording.
  struct Result {
    /// What is other than expected, a line each; empty if nothing is.
    var complaints: [String] = []

    /// The gestures that were expected, and those that came.
    var expected = JSONValue.array([])
    var came = JSONValue.array([])

    /// The command to see it again.
    var command = ""

    /// Why nothing was compared, if so.
    var skipped: String?

    var isFailure: Bool { !complaints.isEmpty }
  }

  /// The recordings that an operand names.
  private struct Suite {
    var cases: [Case] = []
    var comments: [String] = []

    init(_ operand: String) throws(Problem) {
      if operand.first == SampleCollection.mark {
        let sample = try SampleCollection.sample(operand)
        cases = [
          Case(
            name: operand, input: try Input.sample(operand),
            expectation: SampleCollection.expectation(of: sample))
        ]
        return
      }
      guard operand != "-" else {
        throw Problem(.misused, file: operand, "standard input has no expectations beside it")
      }
      guard OutputFile.exists(operand) else { throw Input.problem(operand, ENOENT) }
      if let names = try Input.folder(operand) {
        let folder = operand.hasSuffix("/") ? operand : operand + "/"
        let expectations = try Self.expectations(in: folder, of: operand)
        cases = Self.all(expectations, in: folder)
        let known = Set(cases.compactMap(\.input.path))
        for name in names where !known.contains(folder + name) {
          guard Self.isRecording(folder + name) else { continue }
          comments.append("\(folder + name): nothing is expected of it")
        }
        return
      }
      let (folder, name) = Self.parts(operand)
      guard name != ExpectationsFile.name else {
        cases = Self.all(try ExpectationsFile.read(operand), in: folder)
        return
      }
      let expectations = try Self.expectations(in: folder, of: operand)
      cases = Self.all(expectations, in: folder).filter { $0.input.path == operand }
      guard cases.isEmpty else { return }
      throw Problem(
        .noInput, file: operand, "\(folder + ExpectationsFile.name) expects nothing of it")
    }

    private static func expectations(
      in folder: String, of operand: String
    ) throws(Problem) -> Expectations {
      let path = folder + ExpectationsFile.name
      guard OutputFile.exists(path) else {
        throw Problem(
          .noInput, file: operand, "there is no \(path), which would say what is expected")
      }
      return try ExpectationsFile.read(path)
    }

    private static func all(_ expectations: Expectations, in folder: String) -> [Case] {
      expectations.recordings.keys.sorted().compactMap { key in
        expectations.recordings[key].map { expectation in
          // A table may have variants, whose names come behind a number sign.
          var file = key
          var variant: String?
          if let sign = key.lastIndex(of: "#"), !OutputFile.exists(folder + key) {
            file = String(key[..<sign])
            variant = folder + key
          }
          let path = folder + file
          return Case(
            name: SystemText.shown(folder + key), input: Input(file: path),
            variant: variant.map(SystemText.shown), expectation: expectation)
        }
      }
    }

    /// The folder of a path, with a slash behind it, and the name.
    private static func parts(_ path: String) -> (folder: String, name: String) {
      guard let slash = path.lastIndex(of: "/") else { return ("", path) }
      return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    private static func isRecording(_ path: String) -> Bool {
      let input = Input(file: path, isFromFolder: true)
      let stop = Problem(.done, "the format is known")
      let (reader, _) = input.readRecording { _, reader in reader.format == nil ? nil : stop }
      return reader.format != nil
    }
  }

  // MARK: Checking

  private static func run(_ item: Case, _ given: Arguments) throws(Problem) -> Result {
    var result = Result()
    let expectation = item.expectation
    if let problem = item.problem {
      let place = problem.file.map { PlainText.escaped(SystemText.shown($0)) + ": " } ?? ""
      let line = problem.line.map { "line \($0): " } ?? ""
      result.complaints = [place + line + problem.message]
      result.command = "pantograph test " + SyntheticText.quoted(item.name)
      return result
    }
    guard let gestures = expectation.gestures else {
      result.skipped = "no gestures are stated"
      return result
    }
    result.expected = .array(gestures.map(\.json))
    result.command = command(item, given)
    let runner: RecordingRunner
    do throws(Problem) {
      var options = try Arguments(expectation.options, options: fileOptions, command: "replay")
      if let operand = options.operands.first {
        throw Problem(.badInput, "'\(Arguments.shown(operand))' is no option")
      }
      options.append(given)
      runner = try RecordingRunner(options, isTraced: false)
    } catch {
      result.complaints = ["the options of its expectation: \(error.message)"]
      return result
    }
    var sink = CollectingSink(variant: item.variant)
    if case .failed(let problems) = try runner.run(item.input, into: &sink) {
      result.complaints = problems.map { problem in
        (problem.line.map { "line \($0): " } ?? "") + problem.message
      }
    } else if let variant = item.variant, !sink.sawVariant {
      result.complaints = ["\(PlainText.escaped(variant)): there is no such variant"]
    }
    result.came = .array(sink.gestures.map(\.json))
    result.complaints += complaints(gestures, sink.gestures)
    return result
  }

  private static func complaints(
    _ expected: [GestureExpectation], _ came: [GestureReport]
  ) -> [String] {
    var complaints: [String] = []
    if expected.count != came.count {
      complaints.append(
        "\(Words.count(expected.count, "gesture")) expected, \(came.count) came")
    }
    for (index, (expectation, gesture)) in zip(expected, came).enumerated() {
      for difference in expectation.differences(from: gesture) {
        complaints.append(
          "gesture \(index + 1): \(difference.field) is \(difference.came), expected "
            + difference.expected)
      }
    }
    return complaints
  }

  /// The command that shows a recording again, with the options of the file and then those given.
  private static func command(_ item: Case, _ given: Arguments) -> String {
    let file = item.input.name.hasPrefix("-") ? "./" + item.input.name : item.input.name
    let options = item.expectation.options + given.words(of: fileOptions)
    return (["pantograph", "explain"] + options + [file])
      .map(SyntheticText.quoted).joined(separator: " ")
  }

  /// Keeps the gestures of a recording.
  private struct CollectingSink: ReplaySink, ~Copyable {
    let variant: String?
    var gestures: [GestureReport] = []
    var sawVariant = false
    private var isMeant = false

    init(variant: String?) {
      self.variant = variant
    }

    mutating func begin(_ facts: RecordingFacts) {
      isMeant = variant == nil || variant == facts.name
    }

    mutating func take(_ finding: Replay.Finding) throws(Problem) {
      guard isMeant else { return }
      if case .gesture(let gesture) = finding { gestures.append(gesture) }
    }

    mutating func end(_ facts: RecordingFacts) throws(Problem) {
      if variant == facts.name { sawVariant = true }
    }

    mutating func flush() throws(Problem) {}
  }
}

/// Prints results by the Test Anything Protocol, version 14.
private struct TAPOutput: ~Copyable {
  private var output = Output()
  private var failures = 0
  private var count = 0

  mutating func begin(count: Int, comments: [String]) throws(Problem) {
    self.count = count
    try output.line("TAP version 14")
    try output.line("1..\(count)" + (count == 0 ? " # SKIP nothing is expected" : ""))
    for comment in comments { try output.line("# " + PlainText.escaped(comment)) }
  }

  mutating func print(
    _ result: TestCommand.Result, of item: TestCommand.Case, number: Int
  ) throws(Problem) {
    let name = Self.escaped(item.name)
    if let reason = result.skipped {
      try output.line("ok \(number) - \(name) # SKIP \(reason)")
      return
    }
    guard result.isFailure else {
      try output.line("ok \(number) - \(name)")
      return
    }
    failures += 1
    try output.line("not ok \(number) - \(name)")
    try output.line("  ---")
    // A text of JSON is one of YAML.
    try output.line("  differences:")
    for complaint in result.complaints {
      try output.line("    - \(JSONValue.string(PlainText.escaped(complaint)).line)")
    }
    try output.line("  expected: \(result.expected.line)")
    try output.line("  came: \(result.came.line)")
    try output.line("  command: \(JSONValue.string(PlainText.escaped(result.command)).line)")
    try output.line("  ...")
    try output.flush()
  }

  mutating func end() throws(Problem) {
    try output.line("# \(count - failures) of \(count) as expected")
    try output.flush()
  }

  /// A name in which no number sign begins a directive.
  private static func escaped(_ name: String) -> String {
    PlainText.escaped(name).split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\").split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\\#")
  }
}

/// Results as JUnit XML, which build servers read.
private enum JUnit {
  static func text(_ results: [(TestCommand.Case, TestCommand.Result)]) -> String {
    let failures = results.count { $0.1.isFailure }
    let skipped = results.count { $0.1.skipped != nil }
    let counts =
      "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\"pantograph test\" \(counts)>\n"
    for (item, result) in results { text += testCase(item, result) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private static func testCase(_ item: TestCommand.Case, _ result: TestCommand.Result) -> String {
    let head = "    <testcase classname=\"pantograph\" name=\"\(escaped(item.name))\""
    if let reason = result.skipped {
      return head + ">\n      <skipped message=\"\(escaped(reason))\"/>\n    </testcase>\n"
    }
    guard let first = result.complaints.first else { return head + "/>\n" }
    let lines =
      result.complaints + [
        "expected: \(result.expected.line)", "came: \(result.came.line)",
        "command: \(result.command)",
      ]
    return head + ">\n      <failure message=\"\(escaped(first))\">"
      + lines.map(escaped).joined(separator: "\n") + "</failure>\n    </testcase>\n"
  }

  /// A text that XML takes: XML 1.0 has no control characters, not even escaped ones.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in PlainText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
