public import Quantities

/// Turns a device's events into frames of contacts.
///
/// It reads protocol B (slots), protocol A (with and without tracking IDs) and single-touch
/// devices, and finds out which from the events, since recordings often say nothing of their
/// device. Values that cannot be true are left out and reported as ``Issues``; nothing in an event
/// can trap.
///
/// ```
///              SYN_DROPPED            SYN_REPORT
///   following ────────────▶ dropping ────────────▶ following, no contact known
/// ```
///
/// The rules are those of the kernel's `multi-touch-protocol.rst`; where recordings break them, the
/// doc comment of the rule says what holds here.
///
/// - Complexity: O(1) an event, O(contacts) a frame, and no allocation for either.
public struct TouchDecoder: Sendable {
  /// What was wrong with an event or a frame.
  public struct Issues: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    /// Creates a set of issues from their bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The time ran backwards.
    public static let timeBackwards = Self(rawValue: 1 << 0)

    /// The slot is beyond those that the device declares.
    public static let slotOutOfRange = Self(rawValue: 1 << 1)

    /// A tracking ID took the place of another that had not ended.
    public static let trackingIDReplaced = Self(rawValue: 1 << 2)

    /// `BTN_TOOL_*` and the slots do not agree on the number of fingers.
    public static let toolCountMismatch = Self(rawValue: 1 << 3)

    /// A position is outside the declared range.
    public static let valueOutOfRange = Self(rawValue: 1 << 4)

    /// A contact moves whose touch was never reported.
    public static let joinedLate = Self(rawValue: 1 << 5)

    /// The kernel threw events away.
    public static let dropped = Self(rawValue: 1 << 6)

    /// The events end inside a frame.
    public static let frameNotClosed = Self(rawValue: 1 << 7)

    /// A frame has more contacts than are followed.
    public static let tooManyContacts = Self(rawValue: 1 << 8)
  }

  /// What came of an event.
  public struct Output: Hashable, Sendable {
    /// Whether the event closed a frame, which ``TouchDecoder/frame`` now holds.
    public var isFrame: Bool

    /// What was wrong.
    public var issues: Issues
  }

  /// How the device tells its contacts apart.
  public enum ContactProtocol: Hashable, Sendable {
    /// By slots that keep their values: protocol B.
    case slots

    /// By groups of values, all of them in each frame: protocol A.
    case groups

    /// Not at all: there is one.
    case single
  }

  /// The values of a slot; they stay valid until they are reported anew.
  private struct Slot {
    static let none: Int32 = -1

    var trackingID = none
    /// The number of the touch, or 0 as long as nothing touches.
    var serial = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var distance: Int32 = 0
    var tool: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    var isReported = false
    /// The touch was reported, or its lack has been.
    var isAccountedFor = false
  }

  /// The values of a contact in protocol A, until `SYN_MT_REPORT` ends them.
  private struct Group {
    var trackingID: Int32 = Slot.none
    var x: Int32 = 0
    var y: Int32 = 0
    var tool: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    /// Neither its pressure nor its size is 0, and it does not hover.
    var isPressed = true

    var isContact: Bool { (isXKnown || isYKnown || trackingID >= 0) && isPressed }
    var position: Vector<Device> { Vector(x: Int(x), y: Int(y)) }
  }

  /// The single touch, on the usual axes or the odd ones.
  private struct SingleTouch {
    var x: Int32 = 0
    var y: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    var isReported = false
    var isDown = false
    var serial = 0
    var isAccountedFor = false
  }

  /// A backward step of at most this much is jitter, a longer one a clock that was set.
  static let largestJitter: Int64 = 100_000_000

  /// The frame that was closed last.
  public private(set) var frame = ContactFrame(time: .zero)

  /// How the device tells its contacts apart, or `nil` before the first frame.
  public private(set) var contactProtocol: ContactProtocol?

  /// The axes that positions have come on.
  public private(set) var positionAxes: PositionAxes

  /// The number of fingers that `BTN_TOOL_*` tells, or 0 if it does not.
  public private(set) var toolCount = 0

  /// The ranges of a pair of axes.
  private struct Ranges {
    var x: ClosedRange<Int32>
    var y: ClosedRange<Int32>
  }

  private let isMultitouch: Bool
  private let largestSlot: Int32
  private let declaredSlots: Int?
  private let contactRanges: Ranges
  private let singleRanges: Ranges
  private let oddRanges: Ranges
  private var slots: [32 of Slot] = .init(repeating: Slot())
  private var usedSlots = 0
  private var slot: Int? = 0
  private var groups: [32 of Group] = .init(repeating: Group())
  private var groupCount = 0
  private var group = Group()
  private var identities: [32 of Int32] = .init(repeating: Slot.none)
  private var single = SingleTouch()
  private var odd = SingleTouch()
  private var tools: UInt8 = 0
  private var buttons: UInt8 = 0
  private var lastSerial = 0
  private var isDropping = false
  /// Whether `BTN_TOUCH` is down, or `nil` as long as nothing tells.
  private var isTouchKeyDown: Bool?
  /// Whether `BTN_TOUCH` went down, or up, in this frame.
  private var didTouchKeyFall = false
  private var didTouchKeyRise = false
  /// Whether the frame holds a key that the kernel repeats, or anything else.
  private var sawRepeat = false
  private var sawChange = false
  /// Groups go on from before an interruption: none counts until all are up.
  private var areGroupsLate = false
  private var isLatenessReported = false
  private var sawContactAxis = false
  private var sawSlot = false
  private var sawContactReport = false
  private var hasOpenFrame = false
  private var reportedMismatch = (tools: 0, contacts: 0)
  private var clock = Clock()

  /// Creates a decoder for a device, or for one that nothing is known of.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - surface: The surface, if it is other than the device declares.
  public init(device: DeviceDescription = DeviceDescription(), surface: Surface? = nil) {
    isMultitouch = device.isMultitouch
    positionAxes = isMultitouch ? .contacts : .single
    if let declared = device.largestSlot, declared >= 0 {
      largestSlot = declared
      declaredSlots = Int(declared) + 1
    } else {
      largestSlot = .max
      declaredSlots = nil
    }
    func range(_ axis: Axis, _ code: UInt16) -> ClosedRange<Int32> {
      if let extent = surface?[axis] {
        return Int32(clamping: extent.minimum)...Int32(clamping: extent.maximum)
      }
      guard let declared = device.axes[code], declared.minimum < declared.maximum else {
        return .min ... .max
      }
      return declared.minimum...declared.maximum
    }
    func ranges(_ axes: PositionAxes) -> Ranges {
      Ranges(x: range(.x, axes.x), y: range(.y, axes.y))
    }
    contactRanges = ranges(.contacts)
    singleRanges = ranges(.single)
    oddRanges = ranges(.odd)
  }

  /// Takes an event.
  ///
  /// - Returns: Whether it closed a frame, and what was wrong with it.
  public mutating func handle(_ event: InputEvent) -> Output {
    var issues: Issues = []
    if clock.advance(to: event.time) { issues.insert(.timeBackwards) }
    if event.type == EventType.synchronization {
      return synchronize(event, issues)
    }
    hasOpenFrame = true
    guard !isDropping else { return Output(isFrame: false, issues: issues) }
    if event.type == EventType.key, event.value == 2 { sawRepeat = true } else { sawChange = true }
    if event.type == EventType.absolute {
      issues.formUnion(setAxis(event.code, to: event.value))
    } else if event.type == EventType.key {
      setKey(event.code, isDown: event.value != 0)
    }
    return Output(isFrame: false, issues: issues)
  }

  /// Closes the frame that the events ended in, if they did not close it themselves.
  public mutating func finish() -> Output {
    guard hasOpenFrame else { return Output(isFrame: false, issues: []) }
    var issues: Issues = [.frameNotClosed]
    if isDropping { drop() } else { closeFrame(&issues) }
    return Output(isFrame: true, issues: issues)
  }

  /// Ends all touches, whatever the fingers do, and puts an empty frame that says why.
  ///
  /// What goes on after it is no contact until it is put down anew.
  ///
  /// - Parameters:
  ///   - interruption: What ended them.
  ///   - time: When, or `nil` for the time of the last event.
  public mutating func interrupt(
    _ interruption: ContactFrame.Interruption, at time: Timestamp? = nil
  ) {
    if let time { _ = clock.advance(to: time) }
    endTouches()
    beginFrame()
    frame = ContactFrame(time: clock.now, interruption: interruption)
    isDropping = false
  }

  // MARK: Events

  private mutating func synchronize(_ event: InputEvent, _ before: Issues) -> Output {
    var issues = before
    switch event.code {
    case Synchronization.report where isDropping:
      drop()
      return Output(isFrame: true, issues: issues)
    case Synchronization.report:
      closeFrame(&issues)
      return Output(isFrame: true, issues: issues)
    case Synchronization.contactReport where !isDropping:
      hasOpenFrame = true
      sawChange = true
      sawContactReport = true
      if groupCount < ContactFrame.capacity {
        groups[groupCount] = group
        groupCount += 1
      } else {
        issues.insert(.tooManyContacts)
      }
      group = Group()
    case Synchronization.dropped:
      issues.insert(.dropped)
      isDropping = true
      hasOpenFrame = true
    default: break
    }
    return Output(isFrame: false, issues: issues)
  }

  private mutating func setAxis(_ code: UInt16, to value: Int32) -> Issues {
    switch code {
    case AxisCode.contactX:
      sawContactAxis = true
      (group.x, group.isXKnown) = (value, true)
      guard let slot else { return [] }
      slots[slot].x = value
      slots[slot].isXKnown = true
      slots[slot].isReported = true
      return contactRanges.x.contains(value) ? [] : .valueOutOfRange
    case AxisCode.contactY:
      sawContactAxis = true
      (group.y, group.isYKnown) = (value, true)
      guard let slot else { return [] }
      slots[slot].y = value
      slots[slot].isYKnown = true
      slots[slot].isReported = true
      return contactRanges.y.contains(value) ? [] : .valueOutOfRange
    case AxisCode.slot:
      sawContactAxis = true
      sawSlot = true
      return select(value)
    case AxisCode.trackingID:
      sawContactAxis = true
      group.trackingID = value
      return track(value)
    case AxisCode.x:
      (single.x, single.isXKnown, single.isReported) = (value, true, true)
      return isSingleOutOfRange(value, singleRanges.x) ? .valueOutOfRange : []
    case AxisCode.y:
      (single.y, single.isYKnown, single.isReported) = (value, true, true)
      return isSingleOutOfRange(value, singleRanges.y) ? .valueOutOfRange : []
    case AxisCode.z:
      (odd.x, odd.isXKnown, odd.isReported) = (value, true, true)
      return isOddOutOfRange(value, oddRanges.x) ? .valueOutOfRange : []
    case AxisCode.rotationX:
      (odd.y, odd.isYKnown, odd.isReported) = (value, true, true)
      return isOddOutOfRange(value, oddRanges.y) ? .valueOutOfRange : []
    case AxisCode.toolType:
      group.tool = value
      if let slot { slots[slot].tool = value }
    case AxisCode.distance:
      if value > 0 { group.isPressed = false }
      if let slot { slots[slot].distance = value }
    case AxisCode.pressure, AxisCode.touchMajor:
      // Old drivers of protocol A end a contact by the one or the other.
      if value <= 0 { group.isPressed = false }
    default: break
    }
    return []
  }

  private func isSingleOutOfRange(_ value: Int32, _ range: ClosedRange<Int32>) -> Bool {
    !isMultitouch && !sawContactAxis && !range.contains(value)
  }

  private func isOddOutOfRange(_ value: Int32, _ range: ClosedRange<Int32>) -> Bool {
    positionAxes == .odd && !range.contains(value)
  }

  private mutating func select(_ value: Int32) -> Issues {
    guard value >= 0, value <= largestSlot, value < ContactFrame.capacity else {
      slot = nil
      return value >= 0 && value <= largestSlot ? .tooManyContacts : .slotOutOfRange
    }
    slot = Int(value)
    usedSlots = max(usedSlots, Int(value) + 1)
    return []
  }

  private mutating func track(_ trackingID: Int32) -> Issues {
    guard let slot else { return [] }
    usedSlots = max(usedSlots, slot + 1)
    let old = slots[slot].trackingID
    guard trackingID != old else { return [] }
    slots[slot].isAccountedFor = true
    guard trackingID >= 0 else {
      slots[slot].trackingID = Slot.none
      return []
    }
    let replaces = old >= 0 && !sawContactReport
    slots[slot].trackingID = trackingID
    slots[slot].serial = 0
    return replaces ? .trackingIDReplaced : []
  }

  private mutating func setKey(_ code: UInt16, isDown: Bool) {
    if code == Key.touch {
      if isDown { didTouchKeyFall = true } else { didTouchKeyRise = true }
      isTouchKeyDown = isDown
    } else if code >= Key.left, code <= Key.middle {
      let bit = UInt8(1) << UInt8(code - Key.left)
      buttons = isDown ? buttons | bit : buttons & ~bit
    } else if let count = Key.fingerCount(code) {
      let bit = UInt8(1) << UInt8(count)
      tools = isDown ? tools | bit : tools & ~bit
      toolCount = tools == 0 ? 0 : 7 - tools.leadingZeroBitCount
    }
  }

  // MARK: Frames

  private mutating func closeFrame(_ issues: inout Issues) {
    frame.time = clock.now
    frame.interruption = nil
    frame.isButtonDown = buttons != 0
    decideProtocol()
    switch contactProtocol {
    case .slots: collectSlots(&issues)
    case .groups: collectGroups(&issues)
    case .single, nil: collectSingle(&issues)
    }
    countFingers(&issues)
    beginFrame()
  }

  private mutating func beginFrame() {
    didTouchKeyFall = false
    didTouchKeyRise = false
    sawRepeat = false
    sawChange = false
    hasOpenFrame = false
    groupCount = 0
    group = Group()
  }

  /// Judges the protocol by all events up to the end of the frame.
  ///
  /// A driver of protocol A never sends a slot, one of protocol B never ends a group.
  private mutating func decideProtocol() {
    if sawContactReport, !sawSlot {
      contactProtocol = .groups
      positionAxes = .contacts
    } else if sawContactAxis || isMultitouch {
      contactProtocol = .slots
      positionAxes = .contacts
    } else {
      contactProtocol = .single
      if !single.isReported, !single.isXKnown, odd.isXKnown || odd.isYKnown { positionAxes = .odd }
    }
  }

  /// Collects the slots that touch.
  ///
  /// While `BTN_TOUCH` is up none does: a device that reports hovering fingers keeps their tracking
  /// IDs, and on others the end of a touch was lost. When it comes down again it is another touch.
  private mutating func collectSlots(_ issues: inout Issues) {
    frame.removeAll()
    var reported = 0
    for index in 0..<max(usedSlots, 1) {
      let isReported = slots[index].isReported
      slots[index].isReported = false
      guard slots[index].trackingID >= 0 else {
        slots[index].serial = 0
        if isReported, !slots[index].isAccountedFor {
          slots[index].isAccountedFor = true
          issues.insert(.joinedLate)
        }
        continue
      }
      reported += 1
      guard isTouchKeyDown != false, slots[index].distance <= 0 else {
        slots[index].serial = 0
        continue
      }
      if slots[index].serial == 0 {
        lastSerial += 1
        slots[index].serial = lastSerial
      }
      frame.append(
        Contact(
          serial: slots[index].serial,
          position: Vector(x: Int(slots[index].x), y: Int(slots[index].y)),
          isXKnown: slots[index].isXKnown, isYKnown: slots[index].isYKnown,
          isPositionReported: isReported, tool: tool(slots[index].tool)))
    }
    frame.reportedCount = reported
  }

  private mutating func collectSingle(_ issues: inout Issues) {
    let isOdd = positionAxes == .odd
    if isTouchKeyDown == true, !single.isDown || didTouchKeyRise {
      lastSerial += 1
      single.serial = lastSerial
    }
    single.isDown = isTouchKeyDown == true
    let values = isOdd ? odd : single
    frame.removeAll()
    if single.isDown {
      frame.append(
        Contact(
          serial: single.serial, position: Vector(x: Int(values.x), y: Int(values.y)),
          isXKnown: values.isXKnown, isYKnown: values.isYKnown,
          isPositionReported: values.isReported))
    } else if values.isReported, isTouchKeyDown == nil, !single.isAccountedFor {
      single.isAccountedFor = true
      issues.insert(.joinedLate)
    }
    single.isReported = false
    odd.isReported = false
    frame.reportedCount = frame.count
  }

  private mutating func collectGroups(_ issues: inout Issues) {
    if sawRepeat, !sawChange {
      // The kernel's own frame for a key that repeats says nothing of the contacts.
      for index in 0..<frame.count { frame[index].isPositionReported = false }
      return
    }
    var contactCount = 0
    for index in 0..<groupCount where groups[index].isContact { contactCount += 1 }
    if didTouchKeyRise, !didTouchKeyFall { contactCount = 0 }
    if areGroupsLate {
      areGroupsLate = contactCount > 0 && !didTouchKeyFall
      if areGroupsLate {
        if !isLatenessReported { issues.insert(.joinedLate) }
        isLatenessReported = true
        contactCount = 0
      }
    }
    let sources = contactCount > 0 ? sources() : .init(repeating: NearestPairs.none)
    let previous = frame
    frame.removeAll()
    for index in 0..<groupCount where groups[index].isContact && contactCount > 0 {
      append(groups[index], source: sources[index] < 0 ? nil : previous[sources[index]])
    }
    frame.reportedCount = groupCount
  }

  /// Finds the contacts of the frame before that the groups are: by tracking ID, and those that
  /// have none by their places.
  private func sources() -> [32 of Int] {
    var sources: [32 of Int] = .init(repeating: NearestPairs.none)
    var pairs = NearestPairs()
    var claimed: UInt32 = 0
    for index in 0..<groupCount where groups[index].isContact {
      guard groups[index].trackingID >= 0 else {
        pairs.addNew(groups[index].position, place: index)
        continue
      }
      for other in 0..<frame.count
      where identities[other] == groups[index].trackingID && claimed & 1 << UInt32(other) == 0 {
        sources[index] = other
        claimed |= 1 << UInt32(other)
        break
      }
    }
    for other in 0..<frame.count where identities[other] < 0 {
      pairs.addOld(frame[other].position, place: other)
    }
    pairs.find(&sources)
    return sources
  }

  private mutating func append(_ group: Group, source: Contact?) {
    if source == nil { lastSerial += 1 }
    identities[frame.count] = group.trackingID
    let fallback = source?.position ?? .zero
    frame.append(
      Contact(
        serial: source?.serial ?? lastSerial,
        position: Vector(
          x: group.isXKnown ? Int(group.x) : fallback.x,
          y: group.isYKnown ? Int(group.y) : fallback.y),
        isXKnown: group.isXKnown || source?.isXKnown ?? false,
        isYKnown: group.isYKnown || source?.isYKnown ?? false,
        isPositionReported: group.isXKnown || group.isYKnown,
        tool: tool(group.tool)))
  }

  /// Believes the slots as far as they reach, and `BTN_TOOL_*` beyond.
  private mutating func countFingers(_ issues: inout Issues) {
    frame.fingerCount = frame.count
    guard toolCount > 0, toolCount != frame.count, !(toolCount == 5 && frame.count > 5) else {
      reportedMismatch = (0, 0)
      return
    }
    let most = contactProtocol == .single ? 1 : declaredSlots
    if toolCount > frame.count, let most, frame.count == most {
      frame.fingerCount = toolCount
    } else if frame.count > 0, reportedMismatch != (toolCount, frame.count) {
      reportedMismatch = (toolCount, frame.count)
      issues.insert(.toolCountMismatch)
    }
  }

  private func tool(_ value: Int32) -> Contact.Tool {
    UInt8(exactly: value).flatMap(Contact.Tool.init) ?? .finger
  }

  /// Ends all touches because events were dropped: what the values are now is unknown.
  private mutating func drop() {
    interrupt(.dropped)
    for index in 0..<ContactFrame.capacity { slots[index] = Slot() }
    single = SingleTouch()
    odd = SingleTouch()
    isTouchKeyDown = nil
    tools = 0
    toolCount = 0
    buttons = 0
    areGroupsLate = true
  }

  /// Ends all touches; what the values are stays known.
  private mutating func endTouches() {
    for index in 0..<ContactFrame.capacity {
      slots[index].trackingID = Slot.none
      slots[index].serial = 0
      slots[index].isReported = false
      slots[index].isAccountedFor = false
    }
    single.isDown = false
    single.isReported = false
    single.isAccountedFor = false
    odd.isReported = false
    // A finger that stays down is to come down again before it counts.
    if isTouchKeyDown == true { isTouchKeyDown = nil }
    if frame.count > 0 { areGroupsLate = true }
    isLatenessReported = false
  }
}

/// A device's clock, mended where it runs backwards.
private struct Clock: Sendable {
  /// The mended time.
  var now = Timestamp.zero

  private var last: Timestamp?
  private var offset: Int64 = 0

  /// Takes the time of an event.
  ///
  /// A short step back is jitter of the time stamps: time stands still until it has caught up. A
  /// long one is a clock that was set: time goes on from where it was.
  ///
  /// - Returns: Whether the time ran backwards.
  mutating func advance(to time: Timestamp) -> Bool {
    guard let last else {
      self.last = time
      now = time
      return false
    }
    let isBackwards = time < last
    if isBackwards {
      let (step, overflow) = last.nanoseconds.subtractingReportingOverflow(time.nanoseconds)
      if overflow || step > TouchDecoder.largestJitter {
        offset = now.nanoseconds.subtractingReportingOverflow(time.nanoseconds).partialValue
      }
    }
    self.last = time
    let (mended, overflow) = time.nanoseconds.addingReportingOverflow(offset)
    if !overflow { now = max(now, Timestamp(nanoseconds: mended)) }
    return isBackwards
  }
}
