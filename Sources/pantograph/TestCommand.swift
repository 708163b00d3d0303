import Recordings
import Simulation
import Transitions

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

    The policy is that of the options, or stands beside them with its parameters, as
    in a policy file: "policy":{"base":"flick","fling_forward":0.8}

    The number of gestures must be that of the list; [] says that there is none.
    The tolerance of progress is 0.02 unless stated. Options on the command line win
    over those of the file.

    --stress checks each recording again as other devices might have made it: with
    half and twice as many frames, with 10 % of them lost, with time stamps off by
    up to 8 ms. Outcome, end_reason, fingers, direction and axis must hold; progress
    may differ by its tolerance and by what the frames lost in a row can change;
    rule and min_margin are not compared. "stress":false beside "gestures" leaves a
    recording out that lies on an edge on purpose.
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "output",
      [
        Option("stress", help: "check variations of each recording too"),
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
    let deciders = Deciders()
    _ = try RecordingRunner(arguments, isTraced: false, asking: deciders)
    let isForced = arguments.has("force")
    try OutputFile.check(
      [arguments.path("junit")], isForced: isForced, reading: arguments.operands)
    var status = ExitStatus.done
    var cases: [TestCase] = []
    var comments: [String] = []
    for operand in arguments.operands {
      do throws(Problem) {
        let found = try TestSuite(operand)
        cases += found.cases
        comments += found.comments
      } catch {
        Messages.tell(error)
        if status == .done { status = error.status }
        cases.append(TestCase(unreadable: operand, error))
      }
    }
    let isStressed = arguments.has("stress")
    if isStressed {
      cases = cases.flatMap { item in
        item.canVary ? [item] + Variation.all.map(item.varied) : [item]
      }
    }
    var tap = TAPOutput()
    try tap.begin(count: cases.count, comments: comments)
    var results: [TestResult] = []
    var stress = StressReport()
    var steps: [Double] = []
    for (index, item) in cases.enumerated() {
      let result = try run(item, arguments, steps: isStressed ? steps : nil, asking: deciders)
      if item.variation == nil { steps = result.steps }
      stress.take(result, of: item)
      try tap.print(result, of: item, number: index + 1)
      results.append(result)
    }
    try tap.end(comments: isStressed ? stress.lines : [])
    if let path = arguments.path("junit") {
      let text = JUnit.text(zip(cases, results).map { ($0, $1) })
      try OutputFile.write(Array(text.utf8), to: path, isForced: isForced)
    }
    if status == .done { status = deciders.end(status) }
    if status == .done, results.contains(where: \.isFailure) { status = .failed }
    return status
  }

  // MARK: Checking

  /// Checks a recording.
  ///
  /// - Parameters:
  ///   - item: The recording.
  ///   - given: The command line.
  ///   - steps: What a lost frame may change of each gesture's progress; `nil` where no variations
  ///     are checked.
  ///   - deciders: The programs that the command line may ask.
  /// - Returns: What came of it.
  /// - Throws: That the results cannot be written.
  private static func run(
    _ item: TestCase, _ given: Arguments, steps: [Double]?, asking deciders: Deciders
  ) throws(Problem) -> TestResult {
    var result = TestResult()
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
      let names = options.paths("policy")
      guard !names.contains(where: { $0.hasPrefix(PolicyArgument.programMark) }) else {
        throw Problem(
          .badInput, "a file starts no program: --policy exec: is for the command line")
      }
      guard expectation.policy == nil || names.isEmpty else {
        throw Problem(.badInput, "it has a policy of its own beside --policy")
      }
      options.append(given)
      runner = try RecordingRunner(
        options, isTraced: steps != nil && item.variation == nil,
        by: try Self.policy(of: expectation, given), varying: item.variation, asking: deciders)
    } catch {
      let place =
        item.expectationsPath.map { PlainText.escaped(SystemText.shown($0)) + ": " } ?? ""
      result.complaints = ["\(place)the options of its expectation: \(error.message)"]
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
    if item.variation != nil, sink.format == .debugEvents {
      result.skipped = "gestures of libinput have no frames to vary"
      return result
    }
    result.steps = sink.gestures.map(\.largestStep)
    var came = sink.gestures
    for index in came.indices { came[index].trace = [] }
    result.came = .array(came.map(\.json))
    result.holds = zip(gestures, came).map { expectation, gesture in
      guard let margin = gesture.decision.margin, let unit = gesture.decision.unit,
        let outcome = expectation.outcome
      else { return nil }
      return (outcome == .finish ? margin : -margin, unit)
    }
    guard item.variation != nil else {
      result.complaints += complaints(gestures, came)
      return result
    }
    let varied = gestures.enumerated().map { index, gesture in
      let step = steps.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? 0
      return gesture.varied(by: step * Double(sink.longestLoss))
    }
    result.complaints += complaints(varied, came)
    return result
  }

  /// The policy that an expectation has of its own, if the command line has none.
  private static func policy(
    of expectation: RecordingExpectation, _ given: Arguments
  ) throws(Problem) -> PolicyDefinition? {
    guard let members = expectation.policy else { return nil }
    let policy = try PolicyArgument.policy(members)
    return given.has("policy") ? nil : policy
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
  private static func command(_ item: TestCase, _ given: Arguments) -> String {
    guard item.variation == nil else {
      let path = item.variant ?? item.input.name
      return "pantograph test --stress \(SyntheticText.quoted(path))"
    }
    let words = given.words(of: fileOptions)
    guard item.expectation.policy == nil || given.has("policy") else {
      let path = item.variant ?? item.input.name
      return (["pantograph", "test"] + words + [path]).map(SyntheticText.quoted)
        .joined(separator: " ")
    }
    let file = item.input.name.hasPrefix("-") ? "./" + item.input.name : item.input.name
    let options = item.expectation.options + words
    return (["pantograph", "explain"] + options + [file])
      .map(SyntheticText.quoted).joined(separator: " ")
  }

  /// Keeps the gestures of a recording.
  private struct CollectingSink: ReplaySink, ~Copyable {
    let variant: String?
    var gestures: [GestureReport] = []
    var sawVariant = false
    private(set) var format: RecordingFormat?
    private(set) var longestLoss = 0
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
      format = facts.format
      longestLoss = max(longestLoss, facts.longestLoss)
      if variant == facts.name { sawVariant = true }
    }

    mutating func flush() throws(Problem) {}
  }
}
