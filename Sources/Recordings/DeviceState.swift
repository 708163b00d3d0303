import TouchInput

/// What the keys, axes and slots of a device are, as its events tell.
struct DeviceState: Sendable {
  /// The most slots that are kept; the kernel's drivers have at most 64.
  static let mostSlots: Int32 = 64

  /// The keys that are down.
  private(set) var keys: Set<UInt16> = []

  /// The values of the axes that are no contact's.
  private(set) var axes: [UInt16: Int32] = [:]

  /// The values of the contacts' axes, by slot.
  private(set) var slots: [Int32: [UInt16: Int32]] = [:]

  /// The slot that values go to.
  private(set) var slot: Int32 = 0

  /// Whether events are passed over up to the end of a frame, since others were dropped.
  private var isDropping = false

  /// Whether an axis is one that each contact has of its own.
  static func isContactAxis(_ code: UInt16) -> Bool {
    code > AxisCode.slot && code < AxisCode.maximum
  }

  /// Takes an event.
  mutating func handle(_ event: InputEvent) {
    if event.type == EventType.synchronization {
      synchronize(event.code)
    } else if isDropping {
      return
    } else if event.type == EventType.key {
      if event.value == 0 { keys.remove(event.code) } else { keys.insert(event.code) }
    } else if event.type == EventType.absolute {
      if event.code == AxisCode.slot {
        slot = event.value
      } else if !Self.isContactAxis(event.code) {
        axes[event.code] = event.value
      } else if (0..<Self.mostSlots).contains(slot) {
        slots[slot, default: [:]][event.code] = event.value
      }
    }
  }

  private mutating func synchronize(_ code: UInt16) {
    switch code {
    case SynchronizationCode.dropped:
      self = Self()
      isDropping = true
    case SynchronizationCode.report: isDropping = false
    // In protocol A the values are of a group that ends here, and none stays.
    case SynchronizationCode.contactReport: slots[slot] = nil
    default: break
    }
  }
}
