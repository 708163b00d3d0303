@testable import Simulation
import Testing

@Suite struct IntervalHistogramTests {
  private func histogram(_ milliseconds: [Double]) -> IntervalHistogram {
    var histogram = IntervalHistogram()
    for interval in milliseconds { histogram.add(nanoseconds: Int64((interval * 1e6).rounded())) }
    return histogram
  }

  @Test func `nothing is known without an interval`() {
    let empty = histogram([])
    #expect(empty.count == 0)
    #expect(empty.median == nil && empty.percentile95 == nil && empty.deviation == nil)
    #expect(empty.shortest == nil && empty.longest == nil)
  }

  @Test func `intervals that are alike read as they are`() throws {
    let even = histogram(Array(repeating: 7.143, count: 40))
    #expect(try #require(even.median) == 7.143)
    #expect(try #require(even.percentile95) == 7.143)
    let deviation = try #require(even.deviation)
    #expect(deviation.largest == 0 && deviation.median == 0 && deviation.percentile95 == 0)
  }

  @Test func `quantiles are the first value that the share does not exceed`() throws {
    // 1, 2 … 100 ms, in another order.
    let all = histogram((1...100).map { Double($0 * 37 % 101) })
    #expect(all.count == 100)
    #expect(all.median == 50)
    #expect(all.percentile95 == 95)
    #expect(all.shortest == 1 && all.longest == 100)
    // |i − 50| takes 0 once, 1…49 twice, 50 once.
    let deviation = try #require(all.deviation)
    #expect(deviation.median == 25)
    #expect(deviation.percentile95 == 47)
    #expect(deviation.largest == 50)
  }

  @Test func `what is removed leaves nothing behind`() {
    var histogram = histogram([250, 3, 7.5])
    histogram.removeAll()
    #expect(histogram.count == 0 && histogram.median == nil && histogram.deviation == nil)
    #expect(histogram.shortest == nil && histogram.longest == nil)
    histogram.add(nanoseconds: 5_000_000)
    #expect(histogram.median == 5 && histogram.percentile95 == 5 && histogram.longest == 5)
    #expect(histogram.deviation?.largest == 0)
    histogram.removeAll()
    histogram.removeAll()
    #expect(histogram.median == nil)
  }

  @Test func `quantiles are right to the resolution`() throws {
    var exact: [Double] = []
    for index in 0..<5000 { exact.append(4 + Double(index * 7919 % 5000) / 500) }
    let all = histogram(exact)
    exact.sort()
    #expect(abs(try #require(all.median) - exact[2499]) <= 0.1)
    #expect(abs(try #require(all.percentile95) - exact[4749]) <= 0.1)
    let deviations = exact.map { abs($0 - exact[2499]) }.sorted()
    let deviation = try #require(all.deviation)
    #expect(abs(deviation.median - deviations[2499]) <= 0.2)
    #expect(abs(deviation.percentile95 - deviations[4749]) <= 0.2)
  }

  @Test func `long intervals share a bin, and the longest is exact`() throws {
    let all = histogram([199.95, 200, 1000, 3_600_000])
    #expect(all.median == 1_200_400)  // The lower of two is in the bin that all long ones share.
    #expect(all.longest == 3_600_000)
    #expect(all.shortest == 199.95)
    #expect(try #require(all.deviation).largest <= 3_600_000)
  }

  @Test func `no interval is too long, and none is negative`() {
    var histogram = IntervalHistogram()
    histogram.add(nanoseconds: .max)
    histogram.add(nanoseconds: .min)
    histogram.add(nanoseconds: .max)
    #expect(histogram.shortest == 0)
    #expect(histogram.longest == Double(Int64.max) / 1e6)
    #expect(histogram.median == histogram.longest)
  }
}
