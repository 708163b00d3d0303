public import Quantities
public import TouchInput

/// Recognizes pans in frames of contacts.
///
/// ```
///          finger down            far enough, enough fingers
///    idle ─────────────▶ possible ───────────────────────────▶ following
///     ▲  ▲  all fingers up   │ too many fingers moved, a           │ a finger leaves, a button,
///     │  └───────────────────┤ button, along the other axis        │ a palm, a gap
///     │   all fingers up     ▼                                     ▼
///     └──────────────────────────────── waiting ◀──────────────────┘
/// ```
///
/// The pan follows the mean of the fingers that count. A finger that lands or leaves re-bases the
/// mean, which never jumps; a thumb at rest is left out of it where the others alone will do. An
/// interruption (``ContactFrame/interruption``) leads to idle at once, and from there to waiting if
/// fingers are known to have stayed down (``ContactFrame/isResumed``).
///
/// - Complexity: O(contacts) a frame, and no allocation.
public struct PanRecognizer: Sendable {
  /// What to do about a frame.
  public enum Action: Hashable, Sendable {
    /// A pan has been recognized.
    case begin(Pan)

    /// The pan goes on.
    case change(Pan)

    /// The pan is over; its time is that of the frame that ended it, or that of the last one before
    /// a gap.
    case end(Pan, PanEnd)

    /// A touch is over that was no pan.
    case reject(RejectedTouch)
  }

  /// What came of a frame.
  public struct Output: Hashable, Sendable {
    /// What to do, or `nil` if the frame changes nothing.
    public var action: Action?

    /// Whether a step was left out that no finger can make.
    public var sawJump = false
  }

  /// What is known of a touch that may become a pan.
  private struct Touch {
    var down: Timestamp
    var mostFingers: Int
    var reason: PanRejection
    /// The furthest that the mean went, in millimeters.
    var distance = 0.0
  }

  private enum State {
    /// Waits for a finger.
    case idle

    /// Waits for enough fingers to go far enough.
    case possible(Touch)

    /// Waits for the end of the pan.
    case following(Pan)

    /// Waits for all fingers to be up; with the touch, if nothing has been said of it.
    case waiting(Touch?)
  }

  /// What the pan needs.
  public let settings: PanSettings

  /// The latest motions of the running pan, or of the one that has just ended.
  public private(set) var history = MotionHistory()

  /// Whether it takes touches.
  public private(set) var isEnabled = true

  private var state = State.idle
  private var fingers: FingerTracker
  private var isButtonDown = false
  private var lastTime: Timestamp?
  private let longestGap: Int64
  /// Whether a finger of the running pan may turn out to rest.
  private var mayRest = false
  /// When displacements began to be counted, if the history does not know yet.
  private var landing: Timestamp?

  /// Creates a recognizer.
  public init(_ settings: PanSettings) {
    self.settings = settings
    fingers = FingerTracker(settings)
    longestGap = settings.maximumGap.wholeNanoseconds
  }

  /// Whether a pan is running.
  public var isFollowing: Bool {
    if case .following = state { true } else { false }
  }

  /// Whether a touch is down that may still become a pan.
  public var mayBegin: Bool {
    if case .possible = state { true } else { false }
  }

  /// Takes a frame, whose time is not before that of the last one.
  ///
  /// - Returns: What to do about it.
  public mutating func handle(_ frame: ContactFrame) -> Output {
    let time = frame.time
    let interval = lastTime.map { time.nanoseconds(since: $0) }
    lastTime = time
    if let landing {
      history.restart(at: landing)
      self.landing = nil
    }
    if let interruption = frame.interruption {
      return Output(action: interrupt(interruption, at: time))
    }
    let isAfterGap = interval.map { $0 > longestGap } ?? false
    let change = fingers.track(frame, after: interval)
    isButtonDown = frame.isButtonDown
    let action: Action?
    switch state {
    case .idle where frame.isResumed:
      state = fingers.countedFingers > 0 ? .waiting(nil) : .idle
      action = nil
    case .idle:
      start(at: time)
      action = nil
    case .possible(let touch): action = recognize(touch, change, time, isAfterGap)
    case .following(let pan): action = follow(pan, change, time, isAfterGap)
    case .waiting(let touch): action = wait(touch, change, at: time)
    }
    return Output(action: action, sawJump: change.sawJump)
  }

  /// Takes the touch away from it: what is left of the touch is ignored.
  ///
  /// - Returns: The end of the pan, or of the touch that might have become one; `nil` if there was
  ///   neither.
  public mutating func cancel(at time: Timestamp) -> Action? {
    let action = breakOff(by: .cancelEvent, at: time, frames: 0)
    state = fingers.countedFingers > 0 ? .waiting(nil) : .idle
    return action
  }

  /// Switches it on or off.
  ///
  /// Off, it takes the touch for cancelled and no other; on, it takes the next touch, not one that
  /// is down already.
  ///
  /// - Returns: What ends by it.
  public mutating func setEnabled(_ isEnabled: Bool, at time: Timestamp) -> Action? {
    guard isEnabled != self.isEnabled else { return nil }
    self.isEnabled = isEnabled
    return isEnabled ? nil : cancel(at: time)
  }

  /// The velocity of the pan, or of the one that has just ended, along its axis.
  ///
  /// - Parameters:
  ///   - estimator: How it is made of the latest motions.
  ///   - pan: The pan.
  /// - Returns: Device units of the mean per second, forward positive; a speed as it is.
  /// - Complexity: O(motions in the estimator's window).
  public func velocity(by estimator: VelocityEstimator, of pan: Pan) -> Double {
    estimator.velocity(of: history, along: pan.axis, at: pan.time)
      * Double(estimator.isUnsigned ? 1 : pan.forward.sign)
  }

  // MARK: States

  /// Begins a touch with the fingers that are down, if any counts.
  private mutating func start(at time: Timestamp) {
    // A thumb that rested through the pan before may be a finger of the next one.
    fingers.wakeAll()
    let counted = fingers.countedFingers
    guard counted > fingers.extra else {
      state = .idle
      return
    }
    guard isEnabled else {
      state = .waiting(nil)
      return
    }
    state = .possible(Touch(down: time, mostFingers: counted, reason: .withinSlop))
    rebase(at: time)
  }

  /// Counts displacements from here.
  ///
  /// The history of a pan that has just ended stays until the next frame, for its velocity.
  private mutating func rebase(at time: Timestamp) {
    fingers.rebase()
    landing = time
  }

  private mutating func recognize(
    _ before: Touch, _ change: FingerTracker.Change, _ time: Timestamp, _ isAfterGap: Bool
  ) -> Action? {
    var touch = before
    if change.palms > 0 { touch.reason = .palm }
    guard change.hasOld else {
      start(at: time)
      return reject(touch, at: time)
    }
    touch.mostFingers = max(touch.mostFingers, fingers.countedFingers)
    if change.isMeanChanged || isAfterGap {
      // What too few did before the others landed does not matter.
      if change.landed > 0, touch.reason == .tooFewFingers { touch.reason = .withinSlop }
      rebase(at: time)
      state = .possible(touch)
      return nil
    }
    let motion = fingers.motion(wanted: settings.fingers)
    if change.isReported {
      history.append(MotionHistory.Motion(time: time, displacement: motion.displacement))
    }
    let (x, y) = (millimeters(motion, along: .x), millimeters(motion, along: .y))
    touch.distance = max(touch.distance, (x * x + y * y).squareRoot())
    guard let reason = rejection(of: motion) else { return begin(touch, motion, at: time) }
    // The reason of all fingers holds when some have left.
    if reason != .withinSlop, motion.fingers >= touch.mostFingers || touch.reason == .withinSlop {
      touch.reason = reason
    }
    state = isFinal(reason, motion) ? .waiting(touch) : .possible(touch)
    return nil
  }

  private mutating func begin(
    _ touch: Touch, _ motion: FingerTracker.Motion, at time: Timestamp
  ) -> Action {
    let most = touch.mostFingers - (motion.leavesRestingOut ? fingers.restingCount : 0)
    if motion.leavesRestingOut {
      fingers.leaveRestingOut()
      // The motions so far were diluted by the finger at rest.
      let landing = history[back: history.count - 1].time
      history.restart(at: landing)
      history.append(MotionHistory.Motion(time: time, displacement: motion.displacement))
    }
    mayRest = fingers.restingCount > 0
    let forward = heading(of: motion)
    let pan = Pan(
      down: touch.down, begin: time, time: time,
      fingers: settings.fingers.accepts(most) ? most : motion.fingers, forward: forward, frames: 1,
      displacement: motion.displacement, slop: slopPoint(motion, along: forward.axis))
    state = .following(pan)
    return .begin(pan)
  }

  private mutating func follow(
    _ before: Pan, _ change: FingerTracker.Change, _ time: Timestamp, _ isAfterGap: Bool
  ) -> Action {
    var pan = before
    if isAfterGap {
      leave(change, at: time)
      return .end(pan, .gap)
    }
    pan.time = time
    pan.frames &+= 1
    if let reason = end(change) {
      leave(change, at: time)
      return .end(pan, reason)
    }
    if change.extra == 0, change.moved > 0 {
      pan.displacement.add(Centroid.mean(change.sum, of: change.moved))
    }
    if change.isReported {
      history.append(MotionHistory.Motion(time: time, displacement: pan.displacement))
    }
    if mayRest { leaveRestingOut(&pan, change) }
    state = .following(pan)
    return .change(pan)
  }

  /// Leaves a finger out of the running pan that turns out to rest.
  ///
  /// Where any number of fingers will do, a pan may begin before the others have moved far enough
  /// to tell. The mean of the others goes on from there.
  private mutating func leaveRestingOut(_ pan: inout Pan, _ change: FingerTracker.Change) {
    let resting = fingers.restingCount
    mayRest = resting > 0 && change.landed == 0
    guard mayRest, fingers.motion(wanted: settings.fingers).leavesRestingOut else { return }
    fingers.leaveRestingOut()
    if settings.fingers.accepts(pan.fingers - resting) { pan.fingers -= resting }
    mayRest = false
  }

  private func end(_ change: FingerTracker.Change) -> PanEnd? {
    if change.left > 0 || change.extra < 0 { return change.hasOld ? .fingersChanged : .lift }
    if change.palms > 0 { return .palm }
    return isButtonDown && settings.isCancelledByButton ? .button : nil
  }

  /// Waits for the fingers of a pan that is over to be up.
  private mutating func leave(_ change: FingerTracker.Change, at time: Timestamp) {
    if change.hasOld { state = .waiting(nil) } else { start(at: time) }
  }

  private mutating func wait(
    _ touch: Touch?, _ change: FingerTracker.Change, at time: Timestamp
  ) -> Action? {
    guard change.hasOld else {
      start(at: time)
      return touch.map { reject($0, at: time) }
    }
    if var touch, touch.mostFingers < fingers.countedFingers {
      touch.mostFingers = fingers.countedFingers
      state = .waiting(touch)
    }
    return nil
  }

  private mutating func interrupt(
    _ interruption: ContactFrame.Interruption, at time: Timestamp
  ) -> Action? {
    let reason: PanEnd =
      switch interruption {
      case .dropped: .dropped
      case .cancelled: .cancelEvent
      case .deviceRemoved: .deviceRemoved
      case .endOfRecording: .endOfRecording
      }
    let action = breakOff(by: reason, at: time, frames: 1)
    state = .idle
    fingers.removeAll()
    return action
  }

  /// What to say of a touch that is broken off, in a frame or between two.
  private func breakOff(by reason: PanEnd, at time: Timestamp, frames: Int) -> Action? {
    switch state {
    case .idle, .waiting(nil): return nil
    case .possible(var touch):
      touch.reason = .interrupted
      return reject(touch, at: time)
    case .waiting(.some(let touch)): return reject(touch, at: time)
    case .following(var pan):
      pan.time = time
      pan.frames &+= frames
      return .end(pan, reason)
    }
  }

  private func reject(_ touch: Touch, at time: Timestamp) -> Action {
    .reject(
      RejectedTouch(
        down: touch.down, end: time, fingers: touch.mostFingers, reason: touch.reason,
        distance: touch.distance))
  }

  // MARK: Recognition

  /// Why a motion is no pan yet, or `nil` if it is one.
  private func rejection(of motion: FingerTracker.Motion) -> PanRejection? {
    guard motion.fingers > 0, isBeyondSlop(motion.displacement) || isPinch(motion),
      tellsForward(motion)
    else { return .withinSlop }
    guard settings.fingers.accepts(motion.fingers) else {
      return settings.fingers.isExceeded(by: motion.fingers) ? .tooManyFingers : .tooFewFingers
    }
    if isButtonDown, settings.isCancelledByButton { return .button }
    if isPinch(motion) { return .pinch }
    if let axis = settings.direction.axis, !isAlong(axis, motion) { return .otherAxis }
    return startsAtEdge(motion) ? nil : .notAtEdge
  }

  /// Whether no later motion of a touch can make a pan of it.
  private func isFinal(_ reason: PanRejection, _ motion: FingerTracker.Motion) -> Bool {
    switch reason {
    case .tooManyFingers, .button: true
    case .otherAxis: isAlongOther(motion)
    case .withinSlop, .tooFewFingers, .notAtEdge, .pinch, .palm, .interrupted: false
    }
  }

  /// Whether the motion is clearly along the other axis than the one that is wanted.
  private func isAlongOther(_ motion: FingerTracker.Motion) -> Bool {
    guard let axis = settings.direction.axis else { return false }
    let along = millimeters(motion, along: axis)
    let across = millimeters(motion, along: axis.other)
    return across > settings.otherAxisDistance && across > settings.otherAxisRatio * along
  }

  /// The way that is forward, as the settings say or the motion goes.
  private func heading(of motion: FingerTracker.Motion) -> Heading {
    if let heading = settings.direction.heading { return heading }
    let axis = settings.direction.axis ?? (isAlong(.x, motion) ? .x : .y)
    return Heading(axis: axis, isPositive: motion.displacement[axis: axis] > 0)
  }

  /// Whether a motion is long enough to say which way is forward, if that is asked.
  private func tellsForward(_ motion: FingerTracker.Motion) -> Bool {
    guard settings.headingDistance > 0, settings.direction.heading == nil else { return true }
    let (x, y) = (millimeters(motion, along: .x), millimeters(motion, along: .y))
    return switch settings.direction.axis {
    case .x: x >= settings.headingDistance
    case .y: y >= settings.headingDistance
    case nil: x * x + y * y >= settings.headingDistance * settings.headingDistance
    }
  }

  /// Whether the motion is along an axis at least as much as along the other, in millimeters.
  private func isAlong(_ axis: Axis, _ motion: FingerTracker.Motion) -> Bool {
    millimeters(motion, along: axis) >= millimeters(motion, along: axis.other)
  }

  private func millimeters(_ motion: FingerTracker.Motion, along axis: Axis) -> Double {
    Double(motion.displacement[axis: axis].magnitude) / Double(Centroid.partsPerUnit)
      / settings.unitsPerMillimeter[axis]
  }

  /// How many times as much the fingers move against each other as together in a pinch, as sums of
  /// squares.
  ///
  /// Two fingers of which one stands still have equal sums, and are no pinch: a finger of a swipe
  /// may start late. Two that go straight apart have no common motion at all.
  private static let pinchRatio = 1.5

  /// Whether the fingers move against each other more than together.
  private func isPinch(_ motion: FingerTracker.Motion) -> Bool {
    motion.spread > Self.pinchRatio * motion.common
      && motion.spread > settings.restDistance * settings.restDistance
  }

  private func isBeyondSlop(_ displacement: Vector<Centroid>) -> Bool {
    slopShare(displacement) >= 1
  }

  /// The square of the way as a share of the slop's ellipse; infinite without a slop.
  private func slopShare(_ displacement: Vector<Centroid>) -> Double {
    func share(_ way: Int, _ limit: Double) -> Double {
      way == 0 ? 0 : Double(way) / (limit * Double(Centroid.partsPerUnit))
    }
    let x = share(displacement.x, settings.slop.x)
    let y = share(displacement.y, settings.slop.y)
    return x * x + y * y
  }

  /// Where the slop was used up, on the straight way; along the axis it lies in this frame's step.
  private func slopPoint(
    _ motion: FingerTracker.Motion, along axis: Axis
  ) -> Vector<Centroid> {
    let displacement = motion.displacement
    let share = slopShare(displacement)
    let part = share.isFinite && share > 0 ? 1 / share.squareRoot() : 0
    var point = Vector<Centroid>(
      x: Int((Double(displacement.x) * part).rounded()),
      y: Int((Double(displacement.y) * part).rounded()))
    if settings.headingDistance > 0, settings.direction.heading == nil { return point }
    // Where recognition came late, for another reason than the slop, no way is made up for.
    let ends = (motion.previous[axis: axis], displacement[axis: axis])
    point[axis: axis] = max(min(ends.0, ends.1), min(max(ends.0, ends.1), point[axis: axis]))
    return point
  }

  private func startsAtEdge(_ motion: FingerTracker.Motion) -> Bool {
    guard let edge = settings.edge else { return true }
    let forward = heading(of: motion)
    let extent = settings.surface[forward.axis]
    let depth = edge[forward.axis]
    let range =
      forward.sign > 0
      ? -.infinity...Double(extent.minimum) + depth : Double(extent.maximum) - depth ... .infinity
    return fingers.hasFinger(
      landedWithin: range, along: forward.axis, leavingRestingOut: motion.leavesRestingOut)
  }
}
