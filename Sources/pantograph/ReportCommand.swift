import Rendering
import Simulation
import Transitions

/// `pantograph report`: one page with plots and verdicts, and a slider for the threshold.
enum ReportCommand: Command {
  static let name = "report"
  static let operands = "FILE..."
  static let summary = "a page with plots, verdicts and a threshold to move"
  static let discussion = """
    Writes one HTML page about the gestures of some recordings, to look at and to
    send with a report: where the fingers went, progress, velocity and contacts over
    time, the verdict of each policy, warnings. A slider moves the threshold and the
    velocity of a flick, and the verdicts follow. The page asks for nothing from
    anywhere: it opens from disk and prints, and its address holds what was chosen.

      pantograph report swipe.evemu -o swipe.html
          a page about a recording
      pantograph report recordings/ -o all.html
          an overview of a folder; with an expectations.json beside the recordings,
          false finishes and false cancels over the threshold
      pantograph report @pad-3f-flick-right-01 > flick.html
          a sample inside the program
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [
        Option("output", "o", .file("FILE"), help: "where to write [standard output]"),
        Option("force", help: "overwrite that file if it exists"),
        Option("help", "h", help: "print this help"),
      ]
    ),
  ]

  /// The most frames of a gesture that a plot has.
  private static let mostTraceRows = 240

  /// The most points of a gesture's contacts that a picture has.
  private static let mostContactPoints = 720

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("report needs a recording", name)
    }
    let path = arguments.path("output") ?? "-"
    let isForced = arguments.has("force")
    try OutputFile.check([path], isForced: isForced, reading: arguments.operands)
    let policies = try policies(arguments)
    let runner = try RecordingRunner(
      arguments, isTraced: true, mostTraceRows: mostTraceRows,
      mostContactPoints: mostContactPoints, comparing: policies.all)
    var sink = ReportSink(try page(arguments, policies.all, inForce: policies.inForce))
    let status = try Input.forEach(arguments.operands) { input throws(Problem) in
      sink.read(input)
      var input = input
      input.isSilent = true
      return try runner.run(input, into: &sink)
    }
    // Without a single recording there is nothing to look at.
    guard !sink.page.recordings.isEmpty else { return status }
    try OutputFile.write(Array(sink.page.html.utf8), to: path, isForced: isForced)
    return status == .done ? sink.intents.status : status
  }

  /// The policies of the page: all that come with the program, and the one that is asked for.
  private static func policies(
    _ arguments: Arguments
  ) throws(Problem) -> (all: [PolicyDefinition], inForce: Int) {
    var all = PolicyLibrary.all
    guard let text = arguments.path("policy") else { return (all, 0) }
    let asked = try PolicyArgument.policy(
      text,
      refusing: PolicyArgument.Refusal(
        reason: "the page decides anew wherever its threshold is moved to"))
    if let index = all.firstIndex(of: asked) { return (all, index) }
    // One of the user's own stands behind the program's own.
    let place = all.firstIndex { !$0.isOwn } ?? all.endIndex
    all.insert(asked, at: place)
    return (all, place)
  }

  private static func page(
    _ arguments: Arguments, _ policies: [PolicyDefinition], inForce: Int
  ) throws(Problem) -> ReportPage {
    let options = (SharedOptions.gesture + SharedOptions.device).filter {
      !["threshold", "policy"].contains($0.name)
    }
    return ReportPage(
      generator: "pantograph \(Program.version)", options: arguments.words(of: options),
      thresholdOption: arguments.value("threshold"),
      policies: policies.enumerated().map { index, policy in
        // A file may have the name of a policy of the program.
        let isUnique = policies.count { $0.id == policy.id } == 1
        let isKnown = PolicyLibrary.policy(named: policy.id) == policy
        let text = index == inForce ? arguments.value("policy") : nil
        return ReportPolicy(
          name: isUnique || isKnown ? policy.id : text ?? policy.id,
          argument: isKnown ? policy.id : nil, summary: policy.title,
          followsThreshold: policy == .threshold || policy == .flick,
          followsVelocity: policy == .flick, parameters: parameters(policy))
      }, policyInForce: inForce, flick: Policy.flick().flingForward ?? 0)
  }

  /// A policy as its file has it.
  private static func parameters(_ policy: PolicyDefinition) -> [String: JSONValue] {
    guard policy != .threshold, policy != .flick,
      case .object(let members)? = try? JSONValue(reading: Array(policy.fileText.utf8))
    else { return [:] }
    return members
  }
}
