@testable import Gestures
import Quantities
import Testing

@Suite struct ScrollLockTests {
  /// What is told of equal motions, 10 ms apart.
  static func told(_ motions: [(Double, Double)]) -> [String] {
    var lock = ScrollLock()
    return motions.enumerated().map { index, motion in
      let told = lock.told(
        motion.0, motion.1, at: Timestamp(nanoseconds: Int64(index) * 10_000_000))
      return (told.x ? "x" : "") + (told.y ? "y" : "")
    }
  }

  static func told(_ x: Double, _ y: Double, times: Int) -> [String] {
    told(Array(repeating: (x, y), count: times))
  }

  @Test(arguments: [
    (1.0, 0.0, "x"), (-1.0, 0.0, "x"), (0.0, 1.0, "y"), (0.0, -1.0, "y"), (1.0, 0.5, "x"),
    (0.5, 1.0, "y"),
  ])
  func `a motion along an axis is told along it alone`(x: Double, y: Double, told: String) {
    #expect(Self.told(x, y, times: 30) == Array(repeating: told, count: 30))
  }

  @Test(arguments: [(0.56, "x"), (0.58, "xy"), (1.72, "xy"), (1.74, "y")])
  func `a motion between 30 and 60 degrees is told along both`(slope: Double, told: String) {
    #expect(Self.told(1, slope, times: 30) == Array(repeating: told, count: 30))
  }

  @Test func `both axes stay free once a slanted way was 5 mm long`() {
    let slanted = Array(repeating: (1.0, 1.0), count: 10)
    let straight = Array(repeating: (1.0, 0.0), count: 30)
    #expect(Self.told(slanted + straight) == Array(repeating: "xy", count: 40))
  }

  @Test func `a scroll that turns is told along both axes after 100 ms along the other`() {
    let told = Self.told(
      Array(repeating: (1.0, 0.0), count: 15) + Array(repeating: (0.0, 1.0), count: 20))
    // The way of the last moments is no longer flat in the second frame after the turn.
    #expect(told == Array(repeating: "x", count: 25) + Array(repeating: "xy", count: 10))
  }

  @Test func `an axis that has not counted for 50 ms makes room for the other`() {
    // Its 40 ms do not count any more when the other has had its 100 ms.
    let told = Self.told(
      Array(repeating: (1.0, 0.0), count: 5) + Array(repeating: (0.0, 1.0), count: 20))
    #expect(told.first == "x" && told.last == "y")
  }

  @Test func `a way from before a pause of more than 100 ms does not matter`() {
    var lock = ScrollLock()
    _ = lock.told(1, 0, at: .zero)
    let told = lock.told(0, 0.2, at: Timestamp(nanoseconds: 100_000_001))
    #expect(told == PerAxis(x: false, y: true))
  }

  @Test func `tiny motions settle no axis`() {
    // 0.1 mm each 10 ms: the way of the last moments is longer than 0.15 mm.
    #expect(Set(Self.told(0.01, 0.01, times: 100)) == ["xy"])
  }
}
