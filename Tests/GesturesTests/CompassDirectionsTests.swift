@testable import Gestures
import Testing

@Suite struct CompassDirectionsTests {
  static let short: [(Double, Double, CompassDirections)] = [
    (0.0, 0.0, []),
    (1.0, 0.0, [.upRight, .right, .downRight]), (-1.0, 0.0, [.upLeft, .left, .downLeft]),
    (0.0, 1.0, [.downLeft, .down, .downRight]), (0.0, -1.0, [.upLeft, .up, .upRight]),
    (1.9, 0.1, [.right, .downRight, .down]), (1.9, -0.1, [.right, .upRight, .up]),
    (-0.1, 1.9, [.left, .downLeft, .down]), (-1.9, -1.9, [.left, .upLeft, .up]),
  ]

  @Test(arguments: short)
  func `a short motion goes to three eighths, by its signs`(
    x: Double, y: Double, directions: CompassDirections
  ) {
    #expect(CompassDirections(x: x, y: y) == directions)
  }

  static let long: [(Double, Double, CompassDirections)] = [
    (2.0, 0.0, .right), (0.0, -2.0, .up), (0.0, 5.0, .down), (-9.0, 0.0, .left),
    (3.0, 3.0, .downRight), (3.0, -3.0, .upRight), (-3.0, 3.0, .downLeft), (-3.0, -3.0, .upLeft),
    // A tenth of an eighth to either side is certain, and the rest is shared with the next.
    (10.0, 0.7, .right), (10.0, 0.9, [.right, .downRight]), (10.0, -0.7, .right),
    (10.0, -0.9, [.right, .upRight]), (-0.7, -10.0, .up), (-0.9, -10.0, [.up, .upLeft]),
  ]

  @Test(arguments: long)
  func `a longer one goes to one or two, by its angle`(
    x: Double, y: Double, directions: CompassDirections
  ) {
    #expect(CompassDirections(x: x, y: y) == directions)
  }

  @Test func `directions are near to themselves and to the next, around the compass`() {
    for first in 0..<8 {
      for second in 0..<8 {
        let (a, b) = (
          CompassDirections(rawValue: 1 << UInt8(first)),
          CompassDirections(rawValue: 1 << UInt8(second))
        )
        let distance = min((first - second + 8) % 8, (second - first + 8) % 8)
        #expect(a.isNear(b) == (distance <= 1))
      }
    }
    #expect(!CompassDirections().isNear(.up))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a motion that is no number goes nowhere or somewhere`(x: Double) {
    #expect(CompassDirections(x: x, y: x).rawValue.nonzeroBitCount <= 2)
  }
}
