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
    // Who is asked has been asked about what came, and not about what might have come.
    guard decision.rule != .asked else { return [] }
    guard endReason.isDecided else {
      let lifted = policy.decision(atProgress: progress, velocity: velocity)
      return lifted.outcome == outcome ? [] : [.lift(lifted)]
    }
    var found: [Counterfactual] = []
    func turns(_ policy: Policy, _ progress: Double, _ velocity: Double) -> Bool {
      policy.decision(atProgress: progress, velocity: velocity).outcome != outcome
    }
    // Exactly at the bar it may stay as it is.
    let step = outcome == .cancel ? 1e-9 : -1e-9
    let bar = policy.finishThreshold
    let value = policy.projectedProgress(from: progress, velocity: velocity) ?? progress
    var free = policy
    free.clampsProjection = false
    let ahead = (free.projectedProgress(from: progress, velocity: velocity) ?? progress) - progress
    let needed = ahead == 0 ? bar : bar - ahead
    if let way = [needed, needed + step].first(where: { turns(policy, $0, velocity) }) {
      found.append(.travel(way - progress))
    }
    if value > 0,
      let other = [value, value - step].first(where: { bar in
        turns(policy.with(.finishThreshold, bar), progress, velocity)
      })
    {
      found.append(.threshold(outcome == .cancel ? other : value))
    }
    if let speed = decidingVelocity(turns) { found.append(.velocity(speed)) }
    if turns(policy, progress, lastVelocity) {
      switch policy.estimator.staleness {
      case .zeroAfter(let age) where rest > age.seconds: found.append(.rest(age.seconds))
      case .trimAtRelease, .zeroSampleAtRelease, .trimUnlessAllOld:
        if rest > 0, velocity.magnitude < lastVelocity.magnitude { found.append(.rest(0)) }
      case .zeroAfter, .keep: break
      }
    }
    if flick != nil { found.append(.policy(.flick)) }
    if decision.rule == .velocity, !isPlatform {
      let plain = Policy.threshold(policy.finishThreshold)
      if turns(plain, progress, velocity) { found.append(.policy(.threshold)) }
    }
    return found
  }

  /// The velocity at the lift that would have turned the outcome round: that of a fling, or that
  /// which carries the motion to the bar.
  private func decidingVelocity(_ turns: (Policy, Double, Double) -> Bool) -> Double? {
    var bars = [policy.flingForward, policy.flingBackward.map { -$0 }].compactMap(\.self)
    if case .linear(let horizon) = policy.projection, horizon > 0 {
      // Less of a velocity is another matter, which no bar tells.
      let bar = (policy.finishThreshold - progress) / horizon
      if (bar > 0) == (decision.outcome == .cancel) { bars.append(bar) }
    }
    for bar in bars {
      // Where exactly the bar is not enough, more is.
      for speed in [bar, bar * (1 + 1e-9)] where turns(policy, progress, speed) {
        return speed
      }
    }
    return nil
  }
}
