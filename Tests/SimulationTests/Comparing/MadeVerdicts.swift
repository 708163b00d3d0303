import Gestures
import Quantities
import Simulation
import Transitions

/// Touches under policies, made to measure.
enum MadeVerdicts {
  /// A lift that a policy decides.
  static func verdict(
    _ policy: Policy, _ progress: Double, _ velocity: Double = 0, end: PanEnd = .lift,
    isDecided: Bool = true, rest: Double = 0.01, last: Double? = nil,
    heading: Heading = Heading(axis: .x, isPositive: true)
  ) -> PolicyVerdict {
    PolicyVerdict(
      policy: "p", end: end, heading: heading, progress: progress, velocity: velocity,
      decision: isDecided
        ? policy.decision(atProgress: progress, velocity: velocity) : .interrupted,
      rule: policy,
      units: ProgressUnits(
        millimeters: 40, pixels: 400, densityIndependentPixels: 250, screens: 0.2), rest: rest,
      lastVelocity: last ?? velocity, finishTravel: 40 * policy.finishThreshold)
  }

  /// A touch under policies; without a verdict it did not move far enough.
  static func touch(_ verdicts: PolicyVerdict?...) -> TouchComparison {
    var touch = TouchComparison(policies: verdicts.count)
    touch.verdicts = verdicts
    for index in verdicts.indices where verdicts[index] == nil {
      touch.absences[index] = PolicyAbsence(
        reason: .rejected(.withinSlop), start: "16px", startMillimeters: 1.5)
    }
    return touch
  }

  static let half = Policy.threshold(0.5)
  static let fling = Policy(flingForward: 1, flingBackward: 1, finishThreshold: 0.5)
  static let projecting = Policy(projection: .linear(horizon: 0.3), finishThreshold: 0.5)
  static let veto = Policy(vetoVelocity: 0, finishThreshold: 0.25)
}
