import Simulation
import Tuning

/// `pantograph tune`: says which values decide as people meant, and how sure that is.
enum TuneCommand: Command {
  static let name = "tune"
  static let operands = "PATH..."
  static let summary = "find the values that decide as people meant"
  static let discussion = """
    Decides labelled gestures at each of many values, and says which is the best,
    which may be as good, what goes wrong there, and how sure that is. PATH is a
    recording, a folder, or what 'pantograph features' printed; '-' for such lines
    on standard input.

      pantograph features recordings > gestures
      pantograph tune gestures
          the best finish_threshold of the policy threshold, from 0.05 to 0.95

      pantograph tune --vary finish_threshold=0.1..0.6:0.01 \\
          --cost false-finish=3 --base-rate cancel=0.1 gestures
          a false finish is three times as bad, and one swipe of ten is taken back

      pantograph tune --vary finish_threshold=0.3 \\
          --require 'false-cancel<=0.02' gestures
          exits 1 unless it is shown that at most 2% of the gestures meant to finish
          cancel at 0.3: 149 without a mistake show that

    A false finish is a gesture that finishes though the person meant to cancel; a
    false cancel cancels, or never begins, though meant to finish; a false start
    begins though nothing was meant.

    The intent is that of the expectations.json beside the recordings, or of the
    gestures' lines, or that of --intents: another expectations.json, or a table
    with tabs between fields, whose first line names the columns recording, intent,
    and maybe gesture, participant, session, hand, device. A recording is named by
    its path or the end of it. With --label-from retry it is what people did: a
    cancel that the same swipe follows within 1.5 s was meant to finish, a finish
    that the opposite one follows within 2 s to cancel, all others as they went.

    Ranges and bounds hold with 95% confidence: persons are drawn anew, and sessions
    of each, since gestures of one person are alike. Values are judged by persons
    who had no part in choosing them.
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "what is tried",
      [
        Option(
          "policy", nil, .value("P"),
          help: "the policy, which may be given several times; all for those that the gestures "
            + "tell of [threshold]"),
        Option(
          "vary", nil, .value("V"),
          help: "a parameter and its values, which may be given several times: "
            + "finish_threshold=0.1..0.6:0.01, fling_forward=0.3,0.5,1 "
            + "[finish_threshold=0.05..0.95:0.01]"),
        Option("per-device", help: "try a value for each device too"),
      ] + FeatureRunner.options
    ),
    (
      "what was meant",
      [
        Option("intents", nil, .file("FILE"), help: "what was meant, and by whom"),
        Option(
          "label-from", nil, .word("L", LabelSource.allCases.map(\.rawValue)),
          help: "where intents come from: intent (they are stated), retry (what people did next) "
            + "[intent]"),
      ]
    ),
    (
      "what counts",
      [
        Option(
          "cost", nil, .value("KIND=N"),
          help: "what a mistake costs: false-finish=3, false-cancel=1, false-start=0.5 [1 each]"),
        Option(
          "base-rate", nil, .value("INTENT=N"),
          help: "the share of an intent in use: cancel=0.1 [as recorded]"),
        Option(
          "require", nil, .value("R"),
          help: "exit 1 unless the bound of a rate is met, which may be given several times: "
            + "'false-cancel<=0.02'"),
        Option(
          "seed", nil, .value("N"), help: "what all that is drawn comes from, 0 or more [1]"),
      ]
    ),
    (
      "output",
      [
        Option("json", help: "print JSON"),
        Option("csv", help: "print the values tried as CSV"),
        Option("flips", help: "list all gestures whose outcome changes [the first 10]"),
        Option("svg", nil, .file("FILE"), help: "draw the curve as SVG too"),
        Option("junit", nil, .file("FILE"), help: "write what is required as JUnit XML too"),
        Option("write", nil, .file("FILE"), help: "write the policy with the best values too"),
        Option("force", help: "overwrite files that exist"),
      ] + SharedOptions.presentation
    ),
    (
      "the gesture",
      SharedOptions.gesture.filter { !["policy", "settle", "rate"].contains($0.name) }
    ),
    ("the device", SharedOptions.device),
  ]

  /// Where intents come from.
  enum LabelSource: String, CaseIterable {
    case intent, retry
  }

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("tune needs recordings, or what features printed of them", name)
    }
    guard !(arguments.has("json") && arguments.has("csv")) else {
      throw Arguments.misuse("--json and --csv do not go together", name)
    }
    let question = try TuneQuestion(arguments)
    for option in ["csv", "svg"] where arguments.has(option) && question.variations.count > 1 {
      throw Arguments.misuse("--\(option) needs a single --vary", name)
    }
    let isForced = arguments.has("force")
    try OutputFile.check(
      ["svg", "junit", "write"].map(arguments.path), isForced: isForced,
      reading: arguments.operands + [arguments.path("intents")].compactMap(\.self))
    let style = Style(try arguments.word("color", Style.Choice.self) ?? .auto)
    let (table, status) = try TuneInput.read(arguments, policies: question.definitions)
    let labels = arguments.has("intents") ? "intents" : "lines"
    // What could not be read is told, and is all there is to say where nothing else came.
    guard status == .done || table.count > 0 else { return status }
    let answer: TuneAnswer
    do throws(Problem) {
      answer = try question.answer(table, labels: labels)
    } catch {
      guard status != .done else { throw error }
      Messages.tell(error)
      return status
    }
    for note in answer.notes where !arguments.has("quiet") { Messages.tell("pantograph: \(note)") }
    try write(answer, arguments, isForced)
    var output = Output()
    if arguments.has("json") {
      try output.line(TuneJSON.value(answer).line)
    } else if arguments.has("csv") {
      try output.write(TuneCSV.text(answer))
    } else {
      let text = TuneText(answer, style: style, listsFlips: arguments.has("flips"))
      for line in text.lines { try output.line(line) }
    }
    try output.flush()
    guard status == .done else { return status }
    return answer.findings.contains { $0.finding != .met } ? .failed : .done
  }

  private static func write(
    _ answer: TuneAnswer, _ arguments: Arguments, _ isForced: Bool
  ) throws(Problem) {
    if let path = arguments.path("svg") {
      guard answer.recommendation.choice.curve.count > 1 else {
        throw Problem(.misused, "--svg needs one parameter with several values")
      }
      try OutputFile.write(Array(TuneSVG.text(answer).utf8), to: path, isForced: isForced)
    }
    if let path = arguments.path("junit") {
      try OutputFile.write(Array(TuneJUnit.text(answer).utf8), to: path, isForced: isForced)
    }
    if let path = arguments.path("write") {
      try OutputFile.write(
        Array(answer.policyFile.utf8), to: path, isForced: isForced)
    }
  }
}
