import Quantities

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

  // MARK: Moving on

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

  /// Moves on beyond the first place where a text stands, or not at all if it stands nowhere.
  mutating func skip(beyond text: StaticString) -> Bool {
    var copy = self
    while copy.place < end {
      if copy.place.pointee == text.utf8Start.pointee, copy.skip(text: text) {
        self = copy
        return true
      }
      copy.place += 1
    }
    return false
  }

  /// Moves on beyond a run of the same byte.
  ///
  /// - Returns: How often the byte stands there.
  mutating func skipRun(of byte: Unicode.Scalar) -> Int {
    var count = 0
    while skip(byte) { count += 1 }
    return count
  }

  /// Moves on beyond what may stand in front of a line: a byte order mark, bytes that were never
  /// written, the wrong half of a line end, and the marks of a quoted mail.
  mutating func skipMargin() {
    _ = skip(text: "\u{FEFF}")
    while place < end, place.pointee == 0 || place.pointee == 0x0d { place += 1 }
    while skip(">") { _ = skip(" ") }
  }

  // MARK: Numbers

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
    while place < end, let digit = hexadecimalValue(place.pointee) {
      guard value >> 60 == 0 else { return nil }
      value = value << 4 | UInt64(digit)
      place += 1
    }
    return place > start ? value : nil
  }

  /// Reads seconds with a decimal fraction; `nil` if they are not like `160278.88`, or too many.
  mutating func seconds() -> Timestamp? {
    guard let whole = unsignedDecimal(), whole <= 9_000_000_000, skip(".") else { return nil }
    var unit: Int64 = 1_000_000_000
    var nanoseconds: Int64 = 0
    var digits = 0
    while place < end {
      let digit = place.pointee &- 0x30
      guard digit < 10 else { break }
      unit /= 10
      nanoseconds += Int64(digit) * unit
      digits += 1
      place += 1
    }
    guard digits > 0 else { return nil }
    return Timestamp(nanoseconds: whole * 1_000_000_000 + nanoseconds)
  }

  /// Whether a field ends here: at the end of the line, or a blank.
  @inline(__always)
  var isAtFieldEnd: Bool {
    guard place < end else { return true }
    let byte = place.pointee
    return byte == 0x20 || byte == 0x09 || byte == 0x0d
  }

  // MARK: Text

  /// The bytes from a place before up to here.
  func bytes(from start: Self) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start.place, count: max(place - start.place, 0))
  }

  /// The bytes up to the next blank, which the cursor moves beyond.
  mutating func word() -> UnsafeBufferPointer<UInt8> {
    let start = place
    while !isAtFieldEnd { place += 1 }
    return UnsafeBufferPointer(start: start, count: place - start)
  }

  /// The field from a place before up to the next blank, to be quoted in a message.
  ///
  /// - Parameters:
  ///   - start: Where the field begins.
  ///   - isInList: Whether a comma or a bracket ends a field too.
  /// - Returns: At most 60 bytes of the field.
  func field(from start: Self, isInList: Bool = false) -> String {
    var stop = max(place, start.place)
    while stop < end, stop.pointee != 0x20, stop.pointee != 0x09, stop.pointee != 0x0d,
      !isInList || stop.pointee != UInt8(ascii: ",") && stop.pointee != UInt8(ascii: "]"),
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

  /// The text between a double quote here and the last one of the line, whatever is in it.
  mutating func quoted() -> String? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    var stop = end
    while stop > place + 1, stop[-1] != UInt8(ascii: "\"") { stop -= 1 }
    let start = place + 1
    guard stop > start else { return nil }
    place = stop
    return String(
      decoding: UnsafeBufferPointer(start: start, count: stop - 1 - start), as: UTF8.self)
  }
}

/// Whether some bytes are a text, for a `switch` over words that makes no `String`.
func ~= (text: StaticString, bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard bytes.count == text.utf8CodeUnitCount else { return false }
  for index in bytes.indices where bytes[index] != text.utf8Start[index] { return false }
  return true
}

/// The value of a hexadecimal digit.
@inline(__always)
private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  let digit = byte &- 0x30
  if digit < 10 { return digit }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? letter &+ 10 : nil
}
