import Gestures
import Quantities
import TestSupport
import Testing
import Transitions

@Suite struct PolicyGuaranteeTests {
  @Test func `what is guaranteed holds for every progress and velocity inside`() throws {
    var random = Seeded(11)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func chance() -> Bool { Bool.random(using: &random) }
    var guaranteed = 0
    for _ in 0..<6000 {
      var policy = Policy(finishThreshold: number(0.1...0.9))
      if chance() { policy.minimumProgress = number(-0.2...0.2) }
      if chance() { policy.forceSpeed = number(0...6) }
      if chance() { policy.vetoVelocity = number(0...2) }
      if chance() { policy.vetoProgress = number(0...1) }
      if chance() { policy.flingForward = number(0...2) }
      if chance() { policy.flingBackward = number(0...2) }
      policy.flingMinimumProgress = chance() ? 0 : number(0...0.5)
      policy.flingsAtBar = chance()
      policy.tie = chance() ? .finish : .cancel
      policy.clampsProjection = chance()
      policy.projectionMinimumSpeed = chance() ? 0 : number(0...1)
      switch Int.random(in: 0...2, using: &random) {
      case 0: policy.projection = .linear(horizon: number(0...0.4))
      case 1:
        policy.projection = .curve(
          rate: 0.997, knee: 2, multiplier: 0.35, pixelsPerMillisecond: number(0.1...1))
      default: policy.projection = .none
      }
      let (p, v) = (number(-0.3...1.3), number(-3...3))
      let progress = Interval(p, p + number(0...0.3))
      let velocity = Interval(v, v + number(0...1.5))
      for outcome in [Outcome.finish, .cancel] {
        guard
          let guarantee = try? policy.guarantee(
            of: outcome, progress: progress, velocity: velocity)
        else { continue }
        guaranteed += 1
        for _ in 0..<20 {
          let p = number(progress.lower...progress.upper)
          let v = number(velocity.lower...velocity.upper)
          #expect(policy.decision(atProgress: p, velocity: v).outcome == outcome)
          var rule = policy
          if guarantee.unit == .progress {
            (rule.forceSpeed, rule.vetoVelocity) = (nil, nil)
            (rule.flingForward, rule.flingBackward) = (nil, nil)
          }
          let decision = rule.decision(atProgress: p, velocity: v)
          guard decision.unit == guarantee.unit else { continue }
          let isLast = guarantee.unit == .progress
          if isLast { #expect((decision.margin ?? 0).magnitude >= guarantee.margin) }
        }
      }
    }
    #expect(guaranteed > 1000)
  }

  @Test func `a step that may decide against it is named`() {
    let policy = Policy(flingForward: 0.5, flingBackward: 0.5, finishThreshold: 0.5)
    #expect(throws: Policy.Doubt.contrary(.velocity)) {
      try policy.guarantee(
        of: .finish, progress: Interval(0.6, 0.7), velocity: Interval(-0.6, 0))
    }
    #expect(throws: Policy.Doubt.contrary(.threshold)) {
      try policy.guarantee(of: .finish, progress: Interval(0.4, 0.7), velocity: .zero)
    }
  }

  @Test func `a fling of the same end takes nothing from the margin of the threshold`() throws {
    let policy = Policy(flingForward: 0.5, finishThreshold: 0.5)
    let guarantee = try policy.guarantee(
      of: .finish, progress: Interval(0.75), velocity: Interval(0, .infinity))
    #expect(abs(guarantee.margin - 0.25) < 1e-12)
    #expect(guarantee.unit == .progress)
  }

  @Test func `a fling that is sure decides before the threshold`() throws {
    let policy = Policy(flingForward: 0.5, finishThreshold: 0.5)
    let guarantee = try policy.guarantee(
      of: .finish, progress: Interval(0.1), velocity: Interval(2, 3))
    #expect(abs(guarantee.margin - 1.5) < 1e-12)
    #expect(guarantee.unit == .progressPerSecond)
  }
}
