/// An option of a command: how it is written, and what help says of it.
struct Option {
  /// What an option takes.
  enum Argument {
    /// Nothing.
    case none

    /// A value, with the word that help has for it.
    case value(String)

    /// One of some words, which completion offers.
    case word(String, [String])

    /// The name of a file, which completion offers.
    case file(String)
  }

  /// The name, without the dashes.
  let name: String

  /// The letter for short, if there is one.
  let letter: Character?

  /// What it takes.
  let argument: Argument

  /// What it does; a line break begins another line of help.
  let help: String

  init(_ name: String, _ letter: Character? = nil, _ argument: Argument = .none, help: String) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.help = help
  }

  /// Whether a value follows.
  var takesValue: Bool {
    if case .none = argument { false } else { true }
  }

  /// How it is written, in help.
  var usage: String {
    let dashes = letter.map { "-\($0), --\(name)" } ?? "    --\(name)"
    return switch argument {
    case .none: dashes
    case .value(let word), .word(let word, _), .file(let word): "\(dashes) \(word)"
    }
  }
}
