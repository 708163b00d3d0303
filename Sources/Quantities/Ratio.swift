/// A fraction of two whole numbers in lowest terms, so that products are exact.
///
/// The parts have 128 bits. Numbers of the command line have at most 9 digits and device values 32
/// bits; a product of three numbers and two device values fits.
public struct Ratio: Hashable, Comparable, Sendable {
  /// The number above the line.
  public let numerator: Int128

  /// The number below the line, positive.
  public let denominator: Int128

  /// Creates a fraction in lowest terms.
  ///
  /// - Precondition: The denominator is not 0.
  public init(_ numerator: Int128, over denominator: Int128 = 1) {
    precondition(denominator != 0, "A fraction needs a denominator other than 0")
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / divisor
    self.denominator = sign * denominator / divisor
  }

  /// The fraction as a binary number, rounded once.
  ///
  /// The rounding is that of one division as long as both parts have at most 53 bits.
  public var value: Double { Double(numerator) / Double(denominator) }

  public static func * (left: Self, right: Self) -> Self {
    // Crossing out before multiplying keeps the parts small.
    let first = Self(left.numerator, over: right.denominator)
    let second = Self(right.numerator, over: left.denominator)
    return Self(
      first.numerator * second.numerator, over: first.denominator * second.denominator)
  }

  /// The quotient.
  ///
  /// - Precondition: The divisor is not 0.
  public static func / (left: Self, right: Self) -> Self {
    left * Self(right.denominator, over: right.numerator)
  }

  public static func < (left: Self, right: Self) -> Bool {
    // Full width: fractions of unlike sizes may not fit 128 bits when multiplied crosswise.
    let first = left.numerator.multipliedFullWidth(by: right.denominator)
    let second = right.numerator.multipliedFullWidth(by: left.denominator)
    return first.high != second.high ? first.high < second.high : first.low < second.low
  }

  private static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (larger, smaller) = (first < 0 ? -first : first, second < 0 ? -second : second)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return max(larger, 1)
  }
}
