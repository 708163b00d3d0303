import Curves
import Testing

@Suite struct InterpolatorTests {
  /// Every interpolator that ends at 1, some with other numbers than the default.
  static let toEnd: [Interpolator] = [
    .linear, .accelerateDecelerate, .accelerate(), .accelerate(factor: 1.5), .decelerate(),
    .decelerate(factor: 2.5), .anticipate(), .anticipate(tension: 5), .overshoot(),
    .overshoot(tension: 0), .anticipateOvershoot(), .anticipateOvershoot(tension: 1, extra: 4),
    .curve(.fastOutSlowIn), .curve(.fastOutExtraSlowIn),
  ]

  static let all = toEnd + [.bounce, .cycle(count: 1), .cycle(count: 2.5)]

  @Test(arguments: toEnd)
  func `the ends are exact`(interpolator: Interpolator) {
    #expect(interpolator.value(at: 0) == 0)
    #expect(interpolator.value(at: 1) == 1)
  }

  @Test func `a bounce and a cycle end where those of Android do`() {
    #expect(Interpolator.bounce.value(at: 0) == 0)
    #expect(abs(Interpolator.bounce.value(at: 1) - 1.000_054_48) < 1e-12)
    #expect(abs(Interpolator.cycle(count: 3).value(at: 1)) < 1e-12)
  }

  @Test(arguments: all)
  func `a fraction outside of the range counts as the nearest end`(interpolator: Interpolator) {
    for x in [-0.1, -1e300, -.infinity] {
      #expect(interpolator.value(at: x) == interpolator.value(at: 0))
    }
    for x in [1.1, 1e300, .infinity] {
      #expect(interpolator.value(at: x) == interpolator.value(at: 1))
    }
    #expect(interpolator.value(at: .nan).isNaN)
  }

  @Test(
    arguments: [
      (.accelerate(factor: 2), .decelerate(factor: 2)),
      (.anticipate(tension: 3), .overshoot(tension: 3)),
      (.accelerateDecelerate, .accelerateDecelerate),
      (.anticipateOvershoot(), .anticipateOvershoot()), (.linear, .linear),
    ] as [(Interpolator, Interpolator)]
  )
  func `one is the other backwards`(first: Interpolator, second: Interpolator) {
    for step in 0...64 {
      let x = Double(step) / 64
      #expect(abs(first.value(at: x) + second.value(at: 1 - x) - 1) < 1e-12)
    }
  }

  @Test(arguments: [
    Interpolator.linear, .accelerateDecelerate, .accelerate(factor: 3), .decelerate(factor: 3),
    .overshoot(tension: 0), .anticipate(tension: 0),
  ])
  func `one that does not go back never falls`(interpolator: Interpolator) {
    for step in 1...1000 {
      let x = Double(step) / 1000
      #expect(interpolator.value(at: x) >= interpolator.value(at: x - 1e-3))
    }
  }

  @Test func `a larger tension goes farther back and beyond`() {
    for x in [0.1, 0.3] {
      #expect(
        Interpolator.anticipate(tension: 3).value(at: x)
          < Interpolator.anticipate(tension: 2).value(at: x))
      #expect(
        Interpolator.overshoot(tension: 3).value(at: 1 - x)
          > Interpolator.overshoot(tension: 2).value(at: 1 - x))
    }
  }

  @Test(arguments: all)
  func `a description reads back as itself`(interpolator: Interpolator) {
    #expect(Interpolator(interpolator.description) == interpolator)
  }

  @Test func `numbers that are left out have their default`() {
    #expect(Interpolator("accelerate") == .accelerate(factor: 1))
    #expect(Interpolator("decelerate") == .decelerate(factor: 1))
    #expect(Interpolator("anticipate") == .anticipate(tension: 2))
    #expect(Interpolator("overshoot") == .overshoot(tension: 2))
    #expect(Interpolator("anticipate-overshoot") == .anticipateOvershoot(tension: 2, extra: 1.5))
    #expect(
      Interpolator("anticipate-overshoot(3)") == .anticipateOvershoot(tension: 3, extra: 1.5))
  }

  @Test(arguments: [
    "", "(", "()", "(1)", "swing", "cycle", "cycle()", "cycle(1", "cycle(1))", "cycle(x)",
    "cycle(nan)", "cycle(1*2)", "bounce(1)", "accelerate(", "accelerate()", "accelerate(1)(2)",
    "accelerate(1*2)", "anticipate-overshoot(1*2*3)", "accelerate-decelerate(1)",
  ])
  func `a text that is no interpolator is refused`(text: String) {
    #expect(Interpolator(text) == nil)
  }

  @Test(arguments: all)
  func `the slope is the change of the value`(interpolator: Interpolator) {
    // Places where no piece of a bounce ends.
    for x in [0.05, 0.2, 0.45, 0.55, 0.8, 0.93] {
      let change = (interpolator.value(at: x + 1e-6) - interpolator.value(at: x - 1e-6)) / 2e-6
      #expect(abs(interpolator.slope(at: x) - change) < 1e-6)
    }
    #expect(interpolator.slope(at: -0.1) == 0)
    #expect(interpolator.slope(at: 1.1) == 0)
    #expect(interpolator.slope(at: .nan).isNaN)
  }
}
