import Recordings

/// The manual page pantograph(1), made of what help is made of.
enum ManualPage {
  /// Files that the program reads or that shells read of it.
  private static let files: [(name: String, meaning: String)] = [
    (
      "expectations.json",
      "what must come of the recordings in its folder, and what the person meant; 'pantograph test' "
        + "reads it (schema pantograph.expectations/1)"
    ),
    (
      "/dev/input/event*",
      "devices of this machine, which devices, live and record read; never written to"
    ),
    ("/dev/uinput", "where inject makes a virtual device"),
    (
      "~/.bashrc, ${fpath[1]}/_pantograph, ~/.config/fish/completions/pantograph.fish",
      "where shells look for completion (see 'pantograph help completion')"
    ),
  ]

  /// Variables of the environment that count.
  private static let environment: [(name: String, meaning: String)] = [
    ("NO_COLOR", "if it is set and not empty, --color auto means never (https://no-color.org)"),
    ("TERM", "if it is 'dumb' or not set, --color auto means never"),
  ]

  /// Commands to try, which need no file, and what they do.
  static let examples: [(command: String, meaning: String)] =
    Help.examples.map { ($0.command, $0.meaning.isEmpty ? "tells the story of one" : $0.meaning) }
    + [
      (
        "pantograph replay --policy flick --threshold 25mm @phone-1f-flick-left-01",
        "what came of a gesture, under another rule"
      ),
      (
        "pantograph replay --json @phone-1f-flick-left-01 | jq -c '.gestures[] | .outcome'",
        "the same for programs"
      ),
      ("pantograph info @pad-3f-drop-left-01", "how well a device reports"),
      ("pantograph test @pad-3f-flick-up-01", "compares a sample with what is expected of it"),
      (
        "pantograph synthesize --distance 12mm --velocity 250mm/s | pantograph replay -",
        "a flick that nobody made: far enough?"
      ),
    ]

  /// The page, for `man -l`.
  static var text: String {
    header + synopsis + description + commands + formats + statuses
      + list("ENVIRONMENT", environment) + list("FILES", files)
      + list("EXAMPLES", examples.map { ($0.command, $0.meaning) })
      + Roff.section("SEE ALSO")
      + Roff.paragraphs("evemu-record(1), libinput(1), evtest(1), jq(1)")
  }

  private static var header: String {
    """
    .\\" Made by 'pantograph help --man'.
    .TH PANTOGRAPH 1 "" "pantograph \(Roff.escaped(Program.version))" "User Commands"
    .ad l
    .nh
    .SH NAME
    pantograph \\- replay recorded touch gestures, and say why they finish or cancel

    """
  }

  private static var synopsis: String {
    var text = Roff.section("SYNOPSIS")
    for command in Program.commands { text += usage(of: command) + "\n.br\n" }
    text += Roff.bold("pantograph help") + " [" + Roff.italic("COMMAND") + " | "
    text += Help.helpOptions.map { Roff.bold("--" + $0.name) }.joined(separator: " | ")
    return text + "]\n.br\n" + Roff.bold("pantograph --version") + "\n"
  }

  private static func usage(of command: any Command.Type) -> String {
    let operands = command.operands.isEmpty ? "" : " " + Roff.italic(command.operands)
    return Roff.bold("pantograph \(command.name)") + " [" + Roff.italic("options") + "]" + operands
  }

  private static var description: String {
    var text = Roff.section("DESCRIPTION") + Roff.paragraphs(Help.purpose + "\n\n" + Help.operand)
    text += ".PP\n" + Roff.escaped("Options stand behind the command, as --name value or")
    text += "\n" + Roff.escaped("--name=value; -- ends them. Defaults are in brackets.") + "\n"
    for option in Help.options + Help.helpOptions {
      let place = Help.helpOptions.contains { $0.name == option.name } ? "help " : ""
      text += Roff.entry(
        place.isEmpty ? written(option) : Roff.bold(place) + written(option), option.help)
    }
    return text
  }

  // MARK: Commands

  /// The commands with all their options; those of a group that stood before are named by it.
  private static var commands: String {
    var text = Roff.section("COMMANDS")
    var known: [(usages: [String], command: String)] = []
    for command in Program.commands {
      text += Roff.subsection(usage(of: command)) + Roff.paragraphs(command.discussion)
      for group in command.groups {
        let usages = group.options.map { $0.usage + $0.help }
        text += ".PP\n"
        if group.options.count > 3, let other = known.first(where: { $0.usages == usages }) {
          text += Roff.escaped("Options of \(group.title): those of ")
          text += Roff.bold(other.command) + ".\n"
          continue
        }
        known.append((usages, command.name))
        text +=
          Roff.escaped(
            group.title == "options" ? "Options:" : "Options of \(group.title):") + "\n"
        for option in group.options { text += Roff.entry(written(option), option.help) }
      }
    }
    return text
  }

  /// How an option is written: its name in bold letters, what it takes in slanted ones.
  private static func written(_ option: Option) -> String {
    let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--" + option.name]
    let text = names.map { Roff.bold($0) }.joined(separator: ", ")
    return switch option.argument {
    case .none: text
    case .value(let word), .word(let word, _), .file(let word): text + " " + Roff.italic(word)
    }
  }

  // MARK: Tables

  private static var formats: String {
    list("FORMATS", RecordingFormat.allCases.map { ($0.rawValue, $0.origin) })
  }

  private static var statuses: String {
    list("EXIT STATUS", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  private static func list(
    _ title: String, _ entries: [(name: String, meaning: String)]
  ) -> String {
    Roff.section(title) + entries.map { Roff.entry(Roff.bold($0.name), $0.meaning) }.joined()
  }
}
