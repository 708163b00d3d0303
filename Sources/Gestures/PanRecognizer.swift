import Glibc
import Quantities
public import TouchInput

/// Recognizes pans in frames of contacts.
///
/// ```
///          finger down            far enough, enough fingers
///    idle ─────────────▶ possible ───────────────────────────▶ following
///     ▲  ▲  all fingers up   │                                     │ a finger leaves, a button,
///     │  └───────────────────┤ too many fingers moved              │ a palm, a gap
///     │   all fingers up     ▼                                     ▼
///     └──────────────────────────────── waiting ◀──────────────────┘
/// ```
///
/// The pan follows the mean of the fingers that count. A finger that lands or leaves re-bases the
/// mean, which never jumps. An interruption (``ContactFrame/interruption``) leads to idle at once.
///
/// - Complexity: O(contacts) a frame, and no allocation.
public struct PanRecognizer: Sendable {
  /// What to do about a frame.
  public enum Action: Hashable, Sendable {
    /// A pan has been recognized.
    case begin(Pan)

    /// The pan goes on.
    case change(Pan)

    /// The pan is over; its time is that of the frame that ended it.
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

  /// A finger that is down.
  private struct Finger {
    var serial = 0
    var landed = Timestamp.zero
    /// Where its displacement is counted from.
    var origin = Vector<Device>.zero
    var position = Vector<Device>.zero
    var isXKnown = false
    var isYKnown = false
    /// A thumb at rest: for this touch it neither counts nor moves anything.
    var isAtRest = false
    /// A palm: it never counts nor moves anything.
    var isPalm = false
    /// It was there in this frame.
    var isPresent = false

    var isIgnored: Bool { isAtRest || isPalm }
    /// Without any coordinate it counts and moves nothing.
    var isPositionKnown: Bool { isXKnown || isYKnown }
  }

  /// What is known of a touch that may become a pan.
  private struct Touch {
    var down: Timestamp
    var mostFingers: Int
    var reason: PanRejection
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

  private var state = State.idle
  private var fingers: [32 of Finger] = .init(repeating: Finger())
  private var count = 0
  private var extraFingers = 0
  private var isButtonDown = false
  private var lastTime: Timestamp?
  private var sawJump = false
  /// When displacements began to be counted, if the history does not know yet.
  private var landing: Timestamp?

  /// Creates a recognizer.
  public init(_ settings: PanSettings) {
    self.settings = settings
  }

  /// Whether a pan is running.
  public var isFollowing: Bool {
    if case .following = state { true } else { false }
  }

  /// Takes a frame.
  ///
  /// - Returns: What to do about it.
  public mutating func handle(_ frame: ContactFrame) -> Output {
    sawJump = false
    defer { lastTime = frame.time }
    if let landing {
      history.restart(at: landing)
      self.landing = nil
    }
    if let interruption = frame.interruption {
      return Output(action: interrupt(interruption, at: frame.time))
    }
    let isAfterGap = lastTime.map { frame.time.since($0) > settings.maximumGap } ?? false
    let change = track(frame)
    let isPressed = frame.isButtonDown && !isButtonDown
    isButtonDown = frame.isButtonDown
    let action: Action?
    switch state {
    case .idle: action = start(at: frame.time)
    case .possible(let touch): action = recognize(touch, change, frame.time, isAfterGap)
    case .following(let pan):
      action = follow(pan, change, frame, isPressed: isPressed, isAfterGap: isAfterGap)
    case .waiting(let touch): action = wait(touch, change, at: frame.time)
    }
    return Output(action: action, sawJump: sawJump)
  }

  /// The velocity of the pan, or of the one that has just ended, along its axis.
  ///
  /// - Parameters:
  ///   - estimator: How it is made of the latest motions.
  ///   - pan: The pan.
  /// - Returns: Device units of the mean per second, forward positive.
  /// - Complexity: O(motions in the estimator's window).
  public func velocity(by estimator: VelocityEstimator, of pan: Pan) -> Double {
    estimator.velocity(of: history, along: pan.axis, at: pan.time) * Double(pan.forward.sign)
  }

  // MARK: The fingers

  /// What changed among the fingers from one frame to the next.
  private struct Change {
    var landed = 0
    /// Counted fingers that left.
    var left = 0
    /// Counted fingers that turned out to be palms.
    var palms = 0
    /// Fingers beyond the slots that came or, negative, left.
    var extra = 0
    /// Whether a counted finger's position was reported.
    var isReported = false
    /// The sum of the motions of the counted fingers, and how many of them there are.
    var sum = Vector<Device>.zero
    var moved = 0
    /// Whether a finger from before this frame, counted or not, is still down.
    var hasOld = false

    var isCountChanged: Bool { landed != 0 || left != 0 || palms != 0 || extra != 0 }
  }

  private mutating func track(_ frame: ContactFrame) -> Change {
    var change = Change()
    for index in 0..<count { fingers[index].isPresent = false }
    let old = count
    for index in 0..<frame.count {
      let contact = frame[index]
      if let known = self.index(of: contact.serial, below: old) {
        move(known, to: contact, at: frame.time, &change)
      } else if contact.tool == .finger {
        land(contact, at: frame.time)
        change.landed += 1
      }
    }
    var kept = 0
    for index in 0..<count {
      guard fingers[index].isPresent else {
        if !fingers[index].isIgnored { change.left += 1 }
        continue
      }
      if index < old, !fingers[index].isIgnored { change.hasOld = true }
      if kept != index { fingers[kept] = fingers[index] }
      kept += 1
    }
    count = kept
    let extra = max(frame.fingerCount - frame.count, 0)
    change.extra = extra - extraFingers
    extraFingers = extra
    return change
  }

  private func index(of serial: Int, below limit: Int) -> Int? {
    for index in 0..<limit where fingers[index].serial == serial { return index }
    return nil
  }

  private mutating func land(_ contact: Contact, at time: Timestamp) {
    guard count < ContactFrame.capacity else { return }
    let position = Self.bounded(contact.position)
    fingers[count] = Finger(
      serial: contact.serial, landed: time, origin: position, position: position,
      isXKnown: contact.isXKnown, isYKnown: contact.isYKnown, isPresent: true)
    count += 1
  }

  private mutating func move(
    _ index: Int, to contact: Contact, at time: Timestamp, _ change: inout Change
  ) {
    fingers[index].isPresent = true
    if contact.tool != .finger {
      if !fingers[index].isIgnored { change.palms += 1 }
      fingers[index].isPalm = true
      return
    }
    let position = Self.bounded(contact.position)
    var step = position - fingers[index].position
    // A coordinate that becomes known is no motion.
    if !fingers[index].isXKnown {
      fingers[index].isXKnown = contact.isXKnown
      fingers[index].origin.x = position.x
      step.x = 0
    }
    if !fingers[index].isYKnown {
      fingers[index].isYKnown = contact.isYKnown
      fingers[index].origin.y = position.y
      step.y = 0
    }
    fingers[index].position = position
    if isJump(step, at: time) {
      sawJump = true
      fingers[index].origin = fingers[index].origin + step
      step = .zero
    }
    guard !fingers[index].isIgnored, fingers[index].isPositionKnown else { return }
    change.sum = change.sum + step
    change.moved += 1
    if contact.isPositionReported { change.isReported = true }
  }

  /// Whether no finger can make a step: more than 20 mm in 12 ms, as libinput judges it.
  private func isJump(_ step: Vector<Device>, at time: Timestamp) -> Bool {
    guard settings.filtersJumps, step != .zero, let lastTime else { return false }
    let interval = time.since(lastTime)
    guard interval <= settings.longestJudgedStep else { return false }
    let counted = max(interval, settings.shortestJudgedStep)
    let limit = settings.jumpDistance * (counted / settings.jumpInterval)
    return millimeters(Double(step.x), Double(step.y)) > limit
  }

  private func millimeters(_ x: Double, _ y: Double) -> Double {
    hypot(x / settings.unitsPerMillimeter.x, y / settings.unitsPerMillimeter.y)
  }

  private static func bounded(_ position: Vector<Device>) -> Vector<Device> {
    let limit = Centroid.largestCoordinate
    return Vector(
      x: max(-limit, min(limit, position.x)), y: max(-limit, min(limit, position.y)))
  }

  /// The number of fingers that count, those beyond the slots too.
  private var fingerCount: Int {
    var counted = extraFingers
    for index in 0..<count where !fingers[index].isIgnored { counted += 1 }
    return counted
  }

  // MARK: States

  private mutating func start(at time: Timestamp) -> Action? {
    // A thumb that rested through the pan before may be a finger of the next one.
    for index in 0..<count { fingers[index].isAtRest = false }
    guard count > 0 else { return nil }
    state = .possible(
      Touch(down: time, mostFingers: fingerCount, reason: .withinSlop))
    rebase(at: time)
    return nil
  }

  /// Counts displacements from here.
  ///
  /// The history of a pan that has just ended stays until the next frame, for its velocity.
  private mutating func rebase(at time: Timestamp) {
    for index in 0..<count { fingers[index].origin = fingers[index].position }
    landing = time
  }

  private mutating func recognize(
    _ before: Touch, _ change: Change, _ time: Timestamp, _ isAfterGap: Bool
  ) -> Action? {
    var touch = before
    if change.palms > 0 { touch.reason = .palm }
    let isOver = !change.hasOld
    if isOver {
      state = .idle
      _ = start(at: time)
      return reject(touch, at: time)
    }
    touch.mostFingers = max(touch.mostFingers, fingerCount)
    if change.isCountChanged || isAfterGap {
      rebase(at: time)
      state = .possible(touch)
      return nil
    }
    let motion = motion(at: time)
    let previous = history.latest?.displacement ?? .zero
    if change.isReported {
      history.append(MotionHistory.Motion(time: time, displacement: motion.displacement))
    }
    touch.reason = judge(motion, touch)
    guard touch.reason == .withinSlop, motion.fingers > 0, isBeyondSlop(motion.displacement) else {
      switch touch.reason {
      case .tooManyFingers, .button: state = .waiting(touch)
      case .withinSlop, .tooFewFingers, .otherAxis, .notAtEdge, .pinch, .palm, .interrupted:
        state = .possible(touch)
      }
      return nil
    }
    return begin(touch, motion, after: previous, at: time)
  }

  private mutating func begin(
    _ touch: Touch, _ motion: Motion, after previous: Vector<Centroid>, at time: Timestamp
  ) -> Action {
    let most = touch.mostFingers - (motion.leavesRestingOut ? restingCount : 0)
    if motion.leavesRestingOut {
      for index in 0..<count where isResting(index) { fingers[index].isAtRest = true }
      // The motions so far were diluted by the finger at rest.
      let landing = history[back: history.count - 1].time
      history.restart(at: landing)
      history.append(MotionHistory.Motion(time: time, displacement: motion.displacement))
    }
    let axis = motion.axis(settings)
    let forward =
      settings.direction.heading
      ?? Heading(axis: axis, isPositive: motion.displacement[axis: axis] > 0)
    let pan = Pan(
      down: touch.down, begin: time, time: time,
      fingers: settings.fingers.accepts(most) ? most : motion.fingers, forward: forward, frames: 1,
      displacement: motion.displacement,
      slop: slopPoint(motion.displacement, after: previous, along: axis))
    state = .following(pan)
    return .begin(pan)
  }

  private mutating func follow(
    _ before: Pan, _ change: Change, _ frame: ContactFrame, isPressed: Bool, isAfterGap: Bool
  ) -> Action {
    var pan = before
    if isAfterGap {
      state = count > 0 ? .waiting(nil) : .idle
      return .end(pan, .gap)
    }
    pan.time = frame.time
    pan.frames &+= 1
    if let reason = end(change, isPressed: isPressed) {
      state = change.hasOld ? .waiting(nil) : .idle
      if !change.hasOld { _ = start(at: frame.time) }
      return .end(pan, reason)
    }
    if change.extra == 0, change.moved > 0 {
      pan.displacement.add(
        Vector(
          x: Centroid.mean(change.sum.x, of: change.moved),
          y: Centroid.mean(change.sum.y, of: change.moved)))
    }
    if change.isReported {
      history.append(MotionHistory.Motion(time: frame.time, displacement: pan.displacement))
    }
    state = .following(pan)
    return .change(pan)
  }

  private func end(_ change: Change, isPressed: Bool) -> PanEnd? {
    if change.left > 0 || change.extra < 0 { return change.hasOld ? .fingersChanged : .lift }
    if change.palms > 0 { return .palm }
    return isPressed && settings.isCancelledByButton ? .button : nil
  }

  private mutating func wait(
    _ touch: Touch?, _ change: Change, at time: Timestamp
  ) -> Action? {
    guard !change.hasOld else { return nil }
    state = .idle
    _ = start(at: time)
    return touch.map { reject($0, at: time) }
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
    let before = state
    state = .idle
    count = 0
    extraFingers = 0
    isButtonDown = false
    switch before {
    case .idle, .waiting(nil): return nil
    case .possible(var touch):
      touch.reason = .interrupted
      return reject(touch, at: time)
    case .waiting(.some(let touch)): return reject(touch, at: time)
    case .following(var pan):
      pan.time = time
      pan.frames &+= 1
      return .end(pan, reason)
    }
  }

  private func reject(_ touch: Touch, at time: Timestamp) -> Action {
    .reject(
      RejectedTouch(
        down: touch.down, end: time, fingers: touch.mostFingers, reason: touch.reason))
  }

  // MARK: Recognition

  /// The motion of the fingers that count since all of them had landed.
  private struct Motion {
    var displacement = Vector<Centroid>.zero
    /// How many fingers there are, those beyond the slots too.
    var fingers = 0
    /// How much the fingers moved against each other, as a sum of squares, and together.
    var spread = 0.0
    var common = 0.0
    var leavesRestingOut = false

    /// The axis that the motion is along, judged in millimeters.
    func axis(_ settings: PanSettings) -> Axis {
      if let axis = settings.direction.axis { return axis }
      return isAlong(.x, settings) ? .x : .y
    }

    /// Whether the motion is along an axis at least as much as along the other, in millimeters.
    func isAlong(_ axis: Axis, _ settings: PanSettings) -> Bool {
      let units = settings.unitsPerMillimeter
      let along = Double(displacement[axis: axis].magnitude) / units[axis: axis]
      let across = Double(displacement[axis: axis.other].magnitude) / units[axis: axis.other]
      return along >= across
    }
  }

  /// The motion of all fingers, or of those that do not rest, where that is what is wanted.
  private func motion(at time: Timestamp) -> Motion {
    let all = motion(leavingRestingOut: false)
    let resting = restingCount
    guard resting > 0, settings.fingers.accepts(all.fingers - resting) else { return all }
    let moving = motion(leavingRestingOut: true)
    let way = millimeters(
      Double(moving.displacement.x) / Double(Centroid.partsPerUnit),
      Double(moving.displacement.y) / Double(Centroid.partsPerUnit))
    // As long as the fingers at rest would do too, the others must have shown that they move.
    let needed = settings.fingers.accepts(all.fingers) ? 2 * settings.restDistance : 0
    return way > needed ? moving : all
  }

  private func motion(leavingRestingOut: Bool) -> Motion {
    var motion = Motion(fingers: extraFingers, leavesRestingOut: leavingRestingOut)
    var sum = Vector<Device>.zero
    var known = 0
    for index in 0..<count where isCounted(index, leavingRestingOut) {
      motion.fingers += 1
      guard fingers[index].isPositionKnown else { continue }
      sum = sum + (fingers[index].position - fingers[index].origin)
      known += 1
    }
    guard known > 0 else { return motion }
    motion.displacement = Vector(
      x: Centroid.mean(sum.x, of: known), y: Centroid.mean(sum.y, of: known))
    let x = Double(sum.x) / Double(known)
    let y = Double(sum.y) / Double(known)
    for index in 0..<count
    where isCounted(index, leavingRestingOut) && fingers[index].isPositionKnown {
      let way = fingers[index].position - fingers[index].origin
      let apart = millimeters(Double(way.x) - x, Double(way.y) - y)
      motion.spread += apart * apart
      let together = millimeters(x, y)
      motion.common += together * together
    }
    return motion
  }

  private func isCounted(_ index: Int, _ leavingRestingOut: Bool) -> Bool {
    !fingers[index].isIgnored && !(leavingRestingOut && isResting(index))
  }

  /// How many fingers rest while others have landed.
  private var restingCount: Int {
    var resting = 0
    for index in 0..<count where isResting(index) { resting += 1 }
    return resting
  }

  private func isResting(_ index: Int) -> Bool {
    let finger = fingers[index]
    guard !finger.isIgnored, finger.isPositionKnown else { return false }
    var latest = finger.landed
    for other in 0..<count where !fingers[other].isIgnored {
      latest = max(latest, fingers[other].landed)
    }
    let way = finger.position - finger.origin
    return latest.since(finger.landed) >= settings.restLead
      && millimeters(Double(way.x), Double(way.y)) < settings.restDistance
  }

  private func judge(_ motion: Motion, _ touch: Touch) -> PanRejection {
    guard motion.fingers > 0 else { return touch.reason }
    guard isBeyondSlop(motion.displacement) || isPinch(motion) else { return .withinSlop }
    guard settings.fingers.accepts(motion.fingers) else {
      return settings.fingers.isExceeded(by: motion.fingers) ? .tooManyFingers : .tooFewFingers
    }
    if isButtonDown, settings.isCancelledByButton { return .button }
    if isPinch(motion) { return .pinch }
    if let axis = settings.direction.axis, !motion.isAlong(axis, settings) { return .otherAxis }
    return startsAtEdge(motion) ? .withinSlop : .notAtEdge
  }

  /// Whether the fingers move against each other more than together.
  private func isPinch(_ motion: Motion) -> Bool {
    motion.spread > 1.5 * motion.common && motion.spread > settings.restDistance
  }

  private func isBeyondSlop(_ displacement: Vector<Centroid>) -> Bool {
    guard displacement != .zero else { return false }
    return slopShare(displacement) >= 1
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

  private func slopPoint(
    _ displacement: Vector<Centroid>, after previous: Vector<Centroid>, along axis: Axis
  ) -> Vector<Centroid> {
    let share = slopShare(displacement)
    let part = share.isFinite && share > 0 ? 1 / share.squareRoot() : 0
    var point = Vector<Centroid>(
      x: Int((Double(displacement.x) * part).rounded()),
      y: Int((Double(displacement.y) * part).rounded()))
    // Where recognition came late, for another reason than the slop, no way is made up for.
    let made = displacement[axis: axis] &- point[axis: axis]
    let step = displacement[axis: axis] &- previous[axis: axis]
    if made.magnitude > step.magnitude { point[axis: axis] = previous[axis: axis] }
    return point
  }

  private func startsAtEdge(_ motion: Motion) -> Bool {
    guard let edge = settings.edge else { return true }
    let axis = motion.axis(settings)
    let forward =
      settings.direction.heading
      ?? Heading(axis: axis, isPositive: motion.displacement[axis: axis] > 0)
    let extent = settings.surface[axis]
    for index in 0..<count
    where isCounted(index, motion.leavesRestingOut) && fingers[index].isPositionKnown {
      let start = fingers[index].origin[axis: axis]
      let distance = forward.sign > 0 ? start - extent.minimum : extent.maximum - start
      if Double(distance) <= edge[axis: axis] { return true }
    }
    return false
  }
}
