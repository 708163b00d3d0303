/// A command of the program.
protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }

  /// What stands behind the options, in help.
  static var operands: String { get }

  /// Whether the operands are recordings, so that `@` alone lists the samples.
  static var takesRecordings: Bool { get }

  /// What it does, in a line.
  static var summary: String { get }

  /// What it does, in full; a line is at most 80 letters long.
  static var discussion: String { get }

  /// Its options, in groups with a title.
  static var groups: [(title: String, options: [Option])] { get }

  /// Runs it.
  ///
  /// - Returns: How the program ends; problems that ended nothing have been told.
  /// - Throws: The problem that ended it.
  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus
}

extension Command {
  static var takesRecordings: Bool { true }

  /// Its options.
  static var options: [Option] { groups.flatMap(\.options) }

  /// The help of the command.
  static var help: String {
    let words = ["pantograph", name, "[options]", operands].filter { !$0.isEmpty }
    var text = "usage: \(words.joined(separator: " "))\n\n\(discussion)\n"
    for group in groups {
      text += "\n\(group.title):\n"
      for option in group.options { text += Help.entry(option.usage, option.help) }
    }
    return text
  }
}

/// The help of the program.
enum Help {
  private static let width = 80
  private static let column = 28

  /// An entry of a list: a name, and what it means behind it, in lines.
  static func entry(_ name: String, _ meaning: String) -> String {
    var text = "  " + name
    var isFirst = name.count + 2 < column
    if !isFirst { text += "\n" }
    for line in lines(of: meaning) {
      let padding = isFirst ? column - name.count - 2 : column
      text += String(repeating: " ", count: padding) + line + "\n"
      isFirst = false
    }
    return text
  }

  /// A text in lines that fit behind the names; words between quotes stay together.
  private static func lines(of text: String) -> [String] {
    var phrases: [String] = []
    var isQuoted = false
    for word in text.split(separator: " ") {
      if isQuoted { phrases[phrases.count - 1] += " " + word } else { phrases.append(String(word)) }
      let quotes = word.count { $0 == "'" }
      isQuoted = isQuoted ? quotes == 0 : word.hasPrefix("'") && quotes == 1
    }
    var lines: [String] = []
    for phrase in phrases {
      if let last = lines.last, last.count + 1 + phrase.count <= width - column {
        lines[lines.count - 1] += " " + phrase
      } else {
        lines.append(phrase)
      }
    }
    return lines
  }

  /// The help without a command.
  static var program: String {
    var text = """
      usage: pantograph COMMAND [options] [FILE...]

      Replays recorded touch gestures: follows the finger, decides finish or cancel
      as a percent-driven transition does, and says why.

      commands:

      """
    for command in Program.commands { text += entry(command.name, command.summary) }
    text += entry("help COMMAND", "what a command does, and its options")
    text += """

      options:
        -h, --help                print this help
            --version             print the version

      'pantograph help COMMAND' tells the options of a command, defaults in brackets.

      A FILE is what evemu-record, libinput record, evtest or getevent printed, raw
      input events, or a sample table; '-' for standard input; a folder, for the
      recordings in it; or '@NAME' for a sample inside the program.

        pantograph explain @            lists the samples
        pantograph explain @pad-3f-flick-right-01

      exit status: 0 done, 1 a check failed, 64 misused, 65 no recording, 66 no such
      file, 69 no suitable device, 73 cannot create, 74 read or write error, 77 no
      permission

      """
    return text
  }
}
