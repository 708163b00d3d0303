import Gestures
import Quantities
import Recordings
import TouchInput
import Transitions

/// The gestures that libinput recognized, driving transitions by their deltas: 10.52 gesture pixels
/// to a millimeter of finger travel.
struct LibinputReplay: Sendable {
  /// What was found since the findings were taken last, in the order of time.
  private(set) var findings: [Replay.Finding] = []

  /// What there is to warn of.
  private(set) var log = WarningLog()

  private let settings: ReplaySettings
  private var engine: GestureEngine
  private var panel: PolicyPanel?
  private var delivered = DeliveredGestures()
  private var lastTime = Timestamp.zero

  /// The size of the touchpad in millimeters, or `nil` if it is unknown.
  let size: Size?

  /// What the settings came to.
  var plan: ReplayPlan { engine.plan }

  /// Creates a replay of a touchpad's gestures.
  ///
  /// - Parameters:
  ///   - device: What is known of the touchpad; its units count where it is measured in hundredths
  ///     of a gesture pixel.
  ///   - settings: What is asked for.
  ///   - origin: The time that the reports' times are relative to.
  /// - Throws: What cannot be worked out for deltas.
  init(
    device: DeviceDescription, settings: ReplaySettings, origin: Timestamp
  ) throws(ReplayError) {
    guard settings.edge == nil else { throw ReplayError(.noPositions(.edge)) }
    let given = settings
    size =
      settings.size.map { Size(width: $0.x.value, height: $0.y.value) }
      ?? device.surface(.contacts)?.millimeters
    // The way from millimeters to pixels is libinput's too.
    let settings = settings.asDelivered
    self.settings = settings
    let source = ReplayPlan.Source(
      kind: .touchpad, surface: try Self.surface(size, settings.deltas),
      unitsPerPixel: Ratio(LibinputEvent.unitsPerPixel), deltas: settings.deltas)
    engine = try GestureEngine(settings, source, origin: origin, isOnSurface: false)
    if !settings.comparedPolicies.isEmpty {
      panel = try PolicyPanel(given, origin: origin) { settings in (source, settings.asDelivered) }
    }
    if size == nil { log.note(.unknownSize) }
    for code in plan.warnings where code != .unknownSize { log.noteOnce(code) }
    if settings.deltas == .accelerated { log.note(.acceleratedDeltas) }
  }

  /// The surface in hundredths of a gesture pixel.
  ///
  /// Accelerated deltas tell no millimeters; theirs is that of a pad that does not say its size.
  private static func surface(
    _ size: Size?, _ deltas: ReplaySettings.Deltas
  ) throws(ReplayError) -> Surface {
    let assumed = Size(width: Double(Ruler.assumedPad.x), height: Double(Ruler.assumedPad.y))
    let size = deltas == .accelerated ? assumed : size ?? assumed
    let units = Length.gesturePixelsPerMillimeter * Ratio(LibinputEvent.unitsPerPixel)
    func extent(_ length: Double) throws(ReplayError) -> Surface.Extent {
      let maximum = Int((length * units.value).rounded())
      guard var extent = Surface.Extent(minimum: 0, maximum: maximum) else {
        throw ReplayError(.unknownRanges)
      }
      extent.unitsPerMillimeter = deltas == .accelerated ? nil : units
      return extent
    }
    return Surface(x: try extent(size.width), y: try extent(size.height))
  }

  /// Takes an event.
  mutating func handle(_ event: LibinputEvent) {
    lastTime = max(lastTime, event.time)
    let kind = event.kind.gesture
    defer { follow() }
    switch event.phase {
    case .begin:
      // A gesture without an end was cut out of the text.
      end(.cancelled)
      begin(event)
    case .update(let motion):
      if let running = delivered.kind, running != kind { end(.cancelled) }
      if delivered.kind == nil {
        if kind != .scroll { log.note(Warning.Code.joinedLate, line: event.line) }
        begin(event)
      }
      move(motion)
    case .removed: end(.deviceRemoved)
    case .end(let isCancelled):
      if delivered.kind == kind { end(isCancelled ? .cancelled : nil) }
    }
  }

  /// Ends the events, and what is still running.
  mutating func finish() {
    guard delivered.kind != nil else { return }
    log.note(.contactLeftDown)
    abandon()
  }

  /// Ends what is still running, after an error.
  mutating func abandon() {
    end(.endOfRecording)
    follow()
  }

  /// Takes the findings out.
  mutating func takeFindings() -> [Replay.Finding] {
    defer { findings = [] }
    return findings
  }

  /// Takes out what happened since the last time, if it is told.
  mutating func takeMoments() -> [GestureMoment] { engine.takeMoments() }

  /// Takes out what the compared policies made of the gestures.
  mutating func takeComparisons() -> [TouchComparison] {
    panel?.takeComparisons() ?? []
  }

  // MARK: Gestures

  private mutating func begin(_ event: LibinputEvent) {
    // When the fingers came down before it is not known.
    delivered.begin(event.kind.gesture, of: event.fingers, at: lastTime, down: event.time)
  }

  private mutating func move(_ motion: LibinputEvent.Motion) {
    let wanted =
      settings.deltas == .accelerated
      ? motion.accelerated ?? motion.unaccelerated : motion.unaccelerated ?? motion.accelerated
    guard let wanted else { return }
    delivered.move(by: wanted, at: lastTime)
  }

  private mutating func end(_ interruption: ContactFrame.Interruption?) {
    delivered.end(interruption, at: lastTime)
  }

  private mutating func follow() {
    engine.follow(delivered.steps, into: &findings)
    if panel != nil {
      for case .fingers(let fingers, _) in delivered.steps { panel?.handle(fingers.frame) }
    }
    delivered.removeSteps()
  }
}

extension LibinputEvent.Kind {
  /// The kind of gesture that a recording names.
  fileprivate var gesture: LibinputGesture.Kind {
    switch self {
    case .swipe: .swipe
    case .pinch: .pinch
    case .hold: .hold
    case .scroll: .scroll
    }
  }
}
