import Quantities
public import TouchInput

/// Writes a recording as commands of Android's `uinput`, in the form like JSON: a `register` for
/// each device, and for each frame an `inject` with the `delay` in front of it.
///
/// The time of a device begins when it is registered, and goes on by whole milliseconds. Each
/// event comes at the one that is nearest to its time, so that no errors add up. The first comes
/// half a second in: before that Android may not have set the device up. Time never goes back:
/// such an event comes together with the one before.
public struct UinputWriter: RecordingWriter {
  /// How long Android itself waits for a device that it has registered.
  public static let registrationWait: Duration = .milliseconds(500)

  /// The key of a bus that has no name; the tool passes over it.
  static let busKey = "bus_number"

  /// The most events of a command.
  private static let mostEvents = 1024

  /// The time of each device in milliseconds, as far as its commands are written.
  private var times: [Int64] = []

  /// The device of the command whose events are being written.
  private var open: Int?

  /// How many events of it are written.
  private var count = 0

  /// Creates a writer at the start of a recording.
  public init() {}

  // MARK: The devices

  public mutating func begin(_ devices: [WrittenDevice], to bytes: inout [UInt8]) {
    times = devices.map { _ in 0 }
    for (index, device) in devices.enumerated() {
      Self.write(device.description, number: index + 1, to: &bytes)
    }
  }

  private static func write(
    _ description: DeviceDescription, number: Int, to bytes: inout [UInt8]
  ) {
    let identity = description.identity
    bytes.append(text: "{\n  \"id\": \(number),\n  \"command\": \"register\",\n")
    if let name = description.name, !name.isEmpty {
      bytes.append(text: "  \"name\": \(SampleTableWriter.quoted(name)),\n")
    }
    for (key, part) in [
      ("vid", identity.vendor), ("pid", identity.product), ("version", identity.version),
    ] {
      bytes.append(text: "  \"\(key)\": 0x")
      bytes.append(hexadecimal: UInt64(part), width: 4)
      bytes.append(text: ",\n")
    }
    if let name = UinputWords.name(ofBus: identity.bus) {
      bytes.append(text: "  \"bus\": \"\(name)\",\n")
    } else if identity.bus != 0 {
      bytes.append(text: "  \"\(busKey)\": \(identity.bus),\n")
    }
    let codes = description.listedCodes
    var controls: [(number: Int64, name: String, data: [Int])] = []
    if !codes.isEmpty {
      controls.append((UinputWords.kindControl, "kinds of events", codes.map { Int($0.type) }))
    }
    for (type, codes) in codes {
      guard let control = UinputWords.control(forType: type) else { continue }
      let name = EventNames.name(ofType: type) ?? ""
      controls.append((control, name, codes.map { Int($0) }))
    }
    if !description.properties.isEmpty {
      controls.append((UinputWords.propertyControl, "properties", description.properties.numbers))
    }
    bytes.append(text: "  \"configuration\": [")
    for (index, control) in controls.enumerated() {
      bytes.append(text: "\(index > 0 ? "," : "")\n    // \(control.name)\n")
      let data = control.data.map { "\($0)" }.joined(separator: ", ")
      bytes.append(text: "    {\"type\": \(control.number), \"data\": [\(data)]}")
    }
    bytes.append(text: controls.isEmpty ? "]" : "\n  ]")
    if let effects = codes.first(where: { $0.type == UinputWords.forceFeedback })?.codes {
      bytes.append(text: ",\n  \"ff_effects_max\": \(effects.count)")
    }
    write(description.axes, to: &bytes)
    bytes.append(text: "\n}\n")
  }

  private static func write(
    _ axes: [UInt16: DeviceDescription.AbsoluteAxis], to bytes: inout [UInt8]
  ) {
    guard !axes.isEmpty else { return }
    bytes.append(text: ",\n  \"abs_info\": [")
    for (index, (code, axis)) in axes.sorted(by: { $0.key < $1.key }).enumerated() {
      let name = EventNames.name(ofCode: code, type: EventType.absolute)
      bytes.append(text: "\(index > 0 ? "," : "")\n    // \(name ?? "an axis without a name")\n")
      bytes.append(
        text: "    {\"code\": \(code), \"info\": {\"value\": 0, \"minimum\": \(axis.minimum), "
          + "\"maximum\": \(axis.maximum), \"fuzz\": \(axis.fuzz), \"flat\": \(axis.flat), "
          + "\"resolution\": \(axis.resolution)}}")
    }
    bytes.append(text: "\n  ]")
  }

  // MARK: Events

  public mutating func write(_ event: InputEvent, of device: Int, to bytes: inout [UInt8]) {
    let first = Self.registrationWait.wholeNanoseconds / 1_000_000
    let time = max(Self.milliseconds(event.time), times[device], first)
    if open != device || time > times[device] || count >= Self.mostEvents { close(&bytes) }
    wait(until: time, device, &bytes)
    if open == nil {
      bytes.append(text: "{\"id\": \(device + 1), \"command\": \"inject\", \"events\": [\n  ")
      open = device
    } else {
      bytes.append(text: ",\n  ")
    }
    count += 1
    for (index, number) in [Int64(event.type), Int64(event.code), Int64(event.value)].enumerated() {
      if index > 0 { bytes.append(text: ", ") }
      bytes.append(decimal: number, width: 1)
    }
    let isEnd =
      event.type == EventType.synchronization && event.code == SynchronizationCode.report
    if isEnd { close(&bytes) }
  }

  public mutating func finish(to bytes: inout [UInt8]) {
    close(&bytes)
  }

  /// Ends the command that is being written.
  private mutating func close(_ bytes: inout [UInt8]) {
    if open != nil { bytes.append(text: "\n]}\n") }
    open = nil
    count = 0
  }

  /// Lets the time of a device go on; a delay has at most 31 bits.
  private mutating func wait(until time: Int64, _ device: Int, _ bytes: inout [UInt8]) {
    while times[device] < time {
      let duration = min(time - times[device], Int64(Int32.max))
      bytes.append(
        text: "{\"id\": \(device + 1), \"command\": \"delay\", \"duration\": \(duration)}\n")
      times[device] += duration
    }
  }

  /// The nearest whole milliseconds of a time.
  static func milliseconds(_ time: Timestamp) -> Int64 {
    let whole = time.nanoseconds.floored(by: 1_000_000)
    return time.nanoseconds - whole * 1_000_000 < 500_000 ? whole : whole + 1
  }
}
