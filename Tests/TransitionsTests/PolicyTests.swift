import Gestures
import Quantities
import TestSupport
import Testing
import Transitions

@Suite struct PolicyTests {
  static func decide(_ policy: Policy, _ progress: Double, _ velocity: Double) -> Decision {
    policy.decision(atProgress: progress, velocity: velocity)
  }

  // MARK: The policies of the command line

  @Test(arguments: [
    (0.3.nextDown, Outcome.cancel), (0.3, .finish), (0.3.nextUp, .finish), (-0.6, .cancel),
    (0, .cancel), (1.4, .finish),
  ])
  func `the threshold alone decides at its bar`(progress: Double, outcome: Outcome) {
    for velocity in [-9, 0, 9] {
      let decision = Self.decide(.threshold(), progress, Double(velocity))
      #expect(decision == Decision(outcome, by: .threshold, margin: progress - 0.3))
      #expect(decision.unit == .progress)
    }
  }

  @Test(arguments: [
    (0.1, 0.5, Outcome.finish, Decision.Rule.velocity, 0.0),
    (0.1, 0.5.nextDown, .cancel, .threshold, -0.2), (0.1, 2, .finish, .velocity, 1.5),
    (0.9, -0.5, .cancel, .velocity, 0), (0.9, -(0.5.nextDown), .finish, .threshold, 0.6),
    (0.9, -2, .cancel, .velocity, -1.5), (-0.4, 0.6, .finish, .velocity, 0.1),
    (0.3, 0, .finish, .threshold, 0),
  ])
  func `a flick decides before the threshold`(
    progress: Double, velocity: Double, outcome: Outcome, rule: Decision.Rule, margin: Double
  ) throws {
    let decision = Self.decide(.flick(), progress, velocity)
    #expect(decision.outcome == outcome)
    #expect(decision.rule == rule)
    // The margins are differences of decimal numbers.
    #expect(abs(try #require(decision.margin) - margin) < 1e-12)
    #expect(decision.unit == (rule == .velocity ? .progressPerSecond : .progress))
  }

  @Test func `the threshold of a flick can be another`() {
    #expect(Self.decide(.flick(0.5), 0.4, 0).outcome == .cancel)
    #expect(Self.decide(.flick(0.5), 0.5, 0).outcome == .finish)
    #expect(Self.decide(.threshold(0.5), 0.4, 0).margin == 0.4 - 0.5)
  }

  @Test func `velocity counts over the last 100 ms of motion, and for 100 ms`() {
    let drop = VelocityEstimator.Method.windowSlope(window: .milliseconds(100), dropsFirst: true)
    #expect(Policy.flick().estimator.method == drop)
    #expect(Policy.flick().estimator.staleness == .zeroAfter(.milliseconds(100)))
    #expect(VelocityEstimator.window(maximumAge: .seconds(2)).method == drop)
    #expect(VelocityEstimator.window(maximumAge: .seconds(2)).staleness == .zeroAfter(.seconds(2)))
  }

  // MARK: The steps

  @Test func `a minimum comes before all else`() {
    let policy = Policy(
      minimumProgress: 0.05, forceSpeed: 1, vetoVelocity: 0.1, flingForward: 0.5,
      finishThreshold: 0.3)
    #expect(Self.decide(policy, 0.04, 5) == Decision(.cancel, by: .threshold, margin: 0.04 - 0.05))
    #expect(Self.decide(policy, 0.05, 5) == Decision(.finish, by: .force, margin: 4))
  }

  @Test func `force comes before veto and fling, whatever the sign`() {
    let policy = Policy(forceSpeed: 3, vetoVelocity: 0.5, flingForward: 1, flingBackward: 1)
    #expect(Self.decide(policy, 0.1, -3) == Decision(.finish, by: .force, margin: 0))
    #expect(Self.decide(policy, 0.1, 4) == Decision(.finish, by: .force, margin: 1))
    #expect(Self.decide(policy, 0.9, -2.5) == Decision(.cancel, by: .veto, margin: -2))
  }

  @Test func `a veto comes before the fling and is strict`() {
    let policy = Policy(vetoVelocity: 1, flingForward: -5, flingBackward: 0.5)
    #expect(Self.decide(policy, 0.9, -1.5) == Decision(.cancel, by: .veto, margin: -0.5))
    // At its bar a veto does not hold; the fling is next.
    #expect(Self.decide(policy, 0.9, -1).rule == .velocity)
  }

  @Test func `a veto may hold above some progress only`() {
    let policy = Policy(
      vetoVelocity: 0.4, vetoProgress: 0.5, flingForward: 0.4, finishThreshold: 0.5, tie: .cancel)
    #expect(Self.decide(policy, 0.5, -2) == Decision(.cancel, by: .threshold, margin: 0))
    #expect(Self.decide(policy, 0.51, -2).rule == .veto)
    #expect(Self.decide(policy, 0.51, -0.3).outcome == .finish)
    #expect(Self.decide(policy, 0.2, 0.4) == Decision(.finish, by: .velocity, margin: 0))
  }

  @Test func `a fling needs its way, either way`() {
    let policy = Policy(
      flingForward: 1, flingBackward: 1, flingMinimumProgress: 0.1, finishThreshold: 0.6)
    #expect(Self.decide(policy, 0.1.nextDown, 5).rule == .threshold)
    #expect(Self.decide(policy, 0.1, 5).rule == .velocity)
    #expect(Self.decide(policy, -0.1, 5) == Decision(.finish, by: .velocity, margin: 4))
    #expect(Self.decide(policy, -(0.1.nextDown), -5).rule == .threshold)
  }

  @Test func `a fling may be known one way only`() {
    let forward = Policy(flingForward: 1)
    #expect(Self.decide(forward, 0.9, -50) == Decision(.finish, by: .threshold, margin: 0.9 - 0.3))
    let backward = Policy(flingBackward: 1)
    #expect(Self.decide(backward, 0.1, 50).rule == .threshold)
    #expect(Self.decide(backward, 0.9, -1) == Decision(.cancel, by: .velocity, margin: 0))
  }

  @Test func `a fling comes before the projection`() {
    let policy = Policy(flingForward: 1, projection: .linear(horizon: 1), finishThreshold: 0.5)
    #expect(Self.decide(policy, 0, 1) == Decision(.finish, by: .velocity, margin: 0))
    #expect(Self.decide(policy, 0.25, 0.5) == Decision(.finish, by: .projection, margin: 0.25))
    // A projection of nothing applies too.
    #expect(Self.decide(policy, 0.25, 0).rule == .projection)
  }

  @Test func `a projection can need a speed`() {
    let policy = Policy(
      projection: .linear(horizon: 0.5), projectionMinimumSpeed: 0.6, finishThreshold: 0.5)
    #expect(Self.decide(policy, 0.5, -(0.6.nextDown)).rule == .threshold)
    #expect(Self.decide(policy, 0.5, -0.6) == Decision(.cancel, by: .projection, margin: -0.3))
    #expect(policy.projectedProgress(from: 0.5, velocity: 0.5) == nil)
  }

  @Test func `a projection can be kept within 0 and 1`() {
    var policy = Policy(projection: .linear(horizon: 1), finishThreshold: 0.5)
    #expect(policy.projectedProgress(from: 0.75, velocity: 2) == 2.75)
    policy.clampsProjection = true
    #expect(policy.projectedProgress(from: 0.75, velocity: 2) == 1)
    #expect(policy.projectedProgress(from: 0.25, velocity: -2) == 0)
    #expect(Self.decide(policy, 0.25, -2).margin == -0.5)
  }

  @Test func `at the threshold the tie says`() {
    let policy = Policy(finishThreshold: 0.5, tie: .cancel)
    #expect(Self.decide(policy, 0.5, 0) == Decision(.cancel, by: .threshold, margin: 0))
    #expect(Self.decide(policy, 0.5.nextUp, 0).outcome == .finish)
    #expect(Self.decide(Policy(finishThreshold: 0.5), 0.5, 0).outcome == .finish)
    let projected = Policy(projection: .linear(horizon: 1), finishThreshold: 0.5, tie: .cancel)
    #expect(Self.decide(projected, 0.25, 0.25) == Decision(.cancel, by: .projection, margin: 0))
  }

  // MARK: The curve of GNOME

  static let pad = Policy.Projection.curve(
    rate: 0.997, knee: 2, multiplier: 0.35, pixelsPerMillisecond: 1)
  static let touch = Policy.Projection.curve(
    rate: 0.998, knee: 2, multiplier: 0.35, pixelsPerMillisecond: 1)

  static func way(_ projection: Policy.Projection, _ velocity: Double) -> Double {
    Policy(projection: projection).projectedProgress(from: 0, velocity: velocity) ?? .nan
  }

  static let ways: [(projection: Policy.Projection, velocity: Double, way: Double)] = [
    // 0.997 / 0.003 / 1000 and 0.998 / 0.002 / 1000, times the speed up to 2 px/ms.
    (pad, 1.0, 0.332_333_333_333), (pad, 2, 0.664_666_666_667), (touch, 0.3, 0.1497),
    (touch, 2, 0.998),
    // Beyond: 0.35 · ((v − 2 + c)² − c²) + 2 · slope, with c = slope / 0.7, is
    // 0.35 · (v − 2)² + slope · v.
    (pad, 3, 0.35 + 3 * 0.332_333_333_333), (touch, 5, 0.35 * 9 + 5 * 0.499),
    (touch, -5, -(0.35 * 9 + 5 * 0.499)), (pad, -1, -0.332_333_333_333), (pad, 0, 0),
  ]

  @Test(arguments: ways)
  func `the curve is that of libadwaita`(
    projection: Policy.Projection, velocity: Double, way: Double
  ) {
    #expect(abs(Self.way(projection, velocity) - way) < 1e-11)
  }

  @Test(arguments: [pad, touch])
  func `the curve has no corner at its knee`(projection: Policy.Projection) {
    let h = 1e-6
    let before = (Self.way(projection, 2) - Self.way(projection, 2 - h)) / h
    let after = (Self.way(projection, 2 + h) - Self.way(projection, 2)) / h
    // The parabola bends by 2 · 0.35 · h / 2 over the step.
    #expect(abs(before - after) < 1e-6)
  }

  @Test func `the curve counts in its own pixels`() {
    let scaled = Policy.Projection.curve(
      rate: 0.997, knee: 2, multiplier: 0.35, pixelsPerMillisecond: 0.4)
    #expect(Self.way(scaled, 10) == Self.way(Self.pad, 4))
  }

  // MARK: Any policy

  /// A policy with some steps, whose numbers are multiples of 1/8: bars are hit exactly.
  static func random(_ random: inout Seeded) -> Policy {
    func maybe(_ range: ClosedRange<Int>) -> Double? {
      Bool.random(using: &random) ? Double(Int.random(in: range, using: &random)) / 8 : nil
    }
    let projections: [Policy.Projection] = [.none, .linear(horizon: 0.25), pad, touch]
    return Policy(
      minimumProgress: maybe(0...2), forceSpeed: maybe(16...32), vetoVelocity: maybe(0...8),
      vetoProgress: maybe(0...8), flingForward: maybe(1...16), flingBackward: maybe(1...16),
      flingMinimumProgress: maybe(0...2) ?? 0,
      projection: projections.randomElement(using: &random) ?? .none,
      projectionMinimumSpeed: maybe(0...8) ?? 0, clampsProjection: .random(using: &random),
      finishThreshold: maybe(1...8) ?? 0.3, tie: .random(using: &random) ? .finish : .cancel)
  }

  @Test(arguments: 0..<200)
  func `the margin is positive on the side of finishing`(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let policy = Self.random(&random)
    for _ in 0..<200 {
      let progress = Double(Int.random(in: -8...16, using: &random)) / 8
      let velocity = Double(Int.random(in: -40...40, using: &random)) / 8
      let decision = Self.decide(policy, progress, velocity)
      let margin = try #require(decision.margin)
      if margin > 0 { #expect(decision.outcome == .finish) }
      if margin < 0 { #expect(decision.outcome == .cancel) }
      switch decision.rule {
      case .threshold, .projection: #expect(decision.unit == .progress)
      case .force, .velocity, .veto: #expect(decision.unit == .progressPerSecond)
      case .asked, .interrupted: Issue.record("a policy decides a lift itself")
      }
    }
  }

  @Test(arguments: 0..<100)
  func `without force, a faster finger never changes finish to cancel`(seed: Int) {
    var random = Seeded(UInt64(seed))
    var policy = Self.random(&random)
    policy.forceSpeed = nil
    // What needs a speed either way is not monotone, and a fling backward is meant to be none.
    policy.projectionMinimumSpeed = 0
    for progress in stride(from: 0.0, through: 1, by: 0.125) {
      let outcomes = (-40...40).map { Self.decide(policy, progress, Double($0) / 8).outcome }
      let firstFinish = outcomes.firstIndex(of: .finish) ?? outcomes.endIndex
      #expect(outcomes[firstFinish...].allSatisfy { $0 == .finish })
    }
  }

  @Test func `a velocity that is no number decides nothing`() {
    let policy = Policy(
      forceSpeed: 3, vetoVelocity: 0.5, flingForward: 1, flingBackward: 1,
      projection: .linear(horizon: 1))
    #expect(Self.decide(policy, 0.4, .nan) == Decision(.finish, by: .threshold, margin: 0.4 - 0.3))
    #expect(Self.decide(Policy(), .nan, 0).outcome == .cancel)
  }

  @Test func `an interruption has no margin and no unit`() {
    #expect(Decision.interrupted.outcome == .cancel)
    #expect(Decision.interrupted.margin == nil)
    #expect(Decision.interrupted.unit == nil)
  }
}
