import Gestures
import Quantities
public import Transitions

/// A change that would have turned the outcome of a gesture round.
///
/// Each has been decided anew by the gesture's own policy before it is told.
public enum Counterfactual: Hashable, Sendable {
  /// Another threshold, as progress: at or below (to finish), or above (to cancel).
  case threshold(Double)

  /// Another way, as a change of progress.
  case travel(Double)

  /// Another velocity at the lift, in progress per second.
  case velocity(Double)

  /// A shorter rest before the lift, in seconds: the velocity would have counted.
  case rest(Double)

  /// The policy `flick`, or `threshold`.
  case policy(ReplaySettings.PolicyName)

  /// A lift at the place where the gesture was broken off.
  case lift(Decision)
}

extension GestureReport {
  /// The changes that would have turned the outcome round, the nearest first of each kind.
  public var counterfactuals: [Counterfactual] {
    let outcome = decision.outcome
    guard endReason.isDecided else {
      let lifted = policy.decision(atProgress: progress, velocity: velocity)
      return lifted.outcome == outcome ? [] : [.lift(lifted)]
    }
    var found: [Counterfactual] = []
    func turns(_ policy: Policy, _ progress: Double, _ velocity: Double) -> Bool {
      policy.decision(atProgress: progress, velocity: velocity).outcome != outcome
    }
    let step = outcome == .cancel ? 0 : 1e-9
    let needed = policy.finishThreshold - step
    if turns(policy, needed, velocity) { found.append(.travel(needed - progress)) }
    var other = policy
    other.finishThreshold = progress + step
    if progress > 0, turns(other, progress, velocity) { found.append(.threshold(progress)) }
    for fling in [policy.flingForward, policy.flingBackward.map { -$0 }].compactMap({ $0 })
    where turns(policy, progress, fling) {
      found.append(.velocity(fling))
    }
    if case .zeroAfter(let age) = policy.estimator.staleness, rest > age.seconds,
      turns(policy, progress, lastVelocity)
    {
      found.append(.rest(age.seconds))
    }
    if flick != nil { found.append(.policy(.flick)) }
    if decision.rule == .velocity {
      let plain = Policy.threshold(policy.finishThreshold)
      if turns(plain, progress, velocity) { found.append(.policy(.threshold)) }
    }
    return found
  }
}
