import Quantities
import TouchInput

/// The contacts of a device as the kernel's input layer keeps and reports them.
///
/// Only what changes is sent. The corresponding C functions are those of `input-mt.c`, and
/// `input_handle_event` in `input.c`; the filters for noise are left out.
struct HIDContacts: Sendable {
  /// The largest tracking ID, `TRKID_MAX` in the kernel.
  static let largestTrackingID: Int32 = 0xffff

  /// What touches is a finger, `MT_TOOL_FINGER` in the kernel.
  static let finger: Int32 = 0

  /// What touches is a palm, `MT_TOOL_PALM` in the kernel.
  static let palm: Int32 = 2

  /// The keys that stand for one finger, two fingers and so on.
  static let tools = [
    KeyCode.finger, KeyCode.twoFingers, KeyCode.threeFingers, KeyCode.fourFingers,
    KeyCode.fiveFingers,
  ]

  /// Where events go.
  struct Sink {
    /// The time of the events.
    var time: Timestamp

    /// The line of the report that they are made of.
    var line: Int

    /// The index of the device.
    var device: Int

    fileprivate func send(
      _ type: UInt16, _ code: UInt16, _ value: Int32, to batch: inout EventBatch
    ) {
      let event = InputEvent(time: time, type: type, code: code, value: value)
      batch.events.append(RecordedEvent(event: event, line: line, device: device))
    }
  }

  /// What is reported of a contact.
  struct Values {
    var x: Int32
    var y: Int32
    var distance: Int32
    var pressure: Int32
    var major: Int32
    var minor: Int32
  }

  /// What a slot has reported last.
  private struct Slot {
    static let none: Int32 = -1

    var trackingID = none
    /// What the device calls the contact.
    var key: Int32 = 0
    /// The frame that the slot was reported in.
    var frame = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var distance: Int32 = 0
    var tool: Int32 = 0
    var pressure: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0

    var isActive: Bool { trackingID >= 0 }
  }

  private let isSingle: Bool
  private let dropsUnused: Bool
  private let countsFingers: Bool
  private let hasDistance: Bool
  private let hasTool: Bool
  private let hasPressure: Bool
  private let hasMajor: Bool
  private let hasMinor: Bool
  /// The keys that the device has, one bit for each code from `BTN_LEFT` on.
  private let keys: UInt64
  private var slots: [Slot]
  private var slot = 0
  private var sentSlot = 0
  private var frame = 1
  private var nextTrackingID: Int32 = 0
  /// The keys that are down, one bit for each code from `BTN_LEFT` on.
  private var keysDown: UInt64 = 0
  private var single = Slot()
  private var hasOpenFrame = false

  /// Creates the contacts of a device, none of which touches.
  init(_ layout: HIDTouchLayout) {
    isSingle = layout.isSingle
    dropsUnused = layout.rules.contains(.notSeenMeansUp)
    countsFingers = layout.properties.contains(.pointer)
    hasDistance = layout.axes[AxisCode.distance] != nil
    hasTool = layout.axes[AxisCode.toolType] != nil
    hasPressure = layout.axes[AxisCode.singlePressure] != nil
    hasMajor = layout.axes[AxisCode.touchMajor] != nil
    hasMinor = layout.axes[AxisCode.touchMinor] != nil
    keys = layout.keys.reduce(0) { $0 | Self.bit(of: $1) }
    slots = Array(repeating: Slot(), count: Int(layout.slotCount))
  }

  // MARK: Slots

  /// Whether a slot has a contact.
  func isActive(_ slot: Int) -> Bool { slots[slot].isActive }

  /// Whether a slot was reported in this frame.
  func isUsed(_ slot: Int) -> Bool { slots[slot].frame == frame }

  /// The number of slots.
  var count: Int { slots.count }

  /// The slot of the contact with a key, or a free one that it gets.
  ///
  /// The corresponding C function is `input_mt_get_slot_by_key`.
  ///
  /// - Returns: The slot, or `nil` if none is free.
  mutating func slot(ofKey key: Int32) -> Int? {
    if let slot = slots.firstIndex(where: { $0.isActive && $0.key == key }) { return slot }
    guard let free = slots.firstIndex(where: { !$0.isActive && $0.frame != frame }) else {
      return nil
    }
    slots[free].key = key
    return free
  }

  /// Says whether a slot has a contact, and what touches.
  ///
  /// The corresponding C function is `input_mt_report_slot_state`.
  mutating func report(
    _ slot: Int, tool: Int32, isActive: Bool, _ sink: Sink, to batch: inout EventBatch
  ) {
    self.slot = slot
    slots[slot].frame = frame
    guard isActive else {
      set(\.trackingID, AxisCode.trackingID, to: Slot.none, sink, &batch)
      return
    }
    var trackingID = slots[slot].trackingID
    if trackingID < 0 {
      trackingID = nextTrackingID
      nextTrackingID = (nextTrackingID &+ 1) & Self.largestTrackingID
    }
    set(\.trackingID, AxisCode.trackingID, to: trackingID, sink, &batch)
    if hasTool { set(\.tool, AxisCode.toolType, to: tool, sink, &batch) }
  }

  /// Reports the values of the slot that was reported last.
  mutating func report(_ values: Values, _ sink: Sink, to batch: inout EventBatch) {
    set(\.x, AxisCode.contactX, to: values.x, sink, &batch)
    set(\.y, AxisCode.contactY, to: values.y, sink, &batch)
    if hasDistance { set(\.distance, AxisCode.distance, to: values.distance, sink, &batch) }
    if hasPressure { set(\.pressure, AxisCode.pressure, to: values.pressure, sink, &batch) }
    if hasMajor { set(\.major, AxisCode.touchMajor, to: values.major, sink, &batch) }
    if hasMinor { set(\.minor, AxisCode.touchMinor, to: values.minor, sink, &batch) }
  }

  /// Ends all contacts, and the frame.
  mutating func release(_ sink: Sink, to batch: inout EventBatch) {
    for slot in slots.indices {
      report(slot, tool: Self.finger, isActive: false, sink, to: &batch)
    }
    closeContacts(sink, to: &batch)
    closeFrame(sink, to: &batch)
  }

  @inline(__always)
  private mutating func set(
    _ value: WritableKeyPath<Slot, Int32>, _ code: UInt16, to new: Int32, _ sink: Sink,
    _ batch: inout EventBatch
  ) {
    guard slots[slot][keyPath: value] != new else { return }
    slots[slot][keyPath: value] = new
    guard !isSingle else { return }
    if sentSlot != slot {
      sentSlot = slot
      sink.send(EventType.absolute, AxisCode.slot, Int32(slot), to: &batch)
    }
    sink.send(EventType.absolute, code, new, to: &batch)
    hasOpenFrame = true
  }

  // MARK: Frames

  /// Reports a key, if the device has it.
  mutating func report(key: UInt16, isDown: Bool, _ sink: Sink, to batch: inout EventBatch) {
    let bit = Self.bit(of: key) & keys
    guard bit != 0, (keysDown & bit != 0) != isDown else { return }
    keysDown ^= bit
    sink.send(EventType.key, key, isDown ? 1 : 0, to: &batch)
    hasOpenFrame = true
  }

  private static func bit(of key: UInt16) -> UInt64 {
    // A shift beyond the width gives 0.
    key >= KeyCode.left ? 1 << UInt64(key - KeyCode.left) : 0
  }

  /// Reports when the device looked.
  mutating func report(timestamp: Int32, _ sink: Sink, to batch: inout EventBatch) {
    sink.send(EventType.miscellaneous, MiscellaneousCode.timestamp, timestamp, to: &batch)
    hasOpenFrame = true
  }

  /// Drops what was not seen, and reports the oldest contact as the only one.
  ///
  /// The corresponding C function is `input_mt_sync_frame`.
  mutating func closeContacts(_ sink: Sink, to batch: inout EventBatch) {
    if dropsUnused {
      for index in slots.indices where slots[index].frame != frame {
        slot = index
        set(\.trackingID, AxisCode.trackingID, to: Slot.none, sink, &batch)
      }
    }
    var oldest: Int?
    var oldestID = nextTrackingID
    var count = 0
    for index in slots.indices where slots[index].isActive {
      count += 1
      // Tracking IDs go round.
      if (slots[index].trackingID &- oldestID) & 0x8000 != 0 {
        oldest = index
        oldestID = slots[index].trackingID
      }
    }
    report(key: KeyCode.touch, isDown: count > 0, sink, to: &batch)
    if countsFingers {
      for (index, tool) in Self.tools.enumerated() {
        report(key: tool, isDown: count == index + 1, sink, to: &batch)
      }
    }
    if let oldest {
      setSingle(\.x, AxisCode.x, to: slots[oldest].x, sink, &batch)
      setSingle(\.y, AxisCode.y, to: slots[oldest].y, sink, &batch)
    }
    if hasPressure {
      let pressure = oldest.map { slots[$0].pressure } ?? 0
      setSingle(\.pressure, AxisCode.singlePressure, to: pressure, sink, &batch)
    }
    frame &+= 1
  }

  /// Closes the frame, if anything was reported.
  mutating func closeFrame(_ sink: Sink, to batch: inout EventBatch) {
    guard hasOpenFrame else { return }
    hasOpenFrame = false
    sink.send(EventType.synchronization, SynchronizationCode.report, 0, to: &batch)
  }

  @inline(__always)
  private mutating func setSingle(
    _ value: WritableKeyPath<Slot, Int32>, _ code: UInt16, to new: Int32, _ sink: Sink,
    _ batch: inout EventBatch
  ) {
    guard single[keyPath: value] != new else { return }
    single[keyPath: value] = new
    sink.send(EventType.absolute, code, new, to: &batch)
    hasOpenFrame = true
  }
}
