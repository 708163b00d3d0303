import Simulation

/// `pantograph compare`: the same recordings under many policies, side by side.
enum CompareCommand: Command {
  static let name = "compare"
  static let operands = "FILE..."
  static let summary = "what gestures come to under many policies"
  static let discussion = """
    Follows every touch under many policies at once, each with its own travel, start
    and velocity, and shows who finishes, who cancels, by how much, and why they
    differ.

      pantograph compare swipe.evemu
          under all policies that come with the program
      pantograph compare --policy niri --policy gnome-shell recordings/
          under two, for a whole folder
      pantograph compare --show niri > mine.json
          a policy as a file, to change and to give to --policy
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "the policies",
      [
        Option("list", help: "list the policies that come with the program"),
        Option(
          "show", nil, .word("ID", PolicyLibrary.all.map(\.id)), help: "print a policy as a file"),
      ]
    ),
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [
        Option("json", help: "a JSON object a recording: pantograph.compare/1")
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
      try output.write(try PolicyArgument.policy(name).fileText)
      try output.flush()
      return .done
    }
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("compare needs a recording", name)
    }
    let policies = try PolicyArgument.policies(arguments.paths("policy"))
    let runner = try RecordingRunner(arguments, isTraced: false, comparing: policies)
    var sink = CompareJSONSink(policies: policies)
    let status = try runner.run(arguments.operands, into: &sink)
    try sink.flush()
    return status
  }
}
