/// A decimal number exactly as it was written.
///
/// `0.3` is 3 tenths, not the nearest binary fraction. It has at most 9 significant digits and at
/// most 9 behind the point, so that products with device values stay within 128 bits.
public struct DecimalNumber: Hashable, Sendable {
  /// The digits as a whole number, with the sign.
  public let digits: Int

  /// How many of the digits stand behind the decimal point, 0…9.
  public let fractionDigits: Int

  /// The most significant digits a number may have.
  public static let maximumDigits = 9

  /// Creates a whole number.
  ///
  /// - Precondition: The number has at most 9 digits.
  public init(_ whole: Int) {
    precondition(whole.magnitude < 1_000_000_000, "A decimal number has at most 9 digits")
    digits = whole
    fractionDigits = 0
  }

  /// Creates a number from its digits: 3 with one digit behind the point is 0.3.
  ///
  /// - Precondition: There are at most 9 digits, and 0…9 behind the point.
  public init(_ digits: Int, fractionDigits: Int) {
    precondition(
      digits.magnitude < 1_000_000_000 && (0...Self.maximumDigits).contains(fractionDigits),
      "A decimal number has at most 9 digits")
    self.init(digits: digits, fractionDigits: fractionDigits)
  }

  /// Reads a number such as `0.3`, `-12` or `.5`.
  ///
  /// Fails if the text is no decimal number, or has more than 9 digits.
  public init?(_ text: some StringProtocol) {
    var value = 0
    var fraction = 0
    var sawPoint = false
    var sawDigit = false
    var isNegative = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: break
      case UInt8(ascii: ".") where !sawPoint: sawPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        sawDigit = true
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        if sawPoint { fraction += 1 }
        guard value < 1_000_000_000, fraction <= Self.maximumDigits else { return nil }
      default: return nil
      }
    }
    guard sawDigit else { return nil }
    self.init(digits: isNegative ? -value : value, fractionDigits: fraction)
  }

  /// Creates the decimal number nearest to a binary one: the shortest that reads back as the same,
  /// rounded to 9 digits.
  ///
  /// Fails if the number is not finite, or rounds to 10⁹ or more.
  public init?(_ value: Double) {
    guard value.magnitude < 1e9 else { return nil }
    // `description` is the shortest text that reads back as the same number.
    if let exact = Self("\(value)") {
      self = exact
      return
    }
    var scale = 1.0
    var fraction = 0
    // What would be rounded up to 10 digits has one less behind the point.
    while fraction < Self.maximumDigits, (value.magnitude * scale * 10).rounded() < 1e9 {
      scale *= 10
      fraction += 1
    }
    let digits = Int((value * scale).rounded())
    guard digits.magnitude < 1_000_000_000 else { return nil }
    self.init(digits: digits, fractionDigits: fraction)
  }

  /// Creates the decimal number that a binary one was read from.
  ///
  /// Fails if no decimal number of 9 digits reads as that one.
  package init?(exactly value: Double) {
    guard let number = Self(value), number.value == value else { return nil }
    self = number
  }

  /// The product of the decimal numbers that two binary ones were read from, rounded once: 0.35 × 38
  /// is 13.3.
  ///
  /// - Returns: The product; that of the binary numbers where one was read from no decimal number.
  package static func product(_ left: Double, _ right: Double) -> Double {
    guard let first = Self(exactly: left), let second = Self(exactly: right) else {
      return left * right
    }
    return (first.ratio * second.ratio).value
  }

  /// The quotient of the decimal numbers that two binary ones were read from, rounded once.
  ///
  /// - Returns: The quotient; that of the binary numbers where one was read from no decimal number, or
  ///   where the divisor is 0.
  package static func quotient(_ left: Double, _ right: Double) -> Double {
    guard let first = Self(exactly: left), let second = Self(exactly: right), second.digits != 0
    else { return left / right }
    return (first.ratio / second.ratio).value
  }

  private init(digits: Int, fractionDigits: Int) {
    var digits = digits
    var fractionDigits = fractionDigits
    while fractionDigits > 0, digits % 10 == 0 {
      digits /= 10
      fractionDigits -= 1
    }
    self.digits = digits
    self.fractionDigits = fractionDigits
  }

  /// The number as a fraction.
  public var ratio: Ratio {
    Ratio(Int128(digits), over: Int128(Self.power(fractionDigits)))
  }

  /// The binary number nearest to this one.
  public var value: Double { ratio.value }

  /// Ten to some power, 0…18.
  package static func power(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension DecimalNumber: CustomStringConvertible {
  public var description: String {
    guard fractionDigits > 0 else { return "\(digits)" }
    let text = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, fractionDigits + 1 - text.count)) + text
    let point = padded.index(padded.endIndex, offsetBy: -fractionDigits)
    return (digits < 0 ? "-" : "") + padded[..<point] + "." + padded[point...]
  }
}
