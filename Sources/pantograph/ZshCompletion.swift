/// What zsh needs to complete the program's command line.
enum ZshCompletion {
  /// The script, to be put into a folder of `fpath` or to be sourced.
  static var script: String {
    let commands = Program.commands.map {
      "    '\($0.name):\(CompletionCommand.plain($0.summary))'\n"
    }
    return """
      #compdef pantograph
      _pantograph_recordings() {
        if [[ $PREFIX == @* ]]; then
          compadd -P @ -- \(CompletionCommand.samples)
        else
          _files
        fi
      }
      _pantograph() {
        local -a commands
        commands=(
      \(commands.joined())    'help:what a command does, and its options'
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local name=$words[2]
        shift words
        (( CURRENT-- ))
        case $name in
          help) _arguments \(helpOptions) '*:command:{_describe command commands}' ;;
      \(Program.commands.map(section).joined())  esac
      }
      if [[ $funcstack[1] == _pantograph ]]; then
        _pantograph "$@"
      else
        compdef _pantograph pantograph
      fi

      """
  }

  /// What may follow `help`, besides a command.
  private static var helpOptions: String {
    Help.helpOptions.map { "'--\($0.name)[\(CompletionCommand.summary(of: $0))]'" }
      .joined(separator: " ")
  }

  /// What may follow a command.
  private static func section(_ command: any Command.Type) -> String {
    var words = command.options.map { option in
      let value = option.takesValue ? "=" : ""
      let argument: String =
        switch option.argument {
        case .none: ""
        case .value(let word): ":\(CompletionCommand.plain(word)): "
        case .word(_, let words): ":value:(\(CompletionCommand.list(words)))"
        case .file: ":file:_files"
        }
      let help = "[\(CompletionCommand.summary(of: option))]\(argument)"
      guard let letter = option.letter else { return "'--\(option.name)\(value)\(help)'" }
      return "'(-\(letter) --\(option.name))'{-\(letter),--\(option.name)\(value)}'\(help)'"
    }
    if command.takesRecordings { words.append("'*:recording:_pantograph_recordings'") }
    if !command.operandWords.isEmpty {
      words.append("'1:word:(\(CompletionCommand.list(command.operandWords)))'")
    }
    return "    \(command.name))\n      _arguments "
      + words.joined(separator: " \\\n        ") + " ;;\n"
  }
}
