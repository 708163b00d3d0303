import Glibc

/// `pantograph features`: a line a gesture, with all that policies need.
enum FeaturesCommand: Command {
  static let name = "features"
  static let operands = "PATH..."
  static let summary = "a line a gesture, with all that policies need"
  static let discussion = """
    Prints a JSON line for each gesture: what is known of it before any policy
    decides, and the progress and velocity that each policy sees at the lift. 'tune'
    and 'stats' take such lines, so that recordings are worked through once, on as
    many machines as there are.

      pantograph features recordings/ > gestures
      find corpus -type f | xargs -n 1000 pantograph features > gestures
          a corpus too large for a command line
      pantograph features shard-1 shard-2
          what other machines printed, one behind the other: the same bytes as
          from one machine

    PATH is a recording, a folder, '-', or what this command printed, whose lines
    pass as they are. What is meant, and by whom, is read from the
    expectations.json beside a recording: intent, participant, session, hand,
    device, policy_in_force, feedback. 'pantograph schema features' describes each
    key.
    """
  static let groups: [(title: String, options: [Option])] = [
    ("the work", FeatureRunner.options),
    ("the gesture", SharedOptions.gesture),
    ("the device", SharedOptions.device),
    (
      "output",
      [Option("json", help: "JSON lines, which it prints anyway")] + SharedOptions.presentation
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw Arguments.misuse("features needs a recording or a folder", name)
    }
    let runner = try FeatureRunner(arguments)
    return try runner.run(arguments.operands) { bytes in
      do throws(Problem) {
        try Output.write(bytes, to: STDOUT_FILENO)
        return nil
      } catch {
        return error
      }
    }
  }
}
