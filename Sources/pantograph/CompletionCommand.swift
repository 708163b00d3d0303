/// `pantograph completion`: what a shell needs to complete commands and options.
enum CompletionCommand: Command {
  /// The shells there are completions for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let name = "completion"
  static let operands = "SHELL"
  static let takesRecordings = false
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
      throw Arguments.unknown("shell", word, among: Shell.allCases.map(\.rawValue), name)
    }
    let script =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    var output = Output()
    try output.write(script)
    try output.flush()
    return .done
  }

  // MARK: bash

  private static var bash: String {
    var cases = ""
    for command in Program.commands {
      let flags = command.options.map { "--\($0.name)" }.joined(separator: " ")
      cases += "    \(command.name)) options='\(flags)' ;;\n"
    }
    var words = ""
    for option in wordOptions {
      words += "    --\(option.name)) COMPREPLY=($(compgen -W '\(option.words)' -- \"$word\")); "
      words += "return ;;\n"
    }
    let names = Program.commands.map { $0.name }.joined(separator: " ")
    return """
      # bash completion for pantograph
      _pantograph() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(names) help --help --version' -- "$word"))
          return
        fi
        case $before in
          help) COMPREPLY=($(compgen -W '\(names)' -- "$word")); return ;;
          completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
      \(words)  esac
        case ${COMP_WORDS[1]} in
      \(cases)  esac
        case $word in
          -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _pantograph pantograph

      """
  }

  // MARK: zsh

  private static var zsh: String {
    var cases = ""
    for command in Program.commands {
      cases += "    \(command.name))\n      _arguments \\\n"
      for option in command.options {
        let letter = option.letter.map { "'(-\($0) --\(option.name))'{-\($0),--\(option.name)}" }
        let argument: String =
          switch option.argument {
          case .none: ""
          case .value(let word): ":\(quoted(word)): "
          case .word(_, let words): ":value:(\(words.joined(separator: " ")))"
          case .file: ":file:_files"
          }
        let name = letter ?? "--\(option.name)"
        cases += "        \(name)'[\(summary(option))]\(argument)' \\\n"
      }
      cases += "        '*:file:_files'\n      ;;\n"
    }
    let commands = Program.commands.map { "    '\($0.name):\(quoted($0.summary))'" }
    return """
      #compdef pantograph
      local -a commands
      commands=(
      \(commands.joined(separator: "\n"))
          'help:what a command does, and its options'
      )
      if (( CURRENT == 2 )); then
        _describe command commands
        return
      fi
      local name=$words[2]
      shift words
      (( CURRENT-- ))
      case $name in
          help) _describe command commands ;;
      \(cases)esac

      """
  }

  // MARK: fish

  private static var fish: String {
    var text =
      "# fish completion for pantograph\ncomplete -c pantograph -n __fish_use_subcommand -f\n"
    for command in Program.commands {
      text += "complete -c pantograph -n __fish_use_subcommand -a \(command.name) "
      text += "-d '\(quoted(command.summary))'\n"
      for option in command.options {
        text += "complete -c pantograph -n '__fish_seen_subcommand_from \(command.name)'"
        text += " -l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
        switch option.argument {
        case .none: break
        case .value: text += " -x"
        case .word(_, let words): text += " -x -a '\(words.joined(separator: " "))'"
        case .file: text += " -r -F"
        }
        text += " -d '\(summary(option))'\n"
      }
    }
    let shells = Shell.allCases.map(\.rawValue).joined(separator: " ")
    text += "complete -c pantograph -n '__fish_seen_subcommand_from completion' -f -a '\(shells)'\n"
    return text
  }

  // MARK: Words

  /// The options whose values are words, each once.
  private static var wordOptions: [(name: String, words: String)] {
    var found: [(name: String, words: String)] = []
    for option in Program.commands.flatMap({ $0.options }) {
      guard case .word(_, let words) = option.argument,
        !found.contains(where: { $0.name == option.name })
      else { continue }
      found.append((option.name, words.joined(separator: " ")))
    }
    return found
  }

  /// What an option does, without the words that it takes.
  private static func summary(_ option: Option) -> String {
    let first = option.help.prefix { $0 != "\n" && $0 != ":" }
    return quoted(String(first.reversed().drop { $0 == "," || $0 == " " }.reversed()))
  }

  /// A text without what ends a quoted word, or an entry of zsh.
  private static func quoted(_ text: String) -> String {
    text.filter { !"'[]\\\"".contains($0) }.replacing(":", with: " -")
  }
}
