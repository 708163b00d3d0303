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

      A FILE is what evemu-record, libinput record or debug-events, evtest, getevent
      or hid-recorder printed, raw input events, or a sample table; '-' for standard
      input; a folder, for the recordings in it; or '@NAME' for a sample inside the
      program.

        pantograph explain @            lists the samples
        pantograph explain @pad-3f-flick-right-01

      exit status: 0 done, 1 a check failed, 64 misused, 65 no recording, 66 no such
      file, 69 no suitable device, 73 cannot create, 74 read or write error, 77 no
      permission

      """
    return text
  }
}
