import TestSupport
import Testing
import Transitions

@Suite struct PolicyStepsTests {
  @Test(arguments: 0..<40)
  func `the last step alone settles it, as the decision does`(seed: Int) {
    var random = Seeded(UInt64(seed))
    for _ in 0..<200 {
      let policy = PolicyParameterTests.policy(&random)
      let progress = PolicyParameterTests.numbers.randomElement(using: &random) ?? 0
      let velocity = PolicyParameterTests.numbers.randomElement(using: &random) ?? 0
      let steps = policy.steps(atProgress: progress, velocity: velocity)
      let decision = policy.decision(atProgress: progress, velocity: velocity)
      #expect(steps.last?.outcome == decision.outcome, "\(policy) \(progress) \(velocity)")
      #expect(steps.dropLast().allSatisfy { $0.outcome == nil })
    }
  }

  @Test func `steps that a policy does not have are left out`() {
    let steps = Policy.threshold().steps(atProgress: 0.2, velocity: 9)
    #expect(steps.map(\.question) == [.threshold(0.3, of: 0.2)])
    #expect(steps.map(\.holds) == [false])
    #expect(steps.map(\.outcome) == [.cancel])
  }

  @Test func `what is not met goes on, what is met ends`() {
    let policy = Policy(
      vetoVelocity: 0.5, vetoProgress: 0.5, flingForward: 1,
      projection: .linear(horizon: 0.5), clampsProjection: true, finishThreshold: 0.5)
    #expect(
      policy.steps(atProgress: 0.25, velocity: 0.5).map(\.question) == [
        .vetoProgress(0.5), .flingForward(1), .projection(0.5, kept: 0.5),
        .threshold(0.5, of: 0.5),
      ])
    #expect(
      policy.steps(atProgress: 0.75, velocity: -1).map(\.question) == [
        .vetoProgress(0.5), .veto(0.5),
      ])
    #expect(
      policy.steps(atProgress: 0.75, velocity: 0.75).map(\.question) == [
        .vetoProgress(0.5), .veto(0.5), .flingForward(1), .projection(1.125, kept: 1),
        .threshold(0.5, of: 1),
      ])
  }
}
