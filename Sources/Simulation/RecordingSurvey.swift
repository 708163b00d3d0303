public import Quantities
public import Recordings
public import TouchInput

/// What a recording holds, whether it can be replayed or not.
public struct RecordingSurvey: Sendable {
  /// What one device of a recording sent.
  public struct Device: Sendable {
    /// The number of the device, counted from 0 in the order of the recording.
    public let index: Int

    /// What it says of itself.
    public let description: DeviceDescription

    /// How many events it sent, or reports, where the recording holds reports.
    public fileprivate(set) var events = 0

    /// How many frames it closed.
    public fileprivate(set) var frames = 0

    /// The most contacts in a frame, with or without a position.
    public fileprivate(set) var mostContacts = 0

    /// How many touches there were: from the first contact down to none.
    public fileprivate(set) var touches = 0

    /// The coordinates that were seen along each axis.
    public fileprivate(set) var seen: (x: ClosedRange<Int>, y: ClosedRange<Int>)?

    /// The shortest time between two frames of a touch.
    public fileprivate(set) var shortestInterval: Duration?

    /// The longest time between two frames of a touch.
    public fileprivate(set) var longestInterval: Duration?

    /// How well it reports.
    public fileprivate(set) var health = DeviceHealth()

    fileprivate var decoder: TouchDecoder
    fileprivate var warnings = WarningLog()
    fileprivate var isTouched = false
    fileprivate var lastFrame: Timestamp?
    fileprivate var touchedTime = Duration.zero
    fileprivate var touchedIntervals = 0

    /// Frames per second while it was touched, or `nil` if no time passed.
    public var rate: Double? {
      touchedTime > .zero ? Double(touchedIntervals) / touchedTime.seconds : nil
    }

    /// How the device tells its contacts apart, if it closed a frame.
    public var contactProtocol: TouchDecoder.ContactProtocol? { decoder.contactProtocol }

    /// The axes that its positions come on.
    public var positionAxes: PositionAxes { decoder.positionAxes }

    /// The surface that its positions lie on, or `nil` without declared ranges.
    public var surface: Surface? { description.surface(positionAxes) }
  }

  /// What the time stamps count from, as far as they tell.
  public enum Clock: String, Hashable, Sendable {
    /// The start of the recording.
    case zero

    /// The boot of a machine.
    case monotonic

    /// The year 1970.
    case wall
  }

  /// The number of events of all devices, or of reports, where the recording holds reports.
  public private(set) var events = 0

  /// The number of frames of all devices.
  public private(set) var frames = 0

  /// The devices that sent events, in the order of their first one.
  public private(set) var devices: [Device] = []

  private var notices = WarningLog()
  private var smallest: Timestamp?
  private var largest: Timestamp?
  private let description: DeviceDescription?

  /// Creates an empty survey.
  ///
  /// - Parameter description: What the device says of itself, where the recording does not.
  public init(description: DeviceDescription? = nil) {
    self.description = description
  }

  /// The largest time stamp minus the smallest.
  public var duration: Duration {
    guard let smallest, let largest else { return .zero }
    return largest.since(smallest)
  }

  /// The smallest time stamp, or `nil` without one.
  public var start: Timestamp? { smallest }

  /// What the time stamps count from, or `nil` without one.
  ///
  /// No machine is up for 15 years, and a recorder that counts from its own start begins within a
  /// second of it.
  public var clock: Clock? {
    guard let smallest else { return nil }
    let seconds = smallest.nanoseconds / 1_000_000_000
    if seconds >= 15 * 365 * 86_400 { return .wall }
    return seconds.magnitude < 1 ? .zero : .monotonic
  }

  /// The gestures that libinput recognized, scrolls left out.
  public private(set) var libinputGestures = 0

  /// The most fingers of an event of libinput.
  public private(set) var mostLibinputFingers = 0

  /// How well the rows of a table follow each other, or `nil` if there is no table.
  public private(set) var tableHealth: DeviceHealth?

  private var libinputEvents = 0
  private var libinputStart: Timestamp?
  private var libinputEnd: Timestamp?

  private mutating func take(_ event: LibinputEvent) {
    guard event.phase != .removed else { return }
    libinputEvents &+= 1
    libinputStart = min(libinputStart ?? event.time, event.time)
    libinputEnd = max(libinputEnd ?? event.time, event.time)
    mostLibinputFingers = max(mostLibinputFingers, event.fingers)
    if event.phase == .begin { libinputGestures += 1 }
  }

  /// Takes what a chunk of the recording held.
  public mutating func handle(_ batch: EventBatch, of descriptions: [DeviceDescription]) {
    for notice in batch.notices { notices.note(notice) }
    for report in batch.reports {
      count(report.time, at: place(of: report.device, descriptions))
    }
    let isOfReports = !batch.reports.isEmpty
    var place = 0
    for recorded in batch.events {
      if place >= devices.count || devices[place].index != recorded.device {
        place = self.place(of: recorded.device, descriptions)
      }
      if !isOfReports { count(recorded.event.time, at: place) }
      take(recorded, at: place)
    }
    for event in batch.libinputEvents { take(event) }
  }

  /// Ends the recording.
  ///
  /// What libinput made of the fingers counts where there is nothing else.
  public mutating func finish() {
    if events == 0 {
      (events, frames) = (libinputEvents, libinputEvents)
      (smallest, largest) = (libinputStart, libinputEnd)
    }
    if events == 0 { notices.noteNoEvents() }
    for place in devices.indices {
      let output = devices[place].decoder.finish()
      devices[place].warnings.note(output.issues, line: nil)
      if output.isFrame { close(at: place, line: nil) }
      devices[place].health.finish()
      if devices[place].isTouched { devices[place].warnings.note(.contactLeftDown) }
    }
  }

  /// Takes a table as if a device had sent it.
  public mutating func take(_ table: SampleTable) {
    tableHealth = DeviceHealth(of: table)
    for frame in table.frames {
      smallest = min(smallest ?? frame.time, frame.time)
      largest = max(largest ?? frame.time, frame.time)
    }
    events = table.sampleCount
    frames = table.sampleCount
    if events == 0 { notices.noteOnce(.noEvents) }
  }

  /// What there is to warn of: of the recording, and of one of its devices.
  public func warnings(of device: Device?) -> [Warning] {
    var log = device?.warnings ?? WarningLog()
    log.merge(notices)
    if let device, device.mostContacts > 0, device.surface.map({ $0.millimeters == nil }) ?? false {
      log.note(.unknownSize)
    }
    return log.all
  }

  /// The device that is meant: the one with a place in the recording, else the first that was
  /// touched, else the first that sent events.
  public func device(_ index: Int? = nil) -> Device? {
    if let index { return devices.first { $0.index == index } }
    return devices.first { $0.mostContacts > 0 } ?? devices.first
  }

  private mutating func place(of index: Int, _ descriptions: [DeviceDescription]) -> Int {
    if let place = devices.firstIndex(where: { $0.index == index }) { return place }
    let known = descriptions.indices.contains(index) ? descriptions[index] : DeviceDescription()
    let device = description ?? known
    devices.append(
      Device(index: index, description: device, decoder: TouchDecoder(device: device)))
    return devices.count - 1
  }

  private mutating func count(_ time: Timestamp, at place: Int) {
    events &+= 1
    smallest = min(smallest ?? time, time)
    largest = max(largest ?? time, time)
    devices[place].events &+= 1
  }

  private mutating func take(_ recorded: RecordedEvent, at place: Int) {
    let event = recorded.event
    devices[place].health.take(event, line: recorded.line)
    let output = devices[place].decoder.handle(event)
    if !output.issues.isEmpty { devices[place].warnings.note(output.issues, line: recorded.line) }
    if event.type == EventType.synchronization, event.code == SynchronizationCode.report {
      frames &+= 1
      devices[place].frames &+= 1
    }
    if output.isFrame { close(at: place, line: recorded.line) }
  }

  private mutating func close(at place: Int, line: Int?) {
    let frame = devices[place].decoder.frame
    let (description, axes) = (devices[place].description, devices[place].positionAxes)
    let toolCount = devices[place].decoder.toolCount
    devices[place].health.take(
      frame, line: line, toolCount: toolCount, on: description.surface(axes))
    devices[place].mostContacts = max(devices[place].mostContacts, frame.reportedCount)
    if devices[place].isTouched, frame.count > 0, let last = devices[place].lastFrame {
      let interval = frame.time.since(last)
      devices[place].touchedTime += interval
      devices[place].touchedIntervals += 1
      devices[place].shortestInterval = min(devices[place].shortestInterval ?? interval, interval)
      devices[place].longestInterval = max(devices[place].longestInterval ?? interval, interval)
    }
    if frame.count > 0, !devices[place].isTouched { devices[place].touches += 1 }
    devices[place].isTouched = frame.count > 0
    devices[place].lastFrame = frame.time
    for index in 0..<frame.count where frame[index].isXKnown && frame[index].isYKnown {
      let position = frame[index].position
      let seen = devices[place].seen ?? (position.x...position.x, position.y...position.y)
      devices[place].seen = (
        min(seen.x.lowerBound, position.x)...max(seen.x.upperBound, position.x),
        min(seen.y.lowerBound, position.y)...max(seen.y.upperBound, position.y)
      )
    }
  }
}
