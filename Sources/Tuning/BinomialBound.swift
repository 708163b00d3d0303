import Glibc

/// What counts of mistakes say at most of their rate, by Clopper and Pearson.
///
/// The bound is exact: whatever the rate is, the bound is below it in at most 1 − confidence of all
/// series. Gestures must be independent of each other.
public enum BinomialBound {
  /// The largest rate under which so few mistakes are no rarer than 1 − confidence.
  ///
  /// - Parameters:
  ///   - mistakes: How many mistakes there were, 0…count.
  ///   - count: How many gestures there were, 0 or more.
  ///   - confidence: How sure the bound is, one-sided, between 0 and 1.
  /// - Returns: The rate, 0…1; 1 without gestures.
  /// - Complexity: O(mistakes).
  public static func upper(
    _ mistakes: Int, of count: Int, confidence: Double = 0.95
  ) -> Double {
    guard mistakes < count, mistakes >= 0 else { return 1 }
    // Without a mistake the equation (1 − p)ⁿ = 1 − confidence has a solution in closed form.
    if mistakes == 0 { return -expm1(log(1 - confidence) / Double(count)) }
    var (low, high) = (Double(mistakes) / Double(count), 1.0)
    // Halving ends where no number lies between.
    while case let middle = low + (high - low) / 2, middle > low, middle < high {
      if atMost(mistakes, of: count, rate: middle) > 1 - confidence {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }

  /// The smallest rate under which so many mistakes are no rarer than 1 − confidence.
  public static func lower(
    _ mistakes: Int, of count: Int, confidence: Double = 0.95
  ) -> Double {
    guard mistakes > 0, count > 0 else { return 0 }
    return 1 - upper(count - mistakes, of: count, confidence: confidence)
  }

  /// How many gestures there must be for a bound, if no more of them are mistakes.
  ///
  /// - Parameters:
  ///   - mistakes: How many mistakes there are, 0 or more.
  ///   - rate: The bound, more than 0.
  ///   - confidence: How sure it must be.
  /// - Returns: The fewest gestures, or `nil` beyond 10 million.
  public static func count(
    for mistakes: Int, atMost rate: Double, confidence: Double = 0.95
  ) -> Int? {
    let most = 10_000_000
    guard rate > 0, mistakes < most, upper(mistakes, of: most, confidence: confidence) <= rate
    else { return nil }
    var (low, high) = (mistakes, most)
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if upper(mistakes, of: middle, confidence: confidence) <= rate {
        high = middle
      } else {
        low = middle
      }
    }
    return high
  }

  /// The probability of at most so many mistakes.
  private static func atMost(_ mistakes: Int, of count: Int, rate: Double) -> Double {
    // Terms as multiples of the last one, which is the largest: rate is above mistakes ÷ count.
    var sum = 1.0
    var term = 1.0
    let odds = (1 - rate) / rate
    for index in stride(from: mistakes, to: 0, by: -1) {
      term *= Double(index) / Double(count - index + 1) * odds
      sum += term
      if term < sum * 1e-17 { break }
    }
    return exp(logTerm(mistakes, of: count, rate: rate) + log(sum))
  }

  /// The logarithm of the probability of exactly so many mistakes.
  private static func logTerm(_ mistakes: Int, of count: Int, rate: Double) -> Double {
    let (k, n) = (Double(mistakes), Double(count))
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(rate)
      + (n - k) * log1p(-rate)
  }
}
