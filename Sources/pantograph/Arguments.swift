import Quantities
import Simulation

/// The words of a command line, sorted into options and operands.
///
/// Operands name files, whose bytes may be any: see ``SystemText``.
struct Arguments {
  /// The values of options, in the order they were given; flags have an empty one.
  private var values: [String: [String]] = [:]

  /// What is no option, such as files.
  private(set) var operands: [String] = []

  /// Sorts words.
  ///
  /// - Throws: What is wrong with the command line.
  init(_ words: some Sequence<String>, options: [Option], command: String) throws(Problem) {
    var rest = Array(words)[...]
    var isOperand = false
    while let word = rest.popFirst() {
      if isOperand || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        isOperand = true
      } else if word.hasPrefix("--") {
        try take(long: word.dropFirst(2), &rest, options, command)
      } else {
        try take(short: word.dropFirst(), &rest, options, command)
      }
    }
  }

  private mutating func take(
    long word: Substring, _ rest: inout ArraySlice<String>, _ options: [Option], _ command: String
  ) throws(Problem) {
    let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(pair[0])
    guard let option = options.first(where: { $0.name == name }) else {
      throw Self.unknown("option", "--" + name, among: options.map { "--" + $0.name }, command)
    }
    if option.takesValue {
      guard let value = pair.count == 2 ? String(pair[1]) : rest.popFirst() else {
        throw Self.misuse("option '--\(name)' needs a value", command)
      }
      values[name, default: []].append(value)
    } else {
      guard pair.count == 1 else {
        throw Self.misuse("option '--\(name)' takes no value", command)
      }
      values[name, default: []].append("")
    }
  }

  private mutating func take(
    short word: Substring, _ rest: inout ArraySlice<String>, _ options: [Option],
    _ command: String
  ) throws(Problem) {
    var letters = word
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else {
        // Whoever writes -json means --json.
        throw Self.unknown(
          "option", letters.count + 1 == word.count ? "-\(word)" : "-\(letter)",
          among: options.map { "--" + $0.name }, command)
      }
      guard option.takesValue else {
        values[option.name, default: []].append("")
        continue
      }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
        throw Self.misuse("option '-\(letter)' needs a value", command)
      }
      values[option.name, default: []].append(value)
      return
    }
  }

  /// The words that give some options again, as far as they were given.
  func words(of options: [Option]) -> [String] {
    options.flatMap { option -> [String] in
      guard let value = value(option.name) else { return [] }
      return option.takesValue ? ["--" + option.name, value] : ["--" + option.name]
    }
  }

  /// Adds the options of another command line, which win, and its operands.
  mutating func append(_ other: Self) {
    for (name, more) in other.values { values[name, default: []] += more }
    operands += other.operands
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option; of several the last one holds.
  func value(_ name: String) -> String? { path(name).map(SystemText.shown) }

  /// All values of an option that may be given again and again, in their order.
  func paths(_ name: String) -> [String] { values[name] ?? [] }

  /// The command line without an option.
  func without(_ name: String) -> Self {
    var other = self
    other.values[name] = nil
    return other
  }

  /// All values of an option that may be given several times, in their order.
  func values(_ name: String) -> [String] { (values[name] ?? []).map(SystemText.shown) }

  /// The value of an option that names a file, whose bytes may be any.
  func path(_ name: String) -> String? { values[name]?.last }

  /// Reads the value of an option.
  ///
  /// - Parameters:
  ///   - name: The option.
  ///   - form: What the value should be like, for the message.
  ///   - read: Makes a value of the text, or `nil` if it cannot.
  /// - Returns: The value, or `nil` if the option was not given.
  /// - Throws: That the value is not of the form.
  func read<Value>(
    _ name: String, as form: String, _ read: (String) -> Value?
  ) throws(Problem) -> Value? {
    guard let text = value(name) else { return nil }
    guard let value = read(text) else {
      let meant = Suggestion.repairs(of: text).first { read($0) != nil }
      let hint = meant.map { ", did you mean '\($0)'?" } ?? ""
      throw Problem(
        .misused, "--\(name) takes \(form), not '\(Self.shown(text))'\(hint)")
    }
    return value
  }

  /// A text from the command line as a message shows it.
  static func shown(_ text: String) -> String {
    let most = 80
    let scalars = text.unicodeScalars
    let start = String(String.UnicodeScalarView(scalars.prefix(most)))
    return PlainText.escaped(SystemText.shown(start)) + (scalars.count > most ? "…" : "")
  }

  /// A problem with the command line, and where help is.
  static func misuse(_ message: String, _ command: String) -> Problem {
    let help = command.isEmpty ? "pantograph --help" : "pantograph help \(command)"
    return Problem(.misused, "\(message) (see '\(help)')")
  }

  /// A problem with a name that nothing has, and the nearest that something has.
  static func unknown(
    _ what: String, _ name: String, among names: [String], _ command: String
  ) -> Problem {
    let hint =
      Suggestion.near(to: name, among: names)
      ?? Suggestion.nearest(to: name, among: names).map { "; the nearest is '\($0.name)'" } ?? ""
    return misuse("unknown \(what) '\(shown(name))'\(hint)", command)
  }
}

extension Arguments {
  /// Reads one of an enumeration's words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(Problem) -> Word? where Word.RawValue == String {
    guard let text = value(name) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint = Suggestion.near(to: text, among: words) ?? ""
    throw Problem(
      .misused,
      "--\(name) takes \(words.joined(separator: ", ")), not '\(Self.shown(text))'\(hint)")
  }

  /// Reads a length that is not negative.
  func length(_ name: String) throws(Problem) -> Length? {
    try read(name, as: "a share, mm or px such as 0.3, 25mm, 120px") { text in
      Length(text).flatMap { $0.number.digits >= 0 ? $0 : nil }
    }
  }

  /// Reads a length that is not negative, and no more than the axis.
  func lengthOnAxis(_ name: String) throws(Problem) -> Length? {
    try read(name, as: "a share of the axis, mm or px such as 0.1, 5mm, 50px") { text in
      switch Length(text) {
      case .share(let share) where share.value > 1: nil
      case let length: length.flatMap { $0.number.digits >= 0 ? $0 : nil }
      }
    }
  }

  /// Reads a duration: seconds, or what its unit says.
  func duration(_ name: String) throws(Problem) -> Duration? {
    try read(name, as: "a time such as 0.25 or 250ms") { Duration($0) }
  }

  /// Reads a length in millimeters; a share is one of some length, to a micrometer.
  func millimeters(_ name: String, of whole: Double? = nil) throws(Problem) -> Double? {
    let form =
      whole == nil ? "a length such as 0.5mm" : "a length such as 25mm, or a share such as 0.4"
    return try read(name, as: form) { text in
      switch Length(text) {
      case .millimeters(let number): number.value
      case .share(let share) where share.digits == 0: 0
      case .share(let share) where share.value.magnitude <= 1:
        whole.map { ($0 * share.value * 1000).rounded() / 1000 }
      case .share, .pixels, nil: nil
      }
    }
  }

  /// Reads a velocity in millimeters per second.
  func velocity(_ name: String) throws(Problem) -> Double? {
    try read(name, as: "a velocity such as 300mm/s") { text in
      DecimalNumber(text.hasSuffix("mm/s") ? text.dropLast(4) : text[...])?.value
    }
  }

  /// Reads a number.
  func number(_ name: String, as form: String) throws(Problem) -> Double? {
    try read(name, as: form) { DecimalNumber($0)?.value }
  }

  /// Reads a whole number of a range.
  func whole(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    try read(name, as: "a whole number of \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
