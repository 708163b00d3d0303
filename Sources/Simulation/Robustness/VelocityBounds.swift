import Gestures
import Quantities
import Transitions

/// All velocities that an estimator may give at the lift of a steady gesture, in millimeters per
/// second, per event or for some events.
///
/// Between two reports the fingers go a way of their least to their largest speed times the time;
/// the time stamps say a time that is off by twice the jitter at most. The longer the time that an
/// estimator looks at, the less that matters. Where so little is known that it may be any time,
/// the velocity may be any that has the sign of the motion.
struct VelocityBounds {
  private let bounds: GestureBounds
  private let gesture: SteadyGesture
  /// Whether each look at the fingers is reported, not only those in which they moved.
  private let reportsAll: Bool
  /// The longest time between two reports.
  private let gap: Double
  private let stray: Double
  /// When the last report of the touch may be, not counting the lift.
  private let latest: Interval
  /// When the fingers may be seen where they lift for the first time.
  private let change: Interval

  init(_ bounds: GestureBounds, reportsAll: Bool) {
    self.bounds = bounds
    self.reportsAll = reportsAll
    gesture = bounds.gesture
    stray = bounds.stray
    let end = bounds.gesture.duration
    change = Interval(
      bounds.gesture.motionEnd - bounds.motionGap,
      min(bounds.gesture.motionEnd + bounds.gap, end))
    latest = reportsAll ? Interval(end - bounds.gap, end) : change
    let single = reportsAll ? bounds.gap : bounds.motionGap
    // Where fingers turn back they may be seen at the same place twice, which is reported once.
    let isTurnSeen =
      bounds.gesture.back > 0
      && Self.earliest(latest.lower, single, bounds) <= bounds.gesture.turn + single
    gap = isTurnSeen ? single + bounds.gap : single
  }

  /// The earliest moment whose motion a velocity is made of, where no gap is longer than some time.
  private static func earliest(
    _ latest: Double, _ gap: Double, _ bounds: GestureBounds
  ) -> Double {
    switch bounds.policy.estimator.method {
    case .none: latest
    case .meanPerEvent: 0
    case .lastEvents(let count): latest - Double(count + 1) * gap
    case .lastPair: latest - 2 * gap
    case .windowSlope(let window, _), .endPoints(let window):
      latest - window.seconds - bounds.stray - 2 * gap
    case .leastSquares(let horizon, _, _): latest - horizon.seconds - bounds.stray - 2 * gap
    }
  }

  /// The velocities.
  var velocity: Interval {
    let estimator = bounds.policy.estimator
    var isOld = false
    if case .zeroAfter(let longest) = estimator.staleness {
      let age = age(of: change)
      if age.lower > longest.seconds { return .zero }
      isOld = age.upper >= longest.seconds
    }
    let velocity: Interval
    switch estimator.method {
    case .none: return .zero
    case .meanPerEvent:
      velocity = Interval(0, largestSpeed(since: 0) * gap).widened(by: bounds.rounding)
    case .lastEvents(let count):
      let time = Double(count) * gap
      velocity = way(in: time, speeds(since: latest.lower - time))
    case .lastPair(let minimum): velocity = lastPair(minimum.seconds)
    case .windowSlope(let window, let dropsFirst):
      let extra = dropsFirst && bounds.memory != .startAtRest ? 0 : gap
      velocity = slope(window.seconds, extra: extra, estimator.staleness)
    case .endPoints(let window):
      velocity = slope(window.seconds, extra: 0, estimator.staleness, untilLift: true)
    case .leastSquares(let horizon, let stopGap, let minimumCount):
      velocity = leastSquares(horizon.seconds, stopGap.seconds, minimumCount)
    }
    return isOld ? velocity.joined(with: .zero) : velocity
  }

  /// How old something is at the lift, by its time stamps.
  private func age(of moment: Interval) -> Interval {
    let end = gesture.duration
    return Interval(
      max(0, end - moment.upper - stray),
      end + bounds.device.longestInterval - moment.lower + stray)
  }

  private func speeds(since start: Double) -> Interval {
    gesture.speeds(from: start, to: latest.upper)
  }

  private func largestSpeed(since start: Double) -> Double {
    speeds(since: start).magnitude.upper
  }

  /// All ways in a time of up to some seconds; those of a rest are exactly 0.
  private func way(in time: Double, _ speeds: Interval) -> Interval {
    guard speeds != .zero else { return .zero }
    let way = (speeds * Interval(0, time)).joined(with: .zero)
    return Self.keepingSign(way.widened(by: bounds.rounding), of: speeds)
  }

  /// Rounding never turns a motion round.
  private static func keepingSign(_ value: Interval, of speeds: Interval) -> Interval {
    if speeds.lower >= 0 { return value.clamped(to: Interval(0, .infinity)) }
    return speeds.upper <= 0 ? value.clamped(to: Interval(-.infinity, 0)) : value
  }

  // MARK: The formulas

  private func lastPair(_ minimum: Double) -> Interval {
    let speeds = speeds(since: latest.lower - gap)
    let way = way(in: gap, speeds)
    guard way != .zero else { return .zero }
    let shortest = max(minimum, bounds.device.shortestInterval - stray)
    guard shortest > 0 else { return Self.keepingSign(.all, of: speeds) }
    // The way of a pair that is as long as the shortest time, and the stamps off by all they may.
    let ratio = max(1, min(gap, shortest + stray) / shortest)
    let velocity = speeds * Interval(0, ratio)
    return Self.keepingSign(velocity.widened(by: bounds.rounding / shortest), of: speeds)
  }

  /// The slope over a window, or the way over it by the time until the lift.
  private func slope(
    _ window: Double, extra: Double, _ staleness: VelocityEstimator.Staleness,
    untilLift: Bool = false
  ) -> Interval {
    let age = age(of: latest)
    switch staleness {
    case .keep, .zeroAfter:
      return slope(window, extra: extra, span: window - gap - stray, age, untilLift: untilLift)
    case .trimAtRelease:
      guard age.lower <= window else { return .zero }
      return slope(
        window, extra: extra, span: window - age.upper - gap - stray, age, untilLift: untilLift)
    case .trimUnlessAllOld:
      let kept = slope(window, extra: extra, span: window - gap - stray, age, untilLift: untilLift)
      guard age.lower <= window else { return kept }
      let span = window - age.upper - gap - stray
      let trimmed = slope(window, extra: extra, span: span, age, untilLift: untilLift)
      return kept.joined(with: trimmed)
    case .zeroSampleAtRelease:
      guard age.lower <= window else { return .zero }
      // It stood still from the last motion to the lift.
      let span = window - gap - stray
      return slope(window, extra: extra, span: span, age, untilLift: untilLift)
        .joined(with: .zero)
    }
  }

  /// The slope over a window.
  ///
  /// - Parameters:
  ///   - window: The window, in seconds.
  ///   - extra: The time before the first motion whose way counts too.
  ///   - span: The least time that the motions span, by their stamps; 0 or less if it may be any.
  ///   - age: How old the last motion is.
  ///   - untilLift: Whether the way is divided by the time until the lift.
  /// - Returns: The velocities.
  private func slope(
    _ window: Double, extra: Double, span: Double, _ age: Interval, untilLift: Bool
  ) -> Interval {
    let speeds = speeds(since: latest.lower - window - stray - extra)
    guard speeds != .zero else { return .zero }
    // Two motions are at least two looks apart, however few there are.
    let sure = min(span, latest.lower - historyStart - stray)
    let shortest = max(sure, bounds.device.shortestInterval - stray)
    guard shortest > 0 else { return Self.keepingSign(.all, of: speeds) }
    var factors = Interval(max(0, 1 - stray / shortest), 1 + (stray + extra) / shortest)
    if untilLift {
      // The rest until the lift counts as time, and not as way; a longer span makes it matter less.
      let least = (shortest - stray) / (shortest + age.upper)
      let most = [shortest, max(shortest, window)].map { ($0 + stray) / ($0 + age.lower) }
      factors = Interval(max(0, least), most.max() ?? 1)
    }
    factors = factors * Interval(1 - 1e-12, 1 + 1e-12)
    let velocity = Self.keepingSign(
      (speeds * factors).widened(by: bounds.rounding / shortest), of: speeds)
    // One motion alone makes none.
    return sure > 0 ? velocity : velocity.joined(with: .zero)
  }

  /// When the first motion is at the latest that a velocity is made of.
  private var historyStart: Double {
    let first = gesture.dwell + bounds.gap + bounds.rounding / gesture.speed
    let begin = (bounds.start + bounds.loss + bounds.rounding) / gesture.speed + 2 * bounds.gap
    switch bounds.memory {
    case .landing: return bounds.loss > 0 ? first + begin : bounds.device.longestInterval
    case .firstMotion: return first + (bounds.loss > 0 ? begin : 0)
    case .start, .startAtRest: return first + begin
    }
  }

  /// The parabola's slope: 0 at rest, or where too few motions are left; else it may be any.
  private func leastSquares(
    _ horizon: Double, _ stopGap: Double, _ minimumCount: Int
  ) -> Interval {
    let speeds = speeds(since: latest.lower - horizon - stray - gap)
    if speeds == .zero { return .zero }
    // The nudge is seen twice at most, behind a pause that the parabola does not reach over.
    let isNudged =
      !reportsAll && gesture.nudge > 0 && gesture.back == 0 && minimumCount > 2
      && gesture.nudgeDuration <= bounds.device.shortestInterval
      && gesture.pause - gap - stray > stopGap
    return isNudged ? .zero : .all
  }
}
