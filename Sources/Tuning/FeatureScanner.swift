import Glibc

/// A place in a line of JSON that moves on as values are read.
///
/// The line must be followed by a line feed in memory. No value of JSON that stands in one line
/// holds that byte, so that every loop ends there, and none needs to count.
struct FeatureScanner {
  /// Bytes of the line.
  typealias Slice = UnsafeBufferPointer<UInt8>

  /// How deep values may be nested.
  private static let deepest = 64

  private static let lineFeed = UInt8(ascii: "\n")

  private var place: UnsafePointer<UInt8>

  /// Creates a scanner at the start of a line.
  ///
  /// - Precondition: A line feed follows the line.
  init(_ start: UnsafePointer<UInt8>) {
    place = start
  }

  // MARK: Structure

  /// The next byte that is no space; the line feed at the end of the line.
  mutating func peek() -> UInt8 {
    while true {
      let byte = place.pointee
      guard byte == 0x20 || byte == 0x09 || byte == 0x0d else { return byte }
      place += 1
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    if place.pointee == byte {
      place += 1
      return true
    }
    guard peek() == byte else { return false }
    place += 1
    return true
  }

  private mutating func skip(text: StaticString) -> Bool {
    _ = peek()
    let start = text.utf8Start
    for index in 0..<text.utf8CodeUnitCount where place[index] != start[index] { return false }
    place += text.utf8CodeUnitCount
    return true
  }

  /// Enters an object.
  mutating func openObject() throws(FeatureError.Reason) {
    guard skip(UInt8(ascii: "{")) else { throw .malformed("an object is missing") }
  }

  /// Moves on to the next value of an object.
  ///
  /// - Parameter isFirst: Whether the object has just been entered; it no longer has then.
  /// - Returns: The value's key as it is written, or `nil` at the end of the object.
  /// - Throws: That neither is next.
  mutating func key(isFirst: inout Bool) throws(FeatureError.Reason) -> Slice? {
    if skip(UInt8(ascii: "}")) { return nil }
    if isFirst {
      isFirst = false
    } else {
      guard skip(UInt8(ascii: ",")) else { throw .malformed("a comma is missing") }
    }
    let key = try string()
    guard skip(UInt8(ascii: ":")) else { throw .malformed("a colon is missing") }
    return key
  }

  /// Moves on beyond a value that is written as one was before.
  ///
  /// - Parameter text: The bytes of an object, which no longer value begins with.
  /// - Returns: Whether it is next.
  mutating func skip(_ text: [UInt8]) -> Bool {
    // The line feed behind the line, if nothing before, is a byte that the text does not have.
    for index in text.indices where place[index] != text[index] { return false }
    place += text.count
    return true
  }

  /// Makes sure that nothing follows.
  mutating func end() throws(FeatureError.Reason) {
    guard peek() == Self.lineFeed else { throw .malformed("something follows the object") }
  }

  // MARK: Values

  /// Reads `null`, if it is next.
  mutating func null() -> Bool {
    peek() == UInt8(ascii: "n") && skip(text: "null")
  }

  /// Reads `true` or `false`, or gives `nil` where neither is next.
  mutating func boolean() -> Bool? {
    switch peek() {
    case UInt8(ascii: "t"): skip(text: "true") ? true : nil
    case UInt8(ascii: "f"): skip(text: "false") ? false : nil
    default: nil
    }
  }

  /// Reads a text, and gives its bytes as they are written, escapes and all.
  mutating func string() throws(FeatureError.Reason) -> Slice {
    guard skip(UInt8(ascii: "\"")) else { throw .malformed("a text is missing") }
    let start = place
    while true {
      let byte = place.pointee
      switch byte {
      case UInt8(ascii: "\""):
        let text = Slice(start: start, count: place - start)
        place += 1
        return text
      case UInt8(ascii: "\\"):
        guard place[1] >= 0x20 else { throw .malformed("a text does not end in its line") }
        place += 2
      case 0..<0x20: throw .malformed("a text does not end in its line")
      default: place += 1
      }
    }
  }

  /// Moves on beyond a value, whatever it is, and gives its bytes.
  @discardableResult
  mutating func value(depth: Int = 0) throws(FeatureError.Reason) -> Slice {
    guard depth < Self.deepest else { throw .malformed("the values are nested too deeply") }
    let next = peek()
    let start = place
    switch next {
    case UInt8(ascii: "{"):
      try openObject()
      var isFirst = true
      while try key(isFirst: &isFirst) != nil { try value(depth: depth + 1) }
    case UInt8(ascii: "["):
      place += 1
      var isFirst = true
      while !skip(UInt8(ascii: "]")) {
        if !isFirst, !skip(UInt8(ascii: ",")) { throw .malformed("a comma is missing") }
        isFirst = false
        try value(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard boolean() != nil else { throw .malformed("neither true nor false stands here") }
    case UInt8(ascii: "n"):
      guard null() else { throw .malformed("a value is missing") }
    default: _ = try number()
    }
    return Slice(start: start, count: place - start)
  }

  /// Reads a number, and gives the binary one nearest to it.
  ///
  /// - Throws: That it is none, or beyond all binary numbers.
  mutating func number() throws(FeatureError.Reason) -> Double {
    _ = peek()
    let start = place
    let isNegative = place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var digits: UInt64 = 0
    var isLong = false
    func take(_ digit: UInt8) {
      if digits < 1_000_000_000_000_000_000 {
        digits = digits &* 10 &+ UInt64(digit)
      } else {
        isLong = true
      }
    }
    let whole = place
    while case let digit = place.pointee &- 0x30, digit < 10 {
      take(digit)
      place += 1
    }
    var isNumber = place - whole == 1 || place - whole > 1 && whole.pointee != 0x30
    var power = 0
    if place.pointee == UInt8(ascii: ".") {
      place += 1
      let fraction = place
      while case let digit = place.pointee &- 0x30, digit < 10 {
        take(digit)
        place += 1
      }
      power = fraction - place
      isNumber = isNumber && power < 0
    }
    if place.pointee | 0x20 == UInt8(ascii: "e") {
      place += 1
      let isSmall = place.pointee == UInt8(ascii: "-")
      if isSmall || place.pointee == UInt8(ascii: "+") { place += 1 }
      let first = place
      var exponent = 0
      while case let digit = place.pointee &- 0x30, digit < 10 {
        exponent = min(exponent * 10 + Int(digit), 100_000)
        place += 1
      }
      isNumber = isNumber && place > first
      power += isSmall ? -exponent : exponent
    }
    guard isNumber else { throw wrongNumber(from: start) }
    let value: Double
    if !isLong, let quick = Self.nearest(to: digits, power: power) {
      value = isNegative ? -quick : quick
    } else {
      let text = String(decoding: Slice(start: start, count: place - start), as: UTF8.self)
      guard let slow = Double(text), slow.isFinite else { throw wrongNumber(from: start) }
      value = slow
    }
    guard value.magnitude <= Self.largest else { throw wrongNumber(from: start) }
    return value
  }

  /// The binary number nearest to digits times a power of ten, where a division tells; `nil` for
  /// powers that are rarely met.
  private static func nearest(to digits: UInt64, power: Int) -> Double? {
    if digits == 0 { return 0 }
    if power == 0 { return Double(digits) }
    if power > 0 {
      // Both factors are exact, so that the product is rounded once.
      guard power <= 22, digits <= 1 << 53 else { return nil }
      return Double(digits) * (0..<power).reduce(1) { product, _ in product * 10 }
    }
    let divisor = -power
    guard divisor < fives.count else { return nil }
    // digits ÷ 5ᵏ to 64 bits, with what remains noted in the last one; ÷ 2ᵏ is exact.
    let five = fives[divisor]
    let (shift, zeros) = (five.leadingZeroBitCount, digits.leadingZeroBitCount)
    let (denominator, numerator) = (five << shift, digits << zeros)
    let halves = numerator >= denominator
    let (quotient, rest) = denominator.dividingFullWidth(
      halves ? (numerator >> 1, numerator << 63) : (numerator, 0))
    let exponent = shift - zeros - 64 + (halves ? 1 : 0) - divisor
    let scale = Double(bitPattern: UInt64(1023 + exponent) << 52)
    return Double(rest == 0 ? quotient : quotient | 1) * scale
  }

  /// The largest number that a gesture may have: a hundred times it, and the sum of any number of
  /// them, are numbers still.
  private static let largest = 1e100

  /// The powers of five that fit 63 bits.
  private static let fives: [UInt64] = (0...27).reduce(into: []) { powers, _ in
    powers.append((powers.last ?? 0) * 5 + (powers.isEmpty ? 1 : 0))
  }

  private func wrongNumber(from start: UnsafePointer<UInt8>) -> FeatureError.Reason {
    var end = start
    while end - start < 60, end.pointee > 0x20, end.pointee != 0x2c, end.pointee != 0x5d,
      end.pointee != 0x7d
    {
      end += 1
    }
    guard end > start else { return .malformed("a value is missing") }
    let text = String(decoding: Slice(start: start, count: end - start), as: UTF8.self)
    return .malformed("a value is not a number that fits: '\(text)'")
  }
}

extension FeatureScanner.Slice {
  /// Whether these are the bytes of a text.
  func isText(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let start = baseAddress else { return false }
    return memcmp(start, text.utf8Start, count) == 0
  }

  /// Whether these are some bytes.
  func isSame(as bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { other in
      guard count == other.count, let start = baseAddress, let second = other.baseAddress else {
        return count == other.count
      }
      return memcmp(start, second, count) == 0
    }
  }

  /// The text that these bytes between quotes mean; an escape that there is not stays as it is.
  var decoded: String {
    guard contains(UInt8(ascii: "\\")) else { return String(decoding: self, as: UTF8.self) }
    var text: [UInt8] = []
    var index = 0
    while index < count {
      let byte = self[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < count else {
        text.append(byte)
        index += 1
        continue
      }
      index += 2
      switch self[index - 1] {
      case UInt8(ascii: "n"): text.append(0x0a)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0d)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0c)
      case UInt8(ascii: "u"):
        var units: [UInt16] = []
        while let unit = codeUnit(at: index) {
          units.append(unit)
          index += 4
          guard UTF16.isLeadSurrogate(unit), units.count == 1, index + 1 < count,
            self[index] == UInt8(ascii: "\\"), self[index + 1] == UInt8(ascii: "u"),
            codeUnit(at: index + 2) != nil
          else { break }
          index += 2
        }
        text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      default: text.append(self[index - 1])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func codeUnit(at index: Int) -> UInt16? {
    guard index + 4 <= count else { return nil }
    var unit: UInt16 = 0
    for byte in self[index..<index + 4] {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
