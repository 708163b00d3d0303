import Curves
import TestSupport
import Testing
import Transitions

@Suite struct OverscrollTests {
  static let kinds: [Overscroll] = [.clamp, .rubber, .rubberBand(RubberBand(dimension: 0.05))]

  @Test(arguments: kinds)
  func `within the ends the picture follows the finger`(overscroll: Overscroll) {
    for progress in [0, 1e-300, 0.3, 1.nextDown, 1.0] {
      #expect(overscroll.shown(progress) == progress)
    }
  }

  @Test func `a clamped picture stops at the end`() {
    for progress in [1.nextUp, 1.5, 1e300, .infinity] {
      #expect(Overscroll.clamp.shown(progress) == 1)
      #expect(Overscroll.clamp.shown(1 - progress) == 0)
    }
  }

  @Test func `a rubber band gives way as UIScrollView does`() {
    // (1 − 1/(0.55·x + 1)) for x = 0.5, and the mirror image of it.
    #expect(abs(Overscroll.rubber.shown(1.5) - (1 + 0.275 / 1.275)) < 1e-12)
    #expect(abs(Overscroll.rubber.shown(-0.5) + 0.275 / 1.275) < 1e-12)
    #expect(Overscroll.rubber.shown(.infinity) == 2)
    #expect(Overscroll.rubber.shown(-.infinity) == -1)
  }

  @Test(arguments: kinds)
  func `turning back moves the picture at once, or never away`(overscroll: Overscroll) {
    var random = Seeded(7)
    for _ in 0..<500 {
      let outer = Double.random(in: -2...3, using: &random)
      let inner = outer + (0.5 - outer) * Double.random(in: 0.01...1, using: &random)
      let (shown, back) = (overscroll.shown(outer), overscroll.shown(inner))
      #expect((back - 0.5).magnitude <= (shown - 0.5).magnitude)
      if overscroll != .clamp { #expect((back - 0.5).magnitude < (shown - 0.5).magnitude) }
    }
  }

  @Test(arguments: kinds)
  func `the picture never moves further than the finger`(overscroll: Overscroll) {
    var random = Seeded(8)
    for _ in 0..<500 {
      let from = Double.random(in: -2...3, using: &random)
      let to = from + Double.random(in: -0.1...0.1, using: &random)
      let moved = overscroll.shown(to) - overscroll.shown(from)
      // The difference of two rounded numbers.
      #expect(moved.magnitude <= (to - from).magnitude + 1e-15)
      #expect(moved * (to - from) >= 0)
    }
  }

  @Test(arguments: kinds)
  func `the ends can lie further out`(overscroll: Overscroll) {
    let reach = -0.25...1.5
    for progress in [-0.25, -0.1, 0.5, 1.25, 1.5] {
      #expect(overscroll.shown(progress, within: reach) == progress)
      #expect(overscroll.shown(velocity: -0.0, at: progress, within: reach) == 0)
    }
    let beyond = overscroll.shown(2, within: reach) - 1.5
    #expect(abs(beyond - (overscroll.shown(1.5) - 1)) < 1e-15)
    #expect(overscroll.shown(velocity: 1, at: 1.25, within: reach) == 1)
  }

  @Test(arguments: kinds)
  func `the velocity is that of the picture`(overscroll: Overscroll) {
    let h = 1e-7
    for progress in [-1.5, -0.4, -0.01, 0.2, 0.9, 1.01, 1.7] {
      let moved = (overscroll.shown(progress + h) - overscroll.shown(progress - h)) / (2 * h)
      // The difference quotient loses half the digits.
      #expect(abs(overscroll.shown(velocity: -3, at: progress) + 3 * moved) < 1e-6)
    }
  }

  @Test func `at an end it is that of the way it goes on`() {
    #expect(Overscroll.clamp.shown(velocity: 2, at: 1) == 0)
    #expect(Overscroll.clamp.shown(velocity: -2, at: 1) == -2)
    #expect(Overscroll.clamp.shown(velocity: -2, at: 0) == 0)
    #expect(Overscroll.clamp.shown(velocity: 2, at: 0) == 2)
    #expect(Overscroll.rubber.shown(velocity: 2, at: 1) == 2 * 0.55)
    #expect(Overscroll.rubber.shown(velocity: -2, at: 1) == -2)
  }
}
