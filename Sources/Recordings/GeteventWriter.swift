public import TouchInput

/// Writes a recording as Android's `getevent -lt` prints it, with the listing of `getevent -p` for
/// each device in front, so that the ranges of the axes are there.
///
/// Events name their device file: one that is not known, or could be taken for something else, is
/// `/dev/input/eventN` with the first number that is free.
public struct GeteventWriter: RecordingWriter {
  private var paths: [String] = []

  /// Creates a writer at the start of a recording.
  public init() {}

  // MARK: The devices

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    paths = devices.usablePaths
    for (index, device) in devices.enumerated() {
      bytes.append(text: "add device \(index + 1): \(paths[index])\n")
      Self.write(device.description, to: &bytes)
    }
  }

  private static func write(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    let identity = description.identity
    for (word, part) in [
      ("bus:     ", identity.bus), ("vendor   ", identity.vendor), ("product  ", identity.product),
      ("version  ", identity.version),
    ] {
      bytes.append(text: "  \(word) ")
      bytes.append(hexadecimal: UInt64(part), width: 4)
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(text: "  name:     \"\((description.name ?? "").onOneLine)\"\n  events:\n")
    for (type, codes) in description.listedCodes {
      bytes.append(text: "    \(Self.kinds[type] ?? "???") (")
      bytes.append(hexadecimal: UInt64(type), width: 4)
      bytes.append(text: "):")
      for (place, code) in codes.enumerated() {
        let isAxis = type == EventType.absolute
        // Four keys a line, and an axis.
        if place > 0, isAxis || place.isMultiple(of: 4) {
          bytes.append(text: "\n               ")
        }
        bytes.append(UInt8(ascii: " "))
        bytes.append(text: EventNames.label(ofCode: code, type: type) ?? code.digits, width: 21)
        guard isAxis, let axis = description.axes[code] else { continue }
        bytes.append(
          text: " : value 0, min \(axis.minimum), max \(axis.maximum), fuzz \(axis.fuzz), "
            + "flat \(axis.flat), resolution \(axis.resolution)")
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(text: "  input props:\n")
    let properties = description.properties.numbers
    if properties.isEmpty { bytes.append(text: "    <none>\n") }
    for property in properties {
      let name = EventNames.name(ofProperty: property) ?? UInt16(property).digits
      bytes.append(text: "    \(name)\n")
    }
  }

  /// What the tool calls the kinds of events in its listing.
  private static let kinds: [UInt16: String] = [
    0x01: "KEY", 0x02: "REL", 0x03: "ABS", 0x04: "MSC", 0x05: "SW ", 0x11: "LED", 0x12: "SND",
    0x15: "FF ", 0x16: "PWR",
  ]

  // MARK: Events

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    bytes.append(seconds: event.time, width: 8)
    bytes.append(text: "] \(paths[device]): ")
    if let name = EventNames.name(ofType: event.type) {
      bytes.append(text: name, width: 12)
    } else {
      bytes.append(text: event.type.digits, width: 12)
    }
    bytes.append(UInt8(ascii: " "))
    let label = EventNames.label(ofCode: event.code, type: event.type)
    bytes.append(text: label ?? event.code.digits, width: 20)
    bytes.append(UInt8(ascii: " "))
    if let word = Self.word(for: event) {
      bytes.append(text: word, width: 20)
    } else {
      bytes.append(hexadecimal: UInt64(UInt32(bitPattern: event.value)), width: 8)
      bytes.append(text: "            ")
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  public mutating func finish(to bytes: inout [UInt8]) {}

  /// The word that the tool prints for a value, if it has one.
  private static func word(for event: InputEvent) -> String? {
    switch (event.type, event.code, event.value) {
    case (EventType.key, _, 0): "UP"
    case (EventType.key, _, 1): "DOWN"
    case (EventType.key, _, 2): "REPEAT"
    case (EventType.absolute, AxisCode.toolType, 0): "MT_TOOL_FINGER"
    case (EventType.absolute, AxisCode.toolType, 1): "MT_TOOL_PEN"
    case (EventType.absolute, AxisCode.toolType, 2): "MT_TOOL_PALM"
    default: nil
    }
  }
}

extension UInt16 {
  /// The number in four hexadecimal digits.
  fileprivate var digits: String {
    var bytes: [UInt8] = []
    bytes.append(hexadecimal: UInt64(self), width: 4)
    return String(decoding: bytes, as: UTF8.self)
  }
}
