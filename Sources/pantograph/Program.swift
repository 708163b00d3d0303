@preconcurrency import Glibc

/// The program: finds the command, runs it, and ends with its status.
@main
enum Program {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// The commands, in the order of help.
  static var commands: [any Command.Type] {
    [
      ReplayCommand.self,
      ExplainCommand.self,
      ReportCommand.self,
      CompareCommand.self,
      FeaturesCommand.self,
      StatsCommand.self,
      TuneCommand.self,
      TestCommand.self,
      InfoCommand.self,
      ConvertCommand.self,
      AnonymizeCommand.self,
      SynthesizeCommand.self,
      DevicesCommand.self,
      LiveCommand.self,
      RecordCommand.self,
      InjectCommand.self,
      CurveCommand.self,
      TraceCommand.self,
      ScenesCommand.self,
      SchemaCommand.self,
      CompletionCommand.self,
    ]
  }

  static func main() {
    StandardStreams.prepare()
    let status: ExitStatus
    do throws(Problem) {
      status = try run(SystemText.arguments.dropFirst())
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
    case "help": return try help(words.dropFirst())
    default: break
    }
    guard !first.hasPrefix("-") else {
      throw Arguments.unknown("option", first, among: ["--help", "--version"], "")
    }
    let command = try command(named: first)
    let rest = words.dropFirst()
    // Help wins over whatever else is on the line, up to where options end.
    if asksForHelp(rest) { return try print(command.help) }
    let arguments = try Arguments(rest, options: command.options, command: first)
    if arguments.has("help") { return try print(command.help) }
    if command.takesRecordings, arguments.operands == [String(SampleCollection.mark)] {
      return try print(SampleCollection.list)
    }
    if command.takesRecordings, arguments.operands.count(where: { $0 == "-" }) > 1 {
      throw Arguments.misuse("standard input is named twice, and can be read once", first)
    }
    return try command.run(arguments)
  }

  private static func asksForHelp(_ words: ArraySlice<String>) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "-h" || $0 == "--help" }
  }

  private static func help(_ words: ArraySlice<String>) throws(Problem) -> ExitStatus {
    guard let name = words.first, name != "help", !asksForHelp(words) else {
      return try print(Help.program)
    }
    guard !name.hasPrefix("-") else {
      let arguments = try Arguments(words, options: Help.helpOptions, command: "")
      if let operand = arguments.operands.first {
        throw Arguments.misuse("--man takes no '\(Arguments.shown(operand))'", "")
      }
      return try print(ManualPage.text)
    }
    let command = try command(named: name)
    if let other = words.dropFirst().first {
      throw Arguments.misuse("help takes one command, and no '\(Arguments.shown(other))'", "")
    }
    return try print(command.help)
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
