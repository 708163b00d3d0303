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
