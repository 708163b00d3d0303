import Gestures
import Quantities
import TestSupport
import Testing
import TouchInput

@Suite struct PanTests {
  @Test(arguments: [
    (PanDirection.right, 40.0), (.left, -40), (.down, 40), (.up, -40),
  ])
  func `travel is positive forwards`(direction: PanDirection, millimeters: Double) throws {
    let axis = try #require(direction.axis)
    for sign in [1.0, -1] {
      let frames = [ContactFrame].swipe(
        sign * millimeters, over: .milliseconds(200), along: axis)
      let pan = Recognition(frames, .pad(direction: direction)).ends.first
      #expect(pan?.units == sign * 400)
      #expect(pan?.axis == axis)
    }
  }
}
