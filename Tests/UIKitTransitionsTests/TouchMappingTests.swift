import Layers
import Quantities
import Testing
import TouchInput
import UIKitTransitions

@Suite struct TouchMappingTests {
  private func mapping() throws -> TouchMapping {
    let surface = Surface(
      x: try #require(Surface.Extent(minimum: -100, maximum: 900)),
      y: try #require(Surface.Extent(minimum: 50, maximum: 1050)))
    return TouchMapping(surface, unitsPerMillimeter: PerAxis(x: 10, y: 20))
  }

  @Test func `the surface is the window from edge to edge, at 163 points to an inch`() throws {
    let mapping = try mapping()
    #expect(abs(mapping.window.width - 100 / 25.4 * 163) < 1e-9)
    #expect(abs(mapping.window.height - 50 / 25.4 * 163) < 1e-9)
    #expect(mapping.point(of: Vector(x: -100, y: 50)) == .zero)
    let far = mapping.point(of: Vector(x: 900, y: 1050))
    #expect(abs(far.x - mapping.window.width) < 1e-9)
    #expect(abs(far.y - mapping.window.height) < 1e-9)
  }

  @Test func `the same way in millimeters is the same way along both axes`() throws {
    let mapping = try mapping()
    let step = mapping.point(of: Vector(x: 0, y: 250)) - mapping.point(of: Vector(x: -100, y: 50))
    #expect(abs(step.x - step.y) < 1e-9)
    #expect(abs(step.x - 10 / 25.4 * 163) < 1e-9)
  }

  @Test func `edges are those of the surface, wherever its units begin`() throws {
    for (x, begins) in [(-95, true), (200, false)] {
      var pan = PanGestureRecognizer(try mapping())
      pan.edges = [.left]
      _ = pan.handle(
        ContactFrame(time: .zero, contacts: [Contact(serial: 1, position: Vector(x: x, y: 500))]))
      let state = pan.handle(
        ContactFrame(
          time: Timestamp(nanoseconds: 1_000_000),
          contacts: [Contact(serial: 1, position: Vector(x: x + 200, y: 500))]))
      #expect((state == .began) == begins)
    }
  }

  @Test func `a touch of which one coordinate is not known yet is none yet`() throws {
    var pan = PanGestureRecognizer(try mapping())
    var contact = Contact(serial: 1, position: Vector(x: 0, y: 500))
    contact.isXKnown = false
    _ = pan.handle(ContactFrame(time: .zero, contacts: [contact]))
    contact.isXKnown = true
    contact.position.x = 600
    // It comes down here, rather than move.
    let state = pan.handle(ContactFrame(time: Timestamp(nanoseconds: 1), contacts: [contact]))
    #expect(state == nil && pan.state == .possible)
  }
}
