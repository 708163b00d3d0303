import Quantities
import Recordings
import Simulation
import TouchInput

/// A recording that was read to its end, with all its events kept.
struct StoredRecording: ~Copyable {
  /// The file.
  let name: String

  /// The format.
  private(set) var format: RecordingFormat?

  /// The devices: at least one, which may say nothing, and one for each that an event names.
  var devices: [WrittenDevice] = []

  /// The tables, if the recording is one of tables.
  private(set) var tables: [SampleTable] = []

  /// The events.
  private(set) var events = EventStore()

  /// The devices that were touched.
  private(set) var touched: Set<Int> = []

  /// The devices that sent events.
  private(set) var active: Set<Int> = []

  /// The time of the first event.
  private(set) var origin: Timestamp?

  /// The time of the latest event.
  private(set) var end: Timestamp?

  /// Whether it holds what libinput made of the fingers.
  private(set) var hasLibinputEvents = false

  /// How many lines were passed over, and the first of them.
  private(set) var unknownLines = (count: 0, first: 0)

  /// Whether the last line is cut.
  private(set) var isCut = false

  /// Whether events have no times.
  private(set) var hasNoTimes = false

  /// Whether the last frame of a device is not closed.
  private(set) var isOpen = false

  /// The axes of positions that events came on, by device.
  private var positions: [Int: Set<UInt16>] = [:]

  /// Reads a recording to its end.
  ///
  /// - Parameters:
  ///   - input: Where it comes from.
  ///   - format: The format, or `nil` to find it out.
  /// - Throws: That it cannot be read, or not to its end.
  init(_ input: Input, as format: RecordingFormat? = nil) throws(Problem) {
    name = input.name
    var store = EventStore()
    var (touched, active) = (Set<Int>(), Set<Int>())
    var origin: Timestamp?
    var end: Timestamp?
    var unknownLines = (count: 0, first: 0)
    var isCut = false
    var hasLibinputEvents = false
    var hasNoTimes = false
    var open: Set<Int> = []
    var positions: [Int: Set<UInt16>] = [:]
    let (reader, problem) = input.readRecording(as: format) { batch, _ in
      for notice in batch.notices {
        switch notice.kind {
        case .unknownLine:
          if unknownLines.count == 0 { unknownLines.first = notice.line }
          unknownLines.count += 1
        case .fileCut: isCut = true
        case .noTimestamps: hasNoTimes = true
        case .touchNotFollowed: hasLibinputEvents = true
        }
      }
      hasLibinputEvents = hasLibinputEvents || !batch.libinputEvents.isEmpty
      if origin == nil { origin = batch.events.first?.event.time }
      for event in batch.events {
        active.insert(event.device)
        end = max(end ?? event.event.time, event.event.time)
        if event.event.isTouch { touched.insert(event.device) }
        if event.event.isPosition {
          positions[event.device, default: []].insert(event.event.code)
        }
        if event.event.isReport { open.remove(event.device) } else { open.insert(event.device) }
      }
      do throws(Problem) {
        try store.append(batch.events)
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
    guard !hasLibinputEvents || store.count > 0 else {
      throw Problem(
        .badInput, file: input.name,
        "it has what libinput made of the fingers and no positions, which no format takes")
    }
    self.hasLibinputEvents = hasLibinputEvents
    self.format = reader.format
    tables = reader.tables
    let count = max(reader.devices.count, (active.max() ?? 0) + 1)
    for index in 0..<count {
      let isDescribed = reader.devices.indices.contains(index)
      devices.append(
        WrittenDevice(
          isDescribed ? reader.devices[index] : DeviceDescription(),
          path: isDescribed ? reader.devicePaths[index] : nil))
    }
    (self.touched, self.active) = (touched, active)
    (self.origin, self.end) = (origin, end)
    (self.hasNoTimes, isOpen, self.positions) = (hasNoTimes, !open.isEmpty, positions)
    (self.unknownLines, self.isCut) = (unknownLines, isCut)
    events = store
  }

  /// Puts the events of a table in place of it.
  mutating func layOut(_ recording: TableRecording) throws(Problem) {
    devices = [WrittenDevice(recording.device)]
    var line = 0
    for event in recording.events {
      line += 1
      origin = origin ?? event.time
      end = max(end ?? event.time, event.time)
      try events.append(CollectionOfOne(RecordedEvent(event: event, line: line)))
    }
    touched = line > 0 ? [0] : []
    active = touched
  }

  /// Gives a device the ranges and the size that a person says it has.
  ///
  /// - Parameters:
  ///   - device: The index of the device.
  ///   - settings: The ranges and the size.
  /// - Returns: Whether the size is kept exactly: a resolution is a whole number.
  mutating func measure(_ device: Int, _ settings: ReplaySettings) -> Bool {
    var isExact = true
    let sent = positions[device] ?? []
    let hasX = sent.contains(AxisCode.x) || sent.contains(AxisCode.contactX)
    for pair in hasX ? [PositionAxes.contacts, .single] : [.contacts, .single, .odd] {
      for axis in Axis.allCases {
        let code = axis == .x ? pair.x : pair.y
        let isSent = sent.contains(code)
        let known = devices[device].description.axes[code]
        guard isSent || known != nil else { continue }
        var range = known ?? .init(minimum: 0, maximum: 0)
        if let given = settings.axisRanges?[axis] {
          range.minimum = Int32(clamping: given.lowerBound)
          range.maximum = Int32(clamping: given.upperBound)
        }
        if let size = settings.size?[axis], range.maximum > range.minimum {
          let units = Double(Int(range.maximum) - Int(range.minimum)) / size.value
          range.resolution = Int32(exactly: units.rounded()) ?? .max
          isExact = isExact && Double(range.resolution) == units
        }
        guard range.maximum > range.minimum else { continue }
        devices[device].description.axes[code] = range
      }
    }
    return isExact
  }

  /// That no frame lies in the time that is asked for.
  var noFrame: Problem {
    guard let origin, let end else { return Problem(.misused, file: name, "it has no events") }
    let seconds = DecimalText.fixed(end.since(origin).seconds, places: 3)
    return Problem(
      .misused, file: name,
      "no frame begins in that time: the recording ends \(seconds) s after its first event")
  }

  /// What the devices say of themselves.
  var descriptions: [DeviceDescription] { devices.map(\.description) }

  /// The device files.
  var paths: [String?] { devices.map(\.path) }

  /// The device that is meant: as chosen, else the one that is touched, else the first that sent
  /// events.
  ///
  /// - Throws: That there is none like that, or that two are touched.
  func device(_ choice: DeviceChoice) throws(Problem) -> Int {
    do throws(ReplayError) {
      try choice.check(of: descriptions, at: paths)
    } catch {
      throw Problem(.misused, file: name, error.description)
    }
    if let index = choice.index(in: descriptions, paths: paths) { return index }
    let devices = devices
    let candidates = touched.filter { devices.count == 1 || devices[$0].description.kind != .other }
      .sorted()
    guard candidates.count < 2 else {
      let numbers = candidates.map { index in
        devices[index].description.name.map { "\(Words.name($0)) (number \(index + 1))" }
          ?? "number \(index + 1)"
      }
      throw Problem(
        .badInput, file: name,
        "several devices are touched, \(numbers.joined(separator: ", ")): choose one with --device")
    }
    return candidates.first ?? active.min() ?? 0
  }
}

extension InputEvent {
  /// Whether it ends a frame.
  fileprivate var isReport: Bool {
    type == EventType.synchronization && code == SynchronizationCode.report
  }

  /// Whether it is the position of a contact, along one axis.
  fileprivate var isPosition: Bool {
    guard type == EventType.absolute else { return false }
    return (AxisCode.x...AxisCode.rotationX).contains(code)
      || code == AxisCode.contactX || code == AxisCode.contactY
  }
}
