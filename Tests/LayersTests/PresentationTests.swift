import Curves
import Layers
import Quantities
import Testing

@Suite struct PresentationTests {
  /// What shows of an animation of a new layer that starts at 0.
  static func shown(
    _ animation: Animation, _ path: PropertyPath, at time: MediaTime,
    model: [PropertyPath: PropertyValue] = [:]
  ) throws -> PropertyValue {
    var tree = LayerTree()
    let layer = tree.makeLayer(try #require(path.property.owners.first))
    tree.addSublayer(layer, to: tree.root)
    for (path, value) in model { tree.set(path, of: layer, to: value) }
    tree.add(animation, to: layer)
    tree.flush(at: 0)
    return try #require(tree.presentation(at: time).value(path, of: layer))
  }

  static func basic(
    _ path: PropertyPath, _ from: PropertyValue, _ to: PropertyValue
  ) -> Animation {
    .basic(path, from: from, to: to, duration: 1)
  }

  // MARK: Types

  @Test func `colors mix with their alpha`() throws {
    let (red, clear) = (
      PropertyValue.color(Color(red: 1, green: 0, blue: 0)), PropertyValue.nothing
    )
    let halfway = try Self.shown(
      Self.basic("backgroundColor", red, clear), "backgroundColor", at: 0.5)
    #expect(halfway == .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))
    let blue = PropertyValue.color(Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    let quarter = try Self.shown(
      Self.basic("backgroundColor", red, blue), "backgroundColor", at: 0.5)
    guard case .color(let color) = quarter else {
      Issue.record("no color")
      return
    }
    #expect(abs(color.red - 2 / 3.0) < 1e-12 && abs(color.blue - 1 / 3.0) < 1e-12)
    #expect(color.alpha == 0.75)
  }

  @Test func `a color goes to that of the model from where it was`() throws {
    var tree = LayerTree()
    tree.flush(at: 0)
    tree.set("backgroundColor", of: tree.root, to: .color(.black))
    tree.flush(at: 1)
    let shown = tree.presentation(at: 1.125).value(.backgroundColor, of: tree.root)?.color
    #expect(shown?.red == 0)
    #expect(abs((shown?.alpha ?? 0) - TimingCurve.ease.value(at: 0.5)) < 1e-9)
  }

  @Test func `an additive color adds part by part`() throws {
    let animation = Animation(
      .basic(
        PropertyAnimation("backgroundColor", isAdditive: true),
        EndPoints(
          from: .color(Color(red: 0.5, green: -0.25, blue: 0, alpha: 0)), to: .color(.clear))),
      timing: MediaTiming(duration: 1))
    let shown = try Self.shown(
      animation, "backgroundColor", at: 0.5,
      model: ["backgroundColor": .color(Color(white: 0.5))])
    #expect(shown == .color(Color(red: 0.75, green: 0.375, blue: 0.5)))
  }

  @Test func `an additive transform moves first, then what lies below`() throws {
    let animation = Animation(
      .basic(
        PropertyAnimation("transform", isAdditive: true),
        EndPoints(from: .transform(.translation(x: 10)), to: .transform(.identity))),
      timing: MediaTiming(duration: 1))
    let shown = try Self.shown(
      animation, "transform", at: 0.5, model: ["transform": .transform(.scale(x: 2))])
    #expect(shown == .transform(.translation(x: 5).concatenating(.scale(x: 2))))
  }

  @Test func `cumulative transforms go on turning`() throws {
    let animation = Animation(
      .basic(
        PropertyAnimation("transform", isCumulative: true),
        EndPoints(from: .transform(.identity), to: .transform(.rotation(.pi / 2)))),
      timing: MediaTiming(duration: 1, repeatCount: 8))
    guard case .transform(let shown) = try Self.shown(animation, "transform", at: 2.5) else {
      Issue.record("no transform")
      return
    }
    #expect(Transform3DTests.distance(shown, .rotation(1.25 * .pi)) < 1e-12)
  }

  @Test func `paths go point by point, or jump halfway`() throws {
    let (from, to) = (
      Path(Rect(x: 0, y: 0, width: 2, height: 2)), Path(Rect(x: 10, y: 0, width: 6, height: 4))
    )
    let animation = Self.basic("path", .path(from), .path(to))
    #expect(
      try Self.shown(animation, "path", at: 0.25)
        == .path(Path(Rect(x: 2.5, y: 0, width: 3, height: 2.5))))
    let line = Path(through: [.zero, Point(x: 1, y: 1)])
    let jump = Self.basic("path", .path(from), .path(line))
    #expect(try Self.shown(jump, "path", at: 0.49) == .path(from))
    #expect(try Self.shown(jump, "path", at: 0.5) == .path(line))
    let first = Self.basic("path", .nothing, .path(line))
    #expect(try Self.shown(first, "path", at: 0.25) == .nothing)
    #expect(try Self.shown(first, "path", at: 0.75) == .path(line))
    let live = Animation.basic("path", from: .path(from), duration: 1)
    #expect(
      try Self.shown(live, "path", at: 0.25, model: ["path": .path(to)])
        == .path(Path(Rect(x: 2.5, y: 0, width: 3, height: 2.5))))
  }

  @Test func `lists go element by element, or jump halfway`() throws {
    let animation = Self.basic("locations", .numbers([0, 1]), .numbers([0.5, 0.5]))
    #expect(try Self.shown(animation, "locations", at: 0.5) == .numbers([0.25, 0.75]))
    let jump = Self.basic("locations", .numbers([0, 1]), .numbers([0, 0.5, 1]))
    #expect(try Self.shown(jump, "locations", at: 0.4) == .numbers([0, 1]))
    #expect(try Self.shown(jump, "locations", at: 0.6) == .numbers([0, 0.5, 1]))
    let colors = Self.basic("colors", .colors([.black, .white]), .colors([.white, .clear]))
    #expect(
      try Self.shown(colors, "colors", at: 0.5)
        == .colors([Color(white: 0.5), Color(white: 1, alpha: 0.5)]))
  }

  @Test func `filters go input by input`() throws {
    func blur(_ radius: Double) -> PropertyValue {
      .filters([Filter("blur", inputs: ["radius": radius, "angle": 1])])
    }
    #expect(try Self.shown(Self.basic("filters", blur(0), blur(8)), "filters", at: 0.25) == blur(2))
    let other = PropertyValue.filters([Filter("glow")])
    #expect(try Self.shown(Self.basic("filters", blur(0), other), "filters", at: 0.75) == other)
  }

  @Test func `pictures fade into each other`() throws {
    let (a, b) = (Contents.named("a"), Contents.named("b"))
    let animation = Self.basic("contents", .contents(a), .contents(b))
    #expect(try Self.shown(animation, "contents", at: 0) == .contents(a))
    #expect(
      try Self.shown(animation, "contents", at: 0.25)
        == .contents(.crossFade(from: a, to: b, progress: 0.25)))
    let frames = Animation.keyframes(
      "contents",
      Keyframes(["a", "b", "c", "d", "e"].map { .contents(.named($0)) }, mode: .discrete),
      duration: 1)
    for (index, name) in ["a", "b", "c", "d", "e"].enumerated() {
      #expect(
        try Self.shown(frames, "contents", at: 0.2 * Double(index) + 0.1)
          == .contents(.named(name)))
    }
    // A time offset of two fifths plays C D E A B.
    let shifted = frames.with { $0.timing.timeOffset = 0.4 }
    for (index, name) in ["c", "d", "e", "a", "b"].enumerated() {
      #expect(
        try Self.shown(shifted, "contents", at: 0.2 * Double(index) + 0.1)
          == .contents(.named(name)))
    }
    let fading = Animation.keyframes(
      "contents", Keyframes(["a", "b", "c"].map { .contents(.named($0)) }), duration: 1)
    #expect(
      try Self.shown(fading, "contents", at: 0.75)
        == .contents(.crossFade(from: b, to: .named("c"), progress: 0.5)))
  }

  @Test func `truths hold along keyframes, and change at once`() throws {
    let keyframes = Animation.keyframes(
      "hidden", Keyframes([.flag(false), .flag(true), .flag(false)]), duration: 1)
    #expect(try Self.shown(keyframes, "hidden", at: 0.25) == .flag(false))
    #expect(try Self.shown(keyframes, "hidden", at: 0.75) == .flag(true))
    #expect(
      try Self.shown(Self.basic("hidden", .flag(false), .flag(true)), "hidden", at: 0)
        == .flag(true))
  }

  @Test(arguments: ValueFunction.allCases)
  func `a value function makes a transform of numbers`(function: ValueFunction) throws {
    let isTriple = function == .scale || function == .translate
    let (from, to) =
      isTriple
      ? (PropertyValue.numbers([1, 1, 1]), PropertyValue.numbers([3, 5, 7]))
      : (.number(0), .number(2))
    let animation = Animation(
      .basic(
        PropertyAnimation("transform", valueFunction: function), EndPoints(from: from, to: to)),
      timing: MediaTiming(duration: 1))
    let expected: Transform3D =
      switch function {
      case .rotateX: .rotation(1, x: 1, z: 0)
      case .rotateY: .rotation(1, y: 1, z: 0)
      case .rotateZ: .rotation(1)
      case .scale: .scale(x: 2, y: 3, z: 4)
      case .scaleX: .scale(x: 1)
      case .scaleY: .scale(y: 1)
      case .scaleZ: .scale(z: 1)
      case .translate: .translation(x: 2, y: 3, z: 4)
      case .translateX: .translation(x: 1)
      case .translateY: .translation(y: 1)
      case .translateZ: .translation(z: 1)
      }
    #expect(try Self.shown(animation, "transform", at: 0.5) == .transform(expected))
  }

  @Test func `parts of a property are animated apart`() throws {
    var tree = LayerTree()
    tree.set("position", of: tree.root, to: .point(Point(x: 1, y: 2)))
    tree.add(Self.basic("position.x", .number(0), .number(10)), to: tree.root)
    tree.add(Self.basic("position.y", .number(0), .number(20)), to: tree.root)
    tree.add(Self.basic("transform.scale.x", .number(1), .number(3)), to: tree.root)
    tree.add(Self.basic("transform.rotation", .number(0), .number(2)), to: tree.root)
    tree.add(Self.basic("bounds.size.width", .number(0), .number(8)), to: tree.root)
    tree.flush(at: 0)
    let shown = tree.presentation(at: 0.5)
    #expect(shown.position(of: tree.root) == Point(x: 5, y: 10))
    let expected = Transform3D.scale(x: 2).concatenating(.rotation(1))
    #expect(Transform3DTests.distance(shown.transform(of: tree.root), expected) < 1e-12)
    #expect(shown.bounds(of: tree.root) == Rect(x: 0, y: 0, width: 4, height: 0))
  }

  @Test func `values of another type show nothing`() throws {
    let animation = Self.basic("opacity", .point(.zero), .number(0))
    #expect(try Self.shown(animation, "opacity", at: 0.5) == .number(1))
    let other = Self.basic("opacity", .number(0), .text("b"))
    #expect(try Self.shown(other, "opacity", at: 0.5) == .number(1))
    let keyframes = Animation.keyframes(
      "opacity", Keyframes([.number(0), .nothing]), duration: 1)
    #expect(try Self.shown(keyframes, "opacity", at: 0.5) == .number(1))
    #expect(
      try Self.shown(.keyframes("opacity", Keyframes([]), duration: 1), "opacity", at: 0.5)
        == .number(1))
    var tree = LayerTree()
    tree.add(Self.basic("strokeEnd", .number(0), .number(1)), to: tree.root)
    tree.flush(at: 0)
    #expect(tree.presentation(at: 0.5).value("strokeEnd", of: tree.root) == nil)
  }

  // MARK: The three trees

  @Test func `nothing is present before the first commit`() {
    var tree = LayerTree()
    let layer = tree.makeLayer()
    tree.addSublayer(layer, to: tree.root)
    #expect(!tree.presentation(at: 0).isPresent(layer))
    #expect(tree.presentation(at: 0).value(.opacity, of: layer) == nil)
    #expect(tree.presentation(at: 0).sublayers(of: tree.root) == [])
    tree.flush(at: 0)
    #expect(tree.presentation(at: 0).isPresent(layer))
    #expect(tree.presentation(at: 0).sublayers(of: tree.root) == [layer])
    tree.removeFromSuperlayer(layer)
    #expect(tree.presentation(at: 0).superlayer(of: layer) == tree.root)
    #expect(tree.superlayer(of: layer) == nil)
  }

  @Test func `a copy of a tree goes its own way, and so does a presentation`() {
    var tree = LayerTree()
    tree.flush(at: 0)
    var presentation = tree.presentation(at: 0)
    var other = tree
    tree.add(Self.basic("opacity", .number(0), .number(1)), to: tree.root)
    other.add(Self.basic("opacity", .number(1), .number(0)), to: other.root)
    tree.flush(at: 1)
    other.flush(at: 1)
    tree.sample(at: 1.25, into: &presentation)
    #expect(presentation.opacity(of: tree.root) == 0.25)
    other.sample(at: 1.25, into: &presentation)
    #expect(presentation.opacity(of: tree.root) == 0.75)
    tree.advance(to: 5)
    other.sample(at: 1.5, into: &presentation)
    #expect(presentation.opacity(of: tree.root) == 0.5)
    #expect(presentation.isAnimated(.opacity, of: tree.root))
    presentation.move(to: 3)
    #expect(!presentation.isAnimated(.opacity, of: tree.root))
    tree.sample(at: 1.5, into: &presentation)
    #expect(!presentation.isAnimated(.opacity, of: tree.root))
  }

  @Test(arguments: UInt64(0)..<20)
  func `a presentation that is taken along shows what a new one does`(seed: UInt64) {
    var scene = AnimationLawTests.Scene(seed: seed)
    var random = RandomNumbers(seed: seed, for: 7)
    var presentation = scene.tree.presentation(at: 1)
    var time = 1.0
    for _ in 0..<40 {
      let layer = scene.layers[random.index(below: 3)]
      switch random.index(below: 6) {
      case 0: scene.tree.add(scene.animation(&random, nil), to: layer, forKey: "a")
      case 1: scene.tree.set("position.x", of: layer, to: .number(100 * random.unit()))
      case 2: scene.tree.set("timeOffset", of: layer, to: .number(random.unit()))
      case 3:
        scene.tree.begin { $0.disablesActions = true }
        scene.tree.set("zPosition", of: layer, to: .number(random.unit()))
        scene.tree.commit(at: time)
      default: break
      }
      scene.tree.flush(at: time)
      time += random.unit() / 20
      scene.tree.advance(to: time)
      scene.tree.sample(at: time, into: &presentation)
      #expect(
        AnimationLawTests.shown(presentation, scene.layers)
          == AnimationLawTests.shown(scene.tree.presentation(at: time), scene.layers))
    }
  }
}
