import Gestures
import Quantities
import Testing

@Suite struct CentroidTests {
  @Test(arguments: 1...16)
  func `the mean of up to 16 is exact`(count: Int) {
    for sum in [0, 1, -1, 7, 720_720, Int(Int32.max) * 16, Int(Int32.min) * 16] {
      #expect(Centroid.mean(sum, of: count) * count == sum * Centroid.partsPerUnit)
    }
  }

  @Test(arguments: 17...32)
  func `the mean of more is within a part`(count: Int) {
    for sum in [0, 1, -1, 7, 720_720, Int(Int32.max) * 32, Int(Int32.min) * 32] {
      let rest = sum * Centroid.partsPerUnit - Centroid.mean(sum, of: count) * count
      #expect(rest.magnitude < count)
    }
  }

  @Test func `means of the largest sums do not trap`() {
    for count in [1, 2, 16, 17, 32] {
      #expect(Centroid.mean(.max, of: count) == -Centroid.mean(-.max, of: count))
      #expect(Centroid.mean(.max, of: count) > 0)
      #expect(Centroid.mean(.min, of: count) < 0)
    }
  }
}
