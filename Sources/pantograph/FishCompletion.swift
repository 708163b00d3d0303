import Synthesis

/// What fish needs to complete the program's command line.
enum FishCompletion {
  /// The script, to be put into the folder of completions or to be sourced.
  static var script: String {
    var text = """
      # fish completion for pantograph
      complete -c pantograph -n __fish_use_subcommand -f
      complete -c pantograph -n __fish_use_subcommand -s h -l help -d 'print this help'
      complete -c pantograph -n __fish_use_subcommand -l version -d 'print the version'
      \(command("help", "what a command does, and its options"))
      \(rule("help")) -f -a '\(CompletionCommand.commands)'

      """
    for option in Help.helpOptions { text += rule("help") + words(option) + "\n" }
    for command in Program.commands {
      text += self.command(command.name, command.summary) + "\n"
      for option in command.options { text += rule(command.name) + words(option) + "\n" }
      if !command.operandWords.isEmpty {
        text +=
          rule(command.name)
          + " -f -a '\(CompletionCommand.list(command.operandWords))'\n"
      } else if !command.takesRecordings {
        text += rule(command.name) + " -f\n"
      }
    }
    let commands = CompletionCommand.list(
      Program.commands.filter { $0.takesRecordings }.map { $0.name })
    let samples = CompletionCommand.list(Samples.all.map { "\(SampleCollection.mark)\($0.name)" })
    return text + rule("\(commands); and string match -q '@*' -- (commandline -ct)", quote: "\"")
      + " -f -a '\(samples)'\n"
  }

  private static func command(_ name: String, _ summary: String) -> String {
    "complete -c pantograph -n __fish_use_subcommand -a \(name) "
      + "-d '\(CompletionCommand.plain(summary))'"
  }

  /// The beginning of what holds behind some commands.
  private static func rule(_ commands: String, quote: String = "'") -> String {
    "complete -c pantograph -n \(quote)__fish_seen_subcommand_from \(commands)\(quote)"
  }

  private static func words(_ option: Option) -> String {
    let argument: String =
      switch option.argument {
      case .none: ""
      case .value: " -x"
      case .word(_, let words): " -x -a '\(CompletionCommand.list(words))'"
      case .file: " -r -F"
      }
    return (option.letter.map { " -s \($0)" } ?? "") + " -l \(option.name)\(argument)"
      + " -d '\(CompletionCommand.summary(of: option))'"
  }
}
