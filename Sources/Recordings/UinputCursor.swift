/// A place in a command of Android's `uinput` that moves on as values are read.
///
/// The text is JSON as that tool reads it: with comments, commas behind the last value, texts in
/// single quotes or without any, and numbers that are decimal, octal or hexadecimal.
struct UinputCursor {
  /// The line, counted from 1.
  private(set) var line: Int

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  /// Creates a cursor at the start of a command.
  init(_ bytes: ArraySlice<UInt8>, line: Int) {
    self.bytes = bytes
    self.line = line
    place = bytes.startIndex
  }

  /// Whether nothing but blanks and comments is left.
  var isAtEnd: Bool {
    var copy = self
    copy.skipSpace()
    return copy.place >= bytes.endIndex
  }

  /// An error at the line of the cursor.
  func error(_ sentence: String) -> RecordingError {
    RecordingError(.malformed(sentence), line: line)
  }

  // MARK: Objects and arrays

  /// Enters an object.
  mutating func openObject() throws(RecordingError) {
    guard skip(UInt8(ascii: "{")) else { throw error("an object is missing") }
  }

  /// Moves on to the next value of an object.
  ///
  /// - Parameter isFirst: Whether the object has just been entered.
  /// - Returns: The value's key, or `nil` at the end of the object.
  /// - Throws: That neither is next.
  mutating func key(isFirst: Bool) throws(RecordingError) -> String? {
    guard try hasNext(isFirst: isFirst, end: UInt8(ascii: "}")) else { return nil }
    let key = try text()
    guard skip(UInt8(ascii: ":")) else { throw error("a colon is missing") }
    return key
  }

  /// Enters an array.
  mutating func openArray() throws(RecordingError) {
    guard skip(UInt8(ascii: "[")) else { throw error("an array is missing") }
  }

  /// Moves on to the next value of an array.
  ///
  /// - Parameter isFirst: Whether the array has just been entered.
  /// - Returns: Whether there is one.
  /// - Throws: That neither a value nor the end of the array can be next.
  mutating func element(isFirst: Bool) throws(RecordingError) -> Bool {
    try hasNext(isFirst: isFirst, end: UInt8(ascii: "]"))
  }

  private mutating func hasNext(isFirst: Bool, end: UInt8) throws(RecordingError) -> Bool {
    if skip(end) { return false }
    guard isFirst || skip(UInt8(ascii: ",")) else { throw error("a comma is missing") }
    return isFirst || !skip(end)
  }

  /// Moves on beyond a value, whatever it is.
  mutating func skipValue(depth: Int = 0) throws(RecordingError) {
    guard depth < JSONCursor.deepest else { throw error("the values are nested too deeply") }
    skipSpace()
    var isFirst = true
    switch place < bytes.endIndex ? bytes[place] : 0 {
    case UInt8(ascii: "{"):
      try openObject()
      while try key(isFirst: isFirst) != nil {
        try skipValue(depth: depth + 1)
        isFirst = false
      }
    case UInt8(ascii: "["):
      try openArray()
      while try element(isFirst: isFirst) {
        try skipValue(depth: depth + 1)
        isFirst = false
      }
    default: _ = try scalar()
    }
  }

  // MARK: Texts and numbers

  /// Reads a text.
  mutating func text() throws(RecordingError) -> String {
    String(decoding: try scalar(), as: UTF8.self)
  }

  /// Reads a whole number of 32 bits, or a name that stands for one.
  ///
  /// - Parameters:
  ///   - field: What the number is, such as "the code".
  ///   - named: The number that a name stands for.
  /// - Returns: The number.
  /// - Throws: That it is neither.
  mutating func integer(
    _ field: String, named: (UnsafeBufferPointer<UInt8>) -> Int64? = { _ in nil }
  ) throws(RecordingError) -> Int64 {
    let text = try scalar()
    if let number = Self.integer(text) ?? text.withUnsafeBufferPointer(named) { return number }
    let shown = String(decoding: text.prefix(60), as: UTF8.self)
    throw RecordingError(
      text.isEmpty ? .missingField(field) : .invalidNumber(field: field, text: shown), line: line)
  }

  /// Reads a text or a word, without its quotes.
  private mutating func scalar() throws(RecordingError) -> ArraySlice<UInt8> {
    skipSpace()
    guard place < bytes.endIndex else { throw error("a value is missing") }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return try word() }
    place += 1
    let start = place
    var hasEscape = false
    while place < bytes.endIndex, bytes[place] != quote {
      if bytes[place] == 0x0a { throw error("a text does not end in its line") }
      if bytes[place] == UInt8(ascii: "\\") {
        hasEscape = true
        place += 1
      }
      place += 1
    }
    guard place < bytes.endIndex else {
      place = bytes.endIndex
      throw error("a text does not end")
    }
    let text = bytes[start..<place]
    place += 1
    return hasEscape ? try unescaped(text) : text
  }

  private mutating func word() throws(RecordingError) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.endIndex, Self.isPartOfWord(bytes[place]) { place += 1 }
    guard place > start else { throw error("a value is missing") }
    return bytes[start..<place]
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "\\"),
      UInt8(ascii: "="):
      false
    default: true
    }
  }

  /// A text with its escapes replaced by what they stand for.
  private func unescaped(_ text: ArraySlice<UInt8>) throws(RecordingError) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    var quoted = [quote]
    var isEscaped = false
    for byte in text {
      // In single quotes those need an escape that JSON has not, and double ones need none.
      if isEscaped, byte == UInt8(ascii: "'") { quoted.removeLast() }
      if !isEscaped, byte == quote { quoted.append(UInt8(ascii: "\\")) }
      quoted.append(byte)
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    var cursor = JSONCursor(quoted + [quote])
    do throws(RecordingError) {
      return Array(try cursor.string().utf8)[...]
    } catch {
      throw RecordingError(error.reason, line: line)
    }
  }

  /// A whole number of 32 bits: decimal, hexadecimal behind `0x`, octal behind `0`.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var base: Int64 = 10
    if digits.first == UInt8(ascii: "0"), digits.count > 1 {
      digits.removeFirst()
      base = 8
      if digits.first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
        digits.removeFirst()
        base = 16
      }
    }
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard let digit = digit(byte), digit < base else { return nil }
      value = value * base + digit
      guard value <= 1 << 31 else { return nil }
    }
    if isNegative { value.negate() }
    return Int32(exactly: value).map { Int64($0) }
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    if byte &- 0x30 < 10 { return Int64(byte &- 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? Int64(letter) + 10 : nil
  }

  // MARK: Bytes

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard place < bytes.endIndex, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Moves on beyond blanks and comments.
  mutating func skipSpace() {
    while place < bytes.endIndex {
      switch bytes[place] {
      case 0x0a: line += 1
      case 0x20, 0x09, 0x0d: break
      case UInt8(ascii: "#"):
        skipLine()
        continue
      case UInt8(ascii: "/"):
        guard skipComment() else { return }
        continue
      default: return
      }
      place += 1
    }
  }

  /// Moves on to the end of the line.
  private mutating func skipLine() {
    while place < bytes.endIndex, bytes[place] != 0x0a { place += 1 }
  }

  /// Moves on beyond a comment that a slash begins, if it does.
  private mutating func skipComment() -> Bool {
    guard place + 1 < bytes.endIndex else {
      // Half of what begins a comment, where a file is cut.
      place = bytes.endIndex
      return true
    }
    switch bytes[place + 1] {
    case UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "*"):
      place += 2
      var last: UInt8 = 0
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if byte == 0x0a { line += 1 }
        if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { break }
        last = byte
      }
    default: return false
    }
    return true
  }
}
