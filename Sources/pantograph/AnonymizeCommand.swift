import Quantities
import Recordings
import Simulation
import TouchInput

/// `pantograph anonymize`: leaves out of a recording what tells whose it is.
enum AnonymizeCommand: Command {
  static let name = "anonymize"
  static let operands = "FILE"
  static let summary = "a recording without what tells whose it is"
  static let discussion = """
    Writes a recording without what tells whose it is, to be sent or published:

      gone  keyboards and all other devices that are not touched; keys, but for
            the buttons of the touch device; scan codes and serial numbers; device
            files; the kernel, the machine and its names; comments; the time of
            day: the recording begins at 0, as do the device's own clock and the
            numbers of the touches
      kept  the motion; the ranges and sizes of the device; its vendor and product
            numbers; the name of its model, without an owner as in "Anna's
            Trackpad" (look at it: a name can be anything; --name gives another)

    The motion stays, and the way somebody moves can tell a person apart from
    others: treat the result as you would treat handwriting.

      pantograph anonymize swipe.yml -o share.yml
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "output",
      [
        Option(
          "to", nil, .word("FORMAT", WritableFormat.allCases.map(\.rawValue)),
          help:
            "the format of OUT: \(WritableFormat.allCases.map(\.rawValue).joined(separator: ", ")) "
            + "[by its name, else that of FILE]"),
        Option("name", nil, .value("TEXT"), help: "the name of the device [that of its model]"),
        Option("output", "o", .file("OUT"), help: "where to write; '-' is standard output"),
        Option("force", help: "overwrite a file that exists"),
        Option("quiet", "q", help: "do not say what was removed"),
        Option("help", "h", help: "print this help"),
      ]
    )
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    let input = try ConvertCommand.input(arguments, name)
    let output = try ConvertCommand.output(arguments, name)
    let wanted = try arguments.word("to", WritableFormat.self)
    let isForced = arguments.has("force")
    try Conversion(target: .evemu, output: output, isForced: isForced).checkOutput()
    var recording = try StoredRecording(input)
    let named = wanted ?? WritableFormat(fileName: output)
    let target = if let named { named } else { try format(of: recording) }
    let conversion = Conversion(
      target: target, output: output, isForced: isForced, beginsAtZero: true)
    var removed: [String] = []
    if !recording.tables.isEmpty {
      let tables = recording.tables.enumerated().map { anonymous($1, number: $0 + 1) }
      if tables != recording.tables { removed.append("the time before it and names of variants") }
      guard target != .sampleTable else {
        try conversion.write(tables)
        if !arguments.has("quiet") { tell(recording.name, removed, nil) }
        return .done
      }
      guard tables.count == 1 else {
        throw Problem(
          .misused, file: recording.name,
          "it has \(tables.count) tables: only sample-table holds several")
      }
      try recording.layOut(TableRecording(tables[0]))
    }
    let devices = try touchDevices(of: recording, target)
    let others = recording.devices.count - devices.count
    if others > 0 { removed.append(Words.count(others, "other device")) }
    let dropped = try droppedCount(of: devices, in: recording)
    if dropped > 0 {
      removed.append(Words.count(dropped, "event") + " that no touch sends, such as keys")
    }
    var names: [String] = []
    for index in devices {
      let device = recording.devices[index].description
      var description = TouchFilter.filtered(device)
      description.name = name(of: device, arguments)
      if description.name != device.name, device.name != nil { removed.append("its name") }
      if let name = description.name { names.append(name) }
      recording.devices[index] = WrittenDevice(description)
    }
    removed.append("the time of day or since the boot, comments, device files, kernel and machine")
    let selection = Selection(devices: devices, isAnonymous: true)
    let losses = try conversion.write(selection, of: recording, settings: ReplaySettings())
    guard !arguments.has("quiet") else { return .done }
    ConversionWords.tellNotices(of: recording)
    tell(recording.name, removed, target.capacity.contains(.name) ? names : nil)
    if !losses.isEmpty { ConvertCommand.tell(output, ConversionWords.sentence(losses, target)) }
    return .done
  }

  /// The format of a recording, to be written in again.
  ///
  /// - Throws: That it is one that is read alone.
  private static func format(of recording: borrowing StoredRecording) throws(Problem)
    -> WritableFormat
  {
    let name = recording.format?.rawValue ?? "its format"
    if let format = WritableFormat(rawValue: name) { return format }
    throw Problem(
      .misused, file: recording.name,
      "\(name) is read and cannot be written: --to evemu or an OUT such as share.evemu chooses "
        + "another format")
  }

  /// Tells what was removed, and what cannot be hidden.
  private static func tell(_ file: String, _ removed: [String], _ names: [String]?) {
    if !removed.isEmpty {
      ConvertCommand.tell(file, "removed: \(ConversionWords.list(removed))")
    }
    if let names {
      let kept =
        names.isEmpty ? "" : ", and the name \(ConversionWords.list(names.map(Words.name)))"
      ConvertCommand.tell(
        file, "kept: the motion, ranges, sizes, vendor and product numbers\(kept)")
    }
    ConvertCommand.tell(
      file, "the motion itself can tell a person apart: that cannot be removed")
  }

  /// The name that a device has in the result.
  private static func name(of device: DeviceDescription, _ arguments: Arguments) -> String? {
    if let name = arguments.value("name") { return name.isEmpty ? nil : name }
    guard let name = device.name else { return nil }
    return AnonymousName.kept(of: name) ?? device.kind.map { "Unnamed \($0.rawValue)" }
  }

  /// The devices that are written: those that are touched with fingers, or the only one there is.
  private static func touchDevices(
    of recording: borrowing StoredRecording, _ target: WritableFormat
  ) throws(Problem) -> [Int] {
    let devices = recording.devices.indices.filter { index in
      switch recording.devices[index].description.kind {
      case .touchpad, .touchscreen: true
      case .pen: false
      // A driver of odd axes tells no kind, and is touched nevertheless.
      case .other: recording.devices.count == 1 && recording.touched.contains(index)
      case nil: recording.touched.contains(index)
      }
    }
    guard let first = devices.first else {
      throw Problem(.noDevice, file: recording.name, "no device of it is touched with fingers")
    }
    guard devices.count > 1, !target.capacity.contains(.severalDevices) else { return devices }
    let touched = devices.filter { recording.touched.contains($0) }
    guard touched.count < 2 else {
      throw Problem(
        .misused, file: recording.name,
        "\(touched.count) devices are touched, and \(target.rawValue) holds one: "
          + "convert it with --device first, or choose a format that holds several")
    }
    return [touched.first ?? first]
  }

  /// How many events of the devices that are written are left out, and of the others.
  private static func droppedCount(
    of devices: [Int], in recording: borrowing StoredRecording
  ) throws(Problem) -> Int {
    var filters: [Int: TouchFilter] = [:]
    var kept: [InputEvent] = []
    try recording.events.forEach { recorded in
      guard devices.contains(recorded.device) else { return }
      filters[recorded.device, default: TouchFilter(isAnonymous: true)].take(
        recorded.event, into: &kept)
      kept.removeAll(keepingCapacity: true)
    }
    return filters.values.reduce(0) { $0 + $1.droppedCount }
  }

  // MARK: Tables

  /// A table that begins at 0, with a number for a name.
  private static func anonymous(_ table: SampleTable, number: Int) -> SampleTable {
    var table = table
    if table.variant != nil { table.variant = "\(number)" }
    let times = table.touches.lazy.flatMap { touch in
      touch.samples.lazy.flatMap { [$0.time, $0.readTime ?? $0.time] }
    }
    guard let start = times.min() else { return table }
    func shifted(_ time: Timestamp) -> Timestamp {
      Timestamp(nanoseconds: time.nanoseconds(since: start))
    }
    for index in table.touches.indices {
      for row in table.touches[index].samples.indices {
        let sample = table.touches[index].samples[row]
        table.touches[index].samples[row].time = shifted(sample.time)
        table.touches[index].samples[row].readTime = sample.readTime.map(shifted)
      }
      if let end = table.touches[index].end {
        table.touches[index].end?.time = shifted(end.time)
        table.touches[index].end?.readTime = end.readTime.map(shifted)
      }
    }
    return table
  }
}
