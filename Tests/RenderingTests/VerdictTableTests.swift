import Gestures
import TestSupport
import Testing
import Transitions

@testable import Rendering

@Suite struct VerdictTableTests {
  /// A policy, and a gesture that it decides.
  private struct Case {
    var policy = Policy()
    var progress = 0.0
    var velocity = 0.0

    /// One of those that lie near each other, so that bars are met exactly.
    static func random(_ random: inout Seeded) -> Self {
      func value() -> Double { Double.random(in: -8...8, using: &random).rounded() / 8 }
      func bar() -> Double? {
        Bool.random(using: &random) ? nil : value().magnitude
      }
      var made = Self()
      made.progress = value()
      made.velocity = value() * 2
      made.policy.minimumProgress = Bool.random(using: &random) ? nil : value()
      made.policy.forceSpeed = bar().map { $0 + 1 }
      made.policy.vetoVelocity = bar()
      made.policy.vetoProgress = Bool.random(using: &random) ? nil : value()
      made.policy.flingForward = bar()
      made.policy.flingBackward = bar()
      made.policy.flingMinimumProgress = bar() ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: made.policy.projection = .none
      case 1: made.policy.projection = .linear(horizon: 0.3328)
      default:
        made.policy.projection = .curve(
          rate: 0.997, knee: 2, multiplier: 0.35, pixelsPerMillisecond: 0.4)
      }
      made.policy.projectionMinimumSpeed = bar() ?? 0
      made.policy.clampsProjection = Bool.random(using: &random)
      made.policy.tie = Bool.random(using: &random) ? .finish : .cancel
      return made
    }

    func table(_ movable: VerdictTable.Movable) -> VerdictTable {
      VerdictTable(policy, progress: progress, velocity: velocity, movable: movable)
    }

    func decision(threshold: Double, flick: Double?) -> Decision {
      var policy = policy
      policy.finishThreshold = threshold
      if let flick {
        policy.flingForward = flick
        policy.flingBackward = flick
      }
      return policy.decision(atProgress: progress, velocity: velocity)
    }
  }

  /// The numbers next to a break point, none of them below 0.
  private static func around(_ values: [Double]) -> [Double] {
    (values + [0, 0.25, 0.3, 1, 1e6]).flatMap { [$0.nextDown, $0, $0.nextUp] }.filter { $0 >= 0 }
  }

  private static func check(
    _ asked: Case, _ movable: VerdictTable.Movable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let table = asked.table(movable)
    let flicks: [Double?] =
      movable.contains(.velocity) ? around(table.bands.map(\.velocity)) : [nil]
    for flick in flicks {
      for threshold in around(table.bands.flatMap { $0.steps.map(\.threshold) }) {
        let step = try #require(table.step(threshold: threshold, velocity: flick ?? 0))
        let decision = asked.decision(threshold: threshold, flick: flick)
        let margin = step.margin(threshold: threshold, velocity: flick ?? 0)
        try #require(
          step.outcome == decision.outcome && step.rule == decision.rule
            && margin == decision.margin, "\(asked) \(threshold) \(flick ?? -1)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: [VerdictTable.Movable.threshold, [.threshold, .velocity]])
  func `the table agrees with the policy at each break point and next to it`(
    movable: VerdictTable.Movable
  ) throws {
    var random = Seeded(7)
    var turning = 0
    for _ in 0..<1000 {
      let asked = Case.random(&random)
      turning += asked.table(movable).bands.contains { $0.steps.count > 1 } ? 1 : 0
      try Self.check(asked, movable)
    }
    // Else the table would be tried where nothing turns.
    #expect(turning > 200)
  }

  @Test func `progress exactly at the threshold finishes, and one bit more of threshold cancels`() {
    let table = VerdictTable(.threshold(), progress: 0.3, velocity: 9, movable: .threshold)
    #expect(table.bands.map(\.velocity) == [0])
    #expect(table.bands[0].steps.map(\.threshold) == [0, 0.3.nextUp])
    #expect(table.bands[0].steps.map(\.outcome) == [.finish, .cancel])
  }

  @Test func `a tie that cancels turns at the progress itself`() {
    var policy = Policy.threshold()
    policy.tie = .cancel
    let table = VerdictTable(policy, progress: 0.3, velocity: 0, movable: .threshold)
    #expect(table.bands[0].steps.map(\.threshold) == [0, 0.3])
  }

  @Test func `a flick decides up to its own velocity`() {
    let movable: VerdictTable.Movable = [.threshold, .velocity]
    let forward = VerdictTable(.flick(), progress: 0.1, velocity: 2, movable: movable)
    #expect(forward.bands.map(\.velocity) == [0, 2.0.nextUp])
    #expect(forward.bands.map { $0.steps.map(\.rule) } == [[.velocity], [.threshold, .threshold]])
    let back = VerdictTable(.flick(), progress: 0.9, velocity: -2, movable: movable)
    #expect(back.bands.map { $0.steps.map(\.outcome) } == [[.cancel], [.finish, .cancel]])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func `numbers at the ends of what there is agree too`(index: Int) {
    let value = [Double.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, 1e300][index]
    for (progress, velocity) in [(value, 0.5), (0.5, value)] {
      for policy in [Policy.threshold(), .flick()] {
        let asked = Case(policy: policy, progress: progress, velocity: velocity)
        let table = asked.table([.threshold, .velocity])
        for threshold in [0, .leastNonzeroMagnitude, 0.3, 1, 1e300, Double.greatestFiniteMagnitude]
        {
          for flick in [0, Double.leastNonzeroMagnitude, 0.5, 1e300] {
            let step = table.step(threshold: threshold, velocity: flick)
            let decision = asked.decision(threshold: threshold, flick: flick)
            #expect(step?.outcome == decision.outcome, "\(progress) \(velocity) \(threshold)")
            #expect(step?.rule == decision.rule)
          }
        }
      }
    }
  }

  @Test func `what was broken off has one answer`() {
    let table = VerdictTable(interrupted: ())
    let step = table.step(threshold: 0.9, velocity: 3)
    #expect(step?.outcome == .cancel && step?.rule == .interrupted)
    #expect(step?.margin(threshold: 0.9, velocity: 3) == nil)
  }
}
