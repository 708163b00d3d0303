import Quantities
import Recordings
import TouchInput

/// Events of a device with slots, as its driver would send them.
struct TouchScript {
  /// The events so far.
  private(set) var events: [InputEvent] = []

  private var contacts: [Int: Vector<Device>] = [:]
  private var lastID: Int32 = 0

  /// Sends a frame.
  ///
  /// - Parameters:
  ///   - milliseconds: When.
  ///   - changes: Where the finger in a slot is; nowhere if it leaves.
  mutating func frame(_ milliseconds: Double, _ changes: [Int: (x: Int, y: Int)?]) {
    let time = Timestamp(nanoseconds: Int64(milliseconds * 1e6))
    for (slot, position) in changes.sorted(by: { $0.key < $1.key }) {
      send(time, EventType.absolute, AxisCode.slot, Int32(slot))
      guard let position else {
        contacts[slot] = nil
        send(time, EventType.absolute, AxisCode.trackingID, -1)
        continue
      }
      if contacts[slot] == nil {
        lastID += 1
        send(time, EventType.absolute, AxisCode.trackingID, lastID)
      }
      contacts[slot] = Vector(x: position.x, y: position.y)
      send(time, EventType.absolute, AxisCode.contactX, Int32(position.x))
      send(time, EventType.absolute, AxisCode.contactY, Int32(position.y))
    }
    report(time)
  }

  /// Sends a key or button, in a frame of its own.
  mutating func key(_ milliseconds: Double, _ code: UInt16, isDown: Bool) {
    let time = Timestamp(nanoseconds: Int64(milliseconds * 1e6))
    send(time, EventType.key, code, isDown ? 1 : 0)
    report(time)
  }

  /// Sends the notice that events were thrown away, and the end of what is left of the frame.
  mutating func drop(_ milliseconds: Double) {
    let time = Timestamp(nanoseconds: Int64(milliseconds * 1e6))
    send(time, EventType.synchronization, SynchronizationCode.dropped, 0)
    contacts = [:]
    report(time)
  }

  /// Sends events that were made elsewhere.
  mutating func append(_ events: some Sequence<InputEvent>) {
    self.events.append(contentsOf: events)
  }

  private mutating func report(_ time: Timestamp) {
    send(time, EventType.synchronization, SynchronizationCode.report, 0)
  }

  private mutating func send(_ time: Timestamp, _ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  /// One finger, or several in a row, along x: a frame every 10 ms, and the lift 10 ms later.
  static func swipe(_ places: [Int], fingers: Int = 1, from start: Double = 0) -> Self {
    var script = Self()
    for (index, x) in places.enumerated() {
      let contacts = (0..<fingers).map { ($0, Optional((x: x + 20 * $0, y: 500))) }
      script.frame(start + Double(index) * 10, Dictionary(uniqueKeysWithValues: contacts))
    }
    script.frame(
      start + Double(places.count) * 10,
      Dictionary(uniqueKeysWithValues: (0..<fingers).map { ($0, nil) }))
    return script
  }
}

extension DeviceDescription {
  /// A surface of 100 × 100 mm with 10 units a millimeter and 5 slots.
  static func surface(
    _ name: String? = "Surface", _ properties: Properties = .direct, resolution: Int32 = 10
  ) -> Self {
    let axis = AbsoluteAxis(minimum: 0, maximum: 1000, resolution: resolution)
    return DeviceDescription(
      name: name, properties: properties,
      axes: [
        AxisCode.contactX: axis, AxisCode.contactY: axis,
        AxisCode.slot: AbsoluteAxis(minimum: 0, maximum: 4),
        AxisCode.trackingID: AbsoluteAxis(minimum: 0, maximum: 65_535),
      ],
      codes: [EventType.key: [KeyCode.touch]])
  }

  /// A device that nobody touches.
  static var keyboard: Self {
    DeviceDescription(name: "Keyboard", codes: [EventType.key: [30, 48, 46]])
  }
}
