public import TouchInput
import Quantities

/// Writes a recording as the text of evemu, version 1.3.
///
/// Reading it again gives the same description and the same events, to a microsecond. evemu's own
/// tools read it too.
///
/// ```
/// var writer = EvemuWriter()
/// writer.write(description, to: &bytes)
/// for event in events { writer.write(event, to: &bytes) }
/// ```
public struct EvemuWriter: RecordingWriter {
  /// The time of the last synchronization, in milliseconds.
  private var lastReport: Int64?

  /// The machine that the events come from, if they come from one right now.
  private let machine: RecordingMachine?

  /// Creates a writer at the start of a recording.
  ///
  /// - Parameter machine: What is told of the machine, as `evemu-record` does where it records;
  ///   `nil`: nothing.
  public init(on machine: RecordingMachine? = nil) {
    self.machine = machine
  }

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    write(devices[0].description, values: devices[0].axisValues, to: &bytes)
    guard machine != nil else { return }
    bytes.append(
      text: """
        ################################
        #      Waiting for events      #
        ################################

        """)
  }

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    write(event, to: &bytes)
  }

  public mutating func finish(to bytes: inout [UInt8]) {}

  // MARK: Events

  /// Appends an event.
  ///
  /// Times keep their whole microseconds.
  public mutating func write(_ event: InputEvent, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "E: ".utf8)
    bytes.append(seconds: event.time)
    bytes.append(UInt8(ascii: " "))
    bytes.append(hexadecimal: UInt64(event.type), width: 4)
    bytes.append(UInt8(ascii: " "))
    bytes.append(hexadecimal: UInt64(event.code), width: 4)
    bytes.append(UInt8(ascii: " "))
    bytes.append(decimal: Int64(event.value), width: 4)
    bytes.append(contentsOf: "\t# ".utf8)
    if event.type == EventType.synchronization {
      writeSeparator(event, at: event.time.nanoseconds.floored(by: 1_000_000), to: &bytes)
    } else {
      bytes.append(text: EventNames.name(ofType: event.type) ?? Self.unknown)
      bytes.append(contentsOf: " / ".utf8)
      bytes.append(
        text: EventNames.name(ofCode: event.code, type: event.type) ?? Self.unknown, width: 20)
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: Int64(event.value), width: 1)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the comment of a synchronization event, with the time since the last one.
  private mutating func writeSeparator(
    _ event: InputEvent, at milliseconds: Int64, to bytes: inout [UInt8]
  ) {
    let name = EventNames.name(ofCode: event.code, type: event.type) ?? Self.unknown
    let isContact = event.code == SynchronizationCode.contactReport
    bytes.append(contentsOf: (isContact ? "++++++++++++ " : "------------ ").utf8)
    bytes.append(text: name)
    bytes.append(contentsOf: " (".utf8)
    bytes.append(decimal: Int64(event.value), width: 1)
    bytes.append(contentsOf: (isContact ? ") ++++++++++" : ") ---------- ").utf8)
    guard !isContact else { return }
    let passed = milliseconds - (lastReport ?? milliseconds)
    lastReport = milliseconds
    if passed >= 0 { bytes.append(UInt8(ascii: "+")) }
    bytes.append(decimal: passed, width: 1)
    bytes.append(contentsOf: "ms".utf8)
  }

  /// What evemu prints for a name that it does not know.
  private static let unknown = "(null)"

  // MARK: The description

  /// Appends the head of a recording: what a device says of itself.
  ///
  /// Control characters in the name are replaced, so that it cannot begin a line of its own.
  ///
  /// - Parameters:
  ///   - description: What the device says.
  ///   - values: The values of its axes at the start, if a comment is to say them.
  ///   - bytes: Where it goes.
  public func write(
    _ description: DeviceDescription, values: [UInt16: Int32] = [:], to bytes: inout [UInt8]
  ) {
    let given = description.name ?? ""
    let name = given.isEmpty ? EvemuReader.noName : given.onOneLine
    let identity = description.identity
    bytes.append(contentsOf: "# EVEMU 1.3\n".utf8)
    if let kernel = machine?.kernel { bytes.append(text: "# Kernel: \(kernel.onOneLine)\n") }
    if let model = machine?.model { bytes.append(text: "# DMI: \(model.onOneLine)\n") }
    writeComments(on: description, named: name, values, to: &bytes)
    bytes.append(contentsOf: "N: \(name)\nI:".utf8)
    for part in [identity.bus, identity.vendor, identity.product, identity.version] {
      bytes.append(UInt8(ascii: " "))
      bytes.append(hexadecimal: UInt64(part), width: 4)
    }
    bytes.append(contentsOf: "\nP:".utf8)
    let properties = (0..<8).map {
      UInt8(truncatingIfNeeded: description.properties.rawValue >> (8 * $0))
    }
    bytes.append(bits: properties)
    writeCodes(of: description, to: &bytes)
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      bytes.append(contentsOf: "A: ".utf8)
      bytes.append(hexadecimal: UInt64(code), width: 2)
      for value in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
        bytes.append(UInt8(ascii: " "))
        bytes.append(decimal: Int64(value), width: 1)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends the bits of the codes, a byte for eight, in lines of eight bytes.
  private func writeCodes(of description: DeviceDescription, to bytes: inout [UInt8]) {
    let codes = description.sendableCodes
    let types = Set(codes.keys).union(Self.lines.keys)
    for type in types.sorted() {
      // The bits of the first kind are the kinds themselves.
      let bits = type == EventType.synchronization ? Set(codes.keys).union([0]) : codes[type] ?? []
      let lines = max(Self.lines[type] ?? 1, Int(bits.max() ?? 0) / 64 + 1)
      for line in 0..<lines {
        bytes.append(contentsOf: "B: ".utf8)
        bytes.append(hexadecimal: UInt64(type), width: 2)
        bytes.append(
          bits: (0..<8).map { byte in
            (0..<8).reduce(0) { sum, bit in
              sum | (bits.contains(UInt16(line * 64 + byte * 8 + bit)) ? 1 << UInt8(bit) : 0)
            }
          })
      }
    }
  }

  /// How many lines evemu always writes for a kind of event.
  private static let lines: [UInt16: Int] = [
    0x00: 1, 0x01: 12, 0x02: 1, 0x03: 1, 0x04: 1, 0x05: 1, 0x11: 1, 0x12: 1, 0x14: 1, 0x15: 2,
  ]

  /// Appends what evemu says for a person to read.
  private func writeComments(
    on description: DeviceDescription, named name: String, _ values: [UInt16: Int32],
    to bytes: inout [UInt8]
  ) {
    let identity = description.identity
    bytes.append(contentsOf: "# Input device name: \"\(name)\"\n# Input device ID:".utf8)
    for (word, part) in [
      ("bus", identity.bus), ("vendor", identity.vendor), ("product", identity.product),
      ("version", identity.version),
    ] {
      bytes.append(contentsOf: " \(word) 0x".utf8)
      bytes.append(hexadecimal: UInt64(part), width: 2)
    }
    bytes.append(UInt8(ascii: "\n"))
    if let size = description.surface(.single)?.millimeters
      ?? description.surface(.contacts)?.millimeters
    {
      bytes.append(
        contentsOf: "# Size in mm: \(Int64(size.width))x\(Int64(size.height))\n".utf8)
    }
    bytes.append(contentsOf: "# Supported events:\n#   Event type 0 (EV_SYN)\n".utf8)
    for (type, codes) in description.listedCodes {
      let typeName = EventNames.name(ofType: type) ?? Self.unknown
      bytes.append(contentsOf: "#   Event type \(type) (\(typeName))\n".utf8)
      for code in codes {
        let codeName = EventNames.name(ofCode: code, type: type) ?? Self.unknown
        bytes.append(contentsOf: "#     Event code \(code) (\(codeName))\n".utf8)
        guard type == EventType.absolute, let axis = description.axes[code] else { continue }
        for (word, value) in [
          ("Value", values[code]), ("Min", axis.minimum), ("Max", axis.maximum),
          ("Fuzz", axis.fuzz), ("Flat", axis.flat), ("Resolution", axis.resolution),
        ] {
          guard let value else { continue }
          let number = "\(value)"
          bytes.append(contentsOf: "#       ".utf8)
          bytes.append(text: word, width: max(word.utf8.count + 1, 14 - number.utf8.count))
          bytes.append(contentsOf: "\(number)\n".utf8)
        }
      }
    }
    bytes.append(contentsOf: "# Properties:\n".utf8)
    for property in description.properties.numbers {
      let propertyName = EventNames.name(ofProperty: property) ?? Self.unknown
      bytes.append(contentsOf: "#   Property  type \(property) (\(propertyName))\n".utf8)
    }
  }
}
