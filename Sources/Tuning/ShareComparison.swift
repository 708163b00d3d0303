/// The difference between two shares, and the range it is in with 95 % confidence.
///
/// The range is Newcombe's hybrid score interval without correction, method 10 of "Interval
/// Estimation for the Difference between Independent Proportions" (1998); cases are taken as
/// independent.
public struct ShareComparison: Hashable, Sendable {
  /// The second share less the first, −1...1.
  public let difference: Double

  /// The least difference that there may be.
  public let lower: Double

  /// The largest difference that there may be.
  public let upper: Double

  /// Compares two shares.
  ///
  /// Fails if one is of nothing.
  ///
  /// - Parameters:
  ///   - first: How many of how many the first share is.
  ///   - second: The same of the second.
  public init?(_ first: (count: Int, of: Int), _ second: (count: Int, of: Int)) {
    guard first.of > 0, second.of > 0 else { return nil }
    let (one, other) = (Self.interval(first), Self.interval(second))
    difference = other.share - one.share
    func distance(_ one: Double, _ other: Double) -> Double {
      (one * one + other * other).squareRoot()
    }
    lower = max(-1, difference - distance(other.share - other.lower, one.upper - one.share))
    upper = min(1, difference + distance(other.upper - other.share, one.share - one.lower))
  }

  /// The quantile of the normal distribution that leaves 2.5 % on either side.
  private static let normalQuantile = 1.959963984540054

  /// A share with the score interval of Wilson (1927).
  private static func interval(
    _ share: (count: Int, of: Int)
  ) -> (share: Double, lower: Double, upper: Double) {
    let (count, total) = (Double(share.count), Double(share.of))
    let z = normalQuantile
    let middle = (count + z * z / 2) / (total + z * z)
    let half =
      z / (total + z * z) * (count * (total - count) / total + z * z / 4).squareRoot()
    let value = count / total
    return (value, min(value, max(0, middle - half)), max(value, min(1, middle + half)))
  }
}
