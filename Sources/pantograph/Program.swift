@preconcurrency import Glibc

/// The program: finds the command, runs it, and ends with its status.
@main
enum Program {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// The commands, in the order of help.
  static var commands: [any Command.Type] {
    [
      ReplayCommand.self, ExplainCommand.self, TestCommand.self, InfoCommand.self,
      SynthesizeCommand.self, CompletionCommand.self,
    ]
  }

  static func main() {
    let status: ExitStatus
    do throws(Problem) {
      status = try run(CommandLine.arguments.dropFirst())
    } catch {
      Messages.tell(error)
      status = error.status
    }
    exit(status.rawValue)
  }

  private static func run(_ words: ArraySlice<String>) throws(Problem) -> ExitStatus {
    guard let first = words.first else { return try print(Help.program) }
    switch first {
    case "-h", "--help": return try print(Help.program)
    case "--version": return try print("pantograph \(version)\n")
    case "help":
      guard let name = words.dropFirst().first else { return try print(Help.program) }
      return try print(command(named: name).help)
    default: break
    }
    guard !first.hasPrefix("-") else {
      throw Arguments.unknown("option", first, among: ["--help", "--version"], "")
    }
    let command = try command(named: first)
    let rest = words.dropFirst()
    // Help wins over whatever else is on the line, up to where options end.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
      return try print(command.help)
    }
    let arguments = try Arguments(rest, options: command.options, command: first)
    if arguments.operands == [String(SampleCollection.mark)] {
      return try print(SampleCollection.list)
    }
    return try command.run(arguments)
  }

  private static func command(named name: String) throws(Problem) -> any Command.Type {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw Arguments.unknown("command", name, among: commands.map { $0.name } + ["help"], "")
    }
    return command
  }

  private static func print(_ text: String) throws(Problem) -> ExitStatus {
    var output = Output()
    try output.write(text)
    try output.flush()
    return .done
  }
}
