import Testing
import Tuning

@Suite struct QuartilesTests {
  @Test func `quartiles between values lie on the line between them`() throws {
    // R: quantile(c(1, 2, 4, 8)) is 1, 1.75, 3, 5, 8.
    let quartiles = try #require(Quartiles([8, 1, 4, 2]))
    #expect(quartiles.count == 4)
    #expect(quartiles.minimum == 1)
    #expect(quartiles.lower == 1.75)
    #expect(quartiles.median == 3)
    #expect(quartiles.upper == 5)
    #expect(quartiles.maximum == 8)
  }

  @Test func `quartiles at values are those`() throws {
    let quartiles = try #require(Quartiles([5, 1, 4, 2, 3]))
    #expect((quartiles.lower, quartiles.median, quartiles.upper) == (2, 3, 4))
    let one = try #require(Quartiles([7]))
    #expect([one.minimum, one.lower, one.median, one.upper, one.maximum] == [7, 7, 7, 7, 7])
    #expect(Quartiles([]) == nil)
  }

  @Test func `values that are the same, or very large, stay as they are`() throws {
    let same = try #require(Quartiles([0.1, 0.1, 0.1, 0.1]))
    #expect(same.lower == 0.1 && same.median == 0.1 && same.upper == 0.1)
    let large = try #require(Quartiles([-1.7e308, 1.7e308]))
    #expect(large.median == 0)
    #expect(abs(large.lower / -0.85e308 - 1) < 1e-15)
  }
}
