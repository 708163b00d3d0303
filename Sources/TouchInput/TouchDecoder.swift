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

    /// The slot is beyond those that the device declares, or that a frame holds.
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
    var serial = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var distance: Int32 = 0
    var tool: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    var isReported = false
    /// `BTN_TOUCH` went up although the touch did not end: it hovers, or its end was lost.
    var isSuspended = false
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
    var isPressed = true

    var isContact: Bool { (isXKnown || isYKnown || trackingID >= 0) && isPressed }
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

  private let isMultitouch: Bool
  private let largestSlot: Int32
  private let declaredSlots: Int?
  private var range: (x: ClosedRange<Int32>, y: ClosedRange<Int32>)
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
  private var isTouchKeyDown: Bool?
  private var didTouchKeyChange = false
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
    let most = Int32(ContactFrame.capacity - 1)
    if let declared = device.largestSlot, declared >= 0 {
      largestSlot = min(declared, most)
      declaredSlots = Int(largestSlot) + 1
    } else {
      largestSlot = most
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
    self.range = (range(.x, positionAxes.x), range(.y, positionAxes.y))
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
    if event.type == EventType.absolute {
      issues.formUnion(setAxis(event.code, to: event.value))
    } else if event.type == EventType.key {
      setKey(event.code, isDown: event.value != 0)
    }
    return Output(isFrame: false, issues: issues)
  }

  /// Closes the frame that the events ended in, if they did not close it themselves.
  public mutating func finish() -> Output {
    guard hasOpenFrame, !isDropping else { return Output(isFrame: false, issues: []) }
    var issues: Issues = [.frameNotClosed]
    closeFrame(&issues)
    return Output(isFrame: true, issues: issues)
  }

  /// Ends all touches, whatever the fingers do, and puts an empty frame that says why.
  ///
  /// - Parameters:
  ///   - interruption: What ended them.
  ///   - time: When, or `nil` for the time of the last event.
  public mutating func interrupt(
    _ interruption: ContactFrame.Interruption, at time: Timestamp? = nil
  ) {
    if let time { _ = clock.advance(to: time) }
    forgetContacts()
    frame = ContactFrame(time: clock.now, interruption: interruption)
    hasOpenFrame = false
    isDropping = false
  }

  // MARK: Events

  private mutating func synchronize(_ event: InputEvent, _ before: Issues) -> Output {
    var issues = before
    switch event.code {
    case Synchronization.report where isDropping:
      interrupt(.dropped)
      return Output(isFrame: true, issues: issues)
    case Synchronization.report:
      closeFrame(&issues)
      return Output(isFrame: true, issues: issues)
    case Synchronization.contactReport where !isDropping:
      hasOpenFrame = true
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
      return range.x.contains(value) ? [] : .valueOutOfRange
    case AxisCode.contactY:
      sawContactAxis = true
      (group.y, group.isYKnown) = (value, true)
      guard let slot else { return [] }
      slots[slot].y = value
      slots[slot].isYKnown = true
      slots[slot].isReported = true
      return range.y.contains(value) ? [] : .valueOutOfRange
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
      return isSingleOutOfRange(value, range.x) ? .valueOutOfRange : []
    case AxisCode.y:
      (single.y, single.isYKnown, single.isReported) = (value, true, true)
      return isSingleOutOfRange(value, range.y) ? .valueOutOfRange : []
    case AxisCode.z:
      (odd.x, odd.isXKnown, odd.isReported) = (value, true, true)
    case AxisCode.rotationX:
      (odd.y, odd.isYKnown, odd.isReported) = (value, true, true)
    case AxisCode.toolType:
      group.tool = value
      if let slot { slots[slot].tool = value }
    case AxisCode.distance:
      if let slot { slots[slot].distance = value }
    case AxisCode.pressure, AxisCode.touchMajor:
      group.isPressed = value > 0
    default: break
    }
    return []
  }

  private func isSingleOutOfRange(_ value: Int32, _ range: ClosedRange<Int32>) -> Bool {
    !isMultitouch && !sawContactAxis && !range.contains(value)
  }

  private mutating func select(_ value: Int32) -> Issues {
    guard value >= 0, value <= largestSlot else {
      slot = nil
      return .slotOutOfRange
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
    lastSerial += 1
    slots[slot].trackingID = trackingID
    slots[slot].serial = lastSerial
    let replaces = old >= 0 && !slots[slot].isSuspended && !sawContactReport
    slots[slot].isSuspended = false
    return replaces ? .trackingIDReplaced : []
  }

  private mutating func setKey(_ code: UInt16, isDown: Bool) {
    if code == Key.touch {
      isTouchKeyDown = isDown
      didTouchKeyChange = true
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
    case .groups: collectGroups(after: frame)
    case .single, nil: collectSingle(&issues)
    }
    countFingers(&issues)
    didTouchKeyChange = false
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

  private mutating func collectSlots(_ issues: inout Issues) {
    if didTouchKeyChange, let isTouchKeyDown { setSuspended(!isTouchKeyDown) }
    frame.removeAll()
    var reported = 0
    for index in 0..<max(usedSlots, 1) {
      let isReported = slots[index].isReported
      slots[index].isReported = false
      guard slots[index].trackingID >= 0 else {
        if isReported, !slots[index].isAccountedFor {
          slots[index].isAccountedFor = true
          issues.insert(.joinedLate)
        }
        continue
      }
      reported += 1
      guard !slots[index].isSuspended, slots[index].distance <= 0 else { continue }
      frame.append(
        Contact(
          serial: slots[index].serial,
          position: Vector(x: Int(slots[index].x), y: Int(slots[index].y)),
          isPositionKnown: slots[index].isXKnown && slots[index].isYKnown,
          isPositionReported: isReported,
          tool: tool(slots[index].tool)))
    }
    frame.reportedCount = reported
  }

  /// Lets no contact touch while `BTN_TOUCH` is up.
  ///
  /// A device that reports hovering fingers keeps their tracking IDs; on others the end of a
  /// touch was lost. When the key goes down again it is another touch.
  private mutating func setSuspended(_ isSuspended: Bool) {
    for index in 0..<usedSlots where slots[index].trackingID >= 0 {
      if slots[index].isSuspended, !isSuspended {
        lastSerial += 1
        slots[index].serial = lastSerial
      }
      slots[index].isSuspended = isSuspended
    }
  }

  private mutating func collectSingle(_ issues: inout Issues) {
    let isOdd = positionAxes == .odd
    if isTouchKeyDown == true, !single.isDown {
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
          isPositionKnown: values.isXKnown && values.isYKnown,
          isPositionReported: values.isReported))
    } else if values.isReported, isTouchKeyDown == nil, !single.isAccountedFor {
      single.isAccountedFor = true
      issues.insert(.joinedLate)
    }
    single.isReported = false
    odd.isReported = false
    frame.reportedCount = frame.count
  }

  private mutating func collectGroups(after previous: ContactFrame) {
    frame.removeAll()
    // A driver that sends no group at all while BTN_TOUCH is up has no contact.
    let isUp = didTouchKeyChange && isTouchKeyDown == false
    var claimed: UInt32 = 0
    var assigned: UInt32 = 0
    var sources: [32 of Int] = .init(repeating: -1)
    let old = identities
    for index in 0..<groupCount where groups[index].isContact && groups[index].trackingID >= 0 {
      assigned |= 1 << UInt32(index)
      for other in 0..<previous.count
      where old[other] == groups[index].trackingID && claimed & 1 << UInt32(other) == 0 {
        sources[index] = other
        claimed |= 1 << UInt32(other)
        break
      }
    }
    while let pair = nearestPair(previous, assigned: assigned, claimed: claimed) {
      sources[pair.group] = pair.contact
      assigned |= 1 << UInt32(pair.group)
      claimed |= 1 << UInt32(pair.contact)
    }
    for index in 0..<groupCount where groups[index].isContact && !isUp {
      append(groups[index], source: sources[index] < 0 ? nil : previous[sources[index]])
    }
    frame.reportedCount = groupCount
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
        isPositionKnown: group.isXKnown && group.isYKnown || source?.isPositionKnown ?? false,
        isPositionReported: group.isXKnown || group.isYKnown,
        tool: tool(group.tool)))
  }

  /// The nearest two of the groups and the contacts before that have no partner yet.
  private func nearestPair(
    _ previous: ContactFrame, assigned: UInt32, claimed: UInt32
  ) -> (group: Int, contact: Int)? {
    var best: (group: Int, contact: Int)?
    var least = Double.infinity
    for index in 0..<groupCount
    where assigned & 1 << UInt32(index) == 0 && groups[index].isContact {
      for other in 0..<previous.count
      where claimed & 1 << UInt32(other) == 0 && identities[other] < 0 {
        let x = Double(groups[index].x) - Double(previous[other].position.x)
        let y = Double(groups[index].y) - Double(previous[other].position.y)
        let distance = x * x + y * y
        if distance < least {
          least = distance
          best = (index, other)
        }
      }
    }
    return best
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

  /// Forgets which contacts are down; what the slots' values are stays known.
  private mutating func forgetContacts() {
    for index in 0..<ContactFrame.capacity {
      slots[index].trackingID = Slot.none
      slots[index].isReported = false
      slots[index].isSuspended = false
      slots[index].isAccountedFor = false
    }
    single.isDown = false
    single.isReported = false
    odd.isReported = false
    isTouchKeyDown = nil
    didTouchKeyChange = false
    tools = 0
    toolCount = 0
    buttons = 0
    group = Group()
    groupCount = 0
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
