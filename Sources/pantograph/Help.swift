/// The help of the program.
enum Help {
  private static let width = 80
  private static let column = 28

  /// An entry of a list: a name, and what it means behind it, in lines.
  static func entry(_ name: String, _ meaning: String) -> String {
    let head = "  " + name
    let fits = head.count < column
    return (fits ? "" : head + "\n")
      + lines(of: meaning).enumerated().map { index, line in
        Words.column(fits && index == 0 ? head : "", column) + line + "\n"
      }.joined()
  }

  /// A text in lines that fit behind the names, or have another width; words between quotes stay
  /// together.
  private static func lines(of text: String, width: Int = width - column) -> [String] {
    var phrases: [String] = []
    var isQuoted = false
    for word in text.split(separator: " ") {
      if isQuoted { phrases[phrases.count - 1] += " " + word } else { phrases.append(String(word)) }
      let quotes = word.count { $0 == "'" }
      isQuoted = isQuoted ? quotes == 0 : word.hasPrefix("'") && quotes == 1
    }
    var lines: [String] = []
    for phrase in phrases {
      if let last = lines.last, last.count + 1 + phrase.count <= width {
        lines[lines.count - 1] += " " + phrase
      } else {
        lines.append(phrase)
      }
    }
    return lines
  }

  /// What the program is for.
  static let purpose = """
    Replays recorded touch gestures: follows the finger, decides finish or cancel
    as a percent-driven transition does, and says why.
    """

  /// What stands for a recording.
  static let operand = """
    A FILE is what evemu-record, libinput record or debug-events, evtest, getevent
    or hid-recorder printed, commands for Android's uinput, raw input events, or a
    sample table; '-' for standard input; a folder, for the recordings in it; or
    '@NAME' for a sample inside the program.
    """

  /// Commands for a beginning, and what they do.
  static let examples: [(command: String, meaning: String)] = [
    ("pantograph explain @", "lists the samples"),
    ("pantograph explain @pad-3f-flick-right-01", ""),
  ]

  /// The options without a command.
  static let options = [
    Option("help", "h", help: "print this help"),
    Option("version", help: "print the version"),
  ]

  /// The options of `help`.
  static let helpOptions = [
    Option("man", help: "print the manual page pantograph(1), for man(1)")
  ]

  /// The help without a command.
  static var program: String {
    var text = "usage: pantograph COMMAND [options] [FILE...]\n\n\(purpose)\n\ncommands:\n"
    for command in Program.commands { text += entry(command.name, command.summary) }
    text += entry("help COMMAND", "what a command does, and its options")
    text += "\noptions:\n"
    for option in options { text += entry(option.usage, option.help) }
    text += """

      'pantograph help COMMAND' tells the options of a command, defaults in brackets;
      'pantograph help --man' prints the manual page.

      \(operand)


      """
    for example in examples {
      text += Words.column("  " + example.command, example.meaning.isEmpty ? 0 : 34)
      text += example.meaning + "\n"
    }
    let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }
      .joined(separator: ", ")
    return text + "\n"
      + lines(of: "exit status: " + statuses, width: width).map { $0 + "\n" }.joined()
  }
}
