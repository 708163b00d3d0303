import Quantities
import TestSupport
import Testing

@Suite struct SurfaceTests {
  @Test func `an extent has a range and a length`() throws {
    let extent = try #require(
      Surface.Extent(minimum: 1472, maximum: 5472, unitsPerMillimeter: Ratio(70)))
    #expect(extent.range == 4000)
    #expect(extent.millimeters == 4000.0 / 70)
  }

  @Test func `an extent of unknown resolution has no length`() {
    #expect(Surface.Extent(minimum: -600, maximum: 600)?.range == 1200)
    #expect(Surface.Extent(minimum: -600, maximum: 600)?.millimeters == nil)
    for resolution in [Ratio(0), Ratio(-10)] {
      let extent = Surface.Extent(minimum: 0, maximum: 1, unitsPerMillimeter: resolution)
      #expect(extent?.range == 1)
      #expect(extent?.unitsPerMillimeter == nil)
    }
  }

  @Test(arguments: [
    (0, 0), (1, 0), (-1, -2), (0, 1 << 48), (-1 << 48, 0), (.min, .max), (.min, 0), (0, .max),
    (.max, .min),
  ])
  func `an extent without a way, or with too long a one, is refused`(minimum: Int, maximum: Int) {
    #expect(Surface.Extent(minimum: minimum, maximum: maximum) == nil)
  }

  @Test func `the widest extent is measured without a trap`() throws {
    let extent = try #require(
      Surface.Extent(
        minimum: 1 - 1 << 48, maximum: 1 << 48 - 1, unitsPerMillimeter: Ratio(1, over: .max)))
    #expect(extent.range == (1 << 49) - 2)
    #expect(extent.millimeters?.isFinite == true)
  }

  @Test func `a surface has a size if both extents have a length`() {
    var surface = Surface.pad
    #expect(surface.millimeters == Size(width: 100, height: 70))
    surface[.y].unitsPerMillimeter = nil
    #expect(surface.millimeters == nil)
    #expect(surface.x.millimeters == 100)
  }

  @Test func `an axis names its extent`() {
    var surface = Surface.pad
    #expect(surface[.x] == surface.x)
    #expect(surface[.y] == surface.y)
    surface[.x] = surface.y
    #expect(surface.x == surface.y)
  }
}
