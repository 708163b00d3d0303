import LiveInput
import Quantities
import Simulation
import TouchInput

/// `pantograph devices`: the touch devices of this machine, and who may read them.
enum DevicesCommand: Command {
  static let name = "devices"
  static let operands = ""
  static let takesRecordings = false
  static let summary = "touch devices there are, and who may read them"
  static let discussion = """
    Lists the touchpads and touchscreens of this machine: their files, kinds, names,
    sizes, slots, and whether you may read them; if not, what to do about it. What
    is no touch device is not opened. Without any touch device the status is 69.

      pantograph devices
          what there is
      pantograph devices --all
          keyboards and others too
      pantograph devices --rule | sudo tee \(MachineAccess.rulePath)
          lets whoever sits at the machine read touch devices, and no keyboard
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "output",
      [
        Option("json", help: "a JSON object: pantograph.devices/1"),
        Option("all", help: "list keyboards, mice and others too"),
        Option("rule", help: "print the rule for udev alone"),
        Option("quiet", "q", help: "print the list alone, no advice"),
        Option("help", "h", help: "print this help"),
      ]
    )
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    if let operand = arguments.operands.first {
      throw Arguments.misuse("devices takes no '\(Arguments.shown(operand))'", name)
    }
    var output = Output()
    if arguments.has("rule") {
      try output.write(MachineAccess.rule)
      try output.flush()
      return .done
    }
    let machine = MachineAccess.current
    let everything = try devices(machine)
    let touched = everything.filter(\.role.isTouched)
    let listed = arguments.has("all") ? everything : touched
    if arguments.has("json") {
      try output.line(
        JSONValue.object([
          "devices": .array(listed.map(\.json)), "schema": .string("pantograph.devices/1"),
        ]).line)
    } else {
      for line in table(listed) { try output.line(line) }
      let denied = touched.filter { $0.access == .denied }
      if !arguments.has("quiet"), !denied.isEmpty {
        for part in DeviceAdvice.denied(denied, machine) { try output.line("\n" + wrapped(part)) }
      }
    }
    try output.flush()
    guard touched.isEmpty else { return .done }
    throw Problem(
      .noDevice,
      "there is no touchpad and no touchscreen: "
        + (everything.isEmpty || arguments.has("all") || machine.isContainer
          ? DeviceAdvice.missing(machine)
          : "--all lists \(Words.count(everything.count, "other device"))"))
  }

  private static func devices(_ machine: MachineAccess) throws(Problem) -> [ConnectedDevice] {
    guard machine.hasDevices else { return [] }
    return try DeviceArgument.devices()
  }

  // MARK: Text

  /// The devices in columns.
  private static func table(_ devices: [ConnectedDevice]) -> [String] {
    let rows = devices.map { device in
      [
        device.path, kind(device), device.description.name.map(Words.name) ?? "without a name",
        size(device),
        device.role.isTouched ? device.slots.map { Words.count($0, "slot") } ?? "" : "",
        access(device),
      ]
    }
    let widths = (0..<6).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).filter { $0.1 > 0 }
      let text = cells.map { Words.column($0.0, $0.1) }.joined(separator: "  ")
      return String(text[...(text.lastIndex { $0 != " " } ?? text.startIndex)])
    }
  }

  /// What a device is, in a word or two.
  private static func kind(_ device: ConnectedDevice) -> String {
    let word = device.isClickpad ? "clickpad" : device.role.rawValue
    return device.role.isTouched && device.isSemiMultitouch ? word + " (semi-mt)" : word
  }

  private static func size(_ device: ConnectedDevice) -> String {
    guard device.role.isTouched else { return "" }
    guard let size = device.size else { return "size unknown" }
    let text = "\(Words.short(size.width)) x \(Words.short(size.height)) mm"
    return device.sizeSource == .udev ? text + " by udev" : text
  }

  private static func access(_ device: ConnectedDevice) -> String {
    switch device.access {
    case .readable: return "readable"
    case .denied:
      guard let file = device.file else { return "not readable" }
      let group = file.groupName.map { PlainText.escaped($0) } ?? String(file.group)
      return "not readable: \(mode(file)), group \(group)"
    case .failed(let reason):
      return "not readable: \(LiveDeviceError(reason, path: device.path))"
    }
  }

  fileprivate static func mode(_ file: FileOwner) -> String {
    let digits = String(file.permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A paragraph in lines of at most 80 letters; lines that are indented stay as they are.
  private static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(" ")
        ? String(line) : Words.wrapped(String(line), indent: 0, hanging: 0).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension ConnectedDevice {
  /// The device as `pantograph.devices/1` has it.
  fileprivate var json: JSONValue {
    let access: (String, JSONValue) =
      switch access {
      case .readable: ("readable", .null)
      case .denied: ("denied", .string(LiveDeviceError(.noPermission, path: path).description))
      case .failed(let reason):
        ("failed", .string(LiveDeviceError(reason, path: path).description))
      }
    let identity = description.identity
    return .object([
      "access": .string(access.0), "clickpad": .bool(isClickpad),
      "file": file.map { file in
        .object([
          "group": .optional(file.groupName), "mode": .string(DevicesCommand.mode(file)),
        ])
      } ?? .null,
      "height_mm": .optional(size?.height),
      "id": .object([
        "bus": .integer(Int(identity.bus)), "product": .integer(Int(identity.product)),
        "vendor": .integer(Int(identity.vendor)), "version": .integer(Int(identity.version)),
      ]),
      "kind": .string(role.rawValue), "name": .optional(description.name),
      "number": .integer(number), "path": .string(path), "reason": access.1,
      "semi_mt": .bool(isSemiMultitouch), "size_from": .optional(sizeSource?.rawValue),
      "slots": slots.map(JSONValue.integer) ?? .null, "width_mm": .optional(size?.width),
    ])
  }
}
