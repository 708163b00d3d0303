import Curves
import Layers
import Quantities
import TestSupport
import Testing
import UIKitTransitions

@Suite struct TimingParametersTests {
  @Test func `the standard spring has the constants of UIKit, and its own duration`() {
    guard case .spring(let curve) = TimingParameters.standardSpring else {
      Issue.record("a spring of its own duration")
      return
    }
    #expect(curve.spring == Spring(mass: 3, stiffness: 1000, damping: 500))
    #expect(abs(curve.spring.dampingRatio - 4.56) < 0.01)
    #expect(curve.initialVelocity == 0)
    let pace = TimingParameters.standardSpring.pace(over: .seconds(99))
    #expect(pace.duration == curve.settlingDuration)
  }

  @Test func `a damping ratio takes the duration of whoever uses it`() {
    let pace = TimingParameters.damped(ratio: 0.7, velocity: 0.3).pace(over: .milliseconds(400))
    #expect(pace.duration == .milliseconds(400))
    let spring = Spring(
      settlingDuration: .milliseconds(400), dampingRatio: 0.7, initialVelocity: 0.3)
    #expect(pace.shape == .spring(SpringCurve(spring, initialVelocity: 0.3)))
    #expect(abs(spring.stiffness - 602.0) < 0.1 && abs(spring.damping - 34.36) < 0.01)
  }

  @Test func `of a velocity in the plane the magnitude counts`() {
    #expect(
      TimingParameters.damped(ratio: 0.5, initialVelocity: Point(x: 3, y: -4))
        == .damped(ratio: 0.5, velocity: 5))
  }

  @Test func `a pace is at its ends to the last bit`() {
    let all: [TimingParameters] = [
      .curve(.easeIn), .damped(ratio: 0.3, velocity: 4), .standardSpring,
      .spring(SpringCurve(Spring(damping: 0))),
    ]
    for timing in all {
      let pace = timing.pace(over: .seconds(1))
      #expect(pace.value(atShare: 0) == 0 && pace.value(atShare: -1) == 0)
      #expect(pace.value(atShare: 1) == 1 && pace.value(atShare: 9) == 1)
      #expect(pace.value(atShare: .nan) == 1)
    }
    #expect(TimingParameters.curve(.linear).pace(over: .seconds(-1)).duration == .zero)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a share is where a value is passed for the first time`(seed: UInt64) {
    var random = Seeded(seed)
    let timing: TimingParameters =
      seed.isMultiple(of: 2)
      ? .damped(
        ratio: Double.random(in: 0.05...1, using: &random),
        velocity: Double.random(in: -5...5, using: &random))
      : .spring(
        SpringCurve(
          Spring(
            stiffness: Double.random(in: 10...1000, using: &random),
            damping: Double.random(in: 0...60, using: &random)),
          initialVelocity: Double.random(in: -5...5, using: &random), allowsOverdamping: true))
    let pace = timing.pace(over: .seconds(1))
    let value = Double.random(in: 0.01...0.99, using: &random)
    let share = pace.share(ofValue: value)
    #expect((0...1).contains(share))
    #expect(pace.value(atShare: share) >= value)
    for step in 0..<200 {
      #expect(pace.value(atShare: share * Double(step) / 200) < value)
    }
    #expect(pace.share(ofValue: -1) == 0 && pace.share(ofValue: 2) == 1)
  }

  @Test func `an animator of which nothing is said has the defaults of UIKit`() {
    let animator = PropertyAnimator(duration: .seconds(1))
    #expect(animator.isInterruptible && animator.isUserInteractionEnabled)
    #expect(!animator.isManualHitTestingEnabled && !animator.pausesOnCompletion)
    #expect(animator.scrubsLinearly && animator.delay == .zero && !animator.isReversed)
    #expect(animator.timing == .curve(.easeInOut) && animator.state == .inactive)
    #expect(ViewAnimation.standardDuration == .milliseconds(200))
  }

  @Test func `a factor is a share of the whole duration, also where hardly anything is left`()
    throws
  {
    var animator = PropertyAnimator(duration: .seconds(2), timing: .curve(.linear))
    try animator.setFractionComplete(0.999, at: .zero)
    try animator.continueAnimation(durationFactor: 0.5, at: .zero)
    #expect(animator.remainingTime(at: .zero) == .seconds(1))
  }
}
