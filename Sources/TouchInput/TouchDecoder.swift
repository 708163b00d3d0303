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
/// Contacts that come at the very time of a drop are what is down after it, as whoever reads the
/// device asks the kernel then: they are known, and ``ContactFrame/isResumed``.
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

  /// The ranges of a pair of axes.
  private struct Ranges {
    var x: ClosedRange<Int32>
    var y: ClosedRange<Int32>
  }

  /// The frame that was closed last.
  public private(set) var frame = ContactFrame(time: .zero)

  /// How the device tells its contacts apart, or `nil` before the first frame.
  public private(set) var contactProtocol: ContactProtocol?

  /// The axes that positions have come on.
  public private(set) var positionAxes: PositionAxes

  /// The number of fingers that `BTN_TOOL_*` tells, 1…5, or 0 if it does not.
  public private(set) var toolCount = 0

  private let isMultitouch: Bool
  private let declaredSlots: Int?
  private let contactRanges: Ranges
  private let singleRanges: Ranges
  private let oddRanges: Ranges
  private var clock = DeviceClock()
  private var serials = TouchSerials()
  private var slots: SlotContacts
  private var groups = GroupContacts()
  private var single = SingleContact()
  private var touchKey = TouchKey()
  private var tools: UInt8 = 0
  private var buttons: UInt8 = 0
  private var isDropping = false
  /// When events were dropped, as long as no later frame was closed.
  private var dropTime: Timestamp?
  private var hasOpenFrame = false
  /// Whether the frame holds a key that the kernel repeats, or anything else.
  private var sawRepeat = false
  private var sawChange = false
  private var sawContactAxis = false
  private var sawSlot = false
  private var sawContactReport = false
  private var reportedMismatch = (tools: 0, contacts: 0)

  /// Creates a decoder for a device, or for one that nothing is known of.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - surface: The surface, in device units, if it is other than the device declares.
  public init(device: DeviceDescription = DeviceDescription(), surface: Surface? = nil) {
    isMultitouch = device.isMultitouch
    positionAxes = isMultitouch ? .contacts : .single
    let largestSlot = device.largestSlot.flatMap { $0 >= 0 ? $0 : nil }
    declaredSlots = largestSlot.map { Int($0) + 1 }
    slots = SlotContacts(largestSlot: largestSlot)
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
    case SynchronizationCode.report where isDropping:
      drop()
      return Output(isFrame: true, issues: issues)
    case SynchronizationCode.report:
      closeFrame(&issues)
      return Output(isFrame: true, issues: issues)
    case SynchronizationCode.contactReport where !isDropping:
      hasOpenFrame = true
      sawChange = true
      sawContactReport = true
      issues.formUnion(groups.closeGroup())
    case SynchronizationCode.dropped:
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
      groups.setX(value)
      return slots.setX(value) && !contactRanges.x.contains(value) ? .valueOutOfRange : []
    case AxisCode.contactY:
      sawContactAxis = true
      groups.setY(value)
      return slots.setY(value) && !contactRanges.y.contains(value) ? .valueOutOfRange : []
    case AxisCode.slot:
      sawContactAxis = true
      sawSlot = true
      return slots.select(value)
    case AxisCode.trackingID:
      sawContactAxis = true
      groups.setTrackingID(value)
      return slots.track(value, isProtocolB: !sawContactReport)
    case AxisCode.x:
      single.setX(value)
      return isSingleOutOfRange(value, singleRanges.x) ? .valueOutOfRange : []
    case AxisCode.y:
      single.setY(value)
      return isSingleOutOfRange(value, singleRanges.y) ? .valueOutOfRange : []
    case AxisCode.z:
      single.setOddX(value)
      return positionAxes == .odd && !oddRanges.x.contains(value) ? .valueOutOfRange : []
    case AxisCode.rotationX:
      single.setOddY(value)
      return positionAxes == .odd && !oddRanges.y.contains(value) ? .valueOutOfRange : []
    case AxisCode.toolType:
      groups.setTool(value)
      slots.setTool(value)
    case AxisCode.distance:
      groups.setDistance(value)
      slots.setDistance(value)
    case AxisCode.pressure, AxisCode.touchMajor: groups.setStrength(value)
    default: break
    }
    return []
  }

  private func isSingleOutOfRange(_ value: Int32, _ range: ClosedRange<Int32>) -> Bool {
    !isMultitouch && !sawContactAxis && !range.contains(value)
  }

  private mutating func setKey(_ code: UInt16, isDown: Bool) {
    if code == KeyCode.touch {
      touchKey.set(isDown: isDown)
    } else if code >= KeyCode.left, code <= KeyCode.middle {
      let bit = UInt8(1) << UInt8(code - KeyCode.left)
      buttons = isDown ? buttons | bit : buttons & ~bit
    } else if let count = KeyCode.fingerCount(code) {
      let bit = UInt8(1) << UInt8(count)
      tools = isDown ? tools | bit : tools & ~bit
      toolCount = tools == 0 ? 0 : 7 - tools.leadingZeroBitCount
    }
  }

  // MARK: Frames

  private mutating func closeFrame(_ issues: inout Issues) {
    let countBefore = frame.count
    frame.time = clock.now
    frame.interruption = nil
    frame.isButtonDown = buttons != 0
    contactProtocol = judgedProtocol
    switch contactProtocol {
    case .slots:
      positionAxes = .contacts
      issues.formUnion(slots.collect(into: &frame, touchKey, &serials))
    case .groups where sawRepeat && !sawChange:
      // The kernel's own frame for a key that repeats says nothing of the contacts.
      for index in 0..<frame.count { frame[index].isPositionReported = false }
    case .groups:
      positionAxes = .contacts
      issues.formUnion(groups.collect(into: &frame, touchKey, &serials))
    case .single, nil:
      issues.formUnion(single.collect(into: &frame, touchKey, &serials))
      positionAxes = single.axes
    }
    countFingers(after: countBefore, &issues)
    frame.isResumed = dropTime == frame.time
    if !frame.isResumed { dropTime = nil }
    beginFrame()
  }

  private mutating func beginFrame() {
    touchKey.didFall = false
    touchKey.didRise = false
    sawRepeat = false
    sawChange = false
    hasOpenFrame = false
    groups.beginFrame()
  }

  /// The protocol, judged by all events up to the end of the frame.
  ///
  /// A driver of protocol A never sends a slot, one of protocol B never ends a group.
  private var judgedProtocol: ContactProtocol {
    if sawContactReport, !sawSlot { return .groups }
    return sawContactAxis || isMultitouch ? .slots : .single
  }

  /// Believes the slots as far as they reach, and `BTN_TOOL_*` beyond.
  private mutating func countFingers(after countBefore: Int, _ issues: inout Issues) {
    // A slot that is free while another finger is down is taken by it a frame or two later.
    let hasHiddenFingers = frame.fingerCount > countBefore
    frame.fingerCount = frame.count
    guard toolCount > 0, toolCount != frame.count, !(toolCount == 5 && frame.count > 5) else {
      reportedMismatch = (0, 0)
      return
    }
    let areSlotsFull = frame.count == (contactProtocol == .single ? 1 : declaredSlots)
    if toolCount > frame.count, areSlotsFull || hasHiddenFingers && touchKey.isDown == true {
      frame.fingerCount = toolCount
    } else if frame.count > 0, reportedMismatch != (toolCount, frame.count) {
      reportedMismatch = (toolCount, frame.count)
      issues.insert(.toolCountMismatch)
    }
  }

  /// Ends all touches because events were dropped: what the values are now is unknown.
  private mutating func drop() {
    interrupt(.dropped)
    dropTime = clock.now
    slots.forget()
    single.forget()
    groups.endTouches(areDown: true)
    touchKey.isDown = nil
    tools = 0
    toolCount = 0
    buttons = 0
  }

  /// Ends all touches; what the values are stays known.
  private mutating func endTouches() {
    slots.endTouches()
    single.endTouches()
    groups.endTouches(areDown: frame.count > 0)
    // A finger that stays down is to come down again before it counts.
    if touchKey.isDown == true { touchKey.isDown = nil }
  }
}
