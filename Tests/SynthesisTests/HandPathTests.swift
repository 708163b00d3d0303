import Testing

@testable import Synthesis

@Suite struct HandPathTests {
  @Test func `a way of minimum jerk goes from rest to rest`() {
    #expect(HandPath.minimumJerk(-1) == 0)
    #expect(HandPath.minimumJerk(0) == 0)
    #expect(HandPath.minimumJerk(0.5) == 0.5)
    #expect(HandPath.minimumJerk(1) == 1)
    #expect(HandPath.minimumJerk(2) == 1)
    for u in stride(from: 0.0, through: 1, by: 0.01) {
      // Forth is back, seen from the other end.
      #expect(abs(HandPath.minimumJerk(u) + HandPath.minimumJerk(1 - u) - 1) < 1e-12)
    }
  }

  @Test(arguments: [0.1, 0.25, 0.5, 0.75, 1])
  func `its peak velocity is the largest slope until then`(share: Double) {
    let step = 1e-4
    let slopes = stride(from: 0, to: share, by: step).map { u in
      (HandPath.minimumJerk(u + step) - HandPath.minimumJerk(u)) / step
    }
    let largest = slopes.max() ?? 0
    #expect(abs(HandPath.peakVelocity(upTo: share) - largest) < 2e-3)
  }
}
