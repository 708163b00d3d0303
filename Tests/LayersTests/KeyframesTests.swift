import Curves
import Glibc
import Layers
import Quantities
import Testing

@Suite struct KeyframesTests {
  static func shown(
    _ keyframes: Keyframes, at progress: Double, path: PropertyPath = "position"
  ) -> Presentation {
    var tree = LayerTree()
    tree.add(
      .keyframes(path, keyframes, duration: 1)
        .with { $0.timing.speed = 0 }.with { $0.timing.timeOffset = progress },
      to: tree.root)
    tree.flush(at: 0)
    return tree.presentation(at: 0)
  }

  static func point(_ keyframes: Keyframes, at progress: Double) -> Point {
    shown(keyframes, at: progress).position(of: LayerTree().root)
  }

  static func number(_ keyframes: Keyframes, at progress: Double) -> Double {
    shown(keyframes, at: progress, path: "zPosition").number("zPosition", of: LayerTree().root)
  }

  static func points(_ pairs: [(Double, Double)]) -> [PropertyValue] {
    pairs.map { .point(Point(x: $0.0, y: $0.1)) }
  }

  @Test(arguments: Keyframes.CalculationMode.allCases)
  func `each mode shows its first and its last value`(mode: Keyframes.CalculationMode) {
    let keyframes = Keyframes(Self.points([(0, 0), (3, 4), (3, 10), (20, 0)]), mode: mode)
    #expect(Self.point(keyframes, at: 0) == .zero)
    #expect(Self.point(keyframes, at: 1) == Point(x: 20, y: 0))
  }

  @Test func `paced values move evenly`() {
    let keyframes = Keyframes(
      Self.points([(0, 0), (30, 40), (30, 140)]), keyTimes: [0, 0.9, 1],
      timingFunctions: [.easeIn, .easeIn], mode: .paced)
    #expect(Self.point(keyframes, at: 1 / 6.0) == Point(x: 15, y: 20))
    #expect(Self.point(keyframes, at: 2 / 3.0) == Point(x: 30, y: 90))
  }

  @Test func `cubic values of even distance are the same paced`() {
    let values: [PropertyValue] = [0, 1, 2, 3].map { .number($0) }
    for step in 0...20 {
      let progress = Double(step) / 20
      let cubic = Self.number(Keyframes(values, mode: .cubic), at: progress)
      let paced = Self.number(Keyframes(values, mode: .cubicPaced), at: progress)
      #expect(abs(cubic - 3 * progress) < 1e-12 && abs(cubic - paced) < 1e-12)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `a cubic curve goes through its values, without a corner`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 1)
    let values = (0..<5).map { _ in 10 * random.signed() }
    let keyframes = Keyframes(
      values.map { .number($0) }, mode: seed.isMultiple(of: 2) ? .cubic : .cubicPaced,
      bias: (0..<5).map { _ in random.signed() / 2 })
    // Where the values are, paced by their distances.
    let lengths = zip(values, values.dropFirst()).map { abs($0 - $1) }
    let total = lengths.reduce(0, +)
    for key in 1..<4 {
      let time =
        keyframes.mode == .cubic ? Double(key) / 4 : lengths.prefix(key).reduce(0, +) / total
      #expect(abs(Self.number(keyframes, at: time) - values[key]) < 1e-9)
      let h = 1e-6
      let before = (values[key] - Self.number(keyframes, at: time - h)) / h
      let after = (Self.number(keyframes, at: time + h) - values[key]) / h
      #expect(abs(before - after) < 1e-3 * max(1, abs(before)))
    }
  }

  @Test func `times that are wrong are even, and equal ones jump`() {
    let values: [PropertyValue] = [0, 10, 20].map { .number($0) }
    for times in [[0, 0.5], [0.1, 0.5, 1], [0, 0.5, 0.9], [0, 0.7, 0.6, 1]] as [[Double]] {
      #expect(Self.number(Keyframes(values, keyTimes: times), at: 0.25) == 5)
    }
    let jump = Keyframes(values, keyTimes: [0, 1, 1])
    #expect(Self.number(jump, at: 0.5) == 5)
    #expect(Self.number(jump, at: 1) == 20)
    let start = Keyframes(values, keyTimes: [0, 0, 1])
    #expect(Self.number(start, at: 0) == 10)
    #expect(Self.number(start, at: 0.5) == 15)
  }

  @Test func `each way has its own pace`() {
    let values: [PropertyValue] = [0, 10, 20].map { .number($0) }
    let keyframes = Keyframes(values, timingFunctions: [.easeIn])
    #expect(abs(Self.number(keyframes, at: 0.25) - 10 * TimingCurve.easeIn.value(at: 0.5)) < 1e-9)
    #expect(Self.number(keyframes, at: 0.75) == 15)
  }

  @Test func `a pace that overshoots holds the ends`() throws {
    let curve = try #require(TimingCurve(x1: 0.3, y1: -1, x2: 0.7, y2: 2))
    var tree = LayerTree()
    tree.add(
      .keyframes(
        "zPosition", Keyframes([.number(0), .number(10)]), duration: 1, timingFunction: curve),
      to: tree.root)
    tree.add(
      .basic(
        "anchorPointZ", from: .number(0), to: .number(10), duration: 1, timingFunction: curve),
      to: tree.root)
    tree.flush(at: 0)
    let shown = tree.presentation(at: 0.1)
    #expect(shown.number("zPosition", of: tree.root) == 0)
    #expect(shown.number("anchorPointZ", of: tree.root) < 0)
  }

  // MARK: Paths

  /// Half a circle of radius 100 about the origin, from the left over the top to the right.
  static let arc: Path = {
    let k = 100 * 4 / 3 * (2.0.squareRoot() - 1)
    return Path([
      .move(Point(x: -100, y: 0)),
      .cubic(
        control1: Point(x: -100, y: -k), control2: Point(x: -k, y: -100),
        end: Point(x: 0, y: -100)),
      .cubic(
        control1: Point(x: k, y: -100), control2: Point(x: 100, y: -k), end: Point(x: 100, y: 0)),
    ])
  }()

  @Test func `a position goes along a path at an even pace`() {
    let keyframes = Keyframes(along: Self.arc)
    for step in 0...24 {
      let progress = Double(step) / 24
      let point = Self.point(keyframes, at: progress)
      // A cubic is a circle to three parts in ten thousand.
      let angle = .pi * (1 - progress)
      #expect(abs(point.x - 100 * cos(angle)) < 0.1 && abs(point.y + 100 * sin(angle)) < 0.1)
    }
  }

  @Test func `what goes along a path turns with it`() {
    let layer = LayerTree().root
    for (mode, turn) in [(Keyframes.RotationMode.auto, 0.0), (.autoReverse, .pi)] {
      let keyframes = Keyframes(along: Self.arc, rotationMode: mode)
      for (progress, angle) in [(0.0, -.pi / 2), (0.5, 0.0), (1, .pi / 2)] {
        let shown = Self.shown(keyframes, at: progress).transform(of: layer)
        #expect(Transform3DTests.distance(shown, .rotation(angle + turn)) < 1e-9)
      }
    }
    let plain = Self.shown(Keyframes(along: Self.arc), at: 0.5)
    #expect(plain.transform(of: layer) == .identity)
  }

  @Test func `steps of a path are ways between keyframes`() {
    let path = Path([
      .move(.zero), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 90)), .close,
      .move(Point(x: 50, y: 50)), .line(Point(x: 60, y: 50)),
    ])
    let keyframes = Keyframes(along: path, mode: .linear)
    #expect(Self.point(keyframes, at: 0.125) == Point(x: 5, y: 0))
    #expect(Self.point(keyframes, at: 0.375) == Point(x: 10, y: 45))
    #expect(Self.point(keyframes, at: 0.75) == Point(x: 50, y: 50))
    #expect(Self.point(keyframes, at: 1) == Point(x: 60, y: 50))
    let timed = Keyframes(along: path, keyTimes: [0, 0.5, 0.6, 0.7, 1], mode: .linear)
    #expect(Self.point(timed, at: 0.25) == Point(x: 5, y: 0))
    let discrete = Keyframes(along: path, mode: .discrete)
    #expect(Self.point(discrete, at: 0.3) == Point(x: 10, y: 0))
    #expect(Self.point(discrete, at: 1) == Point(x: 60, y: 50))
  }
}
