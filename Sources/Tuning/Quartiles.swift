/// The least, the middle and the largest of values, and the quarters between.
///
/// A quartile that falls between two values lies on the straight line between them: definition 7 of
/// Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the default of R and NumPy.
public struct Quartiles: Hashable, Sendable {
  /// How many values there are, 1 or more.
  public let count: Int

  /// The least value.
  public let minimum: Double

  /// The value that a quarter is not above.
  public let lower: Double

  /// The middle value.
  public let median: Double

  /// The value that three quarters are not above.
  public let upper: Double

  /// The largest value.
  public let maximum: Double

  /// Finds the quartiles of values in any order.
  ///
  /// Fails if there is no value.
  ///
  /// - Precondition: All values are finite.
  /// - Complexity: O(*n* log *n*).
  public init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    count = sorted.count
    minimum = first
    lower = Self.quantile(0.25, of: sorted)
    median = Self.quantile(0.5, of: sorted)
    upper = Self.quantile(0.75, of: sorted)
    maximum = last
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = Double(sorted.count - 1) * share
    let index = Int(place)
    let part = place - Double(index)
    guard part > 0, sorted[index] != sorted[index + 1] else { return sorted[index] }
    return sorted[index] * (1 - part) + sorted[index + 1] * part
  }
}
