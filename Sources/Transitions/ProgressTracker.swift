public import Gestures
public import Quantities

/// Follows the fingers as a platform does: when its gesture begins, and what progress it makes.
///
/// ```
///              far enough, along the axis
///    waiting ─────────────────────────────▶ following
///       │  along the other axis, or on the slant
///       └─────────────────────────────────▶ refused
/// ```
///
/// - Complexity: O(1) a motion, and no allocation.
public struct ProgressTracker: Sendable {
  /// The gesture, once it has begun.
  private struct Gesture {
    var heading: Heading
    var begin: Timestamp
    var mark: MotionHistory.Mark
    /// What of the way along the axis makes no progress, in parts.
    var base: Int
    /// The way that makes progress, in parts, forward positive.
    var way = 0
    /// The progress, where motions are cut before they are added.
    var sum = 0.0
    var isAxisOpen: Bool
    /// The side of the start that it stays on, or 0.
    var side = 0
  }

  private enum State {
    /// Waits for enough motion.
    case waiting

    /// Waits for the end.
    case following(Gesture)

    /// Takes nothing more of this touch.
    case refused
  }

  /// How progress is made.
  public let rule: ProgressRule

  /// Which way is forward.
  public let direction: PanDirection

  private var state = State.waiting
  private var last = Vector<Centroid>.zero
  private var path = PerAxis(both: 0.0)

  /// Creates a tracker for one touch.
  public init(_ rule: ProgressRule, direction: PanDirection) {
    self.rule = rule
    self.direction = direction
  }

  /// Whether the gesture has begun.
  public var hasBegun: Bool {
    if case .following = state { true } else { false }
  }

  /// Whether the touch is none of its gestures, whatever comes.
  public var isRefused: Bool {
    if case .refused = state { true } else { false }
  }

  /// The way that is forward, once the gesture has begun.
  public var heading: Heading? {
    if case .following(let gesture) = state { gesture.heading } else { nil }
  }

  /// When the gesture began, if it did.
  public var begin: Timestamp? {
    if case .following(let gesture) = state { gesture.begin } else { nil }
  }

  /// What the history held when the gesture began, if it did.
  public var mark: MotionHistory.Mark? {
    if case .following(let gesture) = state { gesture.mark } else { nil }
  }

  /// The way along the axis that made no progress, in 720 720ths of a device unit, forward positive.
  public var lostWay: Int {
    if case .following(let gesture) = state { gesture.base &* gesture.heading.sign } else { 0 }
  }

  /// The progress; 0 before the gesture begins.
  public var progress: Double {
    guard case .following(let gesture) = state else { return 0 }
    guard rule.mostPerMotion == nil else { return gesture.sum }
    let progress = rule.scales[gesture.heading.axis].progress(ofParts: gesture.way)
    return rule.clamp == .sum ? max(0, min(1, progress)) : progress
  }

  /// Follows a motion.
  ///
  /// - Parameters:
  ///   - displacement: The way since the landing, with this motion.
  ///   - time: When.
  ///   - history: The motions, with this one.
  /// - Returns: Whether the gesture begins with it.
  public mutating func handle(
    _ displacement: Vector<Centroid>, at time: Timestamp, in history: MotionHistory
  ) -> Bool {
    let before = last
    last = displacement
    switch state {
    case .waiting:
      return start(displacement, before, at: time, history)
    case .following(var gesture):
      if gesture.isAxisOpen { chooseAxis(&gesture, displacement) }
      move(&gesture, displacement, before)
      state = .following(gesture)
      return false
    case .refused: return false
    }
  }

  // MARK: Start

  private mutating func start(
    _ displacement: Vector<Centroid>, _ before: Vector<Centroid>, at time: Timestamp,
    _ history: MotionHistory
  ) -> Bool {
    let (x, y) = (pixels(displacement, .x), pixels(displacement, .y))
    let step = (
      x: pixels(displacement, .x) - pixels(before, .x),
      y: pixels(displacement, .y) - pixels(before, .y)
    )
    path.x += Double((displacement.x &- before.x).magnitude)
    path.y += Double((displacement.y &- before.y).magnitude)
    let isAcross = x.magnitude >= y.magnitude
    let axis = direction.axis ?? (isAcross ? .x : .y)
    if rule.comparesEachMotion, !isAlong(axis, step.x, step.y) || !isAlong(axis, x, y) {
      state = .refused
      return false
    }
    guard isFarEnough(displacement) else { return false }
    let isOpen = rule.axisLockDistance.map { max(x.magnitude, y.magnitude) < $0 } ?? false
    guard axis == (isAcross ? .x : .y), isAlong(axis, x, y) else {
      if !isOpen { state = .refused }
      return false
    }
    let way = displacement[axis: axis]
    let heading = direction.heading ?? Heading(axis: axis, isPositive: way > 0)
    let base: Int
    switch rule.startCount {
    case .all: base = 0
    case .crossing: base = before[axis: axis]
    case .beyond:
      let slop = Int(min(rule.startDistance[axis].rounded(), 0x1p61))
      base = max(-slop, min(slop, way))
    }
    var gesture = Gesture(
      heading: heading, begin: time,
      mark: MotionHistory.Mark(before: history, from: before, at: time), base: base,
      isAxisOpen: isOpen)
    var from = before
    // All that made no progress lies before this motion.
    from[axis: axis] = base
    move(&gesture, displacement, from)
    state = .following(gesture)
    return true
  }

  private func isFarEnough(_ displacement: Vector<Centroid>) -> Bool {
    let limit = rule.startDistance
    guard limit.x > 0, limit.y > 0 else { return displacement != .zero }
    let (x, y) = (
      Double(displacement.x.magnitude) / limit.x, Double(displacement.y.magnitude) / limit.y
    )
    let share =
      switch rule.startMeasure {
      case .straight: y == 0 ? x : x == 0 ? y : (x * x + y * y).squareRoot()
      case .axis: max(x, y)
      case .path: max(path.x / limit.x, path.y / limit.y)
      }
    return rule.startsAtDistance ? share >= 1 : share > 1
  }

  /// Whether a way is along an axis as clearly as the rule asks for.
  private func isAlong(_ axis: Axis, _ x: Double, _ y: Double) -> Bool {
    guard let ratio = rule.axisRatio else { return true }
    let (along, across) =
      axis == .x ? (x.magnitude, y.magnitude) : (y.magnitude, x.magnitude)
    guard across > 0 else { return true }
    return rule.allowsAxisRatio ? along >= ratio * across : along > ratio * across
  }

  /// Chooses the longer axis anew, and keeps it once it is long enough.
  private func chooseAxis(_ gesture: inout Gesture, _ displacement: Vector<Centroid>) {
    let (x, y) = (pixels(displacement, .x).magnitude, pixels(displacement, .y).magnitude)
    if let distance = rule.axisLockDistance, max(x, y) >= distance { gesture.isAxisOpen = false }
    guard direction.axis == nil else { return }
    let axis: Axis = x >= y ? .x : .y
    guard axis != gesture.heading.axis else { return }
    gesture.heading = Heading(axis: axis, isPositive: displacement[axis: axis] > 0)
    gesture.base = 0
    gesture.way = displacement[axis: axis] &* gesture.heading.sign
  }

  // MARK: Progress

  private func move(
    _ gesture: inout Gesture, _ displacement: Vector<Centroid>, _ before: Vector<Centroid>
  ) {
    let axis = gesture.heading.axis
    let scale = rule.scales[axis]
    let step = (displacement[axis: axis] &- before[axis: axis]) &* gesture.heading.sign
    if let most = rule.mostPerMotion {
      let delta = max(-most, min(most, scale.progress(ofParts: step)))
      gesture.sum += delta * (rule.slowsDown ? Self.slowDown(delta, after: gesture.sum) : 1)
      return
    }
    switch rule.clamp {
    case .none where rule.sideLockDistance == nil, .sum:
      gesture.way = (displacement[axis: axis] &- gesture.base) &* gesture.heading.sign
    case .none: gesture.way = gesture.way &+ step
    case .running: gesture.way = max(0, min(scale.wholeParts, gesture.way &+ step))
    case .runningBothWays:
      gesture.way = max(-scale.wholeParts, min(scale.wholeParts, gesture.way &+ step))
    }
    guard let distance = rule.sideLockDistance else { return }
    let side = gesture.way < 0 ? -1 : 1
    if gesture.side != 0 {
      if gesture.side != side { gesture.way = 0 }
    } else if Double(gesture.way.magnitude) > distance * rule.partsPerPixel[axis] {
      gesture.side = side
    }
  }

  /// What wayfire makes of a motion the further it has come (`vswipe-processing.hpp`):
  /// 1 − (|s| − 0.025)⁴, at least 0.005 outwards and 0.2 on the way back.
  private static func slowDown(_ delta: Double, after sum: Double) -> Double {
    let distance = sum.magnitude - 0.025
    let square = distance * distance
    let least = (delta < 0) == (sum < 0) ? 0.005 : 0.2
    return max(least, min(1, 1 - square * square))
  }

  private func pixels(_ way: Vector<Centroid>, _ axis: Axis) -> Double {
    Double(way[axis: axis]) / rule.partsPerPixel[axis]
  }
}
