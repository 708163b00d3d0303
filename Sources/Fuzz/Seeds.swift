import Foundation
import Quantities
import Recordings
import TouchInput

/// The first inputs of the fuzzer: recordings in the form that a target reads.
struct Seeds {
  private let recordings: [(name: String, device: DeviceDescription, events: [InputEvent])]

  /// Reads the recordings in a folder.
  init(from folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    recordings = try files.filter { $0.pathExtension == "evemu" }
      .sorted { $0.path < $1.path }
      .map { file in
        var reader = RecordingReader()
        var batch = EventBatch()
        try Data(contentsOf: file).withUnsafeBytes { try reader.read($0, into: &batch) }
        try reader.finish(into: &batch)
        // Short inputs are worth more than whole recordings.
        return (
          file.lastPathComponent, reader.devices.first ?? DeviceDescription(),
          Array(batch.events.map(\.event).prefix(60))
        )
      }
  }

  /// Writes them for a target.
  func write(_ target: FuzzTarget, to folder: URL) throws {
    guard target != .hid, target != .reports else {
      for seed in ReportSeed.all {
        let bytes = target == .hid ? Array(seed.text.utf8) : seed.bytes
        try Data(bytes).write(to: folder.appending(path: seed.name))
      }
      return
    }
    for recording in recordings {
      let bytes =
        switch target {
        case .evemu, .detection: evemu(recording.device, recording.events)
        case .planted: evemu(nil, Array(recording.events.prefix(6)))
        case .libinput: Array(libinput(recording.device, recording.events).utf8)
        case .evtest: Array(evtest(recording.device, recording.events).utf8)
        case .getevent: Array(getevent(recording.events).utf8)
        case .uinput: uinput(recording.device, recording.events)
        case .hid, .reports: [UInt8]()
        case .raw: raw(recording.events)
        case .debugEvents: Array(Self.debugEvents.utf8)
        case .sampleTable: Array(table(recording.events).utf8)
        case .decision: decision(recording.events, ofTouchpad: recording.name.contains("pad-"))
        }
      try Data(bytes).write(to: folder.appending(path: recording.name))
    }
  }

  /// A swipe, a pinch, a hold and a scroll, in words of several versions of libinput.
  private static let debugEvents = """
    -event6  DEVICE_ADDED  Some Pad  seat0 default group1  cap:pg  size 116x56mm tap(dl off)
     event6  GESTURE_SWIPE_BEGIN  +0.036s\t3
     event6  GESTURE_SWIPE_UPDATE  2 +0.043s\t3 -0.62/15.82 (-0.59/14.94 unaccelerated)
     event6  GESTURE_SWIPE_UPDATE  +0.05s\t3 -0.62/15.82
     event6  GESTURE_SWIPE_END  +0.121s\t3 cancelled
     event6  GESTURE_PINCH_BEGIN  +1.0s\t2
     event6  GESTURE_PINCH_UPDATE  +1.1s\t2  1.00/ 2.00 ( 3.00/ 4.00 unaccelerated)  1.01 @ 0.2
     event6  GESTURE_PINCH_END  +1.2s\t2
     event6  GESTURE_HOLD_BEGIN  +2.0s\t4
     event6  GESTURE_HOLD_END  +2.5s\t4
     event6  POINTER_SCROLL_FINGER  +4.083s\tvert 0.00/0.0 horiz 7.57/0.0* (finger)
     event6  POINTER_AXIS  +4.19s\tvert 0.00* horiz 0.00* (finger)

    """

  private func evemu(_ device: DeviceDescription?, _ events: [InputEvent]) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = EvemuWriter()
    if let device { writer.write(device, to: &bytes) }
    for event in events { writer.write(event, to: &bytes) }
    return bytes
  }

  private func libinput(_ device: DeviceDescription, _ events: [InputEvent]) -> String {
    var text = "# libinput record\nversion: 1\nndevices: 1\ndevices:\n- node: /dev/input/event4\n"
    text += "  evdev:\n    name: \"\(device.name ?? "")\"\n    absinfo:\n"
    for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
      text += "      \(code): [\(axis.minimum), \(axis.maximum), 0, 0, \(axis.resolution)]\n"
    }
    text += "    properties: [0, 2]\n  events:\n  - evdev:\n"
    for event in events {
      let (seconds, micros) = parts(event)
      text += "    - [\(seconds), \(micros), \(event.type), \(event.code), \(event.value)] # x\n"
      if event.type == EventType.synchronization { text += "  - evdev:\n" }
    }
    return text
  }

  private func evtest(_ device: DeviceDescription, _ events: [InputEvent]) -> String {
    var text = "Input driver version is 1.0.1\nInput device name: \"\(device.name ?? "")\"\n"
    text += "Supported events:\n  Event type 3 (EV_ABS)\n"
    for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
      text += "    Event code \(code) (ABS)\n      Value      0\n      Min      \(axis.minimum)\n"
      text += "      Max      \(axis.maximum)\n      Resolution      \(axis.resolution)\n"
    }
    text += "Testing ... (interrupt to exit)\n"
    for event in events {
      let (seconds, micros) = parts(event)
      text +=
        "Event: time \(seconds).\(String(repeating: "0", count: 6 - "\(micros)".count))\(micros), "
      text +=
        event.type == EventType.synchronization
        ? "-------------- SYN_REPORT ------------\n"
        : "type \(event.type) (EV_ABS), code \(event.code) (ABS), value \(event.value)\n"
    }
    return text
  }

  private func getevent(_ events: [InputEvent]) -> String {
    events.map { event in
      let (seconds, micros) = parts(event)
      let word = String(UInt32(bitPattern: event.value), radix: 16)
      return "[ \(seconds).\(String(repeating: "0", count: 6 - "\(micros)".count))\(micros)] "
        + "\(hexadecimal(event.type)) \(hexadecimal(event.code)) "
        + String(repeating: "0", count: 8 - word.count) + word + "\n"
    }.joined()
  }

  /// The events with the head of what AOSP's examples look like in front.
  private func uinput(_ device: DeviceDescription, _ events: [InputEvent]) -> [UInt8] {
    var bytes = Array(Self.command.utf8)
    var writer = UinputWriter()
    writer.begin([WrittenDevice(device)], to: &bytes)
    for event in events { writer.write(event, of: 0, to: &bytes) }
    writer.finish(to: &bytes)
    return bytes
  }

  /// A command with names, comments and numbers of all kinds.
  private static let command = """
    // Two devices
    {
      "id": 2, "command": "register", "name": "Pad \\u00e9", "vid": 0x18d1, 'bus': "usb",
      "configuration": [
        {"type": "UI_SET_EVBIT", "data": ["EV_KEY", 3, 0x14]}, /* and */
        {"type": 101, "data": ["BTN_TOUCH", 0512,],},
      ],
      "abs_info": [{"code": "ABS_X", "info": {"value": 0, "minimum": -5, "maximum": 0xff}}]
    }
    {"id": 2, "command": "delay", "duration": 10}
    {"id": 2, "command": "inject", "events": ["EV_ABS", "ABS_X", -1, 0, "SYN_REPORT", 0]}
    {"id": 2, "command": "sync", "syncToken": "a"}

    """

  private func raw(_ events: [InputEvent]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for event in events {
      let (seconds, micros) = parts(event)
      add(Int64(seconds))
      add(Int64(micros))
      add(event.type)
      add(event.code)
      add(event.value)
    }
    return bytes
  }

  private func table(_ events: [InputEvent]) -> String {
    var rows: [String] = []
    for event in events where event.code == AxisCode.contactX && event.type == EventType.absolute {
      let (seconds, micros) = parts(event)
      rows.append("[\(Double(seconds) + Double(micros) / 1e6), \(event.value)]")
    }
    return "{\"schema\": \"sample-table/1\", \"travel\": 1000, \"units_per_mm\": 10, \"samples\": ["
      + rows.joined(separator: ", ") + "], \"end\": {\"t\": 9, \"kind\": \"lift\"}}"
  }

  /// The events as the target `decision` makes them of bytes.
  private func decision(_ events: [InputEvent], ofTouchpad isTouchpad: Bool) -> [UInt8] {
    var bytes: [UInt8] = [0, 6, 0, 0, 0, 1, 0, 1, 1]
    // A clickpad of five slots and libinput's rules, or a device that says nothing.
    bytes += isTouchpad ? [1, 0x84, 1] : [0, 0]
    var last: Int64 = 0
    for event in events {
      let kind: UInt8? =
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report): 0
        case (EventType.absolute, AxisCode.contactX): 1
        case (EventType.absolute, AxisCode.contactY): 2
        case (EventType.absolute, AxisCode.slot): 3
        case (EventType.absolute, AxisCode.trackingID): 4
        case (EventType.key, KeyCode.touch): 5
        default: nil
        }
      guard let kind else { continue }
      let step = max(0, min(63, (event.time.nanoseconds - last) / 1_000_000))
      last = event.time.nanoseconds
      let value = UInt16(bitPattern: Int16(truncatingIfNeeded: event.value))
      bytes += [kind, UInt8(step), UInt8(value >> 8), UInt8(value & 255)]
    }
    return bytes
  }

  private func parts(_ event: InputEvent) -> (seconds: Int64, micros: Int64) {
    let micros = max(0, event.time.nanoseconds / 1000)
    return (micros / 1_000_000, micros % 1_000_000)
  }

  private func hexadecimal(_ value: UInt16) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}
