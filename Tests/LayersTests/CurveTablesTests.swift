import Curves
import Layers
import Quantities
import Testing

@Suite struct CurveTablesTests {
  /// What shows of a number that goes from 0 to 1 in a second, at some times.
  static func shown(_ curve: TimingCurve, at times: [Double]) -> [Double] {
    var tree = LayerTree()
    tree.add(
      .basic(
        "zPosition", from: .number(0), to: .number(1), duration: 1, timingFunction: curve),
      to: tree.root)
    tree.flush(at: 0)
    var presentation = tree.presentation(at: 0)
    return times.map { time in
      presentation.move(to: time)
      return presentation.number("zPosition", of: tree.root)
    }
  }

  @Test func `named curves are as they say`() {
    let times = (0..<1000).map { Double($0) / 1000 }
    for (name, curve) in TimingCurve.named {
      for (time, shown) in zip(times, Self.shown(curve, at: times)) {
        #expect(abs(shown - curve.value(at: time)) < 1e-11, "\(name) at \(time)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `any curve is as it says, also near vertical tangents`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed, for: 1)
    func control() -> Double {
      // The ends, where tangents are vertical, as well as what lies between.
      [0, 1, 1e-9, 1 - 1e-9, random.unit(), random.unit(), random.unit()][random.index(below: 7)]
    }
    let curve = try #require(
      TimingCurve(
        x1: control(), y1: 3 * random.signed(), x2: control(), y2: 3 * random.signed()))
    let times = (0..<200).map { _ in random.unit() } + [1e-12, 1e-6, 0.5, 1 - 1e-6, 1 - 1e-12]
    for (time, shown) in zip(times, Self.shown(curve, at: times)) {
      #expect(abs(shown - curve.value(at: time)) < 1e-10, "\(curve) at \(time)")
    }
  }
}
