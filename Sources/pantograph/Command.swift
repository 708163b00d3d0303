/// A command of the program.
protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }

  /// What stands behind the options, in help.
  static var operands: String { get }

  /// Whether the operands are recordings, so that `@` alone lists the samples.
  static var takesRecordings: Bool { get }

  /// The words that an operand may be, if there are only some.
  static var operandWords: [String] { get }

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
  static var operandWords: [String] { [] }

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
