import Quantities
import TouchInput

/// The touches of a touchpad, with what libinput thinks of each of them.
///
/// It follows `tp_process_state` in libinput: where touches are after jumps and hysteresis, which of
/// them are palms, thumbs, or on the buttons.
///
/// - Complexity: O(contacts) a frame, and no allocation.
struct PadTouches: Sendable {
  let settings: LibinputSettings

  private(set) var thumb: ThumbDetector

  /// How many touches there are, those that hover too.
  private(set) var count = 0

  /// How many touch, palms and thumbs too.
  private(set) var downCount = 0

  /// Whether a step was left out in this frame that no finger can make.
  private(set) var sawJump = false

  /// Room for all touches there can be, and for putting them in order.
  private var touches = [PadTouch](repeating: PadTouch(), count: capacity)
  private var ordered = [PadTouch](repeating: PadTouch(), count: capacity)
  private var downCountBefore = 0
  /// Where the motion of a gesture is counted from, by the slots of the touches: as in libinput a
  /// touch goes on where that has left off whose slot it takes.
  private var starts = [Vector<Device>](repeating: .zero, count: capacity)
  /// How many fingers there are beyond the slots.
  private var extra = 0
  private var hasNew = false
  private var filter: PadMotionFilter
  private let edges: PadEdges

  private static let capacity = ContactFrame.capacity + mostFingers

  /// The number of fingers from which on the device does not count them, `BTN_TOOL_QUINTTAP`.
  private static let mostFingers = 5

  init(_ settings: LibinputSettings) {
    self.settings = settings
    thumb = ThumbDetector(settings)
    filter = PadMotionFilter(settings)
    edges = PadEdges(settings)
  }

  subscript(index: Int) -> PadTouch { touches[index] }

  /// The index of a touch.
  func index(of serial: Int) -> Int? {
    for index in 0..<count where touches[index].serial == serial { return index }
    return nil
  }

  /// The index of the touch in a slot.
  func index(ofSlot slot: Int) -> Int? {
    for index in 0..<count where touches[index].slot == slot { return index }
    return nil
  }

  /// Whether a touch takes part in gestures.
  func isActive(_ index: Int) -> Bool {
    touches[index].isLive && !thumb.isIgnored(touches[index].serial)
  }

  /// How many touches take part in gestures.
  var activeCount: Int {
    var active = 0
    for index in 0..<count where isActive(index) { active += 1 }
    return active
  }

  /// Whether any touch was reported in this frame.
  var isChanged: Bool {
    for index in 0..<count where touches[index].isChanged { return true }
    return false
  }

  /// The mean of the steps of those that take part and have a slot, in this frame.
  var meanStep: Vector<Centroid> {
    var sum = Vector<Device>.zero
    var active = 0
    for index in 0..<count where touches[index].hasSlot && isActive(index) {
      sum = sum + touches[index].step
      active += 1
    }
    return active > 0 ? Centroid.mean(sum, of: active) : .zero
  }

  /// How far a touch has gone since the gesture's motion is counted, in millimeters.
  func distance(_ index: Int) -> Double {
    settings.millimeters(way(index))
  }

  /// Where a touch has gone since then.
  func directions(_ index: Int) -> CompassDirections {
    let way = way(index)
    return CompassDirections(
      x: Double(way.x) / settings.unitsPerMillimeter.x,
      y: Double(way.y) / settings.unitsPerMillimeter.y)
  }

  /// Counts a touch's motion from here.
  mutating func mark(_ index: Int) {
    starts[touches[index].slot] = touches[index].point
  }

  private func way(_ index: Int) -> Vector<Device> {
    touches[index].point - starts[touches[index].slot]
  }

  /// Takes a touch for a resting thumb.
  mutating func suppress(_ index: Int) {
    thumb.suppress(touches[index].serial)
  }

  /// Forgets that there is a thumb.
  mutating func resetThumb() {
    thumb.reset()
  }

  /// Lets fingers not count until they have moved.
  mutating func pin() {
    for index in 0..<count { touches[index].pin = touches[index].point }
  }

  /// Forgets all touches.
  mutating func removeAll() {
    count = 0
    downCount = 0
    downCountBefore = 0
    extra = 0
    thumb.reset()
  }

  // MARK: Frames

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The contacts.
  ///   - isIdle: Whether no gesture is under way.
  mutating func track(_ frame: ContactFrame, isIdle: Bool) {
    if downCount == 0 { thumb.reset() }
    downCountBefore = downCount
    sawJump = false
    hasNew = false
    collect(frame)
    begin(frame)
    placeExtra()
    let restartsHistory = downCount != downCountBefore
    for index in 0..<count {
      follow(index, at: frame.time, isIdle: isIdle, restartsHistory: restartsHistory)
    }
    if hasNew, downCount >= 2 {
      var thumb = thumb
      thumb.update(self)
      self.thumb = thumb
    }
    if settings.hasButtonArea { watchButtonArea() }
  }

  /// Puts the contacts in order, the known ones with what is known of them.
  private mutating func collect(_ frame: ContactFrame) {
    let contacts = frame.storage.span
    let isAlone = settings.slots == 1
    var kept = 0
    for place in 0..<frame.count {
      let contact = contacts[place]
      var known = place < count && touches[place].serial == contact.serial ? place : nil
      known = known ?? index(of: contact.serial)
      if isAlone {
        // The oldest contact is where the single position is, whichever it is.
        guard isOldest(place, of: frame) else { continue }
        known = count > extra ? 0 : nil
      }
      take(contact, known, at: kept)
      if known == nil { ordered[kept].slot = isAlone ? 0 : freeSlot(frame, place, at: kept) }
      kept += 1
    }
    for index in 0..<count where touches[index].hasSlot && !isAlone {
      let isPresent = (0..<frame.count).contains { contacts[$0].serial == touches[index].serial }
      if !isPresent { thumb.remove(touches[index].serial) }
    }
    if frame.fingerCount < Self.mostFingers || settings.hasPressure {
      let slots = settings.slots
      extra = min(max(frame.fingerCount - slots, 0), Self.mostFingers - 1)
    }
    for number in 0..<extra {
      keepExtra(number, at: kept)
      kept += 1
    }
    swap(&touches, &ordered)
    count = kept
  }

  /// The slot of a contact that is new: contacts are in the order of their slots, and a device takes
  /// the lowest that is free.
  private func freeSlot(_ frame: ContactFrame, _ place: Int, at kept: Int) -> Int {
    var slot = kept > 0 ? ordered[kept - 1].slot + 1 : 0
    let contacts = frame.storage.span
    for index in 0..<count where touches[index].hasSlot && touches[index].slot == slot {
      // Who has it stays down behind this contact, if at all, and so has been out of order.
      for other in place + 1..<max(frame.count, place + 1)
      where contacts[other].serial == touches[index].serial {
        slot += 1
        break
      }
    }
    return min(slot, Self.capacity - 1)
  }

  private func isOldest(_ place: Int, of frame: ContactFrame) -> Bool {
    let contacts = frame.storage.span
    for other in 0..<frame.count where contacts[other].serial < contacts[place].serial {
      return false
    }
    return true
  }

  private mutating func take(_ contact: Contact, _ known: Int?, at place: Int) {
    let position = Self.bounded(contact.position)
    guard let known else {
      ordered[place] = PadTouch(
        serial: contact.serial, reported: position, isXKnown: contact.isXKnown,
        isYKnown: contact.isYKnown, point: position, isChanged: true)
      if contact.tool != .finger { ordered[place].palm = .tool }
      return
    }
    var touch = touches[known]
    touch.serial = contact.serial
    touch.isChanged = contact.isPositionReported
    if touch.phase == .begun { touch.phase = .down }
    if !touch.isXKnown || !touch.isYKnown, contact.isXKnown || contact.isYKnown {
      // A coordinate that becomes known is no motion.
      touch.isXKnown = contact.isXKnown
      touch.isYKnown = contact.isYKnown
      starts[touch.slot] = starts[touch.slot] + (position - touch.point)
      touch.point = position
      touch.historyCount = 0
      touch.restartsHistory = true
    }
    // An axis that is not reported keeps what hysteresis made of it.
    if position.x != touch.reported.x { touch.point.x = position.x }
    if position.y != touch.reported.y { touch.point.y = position.y }
    touch.reported = position
    let wasTool = if case .tool = touch.palm { true } else { false }
    if contact.tool != .finger {
      touch.palm = .tool
      if !wasTool { touch.isChanged = true }
    } else if wasTool {
      touch.palm = .none
      touch.isChanged = true
    }
    ordered[place] = touch
  }

  private mutating func keepExtra(_ number: Int, at place: Int) {
    let serial = -1 - number
    guard let known = index(of: serial) else {
      let slot = min(ContactFrame.capacity, settings.slots) + number
      ordered[place] = PadTouch(serial: serial, slot: slot, hasSlot: false, isChanged: true)
      return
    }
    ordered[place] = touches[known]
    ordered[place].isChanged = false
    if ordered[place].phase == .begun { ordered[place].phase = .down }
  }

  /// Lets those land that hover, unless the device has stopped counting.
  private mutating func begin(_ frame: ContactFrame) {
    let areCounted = frame.fingerCount < Self.mostFingers || settings.hasPressure
    downCount = 0
    for index in 0..<count {
      if touches[index].phase == .hovering, areCounted {
        touches[index].phase = .begun
        touches[index].isChanged = true
        touches[index].landed = frame.time
        touches[index].fastFrames = 0
        filter.lastMotion = frame.time
        hasNew = true
      }
      if touches[index].isDown { downCount += 1 }
    }
  }

  /// Puts the fingers beyond the slots where the top-most touch is.
  private mutating func placeExtra() {
    guard extra > 0 else { return }
    var top: Int?
    for index in 0..<count where touches[index].hasSlot {
      if top.map({ touches[index].point.y < touches[$0].point.y }) ?? true { top = index }
    }
    guard let top else { return }
    let (point, isChanged) = (touches[top].point, touches[top].isChanged)
    for index in 0..<count where !touches[index].hasSlot {
      touches[index].point = point
      touches[index].reported = point
      if isChanged { touches[index].isChanged = true }
    }
  }

  private mutating func follow(
    _ index: Int, at time: Timestamp, isIdle: Bool, restartsHistory: Bool
  ) {
    if restartsHistory || touches[index].restartsHistory {
      touches[index].historyCount = 0
      touches[index].restartsHistory = restartsHistory
    }
    guard touches[index].isChanged else {
      touches[index].fastFrames = max(touches[index].fastFrames - 1, 0)
      touches[index].push(at: time)
      return
    }
    if settings.filtersJumps, filter.isJump(&touches[index], at: time) {
      sawJump = true
      touches[index].historyCount = 0
    }
    thumb.update(touches[index], of: downCount, isIdle: isIdle)
    if edges.areWatched { watchEdges(index, at: time) }
    if downCount == 1, downCountBefore == 1 { filter.watchWobble(&touches[index], at: time) }
    filter.hold(&touches[index])
    touches[index].push(at: time)
    filter.measureSpeed(&touches[index], at: time)
    if let pin = touches[index].pin,
      settings.millimeters(touches[index].point - pin) >= settings.unpinDistance
    {
      touches[index].pin = nil
    }
  }

  private static func bounded(_ position: Vector<Device>) -> Vector<Device> {
    let limit = Centroid.largestCoordinate
    return Vector(
      x: max(-limit, min(limit, position.x)), y: max(-limit, min(limit, position.y)))
  }

  // MARK: Edges

  private mutating func watchEdges(_ index: Int, at time: Timestamp) {
    switch touches[index].palm {
    case .tool: break
    case .edge(let point, let landed):
      if hasOtherFinger(index)
        || edges.hasLeft(touches[index].point, from: point, landed: landed, at: time, settings)
      {
        touches[index].palm = .none
      }
    case .none:
      if touches[index].phase == .begun, edges.contains(touches[index].point),
        !hasOtherFinger(index)
      {
        touches[index].palm = .edge(touches[index].point, time)
      }
    }
  }

  /// Whether another touch is one of a finger.
  private func hasOtherFinger(_ index: Int) -> Bool {
    guard downCount > 1 else { return false }
    for other in 0..<count where other != index && touches[other].isLive {
      let isPinching = thumb.state == .pinching && thumb.serial == touches[other].serial
      if !isPinching, !thumb.isIgnored(touches[other].serial) { return true }
    }
    return false
  }

  private mutating func watchButtonArea() {
    for index in 0..<count where touches[index].isDown && touches[index].isChanged {
      let isInside = edges.isOnButtons(touches[index].point)
      if touches[index].phase == .begun {
        touches[index].isInButtonArea = isInside
        touches[index].hasMovedInButtonArea = false
        touches[index].buttonStart = touches[index].point
      }
      guard touches[index].isInButtonArea else { continue }
      if !isInside {
        touches[index].isInButtonArea = false
        releaseButtonArea(touches[index].landed)
      } else if !touches[index].hasMovedInButtonArea,
        settings.millimeters(touches[index].point - touches[index].buttonStart)
          > PadEdges.buttonDistance
      {
        touches[index].hasMovedInButtonArea = true
        releaseButtonArea(touches[index].landed)
      }
    }
  }

  /// Lets those take part that landed on the buttons together with one that does.
  private mutating func releaseButtonArea(_ landed: Timestamp) {
    for index in 0..<count where touches[index].isInButtonArea {
      let lead = touches[index].landed.nanoseconds(since: landed)
      if lead.magnitude <= PadEdges.buttonTime { touches[index].hasMovedInButtonArea = true }
    }
  }
}
