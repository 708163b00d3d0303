import Glibc
import Quantities

/// A place in JSON text that moves on as values are read.
///
/// It knows its line, keeps numbers exact, and skips what nobody asks for without building it.
package struct JSONCursor: Sendable {
  /// A number as it is written: some digits times a power of ten.
  package struct Number: Sendable {
    /// The first 18 digits that count, as a whole number with the sign.
    var digits: Int64 = 0

    /// The power of ten that they are multiplied by.
    var exponent = 0

    /// How many digits are needed behind the decimal point.
    package var fractionDigits: Int { digits == 0 ? 0 : max(0, -exponent) }

    /// The nearest binary number.
    package var value: Double { Double("\(digits)e\(exponent)") ?? 0 }

    /// A binary number near to it, which costs less to find than the nearest.
    var estimate: Double { Double(digits) * pow(10, Double(exponent)) }

    /// The number times a power of ten, rounded to the nearest whole number; `nil` if it does not
    /// fit.
    package func scaled(by power: Int) -> Int64? {
      var (result, rest) = (digits, exponent + power)
      while rest > 0, result != 0 {
        let (product, overflow) = result.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        result = product
        rest -= 1
      }
      guard rest < 0 else { return result }
      guard rest > -19 else { return 0 }
      let divisor = Int64(DecimalNumber.power(-rest))
      let (quotient, remainder) = result.quotientAndRemainder(dividingBy: divisor)
      return remainder.magnitude >= divisor.magnitude - divisor.magnitude / 2
        ? quotient + result.signum() : quotient
    }
  }

  /// How deep values may be nested.
  package static let deepest = 64

  /// The line, counted from 1.
  package private(set) var line = 1

  private let bytes: [UInt8]
  private var place = 0

  /// Creates a cursor at the start of a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: "\u{FEFF}".utf8) { place = 3 }
  }

  // MARK: Values

  /// The first byte of the next value, or `nil` at the end.
  package mutating func peek() -> UInt8? {
    skipSpace()
    return place < bytes.count ? bytes[place] : nil
  }

  /// Reads a text.
  package mutating func string() throws(RecordingError) -> String {
    guard skip(UInt8(ascii: "\"")) else { throw error("a text is missing") }
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: try escaped())
      case 0..<0x20: throw error("a text does not end in its line")
      default: text.append(byte)
      }
    }
    throw error("a text does not end")
  }

  /// Reads a number, exactly as far as 18 digits go.
  package mutating func number() throws(RecordingError) -> Number {
    skipSpace()
    let start = place
    var number = Number()
    let isNegative = skipByte(UInt8(ascii: "-"))
    let wholeDigits = readDigits(into: &number)
    var isNumber = wholeDigits == 1 || wholeDigits > 1 && bytes[place - wholeDigits] != 0x30
    if skipByte(UInt8(ascii: ".")) {
      let fractionDigits = readDigits(into: &number)
      number.exponent -= fractionDigits
      isNumber = isNumber && fractionDigits > 0
    }
    if skipByte(UInt8(ascii: "e")) || skipByte(UInt8(ascii: "E")) {
      let isSmall = skipByte(UInt8(ascii: "-"))
      if !isSmall { _ = skipByte(UInt8(ascii: "+")) }
      var exponent = Number()
      isNumber = readDigits(into: &exponent) > 0 && isNumber
      let power = exponent.exponent > 0 ? 100_000 : Int(min(exponent.digits, 100_000))
      number.exponent += isSmall ? -power : power
    }
    guard isNumber else { throw wrongNumber(from: start) }
    while number.digits != 0, number.digits % 10 == 0 {
      number.digits /= 10
      number.exponent += 1
    }
    if isNegative { number.digits.negate() }
    return number
  }

  /// Reads `true` or `false`.
  package mutating func boolean() throws(RecordingError) -> Bool {
    if skip(text: "true") { return true }
    if skip(text: "false") { return false }
    throw error("neither true nor false stands here")
  }

  /// Reads `null`, if it is next.
  package mutating func null() -> Bool { skip(text: "null") }

  /// Enters an object.
  package mutating func openObject() throws(RecordingError) {
    guard skip(UInt8(ascii: "{")) else { throw error("an object is missing") }
  }

  /// Moves on to the next value of an object.
  ///
  /// - Parameter isFirst: Whether the object has just been entered.
  /// - Returns: The value's key, or `nil` at the end of the object.
  /// - Throws: That neither is next.
  package mutating func key(isFirst: Bool) throws(RecordingError) -> String? {
    if skip(UInt8(ascii: "}")) { return nil }
    guard isFirst || skip(UInt8(ascii: ",")) else { throw error("a comma is missing") }
    let key = try string()
    guard skip(UInt8(ascii: ":")) else { throw error("a colon is missing") }
    return key
  }

  /// Enters an array.
  package mutating func openArray() throws(RecordingError) {
    guard skip(UInt8(ascii: "[")) else { throw error("an array is missing") }
  }

  /// Moves on to the next value of an array.
  ///
  /// - Parameter isFirst: Whether the array has just been entered.
  /// - Returns: Whether there is one.
  /// - Throws: That neither a value nor the end of the array can be next.
  package mutating func element(isFirst: Bool) throws(RecordingError) -> Bool {
    if skip(UInt8(ascii: "]")) { return false }
    guard isFirst || skip(UInt8(ascii: ",")) else { throw error("a comma is missing") }
    return true
  }

  /// Moves on beyond a value, whatever it is.
  package mutating func skipValue(depth: Int = 0) throws(RecordingError) {
    guard depth < Self.deepest else { throw error("the values are nested too deeply") }
    skipSpace()
    guard place < bytes.count else { throw error("a value is missing") }
    switch Character(UnicodeScalar(bytes[place])) {
    case "{":
      try openObject()
      var isFirst = true
      while try key(isFirst: isFirst) != nil {
        try skipValue(depth: depth + 1)
        isFirst = false
      }
    case "[":
      try openArray()
      var isFirst = true
      while try element(isFirst: isFirst) {
        try skipValue(depth: depth + 1)
        isFirst = false
      }
    case "\"": _ = try string()
    case "t", "f": _ = try boolean()
    case "n":
      guard null() else { throw error("a value is missing") }
    default: _ = try number()
    }
  }

  /// Makes sure that nothing follows.
  mutating func end() throws(RecordingError) {
    skipSpace()
    guard place == bytes.count else { throw error("something follows the table") }
  }

  /// An error at the line of the cursor.
  package func error(_ sentence: String) -> RecordingError {
    RecordingError(.malformed(sentence), line: line)
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x0a: line += 1
      case 0x20, 0x09, 0x0d: break
      default: return
      }
      place += 1
    }
  }

  private mutating func skipByte(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    return skipByte(byte)
  }

  private mutating func skip(text: StaticString) -> Bool {
    skipSpace()
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for index in 0..<count where bytes[place + index] != text.utf8Start[index] { return false }
    place += count
    return true
  }

  /// Reads digits behind those of a number; beyond 18 they only count.
  private mutating func readDigits(into number: inout Number) -> Int {
    let start = place
    while place < bytes.count, case let digit = bytes[place] &- 0x30, digit < 10 {
      if number.digits < 100_000_000_000_000_000 {
        number.digits = number.digits * 10 + Int64(digit)
      } else {
        number.exponent += 1
      }
      place += 1
    }
    return place - start
  }

  private func wrongNumber(from start: Int) -> RecordingError {
    let text = bytes[start...].prefix { $0 > 0x20 && $0 != 0x2c && $0 != 0x5d && $0 != 0x7d }
    guard !text.isEmpty else { return error("a value is missing") }
    return RecordingError(
      .invalidNumber(field: "a value", text: String(decoding: text.prefix(60), as: UTF8.self)),
      line: line)
  }

  /// Reads what stands behind a backslash.
  private mutating func escaped() throws(RecordingError) -> [UInt8] {
    guard place < bytes.count else { throw error("a text does not end") }
    let byte = bytes[place]
    place += 1
    switch Character(UnicodeScalar(byte)) {
    case "\"", "\\", "/": return [byte]
    case "n": return [0x0a]
    case "t": return [0x09]
    case "r": return [0x0d]
    case "b": return [0x08]
    case "f": return [0x0c]
    case "u":
      var units = [try codeUnit()]
      if UTF16.isLeadSurrogate(units[0]), skipByte(UInt8(ascii: "\\")) {
        guard skipByte(UInt8(ascii: "u")) else { throw error("half a character stands here") }
        units.append(try codeUnit())
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw error("a text has an escape that there is not")
    }
  }

  private mutating func codeUnit() throws(RecordingError) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4,
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16),
      digits.first != UInt8(ascii: "+")
    else { throw error("a text has an escape that there is not") }
    place += 4
    return unit
  }
}
