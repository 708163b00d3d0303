import Quantities
import TouchInput

/// The fingers that are down: what they did in a frame, and since all of them landed.
///
/// - Complexity: O(contacts) a frame, and no allocation.
struct FingerTracker: Sendable {
  /// A finger that is down.
  struct Finger: Sendable {
    var serial = 0
    var landed = Timestamp.zero
    /// Where it landed.
    var start = Vector<Device>.zero
    /// Where its displacement is counted from.
    var origin = Vector<Device>.zero
    var position = Vector<Device>.zero
    /// Its motion in this frame.
    var step = Vector<Device>.zero
    var isXKnown = false
    var isYKnown = false
    /// A thumb at rest: for this touch it neither counts nor moves anything.
    var isAtRest = false
    /// A palm: it never counts nor moves anything.
    var isPalm = false

    var isCounted: Bool { !isAtRest && !isPalm }

    /// Without any coordinate it counts and moves nothing.
    var isPlaced: Bool { isXKnown || isYKnown }

    func isKnown(along axis: Axis) -> Bool { axis == .x ? isXKnown : isYKnown }
  }

  /// What changed among the fingers from one frame to the next.
  struct Change {
    var landed = 0
    /// Counted fingers that left.
    var left = 0
    /// Counted fingers that turned out to be palms.
    var palms = 0
    /// Fingers beyond the slots that came or, negative, left.
    var extra = 0
    /// Counted fingers whose place became known.
    var placed = 0
    /// Whether a counted finger's position was reported.
    var isReported = false
    /// Whether a step was left out that no finger can make.
    var sawJump = false
    /// The sum of the motions of the counted fingers that have a place, and how many there are.
    var sum = Vector<Device>.zero
    var moved = 0
    /// Whether a counted finger from before this frame is still down.
    var hasOld = false

    /// Whether the mean is one of other fingers than before.
    var isMeanChanged: Bool {
      landed != 0 || left != 0 || palms != 0 || extra != 0 || placed != 0
    }
  }

  /// The motion of the fingers that count since all of them had landed.
  struct Motion {
    var displacement = Vector<Centroid>.zero
    /// The displacement of the same fingers before this frame.
    var previous = Vector<Centroid>.zero
    /// How many fingers there are, those beyond the slots too.
    var fingers = 0
    /// How much the fingers moved against each other, as a sum of squares, and together.
    var spread = 0.0
    var common = 0.0
    var leavesRestingOut = false
  }

  /// What a finger can do, in the units of the device and the clock.
  private struct Limits {
    var unitsPerMillimeter: PerAxis<Double>
    var filtersJumps: Bool
    /// In millimeters per nanosecond.
    var jumpSpeed: Double
    /// In nanoseconds.
    var longestJudgedStep: Int64
    var shortestJudgedStep: Int64
    var restLead: Int64
    /// In millimeters.
    var restDistance: Double

    func squaredMillimeters(_ x: Double, _ y: Double) -> Double {
      let (x, y) = (x / unitsPerMillimeter.x, y / unitsPerMillimeter.y)
      return x * x + y * y
    }
  }

  private let limits: Limits
  /// Room for all fingers there can be: an inline array would be copied wherever it is read.
  private var fingers = [Finger](repeating: Finger(), count: ContactFrame.capacity)

  /// How many fingers are down, counted or not.
  private(set) var count = 0

  /// How many fingers there are beyond the slots.
  private(set) var extra = 0

  init(_ settings: PanSettings) {
    limits = Limits(
      unitsPerMillimeter: settings.unitsPerMillimeter, filtersJumps: settings.filtersJumps,
      jumpSpeed: settings.jumpDistance / Double(settings.jumpInterval.wholeNanoseconds),
      longestJudgedStep: settings.longestJudgedStep.wholeNanoseconds,
      shortestJudgedStep: settings.shortestJudgedStep.wholeNanoseconds,
      restLead: settings.restLead.wholeNanoseconds, restDistance: settings.restDistance)
  }

  subscript(index: Int) -> Finger { fingers[index] }

  /// The number of fingers that count, those beyond the slots too.
  var countedFingers: Int {
    var counted = extra
    for index in 0..<count where fingers[index].isCounted { counted += 1 }
    return counted
  }

  // MARK: Frames

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The contacts.
  ///   - interval: The nanoseconds since the frame before, or `nil` for the first.
  /// - Returns: What changed.
  mutating func track(_ frame: ContactFrame, after interval: Int64?) -> Change {
    var change = Change()
    let longestStep = longestStep(in: interval)
    let old = count
    var present: UInt32 = 0
    // The subscript of an inline array would copy all of it for each contact.
    let contacts = frame.storage.span
    for place in 0..<frame.count {
      let contact = contacts[place]
      if let index = index(of: contact.serial, likely: place, below: old) {
        present |= 1 << UInt32(index)
        move(index, to: contact, longestStep, &change)
      } else if contact.tool == .finger, count < ContactFrame.capacity {
        present |= 1 << UInt32(count)
        land(contact, at: frame.time)
        change.landed += 1
      }
    }
    removeAbsent(present, &change)
    let beyond = max(frame.fingerCount - frame.count, 0)
    change.extra = beyond - extra
    // A finger beyond the slots stays one of those before, also where it takes a slot now.
    if extra > 0, beyond > 0 || change.landed > 0 { change.hasOld = true }
    extra = beyond
    return change
  }

  /// Forgets all fingers.
  mutating func removeAll() {
    count = 0
    extra = 0
  }

  private func index(of serial: Int, likely: Int, below limit: Int) -> Int? {
    if likely < limit, fingers[likely].serial == serial { return likely }
    for index in 0..<limit where fingers[index].serial == serial { return index }
    return nil
  }

  private mutating func land(_ contact: Contact, at time: Timestamp) {
    let position = Self.bounded(contact.position)
    fingers[count] = Finger(
      serial: contact.serial, landed: time, start: position, origin: position, position: position,
      isXKnown: contact.isXKnown, isYKnown: contact.isYKnown)
    count += 1
  }

  private mutating func move(
    _ index: Int, to contact: Contact, _ longestStep: Double, _ change: inout Change
  ) {
    var finger = fingers[index]
    finger.step = .zero
    defer { fingers[index] = finger }
    if contact.tool != .finger {
      if finger.isCounted { change.palms += 1 }
      finger.isPalm = true
      return
    }
    let wasPlaced = finger.isPlaced
    let position = Self.bounded(contact.position)
    var step = position - finger.position
    finger.position = position
    // A coordinate that becomes known is no motion.
    if !finger.isXKnown {
      finger.isXKnown = contact.isXKnown
      finger.start.x = position.x
      finger.origin.x = position.x
      step.x = 0
    }
    if !finger.isYKnown {
      finger.isYKnown = contact.isYKnown
      finger.start.y = position.y
      finger.origin.y = position.y
      step.y = 0
    }
    if limits.squaredMillimeters(Double(step.x), Double(step.y)) > longestStep {
      change.sawJump = true
      finger.origin = finger.origin + step
      step = .zero
    }
    finger.step = step
    guard finger.isCounted else { return }
    change.hasOld = true
    guard wasPlaced else {
      if finger.isPlaced { change.placed += 1 }
      return
    }
    change.sum = change.sum + step
    change.moved += 1
    if contact.isPositionReported { change.isReported = true }
  }

  private mutating func removeAbsent(_ present: UInt32, _ change: inout Change) {
    // Most of the time nobody left.
    guard present.nonzeroBitCount < count else { return }
    var kept = 0
    for index in 0..<count {
      guard present & 1 << UInt32(index) != 0 else {
        if fingers[index].isCounted { change.left += 1 }
        continue
      }
      if kept != index { fingers[kept] = fingers[index] }
      kept += 1
    }
    count = kept
  }

  /// The longest step that a finger can make, as the square of its millimeters: 20 mm in 12 ms, as
  /// libinput judges it.
  private func longestStep(in interval: Int64?) -> Double {
    guard limits.filtersJumps, let interval, interval <= limits.longestJudgedStep else {
      return .infinity
    }
    let way = limits.jumpSpeed * Double(max(interval, limits.shortestJudgedStep))
    return way * way
  }

  private static func bounded(_ position: Vector<Device>) -> Vector<Device> {
    let limit = Centroid.largestCoordinate
    return Vector(
      x: max(-limit, min(limit, position.x)), y: max(-limit, min(limit, position.y)))
  }

  // MARK: Touches

  /// Lets thumbs that were at rest count again.
  mutating func wakeAll() {
    for index in 0..<count { fingers[index].isAtRest = false }
  }

  /// Counts displacements from here.
  mutating func rebase() {
    for index in 0..<count { fingers[index].origin = fingers[index].position }
  }

  /// Leaves the fingers at rest out until all are up.
  mutating func leaveRestingOut() {
    let latest = latestLanding
    for index in 0..<count where isResting(index, latest) { fingers[index].isAtRest = true }
  }

  /// How many fingers rest while others have landed.
  var restingCount: Int {
    let latest = latestLanding
    var resting = 0
    for index in 0..<count where isResting(index, latest) { resting += 1 }
    return resting
  }

  /// The motion of all fingers, or of those that do not rest, where that is what is wanted.
  func motion(wanted: FingerRequirement) -> Motion {
    let all = motion(leavingRestingOut: false)
    let resting = restingCount
    guard resting > 0, wanted.accepts(all.fingers - resting) else { return all }
    let moving = motion(leavingRestingOut: true)
    // As long as the fingers at rest would do too, the others must have shown that they move.
    let needed = wanted.accepts(all.fingers) ? 2 * limits.restDistance : 0
    return squaredMillimeters(moving.displacement) > needed * needed ? moving : all
  }

  /// The square of the millimeters of a displacement.
  func squaredMillimeters(_ displacement: Vector<Centroid>) -> Double {
    limits.squaredMillimeters(
      Double(displacement.x) / Double(Centroid.partsPerUnit),
      Double(displacement.y) / Double(Centroid.partsPerUnit))
  }

  /// Whether a finger that counts landed somewhere along an axis.
  func hasFinger(
    landedWithin range: ClosedRange<Double>, along axis: Axis, leavingRestingOut: Bool
  ) -> Bool {
    let latest = latestLanding
    for index in 0..<count where fingers[index].isCounted && fingers[index].isKnown(along: axis) {
      if leavingRestingOut, isResting(index, latest) { continue }
      if range.contains(Double(fingers[index].start[axis: axis])) { return true }
    }
    return false
  }

  private func motion(leavingRestingOut: Bool) -> Motion {
    let latest = latestLanding
    var motion = Motion(fingers: extra, leavesRestingOut: leavingRestingOut)
    var counted: UInt32 = 0
    var sum = Vector<Device>.zero
    var steps = Vector<Device>.zero
    var placed = 0
    for index in 0..<count where fingers[index].isCounted {
      if leavingRestingOut, isResting(index, latest) { continue }
      motion.fingers += 1
      guard fingers[index].isPlaced else { continue }
      counted |= 1 << UInt32(index)
      sum = sum + (fingers[index].position - fingers[index].origin)
      steps = steps + fingers[index].step
      placed += 1
    }
    guard placed > 0 else { return motion }
    motion.displacement = Centroid.mean(sum, of: placed)
    motion.previous = Centroid.mean(sum - steps, of: placed)
    let x = Double(sum.x) / Double(placed)
    let y = Double(sum.y) / Double(placed)
    motion.common = Double(placed) * limits.squaredMillimeters(x, y)
    for index in 0..<count where counted & 1 << UInt32(index) != 0 {
      let way = fingers[index].position - fingers[index].origin
      motion.spread += limits.squaredMillimeters(Double(way.x) - x, Double(way.y) - y)
    }
    return motion
  }

  private var latestLanding: Timestamp {
    var latest = Timestamp(nanoseconds: .min)
    for index in 0..<count where fingers[index].isCounted {
      latest = max(latest, fingers[index].landed)
    }
    return latest
  }

  private func isResting(_ index: Int, _ latest: Timestamp) -> Bool {
    guard fingers[index].isCounted, fingers[index].isPlaced else { return false }
    let way = fingers[index].position - fingers[index].origin
    return latest.nanoseconds(since: fingers[index].landed) >= limits.restLead
      && limits.squaredMillimeters(Double(way.x), Double(way.y))
        < limits.restDistance * limits.restDistance
  }
}
