import Curves
import Layers
import Quantities
import Testing

/// Laws that hold for all animations, over generated ones.
@Suite struct AnimationLawTests {
  /// A tree of a few layers with animations of all kinds.
  struct Scene {
    var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 320, height: 568))
    var layers: [LayerID] = []
    let paths: [PropertyPath] = [
      "position", "position.x", "opacity", "bounds.size", "transform", "transform.rotation.z",
      "transform.scale", "backgroundColor", "zPosition", "cornerRadius",
    ]

    init(seed: UInt64, fillMode: MediaTiming.FillMode? = nil) {
      var random = RandomNumbers(seed: seed, for: 1)
      for _ in 0..<3 {
        let layer = tree.makeLayer(
          bounds: Rect(x: 0, y: 0, width: 50, height: 80),
          position: Point(x: 100 * random.unit(), y: 100 * random.unit()))
        tree.addSublayer(
          layer, to: layers.last.map { random.unit() < 0.5 ? $0 : tree.root } ?? tree.root)
        tree.setTiming(
          MediaTiming(
            beginTime: random.signed(), duration: .infinity, speed: 0.5 + random.unit(),
            timeOffset: random.signed()), of: layer)
        layers.append(layer)
      }
      tree.flush(at: 0)
      for layer in layers {
        for _ in 0..<4 { tree.add(animation(&random, fillMode), to: layer) }
      }
      tree.flush(at: 1)
    }

    func animation(
      _ random: inout RandomNumbers, _ fillMode: MediaTiming.FillMode?, depth: Int = 0
    ) -> Animation {
      let curves: [TimingCurve?] = [nil, .ease, .easeInOut, .fastOutExtraSlowIn]
      var animation: Animation
      let kinds = depth == 0 ? 4 : 3
      switch random.index(below: kinds) {
      case 3:
        animation = .group(
          (0..<2).map { _ in self.animation(&random, fillMode, depth: 1) },
          duration: 0.5 + random.unit())
      case let kind:
        let path = paths[random.index(below: paths.count)]
        let values = (0..<4).map { _ in value(of: path, &random) }
        animation =
          switch kind {
          case 0: .basic(path, from: values[0], to: values[1])
          case 1:
            .spring(
              path, from: values[0], to: values[1],
              SpringCurve(Spring(stiffness: 50 + 100 * random.unit(), damping: 15 * random.unit())))
          default:
            .keyframes(
              path,
              Keyframes(
                values,
                mode: Keyframes.CalculationMode.allCases[random.index(below: 5)]))
          }
        if case .keyframes = animation.kind {
        } else if random.unit() < 0.3 {
          animation = animation.with { animation in
            guard case .basic(var property, let ends) = animation.kind else { return }
            property.isAdditive = true
            property.isCumulative = random.unit() < 0.5
            animation.kind = .basic(property, ends)
          }
        }
      }
      animation.timing.duration = 0.2 + random.unit()
      animation.timing.repeatCount = random.unit() < 0.5 ? 0 : 3 * random.unit()
      animation.timing.autoreverses = random.unit() < 0.4
      animation.timing.fillMode =
        fillMode ?? MediaTiming.FillMode.allCases[random.index(below: 4)]
      animation.timing.beginTime = depth > 0 ? random.unit() / 2 : 0
      animation.timingFunction = curves[random.index(below: curves.count)]
      animation.isRemovedOnCompletion = random.unit() < 0.5
      return animation
    }

    func value(of path: PropertyPath, _ random: inout RandomNumbers) -> PropertyValue {
      let (a, b) = (100 * random.signed(), 100 * random.signed())
      return switch path.type {
      case .point: .point(Point(x: a, y: b))
      case .size: .size(Size(width: abs(a), height: abs(b)))
      case .color:
        .color(Color(red: random.unit(), green: random.unit(), blue: 1, alpha: random.unit()))
      case .transform:
        .transform(
          Transform3D.rotation(a / 30, x: random.signed(), y: 0.5, z: 1)
            .scaledBy(x: 0.5 + random.unit()).translatedBy(x: b))
      default: .number(a / 50)
      }
    }
  }

  /// Everything that shows.
  static func shown(_ presentation: Presentation, _ layers: [LayerID]) -> [PropertyValue?] {
    let properties: [Property] = [
      .position, .opacity, .bounds, .transform, .backgroundColor, .zPosition, .cornerRadius,
    ]
    return layers.flatMap { layer in
      properties.map { property in presentation.value(property, of: layer) }
    }
  }

  @Test(arguments: UInt64(0)..<15)
  func `the order in which times are sampled does not matter`(seed: UInt64) {
    let scene = Scene(seed: seed)
    let times = (0...60).map { 0.5 + Double($0) / 17 }
    var presentation = scene.tree.presentation(at: 0)
    var forwards: [[PropertyValue?]] = []
    for time in times {
      scene.tree.sample(at: time, into: &presentation)
      forwards.append(Self.shown(presentation, scene.layers))
    }
    var random = RandomNumbers(seed: seed, for: 2)
    for _ in 0..<120 {
      let index = random.index(below: times.count)
      presentation.move(to: times[index])
      #expect(Self.shown(presentation, scene.layers) == forwards[index])
    }
    for (index, time) in times.enumerated().reversed() {
      let fresh = scene.tree.presentation(at: time)
      #expect(Self.shown(fresh, scene.layers) == forwards[index])
    }
  }

  @Test(arguments: UInt64(0)..<15)
  func `the same shows and is told at 30, 60, 120 Hz and at uneven frames`(seed: UInt64) {
    let probes = (1...8).map { 1 + Double($0) / 2 }
    var random = RandomNumbers(seed: seed, for: 3)
    let uneven = (0..<300).reduce(into: [1.0]) { times, _ in
      times.append((times.last ?? 1) + random.unit() / 30)
    }
    let rates = [30.0, 60, 120].map { rate in (0...Int(4 * rate)).map { 1 + Double($0) / rate } }
    var results: [(events: [LayerEvent], shown: [[PropertyValue?]])] = []
    for frames in rates + [uneven] {
      var tree = Scene(seed: seed).tree
      let layers = Scene(seed: seed).layers
      var events: [LayerEvent] = []
      var shown: [[PropertyValue?]] = []
      var left = probes[...]
      for time in (frames + probes).sorted() {
        tree.advance(to: time)
        events += tree.takeEvents()
        if time == left.first {
          left = left.dropFirst()
          shown.append(Self.shown(tree.presentation(at: time), layers))
        }
      }
      tree.advance(to: 100)
      results.append((events + tree.takeEvents(), shown))
    }
    for result in results.dropFirst() {
      #expect(result.shown == results[0].shown)
      #expect(result.events.map(\.kind) == results[0].events.map(\.kind))
      for (event, other) in zip(result.events, results[0].events) {
        #expect(abs(event.time - other.time) < 1e-9)
      }
    }
    #expect(!results[0].events.isEmpty)
  }

  @Test(arguments: UInt64(0)..<25)
  func `each animation starts at most once and stops exactly once, finished or not`(
    seed: UInt64
  ) {
    var scene = Scene(seed: seed)
    var random = RandomNumbers(seed: seed, for: 4)
    var time = 1.0
    var events: [LayerEvent] = []
    var added = scene.layers.flatMap { scene.tree.animations(of: $0) }
    for _ in 0..<60 {
      let layer = scene.layers[random.index(below: 3)]
      switch random.index(below: 8) {
      case 0:
        added.append(
          scene.tree.add(
            scene.animation(&random, nil), to: layer,
            forKey: ["a", "b", nil][random.index(below: 3)]))
      case 1: scene.tree.removeAnimation(forKey: "a", from: layer)
      case 2 where random.unit() < 0.2: scene.tree.removeAllAnimations(from: layer)
      case 3 where random.unit() < 0.3: scene.tree.removeFromSuperlayer(layer)
      case 4 where scene.tree.superlayer(of: layer) == nil:
        scene.tree.addSublayer(layer, to: scene.tree.root)
      case 5: scene.tree.pause(layer, at: time)
      case 6: scene.tree.resume(layer, at: time)
      default: scene.tree.flush(at: time)
      }
      time += random.unit() / 10
      scene.tree.advance(to: time)
      events += scene.tree.takeEvents()
    }
    for layer in scene.layers { scene.tree.removeAllAnimations(from: layer) }
    scene.tree.flush(at: time)
    events += scene.tree.takeEvents()
    for id in added {
      let starts = events.indices.filter { events[$0].kind == .started(id) }
      let stops = events.indices.filter {
        events[$0].kind == .stopped(id, finished: true)
          || events[$0].kind == .stopped(id, finished: false)
      }
      #expect(starts.count <= 1)
      #expect(stops.count == 1)
      if let start = starts.first, let stop = stops.first { #expect(start < stop) }
      if starts.isEmpty, let stop = stops.first {
        #expect(events[stop].kind == .stopped(id, finished: false))
      }
      #expect(scene.tree.animation(id) == nil)
    }
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test(arguments: UInt64(0)..<40)
  func `the ends are exact`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed, for: 6)
    let scene = Scene(seed: 0)
    for path in scene.paths where path.part == .whole || path.part.name.hasPrefix("size") {
      let (from, to) = (scene.value(of: path, &random), scene.value(of: path, &random))
      let animations: [Animation] = [
        .basic(path, from: from, to: to),
        .keyframes(path, Keyframes([from, to, from, to], mode: .cubic)),
        .keyframes(path, Keyframes([from, from, to], mode: .paced)),
      ]
      for animation in animations {
        var tree = LayerTree()
        tree.add(
          animation.with { $0.timing.duration = 0.1 + random.unit() }
            .with { $0.timing.repeatCount = Double(random.index(below: 4)) }
            .with { $0.timing.fillMode = .both }.with { $0.isRemovedOnCompletion = false },
          to: tree.root)
        tree.flush(at: random.unit())
        #expect(tree.presentation(at: -1).value(path, of: tree.root) == from)
        #expect(tree.presentation(at: 50).value(path, of: tree.root) == to)
      }
    }
  }

  @Test(arguments: UInt64(0)..<25)
  func `a speed of −1 from the end shows the mirror image`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 5)
    let scene = Scene(seed: 0)
    var animation = scene.animation(&random, .removed, depth: 1)
    animation.timing.beginTime = 10
    var mirrored = animation
    let length = animation.timing.activeDuration
    mirrored.timing.speed = -1
    mirrored.timing.timeOffset = length
    for step in 1..<50 {
      let elapsed = length * (Double(step) + 0.37) / 50.7
      let sample = animation.timing.sample(atParentTime: 10 + elapsed)
      let mirror = mirrored.timing.sample(atParentTime: 10 + (length - elapsed))
      #expect(abs(sample.basicTime - mirror.basicTime) < 1e-9)
      #expect(sample.phase == .active && mirror.phase == .active)
    }
    func shown(_ animation: Animation, at time: MediaTime) -> [PropertyValue?] {
      var tree = LayerTree()
      tree.add(animation, to: tree.root)
      tree.flush(at: 0)
      return Self.shown(tree.presentation(at: time), [tree.root])
    }
    for step in 1..<8 {
      let elapsed = length * (Double(step) + 0.37) / 8.7
      let (left, right) = (
        shown(animation, at: 10 + elapsed), shown(mirrored, at: 10 + (length - elapsed))
      )
      for (value, other) in zip(left, right) {
        #expect(Self.isNear(value, other))
      }
    }
  }

  /// Whether all numbers of two values are within 10⁻⁶, which leaves room for steep curves.
  static func isNear(_ value: PropertyValue?, _ other: PropertyValue?) -> Bool {
    func near(_ left: [Double], _ right: [Double]) -> Bool {
      zip(left, right).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
    }
    switch (value, other) {
    case (.number(let left)?, .number(let right)?): return near([left], [right])
    case (.point(let left)?, .point(let right)?):
      return near([left.x, left.y], [right.x, right.y])
    case (.rect(let left)?, .rect(let right)?):
      return near(
        [left.origin.x, left.origin.y, left.size.width, left.size.height],
        [right.origin.x, right.origin.y, right.size.width, right.size.height])
    case (.color(let left)?, .color(let right)?):
      return near(
        [left.red, left.green, left.blue, left.alpha],
        [right.red, right.green, right.blue, right.alpha])
    case (.transform(let left)?, .transform(let right)?):
      return (0..<4).allSatisfy {
        near(
          [left.row1[$0], left.row2[$0], left.row3[$0], left.row4[$0]],
          [right.row1[$0], right.row2[$0], right.row3[$0], right.row4[$0]])
      }
    default: return value == other
    }
  }
}
