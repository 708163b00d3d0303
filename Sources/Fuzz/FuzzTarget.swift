@preconcurrency import Glibc
import Curves
import Gestures
import Quantities
import Recordings
import Simulation
import TouchInput
import Transitions

/// What is fuzzed: each reader, the detection of formats, and the way from events to decisions.
enum FuzzTarget: String, CaseIterable {
  case evemu, libinput, evtest, getevent, uinput, hid, raw
  case debugEvents = "debug-events"
  case sampleTable = "sample-table"

  /// A report descriptor and reports as bytes, of which a recording is made.
  case reports

  /// A recording of any format, found out by its content, and replayed.
  case detection

  /// Events made of the bytes, through every stage to a decision.
  case decision

  /// A fault that is planted behind parsed fields, to see that the fuzzer finds such things.
  case planted

  /// Runs an input; a broken promise traps.
  func run(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .evemu: Self.read(bytes, as: .evemu)
    case .libinput: Self.read(bytes, as: .libinput)
    case .evtest: Self.read(bytes, as: .evtest)
    case .getevent: Self.read(bytes, as: .getevent)
    case .uinput: Self.read(bytes, as: .uinput)
    case .hid: Self.read(bytes, as: .hid)
    case .reports: Self.read(Self.recording(bytes), as: .hid)
    case .raw: Self.read(bytes, as: .raw)
    case .debugEvents: Self.read(bytes, as: .debugEvents)
    case .sampleTable: Self.read(bytes, as: .sampleTable)
    case .detection: Self.read(bytes, as: nil)
    case .decision: Self.decide(bytes)
    case .planted: Self.findPlantedFault(bytes)
    }
  }

  // MARK: Readers

  /// What came of reading.
  private struct Reading: Equatable {
    var events: [RecordedEvent] = []
    var libinputEvents: [LibinputEvent] = []
    var notices: [EventBatch.Notice] = []
    var devices: [DeviceDescription] = []
    var reports: [EventBatch.Report] = []
    var tables: [SampleTable] = []
    var error: RecordingError?
  }

  /// Reads the bytes as they are and in small chunks, which must come to the same, and replays
  /// what was read.
  private static func read(_ bytes: UnsafeRawBufferPointer, as format: RecordingFormat?) {
    let whole = reading(bytes, as: format, chunk: max(bytes.count, 1))
    let pieces = reading(bytes, as: format, chunk: 13)
    precondition(whole == pieces, "Chunks change what is read")
    var replay = RecordingReplay(settings: settings)
    var batch = EventBatch()
    var reader = format.map { RecordingReader(assuming: $0) } ?? RecordingReader()
    do {
      try reader.read(bytes, into: &batch)
      try reader.finish(into: &batch)
      try replay.handle(batch, of: reader)
      try replay.finish(of: reader)
    } catch {
      replay.abandon()
    }
    check(replay.takeFindings())
    check(replay.takeLibinputFindings())
    let formats = WritableFormat.allCases
    rewrite(whole, as: formats[bytes.count % formats.count])
  }

  private static func reading(
    _ bytes: UnsafeRawBufferPointer, as format: RecordingFormat?, chunk: Int
  ) -> Reading {
    var reader = format.map { RecordingReader(assuming: $0) } ?? RecordingReader()
    var batch = EventBatch()
    var reading = Reading()
    do throws(RecordingError) {
      var place = 0
      while place < bytes.count {
        let end = min(place + chunk, bytes.count)
        try reader.read(UnsafeRawBufferPointer(rebasing: bytes[place..<end]), into: &batch)
        place = end
      }
      try reader.finish(into: &batch)
    } catch {
      reading.error = error
    }
    reading.events = batch.events
    reading.libinputEvents = batch.libinputEvents
    reading.reports = batch.reports
    reading.notices = batch.notices
    reading.devices = reader.devices
    reading.tables = reader.tables
    return reading
  }

  /// Writes what was read in a format, and reads it again: the events must be the same where the
  /// format holds them.
  ///
  /// One format for each input: all of them would take longer than everything else.
  private static func rewrite(_ reading: Reading, as format: WritableFormat) {
    if !reading.tables.isEmpty { rewrite(reading.tables) }
    let isWritable = reading.events.allSatisfy {
      $0.event.time >= .zero && $0.event.time.nanoseconds % 1000 == 0
    }
    guard reading.error == nil, reading.devices.count <= 1, isWritable else { return }
    let device = WrittenDevice(reading.devices.first ?? DeviceDescription())
    let events = reading.events.map(\.event)
    let bytes = written(events, of: device, as: format)
    var part = RecordingPart()
    var taken: [InputEvent] = []
    for event in events.prefix(events.count / 2) { part.skip(event) }
    for event in events.suffix(events.count / 2) { part.take(event, into: &taken) }
    // The reader of records does not know which are the short ones.
    let isReadable = format.capacity.contains(.events) && format != .narrowRaw
    guard isReadable, let source = RecordingFormat(rawValue: format.rawValue) else { return }
    let again = bytes.withUnsafeBytes { Self.reading($0, as: source, chunk: max($0.count, 1)) }
    var expected = events
    if !format.capacity.contains(.synchronizationValues) {
      for index in expected.indices
      where expected[index].type == EventType.synchronization && expected[index].code <= 3 {
        expected[index].value = 0
      }
    }
    if format.capacity.contains(.waits) {
      var time = Timestamp.zero.advanced(by: UinputWriter.registrationWait)
      for index in expected.indices {
        let milliseconds = (expected[index].time.nanoseconds + 500_000) / 1_000_000
        time = max(time, Timestamp(nanoseconds: milliseconds * 1_000_000))
        expected[index].time = time
      }
    }
    precondition(again.events.map(\.event) == expected, "What is written is not what is read")
  }

  private static func written(
    _ events: [InputEvent], of device: WrittenDevice, as format: WritableFormat
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = format.writer()
    var losses = LossCount(writing: format)
    losses.note(device)
    writer.begin([device], to: &bytes)
    for event in events {
      losses.note(event)
      writer.write(event, of: 0, to: &bytes)
    }
    writer.finish(to: &bytes)
    return bytes
  }

  /// Writes tables, and as events each.
  private static func rewrite(_ tables: [SampleTable]) {
    var bytes: [UInt8] = []
    SampleTableWriter.write(tables, to: &bytes)
    let again = bytes.withUnsafeBytes { reading($0, as: .sampleTable, chunk: $0.count) }
    precondition(again.error == nil, "A table that is written cannot be read")
    for table in tables {
      let recording = TableRecording(table)
      _ = written(Array(recording.events), of: WrittenDevice(recording.device), as: .libinput)
    }
  }

  /// Makes a recording of a report descriptor and of reports, each behind its length.
  ///
  /// The first two bytes are the length of the descriptor, the next five the bus, the vendor and
  /// the product. Where the text of a recording is fuzzed, hardly a change keeps a descriptor whole.
  private static func recording(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes = bytes[...]
    func next() -> UInt8 { bytes.popFirst() ?? 0 }
    func hexadecimal(_ count: Int) -> String {
      let part = bytes.prefix(count)
      bytes = bytes.dropFirst(count)
      return "\(part.count)" + part.map { " " + String($0, radix: 16) }.joined()
    }
    let count = Int(next()) << 8 | Int(next())
    let bus = String(next(), radix: 16)
    let numbers = (0..<2).map { _ in String(UInt16(next()) << 8 | UInt16(next()), radix: 16) }
    var text = "R: \(hexadecimal(count))\nI: \(bus) \(numbers[0]) \(numbers[1])\n"
    var time = 0
    while let head = bytes.popFirst() {
      time += head >= 250 ? 60 : 8
      text += "E: \(time / 1000).\(String(1000 + time % 1000).dropFirst()) "
      text += "\(hexadecimal(Int(head) % 64))\n"
    }
    return Array(text.utf8)
  }

  private static func read(_ bytes: [UInt8], as format: RecordingFormat?) {
    bytes.withUnsafeBytes { read($0, as: format) }
  }

  // MARK: Decisions

  private static var settings: ReplaySettings {
    var settings = ReplaySettings()
    settings.axisRanges = PerAxis(both: 0...4095)
    settings.isTraced = true
    return settings
  }

  /// Makes settings of the first bytes and events of the rest, and replays them twice.
  private static func decide(_ bytes: UnsafeRawBufferPointer) {
    var bytes = bytes[...]
    func next() -> UInt8 { bytes.popFirst() ?? 0 }
    var settings = settings
    let counts: [FingerRequirement] = [
      .any, .atLeast(2), .oneOf([1]), .oneOf([3]), .oneOf([2, 4]),
    ]
    settings.fingers = counts[Int(next()) % counts.count]
    settings.direction = PanDirection.allCases[Int(next()) % PanDirection.allCases.count]
    settings.policy = next() % 2 == 0 ? .threshold : .flick
    settings.slop = .share(DecimalNumber(Int(next()), fractionDigits: 3))
    settings.settle = next() % 2 == 0 ? .standard : .spring(.init(mass: 1, stiffness: 400))
    settings.isInverted = next() % 2 == 0
    settings.jumpFilter = next() % 2 == 0 ? .off : .auto
    settings.size =
      next() % 2 == 0 ? nil : PerAxis(x: DecimalNumber(100), y: DecimalNumber(60))
    if next() % 8 == 0 { settings.calibration = Calibration("0 1 0 -1 0 1") }
    let device = next() % 2 == 0 ? DeviceDescription() : touchpad(next())
    if next() % 4 != 0, !device.isEmpty { settings.recognizer = .libinput }
    var events: [InputEvent] = []
    var time: Int64 = 0
    while bytes.count >= 4 {
      let (kind, step, high, low) = (next(), next(), next(), next())
      // Mostly forward by milliseconds; now and then a leap either way.
      time = step == 255 ? time &- 900_000_000 : time &+ Int64(step & 63) * 1_000_000
      let value = Int32(Int16(truncatingIfNeeded: Int(high) << 8 | Int(low)))
      events.append(event(kind, value, at: time))
    }
    let first = replay(events, settings, device)
    precondition(first == replay(events, settings, device), "The same events give other reports")
    check(first)
  }

  /// A touchpad of one kind or another, of slots, properties and axes by the bits.
  private static func touchpad(_ bits: UInt8) -> DeviceDescription {
    let axis = DeviceDescription.AbsoluteAxis(
      minimum: 0, maximum: 4095, fuzz: bits & 1 == 0 ? 0 : 20, resolution: bits & 2 == 0 ? 40 : 0)
    var properties: DeviceDescription.Properties = [.pointer]
    if bits & 4 != 0 { properties.insert(.clickpad) }
    if bits & 8 != 0 { properties.insert(.semiMultitouch) }
    var axes = [
      AxisCode.contactX: axis, AxisCode.contactY: axis, AxisCode.x: axis, AxisCode.y: axis,
    ]
    axes[AxisCode.slot] = .init(minimum: 0, maximum: Int32(bits >> 5))
    if bits & 16 != 0 { axes[AxisCode.pressure] = .init(minimum: 0, maximum: 255) }
    return DeviceDescription(
      properties: properties, axes: axes,
      codes: [EventType.key: [KeyCode.touch, KeyCode.finger, KeyCode.left]])
  }

  private static func event(_ kind: UInt8, _ value: Int32, at time: Int64) -> InputEvent {
    let codes: [(type: UInt16, code: UInt16)] = [
      (EventType.synchronization, SynchronizationCode.report),
      (EventType.absolute, AxisCode.contactX), (EventType.absolute, AxisCode.contactY),
      (EventType.absolute, AxisCode.slot), (EventType.absolute, AxisCode.trackingID),
      (EventType.key, KeyCode.touch), (EventType.key, KeyCode.left),
      (EventType.synchronization, SynchronizationCode.contactReport),
      (EventType.synchronization, SynchronizationCode.dropped),
      (EventType.absolute, AxisCode.x), (EventType.absolute, AxisCode.y),
      (EventType.absolute, AxisCode.toolType), (EventType.absolute, AxisCode.distance),
      (EventType.key, KeyCode.threeFingers), (EventType.absolute, AxisCode.pressure),
      (EventType.synchronization, SynchronizationCode.report),
    ]
    let (type, code) = codes[Int(kind) % codes.count]
    // Slots are small numbers, but for a few.
    let isSlot = type == EventType.absolute && code == AxisCode.slot
    return InputEvent(
      time: Timestamp(nanoseconds: time), type: type, code: code,
      value: isSlot && kind < 240 ? value & 7 : value)
  }

  private static func replay(
    _ events: [InputEvent], _ settings: ReplaySettings, _ device: DeviceDescription
  ) -> [Replay.Finding] {
    var replay = Replay(device: device, settings: settings)
    do {
      for (index, event) in events.enumerated() { try replay.handle(event, line: index + 1) }
      try replay.finish()
    } catch {
      replay.end(.endOfRecording)
    }
    return replay.takeFindings()
  }

  /// Checks what holds for every report, whatever the events.
  private static func check(_ findings: [Replay.Finding]) {
    var last = -Double.infinity
    for case .gesture(let gesture) in findings {
      precondition(gesture.down <= gesture.begin && gesture.begin <= gesture.end, "Out of order")
      precondition(gesture.begin >= last, "A gesture begins before the end of the one before")
      last = gesture.end
      precondition(gesture.peak >= gesture.progress, "The peak is below the progress")
      precondition(gesture.progress.isFinite && gesture.velocity.isFinite, "Not finite")
      precondition(
        gesture.endReason.isDecided == (gesture.decision.rule != .interrupted), "Undecided")
      if let margin = gesture.decision.margin {
        let isFinish = gesture.decision.outcome == .finish
        precondition(isFinish ? margin >= 0 : margin <= 0, "The margin is on the other side")
      }
      precondition(
        gesture.settle.progress(at: gesture.settle.end) == gesture.settle.outcome.progress)
      _ = gesture.json.line
      _ = gesture.counterfactuals
    }
  }

  // MARK: The planted fault

  private static func findPlantedFault(_ bytes: UnsafeRawBufferPointer) {
    let reading = reading(bytes, as: .evemu, chunk: max(bytes.count, 1))
    for event in reading.events.map(\.event) where event.type == EventType.absolute {
      if event.code == AxisCode.toolType { Self.second(event) }
    }
  }

  // Each comparison is an edge that coverage sees; both at once are beyond chance.

  @inline(never)
  private static func second(_ event: InputEvent) {
    guard event.value >= 9000 else { return }
    fputs("the planted fault\n", stderr)
    preconditionFailure("The planted fault")
  }
}
