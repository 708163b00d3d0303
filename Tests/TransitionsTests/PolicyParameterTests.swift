import TestSupport
import Testing
import Transitions

@Suite struct PolicyParameterTests {
  /// The values that random policies and lifts are made of; few, so that they often meet exactly.
  static let numbers = [
    -.infinity, -2, -1, -0.5, -0.3, -0.1, -0.0, 0, .leastNonzeroMagnitude, 0.1, 0.3, 0.3.nextUp,
    0.5, 1, 2, 40, .infinity, .nan,
  ]

  static func policy(_ random: inout Seeded) -> Policy {
    func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
    func optional() -> Double? { Bool.random(using: &random) ? number() : nil }
    let projection: Policy.Projection =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .none
      case 1: .linear(horizon: [0.05, 0.3328].randomElement(using: &random) ?? 0)
      default:
        .curve(rate: 0.997, knee: 2, multiplier: 0.35, pixelsPerMillisecond: 0.4)
      }
    return Policy(
      minimumProgress: optional(), forceSpeed: optional(), vetoVelocity: optional(),
      vetoProgress: optional(), flingForward: optional(), flingBackward: optional(),
      flingMinimumProgress: Bool.random(using: &random) ? 0 : number(),
      flingsAtBar: Bool.random(using: &random), projection: projection,
      projectionMinimumSpeed: Bool.random(using: &random) ? 0 : number(),
      clampsProjection: Bool.random(using: &random), finishThreshold: number(),
      tie: Bool.random(using: &random) ? .finish : .cancel)
  }

  static func breakPoint(_ dependence: Policy.Dependence) -> Double? {
    switch dependence {
    case .always: nil
    case .finishesUpTo(let bar), .finishesBelow(let bar), .cancelsUpTo(let bar),
      .cancelsBelow(let bar):
      bar
    }
  }

  @Test(arguments: Policy.Parameter.allCases)
  func `it tells what the decision would, at the break point and one step beside it`(
    parameter: Policy.Parameter
  ) {
    var random = Seeded(20_261_201)
    var turned = 0
    for _ in 0..<20_000 {
      let policy = Self.policy(&random)
      let progress =
        Bool.random(using: &random)
        ? Self.numbers.randomElement(using: &random) ?? 0
        : Double.random(in: -0.5...1.5, using: &random)
      let velocity =
        Bool.random(using: &random)
        ? Self.numbers.randomElement(using: &random) ?? 0
        : Double.random(in: -3...3, using: &random)
      let dependence = policy.dependence(on: parameter, atProgress: progress, velocity: velocity)
      var values = Self.numbers.filter { !$0.isNaN }
      values.append(Double.random(in: -3...3, using: &random))
      if let bar = Self.breakPoint(dependence) {
        values += [bar, bar.nextDown, bar.nextUp]
        turned += 1
      }
      for value in values {
        let changed = policy.with(parameter, value)
        let outcome = changed.decision(atProgress: progress, velocity: velocity).outcome
        #expect(
          dependence.outcome(at: value) == outcome,
          "\(policy) \(progress) \(velocity) \(value)")
      }
    }
    // Else nothing but constants would have been compared.
    #expect(turned > 200)
  }

  @Test func `the threshold of a plain policy breaks at the progress`() {
    let finish = Policy(tie: .finish)
    #expect(
      finish.dependence(on: .finishThreshold, atProgress: 0.4, velocity: 9) == .finishesUpTo(0.4))
    let cancel = Policy(tie: .cancel)
    #expect(
      cancel.dependence(on: .finishThreshold, atProgress: 0.4, velocity: 9)
        == .finishesBelow(0.4))
  }

  @Test func `the threshold does not matter to a fling, and a fling only where it turns`() {
    let policy = Policy.flick(0.3)
    #expect(
      policy.dependence(on: .finishThreshold, atProgress: 0.1, velocity: 0.5) == .always(.finish))
    #expect(
      policy.dependence(on: .flingForward, atProgress: 0.1, velocity: 0.2) == .finishesUpTo(0.2))
    #expect(
      policy.dependence(on: .flingForward, atProgress: 0.4, velocity: 0.2) == .always(.finish))
    #expect(
      policy.dependence(on: .flingBackward, atProgress: 0.4, velocity: -0.2) == .cancelsUpTo(0.2))
    #expect(
      policy.dependence(on: .minimumProgress, atProgress: 0.4, velocity: 0) == .finishesUpTo(0.4))
    #expect(
      policy.dependence(on: .vetoVelocity, atProgress: 0.4, velocity: -0.2) == .cancelsBelow(0.2))
  }

  @Test(arguments: Policy.Parameter.allCases)
  func `a parameter that was set is read back`(parameter: Policy.Parameter) {
    #expect(Policy().with(parameter, 0.125)[parameter] == 0.125)
  }

  @Test func `steps that a policy lacks have no value`() {
    let absent = Policy.Parameter.allCases.filter { Policy()[$0] == nil }
    #expect(
      absent == [
        .minimumProgress, .forceSpeed, .vetoVelocity, .vetoProgress, .flingForward, .flingBackward,
      ])
  }
}
