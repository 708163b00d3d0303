import Layers
import Quantities
import Testing

@Suite struct GradientTests {
  var tree = LayerTree()
  let layer: LayerID

  init() {
    layer = tree.makeLayer(.gradient, bounds: Rect(x: 10, y: 0, width: 100, height: 50))
  }

  @Test mutating func `stops are even without locations, and the ends go on`() {
    #expect(tree.gradientColor(of: layer, at: 0.5) == nil)
    #expect(tree.gradientColor(of: tree.root, at: 0.5) == nil)
    tree.set("colors", of: layer, to: .colors([.black, .white, .black]))
    let expected: [(Double, Double)] = [
      (-1, 0), (0, 0), (0.25, 0.5), (0.5, 1), (0.75, 0.5), (2, 0),
    ]
    for (place, white) in expected {
      #expect(tree.gradientColor(of: layer, at: place) == Color(white: white))
    }
    tree.set("colors", of: layer, to: .colors([.white]))
    #expect(tree.gradientColor(of: layer, at: 0.3) == .white)
  }

  @Test mutating func `stops have locations, and may meet`() {
    tree.set("colors", of: layer, to: .colors([.black, .white, .black]))
    tree.set("locations", of: layer, to: .numbers([0.25, 0.75, 0.75]))
    #expect(tree.gradientColor(of: layer, at: 0.1) == .black)
    #expect(tree.gradientColor(of: layer, at: 0.5) == Color(white: 0.5))
    #expect(tree.gradientColor(of: layer, at: 0.75) == .black)
    tree.set("locations", of: layer, to: .numbers([0, 1]))
    #expect(tree.gradientColor(of: layer, at: 0.5) == .white)
  }

  @Test func `colors mix with their alpha`() {
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(red.mixed(with: .clear, at: 0.25) == Color(red: 1, green: 0, blue: 0, alpha: 0.75))
    #expect(Color.clear.mixed(with: .clear, at: 0.5) == .clear)
    #expect(red.mixed(with: .white, at: 1) == .white)
  }

  @Test mutating func `a place is the way from the start point to the end point`() {
    #expect(tree.gradientPlace(of: Point(x: 60, y: 25), in: layer) == 0.5)
    tree.set("startPoint", of: layer, to: .point(Point(x: 0, y: 0)))
    tree.set("endPoint", of: layer, to: .point(Point(x: 1, y: 0)))
    #expect(tree.gradientPlace(of: Point(x: 35, y: 40), in: layer) == 0.25)
    tree.set("endPoint", of: layer, to: .point(Point(x: 0, y: 0)))
    #expect(tree.gradientPlace(of: Point(x: 35, y: 40), in: layer) == 0)
  }

  @Test mutating func `tiles cover more at each level of detail`() {
    let tiled = tree.makeLayer(.tiled)
    #expect(tree.detailLevels(of: tiled) == 0...0)
    #expect(tree.tileSize(of: tiled, atLevel: 0) == Size(width: 256, height: 256))
    #expect(tree.tileSize(of: tiled, atLevel: 2) == Size(width: 1024, height: 1024))
    #expect(tree.tileSize(of: tiled, atLevel: -1) == Size(width: 128, height: 128))
    tree.set("levelsOfDetail", of: tiled, to: .number(4))
    tree.set("levelsOfDetailBias", of: tiled, to: .number(1))
    #expect(tree.detailLevels(of: tiled) == -1...2)
    #expect(tree.detailLevels(of: layer) == nil && tree.tileSize(of: layer, atLevel: 0) == nil)
  }
}
