import Testing
import Tuning

@Suite struct BinsTests {
  static let ranges: [(Double, Double, Int, Double)] = [
    (0.0, 1.0, 11, 0.1), (0, 0.999, 10, 0.1), (0, 1, 10, 0.2), (-0.3, 0.35, 16, 0.05),
    (3, 3, 16, 0.2), (0, 0, 16, 0.1), (-1200, 800, 16, 200), (0.0001, 0.0002, 4, 0.00005),
  ]

  @Test(arguments: ranges)
  func `edges are round numbers, and cover the range`(
    least: Double, largest: Double, most: Int, width: Double
  ) throws {
    let bins = Bins(covering: least...largest, atMost: most)
    let edges = bins.edges
    let (first, last) = (try #require(edges.first), try #require(edges.last))
    #expect(bins.count <= most)
    #expect(first <= least && largest < last)
    #expect(first > least - bins.width && last <= largest + bins.width * 1.000001)
    #expect(edges.allSatisfy { $0.description.count <= 7 }, "\(edges)")
    if least < largest { #expect(bins.width == width) }
  }

  @Test func `a value on an edge belongs to the bin above it`() {
    let bins = Bins(covering: 0...0.5, atMost: 11)
    #expect(bins.edges == [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55])
    for (index, edge) in bins.edges.dropLast().enumerated() {
      #expect(bins.index(of: edge) == index)
      #expect(bins.index(of: edge.nextDown) == (index == 0 ? nil : index - 1))
    }
    #expect(bins.index(of: 0.55) == nil)
    #expect(bins.counts([0, 0.05, 0.05, 0.3, 0.54]) == [1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  }

  static let extremes: [(Double, Double)] = [
    (-1.7e308, 1.7e308), (1e308, 1e308), (0.0.nextUp, 0.0.nextUp), (0.0.nextDown, 0.0.nextUp),
    (1, 1.0.nextUp),
    (1e300, 1e300.nextUp), (-1e-300, 1e300),
  ]

  @Test(arguments: extremes)
  func `no range is too wide, too narrow or too far away`(least: Double, largest: Double) {
    let bins = Bins(covering: least...largest, atMost: 16)
    #expect((1...16).contains(bins.count))
    #expect(bins.counts([least]).reduce(0, +) == 1)
  }
}
