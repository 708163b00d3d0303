import Curves
import Glibc
import Layers
import Quantities
import Testing

@Suite struct PathTests {
  @Test func `the length is that of all subpaths`() {
    #expect(Path(Rect(x: 3, y: 4, width: 10, height: 20)).length == 60)
    let circle = Path(ellipseIn: Rect(x: -1, y: -1, width: 2, height: 2))
    #expect(abs(circle.length - 2 * .pi) < 2e-3)
    // ∫√(1 + 4t²) over 0…1, a parabola.
    let parabola = Path([
      .move(.zero), .quadratic(control: Point(x: 0.5, y: 0), end: Point(x: 1, y: 1)),
    ])
    let exact = 5.0.squareRoot() / 2 + asinh(2) / 4
    #expect(abs(parabola.length - exact) < 1e-10)
    #expect(Path().length == 0)
  }

  @Test func `a stroke is a part of the length, over all subpaths`() {
    let path = Path([
      .move(.zero), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 10)),
      .move(Point(x: 100, y: 0)), .line(Point(x: 120, y: 0)),
    ])
    #expect(path.stroked(from: 0, to: 1) == path)
    #expect(path.stroked(from: -3, to: 7) == path)
    #expect(path.stroked(from: 0.5, to: 0.5) == Path())
    #expect(path.stroked(from: 0.7, to: 0.2) == Path())
    #expect(path.stroked(from: 0, to: 0.125) == Path(through: [.zero, Point(x: 5, y: 0)]))
    #expect(
      path.stroked(from: 0.375, to: 0.75)
        == Path([
          .move(Point(x: 10, y: 5)), .line(Point(x: 10, y: 10)), .move(Point(x: 100, y: 0)),
          .line(Point(x: 110, y: 0)),
        ]))
    let square = Path(Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(
      square.stroked(from: 0.75, to: 1)
        == Path(through: [Point(x: 0, y: 10), .zero]))
  }

  @Test(arguments: UInt64(0)..<30)
  func `strokes that meet are as long as the whole`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 1)
    func point() -> Point { Point(x: 100 * random.signed(), y: 100 * random.signed()) }
    let path = Path([
      .move(point()), .cubic(control1: point(), control2: point(), end: point()),
      .quadratic(control: point(), end: point()), .line(point()), .close,
    ])
    let total = path.length
    let cut = 0.05 + 0.9 * random.unit()
    let (before, after) = (path.stroked(from: 0, to: cut), path.stroked(from: cut, to: 1))
    #expect(abs(before.length - cut * total) < 1e-7 * total)
    #expect(abs(before.length + after.length - total) < 1e-7 * total)
  }

  @Test func `coordinates that are no numbers end the measuring`() {
    let path = Path([
      .move(.zero),
      .cubic(
        control1: Point(x: .nan, y: 0), control2: Point(x: 1, y: .infinity),
        end: Point(x: 2, y: 2)),
    ])
    #expect(!path.length.isFinite)
    #expect(path.stroked(from: 0, to: 0.5).elements.count <= 2)
  }

  @Test func `a progress circle draws its share`() {
    var tree = LayerTree()
    let ring = tree.makeLayer(.shape)
    tree.addSublayer(ring, to: tree.root)
    let circle = Path(ellipseIn: Rect(x: 0, y: 0, width: 80, height: 80))
    tree.set("path", of: ring, to: .path(circle))
    tree.set("strokeEnd", of: ring, to: .number(0))
    tree.flush(at: 0)
    #expect(tree.strokedPath(of: ring) == Path())
    tree.add(
      .basic(
        "strokeEnd", from: .number(0), to: .number(1), duration: 0.6, timingFunction: .easeOut),
      to: ring)
    tree.flush(at: 1)
    let shown = tree.presentation(at: 1.3)
    let share = shown.number("strokeEnd", of: ring)
    #expect(share > 0.5)
    let length = shown.strokedPath(of: ring)?.length ?? 0
    #expect(abs(length - share * circle.length) < 1e-9 * circle.length)
    #expect(tree.strokedPath(of: tree.root) == nil)
  }
}
