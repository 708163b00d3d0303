import Layers
import Quantities
import Testing

@Suite struct LayerTreeTests {
  var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 320, height: 568))
  var box: LayerID

  init() {
    box = tree.makeLayer(
      bounds: Rect(x: 0, y: 0, width: 100, height: 50), position: Point(x: 60, y: 40))
    tree.addSublayer(box, to: tree.root)
    tree.flush(at: 0)
  }

  @Test mutating func `a change shows after the commit, on the way to the new value`() {
    tree.set("position.x", of: box, to: .number(160))
    #expect(tree.position(of: box).x == 160)
    #expect(tree.presentation(at: 1).position(of: box).x == 60)
    tree.flush(at: 1)
    #expect(tree.presentation(at: 1).position(of: box).x == 60)
    let halfway = tree.presentation(at: 1.125).position(of: box)
    #expect(halfway.x > 110 && halfway.x < 160)
    #expect(halfway.y == 40)
    #expect(tree.presentation(at: 1.25).position(of: box).x == 160)
    tree.advance(to: 2)
    #expect(tree.animationKeys(of: box) == [])
  }
}
