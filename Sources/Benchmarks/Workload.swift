import Quantities
import TouchInput

/// The events that every benchmark works through: four-finger swipes on a touchpad.
///
/// All forms of them (evemu, YAML, raw) hold the same events, so that sums can be compared.
struct Workload {
  /// The number of slots, fingers and frames of a swipe.
  private static let fingers = 4
  private static let framesPerSwipe = 60

  /// What the device says of itself.
  let device: DeviceDescription

  /// The events, in the order of time.
  private(set) var events: [InputEvent] = []

  private var nanoseconds: Int64 = 1000
  private var nextTrackingID: Int32 = 1

  /// Makes a workload of at least some number of events.
  init(events count: Int) {
    let positions = DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 4095, resolution: 40)
    device = DeviceDescription(
      name: "Benchmark Pad", properties: [.pointer, .clickpad],
      axes: [
        AxisCode.slot: .init(minimum: 0, maximum: 4),
        AxisCode.contactX: positions,
        AxisCode.contactY: .init(minimum: 0, maximum: 2815, resolution: 40),
        AxisCode.trackingID: .init(minimum: 0, maximum: 65535),
      ],
      codes: [
        EventType.key: [
          KeyCode.left, KeyCode.finger, KeyCode.touch, KeyCode.twoFingers, KeyCode.fourFingers,
        ]
      ])
    events.reserveCapacity(count + 1000)
    while events.count < count { swipe() }
  }

  /// The sum of the values, which proves that the same events were read.
  var sum: Int { events.reduce(0) { $0 + Int($1.value) } }

  private mutating func swipe() {
    for finger in 0..<Self.fingers {
      add(EventType.absolute, AxisCode.slot, Int32(finger))
      add(EventType.absolute, AxisCode.trackingID, nextTrackingID)
      nextTrackingID = nextTrackingID % 65535 + 1
      move(finger, step: 0)
    }
    add(EventType.key, KeyCode.touch, 1)
    add(EventType.key, KeyCode.fourFingers, 1)
    close(after: 7_000_000)
    for step in 1..<Self.framesPerSwipe {
      for finger in 0..<Self.fingers {
        add(EventType.absolute, AxisCode.slot, Int32(finger))
        move(finger, step: step)
      }
      close(after: 7_000_000)
    }
    for finger in 0..<Self.fingers {
      add(EventType.absolute, AxisCode.slot, Int32(finger))
      add(EventType.absolute, AxisCode.trackingID, -1)
    }
    add(EventType.key, KeyCode.touch, 0)
    add(EventType.key, KeyCode.fourFingers, 0)
    close(after: 500_000_000)
  }

  private mutating func move(_ finger: Int, step: Int) {
    add(EventType.absolute, AxisCode.contactX, Int32(400 + 500 * finger + 25 * step))
    add(EventType.absolute, AxisCode.contactY, Int32(1000 + 50 * finger + step % 3))
  }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(
      InputEvent(
        time: Timestamp(nanoseconds: nanoseconds), type: type, code: code, value: value))
  }

  private mutating func close(after interval: Int64) {
    add(EventType.synchronization, SynchronizationCode.report, 0)
    nanoseconds += interval
  }
}

// MARK: The forms

extension Workload {
  /// The events as evemu 1.3 has them, with comments.
  var evemu: [UInt8] {
    var text = Text(capacity: events.count * 56)
    for event in events {
      let (seconds, micros) = Self.parts(of: event.time)
      text.add("E: \(seconds).")
      text.add(padded(micros, 6))
      text.add(" " + hexadecimal(event.type) + " " + hexadecimal(event.code) + " ")
      text.add(event.value < 0 ? "-" + padded(-Int(event.value), 3) : padded(Int(event.value), 4))
      text.add(comment(event, "\t# "))
    }
    return text.bytes
  }

  /// The events as `libinput record` has them, with comments.
  var libinput: [UInt8] {
    var text = Text(capacity: events.count * 72)
    text.add(Self.libinputHead)
    var isOpen = false
    for event in events {
      if !isOpen { text.add("  - evdev:\n") }
      let (seconds, micros) = Self.parts(of: event.time)
      text.add("    - [" + aligned(seconds, 3) + ", " + aligned(micros, 6) + ", ")
      text.add(aligned(Int(event.type), 3) + ", " + aligned(Int(event.code), 3) + ", ")
      text.add(aligned(Int(event.value), 7) + "]")
      text.add(comment(event, " # "))
      isOpen = event.type != EventType.synchronization
    }
    return text.bytes
  }

  /// The events as the kernel has them on 64-bit machines.
  var raw: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.count * 24)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for event in events {
      let (seconds, micros) = Self.parts(of: event.time)
      add(Int64(seconds))
      add(Int64(micros))
      add(event.type)
      add(event.code)
      add(event.value)
    }
    return bytes
  }

  private static var libinputHead: String {
    """
    # libinput record
    version: 1
    ndevices: 1
    libinput:
      version: "1.22.1"
    devices:
    - node: /dev/input/event5
      evdev:
        name: "Benchmark Pad"
        id: [24, 0, 0, 0]
        codes:
          3: [47, 53, 54, 57] # EV_ABS
        absinfo:
          47: [0, 4, 0, 0, 0]
          53: [0, 4095, 0, 0, 40]
          54: [0, 2815, 0, 0, 40]
          57: [0, 65535, 0, 0, 0]
        properties: [0, 2]
      events:

    """
  }

  private static func parts(of time: Timestamp) -> (seconds: Int, micros: Int) {
    let micros = Int(time.nanoseconds / 1000)
    return (micros / 1_000_000, micros % 1_000_000)
  }

  private func comment(_ event: InputEvent, _ separator: String) -> String {
    switch event.type {
    case EventType.synchronization:
      separator + "------------ SYN_REPORT (0) ---------- +7ms\n"
    case EventType.key: separator + "EV_KEY / BTN_TOUCH            \(event.value)\n"
    default: separator + "EV_ABS / ABS_MT_POSITION_X    \(event.value)\n"
    }
  }

  private func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private func aligned(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func hexadecimal(_ value: UInt16) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}

/// Text that grows.
private struct Text {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
