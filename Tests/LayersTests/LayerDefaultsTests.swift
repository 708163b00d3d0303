import Layers
import Quantities
import Testing

@Suite struct LayerDefaultsTests {
  private static func value(_ path: PropertyPath, _ kind: LayerKind = .layer) -> PropertyValue? {
    var tree = LayerTree()
    let layer = tree.makeLayer(kind)
    return tree.value(path, of: layer)
  }

  @Test func `a plain layer has the defaults of CALayer`() {
    let expected: [(PropertyPath, PropertyValue)] = [
      ("anchorPoint", .point(Point(x: 0.5, y: 0.5))), ("opacity", .number(1)),
      ("contentsRect", .rect(.unit)), ("contentsCenter", .rect(.unit)),
      ("contentsGravity", .text("resize")), ("shadowOffset", .size(Size(width: 0, height: -3))),
      ("shadowRadius", .number(3)), ("shadowOpacity", .number(0)),
      ("shadowColor", .color(.black)), ("borderColor", .color(.black)),
      ("borderWidth", .number(0)), ("doubleSided", .flag(true)), ("masksToBounds", .flag(false)),
      ("hidden", .flag(false)), ("backgroundColor", .nothing), ("contents", .nothing),
      ("mask", .nothing), ("sublayers", .layers([])), ("transform", .transform(.identity)),
      ("bounds", .rect(.zero)), ("frame", .rect(.zero)), ("speed", .number(1)),
      ("duration", .number(.infinity)), ("beginTime", .number(0)), ("timeOffset", .number(0)),
      ("repeatCount", .number(0)), ("repeatDuration", .number(0)), ("autoreverses", .flag(false)),
      ("fillMode", .text("removed")), ("zPosition", .number(0)), ("cornerRadius", .number(0)),
    ]
    for (path, value) in expected { #expect(Self.value(path) == value, "\(path)") }
  }

  @Test func `the other kinds have their own`() {
    let expected: [(LayerKind, PropertyPath, PropertyValue)] = [
      (.shape, "fillColor", .color(.black)), (.shape, "strokeColor", .nothing),
      (.shape, "strokeStart", .number(0)), (.shape, "strokeEnd", .number(1)),
      (.shape, "lineWidth", .number(1)), (.shape, "miterLimit", .number(10)),
      (.shape, "lineCap", .text("butt")), (.shape, "lineJoin", .text("miter")),
      (.shape, "fillRule", .text("non-zero")), (.shape, "path", .nothing),
      (.gradient, "startPoint", .point(Point(x: 0.5, y: 0))),
      (.gradient, "endPoint", .point(Point(x: 0.5, y: 1))), (.gradient, "type", .text("axial")),
      (.gradient, "locations", .nothing), (.gradient, "colors", .nothing),
      (.text, "font", .text("Helvetica")), (.text, "fontSize", .number(36)),
      (.text, "foregroundColor", .color(.white)), (.text, "alignmentMode", .text("natural")),
      (.tiled, "tileSize", .size(Size(width: 256, height: 256))),
      (.tiled, "levelsOfDetail", .number(1)), (.tiled, "levelsOfDetailBias", .number(0)),
      (.replicator, "instanceCount", .number(1)), (.replicator, "instanceColor", .color(.white)),
      (.emitter, "birthRate", .number(1)), (.emitter, "scale", .number(1)),
      (.emitter, "emitterShape", .text("point")),
    ]
    for (kind, path, value) in expected {
      #expect(Self.value(path, kind) == value, "\(path)")
      #expect(Self.value(path) == nil, "\(path)")
    }
  }

  @Test func `each property has a value of its type, for all its kinds`() {
    for property in Property.allCases where property.type != .opaque && property != .frame {
      for kind in property.owners {
        var tree = LayerTree()
        let layer = tree.makeLayer(kind)
        #expect(tree.value(property, of: layer) == property.initialValue, "\(property)")
        tree.set(PropertyPath(property), of: layer, to: property.initialValue)
        #expect(tree.value(property, of: layer) == property.initialValue, "\(property)")
      }
    }
  }

  @Test func `setting a property leaves all others as they are`() {
    for kind in LayerKind.allCases {
      let properties = Property.allCases.filter {
        $0.owners.contains(kind) && $0.type.isPlain && $0 != .frame && $0 != .affineTransform
      }
      for property in properties {
        var tree = LayerTree()
        let layer = tree.makeLayer(kind)
        let (from, to) = Samples.pair(of: property.type, (tree.root, tree.root))
        tree.set(
          PropertyPath(property), of: layer,
          to: tree.value(property, of: layer) == from ? to : from)
        for other in properties {
          let isInitial = tree.value(other, of: layer) == other.initialValue
          #expect(isInitial == (other != property), "\(property) and \(other)")
        }
      }
    }
  }
}

extension ValueType {
  /// Whether values are numbers of a fixed count.
  fileprivate var isPlain: Bool {
    switch self {
    case .number, .radians, .point, .size, .rect, .color, .transform, .flag: true
    case .path, .numbers, .colors, .text, .contents, .layer, .layers, .filters, .filter, .opaque:
      false
    }
  }
}

@Suite struct ReplicatorInstanceTests {
  @Test func `each copy has the transform, the color and the delay once more`() {
    var tree = LayerTree()
    let dots = tree.makeLayer(.replicator)
    #expect(tree.instances(of: dots).map(\.transform) == [.identity])
    tree.set("instanceCount", of: dots, to: .number(3))
    tree.set("instanceDelay", of: dots, to: .number(0.25))
    tree.set("instanceTransform", of: dots, to: .transform(.translation(x: 10)))
    tree.set("instanceRedOffset", of: dots, to: .number(-0.75))
    tree.set("instanceAlphaOffset", of: dots, to: .number(-0.25))
    let copies = tree.instances(of: dots)
    #expect(copies.map(\.delay) == [0, 0.25, 0.5])
    #expect(copies.map { $0.transform.apply(to: .zero)?.x } == [0, 10, 20])
    #expect(copies.map(\.color.red) == [1, 0.25, 0])
    #expect(copies.map(\.color.alpha) == [1, 0.75, 0.5])
    #expect(tree.instances(of: dots, limit: 2).count == 2)
    #expect(tree.instances(of: tree.root) == [])
    tree.set("instanceCount", of: dots, to: .number(.infinity))
    #expect(tree.instances(of: dots, limit: 5).count == 5)
  }
}
