import Curves
import Glibc
import Quantities
import Testing

@Suite struct SpringTests {
  static let dampingRatios = [0, 0.2, 0.7, 1.nextDown, 1, 1.nextUp, 1.5, 3, 1000]
  static let states = [
    Spring.State(displacement: 1, velocity: 5), Spring.State(displacement: -0.3, velocity: 0),
    Spring.State(displacement: 0.4, velocity: -30), Spring.State(displacement: 0, velocity: 1),
  ]

  @Test(arguments: dampingRatios, states)
  func `two half steps equal one whole step`(dampingRatio: Double, initial: Spring.State) {
    let spring = Spring(response: .milliseconds(400), dampingRatio: dampingRatio)
    let whole = spring.state(.milliseconds(100), after: initial)
    let halves = spring.state(
      .milliseconds(50), after: spring.state(.milliseconds(50), after: initial))
    #expect(abs(whole.displacement - halves.displacement) < 1e-12)
    // Strong damping makes the velocity a difference of large numbers.
    #expect(abs(whole.velocity - halves.velocity) < 1e-9)
  }

  @Test(arguments: dampingRatios, states)
  func `no time changes nothing`(dampingRatio: Double, initial: Spring.State) {
    let spring = Spring(response: .milliseconds(400), dampingRatio: dampingRatio)
    #expect(spring.state(.zero, after: initial) == initial)
    #expect(spring.state(.seconds(-1), after: initial) == initial)
  }

  @Test(arguments: dampingRatios, states)
  func `the state is the integral of the force`(dampingRatio: Double, initial: Spring.State) {
    guard dampingRatio < 100 else { return }
    let spring = Spring(
      mass: 2, stiffness: 300, damping: dampingRatio * 2 * (2 * 300).squareRoot())
    // 10 000 steps of 30 µs by the classic rule of Runge and Kutta, of the fourth order.
    var (x, v) = (initial.displacement, initial.velocity)
    let h = 30e-6
    func acceleration(_ x: Double, _ v: Double) -> Double {
      (-spring.stiffness * x - spring.damping * v) / spring.mass
    }
    for _ in 0..<10_000 {
      let (x1, v1) = (v, acceleration(x, v))
      let (x2, v2) = (v + h / 2 * v1, acceleration(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, acceleration(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, acceleration(x + h * x3, v + h * v3))
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    let state = spring.state(.milliseconds(300), after: initial)
    #expect(abs(state.displacement - x) < 1e-9)
    #expect(abs(state.velocity - v) < 1e-9)
  }

  @Test(arguments: [(Spring.smooth, 1.0), (.snappy, 0.85), (.bouncy, 0.7)])
  func `the springs with a name are half a second long and bounce by 0, 15 and 30 %`(
    spring: Spring, dampingRatio: Double
  ) {
    #expect(spring.mass == 1)
    // Either side is rounded in its last bits.
    #expect(abs(spring.naturalFrequency - 4 * .pi) < 1e-12)
    #expect(abs(spring.dampingRatio - dampingRatio) < 1e-12)
  }

  @Test func `a spring without damping keeps its energy`() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 0)
    let initial = Spring.State(displacement: 1, velocity: 5)
    for milliseconds in stride(from: 0, to: 10_000, by: 37) {
      let state = spring.state(.milliseconds(milliseconds), after: initial)
      let energy = 100 * state.displacement * state.displacement + state.velocity * state.velocity
      #expect(abs(energy - 125) < 1e-9)
    }
    let round = spring.state(.seconds(2 * Double.pi / 10), after: initial)
    #expect(abs(round.displacement - 1) < 1e-12)
  }

  @Test func `a spring at rest in its target stays there`() {
    for ratio in Self.dampingRatios {
      let spring = Spring(response: .milliseconds(400), dampingRatio: ratio)
      let rest = Spring.State(displacement: 0, velocity: 0)
      #expect(spring.state(.seconds(1), after: rest) == rest)
      #expect(spring.settlingDuration(from: rest, within: 1e-9) == .zero)
    }
  }

  @Test func `a spring with infinite damping does not move`() {
    let spring = Spring(perceptualDuration: Spring.presetDuration, bounce: -1)
    let initial = Spring.State(displacement: -1, velocity: 3)
    #expect(spring.dampingRatio == .infinity)
    #expect(
      spring.state(.seconds(5), after: initial) == Spring.State(displacement: -1, velocity: 0))
    #expect(spring.settlingDuration(from: initial, within: 0.1) == nil)
    #expect(spring.settlingDuration(from: initial, within: 1) == .zero)
  }

  @Test(arguments: [(0.0, 1.0), (0.3, 0.7), (1, 0), (-0.5, 2), (-1, .infinity)])
  func `a bounce says how damped the spring is`(bounce: Double, dampingRatio: Double) {
    let spring = Spring(perceptualDuration: Spring.presetDuration, bounce: bounce)
    #expect(abs(spring.dampingRatio - dampingRatio) < 1e-15 || bounce == -1)
    #expect((bounce == -1) == (spring.dampingRatio == .infinity))
  }

  @Test func `a spring of which nothing is said is that of Core Animation`() {
    #expect(Spring() == Spring(mass: 1, stiffness: 100, damping: 10))
    #expect(Spring.smooth == Spring(perceptualDuration: .milliseconds(500), bounce: 0))
  }

  @Test func `a response is the time of a swing without damping`() {
    let spring = Spring(response: .milliseconds(400), dampingRatio: 0.5)
    #expect(abs(spring.naturalFrequency * 0.4 - 2 * .pi) < 1e-12)
    #expect(spring.dampingRatio == 0.5)
    #expect(spring.mass == 1)
  }

  @Test(arguments: dampingRatios.filter { $0 > 0 }, states)
  func `a settled spring stays within the tolerance`(
    dampingRatio: Double, initial: Spring.State
  ) throws {
    let spring = Spring(response: .milliseconds(400), dampingRatio: dampingRatio)
    for tolerance in [1e-9, 1e-3, 0.25, 10] {
      let duration = try #require(spring.settlingDuration(from: initial, within: tolerance))
      for step in 0..<500 {
        let later = duration * (1 + 0.01 * Double(step)) + .milliseconds(step)
        let state = spring.state(later, after: initial)
        #expect(abs(state.displacement) <= tolerance * (1 + 1e-9))
      }
    }
  }

  @Test(arguments: [0.05, 0.2, 0.5, 0.9], states)
  func `a spring that swings settles within half a swing of the last excess`(
    dampingRatio: Double, initial: Spring.State
  ) throws {
    let spring = Spring(response: .milliseconds(400), dampingRatio: dampingRatio)
    let duration = try #require(spring.settlingDuration(from: initial, within: 1e-3)).seconds
    let half = 0.2 / (1 - dampingRatio * dampingRatio).squareRoot()
    let peak = (0...1000).map { step in
      let time = max(0, duration - half * Double(step) / 1000)
      return abs(spring.state(.seconds(time), after: initial).displacement)
    }.max()
    #expect(try #require(peak) >= 1e-3 * (1 - 1e-6))
  }

  @Test(arguments: [1, 1.nextUp, 1.5, 3, 1000])
  func `a spring that creeps from rest settles at the last excess`(dampingRatio: Double) throws {
    let spring = Spring(response: .milliseconds(400), dampingRatio: dampingRatio)
    let initial = Spring.State(displacement: -0.6, velocity: 0)
    let duration = try #require(spring.settlingDuration(from: initial, within: 1e-3))
    let state = spring.state(duration, after: initial)
    #expect(abs(state.displacement + 1e-3) < 1e-12)
  }

  @Test func `a spring settles no sooner for a smaller tolerance`() throws {
    for ratio in Self.dampingRatios where ratio > 0 {
      let spring = Spring(response: .milliseconds(400), dampingRatio: ratio)
      for initial in Self.states {
        let durations = try [1, 0.1, 1e-2, 1e-3, 1e-6, 1e-12].map { tolerance in
          try #require(spring.settlingDuration(from: initial, within: tolerance))
        }
        #expect(durations == durations.sorted())
      }
    }
  }

  @Test func `a spring that never settles says so`() {
    let undamped = Spring(damping: 0)
    let initial = Spring.State(displacement: 0.5, velocity: 0)
    #expect(undamped.settlingDuration(from: initial, within: 0.001) == nil)
    #expect(undamped.settlingDuration(from: initial, within: 0.5) == .zero)
    let slow = Spring(stiffness: 1e-30, damping: 1)
    #expect(slow.settlingDuration(from: initial, within: 0.001) == nil)
  }

  @Test(arguments: dampingRatios.filter { $0 > 0 })
  func `a huge velocity settles too`(dampingRatio: Double) throws {
    let spring = Spring(response: .milliseconds(400), dampingRatio: dampingRatio)
    for size in [1e6, 1e100, 1e300] {
      for initial in [
        Spring.State(displacement: 0.5, velocity: size),
        Spring.State(displacement: -size, velocity: -size),
        Spring.State(displacement: 0.5, velocity: -size),
      ] {
        let duration = try #require(spring.settlingDuration(from: initial, within: 1e-3))
        #expect(duration > .zero)
        #expect(duration < .seconds(100_000))
        let state = spring.state(duration, after: initial)
        #expect(abs(state.displacement) <= 1e-3 * (1 + 1e-9))
      }
    }
  }

  @Test func `no number traps`() {
    let sizes: [Double] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan,
      0,
    ]
    let springs =
      Self.dampingRatios.map { Spring(response: .milliseconds(400), dampingRatio: $0) } + [
        Spring(mass: .leastNonzeroMagnitude, stiffness: 1, damping: 1),
        Spring(mass: 1e300, stiffness: 1e-300),
        Spring(mass: 1e300, stiffness: 1e300, damping: 1e300), Spring(damping: 1e308),
        Spring(damping: .infinity), Spring(response: .nanoseconds(1), dampingRatio: 1),
        Spring(response: .seconds(Int64.max), dampingRatio: 1),
      ]
    for spring in springs {
      for displacement in sizes {
        for velocity in sizes {
          let initial = Spring.State(displacement: displacement, velocity: velocity)
          _ = spring.state(.seconds(Int64.max), after: initial)
          _ = spring.state(.nanoseconds(1), after: initial)
          let duration = spring.settlingDuration(from: initial, within: 1e-3)
          if !displacement.isFinite || !velocity.isFinite { #expect(duration == nil) }
          _ = SpringCurve(spring, initialVelocity: velocity).settlingDuration
          _ =
            SpringCurve(spring, initialVelocity: velocity, allowsOverdamping: true)
            .settlingDuration
        }
      }
    }
  }

  @Test(
    arguments: [0.01, 0.35, 2, 10],
    [(0.3, 0), (0.7, 0.3), (0.7, -2), (0.9, 40), (0.5, 1e5), (1, 0), (1, 3), (1, -3), (1, 1e5)]
  )
  func `a spring made to settle in a time does`(
    seconds: Double, motion: (dampingRatio: Double, velocity: Double)
  ) {
    let (zeta, v) = motion
    let omega = Spring(
      settlingDuration: .seconds(seconds), dampingRatio: zeta, initialVelocity: v
    ).naturalFrequency
    /// The envelope of chapter 4.3 at the end of the time.
    func envelope(_ omega: Double) -> Double {
      zeta < 1
        ? abs(zeta * omega - v) / (omega * (1 - zeta * zeta).squareRoot())
          * exp(-zeta * omega * seconds)
        : abs((omega - v) * seconds + 1) * exp(-omega * seconds)
    }
    #expect(abs(envelope(omega) - 0.001) < 1e-9)
    // And there is no larger root.
    for step in 1...2000 { #expect(envelope(omega * (1 + 0.01 * Double(step))) < 0.001) }
  }

  @Test func `a critical spring made to settle in a time is a thousandth away at its end`() {
    let spring = Spring(
      settlingDuration: .milliseconds(500), dampingRatio: 1, initialVelocity: 0)
    #expect(abs(SpringCurve(spring).value(at: .milliseconds(500)) - 0.999) < 1e-12)
  }

  @Test func `what a spring is made to settle in is clamped`() {
    func spring(_ seconds: Double, _ ratio: Double, _ velocity: Double = 0) -> Spring {
      Spring(
        settlingDuration: .seconds(seconds), dampingRatio: ratio, initialVelocity: velocity)
    }
    #expect(spring(0, 0.5) == spring(0.01, 0.5))
    #expect(spring(-3, 0.5) == spring(0.01, 0.5))
    #expect(spring(100, 0.5) == spring(10, 0.5))
    #expect(spring(1, 5) == spring(1, 1))
    #expect(spring(1, 0) == spring(1, 0.002))
    #expect(spring(1, -1) == spring(1, 0.002))
    #expect(spring(1, 0.5, .infinity) == spring(1, 0.5, 1e6))
    #expect(spring(1, 0.5, -.infinity) == spring(1, 0.5, -1e6))
    #expect(spring(1, 0.5, .nan) == spring(1, 0.5, 0))
    for ratio in [0.002, 0.1, 0.999_999, 1] {
      for velocity in [-1e6, -1, 0, 1, 1e6] {
        let frequency = spring(0.01, ratio, velocity).naturalFrequency
        #expect(frequency > 0)
        #expect(frequency.isFinite)
      }
    }
  }
}
