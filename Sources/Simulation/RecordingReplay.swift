public import Quantities
public import Recordings
public import TouchInput

/// A whole recording that drives transitions: it picks the device and replays its events, or
/// replays its tables.
public struct RecordingReplay: Sendable {
  /// What was asked for.
  public private(set) var settings: ReplaySettings

  /// What there is to warn of, but for what the running replay notes.
  private var log = WarningLog()
  private let choice: DeviceChoice
  private let description: DeviceDescription?
  private var replay: Replay?
  private var chosen: Int?
  /// The device that the choice means, if it tells.
  private var meant: Int?
  private var eventCount = 0
  /// The time that the reports' times are relative to, once an event has come.
  public private(set) var origin: Timestamp?
  /// The gestures that libinput recognized, and the device that made them.
  private var libinput: LibinputReplay?
  private var libinputDevice: Int?
  /// What makes another recording of the events, if that was asked for.
  private var variation: EventVariation?

  /// The longest row of frames that the variation lost.
  private var longestTableLoss = 0

  /// Devices that have sent events, but no touch yet.
  private var untouched: [Int: Replay] = [:]

  /// Creates a replay of a recording.
  ///
  /// - Parameters:
  ///   - settings: What is asked for.
  ///   - device: Which device is meant.
  ///   - description: What the device says of itself, where the recording does not.
  public init(
    settings: ReplaySettings, device: DeviceChoice = .touched,
    description: DeviceDescription? = nil
  ) {
    self.settings = settings
    choice = device
    self.description = description
    variation = settings.variation.map(EventVariation.init)
  }

  /// The longest row of frames that the variation that was asked for has lost.
  package var longestLoss: Int { max(longestTableLoss, variation?.longestLoss ?? 0) }

  /// What was worked out for the devices of recordings under the same settings, this one included.
  package var prepared: PreparedPanel {
    get { replay?.prepared ?? given }
    set { given = newValue }
  }

  private var given = PreparedPanel()

  /// What came of each table, once all has been read, if the recording is one of tables.
  public private(set) var tables: [Result<TableReplay, ReplayError>] = []

  /// What was found in tables since the findings were taken last.
  private var findings: [Replay.Finding] = []
  private var comparisons: [TouchComparison] = []
  private var moments: [GestureMoment] = []

  /// The device that is followed; the first that was described, as long as none is touched.
  public private(set) var device = DeviceDescription()

  /// The index of the device that is followed, once it has been touched.
  public var deviceIndex: Int? { chosen }

  /// The replay of the device, once it has been touched.
  public var plan: ReplayPlan? { replay?.plan ?? libinput?.plan }

  /// The size of the surface in millimeters, or `nil` if it is unknown.
  public var size: Size? {
    if replay == nil, let libinput { return libinput.size }
    return (plan?.surface ?? device.surface(device.isMultitouch ? .contacts : .single))?.millimeters
  }

  /// The kind of the device, or `nil` as long as nothing is known.
  public var kind: DeviceDescription.Kind? {
    if replay == nil, libinput != nil { return .touchpad }
    return chosen == nil ? device.kind : replay?.kind
  }

  /// Whether contacts make the gestures; otherwise those of libinput in the recording do.
  public var followsContacts: Bool { replay != nil || libinput == nil }

  /// The settings that hold, as text; as they were given, as long as nothing was touched.
  public var texts: [String: String] {
    var texts = plan?.texts ?? settings.texts
    if let libinput { texts["deltas"] = libinput.plan.texts["deltas"] }
    return texts
  }

  /// What there is to warn of.
  public var warnings: [Warning] {
    let lone = untouched.count == 1 ? untouched.values.first : nil
    var all = (replay ?? lone)?.log ?? libinput?.log ?? WarningLog()
    all.merge(log)
    return all.all
  }

  /// When the first warnings of each kind came, in seconds since the first event, as far as it is
  /// known.
  public var warningTimes: [Warning.Code: [Double]] {
    replay?.warningTimes ?? libinput?.log.times ?? [:]
  }

  /// Takes what a chunk of the recording held.
  ///
  /// - Parameters:
  ///   - batch: The events and notices.
  ///   - reader: The reader that they are of.
  /// - Throws: What stands in the way; what was found before can still be taken.
  public mutating func handle(
    _ batch: EventBatch, of reader: RecordingReader
  ) throws(ReplayError) {
    try handle(batch, of: reader.devices, at: reader.devicePaths)
  }

  /// Ends the recording, and replays its tables, if it is one of tables.
  ///
  /// - Parameter reader: The reader, at its end.
  /// - Throws: What keeps the recording, or the first table that cannot be, from being replayed,
  ///   where only the end tells.
  public mutating func finish(of reader: RecordingReader) throws(ReplayError) {
    guard !reader.tables.isEmpty else {
      return try finish(of: reader.devices, at: reader.devicePaths)
    }
    let settings = settings
    var varied = reader.tables
    if let variation = settings.variation {
      for index in varied.indices {
        let (table, loss) = varied[index].varied(by: variation)
        varied[index] = table
        longestTableLoss = max(longestTableLoss, loss)
      }
    }
    tables = varied.map { table in
      Result { () throws(ReplayError) in try TableReplay(table, settings: settings) }
    }
    for case .success(let table) in tables {
      findings += table.findings
      comparisons += table.comparisons
      moments += table.moments
    }
    for case .failure(let error) in tables { throw error }
  }

  /// Takes what a chunk of the recording held.
  ///
  /// - Parameters:
  ///   - batch: The events and notices.
  ///   - devices: The devices that have been described so far.
  ///   - paths: Their device files, as far as they are known.
  /// - Throws: What stands in the way; what was found before can still be taken.
  package mutating func handle(
    _ batch: EventBatch, of devices: [DeviceDescription], at paths: [String?] = []
  ) throws(ReplayError) {
    for notice in batch.notices { log.note(notice) }
    eventCount &+= max(batch.events.count, batch.reports.count) &+ batch.libinputEvents.count
    meant = choice.index(in: devices, paths: paths)
    if chosen == nil { device = description ?? described(meant ?? 0, of: devices) }
    var events = batch.events
    if variation != nil {
      events = []
      for event in batch.events { variation?.take(event, into: &events) }
    }
    try handle(events, of: devices, at: paths)
    for event in batch.libinputEvents { try follow(event, of: devices, at: paths) }
  }

  private mutating func handle(
    _ events: [RecordedEvent], of devices: [DeviceDescription], at paths: [String?]
  ) throws(ReplayError) {
    if origin == nil { origin = events.first?.event.time }
    var rest = events[...]
    while let event = rest.first {
      if event.device == chosen {
        rest = try replay?.handle(rest, of: event.device) ?? []
      } else {
        try consider(event, of: devices, at: paths)
        rest.removeFirst()
      }
    }
  }

  /// Ends the recording.
  ///
  /// - Parameters:
  ///   - devices: The devices that have been described.
  ///   - paths: Their device files, as far as they are known.
  /// - Throws: What keeps the recording from being replayed, where only its end tells.
  package mutating func finish(
    of devices: [DeviceDescription], at paths: [String?] = []
  ) throws(ReplayError) {
    if eventCount == 0 { log.noteNoEvents() }
    var events: [RecordedEvent] = []
    variation?.finish(into: &events)
    try handle(events, of: devices, at: paths)
    if chosen == nil { try checkChoice(of: devices, at: paths) }
    if replay == nil, untouched.count == 1 {
      replay = untouched.values.first
      untouched = [:]
    }
    try replay?.finish()
    libinput?.finish()
  }

  /// Asks for something else from the next touch on, where contacts make the gestures.
  ///
  /// What was found before should have been taken.
  public mutating func change(to settings: ReplaySettings) {
    self.settings = settings
    replay?.change(to: settings)
    for device in untouched.keys { untouched[device]?.change(to: settings) }
  }

  /// Ends what is still down, after an error, or because the device is gone.
  public mutating func abandon(by interruption: ContactFrame.Interruption = .endOfRecording) {
    replay?.end(interruption)
    libinput?.abandon()
  }

  /// Takes out all that came since the last time.
  ///
  /// - Parameter news: Where it goes, in place of what it holds.
  package mutating func take(into news: inout ReplayNews) {
    news.removeAll()
    guard replay != nil else {
      news.contacts = takeContacts()
      news.moments = takeMoments()
      news.findings = takeFindings()
      news.comparisons = takeComparisons()
      return
    }
    replay?.take(into: &news)
    guard libinput != nil else { return }
    _ = libinput?.takeMoments()
    news.libinputFindings = takeLibinputFindings()
  }

  /// Takes the findings out, those of tables in the order of the tables.
  public mutating func takeFindings() -> [Replay.Finding] {
    defer { findings = [] }
    return replay?.takeFindings() ?? libinput?.takeFindings() ?? findings
  }

  /// Takes out what happened since the last time, in the order of time, if it is told.
  public mutating func takeMoments() -> [GestureMoment] {
    defer { moments = [] }
    if replay != nil { _ = libinput?.takeMoments() }
    return replay?.takeMoments() ?? libinput?.takeMoments() ?? moments
  }

  /// Takes the frames of contacts out that came since the last time, if they are told.
  public mutating func takeContacts() -> [ContactFrame] {
    replay?.takeContacts() ?? []
  }

  /// Takes out what the compared policies made of the touches, those of tables in the order of the
  /// tables.
  public mutating func takeComparisons() -> [TouchComparison] {
    defer { comparisons = [] }
    return replay?.takeComparisons() ?? libinput?.takeComparisons() ?? comparisons
  }

  /// Takes out what libinput's own gestures came to, where the recording has the contacts too.
  public mutating func takeLibinputFindings() -> [Replay.Finding] {
    replay == nil ? [] : libinput?.takeFindings() ?? []
  }

  // MARK: Devices

  /// Takes an event of libinput, if its device is the one that is meant.
  private mutating func follow(
    _ event: LibinputEvent, of devices: [DeviceDescription], at paths: [String?]
  ) throws(ReplayError) {
    switch choice {
    case .number, .name:
      guard meant == event.device else { return }
    case .touched:
      // Where contacts are followed, the gestures of other devices are no matter.
      guard chosen == nil || chosen == event.device else { return }
    }
    if let libinputDevice, libinputDevice != event.device {
      throw ReplayError(
        .severalDevices(
          DeviceChoice.label(libinputDevice, of: devices, paths: paths),
          DeviceChoice.label(event.device, of: devices, paths: paths)), line: event.line)
    }
    if libinput == nil {
      libinputDevice = event.device
      let touchpad = described(event.device, of: devices)
      if chosen == nil { device = touchpad }
      origin = origin ?? event.time
      do throws(ReplayError) {
        libinput = try LibinputReplay(
          device: touchpad, settings: settings, origin: origin ?? event.time)
      } catch {
        throw ReplayError(error.reason, line: event.line)
      }
    }
    libinput?.handle(event)
  }

  /// Takes an event of a device that is not followed yet, and follows it if that is meant.
  private mutating func consider(
    _ event: RecordedEvent, of devices: [DeviceDescription], at paths: [String?]
  ) throws(ReplayError) {
    let isMeant: Bool
    switch choice {
    case .number, .name:
      isMeant = meant == event.device
      if isMeant, (description ?? described(event.device, of: devices)).kind == .other {
        throw ReplayError(.noTouchDevice(name: described(event.device, of: devices).name))
      }
    case .touched:
      let kind = (description ?? described(event.device, of: devices)).kind
      guard kind != .other || devices.count == 1 else { return }
      isMeant = event.event.isTouch
    }
    guard isMeant else {
      guard choice == .touched, chosen == nil else { return }
      if untouched[event.device] == nil {
        untouched[event.device] = newReplay(event.device, of: devices)
      }
      try untouched[event.device]?.handle(event.event, line: event.line)
      return
    }
    if let chosen {
      throw ReplayError(
        .severalDevices(
          DeviceChoice.label(chosen, of: devices, paths: paths),
          DeviceChoice.label(event.device, of: devices, paths: paths)), line: event.line)
    }
    chosen = event.device
    replay = untouched[event.device] ?? newReplay(event.device, of: devices)
    replay?.prepared = given
    untouched = [:]
    device = replay?.device ?? device
    try replay?.handle(event.event, line: event.line)
  }

  private func newReplay(_ index: Int, of devices: [DeviceDescription]) -> Replay {
    Replay(
      device: description ?? described(index, of: devices), settings: settings, origin: origin)
  }

  private func described(_ index: Int, of devices: [DeviceDescription]) -> DeviceDescription {
    devices.indices.contains(index) ? devices[index] : DeviceDescription()
  }

  private func checkChoice(of devices: [DeviceDescription], at paths: [String?]) throws(ReplayError)
  {
    try choice.check(of: devices, at: paths)
    let index = choice.index(in: devices, paths: paths)
    let meant = index.map { [described($0, of: devices)] } ?? devices
    let known = description.map { [$0] } ?? meant
    guard eventCount > 0, !known.isEmpty, known.allSatisfy({ $0.kind == .other }) else { return }
    throw ReplayError(.noTouchDevice(name: known[0].name))
  }
}
