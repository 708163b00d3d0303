import Curves
import Layers
import Quantities
import TestSupport
import Testing

@Suite(.enabled(if: Vectors.path != nil, "PANTOGRAPH_VECTORS names no file"))
struct VectorTests {
  let vectors: Vectors

  init() throws {
    vectors = try Vectors(contentsOf: #require(Vectors.path))
  }

  @Test(arguments: Vectors.sections(of: .layers).sorted())
  func `a section of layers`(name: String) throws {
    let check = try #require(Self.checks[name], "nobody checks the section")
    #expect(vectors.complaints(about: name, check) == [])
  }

  @Test func `every check is that of a section of layers`() {
    #expect(Set(Self.checks.keys) == Vectors.sections(of: .layers))
  }

  static let checks: [String: Vectors.Check] = [
    "media_timing": { vector in
      let mode = try vector.text("fillMode", default: "removed")
      let timing = MediaTiming(
        beginTime: try vector.number("beginTime", default: 0),
        duration: try vector.number("duration", default: 0),
        speed: try vector.number("speed", default: 1),
        timeOffset: try vector.number("timeOffset", default: 0),
        repeatCount: try vector.number("repeatCount", default: 0),
        repeatDuration: try vector.number("repeatDuration", default: 0),
        autoreverses: try vector.flag("autoreverses", default: false),
        fillMode: MediaTiming.FillMode(rawValue: mode) ?? .removed)
      vector.require(timing.fillMode.rawValue == mode, "no fill mode of that name")
      let sample = timing.sample(atParentTime: try vector.number("parentTime"))
      vector.expect("phase", sample.phase.rawValue)
      vector.expect("applies", sample.applies)
      vector.expect("basicTime", sample.basicTime)
      vector.expect("progress", sample.progress)
      vector.expect("activeDuration", timing.activeDuration)
    },
    "layer_time": { vector in
      guard case .list(let chain)? = vector.value("chain") else {
        vector.require(false, "no chain")
        return
      }
      var tree = LayerTree()
      var layer = tree.root
      for (index, value) in chain.enumerated() {
        if index > 0 {
          let next = tree.makeLayer()
          tree.addSublayer(next, to: layer)
          layer = next
        }
        var members = try Members(value, at: "chain.")
        tree.setTiming(
          MediaTiming(
            beginTime: try members.number("beginTime") ?? 0,
            speed: try members.number("speed") ?? 1,
            timeOffset: try members.number("timeOffset") ?? 0), of: layer)
        for complaint in members.unknown { vector.require(false, complaint) }
      }
      let time = try vector.number("t")
      let local = tree.localTime(of: layer, at: time)
      vector.expect("local", local)
      tree.flush(at: 0)
      vector.require(
        tree.presentation(at: time).localTime(of: layer) == local, "another time is shown")
    },
    "layer_pause_resume": { vector in
      var tree = LayerTree()
      let probe = try vector.number("probeAt")
      tree.pause(tree.root, at: try vector.number("pauseAt"))
      vector.expect("timeOffsetWhilePaused", tree.timing(of: tree.root).timeOffset)
      tree.resume(tree.root, at: try vector.number("resumeAt"))
      vector.expect("beginTimeAfterResume", tree.timing(of: tree.root).beginTime)
      let local = tree.localTime(of: tree.root, at: probe)
      vector.expect("localTimeAtProbe", local)
      vector.expect("animationElapsedAtProbe", local - (try vector.number("animBegin")))
    },
    "keyframes": { vector in
      let name = try vector.text("mode", default: "linear")
      let mode = Keyframes.CalculationMode(rawValue: name)
      vector.require(mode != nil, "no mode of that name")
      let keyTimes = try vector.numbers("keyTimes", default: [])
      let keyframes = Keyframes(
        try vector.numbers("values").map { .number($0) },
        keyTimes: keyTimes.isEmpty ? nil : keyTimes,
        timingFunctions: try VectorTests.curves("timingFunctions", of: &vector),
        mode: mode ?? .linear, tension: try vector.numbers("tension", default: []),
        continuity: try vector.numbers("continuity", default: []),
        bias: try vector.numbers("bias", default: []))
      // Held at the progress: a whole cycle is its end.
      let animation = Animation.keyframes("zPosition", keyframes, duration: 1)
        .with { $0.timing.speed = 0 }
        .with { $0.timing.timeOffset = (try? vector.number("progress")) ?? .nan }
      vector.expect("value", VectorTests.shown(animation, at: 0))
    },
    "from_to_by": { vector in
      let ends = EndPoints(
        from: try VectorTests.value("fromValue", of: &vector),
        to: try VectorTests.value("toValue", of: &vector),
        by: try VectorTests.value("byValue", of: &vector))
      let presentation = try vector.number("presentationNow")
      let previous = try vector.number("previousPresentation", default: presentation)
      let model = try vector.number("modelValue", default: presentation)
      let values = ends.values(
        presentation: .number(presentation), previous: .number(previous),
        underlying: .number(model))
      let (start, end) = (values?.from.number ?? .nan, values?.to.number ?? .nan)
      vector.expect("start", start)
      vector.expect("end", end)
      let animation = Animation(
        .basic(PropertyAnimation("zPosition"), ends), timing: MediaTiming(duration: 1))
      let quarter = VectorTests.shown(animation, at: 0.25, before: presentation, model: model)
      // A tree is shown at one time before the transaction only.
      vector.expect(
        "valueAtQuarter",
        presentation == previous ? quarter : start + (end - start) * 0.25)
    },
    "additive_cumulative": { vector in
      let model = try vector.number("model", default: 0)
      let cycle = try vector.number("cycle", default: 0)
      let progress = try vector.number("progress")
      let autoreverses = try vector.flag("autoreverses", default: false)
      let property = PropertyAnimation(
        "zPosition", isAdditive: try vector.flag("additive", default: false),
        isCumulative: try vector.flag("cumulative", default: false))
      let ends = EndPoints(
        from: .number(try vector.number("from")), to: .number(try vector.number("to")))
      let animation = Animation(
        .basic(property, ends),
        timing: MediaTiming(
          duration: 1, repeatCount: cycle + 1, autoreverses: autoreverses, fillMode: .both),
        isRemovedOnCompletion: false)
      let time = cycle * (autoreverses ? 2 : 1) + progress
      vector.expect("value", VectorTests.shown(animation, at: time, before: model, model: model))
    },
    "transform_subkeys": { vector in
      guard case .list(let rows)? = vector.value("matrix") else {
        vector.require(false, "no matrix")
        return
      }
      let numbers = try rows.map { row in
        try row.asList("matrix").map { try $0.asNumber("matrix") }
      }
      guard numbers.count == 4, numbers.allSatisfy({ $0.count == 4 }) else {
        vector.require(false, "the matrix is not one of four rows and columns")
        return
      }
      var tree = LayerTree()
      tree.set(
        "transform", of: tree.root,
        to: .transform(
          Transform3D(
            SIMD4(numbers[0]), SIMD4(numbers[1]), SIMD4(numbers[2]), SIMD4(numbers[3]))))
      for path in VectorTests.transformParts.map({ PropertyPath(.transform, $0) }) {
        switch tree[tree.root, path] {
        case .number(let number): vector.expect("\(path)", number)
        case .size(let size): vector.expect("\(path)", [size.width, size.height])
        case let other: vector.require(false, "\(path) is \(other)")
        }
      }
    },
    "catransition": { vector in
      var transition = LayerTransition(
        startProgress: try vector.number("startProgress", default: 0),
        endProgress: try vector.number("endProgress", default: 1))
      let raw = try vector.number("rawProgress", default: .nan)
      let progress = try vector.number("progress", default: raw)
      let name = try vector.text("type", default: "fade")
      transition.effect = LayerTransition.Effect(named: name)
      vector.require(transition.effect.rawValue == name, "no type of that name")
      if let subtype = vector.value("subtype"), subtype != .null {
        transition.direction = LayerTransition.Direction(
          rawValue: try subtype.asText("subtype"))
        vector.require(transition.direction != nil, "no subtype of that name")
      }
      let size = try vector.numbers("size", default: [1, 1])
      vector.require(size.count == 2, "a size has two numbers")
      let effective = raw.isNaN ? progress : transition.effectiveProgress(at: raw)
      let arrangement = transition.arrangement(
        at: effective, size: Size(width: size.first ?? 0, height: size.last ?? 0))
      vector.expect("effectiveProgress", effective)
      vector.expect("oldOffset", [arrangement.old.offset.x, arrangement.old.offset.y])
      vector.expect("newOffset", [arrangement.new.offset.x, arrangement.new.offset.y])
      vector.expect("oldAlpha", arrangement.old.alpha)
      vector.expect("newAlpha", arrangement.new.alpha)
      vector.expect("top", arrangement.isOldOnTop ? "old" : "new")
    },
    "memory_estimate": { vector in
      vector.expect(
        "bytes",
        MemoryEstimate.bytes(
          size: Size(
            width: try vector.number("widthPt"), height: try vector.number("heightPt")),
          scale: try vector.number("scale", default: 1),
          count: try vector.number("layers", default: 1)))
    },
  ]

  /// What shows of a number's animation that starts at 0.
  private static func shown(
    _ animation: Animation, at time: MediaTime, before: Double = 0, model: Double = 0
  ) -> Double {
    var tree = LayerTree()
    tree.set("zPosition", of: tree.root, to: .number(before))
    tree.flush(at: 0)
    tree.begin { $0.disablesActions = true }
    tree.set("zPosition", of: tree.root, to: .number(model))
    tree.add(animation, to: tree.root)
    tree.commit(at: 0)
    return tree.presentation(at: time).number("zPosition", of: tree.root)
  }

  /// A number that may be null.
  private static func value(_ name: String, of vector: inout VectorCase) throws -> PropertyValue? {
    guard let value = vector.value(name), value != .null else { return nil }
    return .number(try value.asNumber(name))
  }

  /// Timing functions by their names, or by their control points.
  private static func curves(_ name: String, of vector: inout VectorCase) throws -> [TimingCurve] {
    guard let value = vector.value(name), value != .null else { return [] }
    return try value.asList(name).map { element in
      if case .list(let points) = element {
        let numbers = try points.map { try $0.asNumber(name) }
        guard numbers.count == 4,
          let curve = TimingCurve(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
        else { throw Members.Invalid(path: name, value: element) }
        return curve
      }
      let named: [String: TimingCurve] = [
        "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInOut,
        "easeInOut": .easeInOut, "default": .ease,
      ]
      guard let curve = named[try element.asText(name)] else {
        throw Members.Invalid(path: name, value: element)
      }
      return curve
    }
  }

  /// The parts of a transform that have a key path.
  private static let transformParts: [PropertyPath.Part] = [
    .rotation, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
    .translation, .translationX, .translationY, .translationZ,
  ]
}
