/// All numbers from one to another, both counted.
///
/// Each operation rounds outwards, so that what comes of any numbers in the operands lies in the
/// result. Bounds may be infinite.
public struct Interval: Hashable, Sendable {
  /// The smallest number.
  public let lower: Double

  /// The largest number.
  public let upper: Double

  /// Creates an interval.
  ///
  /// - Precondition: The bounds are numbers in their order.
  public init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper, "The bounds of an interval are in their order")
    self.lower = lower
    self.upper = upper
  }

  /// Creates the interval of one number.
  ///
  /// - Precondition: It is one.
  public init(_ value: Double) {
    self.init(value, value)
  }

  /// All numbers.
  public static let all = Self(-.infinity, .infinity)

  /// Zero alone.
  public static let zero = Self(0)

  /// Whether a number lies in it.
  public func contains(_ value: Double) -> Bool {
    lower <= value && value <= upper
  }

  /// The smallest interval around both.
  public func joined(with other: Self) -> Self {
    Self(min(lower, other.lower), max(upper, other.upper))
  }

  /// What is left of it within bounds; a bound where nothing is.
  public func clamped(to bounds: Self) -> Self {
    Self(
      max(bounds.lower, min(bounds.upper, lower)), max(bounds.lower, min(bounds.upper, upper)))
  }

  /// The interval of the numbers' absolute values.
  public var magnitude: Self {
    if lower >= 0 { return self }
    if upper <= 0 { return -self }
    return Self(0, max(-lower, upper))
  }

  /// The interval with both bounds further out by a number of 0 or more.
  public func widened(by margin: Double) -> Self {
    self + Self(-margin, margin)
  }

  public static prefix func - (interval: Self) -> Self {
    Self(-interval.upper, -interval.lower)
  }

  public static func + (left: Self, right: Self) -> Self {
    Self(down(left.lower + right.lower), up(left.upper + right.upper))
  }

  public static func - (left: Self, right: Self) -> Self {
    left + -right
  }

  public static func * (left: Self, right: Self) -> Self {
    let products = [
      product(left.lower, right.lower), product(left.lower, right.upper),
      product(left.upper, right.lower), product(left.upper, right.upper),
    ]
    let (low, high) = products.reduce((Double.infinity, -Double.infinity)) { bounds, product in
      (min(bounds.0, product), max(bounds.1, product))
    }
    return Self(down(low), up(high))
  }

  /// The quotients by numbers above 0.
  ///
  /// - Precondition: The divisor is more than 0.
  public static func / (left: Self, right: Double) -> Self {
    precondition(right > 0, "An interval is divided by more than 0")
    return Self(down(left.lower / right), up(left.upper / right))
  }

  /// A product in which no number is infinite, so that 0 wins.
  private static func product(_ left: Double, _ right: Double) -> Double {
    left == 0 || right == 0 ? 0 : left * right
  }

  /// The next number below one that may have been rounded; what is exact, as 0 and infinity, stays.
  private static func down(_ value: Double) -> Double {
    if value.isNaN { return -.infinity }
    return value == 0 || value.isInfinite ? value : value.nextDown
  }

  /// The next number above one that may have been rounded.
  private static func up(_ value: Double) -> Double {
    -down(-value)
  }
}
