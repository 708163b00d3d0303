import Quantities
import Recordings
import Simulation
import TouchInput

/// `pantograph convert`: writes a recording in another format.
enum ConvertCommand: Command {
  static let name = "convert"
  static let operands = "FILE"
  static let summary = "a recording in another format, whole or a part of it"
  static let discussion = """
    Writes a recording in another format, and says what that format does not hold.
    What it holds is kept exactly: times to the microsecond (uinput: to the
    millisecond), positions as they are.

      pantograph convert swipe.yml -o swipe.evemu
          libinput's YAML for evemu-play
      pantograph convert events.txt --description pad.evemu -o swipe.evemu
          events and the description of their device in one file
      pantograph convert swipe.evemu -o swipe.uinput
          for 'adb shell uinput -', which makes the device and the touch on Android
      pantograph convert --gesture 2 long.evemu -o second.evemu
          the touch that the second gesture is, and nothing else
      pantograph convert --to csv swipe.evemu -o - | head
          a row for each frame and contact

    Without --to the end of the name OUT tells the format: .evemu .ev .events, .yml
    .yaml (libinput), .evtest .dat, .getevent, .uinput .uinput.json, .raw .bin (24
    bytes a record), .raw32 (16 bytes), .json (sample table), .csv.

    A CSV file has the columns t (seconds), frame, slot, tracking_id (-1 where a
    touch ends), x, y, the other values of the contact, all in device units, and
    button. A sample table has one contact, or the mean of the fingers that stay
    down. A table becomes the events of a device that is made up; of several
    variants --device chooses one.
    """
  static let groups: [(title: String, options: [Option])] = [
    (
      "formats",
      [
        Option(
          "from", nil, .word("FORMAT", RecordingFormat.allCases.map(\.rawValue)),
          help: "the format of FILE, whatever it is like [found out by the content]"),
        Option(
          "to", nil, .word("FORMAT", WritableFormat.allCases.map(\.rawValue)),
          help:
            "the format of OUT: \(WritableFormat.allCases.map(\.rawValue).joined(separator: ", ")) "
            + "[by its name]"),
      ]
    ),
    (
      "what is written",
      SharedOptions.device.filter { $0.name != "matrix" } + [
        Option(
          "from-time", nil, .value("S"),
          help: "from S seconds after the first event on; what is down then begins there"),
        Option("to-time", nil, .value("S"), help: "up to S seconds after the first event"),
        Option(
          "gesture", nil, .value("N"),
          help: "the touch of the Nth gesture, from the first contact down to all up; "
            + "the options below tell what a gesture is"),
      ]
    ),
    (
      "the gesture",
      SharedOptions.gesture.filter {
        ["fingers", "direction", "edge", "slop", "jump-filter", "button", "max-gap"]
          .contains($0.name)
      }
    ),
    (
      "output",
      [
        Option("output", "o", .file("OUT"), help: "where to write; '-' is standard output"),
        Option("force", help: "overwrite a file that exists"),
        Option("quiet", "q", help: "do not say what OUT does not hold"),
        Option("help", "h", help: "print this help"),
      ]
    ),
  ]

  static func run(_ arguments: Arguments) throws(Problem) -> ExitStatus {
    let input = try input(arguments, name)
    let output = try output(arguments, name)
    let target =
      try arguments.word("to", WritableFormat.self) ?? WritableFormat(fileName: output)
    guard let target else {
      let words = WritableFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Arguments.misuse(
        "the name '\(Arguments.shown(output))' tells no format: --to takes \(words)", name)
    }
    let format = try arguments.word("from", RecordingFormat.self)
    let settings = try SharedOptions.settings(arguments)
    let choice = SharedOptions.deviceChoice(arguments)
    let from = try arguments.duration("from-time")
    let to = try arguments.duration("to-time")
    let gesture = try arguments.read("gesture", as: "a number such as 1") { text in
      Int(text).flatMap { $0 > 0 ? $0 : nil }
    }
    if gesture != nil, from != nil || to != nil {
      throw Arguments.misuse("--gesture and a time do not go together", name)
    }
    if let from, let to, to < from {
      throw Arguments.misuse("--to-time is before --from-time", name)
    }
    let conversion = Conversion(
      target: target, output: output, isForced: arguments.has("force"))
    try conversion.checkOutput()
    let description = try SharedOptions.description(arguments)

    var recording = try StoredRecording(input, as: format)
    if let format { try checkUnderstood(recording, format) }
    var losses: Set<Loss> = []
    if !recording.tables.isEmpty {
      guard target != .sampleTable else {
        if let word = [
          "device", "description", "axis-range", "size", "from-time", "to-time", "gesture",
        ]
        .first(where: arguments.has) {
          throw Arguments.misuse("a table is written as a whole: --\(word) means nothing", name)
        }
        try conversion.write(recording.tables)
        return .done
      }
      losses = try layOut(&recording, choice, target)
    }
    // The choice of a variant is made.
    let isTable = !recording.tables.isEmpty
    let selected = isTable ? .touched : choice
    let holdsAll = target.capacity.contains(.severalDevices) && selected == .touched
    let isWhole = holdsAll && gesture == nil && description == nil
    var selection = Selection(devices: Array(recording.devices.indices))
    let isMeasured = settings.axisRanges != nil || settings.size != nil
    var isSizeExact = true
    if !isWhole || recording.devices.count == 1 || isMeasured {
      let device = try recording.device(selected)
      if let description { recording.devices[device].description = description }
      if isMeasured { isSizeExact = recording.measure(device, settings) }
      if settings.size != nil, recording.devices[device].description.axes.isEmpty {
        throw Problem(
          .misused, file: recording.name,
          "--size needs the ranges of the axes, which --axis-range gives")
      }
      if !holdsAll || gesture != nil {
        if selected == .touched, gesture == nil, recording.active.contains(where: { $0 != device })
        {
          losses.insert(.otherDevices)
        }
        selection.devices = [device]
      }
      if let gesture {
        selection.part = .frames(
          try Conversion.frames(ofGesture: gesture, on: device, in: recording, settings))
      }
    }
    if from != nil || to != nil {
      guard let origin = recording.origin else { throw recording.noFrame }
      let last = Timestamp(nanoseconds: .max)
      let end = to.map { origin.advanced(by: $0) } ?? last
      selection.part = .times(
        (from.map { origin.advanced(by: $0) } ?? .init(nanoseconds: .min))...end)
    }
    let lost = try conversion.write(selection, of: recording, settings: settings)
    losses.formUnion(lost)
    if recording.hasLibinputEvents { losses.insert(.libinputEvents) }
    guard !arguments.has("quiet") else { return .done }
    ConversionWords.tellNotices(of: recording)
    if isTable {
      tell(recording.name, "the table has no device: one is made up, with one finger")
    } else if recording.devices.allSatisfy({ $0.description.isEmpty }),
      target.capacity.contains(.axes)
    {
      tell(
        recording.name,
        "it does not describe the device: --description FILE takes what another one says, and "
          + "--axis-range gives the ranges")
    }
    if !isSizeExact {
      tell(recording.name, "a resolution is a whole number: the size is rounded to that")
    }
    let ordered = Loss.allCases.filter(losses.contains)
    if !ordered.isEmpty { tell(output, ConversionWords.sentence(ordered, target)) }
    return .done
  }

  /// Makes sure that a format that was chosen is like what was read.
  private static func checkUnderstood(
    _ recording: borrowing StoredRecording, _ format: RecordingFormat
  ) throws(Problem) {
    guard recording.events.count == 0, recording.tables.isEmpty,
      recording.unknownLines.count > 0 || recording.descriptions.allSatisfy(\.isEmpty)
    else { return }
    throw Problem(
      .badInput, file: recording.name,
      "nothing of it is an event in the format \(format.rawValue); without --from the format is "
        + "found out")
  }

  /// Makes events of a table, or of the variant that is chosen.
  ///
  /// - Returns: What the events do not hold of it.
  private static func layOut(
    _ recording: inout StoredRecording, _ choice: DeviceChoice, _ target: WritableFormat
  ) throws(Problem) -> Set<Loss> {
    let tables = recording.tables
    let variants = tables.map { DeviceDescription(name: $0.variant) }
    var index = 0
    if tables.count > 1 || choice != .touched {
      guard let chosen = choice.index(in: variants), variants.indices.contains(chosen) else {
        let names = variants.compactMap(\.name).prefix(8).map(Words.name)
        throw Problem(
          .misused, file: recording.name,
          "it has \(Words.count(tables.count, "table")) (\(names.joined(separator: ", "))): "
            + "--device chooses one by its name or number")
      }
      index = chosen
    }
    let table = TableRecording(tables[index])
    var count = LossCount(writing: target)
    count.note(tables[index])
    if table.losesDigits { count.note(.digits) }
    try recording.layOut(table)
    return Set(count.losses)
  }

  // MARK: Shared with anonymize

  /// The one recording that a command takes.
  static func input(_ arguments: Arguments, _ command: String) throws(Problem) -> Input {
    guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
      throw Arguments.misuse("\(command) takes one recording", command)
    }
    return operand.first == SampleCollection.mark ? try Input.sample(operand) : Input(operand)
  }

  /// The name of the file that is written.
  static func output(_ arguments: Arguments, _ command: String) throws(Problem) -> String {
    guard let output = arguments.path("output") else {
      throw Arguments.misuse("\(command) needs -o OUT ('-' for standard output)", command)
    }
    return output
  }

  /// Tells something of a file.
  static func tell(_ file: String, _ message: String) {
    Messages.tell(Problem(.done, file: file, message))
  }
}
