import Gestures
import Quantities
import Testing

@Suite struct PanDirectionTests {
  @Test(
    arguments: [
      (.right, .x, .right), (.left, .x, .left), (.up, .y, .up),
      (.down, .y, .down), (.horizontal, .x, nil), (.vertical, .y, nil), (.any, nil, nil),
    ] as [(PanDirection, Axis?, Heading?)])
  func `a direction says the axis and the heading, or leaves them to the motion`(
    direction: PanDirection, axis: Axis?, heading: Heading?
  ) {
    #expect(direction.axis == axis)
    #expect(direction.heading == heading)
  }
}
