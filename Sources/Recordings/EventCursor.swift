/// A place in a chunk that moves on as an event in its usual form is read, eight bytes at a time.
///
/// This is what makes reading fast: no loop over digits, hardly a branch that depends on them, and
/// fields of a fixed width at places that do not depend on the fields before. Whatever is not as
/// usual makes it give up; then `ByteCursor` looks at the line.
struct EventCursor {
  /// How many bytes have to be there from the start of a line.
  ///
  /// No usual form is longer than 64 bytes; a number is looked at with the bytes behind it.
  static let room = 96

  private var place: UnsafePointer<UInt8>

  /// Creates a cursor at the start of a line.
  ///
  /// - Precondition: There are `room` bytes.
  @inline(__always)
  init(at place: UnsafePointer<UInt8>) {
    self.place = place
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  private func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place + offset).loadUnaligned(as: UInt64.self))
  }

  /// Whether a byte stands some places on.
  @inline(__always)
  func has(_ byte: Unicode.Scalar, at offset: Int) -> Bool {
    place[offset] == UInt8(truncatingIfNeeded: byte.value)
  }

  /// Moves on by some bytes.
  ///
  /// - Returns: True, to stand in a condition.
  @inline(__always)
  mutating func skips(_ count: Int) -> Bool {
    place += count
    return true
  }

  /// Moves on beyond up to eight bytes, if they are next.
  ///
  /// - Parameters:
  ///   - text: The bytes, the first one lowest.
  ///   - count: How many they are, 1...8.
  /// - Returns: Whether they are next.
  @inline(__always)
  mutating func skip(word text: UInt64, count: Int) -> Bool {
    guard (word(at: 0) ^ text) &<< UInt64(truncatingIfNeeded: 64 - 8 * count) == 0 else {
      return false
    }
    place += count
    return true
  }

  // MARK: Decimal numbers

  /// Reads 1 to 15 digits.
  @inline(__always)
  mutating func unsignedDecimal() -> UInt64? {
    let (high, count) = Self.digits(in: word(at: 0))
    place += count
    guard count == 8 else { return count > 0 ? high : nil }
    let (low, more) = Self.digits(in: word(at: 0))
    guard more > 0 else { return high }
    place += more
    return more < 8 ? high &* Self.powerOfTen(more) &+ low : nil
  }

  /// Reads a number with or without a minus that fits 32 bits.
  @inline(__always)
  mutating func value() -> Int32? {
    let isNegative = has("-", at: 0)
    if isNegative { place += 1 }
    guard let magnitude = unsignedDecimal() else { return nil }
    let value = Int64(bitPattern: magnitude)
    return Int32(exactly: isNegative ? 0 &- value : value)
  }

  /// Reads blanks, and a number with or without a minus: together no more than eight bytes.
  ///
  /// What ends the number is left to be looked at: only then is it known to be whole.
  @inline(__always)
  mutating func paddedValue() -> Int32? {
    let word = word(at: 0)
    let blanks = Self.blanks(in: word)
    guard blanks < 8 else { return nil }
    let isNegative = word &>> UInt64(truncatingIfNeeded: 8 * blanks) & 0xff == 0x2d
    let front = blanks &+ (isNegative ? 1 : 0)
    let (magnitude, count) = Self.digits(in: word &>> UInt64(truncatingIfNeeded: 8 * front))
    guard count > 0 else { return nil }
    place += front &+ count
    // Eight digits fit 32 bits.
    let value = Int32(truncatingIfNeeded: magnitude)
    return isNegative ? 0 &- value : value
  }

  /// Reads blanks, and a number that is not negative: together no more than eight bytes.
  ///
  /// What ends the number is left to be looked at.
  @inline(__always)
  mutating func paddedDecimal() -> UInt64? {
    let word = word(at: 0)
    let blanks = Self.blanks(in: word)
    guard blanks < 8 else { return nil }
    let (magnitude, count) = Self.digits(in: word &>> UInt64(truncatingIfNeeded: 8 * blanks))
    place += blanks &+ count
    return count > 0 ? magnitude : nil
  }

  /// A number in a column of its own, with blanks in front.
  ///
  /// - Parameters:
  ///   - offset: Where the column begins, at least at the eighth byte of the line.
  ///   - width: The width of the column, 1...8.
  /// - Returns: The number, or `nil` if something else stands there.
  @inline(__always)
  func column(at offset: Int, width: Int) -> UInt64? {
    let blank: UInt64 = 0x2020_2020_2020_2020
    // What stands in front of the column counts as blank.
    let column = UInt64.max &<< UInt64(truncatingIfNeeded: 64 - 8 * width)
    let word = word(at: offset + width - 8) & column | blank & ~column
    let blanks = Self.blanks(in: word)
    guard blanks < 8 else { return nil }
    let digits =
      (word ^ 0x3030_3030_3030_3030) & UInt64.max &<< UInt64(truncatingIfNeeded: 8 * blanks)
    return Self.others(among: digits) == 0 ? Self.number(of: digits) : nil
  }

  /// A number of so many digits.
  ///
  /// - Parameters:
  ///   - offset: Where the first digit stands.
  ///   - width: How many digits there are, 1...8.
  /// - Returns: The number, or `nil` if something else stands there.
  @inline(__always)
  func digits(at offset: Int, width: Int) -> UInt64? {
    let digits =
      (word(at: offset) ^ 0x3030_3030_3030_3030)
      &<< UInt64(truncatingIfNeeded: 64 - 8 * width)
    return Self.others(among: digits) == 0 ? Self.number(of: digits) : nil
  }

  /// How many blanks eight bytes begin with.
  @inline(__always)
  private static func blanks(in word: UInt64) -> Int {
    (word ^ 0x2020_2020_2020_2020).trailingZeroBitCount &>> 3
  }

  /// Reads the digits that eight bytes begin with.
  @inline(__always)
  private static func digits(in word: UInt64) -> (value: UInt64, count: Int) {
    let digits = word ^ 0x3030_3030_3030_3030
    let count = others(among: digits).trailingZeroBitCount &>> 3
    // Zeros in front of the digits, and what stands behind them out of the way. Without digits the
    // shift is by nothing, and the value means nothing.
    return (number(of: digits &<< UInt64(truncatingIfNeeded: 64 - 8 * count)), count)
  }

  /// Marks the bytes that are no digit by their highest bit; a digit is 0...9 here.
  ///
  /// What is marked behind the first other byte may be wrong.
  @inline(__always)
  private static func others(among digits: UInt64) -> UInt64 {
    (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
  }

  /// The number of eight digits, each a byte of 0...9, the first one lowest.
  @inline(__always)
  private static func number(of digits: UInt64) -> UInt64 {
    // Pairs, fours, and all eight: each step adds ten, a hundred, ten thousand times the left half.
    let pairs = (digits &* (10 << 8 | 1)) &>> 8 & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* (100 << 16 | 1)) &>> 16 & 0x0000_ffff_0000_ffff
    return (fours &* (10000 << 32 | 1)) &>> 32
  }

  @inline(__always)
  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    default: 10_000_000
    }
  }

  // MARK: Others

  /// Reads twice four hexadecimal digits of either case, each with a blank behind it.
  @inline(__always)
  mutating func hexadecimalPair() -> (UInt16, UInt16)? {
    guard has(" ", at: 4), has(" ", at: 9) else { return nil }
    let start = UnsafeRawPointer(place)
    let first = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
    let second = UInt32(littleEndian: (start + 5).loadUnaligned(as: UInt32.self))
    let text = UInt64(second) &<< 32 | UInt64(first)
    // Letters as small ones, and a 1 in each byte that is one.
    let small = text | 0x2020_2020_2020_2020
    let letters = (small &+ 0x1f1f_1f1f_1f1f_1f1f) &>> 7 & 0x0101_0101_0101_0101
    // A letter counts from 10; then every byte has to be what its value is written as.
    let values = (small & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    let written = values &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    let large = (values &+ 0x7676_7676_7676_7676) &>> 7 & 0x0101_0101_0101_0101
    let tooLarge = values & 0x1010_1010_1010_1010 | text & 0x8080_8080_8080_8080
    let printed = (text &>> 5 | letters) & 0x0101_0101_0101_0101
    guard written == small, large == letters, tooLarge == 0, printed == 0x0101_0101_0101_0101
    else { return nil }
    place += 10
    let pairs = (values &<< 4 | values &>> 8) & 0x00ff_00ff_00ff_00ff
    let fours = pairs &<< 8 | pairs &>> 16
    return (UInt16(truncatingIfNeeded: fours), UInt16(truncatingIfNeeded: fours &>> 32))
  }

  /// Whether a field ends here: at the end of the line, or a blank.
  @inline(__always)
  var isAtFieldEnd: Bool {
    let byte = place.pointee
    return byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
  }
}
