import Testing
import Tuning

@Suite struct RankComparisonTests {
  @Test func `samples apart are told apart`() throws {
    // R: wilcox.test(1:8, 9:16, exact = FALSE) is W = 0, p-value = 0.0009391.
    let ranks = try #require(
      RankComparison((1...8).map(Double.init), (9...16).map(Double.init)))
    #expect(ranks.superiority == 1)
    #expect(abs(ranks.probability - 0.0009391056991171487) < 1e-12)
  }

  @Test func `ties share their rank, and make the variance smaller`() throws {
    // SciPy: mannwhitneyu([1, 2, 2, 3], [2, 3, 3, 4], method="asymptotic") is U = 3, p = 0.172….
    let ranks = try #require(RankComparison([1, 2, 2, 3], [2, 3, 3, 4]))
    #expect(ranks.superiority == 13.0 / 16)
    #expect(abs(ranks.probability - 0.1720337089218229) < 1e-12)
    let reversed = try #require(RankComparison([2, 3, 3, 4], [1, 2, 2, 3]))
    #expect(reversed.superiority == 3.0 / 16)
    #expect(reversed.probability == ranks.probability)
  }

  @Test func `what is the same does not differ`() throws {
    let same = try #require(RankComparison([1, 1, 1], [1, 1]))
    #expect(same.superiority == 0.5)
    #expect(same.probability == 1)
    let one = try #require(RankComparison([1], [2]))
    #expect(one.superiority == 1)
    #expect(one.probability == 1)
    #expect(RankComparison([], [1]) == nil)
    #expect(RankComparison([1], []) == nil)
  }

  @Test func `it counts pairs, whatever the samples`() throws {
    var state: UInt64 = 7
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 60)
    }
    for count in 1...20 {
      let first = (0..<count).map { _ in next() }
      let second = (0..<(21 - count)).map { _ in next() }
      var larger = 0.0
      for one in first {
        for other in second { larger += other > one ? 1 : other == one ? 0.5 : 0 }
      }
      let ranks = try #require(RankComparison(first, second))
      #expect(abs(ranks.superiority - larger / Double(count * (21 - count))) < 1e-12)
      #expect((0...1).contains(ranks.probability))
    }
  }
}
