import Curves
import Quantities
import Testing
import TestSupport
import UIKitTransitions

@Suite struct PropertyAnimatorTests {
  private static func at(_ seconds: Double) -> Timestamp {
    Timestamp(seconds: seconds) ?? .zero
  }

  private func at(_ seconds: Double) -> Timestamp { Self.at(seconds) }

  /// A state that an animator may be in.
  enum Start: CaseIterable {
    case inactive, running, paused, stopped

    /// An animator of a second in the state, halfway.
    var animator: PropertyAnimator {
      get throws {
        var animator = PropertyAnimator(duration: .seconds(1), timing: .curve(.linear))
        switch self {
        case .inactive: break
        case .running: try animator.startAnimation(at: PropertyAnimatorTests.at(-0.5))
        case .paused: try animator.setFractionComplete(0.5, at: .zero)
        case .stopped:
          try animator.startAnimation(at: PropertyAnimatorTests.at(-0.5))
          try animator.stopAnimation(withoutFinishing: false, at: .zero)
        }
        return animator
      }
    }
  }

  private typealias Call = PropertyAnimatorError.Call

  private func make(_ call: Call, _ animator: inout PropertyAnimator) throws {
    try make(call, .zero, &animator)
  }

  /// What each call leads to from each state; nothing is an error.
  private static let table: [Start: [Call: Start]] = [
    .inactive: [
      .startAnimation: .running, .pauseAnimation: .paused, .setFractionComplete: .paused,
      .addAnimations: .inactive, .setReversed: .inactive, .configure: .inactive,
      .release: .inactive,
    ],
    .running: [
      .startAnimation: .running, .pauseAnimation: .paused, .continueAnimation: .running,
      .stopAnimation: .inactive, .addAnimations: .running, .setReversed: .running,
      .release: .running,
    ],
    .paused: [
      .startAnimation: .running, .pauseAnimation: .paused, .setFractionComplete: .paused,
      .continueAnimation: .running, .stopAnimation: .inactive, .addAnimations: .paused,
      .setReversed: .paused,
    ],
    .stopped: [.finishAnimation: .inactive, .configure: .stopped],
  ]

  @Test(arguments: Start.allCases, PropertyAnimatorError.Call.allCases)
  func `each call in each state leads on, or is an error that names the state`(
    start: Start, call: PropertyAnimatorError.Call
  ) throws {
    var animator = try start.animator
    let before = animator
    guard let next = Self.table[start]?[call] else {
      let error = PropertyAnimatorError(
        call: call, state: animator.state, isRunning: animator.isRunning)
      #expect(throws: error) { try make(call, &animator) }
      #expect(animator == before)
      #expect(error.description.hasPrefix("\(call.rawValue) is not allowed while the animator is "))
      return
    }
    try make(call, &animator)
    let expected = try next.animator
    #expect(animator.state == expected.state)
    #expect(animator.isRunning == expected.isRunning)
    // Only scrubbing, and becoming inactive without having been active, moves it.
    if call != .setFractionComplete {
      #expect(abs(animator.position(at: .zero) - before.position(at: .zero)) < 1e-12)
    }
  }

  @Test func `an animator runs to its end and completes once`() throws {
    var animator = PropertyAnimator(duration: .milliseconds(400))
    try animator.startAnimation(at: at(1))
    #expect(animator.advance(to: at(1.2)) == nil)
    #expect(animator.position(at: at(1.2)) == 0.5)
    #expect(abs(animator.position(at: at(1.1)) - TimingCurve.easeInOut.value(at: 0.25)) < 1e-9)
    #expect(animator.advance(to: at(1.4)) == .end)
    #expect(animator.advance(to: at(1.4)) == nil)
    #expect(animator.position(at: at(2)) == 1)
    #expect(animator.state == .inactive)
  }

  @Test func `the delay is waited for, with a pause in between too`() throws {
    var animator = PropertyAnimator(
      duration: .seconds(1), timing: .curve(.linear), delay: .milliseconds(500))
    try animator.startAnimation(at: .zero)
    #expect(animator.position(at: at(0.5)) == 0)
    try animator.pauseAnimation(at: at(0.25))
    try animator.startAnimation(at: at(10))
    #expect(animator.position(at: at(10.25)) == 0)
    #expect(abs(animator.position(at: at(10.75)) - 0.5) < 1e-9)
  }

  @Test func `a pause that nobody scrubs changes nothing but the time`() throws {
    var through = PropertyAnimator(duration: .seconds(1))
    try through.startAnimation(at: .zero)
    var paused = through
    try paused.pauseAnimation(at: at(0.3))
    #expect(paused.position(at: at(5)) == through.position(at: at(0.3)))
    // What is shown, so that nothing jumps.
    #expect(paused.fractionComplete(at: at(5)) == through.position(at: at(0.3)))
    try paused.startAnimation(at: at(7))
    for step in 0...7 {
      let later = Double(step) / 10
      #expect(
        abs(paused.position(at: at(7 + later)) - through.position(at: at(0.3 + later))) < 1e-9)
    }
  }

  @Test func `one that turns round in place goes back as it came`() throws {
    var animator = PropertyAnimator(duration: .seconds(1))
    try animator.startAnimation(at: .zero)
    let there = animator
    try animator.setReversed(true, at: at(0.6))
    for step in 0..<6 {
      let later = Double(step) / 10
      #expect(
        abs(animator.position(at: at(0.6 + later)) - there.position(at: at(0.6 - later))) < 1e-9)
    }
    #expect(abs(animator.fractionComplete(at: at(0.7)) - 0.5) < 1e-9)
    #expect(animator.advance(to: at(1.2)) == .start)
    #expect(animator.position(at: at(1.2)) == 0)
  }

  @Test func `one that turns round twice ends where it would have`() throws {
    var animator = PropertyAnimator(duration: .seconds(1))
    try animator.startAnimation(at: .zero)
    try animator.setReversed(true, at: at(0.6))
    try animator.setReversed(false, at: at(0.8))
    #expect(abs((animator.end?.since(.zero).seconds ?? 0) - 1.4) < 1e-9)
    #expect(animator.advance(to: at(1.4)) == .end)
  }

  @Test func `a reversed animator that is continued does not jump`() throws {
    var animator = PropertyAnimator(duration: .milliseconds(400), timing: .curve(.easeIn))
    try animator.setFractionComplete(0.25, at: .zero)
    try animator.setReversed(true, at: .zero)
    #expect(animator.fractionComplete(at: .zero) == 0.75)
    #expect(animator.position(at: .zero) == 0.25)
    try animator.continueAnimation(
      with: .damped(ratio: 0.7, velocity: 0), durationFactor: 0.5, at: .zero)
    #expect(animator.position(at: .zero) == 0.25)
    #expect(abs(animator.position(at: at(1e-6)) - 0.25) < 1e-3)
    #expect(animator.remainingTime(at: .zero) == .milliseconds(200))
    #expect(animator.advance(to: at(0.2)) == .start)
  }

  @Test func `one that pauses at its end stays active, and can be turned round there`() throws {
    var animator = PropertyAnimator(duration: .seconds(1))
    animator.pausesOnCompletion = true
    try animator.startAnimation(at: .zero)
    #expect(animator.advance(to: at(1)) == nil)
    #expect(animator.state == .active)
    #expect(!animator.isRunning)
    #expect(animator.fractionComplete(at: at(1)) == 1)
    try animator.setReversed(true, at: at(2))
    animator.pausesOnCompletion = false
    try animator.continueAnimation(at: at(2))
    #expect(animator.position(at: at(2)) == 1)
    #expect(animator.advance(to: at(4)) == .start)
  }

  @Test(arguments: [
    (PropertyAnimator.Position.start, 0.0), (.end, 1.0), (.current, 0.5),
  ])
  func `a stopped animator finishes where it is told to`(
    position: PropertyAnimator.Position, value: Double
  ) throws {
    var animator = try Start.stopped.animator
    #expect(animator.position(at: at(9)) == 0.5)
    #expect(try animator.finishAnimation(at: position) == position)
    #expect(animator.position(at: at(9)) == value)
  }

  @Test func `added animations begin late and end with the others`() throws {
    var animator = PropertyAnimator(duration: .seconds(2), timing: .curve(.linear))
    try animator.startAnimation(at: .zero)
    // Of the second that is left at 1 s, a quarter is waited for.
    #expect(try animator.addAnimations(delayFactor: 0.25, at: at(1)) == 1)
    #expect(animator.groupStarts == [0, 0.625])
    #expect(animator.position(ofGroup: 1, at: at(1.25)) < 1e-9)
    #expect(abs(animator.position(ofGroup: 1, at: at(1.625)) - 0.5) < 1e-9)
    #expect(animator.position(ofGroup: 1, at: at(2)) == 1)
    #expect(animator.position(ofGroup: 0, at: at(1)) == 0.5)
  }

  @Test func `added animations do not jump when an eased animator is paused`() throws {
    var animator = PropertyAnimator(duration: .seconds(2))
    try animator.addAnimations(delayFactor: 0.5, at: .zero)
    try animator.startAnimation(at: .zero)
    let running = animator.position(ofGroup: 1, at: at(1.5))
    #expect(abs(running - 0.5) < 1e-9)
    try animator.pauseAnimation(at: at(1.5))
    #expect(abs(animator.position(ofGroup: 1, at: at(1.5)) - running) < 1e-9)
  }

  @Test func `a spring with its own duration ignores another`() throws {
    let curve = SpringCurve(Spring(mass: 1, stiffness: 100, damping: 10))
    var animator = PropertyAnimator(duration: .seconds(99), timing: .spring(curve))
    try animator.startAnimation(at: .zero)
    let left = animator.remainingTime(at: .zero)?.seconds ?? 0
    #expect(abs(left - (curve.settlingDuration?.seconds ?? 0)) < 1e-9)
    #expect(abs(animator.position(at: at(0.2)) - curve.value(at: .milliseconds(200))) < 1e-12)
    #expect(animator.advance(to: at(1.48)) == .end)
    #expect(animator.position(at: at(1.48)) == 1)
  }

  @Test func `one that cannot be interrupted is neither paused nor stopped`() throws {
    var animator = PropertyAnimator(duration: .seconds(1))
    try animator.configure(isInterruptible: false)
    try animator.startAnimation(at: .zero)
    #expect(throws: PropertyAnimatorError.self) { try animator.pauseAnimation(at: .zero) }
    #expect(throws: PropertyAnimatorError.self) {
      try animator.stopAnimation(withoutFinishing: true, at: .zero)
    }
    #expect(animator.advance(to: at(1)) == .end)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `in any order of calls nothing jumps, and each run completes at most once`(
    seed: UInt64
  ) throws {
    var random = Seeded(seed)
    var animator = PropertyAnimator(
      duration: .milliseconds(400),
      timing: seed.isMultiple(of: 2) ? .curve(.easeInOut) : .damped(ratio: 0.7))
    var time = 0.0
    var starts = 0
    var completions = 0
    for _ in 0..<60 {
      time += Double.random(in: 0...0.2, using: &random)
      let wasActive = animator.state != .inactive
      if animator.advance(to: at(time)) != nil { completions += 1 }
      let before = animator.position(at: at(time))
      let state = animator.state
      let call = Call.allCases.randomElement(using: &random) ?? .startAnimation
      guard call != .configure else { continue }
      do {
        try make(call, at(time), &animator)
        if state == .inactive, animator.state == .active { starts += 1 }
        if call == .finishAnimation { completions += 1 }
        if call == .stopAnimation { completions += 1 }
        if state != .inactive, call != .setFractionComplete {
          #expect(abs(animator.position(at: at(time)) - before) < 1e-9, "\(call)")
        }
      } catch let error as PropertyAnimatorError {
        #expect(error.state == state)
        #expect(animator.position(at: at(time)) == before)
      }
      #expect(wasActive || completions <= starts)
      #expect(completions <= starts && starts <= completions + 1)
    }
  }

  private func make(
    _ call: Call, _ time: Timestamp, _ animator: inout PropertyAnimator
  ) throws {
    switch call {
    case .startAnimation: try animator.startAnimation(at: time)
    case .pauseAnimation: try animator.pauseAnimation(at: time)
    case .setFractionComplete: try animator.setFractionComplete(0.25, at: time)
    case .continueAnimation: try animator.continueAnimation(at: time)
    case .stopAnimation: try animator.stopAnimation(withoutFinishing: true, at: time)
    case .finishAnimation: try animator.finishAnimation(at: .current)
    case .addAnimations: try animator.addAnimations(delayFactor: 0.5, at: time)
    case .setReversed: try animator.setReversed(!animator.isReversed, at: time)
    case .configure: try animator.configure(isUserInteractionEnabled: true)
    case .release: try animator.checkRelease()
    }
  }
}
