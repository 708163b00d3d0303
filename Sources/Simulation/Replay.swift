import Gestures
public import Quantities
public import Recordings
public import TouchInput
import Transitions

/// A recording, or a device, that drives transitions: events in, gestures out.
///
/// It takes one device's events, or the frames of a table, in the order of time, and holds no more
/// than the running gesture. The same events give the same reports, however they come.
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
  public let settings: ReplaySettings

  /// The device.
  public let device: DeviceDescription

  /// What was found since the findings were taken last.
  public private(set) var findings: [Finding] = []

  /// What there is to warn of.
  public var warnings = WarningLog()

  private var decoder: TouchDecoder
  private var engine: GestureEngine?
  private let table: ReplayPlan.Source?
  private var origin: Timestamp?
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
    table = nil
    decoder = TouchDecoder(device: device, surface: Self.givenSurface(settings))
  }

  /// Creates a replay of a table; its frames are to be handled one by one.
  ///
  /// - Throws: What the table does not say, and the settings neither.
  public init(table: SampleTable, settings: ReplaySettings) throws(ReplayError) {
    let (source, settings) = try Self.source(of: table, settings)
    device = DeviceDescription()
    self.settings = settings
    self.table = source
    decoder = TouchDecoder()
    origin = table.touches.first?.samples.first?.time
    engine = try GestureEngine(settings, source, origin: origin ?? .zero)
    engine?.plan.warnings.forEach { warnings.noteOnce($0) }
  }

  /// The plan, once the surface is known.
  public var plan: ReplayPlan? { engine?.plan }

  /// The kind of the device, as far as it says, or its events tell.
  public var kind: DeviceDescription.Kind {
    table?.kind ?? device.kind ?? (decoder.toolCount > 0 || sawTool ? .touchpad : .touchscreen)
  }

  private var sawTool = false

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - line: Where it stands in the recording.
  /// - Throws: What stands in the way of following the first contact.
  public mutating func handle(_ event: InputEvent, line: Int) throws(ReplayError) {
    let output = decoder.handle(event)
    if origin == nil { origin = event.time }
    if !output.issues.isEmpty { warnings.note(output.issues, line: line) }
    guard output.isFrame else { return }
    self.line = line
    try follow()
  }

  /// Ends the events: closes an open frame, and ends what is still down.
  public mutating func finish() throws(ReplayError) {
    let output = decoder.finish()
    warnings.note(output.issues, line: nil)
    if output.isFrame { try follow() }
    end(.endOfRecording)
  }

  /// Ends all touches, for a reason that no event told.
  public mutating func end(_ interruption: ContactFrame.Interruption) {
    if isContactDown, interruption == .endOfRecording { warnings.note(.contactLeftDown) }
    if table == nil {
      decoder.interrupt(interruption)
      try? follow()
    } else {
      handle(ContactFrame(time: lastTime, interruption: interruption))
    }
  }

  private var lastTime = Timestamp.zero

  /// Takes a frame of a table.
  public mutating func handle(_ frame: ContactFrame) {
    lastTime = frame.time
    isContactDown = frame.count > 0
    note(sawJump: engine?.handle(frame, into: &findings))
  }

  /// Takes the findings out.
  public mutating func takeFindings() -> [Finding] {
    guard !findings.isEmpty else { return [] }
    let taken = findings
    findings = []
    return taken
  }

  // MARK: Frames

  private mutating func follow() throws(ReplayError) {
    isContactDown = decoder.frame.count > 0
    if engine == nil {
      guard isContactDown else { return }
      try start()
    }
    note(sawJump: engine?.handle(decoder.frame, into: &findings))
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
    engine = try GestureEngine(settings, source, origin: origin ?? .zero)
    engine?.plan.warnings.forEach { warnings.noteOnce($0) }
    if decoder.contactProtocol == .single, decoder.toolCount <= 1,
      let least = plan?.pan.fingers.least, least > 1
    {
      warnings.noteOnce(.oneContactOnly)
    }
  }

  private mutating func note(sawJump: Bool?) {
    if sawJump == true { warnings.note(.touchJump, line: line > 0 ? line : nil) }
  }

  // MARK: Sources

  private static func givenSurface(_ settings: ReplaySettings) -> Surface? {
    guard let ranges = settings.axisRanges,
      let x = Surface.Extent(minimum: ranges.x.lowerBound, maximum: ranges.x.upperBound),
      let y = Surface.Extent(minimum: ranges.y.lowerBound, maximum: ranges.y.upperBound)
    else { return nil }
    return Surface(x: x, y: y)
  }

  /// What a table says of its positions; what is given on the command line wins.
  private static func source(
    of table: SampleTable, _ given: ReplaySettings
  ) throws(ReplayError) -> (ReplayPlan.Source, ReplaySettings) {
    var settings = given
    let scale = Ratio(Int128(table.scale))
    var table = table
    if table.unit == .millimeters, table.unitsPerMillimeter == nil {
      table.unitsPerMillimeter = Ratio(1)
    }
    if table.travel == nil, case .length(let length) = settings.travel {
      switch (length, table.unit) {
      case (.millimeters(let number), .millimeters), (.pixels(let number), .pixels),
        (.share(let number), _):
        table.travel = number
        settings.travel = nil
      default: break
      }
    }
    guard let surface = table.surface else { throw ReplayError(.unknownTravel) }
    if settings.slop == nil {
      settings.slop = .share(DecimalNumber(0))
      if let distance = table.activationDistance, let travel = table.travel,
        let share = DecimalNumber((distance.ratio / travel.ratio).value)
      {
        settings.slop = .share(share)
      }
    }
    let source = ReplayPlan.Source(
      kind: table.device ?? .touchscreen, surface: surface,
      unitsPerPixel: table.unit == .pixels ? scale : nil, tableTravel: table.travel,
      tableThreshold: table.threshold, isInverted: table.isInverted ?? false,
      overscroll: table.hasRubberBand ? .rubber : .clamp)
    if settings.fingers == nil { settings.fingers = .any }
    return (source, settings)
  }
}
