import Quantities
import TouchInput

/// The driver of a touch device, as the kernel's `input-mt.c` reports contacts: protocol B with
/// slots, or one position alone.
///
/// Only what changes is reported, and a frame in which nothing does is not reported at all. A
/// finger takes the first slot that is free; `BTN_TOUCH`, `BTN_TOOL_*`, `ABS_X` and `ABS_Y` follow
/// the contact that has been down longest.
struct ContactReporter: Sendable {
  /// A finger on the surface.
  struct Touch: Hashable, Sendable {
    /// Which finger it is.
    var finger: Int

    /// Where it is, in device units.
    var x: Int32

    /// Where it is, in device units.
    var y: Int32
  }

  /// The largest tracking ID, `TRKID_MAX` in the kernel.
  static let largestTrackingID: Int32 = 0xffff

  private struct Slot {
    var finger: Int?
    var trackingID: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
  }

  private static let tools: [UInt16] = [
    KeyCode.finger, KeyCode.twoFingers, KeyCode.threeFingers, KeyCode.fourFingers,
    KeyCode.fiveFingers,
  ]

  private let device: SyntheticDevice
  private var slots: [Slot]
  private var selected = 0
  private var nextTrackingID: Int32
  private var keys: Set<UInt16> = []
  private var single = Slot()
  private var events: [InputEvent] = []
  private var time = Timestamp.zero

  /// Creates the driver of a device that nobody touches yet.
  init(_ device: SyntheticDevice, firstTrackingID: Int32) {
    self.device = device
    slots = Array(repeating: Slot(), count: device.positions)
    nextTrackingID = firstTrackingID
  }

  /// Reports the fingers that are down.
  ///
  /// - Returns: The events, the last one a `SYN_REPORT`, or none if nothing changed.
  mutating func report(
    _ touches: [Touch], isButtonDown: Bool, at time: Timestamp
  ) -> [InputEvent] {
    self.time = time
    events = []
    assign(touches)
    if !device.isSingleTouch {
      for index in slots.indices { report(slot: index, touches) }
    }
    report(KeyCode.left, isDown: isButtonDown)
    report(KeyCode.touch, isDown: !touches.isEmpty)
    if device.countsFingers {
      for (index, tool) in Self.tools.enumerated() {
        report(tool, isDown: touches.count == index + 1)
      }
    }
    reportOldest(touches)
    guard !events.isEmpty else { return [] }
    add(EventType.synchronization, SynchronizationCode.report, 0)
    return events
  }

  /// Frees the slots of fingers that left, and gives those that came the first free ones.
  private mutating func assign(_ touches: [Touch]) {
    for index in slots.indices {
      guard let finger = slots[index].finger else { continue }
      if !touches.contains(where: { $0.finger == finger }) { slots[index].finger = nil }
    }
    for touch in touches where !slots.contains(where: { $0.finger == touch.finger }) {
      // A slot that has just been left reports the lift before anybody takes it.
      let free = slots.firstIndex { $0.finger == nil && $0.trackingID < 0 }
      if let free { slots[free].finger = touch.finger }
    }
  }

  private mutating func report(slot index: Int, _ touches: [Touch]) {
    guard let touch = touches.first(where: { $0.finger == slots[index].finger }) else {
      guard slots[index].trackingID >= 0 else { return }
      slots[index].trackingID = -1
      select(index)
      add(EventType.absolute, AxisCode.trackingID, -1)
      return
    }
    if slots[index].trackingID < 0 {
      slots[index].trackingID = nextTrackingID
      nextTrackingID = nextTrackingID < Self.largestTrackingID ? nextTrackingID + 1 : 0
      select(index)
      add(EventType.absolute, AxisCode.trackingID, slots[index].trackingID)
    }
    if slots[index].x != touch.x {
      slots[index].x = touch.x
      select(index)
      add(EventType.absolute, AxisCode.contactX, touch.x)
    }
    if slots[index].y != touch.y {
      slots[index].y = touch.y
      select(index)
      add(EventType.absolute, AxisCode.contactY, touch.y)
    }
  }

  private mutating func select(_ index: Int) {
    guard selected != index else { return }
    selected = index
    add(EventType.absolute, AxisCode.slot, Int32(index))
  }

  /// Reports the position of the contact that has been down longest.
  private mutating func reportOldest(_ touches: [Touch]) {
    // Touches come in the order of their landing.
    let reported = touches.first { touch in slots.contains { $0.finger == touch.finger } }
    guard let touch = reported else { return }
    if single.x != touch.x {
      single.x = touch.x
      add(EventType.absolute, AxisCode.x, touch.x)
    }
    if single.y != touch.y {
      single.y = touch.y
      add(EventType.absolute, AxisCode.y, touch.y)
    }
  }

  private mutating func report(_ key: UInt16, isDown: Bool) {
    guard keys.contains(key) != isDown else { return }
    if isDown { keys.insert(key) } else { keys.remove(key) }
    add(EventType.key, key, isDown ? 1 : 0)
  }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
