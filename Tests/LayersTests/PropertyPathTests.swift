import Curves
import Layers
import Quantities
import Testing

@Suite struct PropertyPathTests {
  /// A committed tree with a layer that has the property, and two more layers for it.
  static func tree(
    for path: PropertyPath
  ) throws -> (tree: LayerTree, layer: LayerID, others: (LayerID, LayerID)) {
    var tree = LayerTree()
    let layer = tree.makeLayer(try #require(path.property.owners.first))
    tree.addSublayer(layer, to: tree.root)
    let others = (tree.makeLayer(), tree.makeLayer())
    tree.flush(at: 0)
    _ = tree.takeEvents()
    return (tree, layer, others)
  }

  @Test func `there are key paths for all parts`() {
    #expect(Samples.animatablePaths.count >= 118)
    #expect(PropertyPath(text: "transform.rotation.w") == nil)
    #expect(PropertyPath(text: "opacity.x") == nil)
    #expect(PropertyPath(text: "opacity.") == nil)
    #expect(PropertyPath(text: "wobble") == nil)
    #expect(PropertyPath(text: "") == nil)
  }

  @Test(arguments: Samples.animatablePaths)
  func `a value that is set is read`(path: PropertyPath) throws {
    var (tree, layer, others) = try Self.tree(for: path)
    let (from, to) = Samples.pair(of: path.type, others)
    for value in [from, to] {
      tree.set(path, of: layer, to: value)
      if path.property.type == .transform, path.part != .whole, let number = value.number {
        #expect(abs((tree[layer, path].number ?? .nan) - number) < 1e-12)
      } else {
        #expect(tree[layer, path] == value)
      }
    }
  }

  @Test(arguments: Samples.animatablePaths)
  func `an animation shows its ends, and something between unless it is discrete`(
    path: PropertyPath
  ) throws {
    var (tree, layer, others) = try Self.tree(for: path)
    let (from, to) = Samples.pair(of: path.type, others)
    tree.add(
      .basic(path, from: from, to: to, duration: 1).with { $0.timing.fillMode = .both }
        .with { $0.isRemovedOnCompletion = false }, to: layer)
    tree.flush(at: 1)
    func shown(_ time: MediaTime) -> PropertyValue? {
      tree.presentation(at: time).value(path, of: layer)
    }
    func isNear(_ left: PropertyValue?, _ right: PropertyValue) -> Bool {
      guard let number = left?.number, let other = right.number else { return left == right }
      return abs(number - other) < 1e-12
    }
    let halfway = try #require(shown(1.5))
    #expect(isNear(shown(2), to))
    if path.interpolation == .discrete {
      #expect(isNear(shown(1), to))
      #expect(isNear(halfway, to))
    } else {
      #expect(isNear(shown(1), from))
      #expect(!isNear(halfway, from) && !isNear(halfway, to))
    }
  }

  @Test(arguments: Samples.animatablePaths)
  func `a change has the implicit animation of its property`(path: PropertyPath) throws {
    var (tree, layer, others) = try Self.tree(for: path)
    let (from, to) = Samples.pair(of: path.type, others)
    let value = tree[layer, path] == from ? to : from
    tree.set(path, of: layer, to: value)
    let key = path.implicitAction == .fade ? "transition" : path.property.key
    let animation = tree.animation(forKey: key, of: layer)
    switch path.implicitAction {
    case .nothing: #expect(animation == nil)
    case .basic:
      let expected = Animation.basic(
        PropertyPath(path.property), duration: 0.25, timingFunction: .ease)
      #expect(animation?.kind == expected.kind)
      #expect(animation?.timing == expected.timing)
      #expect(animation?.timingFunction == .ease)
    case .fade:
      #expect(animation?.kind == .transition(LayerTransition(.fade)))
      #expect(animation?.timing.duration == 0.25)
    }
  }

  static let otherProperties = Property.allCases.filter {
    !$0.isAnimatable && $0.type != .opaque && $0 != .frame && $0 != .fillMode
  }

  @Test(arguments: otherProperties)
  func `a property that is not animatable is set and read, and animations change nothing`(
    property: Property
  ) throws {
    let path = PropertyPath(property)
    var (tree, layer, others) = try Self.tree(for: path)
    let (from, to) = Samples.pair(of: property.type, others)
    let value = tree[layer, path] == from ? to : from
    tree.set(path, of: layer, to: value)
    #expect(tree[layer, path] == value)
    #expect(tree.animationKeys(of: layer).filter { $0 != "transform" } == [])
    tree.add(.basic(path, from: from, to: to, duration: 100), to: layer, forKey: "a")
    tree.flush(at: 1)
    #expect(tree.presentation(at: 1e9).value(path, of: layer) == value)
  }
}
