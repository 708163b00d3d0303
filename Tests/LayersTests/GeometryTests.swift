import Layers
import Quantities
import Testing

@Suite struct GeometryTests {
  var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 320, height: 568))
  let box: LayerID

  init() {
    box = tree.makeLayer(
      bounds: Rect(x: 0, y: 0, width: 100, height: 50), position: Point(x: 60, y: 40))
    tree.addSublayer(box, to: tree.root)
  }

  private mutating func add(_ frame: Rect, to layer: LayerID, z: Double = 0) -> LayerID {
    let new = tree.makeLayer()
    tree.addSublayer(new, to: layer)
    tree.set("frame", of: new, to: .rect(frame))
    tree.set("zPosition", of: new, to: .number(z))
    return new
  }

  private func isNear(_ left: Point?, _ right: Point) -> Bool {
    guard let left else { return false }
    return abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9
  }

  @Test mutating func `the frame follows from position, bounds, anchor point and transform`() {
    #expect(tree.frame(of: box) == Rect(x: 10, y: 15, width: 100, height: 50))
    tree.set("anchorPoint", of: box, to: .point(Point(x: 0, y: 0)))
    #expect(tree.frame(of: box) == Rect(x: 60, y: 40, width: 100, height: 50))
    tree.set("bounds.origin", of: box, to: .point(Point(x: 7, y: 8)))
    #expect(tree.frame(of: box) == Rect(x: 60, y: 40, width: 100, height: 50))
    tree.set("anchorPoint", of: box, to: .point(Point(x: 0.5, y: 0.5)))
    tree.set("transform", of: box, to: .transform(.scale(x: 2, y: 2)))
    #expect(tree.frame(of: box) == Rect(x: -40, y: -10, width: 200, height: 100))
    tree.set("transform", of: box, to: .transform(.rotation(.pi / 2)))
    let turned = tree.frame(of: box)
    #expect(abs(turned.size.width - 50) < 1e-9 && abs(turned.size.height - 100) < 1e-9)
    #expect(isNear(turned.center, Point(x: 60, y: 40)))
    #expect(tree[box, "frame"] == .rect(turned))
  }

  @Test mutating func `setting the frame sets position and the size of the bounds`() {
    tree.set("anchorPoint", of: box, to: .point(Point(x: 0.25, y: 1)))
    tree.set("bounds.origin", of: box, to: .point(Point(x: 7, y: 8)))
    tree.set("frame", of: box, to: .rect(Rect(x: 20, y: 30, width: 40, height: 60)))
    #expect(tree[box, "position"] == .point(Point(x: 30, y: 90)))
    #expect(tree[box, "bounds"] == .rect(Rect(x: 7, y: 8, width: 40, height: 60)))
    #expect(tree.frame(of: box) == Rect(x: 20, y: 30, width: 40, height: 60))
    tree.set("frame.origin.x", of: box, to: .number(0))
    #expect(tree.frame(of: box) == Rect(x: 0, y: 30, width: 40, height: 60))
  }

  @Test mutating func `points are converted up and down the tree`() {
    let inner = add(Rect(x: 20, y: 10, width: 30, height: 30), to: box)
    let other = add(Rect(x: 200, y: 300, width: 50, height: 50), to: tree.root)
    let point = Point(x: 1, y: 2)
    #expect(tree.convert(point, from: inner, to: tree.root) == Point(x: 31, y: 27))
    #expect(tree.convert(point, from: inner, to: other) == Point(x: -169, y: -273))
    #expect(tree.convert(Point(x: 31, y: 27), from: nil, to: inner) == point)
    #expect(tree.convert(point, from: inner, to: inner) == point)
    let lonely = tree.makeLayer()
    #expect(tree.convert(point, from: inner, to: lonely) == nil)
    tree.set("transform", of: box, to: .transform(.scale(x: 0)))
    #expect(tree.convert(point, from: other, to: inner) == nil)
  }

  @Test(arguments: UInt64(0)..<30)
  mutating func `converting there and back is the identity`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed, for: 1)
    var layers = [box]
    for _ in 0..<4 {
      let layer = add(
        Rect(x: 50 * random.signed(), y: 50 * random.signed(), width: 60, height: 90),
        to: layers[random.index(below: layers.count)])
      var transform = Transform3D.rotation(
        random.signed(), x: random.signed(), y: random.signed(), z: 1
      ).scaledBy(x: 0.5 + random.unit(), y: 0.5 + random.unit())
      transform.row3.w = -0.001
      tree.set("transform", of: layer, to: .transform(transform))
      tree.set("anchorPoint", of: layer, to: .point(Point(x: random.unit(), y: random.unit())))
      tree.set("zPosition", of: layer, to: .number(10 * random.signed()))
      tree.set("sublayerTransform", of: layer, to: .transform(.rotation(random.signed())))
      layers.append(layer)
    }
    let (from, to) = (layers[random.index(below: 5)], layers[random.index(below: 5)])
    let point = Point(x: 30 * random.signed(), y: 30 * random.signed())
    let there = try #require(tree.convert(point, from: from, to: to))
    #expect(isNear(tree.convert(there, from: to, to: from), point))
  }

  @Test mutating func `the sublayer transform acts about the superlayer's anchor point`() {
    let inner = add(Rect(x: 40, y: 20, width: 20, height: 10), to: box)
    tree.set("sublayerTransform", of: box, to: .transform(.scale(x: 3, y: 3)))
    #expect(isNear(tree.convert(Point(x: 10, y: 5), from: inner, to: box), Point(x: 50, y: 25)))
    #expect(isNear(tree.convert(Point(x: 0, y: 5), from: inner, to: box), Point(x: 20, y: 25)))
    #expect(isNear(tree.convert(Point(x: 20, y: 25), from: box, to: inner), Point(x: 0, y: 5)))
  }

  @Test mutating func `perspective makes what is nearer larger`() throws {
    var perspective = Transform3D.identity
    perspective.row3.w = -1 / 500
    tree.set("sublayerTransform", of: tree.root, to: .transform(perspective))
    tree.set("position", of: box, to: .point(Point(x: 160, y: 284)))
    tree.set("zPosition", of: box, to: .number(250))
    // Half of the way to the eye: twice as large.
    #expect(isNear(tree.convert(.zero, from: box, to: tree.root), Point(x: 60, y: 234)))
    let corner = try #require(tree.convert(Point(x: 60, y: 234), from: tree.root, to: box))
    #expect(isNear(corner, .zero))
    tree.set("zPosition", of: box, to: .number(501))
    #expect(tree.convert(.zero, from: box, to: tree.root) == nil)
  }

  @Test mutating func `layers are drawn by height and order, and hit in reverse`() {
    let low = add(Rect(x: 0, y: 100, width: 100, height: 100), to: tree.root, z: -1)
    let high = add(Rect(x: 0, y: 100, width: 100, height: 100), to: tree.root, z: 1)
    let middle = add(Rect(x: 0, y: 100, width: 100, height: 100), to: tree.root)
    let inner = add(Rect(x: 10, y: 10, width: 10, height: 10), to: high)
    #expect(tree.drawingOrder(from: tree.root) == [tree.root, low, box, middle, high, inner])
    let point = Point(x: 50, y: 150)
    #expect(tree.hitTest(point, in: tree.root) == high)
    #expect(tree.hitTest(Point(x: 15, y: 115), in: tree.root) == inner)
    tree.set("hidden", of: high, to: .flag(true))
    #expect(tree.hitTest(point, in: tree.root) == middle)
    #expect(tree.drawingOrder(from: tree.root) == [tree.root, low, box, middle])
    tree.set("opacity", of: middle, to: .number(0))
    #expect(tree.hitTest(point, in: tree.root) == middle)
    #expect(tree.hitTest(point, in: tree.root, rules: .views) == low)
    #expect(tree.hitTest(Point(x: 500, y: 0), in: tree.root) == nil)
  }

  @Test mutating func `what sticks out is hit unless its superlayer masks, or is a view`() {
    let inner = add(Rect(x: 90, y: 0, width: 50, height: 50), to: box)
    let outside = Point(x: 130, y: 40)
    #expect(tree.hitTest(outside, in: tree.root) == inner)
    #expect(tree.hitTest(outside, in: tree.root, rules: .views) == tree.root)
    tree.set("masksToBounds", of: box, to: .flag(true))
    #expect(tree.hitTest(outside, in: tree.root) == tree.root)
  }

  @Test mutating func `what shows is hit where it shows`() {
    tree.flush(at: 0)
    tree.set("position.x", of: box, to: .number(260))
    tree.flush(at: 1)
    let shown = tree.presentation(at: 1)
    #expect(shown.hitTest(Point(x: 60, y: 40), in: tree.root) == box)
    #expect(tree.hitTest(Point(x: 60, y: 40), in: tree.root) == tree.root)
    #expect(shown.frame(of: box) == Rect(x: 10, y: 15, width: 100, height: 50))
    #expect(shown.value("frame.origin.x", of: box) == .number(10))
  }

  @Test mutating func `layers move between superlayers, and keep their order`() {
    let (a, b, c) = (tree.makeLayer(), tree.makeLayer(), tree.makeLayer())
    tree.addSublayer(a, to: box)
    tree.insertSublayer(b, below: a)
    tree.insertSublayer(c, above: b)
    #expect(tree.sublayers(of: box) == [b, c, a])
    tree.insertSublayer(a, at: 0, of: box)
    #expect(tree.sublayers(of: box) == [a, b, c])
    tree.addSublayer(b, to: tree.root)
    #expect(tree.sublayers(of: box) == [a, c])
    #expect(tree.superlayer(of: b) == tree.root)
    tree.set("sublayers", of: box, to: .layers([c, b]))
    #expect(tree.sublayers(of: box) == [c, b])
    #expect(tree.superlayer(of: a) == nil)
    tree.set("mask", of: box, to: .layer(a))
    #expect(tree.mask(of: box) == a && tree.superlayer(of: a) == box)
    tree.removeFromSuperlayer(a)
    #expect(tree.mask(of: box) == nil && tree.superlayer(of: a) == nil)
  }

  @Test func `memory is four bytes a pixel and a hundred a layer`() {
    #expect(tree.memoryEstimate(from: box) == 20_100)
    #expect(tree.memoryEstimate(from: tree.root) == 320 * 568 * 4 + 100 + 20_100)
  }

  // MARK: Flipped geometry

  @Test mutating func `in a flipped layer y grows upwards, and its own frame stays`() {
    let inner = add(Rect(x: 20, y: 10, width: 30, height: 20), to: box)
    let frame = tree.frame(of: box)
    let place = tree.convert(.zero, from: inner, to: nil)
    #expect(place == Point(x: 30, y: 25))
    tree.set("geometryFlipped", of: box, to: .flag(true))
    #expect(tree.frame(of: box) == frame)
    #expect(tree.frame(of: inner) == Rect(x: 20, y: 10, width: 30, height: 20))
    // 10 from the lower edge of the box, which is at 65.
    #expect(tree.convert(.zero, from: inner, to: nil) == Point(x: 30, y: 55))
    #expect(tree.convert(Point(x: 0, y: 20), from: inner, to: nil) == Point(x: 30, y: 35))
    #expect(tree.convert(.zero, from: box, to: tree.root) == Point(x: 10, y: 65))
    #expect(tree.convert(Point(x: 10, y: 65), from: nil, to: box) == .zero)
    // Bounds that begin elsewhere are turned over in place.
    tree.set("bounds.origin", of: box, to: .point(Point(x: 0, y: 5)))
    #expect(tree.convert(.zero, from: inner, to: nil) == Point(x: 30, y: 60))
  }

  @Test mutating func `flipped within flipped is as before, and says whose contents are`() {
    let inner = add(Rect(x: 0, y: 10, width: 30, height: 20), to: box)
    let leaf = add(Rect(x: 0, y: 2, width: 5, height: 5), to: inner)
    tree.set("geometryFlipped", of: box, to: .flag(true))
    #expect(tree.contentsAreFlipped(of: box) && tree.contentsAreFlipped(of: leaf))
    #expect(!tree.contentsAreFlipped(of: tree.root))
    tree.set("geometryFlipped", of: inner, to: .flag(true))
    #expect(!tree.contentsAreFlipped(of: inner) && !tree.contentsAreFlipped(of: leaf))
    // The inner one begins at 65 − 30, and is upright again.
    #expect(tree.convert(.zero, from: inner, to: nil) == Point(x: 10, y: 35))
    #expect(tree.convert(.zero, from: leaf, to: nil) == Point(x: 10, y: 37))
  }

  @Test mutating func `what is hit lies where it shows, in the presentation too`() {
    let inner = add(Rect(x: 0, y: 0, width: 100, height: 10), to: box)
    tree.set("geometryFlipped", of: box, to: .flag(true))
    tree.flush(at: 0)
    let shown = tree.presentation(at: 0)
    for (y, hit) in [(20.0, box), (57, inner), (63, inner)] {
      #expect(tree.hitTest(Point(x: 20, y: y), in: tree.root) == hit)
      #expect(shown.hitTest(Point(x: 20, y: y), in: tree.root, rules: .views) == hit)
    }
    #expect(shown.convert(.zero, from: inner, to: nil) == Point(x: 10, y: 65))
  }

  @Test mutating func `what a flipped layer does to its sublayers goes about its anchor point`() {
    tree.set("anchorPoint", of: box, to: .point(.zero))
    tree.set("sublayerTransform", of: box, to: .transform(.scale(x: 1, y: 2)))
    let inner = add(Rect(x: 0, y: 40, width: 10, height: 10), to: box)
    #expect(tree.convert(.zero, from: inner, to: nil) == Point(x: 60, y: 120))
    tree.set("geometryFlipped", of: box, to: .flag(true))
    // The anchor point is the upper left corner still: y = 50 for those within.
    #expect(tree.convert(Point(x: 0, y: 10), from: inner, to: nil) == Point(x: 60, y: 40))
    #expect(tree.convert(.zero, from: inner, to: nil) == Point(x: 60, y: 60))
  }
}
