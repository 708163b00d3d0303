import Gestures
import Quantities
import TouchInput
import Transitions

/// A policy in the units of a device: what follows the fingers, and what decides.
struct ResolvedPolicy: Sendable {
  /// The motions that a velocity may be made of.
  enum Memory: Hashable, Sendable {
    /// Those since the landing, which counts as one.
    case landing

    /// Those since the landing.
    case firstMotion

    /// Those of the gesture.
    case start

    /// Those of the gesture, before which it stood still.
    case startAtRest
  }

  /// How motions make progress.
  let rule: ProgressRule

  /// What decides along each axis.
  let policies: PerAxis<Policy>

  /// The bar along each axis, in device units.
  let thresholds: PerAxis<Ratio>

  /// The motions that a velocity may be made of.
  let memory: Memory

  /// Whether a velocity beyond the ends of progress is 0.
  let stopsAtEnds: Bool

  /// Whether an end by the system is decided like a lift.
  let decidesCancel: Bool

  /// The way to the end.
  let settle: SettleStyle

  /// Works out a policy for a device.
  ///
  /// - Parameters:
  ///   - definition: The policy.
  ///   - kind: The device.
  ///   - ruler: What measures the surface.
  init(_ definition: PolicyDefinition, on kind: DeviceDescription.Kind, _ ruler: PolicyRuler) {
    let values = PerAxis(
      x: PolicyValues(definition, on: kind, along: .x),
      y: PolicyValues(definition, on: kind, along: .y))
    func ways(_ parameter: PolicyKey) -> PerAxis<Ratio>? {
      guard let x = values.x.length(parameter), let y = values.y.length(parameter) else {
        return nil
      }
      return PerAxis(x: ruler.units(in: x, along: .x), y: ruler.units(in: y, along: .y))
    }
    let start = ways(.startDistance) ?? PerAxis(both: Ratio(0))
    var travel = ways(.progressDistance) ?? PerAxis(x: ruler.screen(.x), y: ruler.screen(.y))
    if values.x.flag(.progressIncludesStart) {
      travel = PerAxis(x: travel.x + start.x, y: travel.y + start.y)
    }
    let parts = Double(Centroid.partsPerUnit)
    let pixels = PerAxis(x: ruler.pixel(.x), y: ruler.pixel(.y))
    var rule = ProgressRule(
      scales: PerAxis(x: ProgressScale(travel: travel.x), y: ProgressScale(travel: travel.y)),
      partsPerPixel: PerAxis(x: pixels.x.value * parts, y: pixels.y.value * parts))
    rule.startDistance = PerAxis(x: start.x.value * parts, y: start.y.value * parts)
    let shared = values.x
    rule.startMeasure = shared.word(.startMeasure) ?? .straight
    rule.startCount = shared.word(.startCounts) ?? .all
    rule.startsAtDistance = shared.flag(.startAtDistance)
    rule.axisRatio = shared.number(.axisLockRatio)
    rule.allowsAxisRatio = shared.flag(.axisLockAtRatio)
    rule.comparesEachMotion = shared.flag(.axisLockEachEvent)
    rule.axisLockDistance = ways(.axisLockDistance).map { ($0.x / pixels.x).value }
    rule.clamp = shared.word(.clamp) ?? .none
    rule.sideLockDistance = ways(.sideLockDistance).map { ($0.x / pixels.x).value }
    rule.mostPerMotion = shared.number(.maxDeltaPerEvent)
    rule.slowsDown = shared.flag(.slowsDown)
    self.rule = rule
    memory = shared.memory
    stopsAtEnds = shared.flag(.velocityStopsAtEnds)
    decidesCancel = shared.flag(.cancelIsEnd)
    settle = shared.settle
    thresholds = PerAxis(
      x: values.x.bar(along: .x, travel: travel.x, ruler) * travel.x,
      y: values.y.bar(along: .y, travel: travel.y, ruler) * travel.y)
    policies = PerAxis(
      x: values.x.policy(along: .x, travel: travel.x, ruler),
      y: values.y.policy(along: .y, travel: travel.y, ruler))
  }

  /// Whether the policy decides a gesture that something ended.
  func decides(_ end: PanEnd) -> Bool {
    end.isDecided || end == .cancelEvent && decidesCancel
  }

  /// Where the motions begin that a velocity may be made of.
  private func mark(of tracker: ProgressTracker) -> MotionHistory.Mark? {
    switch memory {
    case .landing: nil
    case .firstMotion: .landing
    case .start: tracker.mark?.countingRest(false)
    case .startAtRest: tracker.mark?.countingRest(true)
    }
  }

  /// What the velocity of a gesture is made of.
  func velocityTerms(
    of tracker: ProgressTracker, in history: MotionHistory, at time: Timestamp
  ) -> VelocityTerms {
    guard let axis = tracker.heading?.axis else { return VelocityTerms() }
    return policies[axis].estimator.terms(
      of: history, along: axis, at: time, since: mark(of: tracker))
  }

  /// The velocity of a gesture in progress per second, or as its estimator counts.
  ///
  /// - Parameters:
  ///   - tracker: What followed the gesture.
  ///   - history: The motions since the landing.
  ///   - time: The moment of the lift, or any other.
  /// - Returns: The velocity, forward positive.
  func velocity(
    of tracker: ProgressTracker, in history: MotionHistory, at time: Timestamp
  ) -> Double {
    guard let heading = tracker.heading else { return 0 }
    let axis = heading.axis
    let estimator = policies[axis].estimator
    let speed = estimator.velocity(
      of: history, along: axis, at: time, since: mark(of: tracker))
    let sign = estimator.isUnsigned ? 1 : heading.sign
    let velocity = rule.scales[axis].velocity(of: speed * Double(sign))
    guard stopsAtEnds else { return velocity }
    let progress = tracker.progress
    return progress >= 1 ? min(velocity, 0) : progress <= 0 ? max(velocity, 0) : velocity
  }
}
