import Gestures
import Quantities
import Transitions

/// What any device within bounds makes of a steady gesture under a policy: all progress and all
/// velocities that there may be at the lift.
///
/// Of a device nothing is known but its ``DeviceBounds``: it may report each look at the fingers, or
/// only those in which they moved. Ways are in millimeters, times in seconds.
struct GestureBounds {
  /// What keeps bounds from being known.
  enum Obstacle: Error, Hashable {
    /// The platform's gesture may not begin.
    case mayNotBegin

    /// The way may be cut off, and what comes of it then depends on each report.
    case mayBeCut
  }

  let gesture: SteadyGesture
  let device: DeviceBounds
  let policy: Policy
  let rule: ProgressRule
  let memory: ResolvedPolicy.Memory
  let stopsAtEnds: Bool

  /// The millimeters that make progress 1.
  let travel: Double

  /// The motion before the gesture begins, in millimeters.
  let start: Double

  /// How far a way may be off since positions are whole device units, in millimeters.
  let rounding: Double

  /// The most that libinput keeps of the way before it tells of any, in millimeters.
  let loss: Double

  /// The longest time between two reports, in seconds.
  var gap: Double { device.longestGap(in: gesture.duration) }

  /// The longest time between two reports of motion one way: slow fingers take a while to move by a
  /// unit.
  var motionGap: Double { gap + rounding / gesture.speed }

  /// How far the time between two reports may be off.
  var stray: Double { 2 * device.jitter }

  // MARK: Progress

  /// All progress at the lift.
  func progress() throws(Obstacle) -> Interval {
    let end = gesture.duration
    let sure = gesture.sureWay(gap: gap) - rounding - loss
    guard sure > start * (1 + 1e-9) + 1e-9,
      start + loss + rounding < gesture.distance - gesture.nudge
    else { throw .mayNotBegin }
    let last = gesture.ways(from: end - gap, to: end).widened(by: rounding)
    let way = last - Interval(0, loss) - base
    let isCut = rule.clamp != .none || rule.sideLockDistance != nil || rule.mostPerMotion != nil
    if gesture.back > 0, isCut {
      guard way.lower > 0, gesture.distance + rounding <= travel, rule.mostPerMotion == nil else {
        throw .mayBeCut
      }
    }
    let progress = (way / travel).widened(by: 1e-9)
    if rule.mostPerMotion != nil { return try summed(progress) }
    return switch rule.clamp {
    case .none: progress
    case .sum, .running: progress.clamped(to: Interval(0, 1))
    case .runningBothWays: progress.clamped(to: Interval(-1, 1))
    }
  }

  /// All of the way that makes no progress, from the first motion that is told of.
  private var base: Interval {
    guard start > 0 else { return .zero }
    switch rule.startCount {
    case .all: return .zero
    case .beyond: return Interval(start).widened(by: 1e-6)
    case .crossing:
      let step = gesture.speed * motionGap + rounding
      return Interval(max(0, start - step), start).widened(by: 1e-9)
    }
  }

  /// All progress where each motion is cut, and makes the less the further it has come.
  private func summed(_ progress: Interval) throws(Obstacle) -> Interval {
    guard let most = rule.mostPerMotion else { return progress }
    // What is lost in one row is cut once, and more of it than of the same in several rows, as long as
    // a motion without a loss is not cut.
    let step = (gesture.speed * motionGap + rounding) / travel
    let least = (gesture.speed * device.longestInterval + rounding) / travel
    let lower = progress.lower - max(0, step - most)
    guard least < most, lower > 0, gesture.nudge == 0 else { throw .mayBeCut }
    guard rule.slowsDown else { return Interval(lower, progress.upper) }
    // Each motion is slowed down by what came before it: less than by what comes with it, more than
    // by what is a whole step behind.
    return Interval(
      Self.slowed(lower, ahead: 0, rounding: -1e-9),
      max(lower, Self.slowed(progress.upper, ahead: -min(step, most), rounding: 1e-9)))
  }

  /// The sum of motions that are slowed down, in small steps, from below or from above.
  private static func slowed(_ way: Double, ahead: Double, rounding: Double) -> Double {
    let count = 2000
    let step = way / Double(count)
    var sum = 0.0
    for _ in 0..<count {
      // From below by where the step ends at most, from above by where it begins.
      let place = rounding < 0 ? sum + step : sum + ahead
      let distance = max((place - 0.025).magnitude, rounding < 0 ? 0.025 : 0)
      let square = distance * distance
      let factor = place < 0.025 && rounding > 0 ? 1 : max(0.005, 1 - square * square)
      sum += step * factor
    }
    return sum * (1 + rounding) + rounding
  }

  // MARK: Velocity

  /// All velocities at the lift, in progress per second; per event, or for some events, where the
  /// policy's estimator counts those.
  func velocity(within progress: Interval) -> Interval {
    let bounds = VelocityBounds(self, reportsAll: true).velocity
      .joined(with: VelocityBounds(self, reportsAll: false).velocity)
    var velocity = bounds / travel * Interval(1 - 1e-9, 1 + 1e-9)
    guard stopsAtEnds else { return velocity }
    if progress.upper >= 1, velocity.upper > 0 {
      let low = min(velocity.lower, 0)
      velocity = Interval(low, progress.lower >= 1 ? 0 : velocity.upper)
    }
    if progress.lower <= 0, velocity.lower < 0 {
      velocity = Interval(progress.upper <= 0 ? 0 : velocity.lower, max(velocity.upper, 0))
    }
    return velocity
  }
}
