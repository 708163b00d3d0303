public import TouchInput

/// Writes a recording as `evtest` prints it.
///
/// Synchronization events have no value there, and names no line break. What is not known of the
/// device is left out.
public struct EvtestWriter: RecordingWriter {
  /// Creates a writer at the start of a recording.
  public init() {}

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    let description = devices[0].description
    let identity = description.identity
    bytes.append(text: "Input driver version is 1.0.1\nInput device ID:")
    for (word, part) in [
      ("bus", identity.bus), ("vendor", identity.vendor), ("product", identity.product),
      ("version", identity.version),
    ] {
      bytes.append(text: " \(word) 0x")
      bytes.append(hexadecimal: UInt64(part), width: 1)
    }
    bytes.append(text: "\nInput device name: \"\((description.name ?? "").onOneLine)\"\n")
    bytes.append(text: "Supported events:\n  Event type 0 (EV_SYN)\n")
    for (type, codes) in description.listedCodes {
      bytes.append(
        text: "  Event type \(type) (\(EventNames.name(ofType: type) ?? Self.unknown))\n")
      for code in codes {
        let name = EventNames.name(ofCode: code, type: type) ?? Self.unknown
        bytes.append(text: "    Event code \(code) (\(name))\n")
        guard type == EventType.absolute, let axis = description.axes[code] else { continue }
        Self.write(axis, to: &bytes)
      }
    }
    bytes.append(text: "Properties:\n")
    for property in description.properties.numbers {
      let name = EventNames.name(ofProperty: property) ?? Self.unknown
      bytes.append(text: "  Property type \(property) (\(name))\n")
    }
    bytes.append(text: "Testing ... (interrupt to exit)\n")
  }

  /// Appends the range of an axis; the tool leaves out what is 0 beside it.
  private static func write(_ axis: DeviceDescription.AbsoluteAxis, to bytes: inout [UInt8]) {
    let rows = [
      ("Value", 0, true), ("Min", axis.minimum, true), ("Max", axis.maximum, true),
      ("Fuzz", axis.fuzz, false), ("Flat", axis.flat, false),
      ("Resolution", axis.resolution, false),
    ]
    for (word, value, isAlways) in rows where isAlways || value != 0 {
      bytes.append(text: "      ")
      bytes.append(text: word, width: 6)
      bytes.append(UInt8(ascii: " "))
      bytes.append(padded: Int64(value), width: 7)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    bytes.append(text: "Event: time ")
    bytes.append(seconds: event.time)
    if event.type == EventType.synchronization, let line = Self.separator(event.code) {
      bytes.append(text: ", \(line)\n")
      return
    }
    bytes.append(text: ", type \(event.type) (")
    bytes.append(text: EventNames.name(ofType: event.type) ?? Self.unknown)
    bytes.append(text: "), code \(event.code) (")
    bytes.append(text: EventNames.name(ofCode: event.code, type: event.type) ?? Self.unknown)
    bytes.append(text: "), value ")
    let isScanCode =
      event.type == EventType.miscellaneous && (event.code == 3 || event.code == 4)
    if isScanCode {
      bytes.append(hexadecimal: UInt64(UInt32(bitPattern: event.value)), width: 2)
    } else {
      bytes.append(decimal: Int64(event.value), width: 1)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  public mutating func finish(to bytes: inout [UInt8]) {}

  /// How the tool prints a synchronization event, or `nil` for one that has no name.
  private static func separator(_ code: UInt16) -> String? {
    switch code {
    case SynchronizationCode.report: "-------------- SYN_REPORT ------------"
    case 1: "-------------- SYN_CONFIG ------------"
    case SynchronizationCode.contactReport: "++++++++++++++ SYN_MT_REPORT ++++++++++++"
    case SynchronizationCode.dropped: ">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<"
    default: nil
    }
  }

  /// What the tool prints for a name that it does not know.
  private static let unknown = "?"
}
