package import Quantities

/// What a velocity is made of: a way, and the time or the motions that it is divided by.
public struct VelocityTerms: Hashable, Sendable {
  /// The way, in 720 720ths of a device unit, positive towards larger coordinates; forth and back
  /// where the formula takes the mean of all motions.
  public var way = 0

  /// The time that the way took, as the formula counts it; `nil` where it counts motions.
  public var time: Duration?

  /// The motions that the way is made of.
  public var motions = 0

  /// Whether the velocity is 0 because the last motion is too old.
  public var isForgotten = false

  /// Creates the terms of no velocity.
  public init() {}
}

extension VelocityEstimator {
  /// What the velocity is made of.
  ///
  /// The velocity is the way by the time, or by the motions for `meanPerEvent`; for `lastEvents` it
  /// is the way; for `leastSquares` the way is that through which the parabola goes.
  ///
  /// - Parameters:
  ///   - history: The latest motions.
  ///   - axis: The axis of the pan.
  ///   - release: The moment of the lift, or any other.
  ///   - mark: Where the motions begin that count; `nil`: the landing counts too.
  /// - Returns: The terms, without a motion where there is too little to go by.
  package func terms(
    of history: MotionHistory, along axis: Axis, at release: Timestamp,
    since mark: MotionHistory.Mark? = nil
  ) -> VelocityTerms {
    var terms = VelocityTerms()
    guard let latest = history.latest else { return terms }
    var zeroSample: MotionHistory.Motion?
    switch staleness {
    case .keep, .trimAtRelease, .trimUnlessAllOld: break
    case .zeroSampleAtRelease:
      zeroSample = MotionHistory.Motion(time: release, displacement: latest.displacement)
    case .zeroAfter(let age):
      terms.isForgotten = history.lastMotionTime.map { release.since($0) > age } ?? true
    }
    let samples = Samples(history, along: axis, since: mark, zeroSample: zeroSample)
    guard samples.count > 0, !terms.isForgotten else { return terms }
    let end = windowEnd(samples, release)
    /// Takes the way from the sample that counts as the start.
    func take(from start: Int, _ motions: Int, _ time: Duration?) {
      terms.way = samples.position(0) &- start
      (terms.motions, terms.time) = (motions, time)
    }
    switch method {
    case .windowSlope(let window, let dropsFirst):
      let count = samples.count(within: window, before: end)
      guard count >= 2 else {
        terms.isForgotten = count == 0
        return terms
      }
      let time = samples.time(0).since(samples.time(count - 1))
      take(
        from: dropsFirst ? samples.position(count - 1) : samples.positionBefore(count - 1),
        dropsFirst ? count - 1 : count, time)
    case .endPoints(let window):
      let count = samples.count(within: window, before: end)
      guard count >= 2 else {
        terms.isForgotten = count == 0
        return terms
      }
      take(
        from: samples.position(count - 1), count - 1, release.since(samples.time(count - 1)))
    case .lastPair(let minimum):
      guard samples.count >= 2 else { return terms }
      take(
        from: samples.position(1), 1, max(samples.time(0).since(samples.time(1)), minimum))
    case .leastSquares(let horizon, let stopGap, let minimumCount):
      let count = samples.fittedCount(horizon, stopGap, before: end)
      guard count >= max(minimumCount, 2) else { return terms }
      take(
        from: samples.position(count - 1), count, samples.time(0).since(samples.time(count - 1)))
    case .meanPerEvent:
      terms.motions = history.total - (mark?.total ?? 0)
      terms.way = history.path[axis: axis] &- (mark?.path[axis: axis] ?? 0)
    case .lastEvents(let most):
      guard most > 0 else { return terms }
      let count = min(most, samples.count)
      take(from: samples.positionBefore(count - 1), count, nil)
    case .none: break
    }
    return terms
  }
}
