import Gestures
public import Quantities
import Recordings
public import TouchInput
import Transitions

/// A recording, or a device, that drives transitions: events in, gestures out.
///
/// It takes one device's events in the order of time, and holds no more than the running gesture. The same events give the same reports, however they come.
///
/// - Complexity: O(1) an event, and no allocation but for reports and, if asked for, traces.
public struct Replay: Sendable {
  /// What a replay found, in the order of time.
  public enum Finding: Hashable, Sendable {
    /// A gesture.
    case gesture(GestureReport)

    /// A touch that was none.
    case touch(TouchReport)
  }

  /// What was asked for.
  public private(set) var settings: ReplaySettings

  /// The device.
  public let device: DeviceDescription

  /// What was found since the findings were taken last.
  public private(set) var findings: [Finding] = []

  /// What there is to warn of.
  public var warnings: [Warning] { log.all }

  /// When the first of each came, in seconds since the first event, as far as it is known.
  public var warningTimes: [Warning.Code: [Double]] { log.times }

  /// The same, as it is counted.
  private(set) var log = WarningLog()

  private var panel: PolicyPanel?
  /// The frames since they were taken last, if they are told.
  private var contacts: [ContactFrame] = []
  /// What was worked out for the device of a recording before, or for this one.
  var prepared = PreparedPanel()
  private var decoder: TouchDecoder
  private var engine: GestureEngine?
  /// What is in place of the engine where libinput's rules make the gestures.
  private var libinput: LibinputRecognition?
  /// The time that the reports' times are relative to, once an event has come.
  public private(set) var origin: Timestamp?
  private var isContactDown = false
  private var line = 0

  /// Creates a replay of a device's events.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself; a recording may say nothing.
  ///   - settings: What is asked for.
  ///   - origin: The time that the reports' times are relative to; `nil`: that of the first event.
  public init(
    device: DeviceDescription, settings: ReplaySettings, origin: Timestamp? = nil
  ) {
    self.device = device
    self.settings = settings
    self.origin = origin
    decoder = TouchDecoder(device: device, surface: Self.givenSurface(settings))
  }

  /// The plan, once the surface is known.
  public var plan: ReplayPlan? { engine?.plan ?? libinput?.plan }

  /// The kind of the device, as far as it says, or its events tell.
  public var kind: DeviceDescription.Kind {
    device.kind ?? (decoder.toolCount > 0 || sawTool ? .touchpad : .touchscreen)
  }

  private var sawTool = false

  /// What is asked for as soon as nothing touches any more.
  private var nextSettings: Boxed<ReplaySettings>?

  /// What came before that and has not been taken yet.
  private var moments: [GestureMoment] = []
  private var comparisons: [TouchComparison] = []

  /// Asks for something else from the next touch on.
  ///
  /// - Parameter settings: What is asked for; the ranges of the axes stay what they were.
  public mutating func change(to settings: ReplaySettings) {
    nextSettings = .of(settings)
    if !isContactDown { applyChange() }
  }

  private mutating func applyChange() {
    guard case .some(.of(let settings)) = nextSettings else { return }
    nextSettings = nil
    self.settings = settings
    moments = takeMoments()
    comparisons = takeComparisons()
    (engine, libinput, panel) = (nil, nil, nil)
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - line: Where it stands in the recording.
  /// - Throws: What stands in the way of following the first contact.
  public mutating func handle(_ event: InputEvent, line: Int) throws(ReplayError) {
    if origin == nil { origin = event.time }
    try decode(event, line: line)
  }

  /// Takes the events that the device sent in a row; long recordings spend their time here.
  ///
  /// - Parameters:
  ///   - events: Events of a recording, the first of them of the device.
  ///   - device: The index that they have for the device.
  /// - Returns: The events behind those, from the first that another device sent.
  /// - Throws: What stands in the way of following the first contact.
  mutating func handle(
    _ events: ArraySlice<RecordedEvent>, of device: Int
  ) throws(ReplayError) -> ArraySlice<RecordedEvent> {
    if origin == nil { origin = events.first?.event.time }
    var index = events.startIndex
    while index < events.endIndex, events[index].device == device {
      try decode(events[index].event, line: events[index].line)
      index += 1
    }
    return events[index...]
  }

  @inline(__always)
  private mutating func decode(_ event: InputEvent, line: Int) throws(ReplayError) {
    let output = decoder.handle(event)
    if !output.issues.isEmpty {
      log.note(
        output.issues, line: line, at: origin.map { event.time.since($0).seconds })
    }
    guard output.isFrame else { return }
    self.line = line
    try follow()
  }

  /// Ends the events: closes an open frame, and ends what is still down.
  public mutating func finish() throws(ReplayError) {
    let output = decoder.finish()
    log.note(output.issues, line: nil)
    if output.isFrame { try follow() }
    if isContactDown { log.note(.contactLeftDown) }
    end(.endOfRecording)
  }

  /// Ends all touches, for a reason that no event told.
  public mutating func end(_ interruption: ContactFrame.Interruption) {
    decoder.interrupt(interruption)
    // An interruption starts nothing, and only the start can fail.
    try? follow()
  }

  /// Takes out all that came since the last time.
  ///
  /// - Parameter news: Where it goes; it is empty before.
  mutating func take(into news: inout ReplayNews) {
    if !contacts.isEmpty { swap(&contacts, &news.contacts) }
    if !findings.isEmpty { swap(&findings, &news.findings) }
    if engine != nil, moments.isEmpty {
      engine?.exchangeMoments(for: &news.moments)
    } else {
      news.moments = takeMoments()
    }
    if panel != nil || !comparisons.isEmpty { news.comparisons = takeComparisons() }
  }

  /// Takes the findings out.
  public mutating func takeFindings() -> [Finding] {
    guard !findings.isEmpty else { return [] }
    let taken = findings
    findings = []
    return taken
  }

  /// Takes out what happened since the last time, in the order of time, if it is told.
  public mutating func takeMoments() -> [GestureMoment] {
    let latest = engine?.takeMoments() ?? libinput?.takeMoments() ?? []
    guard !moments.isEmpty else { return latest }
    defer { moments = [] }
    return moments + latest
  }

  /// Takes the frames of contacts out that came since the last time, if they are told.
  public mutating func takeContacts() -> [ContactFrame] {
    guard !contacts.isEmpty else { return [] }
    defer { contacts = [] }
    return contacts
  }

  /// Takes out what the compared policies made of the touches, in the order of time.
  public mutating func takeComparisons() -> [TouchComparison] {
    let latest = panel?.takeComparisons() ?? []
    guard !comparisons.isEmpty else { return latest }
    defer { comparisons = [] }
    return comparisons + latest
  }

  // MARK: Frames

  private mutating func follow() throws(ReplayError) {
    isContactDown = decoder.frame.count > 0
    defer { if !isContactDown { applyChange() } }
    if settings.tellsContacts { contacts.append(decoder.frame) }
    if engine == nil {
      if libinput == nil {
        guard isContactDown else { return }
        try start()
      }
      guard libinput == nil else { return recognize() }
    }
    panel?.handle(decoder.frame)
    if engine?.handle(decoder.frame, into: &findings) == true {
      log.note(
        .touchJump, line: line > 0 ? line : nil,
        at: origin.map { decoder.frame.time.since($0).seconds })
    }
  }

  private mutating func recognize() {
    panel?.handle(decoder.frame)
    if libinput?.handle(decoder.frame, into: &findings) == true {
      log.note(.touchJump, line: line > 0 ? line : nil)
    }
  }

  private mutating func start() throws(ReplayError) {
    sawTool = decoder.toolCount > 0
    guard device.kind != .other else {
      throw ReplayError(.noTouchDevice(name: device.name), line: nil)
    }
    let declared = device.surface(decoder.positionAxes)
    guard var surface = Self.givenSurface(settings) ?? declared else {
      throw ReplayError(.unknownRanges, line: line)
    }
    // Ranges that are given change no unit.
    for axis in Axis.allCases where surface[axis].unitsPerMillimeter == nil {
      surface[axis].unitsPerMillimeter = declared?[axis].unitsPerMillimeter
    }
    let source = ReplayPlan.Source(
      kind: kind, surface: surface, isClickpad: device.properties.contains(.clickpad),
      isInverted: false)
    switch settings.recognizer(on: kind) {
    case .direct:
      engine = try GestureEngine(settings, source, origin: origin ?? .zero, isOnSurface: true)
    case .libinput:
      libinput = try LibinputRecognition(
        device: device, axes: decoder.positionAxes, source: source, settings: settings,
        origin: origin ?? .zero)
    }
    if !settings.comparedPolicies.isEmpty {
      let (axes, settings, device, isPad) = (
        decoder.positionAxes, settings, device, kind == .touchpad
      )
      panel = try prepared.panel(
        for: PreparedPanel.Device(description: device, axes: axes, source: source)
      ) { () throws(ReplayError) in
        try PolicyPanel(
          settings, origin: .zero,
          delivery: isPad
            ? Result { () throws(ReplayError) in
              try PadDelivery(device: device, axes: axes, source: source, settings: settings)
            } : nil
        ) { settings in (source, settings) }
      }
      panel?.begin(at: origin ?? .zero)
    }
    plan?.warnings.forEach { log.noteOnce($0) }
    if decoder.contactProtocol == .single, decoder.toolCount <= 1,
      let least = plan?.pan.fingers.least, least > 1
    {
      log.noteOnce(.oneContactOnly)
    }
  }

  // MARK: Sources

  private static func givenSurface(_ settings: ReplaySettings) -> Surface? {
    guard let ranges = settings.axisRanges,
      let x = Surface.Extent(minimum: ranges.x.lowerBound, maximum: ranges.x.upperBound),
      let y = Surface.Extent(minimum: ranges.y.lowerBound, maximum: ranges.y.upperBound)
    else { return nil }
    return Surface(x: x, y: y)
  }
}
