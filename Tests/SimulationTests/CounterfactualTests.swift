import Gestures
import Quantities
import Simulation
import TestSupport
import Testing
import Transitions

@Suite struct CounterfactualTests {
  /// The report of a swipe in thousandths of the way, let go after a rest.
  static func report(
    _ places: [Int], rest: Double = 10, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> GestureReport {
    var script = TouchScript()
    for (index, x) in places.enumerated() { script.frame(Double(index) * 10, [0: (x, 500)]) }
    script.frame(Double(places.count - 1) * 10 + rest, [0: nil])
    let replay = try ReplayTests.replay(script, ReplayTests.settings(change))
    return try #require(ReplayTests.gestures(replay).first)
  }

  @Test func `a short slow drag would have finished further on, or under a lower bar`() throws {
    let report = try Self.report([0, 50, 100, 200], rest: 500)
    #expect(
      report.counterfactuals == [
        .travel(0.3 - 0.2), .threshold(0.2),
      ])
  }

  @Test func `a rest that was too long is told where the velocity would have counted`() throws {
    let report = try Self.report([0, 50, 100, 200], rest: 500) { $0.policy = .flick }
    #expect(report.counterfactuals.contains(.rest(0.1)))
    #expect(report.counterfactuals.contains(.velocity(0.5)))
    let slow = try Self.report([0, 1, 2, 3], rest: 500) { $0.policy = .flick }
    #expect(!slow.counterfactuals.contains(.rest(0.1)))
  }

  @Test func `the other policy is told where it differs`() throws {
    let plain = try Self.report([0, 50, 100, 200])
    #expect(plain.counterfactuals.contains(.policy(.flick)))
    let flick = try Self.report([0, 50, 100, 200]) { $0.policy = .flick }
    #expect(flick.counterfactuals.contains(.policy(.threshold)))
  }

  @Test func `a gesture that was broken off would have been decided by a lift`() throws {
    var script = TouchScript()
    script.frame(0, [0: (0, 500)])
    script.frame(10, [0: (800, 500)])
    let replay = try ReplayTests.replay(script)
    let report = try #require(ReplayTests.gestures(replay).first)
    #expect(
      report.counterfactuals == [.lift(Decision(.finish, by: .threshold, margin: 0.8 - 0.3))])
  }

  @Test(arguments: 0..<60)
  func `every change that is told turns the outcome round`(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    for _ in 0..<10 {
      var places = [0]
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        places.append((places.last ?? 0) + .random(in: -30...60, using: &random))
      }
      places[1] = max(places[1], 1)
      let rest = Double.random(in: 1...300, using: &random)
      let isFlick = Bool.random(using: &random)
      let threshold = Int.random(in: 0...90, using: &random)
      let report = try Self.report(places, rest: rest) { settings in
        settings.policy = isFlick ? .flick : .threshold
        settings.threshold = Threshold(.share(DecimalNumber(threshold, fractionDigits: 2)))
      }
      for change in report.counterfactuals {
        var (policy, progress, velocity) = (report.policy, report.progress, report.velocity)
        switch change {
        case .threshold(let bar):
          policy.finishThreshold = bar + (report.decision.outcome == .finish ? 1e-9 : 0)
        // The sum of a rounded difference may fall short by a bit.
        case .travel(let way): progress += way * (1 + 1e-12)
        case .velocity(let other): velocity = other
        case .rest: velocity = report.lastVelocity
        case .policy(.flick): policy = .flick(policy.finishThreshold)
        case .policy(.threshold): policy = .threshold(policy.finishThreshold)
        case .lift: Issue.record("it was lifted")
        }
        let decision = policy.decision(atProgress: progress, velocity: velocity)
        #expect(decision.outcome != report.decision.outcome, "\(change)")
      }
    }
  }
}
