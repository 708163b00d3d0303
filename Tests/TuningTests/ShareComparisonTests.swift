import Testing
import Tuning

@Suite struct ShareComparisonTests {
  @Test func `the range is that of Newcombe's table`() throws {
    // Newcombe 1998, table II, method 10: 56/70 less 48/80 is 0.0524 to 0.3339.
    let share = try #require(ShareComparison((48, of: 80), (56, of: 70)))
    #expect(abs(share.difference - 0.2) < 1e-12)
    #expect(abs(share.lower - 0.0524) < 5e-5)
    #expect(abs(share.upper - 0.3339) < 5e-5)
    // 9/10 less 3/10: 0.1705 to 0.8090.
    let small = try #require(ShareComparison((3, of: 10), (9, of: 10)))
    #expect(abs(small.lower - 0.1705) < 5e-5)
    #expect(abs(small.upper - 0.8090) < 5e-5)
  }

  @Test func `it stays within what shares can differ`() throws {
    let most = try #require(ShareComparison((0, of: 10), (10, of: 10)))
    #expect(most.difference == 1 && most.upper == 1)
    // 10/10 less 0/10: 0.6075 to 1.
    #expect(abs(most.lower - 0.6075) < 5e-5)
    let none = try #require(ShareComparison((0, of: 5), (0, of: 7)))
    #expect(none.difference == 0 && none.lower < 0 && none.upper > 0)
    #expect(ShareComparison((0, of: 0), (1, of: 1)) == nil)
    #expect(ShareComparison((1, of: 1), (0, of: 0)) == nil)
  }
}
