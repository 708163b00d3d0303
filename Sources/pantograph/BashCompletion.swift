/// What bash needs to complete the program's command line.
enum BashCompletion {
  /// The script, to be sourced.
  static var script: String {
    """
    # bash completion for pantograph
    _pantograph() {
      local word=$2 before=${COMP_WORDS[COMP_CWORD-1]}
      local kind=words words= options=
      # bash takes --option=value apart at its sign.
      if [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
      COMPREPLY=()
      if [[ $COMP_CWORD -eq 1 ]]; then
        words='\(CompletionCommand.commands) help --help --version'
      else
        case ${COMP_WORDS[1]} in
          help) words='\(CompletionCommand.commands)' options='\(CompletionCommand.helpOptions)' ;;
    \(Program.commands.map(section).joined())    esac
      fi
      if [[ $word == -* && -n $options ]]; then kind=words words=$options; fi
      case $kind:$word in
        words:*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
        recordings:@*)
          mapfile -t COMPREPLY < <(compgen -P @ -W '\(CompletionCommand.samples)' -- "${word#@}") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
      esac
    }
    complete -o filenames -F _pantograph pantograph

    """
  }

  /// What may follow a command, and what an option of it that stands in front.
  private static func section(_ command: any Command.Type) -> String {
    let options = CompletionCommand.list(command.options.map { "--" + $0.name })
    var cases: [String] = []
    var others: [String] = []
    for option in command.options {
      let pattern = (["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? []))
        .joined(separator: "|")
      switch option.argument {
      case .none: break
      case .value: others.append(pattern)
      case .word(_, let words):
        cases.append("\(pattern)) kind=words words='\(CompletionCommand.list(words))' options= ;;")
      case .file: cases.append("\(pattern)) kind=files options= ;;")
      }
    }
    if !others.isEmpty { cases.append("\(others.joined(separator: "|"))) return ;;") }
    let operands =
      command.takesRecordings
      ? "kind=recordings"
      : "words='\(CompletionCommand.list(command.operandWords))'"
    return
      "      \(command.name))\n        \(operands) options='\(options)'\n        case $before in\n"
      + cases.map { "          \($0)\n" }.joined() + "        esac ;;\n"
  }
}
