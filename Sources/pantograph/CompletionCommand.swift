import Synthesis

/// `pantograph completion`: what a shell needs to complete commands and options.
enum CompletionCommand: Command {
  /// The shells there are completions for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let name = "completion"
  static let operands = "SHELL"
  static let takesRecordings = false
  static var operandWords: [String] { Shell.allCases.map(\.rawValue) }
  static let summary = "completion for bash, zsh or fish"
  static let discussion = """
    Prints what a shell needs to complete commands, options and their words:

      bash  source <(pantograph completion bash)      # in ~/.bashrc
      zsh   pantograph completion zsh > "${fpath[1]}/_pantograph"
      fish  pantograph completion fish > ~/.config/fish/completions/pantograph.fish
    """
  static let groups: [(title: String, options: [Option])] = [
    ("options", SharedOptions.presentation.filter { $0.name == "help" })
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    guard let word = arguments.operands.first, arguments.operands.count == 1 else {
      throw Arguments.misuse("completion needs a shell: bash, zsh or fish", name)
    }
    guard let shell = Shell(rawValue: word) else {
      throw Arguments.unknown("shell", word, among: operandWords, name)
    }
    let script =
      switch shell {
      case .bash: BashCompletion.script
      case .zsh: ZshCompletion.script
      case .fish: FishCompletion.script
      }
    var output = Output()
    try output.write(script)
    try output.flush()
    return .done
  }

  /// The words of a list that a shell has.
  static func list(_ words: [String]) -> String { words.joined(separator: " ") }

  /// The names of the commands that have help.
  static var commands: String { list(Program.commands.map { $0.name }) }

  /// The options of `help`.
  static var helpOptions: String { list(Help.helpOptions.map { "--" + $0.name }) }

  /// The operands that are samples inside the program, without what stands in front of them.
  static var samples: String { list(Samples.all.map(\.name)) }

  /// What an option does, without the words that it takes.
  static func summary(of option: Option) -> String {
    let first = option.help.prefix { $0 != "\n" && $0 != ":" }
    return plain(String(first.reversed().drop { $0 == "," || $0 == " " }.reversed()))
  }

  /// A text without what ends a quoted word, or an entry of zsh.
  static func plain(_ text: String) -> String {
    text.filter { !"'[]\\\"".contains($0) }.replacing(":", with: " -")
  }
}
