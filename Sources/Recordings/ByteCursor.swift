/// A place in a line of text that moves on as fields are read.
///
/// It never reads beyond the line's end, whatever the bytes are, and no number can overflow.
struct ByteCursor {
  private var place: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// Creates a cursor at the start of a line.
  @inline(__always)
  init(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    place = start
    self.end = end
  }

  /// Whether nothing is left.
  @inline(__always)
  var isAtEnd: Bool { place >= end }

  /// How many bytes are left.
  @inline(__always)
  var count: Int { end - place }

  /// The byte some places on, or 0 beyond the end.
  @inline(__always)
  func peek(_ offset: Int = 0) -> UInt8 {
    offset < end - place ? place[offset] : 0
  }

  /// Moves on by some bytes, at most to the end.
  @inline(__always)
  mutating func skip(_ count: Int) {
    place += min(count, end - place)
  }

  /// Moves on to the first byte that is no blank.
  @inline(__always)
  mutating func skipBlanks() {
    while place < end, place.pointee == 0x20 || place.pointee == 0x09 { place += 1 }
  }

  /// Moves on beyond a byte, if it is the next one.
  @inline(__always)
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard place < end, place.pointee == UInt8(truncatingIfNeeded: byte.value) else { return false }
    place += 1
    return true
  }

  /// Moves on beyond a text, if it is next.
  mutating func skip(text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - place >= count else { return false }
    for index in 0..<count where place[index] != text.utf8Start[index] { return false }
    place += count
    return true
  }

  /// Whether a text is next.
  func starts(with text: StaticString) -> Bool {
    var copy = self
    return copy.skip(text: text)
  }

  /// Reads decimal digits, without a sign; `nil` if there is none, or it is 10¹⁸ or more.
  @inline(__always)
  mutating func unsignedDecimal() -> Int64? {
    let start = place
    var value: Int64 = 0
    while place < end {
      let digit = place.pointee &- 0x30
      guard digit < 10 else { break }
      guard value < 100_000_000_000_000_000 else { return nil }
      value = value &* 10 &+ Int64(digit)
      place += 1
    }
    return place > start ? value : nil
  }

  /// Reads a decimal number with or without a sign, with any number of zeros in front.
  @inline(__always)
  mutating func decimal() -> Int64? {
    guard place < end else { return nil }
    if place.pointee == 0x2d {
      place += 1
      return unsignedDecimal().map { -$0 }
    }
    if place.pointee == 0x2b { place += 1 }
    return unsignedDecimal()
  }

  /// Reads hexadecimal digits of either case; `nil` if there is none, or more than 16.
  @inline(__always)
  mutating func hexadecimal() -> UInt64? {
    let start = place
    var value: UInt64 = 0
    while place < end, let digit = Self.hexadecimalValue(place.pointee) {
      guard value >> 60 == 0 else { return nil }
      value = value << 4 | UInt64(digit)
      place += 1
    }
    return place > start ? value : nil
  }

  /// Whether a field ends here: at the end of the line, or a blank.
  @inline(__always)
  var isAtFieldEnd: Bool {
    guard place < end else { return true }
    let byte = place.pointee
    return byte == 0x20 || byte == 0x09 || byte == 0x0d
  }

  /// The field from a place before up to the next blank, to be quoted in a message.
  func field(from start: Self) -> String {
    var stop = max(place, start.place)
    while stop < end, stop.pointee != 0x20, stop.pointee != 0x09, stop.pointee != 0x0d,
      stop - start.place < 60
    {
      stop += 1
    }
    return String(
      decoding: UnsafeBufferPointer(start: start.place, count: stop - start.place), as: UTF8.self)
  }

  /// The rest of the line.
  var rest: String {
    String(decoding: UnsafeBufferPointer(start: place, count: end - place), as: UTF8.self)
  }

  /// The value of a hexadecimal digit.
  @inline(__always)
  private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}
