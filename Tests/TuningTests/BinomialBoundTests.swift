import Foundation
import Testing
import Tuning

@Suite struct BinomialBoundTests {
  /// The probability of at most some mistakes, term by term.
  static func atMost(_ mistakes: Int, of count: Int, rate: Double) -> Double {
    var sum = 0.0
    let n = Double(count)
    for k in (0...mistakes).map(Double.init) {
      let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      sum += exp(ways + k * log(rate) + (n - k) * log1p(-rate))
    }
    return sum
  }

  @Test func `149 gestures without a mistake show 2 percent, 148 do not`() {
    #expect(BinomialBound.upper(0, of: 149) < 0.02)
    #expect(BinomialBound.upper(0, of: 148) > 0.02)
    #expect(BinomialBound.count(for: 0, atMost: 0.02) == 149)
    #expect(BinomialBound.count(for: 0, atMost: 0.05) == 59)
    #expect(BinomialBound.count(for: 0, atMost: 0.01) == 299)
  }

  @Test(arguments: [(1, 20), (3, 200), (10, 30), (29, 30), (500, 10_000), (99_000, 100_000)])
  func `at the bound so few mistakes are as rare as they may be`(mistakes: Int, count: Int) {
    for confidence in [0.9, 0.95, 0.99] {
      let bound = BinomialBound.upper(mistakes, of: count, confidence: confidence)
      #expect(bound > Double(mistakes) / Double(count))
      #expect(
        abs(Self.atMost(mistakes, of: count, rate: bound) - (1 - confidence)) < 1e-6)
    }
  }

  @Test func `a known table is met`() {
    // Clopper and Pearson's limits: 95 % one-sided of 1 in 10 is 0.3942, of 5 in 10 0.7776.
    #expect(abs(BinomialBound.upper(1, of: 10) - 0.3942) < 5e-5)
    #expect(abs(BinomialBound.upper(5, of: 10) - 0.7776) < 5e-5)
    #expect(abs(BinomialBound.lower(5, of: 10) - 0.2224) < 5e-5)
  }

  @Test func `nothing is known without gestures, or where all are mistakes`() {
    #expect(BinomialBound.upper(0, of: 0) == 1)
    #expect(BinomialBound.upper(5, of: 5) == 1)
    #expect(BinomialBound.lower(0, of: 5) == 0)
    #expect(BinomialBound.lower(0, of: 0) == 0)
  }

  @Test(arguments: [0, 1, 5, 40])
  func `the count is the fewest that does`(mistakes: Int) throws {
    let count = try #require(BinomialBound.count(for: mistakes, atMost: 0.03))
    #expect(BinomialBound.upper(mistakes, of: count) <= 0.03)
    #expect(BinomialBound.upper(mistakes, of: count - 1) > 0.03)
  }

  @Test func `some bounds need more gestures than anybody makes`() {
    #expect(BinomialBound.count(for: 0, atMost: 1e-9) == nil)
    #expect(BinomialBound.count(for: 0, atMost: 0) == nil)
  }
}
