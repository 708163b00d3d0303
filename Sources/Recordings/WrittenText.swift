import Quantities

extension Timestamp {
  /// The whole microseconds in the two parts of a kernel's time stamp; the second is 0…999 999.
  var secondsAndMicroseconds: (seconds: Int64, microseconds: Int64) {
    let microseconds = nanoseconds.floored(by: 1000)
    let seconds = microseconds.floored(by: 1_000_000)
    return (seconds, microseconds - seconds * 1_000_000)
  }
}

extension Int64 {
  /// The quotient, rounded down.
  func floored(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension [UInt8] {
  /// Appends a number with zeros in front, which a minus is counted among.
  mutating func append(decimal value: Int64, width: Int) {
    append(
      digitsOf: value.magnitude, base: 10, width: value < 0 ? width - 1 : width, sign: value < 0)
  }

  /// Appends a number with zeros in front.
  mutating func append(hexadecimal value: UInt64, width: Int) {
    append(digitsOf: value, base: 16, width: width, sign: false)
  }

  /// Appends a number with blanks in front, up to a width.
  mutating func append(padded value: Int64, width: Int) {
    let start = count
    append(decimal: value, width: 1)
    let missing = width - (count - start)
    if missing > 0 {
      insert(contentsOf: repeatElement(UInt8(ascii: " "), count: missing), at: start)
    }
  }

  /// Appends a time as seconds with six digits behind the point.
  ///
  /// - Parameters:
  ///   - time: The time; whole microseconds of it are kept.
  ///   - width: The width of the whole seconds, with blanks in front.
  mutating func append(seconds time: Timestamp, width: Int = 1) {
    let (seconds, microseconds) = time.secondsAndMicroseconds
    append(padded: seconds, width: width)
    append(UInt8(ascii: "."))
    append(decimal: microseconds, width: 6)
  }

  /// Appends nanoseconds as seconds.
  ///
  /// - Parameters:
  ///   - nanoseconds: The nanoseconds; what the digits do not hold is cut off, downwards.
  ///   - digits: How many digits stand behind the point, 0…9.
  mutating func append(nanoseconds: Int64, digits: Int) {
    let unit = (digits..<9).reduce(Int64(1)) { unit, _ in unit * 10 }
    append(fixed: nanoseconds.floored(by: unit), digits: digits)
  }

  /// Appends a decimal number.
  ///
  /// - Parameters:
  ///   - value: The number times the power of ten that its digits behind the point make.
  ///   - digits: How many digits stand behind the point, 0…18.
  mutating func append(fixed value: Int64, digits: Int) {
    let power = (0..<digits).reduce(UInt64(1)) { power, _ in power * 10 }
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: power)
    append(digitsOf: whole, base: 10, width: 1, sign: value < 0)
    guard digits > 0 else { return }
    append(UInt8(ascii: "."))
    append(digitsOf: fraction, base: 10, width: digits, sign: false)
  }

  private mutating func append(digitsOf value: UInt64, base: UInt64, width: Int, sign: Bool) {
    if sign { append(UInt8(ascii: "-")) }
    let start = count
    var rest = value
    while rest > 0 || count - start < width || count == start {
      let digit = UInt8(rest % base)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      rest /= base
    }
    self[start...].reverse()
  }

  /// Appends a text, with blanks behind it up to a width.
  mutating func append(text: String, width: Int = 0) {
    append(contentsOf: text.utf8)
    append(
      contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, width - text.utf8.count)))
  }

  /// Appends a text, cut where it is longer than a width, with blanks behind it up to the width.
  mutating func append(column text: String, width: Int) {
    append(text: String(text.prefix(width)), width: width)
  }

  /// Appends eight bytes with a blank in front of each, and the end of the line.
  mutating func append(bits: [UInt8]) {
    for byte in bits {
      append(UInt8(ascii: " "))
      append(hexadecimal: UInt64(byte), width: 2)
    }
    append(UInt8(ascii: "\n"))
  }
}

extension String {
  /// The text without what could end its line, each such character replaced by `?`.
  ///
  /// Formats that quote nothing hold names like that.
  var onOneLine: String {
    Self(
      UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: "?"
          default: scalar
          }
        }))
  }
}
