import Quantities
import Testing

@testable import Simulation

@Suite struct ReportRateTests {
  private func rate(_ milliseconds: [Int64]) -> Double? {
    var rate = ReportRate()
    for time in milliseconds { rate.note(Timestamp(nanoseconds: time * 1_000_000)) }
    return rate.end()
  }

  @Test func `it is the median, which a pause does not change`() {
    #expect(rate([0, 10, 20, 30]) == 100)
    #expect(rate([0, 8, 16, 24, 5000, 5008]) == 125)
  }

  @Test func `there is none without two frames at different times`() {
    #expect(rate([]) == nil)
    #expect(rate([5]) == nil)
    #expect(rate([5, 5, 5]) == nil)
  }

  @Test func `each touch has its own`() {
    var rate = ReportRate()
    for time: Int64 in [0, 10, 20] { rate.note(Timestamp(nanoseconds: time * 1_000_000)) }
    #expect(rate.end() == 100)
    for time: Int64 in [1000, 1004, 1008] { rate.note(Timestamp(nanoseconds: time * 1_000_000)) }
    #expect(rate.end() == 250)
  }
}
