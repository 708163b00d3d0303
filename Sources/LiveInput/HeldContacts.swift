import Quantities
package import TouchInput

/// What is down on a device, by the events that it was sent, so that all of it can be lifted.
package struct HeldContacts: Hashable, Sendable {
  /// The slots that the device has.
  private let slots: ClosedRange<Int32>

  /// The slot that values belong to.
  private var slot: Int32 = 0

  /// The slots that are touched.
  private var touched: Set<Int32> = []

  /// The keys and buttons that are down.
  private var keys: Set<UInt16> = []

  /// Whether contacts come as groups without slots, protocol A, and the last frame had one.
  private var isGroupDown = false

  /// Whether the frame that is not closed has a group.
  private var hasGroup = false

  /// Creates the state of a device that nobody has touched.
  package init(_ device: DeviceDescription) {
    slots = 0...max(device.largestSlot ?? 0, 0)
  }

  /// Whether nothing is down.
  package var isEmpty: Bool { touched.isEmpty && keys.isEmpty && !isGroupDown && !hasGroup }

  /// Follows an event.
  package mutating func handle(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (EventType.absolute, AxisCode.slot):
      // As the kernel, which passes over slots that there are not.
      if slots.contains(event.value) { slot = event.value }
    case (EventType.absolute, AxisCode.trackingID):
      if event.value < 0 { touched.remove(slot) } else { touched.insert(slot) }
    case (EventType.key, let code):
      if event.value == 0 { keys.remove(code) } else { keys.insert(code) }
    case (EventType.synchronization, SynchronizationCode.contactReport): hasGroup = true
    case (EventType.synchronization, SynchronizationCode.report):
      isGroupDown = hasGroup
      hasGroup = false
    default: break
    }
  }

  /// The frame that takes the device back to where a recording begins; empty if it is there.
  ///
  /// All that is down is lifted, in the order of slots and keys, and values belong to the first
  /// slot.
  package var lift: [InputEvent] {
    guard !isEmpty || slot != 0 else { return [] }
    var events: [InputEvent] = []
    func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: .zero, type: type, code: code, value: value))
    }
    for slot in touched.sorted() {
      append(EventType.absolute, AxisCode.slot, slot)
      append(EventType.absolute, AxisCode.trackingID, -1)
    }
    if (touched.max() ?? slot) != 0 { append(EventType.absolute, AxisCode.slot, 0) }
    for key in keys.sorted() { append(EventType.key, key, 0) }
    if isGroupDown || hasGroup {
      append(EventType.synchronization, SynchronizationCode.contactReport, 0)
    }
    append(EventType.synchronization, SynchronizationCode.report, 0)
    return events
  }
}
