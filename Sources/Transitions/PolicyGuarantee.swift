public import Quantities

extension Policy {
  /// That a policy decides as wanted, whatever the progress and the velocity within bounds.
  public struct Guarantee: Hashable, Sendable {
    /// How far past its bar the deciding quantity is at least, 0 or more.
    public var margin: Double

    /// What the margin counts.
    public var unit: Decision.Unit
  }

  /// Why a policy may decide otherwise than wanted.
  public enum Doubt: Error, Hashable, Sendable {
    /// A step may decide against it.
    case contrary(Decision.Rule)
  }

  /// Proves that a policy decides as wanted.
  ///
  /// The margin is that of the step that decides where no step before it does. A step before it that
  /// may decide, but would decide the same, makes it no less: however near its bar the motion comes,
  /// on either side of it the outcome is the same.
  ///
  /// - Parameters:
  ///   - outcome: The wanted end.
  ///   - progress: All progress that there may be at the lift.
  ///   - velocity: All velocities that there may be.
  /// - Returns: The guarantee.
  /// - Throws: The first step that may decide against it.
  public func guarantee(
    of outcome: Outcome, progress: Interval, velocity: Interval
  ) throws(Doubt) -> Guarantee {
    /// The margin of a step that decides everywhere; `nil` where it may leave it to the next ones.
    func settled(
      _ result: Outcome, by rule: Decision.Rule, mayDecide: Bool, margin: Double
    ) throws(Doubt) -> Guarantee? {
      guard mayDecide else { return nil }
      guard result == outcome else { throw .contrary(rule) }
      guard margin > 0 else { return nil }
      return Guarantee(margin: margin, unit: .progressPerSecond)
    }
    // Progress below the least: its margin is counted in progress, as that of the threshold is.
    var least = Double.infinity
    if let minimumProgress, progress.lower < minimumProgress {
      guard outcome == .cancel else { throw .contrary(.threshold) }
      let margin = (minimumProgress - progress.upper).nextDown
      if margin > 0 { return Guarantee(margin: margin, unit: .progress) }
      least = 0
    }
    let speed = velocity.magnitude
    if let forceSpeed,
      let guarantee = try settled(
        .finish, by: .force, mayDecide: speed.upper >= forceSpeed,
        margin: (speed.lower - forceSpeed).nextDown)
    {
      return guarantee
    }
    if let vetoVelocity {
      let isEverywhere = vetoProgress.map { progress.lower > $0 } ?? true
      let guarantee = try settled(
        .cancel, by: .veto,
        mayDecide: velocity.lower < -vetoVelocity
          && vetoProgress.map { progress.upper > $0 } ?? true,
        margin: isEverywhere ? (-velocity.upper - vetoVelocity).nextDown : 0)
      if let guarantee { return guarantee }
    }
    let reach = progress.magnitude
    if reach.upper >= flingMinimumProgress {
      let isEverywhere = reach.lower > flingMinimumProgress
      if let flingForward,
        let guarantee = try settled(
          .finish, by: .velocity, mayDecide: velocity.upper >= flingForward,
          margin: isEverywhere ? (velocity.lower - flingForward).nextDown : 0)
      {
        return guarantee
      }
      if let flingBackward,
        let guarantee = try settled(
          .cancel, by: .velocity, mayDecide: -velocity.lower >= flingBackward,
          margin: isEverywhere ? (-velocity.upper - flingBackward).nextDown : 0)
      {
        return guarantee
      }
    }
    let value = projectedProgress(from: progress, velocity: velocity)
    let margin =
      outcome == .finish
      ? (value.lower - finishThreshold).nextDown : (finishThreshold - value.upper).nextDown
    guard margin > 0 else { throw .contrary(projection == .none ? .threshold : .projection) }
    return Guarantee(margin: min(margin, least), unit: .progress)
  }

  /// All progress where the motion may come to rest, or that is compared where none is projected.
  ///
  /// - Parameters:
  ///   - progress: All progress that there may be.
  ///   - velocity: All velocities that there may be.
  /// - Returns: The progress, rounded outwards.
  public func projectedProgress(from progress: Interval, velocity: Interval) -> Interval {
    let speed = velocity.magnitude
    guard projection != .none, speed.upper >= projectionMinimumSpeed else { return progress }
    // The way grows with the velocity, so that its ends make those of the way.
    var way = Interval(projectedWay(velocity.lower), projectedWay(velocity.upper))
    // A few operations, each rounded by less than this.
    way = way * Interval(1 - 1e-14, 1 + 1e-14)
    var projected = progress + way
    if clampsProjection { projected = projected.clamped(to: Interval(0, 1)) }
    return speed.lower < projectionMinimumSpeed ? projected.joined(with: progress) : projected
  }

  private func projectedWay(_ velocity: Double) -> Double {
    guard velocity.isFinite, velocity != 0 else { return velocity }
    var policy = self
    policy.clampsProjection = false
    policy.projectionMinimumSpeed = 0
    return policy.projectedProgress(from: 0.0, velocity: velocity) ?? 0
  }
}
