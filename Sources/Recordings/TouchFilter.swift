package import TouchInput

/// Leaves out of a device's events what no touch sends: keys that are typed, scan codes, serials.
///
/// A frame of which nothing is kept goes as a whole, so that the time of a key goes with the key;
/// but one that reports a finger at rest stays, since how long a finger rests is part of the motion.
/// Where the result is to be anonymous, what numbers the touches or is read off the device's own
/// clock begins at 0.
package struct TouchFilter: Sendable {
  private let isAnonymous: Bool

  /// What a frame has had.
  private var hasKept = false
  private var hasTyped = false
  private var hasDropped = false

  /// The time on the device's own clock, kept until it is known whether its frame is.
  private var clock: InputEvent?

  /// The first time on the device's own clock.
  private var clockStart: Int32?

  /// The numbers that stand for those of the recording, by the axis.
  private var numbers: [UInt16: [Int32: Int32]] = [:]

  /// What is down: the slots that touches have, and `BTN_TOUCH`.
  private var touchedSlots: Set<Int32> = []
  private var slot: Int32 = 0
  private var isKeyDown = false

  /// How many events were left out.
  package private(set) var droppedCount = 0

  /// The axes on which touches are numbered: a number tells how many there were before.
  private static let numberAxes: Set<UInt16> = [AxisCode.trackingID, AxisCode.blobID]

  /// Creates a filter at the start of a recording.
  ///
  /// - Parameter isAnonymous: Whether numbers of touches and times of the device begin at 0.
  package init(isAnonymous: Bool) {
    self.isAnonymous = isAnonymous
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - events: Where it goes, if it is kept.
  package mutating func take(_ event: InputEvent, into events: inout [InputEvent]) {
    follow(event)
    if event.type == EventType.synchronization, event.code == SynchronizationCode.report {
      return end(event, into: &events)
    }
    if event.type == EventType.miscellaneous, event.code == MiscellaneousCode.timestamp {
      let start = clockStart ?? event.value
      clockStart = start
      clock = event
      if isAnonymous { clock?.value = event.value &- start }
      return
    }
    guard Self.keeps(event.code, ofType: event.type) else {
      droppedCount += 1
      hasDropped = true
      hasTyped = hasTyped || event.type != EventType.absolute
      return
    }
    hasKept = true
    events.append(numbered(event))
  }

  /// Takes the end of a frame.
  private mutating func end(_ report: InputEvent, into events: inout [InputEvent]) {
    let isTouched = isKeyDown || !touchedSlots.isEmpty
    let isResting = isTouched && (clock != nil || !hasTyped)
    if hasKept || !hasDropped || isResting {
      if let clock { events.append(clock) }
      events.append(report)
    }
    (hasKept, hasTyped, hasDropped, clock) = (false, false, false, nil)
  }

  /// Follows what is down.
  private mutating func follow(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (EventType.synchronization, SynchronizationCode.dropped):
      touchedSlots = []
      isKeyDown = false
    case (EventType.key, KeyCode.touch): isKeyDown = event.value != 0
    case (EventType.absolute, AxisCode.slot): slot = event.value
    case (EventType.absolute, AxisCode.trackingID):
      if event.value < 0 { touchedSlots.remove(slot) } else { touchedSlots.insert(slot) }
    default: break
    }
  }

  /// An event in which the numbers of touches are counted from 0, in the order they come.
  private mutating func numbered(_ event: InputEvent) -> InputEvent {
    guard isAnonymous, event.type == EventType.absolute, event.value >= 0,
      Self.numberAxes.contains(event.code)
    else { return event }
    var event = event
    let known = numbers[event.code, default: [:]]
    let number = known[event.value] ?? Int32(clamping: known.count)
    numbers[event.code, default: [:]][event.value] = number
    event.value = number
    return event
  }

  /// Whether a code is one that touches send.
  package static func keeps(_ code: UInt16, ofType type: UInt16) -> Bool {
    switch type {
    case EventType.synchronization: true
    // The buttons, `BTN_MISC` to `BTN_GEAR_UP` in the kernel; what is below and above is typed.
    case EventType.key: (0x100..<0x160).contains(code)
    // Neither `ABS_VOLUME` nor `ABS_MISC`, on which tablets send serial numbers.
    case EventType.absolute: code < 0x20 || code >= AxisCode.slot
    case EventType.miscellaneous: code == MiscellaneousCode.timestamp
    default: false
    }
  }

  /// A description without the codes that are left out.
  package static func filtered(_ description: DeviceDescription) -> DeviceDescription {
    var description = description
    for (type, codes) in description.codes {
      let kept = codes.filter { keeps($0, ofType: type) }
      description.codes[type] = kept.isEmpty ? nil : kept
    }
    description.axes = description.axes.filter { keeps($0.key, ofType: EventType.absolute) }
    return description
  }
}
