/// Compares two logs line by line: traces, or what an app printed.
///
/// Lines agree if their words do; a number agrees with one that is near enough, however it is
/// written. Empty lines and those with a `#` in front do not count.
public struct TraceComparison: Hashable, Sendable {
  /// A line that counts.
  public struct Line: Hashable, Sendable {
    /// The line.
    public var text: String

    /// Its number in the log, counted from 1.
    public var number: Int

    /// Creates a line.
    public init(text: String, number: Int) {
      self.text = text
      self.number = number
    }
  }

  /// How two logs differ first.
  public struct Difference: Hashable, Sendable {
    /// What makes them differ.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A line is another.
      case changed

      /// The first log has lines that the second has not.
      case missing

      /// The second log has lines that the first has not.
      case added
    }

    /// What makes them differ.
    public var kind: Kind

    /// The lines of the first log that the second has not, or has otherwise.
    public var first: [Line]

    /// The lines of the second log that the first has not, or has otherwise.
    public var second: [Line]

    /// The lines in front, of the first log.
    public var before: [Line]

    /// The lines behind, of the first log.
    public var after: [Line]

    /// The pieces of a changed line that differ first, if there are such.
    public var pieces: (first: String, second: String)? {
      guard kind == .changed, let one = first.first, let other = second.first else { return nil }
      return TraceComparison.pieces(of: one.text, other.text)
    }
  }

  /// The largest difference of two numbers that agree, 0 or more.
  public var tolerance = 0.0

  /// The largest difference of two times that agree, in seconds, or `nil` if times do not count.
  ///
  /// A time is a decimal number that a line begins with.
  public var timeTolerance: Double? = 0.0

  /// The kinds of entries that count; lines that are no entries always do.
  public var kinds = Set(TraceEntry.Kind.allCases)

  /// How many lines of context a difference has on either side.
  public var context = 3

  /// How many lines are looked through for where the logs agree again.
  public var reach = 100

  /// Creates a comparison that wants everything the same.
  public init() {}

  /// Compares two logs.
  ///
  /// - Returns: How they differ first, or `nil` if they agree.
  /// - Complexity: O(characters); besides the texts, memory for their lines alone.
  public func difference(
    between first: some StringProtocol, and second: some StringProtocol
  ) -> Difference? {
    let (one, other) = (rows(of: first), rows(of: second))
    var place = 0
    while place < one.count, place < other.count, agree(one[place], other[place]) { place += 1 }
    guard place < one.count || place < other.count else { return nil }
    let (kind, left, right) = step(one[place...], other[place...])
    let end = place + left
    return Difference(
      kind: kind, first: one[place..<end].map(\.line),
      second: other[place..<place + right].map(\.line),
      before: one[max(0, place - context)..<place].map(\.line),
      after: one[end..<min(one.count, end + context)].map(\.line))
  }

  /// The lines of a log that count.
  public func count(of text: some StringProtocol) -> Int { rows(of: text).count }

  // MARK: Lines

  /// A line as it stands in a log.
  private struct Row {
    var text: Substring
    var number: Int

    var words: [Substring] { text.split { $0 == " " || $0 == "\t" } }
    var line: Line { Line(text: words.joined(separator: " "), number: number) }
  }

  /// A line in pieces.
  private struct Pieces {
    var time: Double?
    var pieces: [Piece]

    init(_ row: Row) {
      let words = row.words
      time = words.first.flatMap { TraceComparison.number($0) }
      let rest = time == nil ? words[...] : words.dropFirst()
      pieces = TraceComparison.pieces(of: rest.joined(separator: " "))
    }
  }

  private enum Piece: Hashable {
    case number(Double, Substring)
    case text(Substring)

    var text: Substring {
      switch self {
      case .number(_, let text), .text(let text): text
      }
    }
  }

  private func rows(of text: some StringProtocol) -> [Row] {
    var rows: [Row] = []
    var number = 0
    let text = String(text)
    for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let words = raw.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if words.count > 1, let kind = TraceEntry.Kind(rawValue: String(words[1])),
        !kinds.contains(kind), Self.number(first) != nil
      {
        continue
      }
      rows.append(Row(text: raw, number: number))
    }
    return rows
  }

  /// A text in numbers and what stands between them; digits behind a letter are no number.
  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    let bytes = text.utf8
    var plain = bytes.startIndex
    var place = bytes.startIndex
    var isInWord = false
    while place < bytes.endIndex {
      if !isInWord, let end = numberEnd(in: bytes[place...]),
        let number = Double(text[place..<end])
      {
        if plain < place { pieces.append(.text(text[plain..<place])) }
        pieces.append(.number(number, text[place..<end]))
        (plain, place, isInWord) = (end, end, true)
      } else {
        isInWord = isWord(bytes[place])
        place = bytes.index(after: place)
      }
    }
    if plain < bytes.endIndex { pieces.append(.text(text[plain...])) }
    return pieces
  }

  /// The number that a word is; "nan" and "0x10" are none, though Swift reads them.
  private static func number(_ word: Substring) -> Double? {
    numberEnd(in: word.utf8) == word.endIndex ? Double(word) : nil
  }

  /// Where a decimal number ends that a text begins with.
  private static func numberEnd(in bytes: Substring.UTF8View) -> String.Index? {
    var place = bytes.startIndex
    func digits() -> Int {
      let start = place
      while place < bytes.endIndex, isDigit(bytes[place]) { place = bytes.index(after: place) }
      return bytes.distance(from: start, to: place)
    }
    func take(_ letters: String.UTF8View) -> Bool {
      guard place < bytes.endIndex, letters.contains(bytes[place]) else { return false }
      place = bytes.index(after: place)
      return true
    }
    _ = take("+-".utf8)
    let whole = digits()
    let fraction = take(".".utf8) ? digits() : 0
    guard whole + fraction > 0 else { return nil }
    let end = place
    guard take("eE".utf8) else { return end }
    _ = take("+-".utf8)
    return digits() > 0 ? place : end
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
      true
    default: isDigit(byte)
    }
  }

  private func agree(_ one: Row, _ other: Row) -> Bool {
    one.text == other.text || agree(Pieces(one), Pieces(other))
  }

  private func agree(_ one: Pieces, _ other: Pieces) -> Bool {
    if let timeTolerance {
      guard (one.time == nil) == (other.time == nil) else { return false }
      if let time = one.time, let otherTime = other.time,
        !Self.isNear(time, otherTime, within: timeTolerance)
      {
        return false
      }
    }
    guard one.pieces.count == other.pieces.count else { return false }
    return zip(one.pieces, other.pieces).allSatisfy { piece, otherPiece in
      switch (piece, otherPiece) {
      case (.number(let number, _), .number(let otherNumber, _)):
        Self.isNear(number, otherNumber, within: tolerance)
      case (.text(let text), .text(let otherText)): text == otherText
      case (.number, .text), (.text, .number): false
      }
    }
  }

  private static func isNear(_ one: Double, _ other: Double, within tolerance: Double) -> Bool {
    // A decimal difference of exactly the tolerance is not told from it by binary rounding.
    let slack = tolerance > 0 ? 1e-9 * max(tolerance, one.magnitude, other.magnitude) : 0
    // What is too large for a number is infinite, and only that is like it.
    return one == other || (one - other).isFinite && (one - other).magnitude <= tolerance + slack
  }

  /// How many lines of each log are passed over so that they agree again.
  private func step(
    _ one: ArraySlice<Row>, _ other: ArraySlice<Row>
  ) -> (Difference.Kind, Int, Int) {
    guard let first = one.first else { return (.added, 0, min(other.count, 1)) }
    guard let second = other.first else { return (.missing, 1, 0) }
    for skipped in 1...max(1, reach) {
      if skipped < one.count, agree(one[one.startIndex + skipped], second) {
        return (.missing, skipped, 0)
      }
      if skipped < other.count, agree(first, other[other.startIndex + skipped]) {
        return (.added, 0, skipped)
      }
    }
    return (.changed, 1, 1)
  }

  private static func pieces(
    of first: String, _ second: String
  ) -> (first: String, second: String)? {
    let (words, others) = (first.split(separator: " "), second.split(separator: " "))
    return zip(words, others).first { $0 != $1 }.map { (String($0), String($1)) }
  }
}
