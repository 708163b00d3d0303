import Quantities
public import TouchInput

/// Writes a recording as `libinput record` prints it: YAML, with all devices in a list and the
/// events of each in frames behind its description.
///
/// What only libinput would know is said to be unknown. The properties of udev are those that follow
/// from the description.
public struct LibinputWriter: RecordingWriter {
  private var devices: [WrittenDevice] = []
  private var paths: [String] = []

  /// The device whose events are written.
  private var current = 0

  /// Whether an event belongs to the frame before it.
  private var isInFrame = false

  /// The time of the last synchronization, in milliseconds.
  private var lastReport: Int64?

  /// The machine that the events come from, if they come from one right now.
  private let machine: RecordingMachine?

  /// Creates a writer at the start of a recording.
  ///
  /// - Parameter machine: What is told of the machine; `nil`: that it is unknown.
  public init(on machine: RecordingMachine? = nil) {
    self.machine = machine
  }

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    self.devices = devices
    paths = devices.usablePaths
    bytes.append(
      text: """
        # libinput record
        version: 1
        ndevices: \(devices.count)
        libinput:
          version: "unknown"
          git: "unknown"
        system:
          os: \(Self.quoted(machine?.system ?? "unknown"))
          kernel: \(Self.quoted(machine?.kernel ?? "unknown"))
          dmi: \(Self.quoted(machine?.model ?? "unknown"))
        devices:

        """)
    writeDevice(to: &bytes)
  }

  public mutating func finish(to bytes: inout [UInt8]) {
    advance(to: devices.count - 1, &bytes)
  }

  // MARK: Events

  /// Appends an event.
  ///
  /// - Precondition: The events before were of this device or of one before it.
  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    precondition(device >= current, "The events of a device stand together")
    advance(to: device, &bytes)
    if !isInFrame { bytes.append(text: "  - evdev:\n") }
    isInFrame = true
    let (seconds, microseconds) = event.time.secondsAndMicroseconds
    bytes.append(text: "    - [")
    bytes.append(padded: seconds, width: 3)
    for (value, width) in [
      (microseconds, 7), (Int64(event.type), 4), (Int64(event.code), 4), (Int64(event.value), 8),
    ] {
      bytes.append(UInt8(ascii: ","))
      bytes.append(padded: value, width: width)
    }
    bytes.append(text: "] # ")
    guard event.type == EventType.synchronization else {
      bytes.append(text: EventNames.name(ofType: event.type) ?? Self.unknown)
      bytes.append(text: " / ")
      let name = EventNames.name(ofCode: event.code, type: event.type) ?? Self.unknown
      bytes.append(text: name, width: 20)
      bytes.append(UInt8(ascii: " "))
      bytes.append(padded: Int64(event.value), width: 6)
      bytes.append(UInt8(ascii: "\n"))
      return
    }
    writeSeparator(event, at: event.time.nanoseconds.floored(by: 1_000_000), to: &bytes)
    if event.code == SynchronizationCode.report { isInFrame = false }
  }

  private mutating func writeSeparator(
    _ event: InputEvent, at milliseconds: Int64, to bytes: inout [UInt8]
  ) {
    let name = EventNames.name(ofCode: event.code, type: event.type) ?? Self.unknown
    guard event.code != SynchronizationCode.contactReport else {
      bytes.append(text: "++++++++++++ \(name) (\(event.value)) ++++++++++\n")
      return
    }
    let passed = milliseconds - (lastReport ?? milliseconds)
    lastReport = milliseconds
    bytes.append(
      text: "------------ \(name) (\(event.value)) ---------- \(passed < 0 ? "" : "+")\(passed)ms\n"
    )
  }

  /// What libinput prints for a name that it does not know.
  private static let unknown = "(null)"

  // MARK: Devices

  /// Goes on to a device, and appends what describes those up to it.
  private mutating func advance(to device: Int, _ bytes: inout [UInt8]) {
    while current < device {
      current += 1
      isInFrame = false
      lastReport = nil
      writeDevice(to: &bytes)
    }
  }

  /// Appends the description of the current device.
  private func writeDevice(to bytes: inout [UInt8]) {
    let description = devices[current].description
    let identity = description.identity
    let name = Self.quoted(description.name ?? "")
    bytes.append(
      text: """
        - node: \(paths[current])
          evdev:
            # Name: \(name.dropFirst().dropLast())
            # ID: bus 0x\(hex(identity.bus)) vendor 0x\(hex(identity.vendor)) \
        product 0x\(hex(identity.product)) version 0x\(hex(identity.version))

        """)
    if let size = description.surface(.single)?.millimeters
      ?? description.surface(.contacts)?.millimeters
    {
      bytes.append(
        text: "    # Size in mm: \(Int64(size.width))x\(Int64(size.height))\n")
    }
    writeComments(on: devices[current], to: &bytes)
    bytes.append(
      text: """
            name: \(name)
            id: [\(identity.bus), \(identity.vendor), \(identity.product), \(identity.version)]
            codes:
              0: [0, 1, 2, 3] # EV_SYN

        """)
    for (type, codes) in description.listedCodes {
      let list = codes.map { "\($0)" }.joined(separator: ", ")
      bytes.append(
        text: "      \(type): [\(list)] # \(EventNames.name(ofType: type) ?? Self.unknown)\n")
    }
    if !description.axes.isEmpty { bytes.append(text: "    absinfo:\n") }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let values = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      let list = values.map { "\($0)" }.joined(separator: ", ")
      bytes.append(text: "      \(code): [\(list)]\n")
    }
    let properties = description.properties.numbers.map { "\($0)" }.joined(separator: ", ")
    bytes.append(text: "    properties: [\(properties)]\n  udev:\n    properties:\n")
    bytes.append(text: "    - ID_INPUT=1\n")
    let kind: String? =
      switch description.kind {
      case .touchpad: "ID_INPUT_TOUCHPAD"
      case .touchscreen: "ID_INPUT_TOUCHSCREEN"
      case .pen: "ID_INPUT_TABLET"
      case .other, nil: nil
      }
    let size =
      description.kind.map { $0 == .touchpad || $0 == .touchscreen } ?? false
      ? description.surface(.single)?.millimeters : nil
    if let size { bytes.append(text: "    - ID_INPUT_HEIGHT_MM=\(Int64(size.height))\n") }
    if let kind { bytes.append(text: "    - \(kind)=1\n") }
    if let size { bytes.append(text: "    - ID_INPUT_WIDTH_MM=\(Int64(size.width))\n") }
    bytes.append(text: "  quirks:\n  events:\n")
  }

  /// Appends what libinput says for a person to read.
  private func writeComments(on device: WrittenDevice, to bytes: inout [UInt8]) {
    let description = device.description
    bytes.append(text: "    # Supported Events:\n    # Event type 0 (EV_SYN)\n")
    for (type, codes) in description.listedCodes {
      let typeName = EventNames.name(ofType: type) ?? Self.unknown
      bytes.append(text: "    # Event type \(type) (\(typeName))\n")
      for code in codes {
        let codeName = EventNames.name(ofCode: code, type: type) ?? Self.unknown
        bytes.append(text: "    #   Event code \(code) (\(codeName))\n")
        guard type == EventType.absolute, let axis = description.axes[code] else { continue }
        for (word, value) in [
          ("Value", device.axisValues[code]), ("Min", axis.minimum), ("Max", axis.maximum),
          ("Fuzz", axis.fuzz), ("Flat", axis.flat), ("Resolution", axis.resolution),
        ] {
          guard let value else { continue }
          bytes.append(text: "    #       ")
          bytes.append(text: word, width: 10)
          bytes.append(padded: Int64(value), width: 7)
          bytes.append(UInt8(ascii: "\n"))
        }
      }
    }
    bytes.append(text: "    # Properties:\n")
    for property in description.properties.numbers {
      let propertyName = EventNames.name(ofProperty: property) ?? Self.unknown
      bytes.append(text: "    #    Property \(property) (\(propertyName))\n")
    }
  }

  private func hex(_ number: UInt16) -> String { String(number, radix: 16) }

  /// A text in double quotes, as YAML has it.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        if isPlain(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16)
          let (letter, width) = scalar.value < 0x1_0000 ? ("u", 4) : ("U", 8)
          result += "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
        }
      }
    }
    return result + "\""
  }

  /// Whether a character is neither one that YAML wants escaped, nor one that hides.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    default: true
    }
  }
}
