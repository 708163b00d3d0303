import Gestures
import Quantities
import Testing

@Suite struct HeadingTests {
  @Test(arguments: [
    (Heading.right, Axis.x, 1, Heading.left), (.left, .x, -1, .right), (.down, .y, 1, .up),
    (.up, .y, -1, .down),
  ])
  func `a heading has an axis, a sign and a way back`(
    heading: Heading, axis: Axis, sign: Int, opposite: Heading
  ) {
    #expect(heading.axis == axis)
    #expect(heading.sign == sign)
    #expect(heading.opposite == opposite)
    #expect(Heading(axis: axis, isPositive: sign > 0) == heading)
  }
}

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
