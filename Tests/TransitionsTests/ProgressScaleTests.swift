import Gestures
import Quantities
import TestSupport
import Testing
import Transitions

@Suite struct ProgressScaleTests {
  /// The part of a whole way in 720 720ths of a unit that the mean of some fingers has gone.
  static func way(_ sum: Int, of fingers: Int) -> Int { sum * (Centroid.partsPerUnit / fingers) }

  @Test(arguments: 1...16)
  func `an exact share is exact for any number of fingers`(fingers: Int) {
    // The sum over all fingers that is 30 % of the range, and one unit less.
    for range in [10, 1970, 3130, 5980, 65_530, 2_147_483_640] {
      let scale = ProgressScale(travel: Ratio(Int128(range)))
      let sum = range * 3 / 10 * fingers
      #expect(scale.progress(ofParts: Self.way(sum, of: fingers)) == 0.3)
      #expect(scale.progress(ofParts: Self.way(sum - 1, of: fingers)) < 0.3)
      #expect(scale.progress(ofParts: Self.way(-sum, of: fingers)) == -0.3)
      #expect(scale.progress(ofParts: Self.way(range * fingers, of: fingers)) == 1)
    }
  }

  @Test func `the bar and the way that reaches it are the same number`() {
    var random = Seeded(30)
    for _ in 0..<2000 {
      let fingers = Int.random(in: 1...16, using: &random)
      let range = Int.random(in: 100...4_000_000_000, using: &random)
      // A travel such as 0.333 of the range, or 38 mm at 31.4 units in a millimeter.
      let travel =
        Ratio(Int128(range))
        * Ratio(
          Int128(Int.random(in: 1...1000, using: &random)),
          over: Int128([1, 1000, 1_000_000].randomElement(using: &random) ?? 1))
      let scale = ProgressScale(travel: travel)
      let sum = Int.random(in: -range...range, using: &random)
      let bar = Ratio(Int128(sum), over: Int128(fingers))
      #expect(scale.progress(ofParts: Self.way(sum, of: fingers)) == scale.progress(of: bar))
      let more = scale.progress(ofParts: Self.way(sum + 1, of: fingers))
      #expect(more > scale.progress(of: bar))
    }
  }

  @Test func `an odd range divides once`() {
    let scale = ProgressScale(travel: Ratio(3207))
    #expect(scale.progress(ofParts: Self.way(775, of: 1)) == 775.0 / 3207)
    #expect(scale.progress(ofParts: Self.way(1, of: 7)) == 1.0 / (7 * 3207))
  }

  @Test func `millimeters and pixels are fractions of units`() {
    // 38 mm at 31 units a millimeter; 400 px are 400/10.52 mm.
    let millimeters = ProgressScale(travel: Ratio(38) * Ratio(31))
    #expect(millimeters.progress(ofParts: Self.way(1178, of: 1)) == 1)
    #expect(millimeters.progress(ofParts: Self.way(589, of: 1)) == 0.5)
    let pixels = ProgressScale(
      travel: Ratio(400) * Ratio(31) / Length.gesturePixelsPerMillimeter)
    #expect(pixels.progress(ofParts: Self.way(1052, of: 1)) == 1052 * 10.52 / (400 * 31))
  }

  @Test func `a way too long for whole numbers is rounded, not cut`() {
    for travel in [
      Ratio(1), Ratio(1, over: 1_000_000_007), Ratio(Int128(1) << 80),
      Ratio((1 << 92) - 1, over: (Int128(1) << 80) - 3),
    ] {
      let scale = ProgressScale(travel: travel)
      for way in [Int.max, .max / 4, 1 << 53, (1 << 53) + 1, -(1 << 60)] {
        let wanted = Double(way) / Double(Centroid.partsPerUnit) / travel.value
        let progress = scale.progress(ofParts: way)
        #expect(progress.isFinite)
        // Three roundings of the expectation.
        #expect(abs(progress / wanted - 1) < 1e-15)
      }
    }
  }

  @Test func `a velocity is scaled alike`() {
    #expect(ProgressScale(travel: Ratio(1500)).velocity(of: 750) == 0.5)
    #expect(ProgressScale(travel: Ratio(1500)).velocity(of: -3000) == -2)
    #expect(ProgressScale(travel: Ratio(1, over: 2)).velocity(of: 1) == 2)
  }
}
