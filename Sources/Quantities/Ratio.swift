/// A fraction of two whole numbers in lowest terms, so that products are exact.
///
/// The parts have 128 bits, which hold a product of two numbers of the command line (9 digits, 9
/// more behind the point) and a device value (32 bits). A longer product is exact as long as it
/// fits when all is crossed out, and rounded to 53 bits beyond: no numbers trap.
///
/// - Complexity: O(1); a fraction that is made takes Euclid's algorithm, at most 186 divisions.
public struct Ratio: Hashable, Comparable, Sendable {
  /// The number above the line.
  public let numerator: Int128

  /// The number below the line, positive.
  public let denominator: Int128

  /// Creates a fraction in lowest terms; a part that does not fit is the nearest that does.
  ///
  /// - Precondition: The denominator is not 0.
  public init(_ numerator: Int128, over denominator: Int128 = 1) {
    precondition(denominator != 0, "A fraction needs a denominator other than 0")
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let top = Int128(clamping: numerator.magnitude / divisor)
    self.numerator = (numerator < 0) != (denominator < 0) ? -top : top
    self.denominator = Int128(clamping: denominator.magnitude / divisor)
  }

  /// The fraction as a binary number, rounded once.
  ///
  /// The rounding is that of one division as long as both parts have at most 53 bits.
  public var value: Double {
    // The conversion of 128 bits takes a hundred times as long.
    let (top, bottom) = (
      Int64(truncatingIfNeeded: numerator), Int64(truncatingIfNeeded: denominator)
    )
    guard top == numerator, bottom == denominator else {
      return Double(numerator) / Double(denominator)
    }
    return Double(top) / Double(bottom)
  }

  /// The product; one that does not fit is rounded to 53 bits.
  public static func * (left: Self, right: Self) -> Self {
    // Crossing out before multiplying keeps the parts small.
    let first = Self(left.numerator, over: right.denominator)
    let second = Self(right.numerator, over: left.denominator)
    let top = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let bottom = first.denominator.multipliedReportingOverflow(by: second.denominator)
    guard top.overflow || bottom.overflow else {
      return Self(top.partialValue, over: bottom.partialValue)
    }
    return Self(nearestTo: first.value * second.value)
  }

  /// The quotient.
  ///
  /// - Precondition: The divisor is not 0.
  public static func / (left: Self, right: Self) -> Self {
    left * Self(right.denominator, over: right.numerator)
  }

  /// The sum; one that does not fit is rounded to 53 bits.
  public static func + (left: Self, right: Self) -> Self {
    let first = left.numerator.multipliedReportingOverflow(by: right.denominator)
    let second = right.numerator.multipliedReportingOverflow(by: left.denominator)
    let bottom = left.denominator.multipliedReportingOverflow(by: right.denominator)
    let top = first.partialValue.addingReportingOverflow(second.partialValue)
    guard first.overflow || second.overflow || bottom.overflow || top.overflow else {
      return Self(top.partialValue, over: bottom.partialValue)
    }
    return Self(nearestTo: left.value + right.value)
  }

  public static func < (left: Self, right: Self) -> Bool {
    // Full width: fractions of unlike sizes may not fit 128 bits when multiplied crosswise.
    let first = left.numerator.multipliedFullWidth(by: right.denominator)
    let second = right.numerator.multipliedFullWidth(by: left.denominator)
    return first.high != second.high ? first.high < second.high : first.low < second.low
  }

  /// Creates the fraction nearest to a number other than 0, of the parts that fit.
  private init(nearestTo value: Double) {
    let bits = max(0, min(126, 52 - Int(value.exponent)))
    let scaled = Double(sign: value.sign, exponent: bits, significand: value.magnitude).rounded()
    guard scaled.magnitude < 0x1p127 else {
      self.init(value < 0 ? -.max : .max)
      return
    }
    self.init(scaled == 0 ? (value < 0 ? -1 : 1) : Int128(scaled), over: 1 << Int128(bits))
  }

  private static func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
    var (larger, smaller) = (first, second)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return max(larger, 1)
  }
}
