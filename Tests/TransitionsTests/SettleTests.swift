import Curves
import Quantities
import TestSupport
import Testing
import Transitions

@Suite struct SettleTests {
  static let springs = [0, 0.2, 0.7, 1, 2.5].map { ratio in
    SettleStyle.spring(Spring(response: .milliseconds(400), dampingRatio: ratio))
  }
  static let styles: [SettleStyle] =
    [
      .standard, .timed(.milliseconds(300), .easeOut), .timed(.milliseconds(400), .linear),
      .timed(.seconds(1), .fastOutExtraSlowIn, speed: 3), .immediate,
    ] + springs
  static let start = Timestamp.milliseconds(777.123_456)

  @Test(arguments: styles, Outcome.allCases)
  func `the ends are exact`(style: SettleStyle, outcome: Outcome) {
    for initial in [-0.2, 0, 1e-12, 0.3, 0.35, 1 / 3.0, 0.999_999, 1, 1.4] {
      let settle = Settle(from: initial, velocity: 1, to: outcome, at: Self.start, style: style)
      #expect(settle.progress(at: .milliseconds(777)) == initial)
      #expect(settle.progress(at: settle.end) == outcome.progress)
      #expect(settle.progress(at: .milliseconds(999_999)) == outcome.progress)
      #expect(settle.velocity(at: settle.end) == 0)
      if settle.duration > .zero { #expect(settle.progress(at: Self.start) == initial) }
    }
  }

  @Test(arguments: [
    (0.0, 350.0, 0.0), (0.2, 280, 70), (0.3, 245, 105), (1, 0, 350), (1.2, 70, 420),
  ]
  )
  func `the duration is shortened to the rest`(initial: Double, finish: Double, cancel: Double) {
    func duration(_ outcome: Outcome) -> Duration {
      Settle(from: initial, to: outcome, at: .zero, style: .standard).duration
    }
    #expect(duration(.finish) == Timestamp.milliseconds(finish).since(.zero))
    #expect(duration(.cancel) == Timestamp.milliseconds(cancel).since(.zero))
  }

  @Test func `a speed divides the duration`() {
    let twice = SettleStyle.timed(.milliseconds(400), .linear, speed: 2)
    let half = SettleStyle.timed(.milliseconds(400), .linear, speed: 0.5)
    #expect(Settle(from: 0.5, to: .finish, at: .zero, style: twice).duration == .milliseconds(100))
    #expect(Settle(from: 0.5, to: .finish, at: .zero, style: half).duration == .milliseconds(400))
  }

  @Test func `a rest of no whole nanoseconds is divided to the last bit`() {
    // 1 ms ÷ 7 · 6 / 7: the duration is rounded by 3 parts in a million, progress is not.
    let settle = Settle(
      from: 1.0 / 7, to: .finish, at: .zero, style: .timed(.milliseconds(1), .linear, speed: 7))
    let exact = 1e-3 / 7 * 6 / 7
    for share in [0.25, 0.5, 0.75] {
      let progress = settle.progress(after: .seconds(exact * share))
      #expect(abs(progress - (1 + 6 * share) / 7) < 1e-12)
    }
    #expect(abs(settle.duration.seconds - exact) <= 0.5e-9)
  }

  @Test func `a duration that is no time ends all the same`() {
    for speed in [0, -1, .nan, .infinity, 1e-300, 1e300] {
      let style = SettleStyle.timed(.milliseconds(400), .easeInOut, speed: speed)
      let settle = Settle(from: 0.25, to: .finish, at: .zero, style: style)
      #expect(settle.duration >= .zero)
      #expect(settle.duration <= .seconds(10))
      #expect((0.25...1).contains(settle.progress(at: .milliseconds(50))))
      #expect(settle.progress(at: settle.end) == 1)
    }
    let negative = SettleStyle.timed(.milliseconds(-400), .easeInOut)
    #expect(Settle(from: 0.25, to: .finish, at: .zero, style: negative).duration == .zero)
  }

  @Test(arguments: [TimingCurve.linear, .ease, .easeIn, .easeOut, .easeInOut])
  func `it follows the curve over the rest`(curve: TimingCurve) {
    let settle = Settle(
      from: 0.4, to: .cancel, at: Self.start, style: .timed(.milliseconds(500), curve))
    for milliseconds in stride(from: 0, through: 200, by: 10) {
      let time = Self.start.advanced(by: .milliseconds(milliseconds))
      let wanted = 0.4 * (1 - curve.value(at: Double(milliseconds) / 200))
      #expect(abs(settle.progress(at: time) - wanted) < 1e-12)
    }
  }

  @Test(arguments: styles.filter { $0 != .immediate })
  func `progress is the sum of its velocity`(style: SettleStyle) {
    let settle = Settle(from: 0.3, velocity: 1.5, to: .finish, at: .zero, style: style)
    let step = 1e-4
    var progress = 0.3
    var time = 0.0
    // Simpson's rule, right to the fourth order of the step.
    while time + 2 * step < min(settle.duration.seconds, 1) {
      func velocity(_ part: Double) -> Double {
        settle.velocity(at: .milliseconds((time + part * step) * 1000))
      }
      progress += (velocity(0) + 4 * velocity(0.5) + velocity(1)) / 6 * step
      time += step
    }
    #expect(abs(progress - settle.progress(at: .milliseconds(time * 1000))) < 1e-5)
  }

  @Test(arguments: springs, [-3.0, 0, 0.4, 12])
  func `a spring goes on with the finger's velocity`(style: SettleStyle, velocity: Double) {
    for (initial, outcome) in [(0.35, Outcome.finish), (0.8, .cancel), (0, .finish)] {
      let settle = Settle(from: initial, velocity: velocity, to: outcome, at: .zero, style: style)
      #expect(abs(settle.velocity(at: .zero) - velocity) < 1e-12)
      // A microsecond later the acceleration has changed it by 250 s⁻² · 1 µs at most, and more
      // with what the damping takes from a fast finger.
      let moved = settle.progress(at: .milliseconds(0.001)) - initial
      #expect(abs(moved * 1e6 - velocity) < 2e-3)
    }
  }

  @Test func `a timed way does not know the finger's velocity`() {
    let slow = Settle(from: 0.5, velocity: 0, to: .finish, at: .zero, style: .standard)
    let fast = Settle(from: 0.5, velocity: 9, to: .finish, at: .zero, style: .standard)
    #expect(slow.duration == fast.duration)
    #expect(
      slow.progress(at: .milliseconds(50)) == fast.progress(at: .milliseconds(50)))
  }

  @Test func `a spring is over when it stays within a thousandth`() {
    for style in Self.springs.dropFirst() {
      let settle = Settle(from: 0.2, velocity: 2, to: .finish, at: .zero, style: style)
      #expect(settle.duration < .seconds(9))
      var last = 1.0
      for milliseconds in stride(from: 0.0, to: settle.duration.seconds * 1000, by: 1) {
        last = settle.progress(at: .milliseconds(milliseconds))
      }
      #expect(abs(last - 1) < 1.5e-3)
    }
  }

  @Test func `a spring without damping ends after 10 seconds and stays bounded`() {
    let settle = Settle(from: 0.25, velocity: 3, to: .finish, at: .zero, style: Self.springs[0])
    #expect(settle.duration == .seconds(10))
    // The energy stays what it is: ω = 2π / 0.4 s.
    let omega = 2 * Double.pi / 0.4
    let amplitude = (0.75 * 0.75 + 9 / omega / omega).squareRoot()
    var largest = 0.0
    for milliseconds in stride(from: 0.0, to: 10_000, by: 3) {
      let way = abs(settle.progress(at: .milliseconds(milliseconds)) - 1)
      largest = max(largest, way)
      #expect(way <= amplitude + 1e-9)
    }
    #expect(largest > 0.99 * amplitude)
    #expect(settle.progress(at: .milliseconds(10_000)) == 1)
  }

  @Test(arguments: styles)
  func `no velocity makes it break`(style: SettleStyle) {
    let hostile = [
      .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -0.0,
    ]
    for velocity in hostile {
      for initial in [0.3, .nan, .infinity, 1e308, -1e308] {
        let settle = Settle(
          from: initial, velocity: velocity, to: .finish, at: Self.start, style: style)
        #expect(settle.duration >= .zero)
        for elapsed in [-1, 0, 1, 16, 200, 5000, 10_001, 1e9] {
          let time = Self.start.advanced(by: .milliseconds(elapsed))
          #expect(settle.progress(at: time).isFinite)
          #expect(settle.velocity(at: time).isFinite)
        }
        #expect(settle.progress(at: settle.end) == 1 || settle.duration > .seconds(1e9))
      }
    }
  }

  @Test func `reduced motion is there at once`() {
    for initial in [0, 0.5, 1] {
      let settle = Settle(
        from: initial, velocity: 5, to: .finish, at: Self.start, style: .immediate)
      #expect(settle.duration == .zero)
      #expect(settle.end == Self.start)
      #expect(settle.progress(at: Self.start) == 1)
    }
  }

  @Test(arguments: styles)
  func `it depends on the time and not on the frames`(style: SettleStyle) {
    var unseen = InteractiveTransition(style: style)
    unseen.begin(at: Self.start)
    unseen.update(0.5, at: Self.start)
    unseen.finish(velocity: 1, at: Self.start)
    let uneven = [0.004, 0.033, 0.016, 0.05, 0.008, 0, 0.1, 0.016, 0.016, 0.2]
    let displays = [30, 60, 90, 120, 144].map { [Double](repeating: 1 / $0, count: 2000) }
    for intervals in displays + [uneven + displays[1]] {
      var transition = unseen
      var time = Self.start
      var ends: [InteractiveTransition.Completion] = []
      for interval in intervals where time < .milliseconds(12_000) {
        let before = time
        time = time.advanced(by: .seconds(interval))
        if let completion = transition.advance(to: time) {
          ends.append(completion)
          #expect(completion.time > before && completion.time <= time)
        }
        #expect(transition.shownProgress(at: time) == unseen.shownProgress(at: time))
      }
      #expect(ends.count + (style == .immediate ? 1 : 0) == 1)
    }
  }
}
