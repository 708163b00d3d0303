import Curves
import Layers
import Quantities
import Testing

@Suite struct SpringAnimationTests {
  /// m·x″ = k(1 − x) − c·x′ from 0, by Runge and Kutta's method of fourth order.
  static func integrated(
    mass: Double, stiffness: Double, damping: Double, velocity: Double, until time: Double
  ) -> Double {
    let steps = 4000
    let h = time / Double(steps)
    var (x, v) = (0.0, velocity)
    func pull(_ x: Double, _ v: Double) -> Double { (stiffness * (1 - x) - damping * v) / mass }
    for _ in 0..<steps {
      let (x1, v1) = (v, pull(x, v))
      let (x2, v2) = (v + h / 2 * v1, pull(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, pull(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, pull(x + h * x3, v + h * v3))
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return x
  }

  @Test(arguments: UInt64(0)..<30)
  func `a spring shows what brute force gives`(seed: UInt64) {
    var random = RandomNumbers(seed: seed, for: 1)
    let (mass, stiffness) = (0.5 + 2 * random.unit(), 20 + 300 * random.unit())
    // From undamped to overdamped.
    let ratio = 2 * random.unit()
    let damping = ratio * 2 * (mass * stiffness).squareRoot()
    let velocity = 10 * random.signed()
    var tree = LayerTree()
    tree.add(
      .spring(
        "position", from: .point(Point(x: 10, y: -20)), to: .point(Point(x: 110, y: 30)),
        SpringCurve(
          Spring(mass: mass, stiffness: stiffness, damping: damping), initialVelocity: velocity,
          allowsOverdamping: true), duration: 2), to: tree.root)
    tree.flush(at: 5)
    for time in [0.05, 0.2, 0.7, 1.9] {
      let x = Self.integrated(
        mass: mass, stiffness: stiffness, damping: damping, velocity: velocity, until: time)
      let shown = tree.presentation(at: 5 + time).position(of: tree.root)
      #expect(abs(shown.x - (10 + 100 * x)) < 1e-6)
      #expect(abs(shown.y - (-20 + 50 * x)) < 1e-6)
    }
  }

  @Test func `the duration cuts a spring off and does not stretch it`() {
    func shown(_ duration: MediaTime, at time: MediaTime) -> Double {
      var tree = LayerTree()
      tree.add(
        .spring("zPosition", from: .number(0), to: .number(1), duration: duration), to: tree.root)
      tree.flush(at: 0)
      return tree.presentation(at: time).number("zPosition", of: tree.root)
    }
    #expect(shown(0.2, at: 0.125) == shown(2, at: 0.125))
    #expect(shown(0.2, at: 0.125) > 0.1)
    #expect(shown(0.2, at: 0.2) == 0)
  }

  @Test func `without a duration it settles`() {
    // Measured by OpenCoreAnimation.
    let spring = Animation.spring("zPosition", to: .number(1))
    #expect(abs(spring.timing.duration - 1.4727003346780927) < 1e-9)
    let bouncy = Animation.spring(
      "zPosition", to: .number(1), perceptualDuration: .seconds(1), bounce: 0.5)
    #expect(abs(bouncy.timing.duration - 2.3438753795710707) < 1e-9)
    let endless = Animation.spring(
      "zPosition", to: .number(1), SpringCurve(Spring(damping: 0)))
    #expect(endless.timing.duration == 0)
  }

  @Test func `more than critical damping counts as critical unless it is allowed`() {
    func shown(_ damping: Double, _ isAllowed: Bool) -> Double {
      var tree = LayerTree()
      tree.add(
        .spring(
          "zPosition", from: .number(0), to: .number(1),
          SpringCurve(Spring(damping: damping), allowsOverdamping: isAllowed), duration: 1),
        to: tree.root)
      tree.flush(at: 0)
      return tree.presentation(at: 0.25).number("zPosition", of: tree.root)
    }
    #expect(shown(100, false) == shown(20, false))
    #expect(shown(100, true) < shown(20, false))
  }
}
