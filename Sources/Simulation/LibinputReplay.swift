import Gestures
import Quantities
import Recordings
import TouchInput
import Transitions

/// The gestures that libinput recognized, driving transitions by their deltas.
///
/// There are no positions: recognition is libinput's, and progress is the sum of the deltas since
/// `BEGIN`, at 10.52 gesture pixels to a millimeter of finger travel. What the fingers did before
/// `BEGIN`, some 2 mm, is told to nobody.
struct LibinputReplay: Sendable {
  /// What was found since the findings were taken last, in the order of time.
  private(set) var findings: [Replay.Finding] = []

  /// What there is to warn of.
  private(set) var log = WarningLog()

  private let settings: ReplaySettings
  private var engine: GestureEngine
  private var running: Running?
  private var touches = 0
  private var origin: Timestamp
  private var lastTime = Timestamp.zero

  /// A gesture that has begun and not ended.
  private struct Running {
    var kind: LibinputEvent.Kind
    var fingers: Int
    var down: Timestamp
    var serial: Int
    var position = Vector<Device>(x: 0, y: 0)
  }

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
    let given = settings.size.map { Size(width: $0.x.value, height: $0.y.value) }
    size = given ?? device.surface(.contacts)?.millimeters
    var settings = settings
    // Recognition is libinput's, and so is the way from millimeters to pixels.
    if settings.slop == nil { settings.slop = .share(DecimalNumber(0)) }
    settings.jumpFilter = .off
    settings.size = nil
    self.settings = settings
    self.origin = origin
    let source = ReplayPlan.Source(
      kind: .touchpad, surface: try Self.surface(size, settings.deltas),
      unitsPerPixel: Ratio(LibinputEvent.unitsPerPixel), deltas: settings.deltas)
    engine = try GestureEngine(settings, source, origin: origin)
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
    switch event.phase {
    case .begin:
      // A gesture without an end was cut out of the text.
      if running != nil { end(.cancelled) }
      begin(event)
    case .update(let motion):
      if running?.kind != event.kind { end(.cancelled) }
      if running == nil {
        if event.kind != .scroll { log.note(Warning.Code.joinedLate, line: event.line) }
        begin(event)
      }
      move(motion, at: event)
    case .removed: end(.deviceRemoved)
    case .end(let isCancelled):
      guard running?.kind == event.kind else { return }
      end(isCancelled ? .cancelled : nil)
    }
  }

  /// Ends the events, and what is still running.
  mutating func finish() {
    guard running != nil else { return }
    log.note(.contactLeftDown)
    abandon()
  }

  /// Ends what is still running, after an error.
  mutating func abandon() {
    end(.endOfRecording)
  }

  /// Takes the findings out.
  mutating func takeFindings() -> [Replay.Finding] {
    defer { findings = [] }
    return findings
  }

  // MARK: Frames

  private mutating func begin(_ event: LibinputEvent) {
    touches += 1
    running = Running(
      kind: event.kind, fingers: event.fingers, down: event.time,
      serial: touches * ContactFrame.capacity)
    if event.kind == .swipe || event.kind == .scroll { show() }
  }

  private mutating func move(_ motion: LibinputEvent.Motion, at event: LibinputEvent) {
    guard running != nil else { return }
    let wanted =
      settings.deltas == .accelerated
      ? motion.accelerated ?? motion.unaccelerated : motion.unaccelerated ?? motion.accelerated
    guard let wanted else { return }
    running?.position.x &+= wanted.x
    running?.position.y &+= wanted.y
    if event.kind == .swipe || event.kind == .scroll { show() }
  }

  /// Ends the running gesture, by a lift or by an interruption.
  private mutating func end(_ interruption: ContactFrame.Interruption?) {
    guard let ended = running else { return }
    running = nil
    switch ended.kind {
    case .swipe, .scroll:
      hand(ContactFrame(time: lastTime, interruption: interruption))
    case .pinch, .hold:
      findings.append(
        .touch(
          TouchReport(
            down: ended.down.since(origin).seconds, end: lastTime.since(origin).seconds,
            fingers: ended.fingers, reason: ended.kind == .pinch ? .pinch : .withinSlop)))
    }
  }

  /// Hands on a frame with all fingers where they are, side by side.
  private mutating func show() {
    guard let running else { return }
    let contacts = (0..<min(max(running.fingers, 1), ContactFrame.capacity)).map { finger in
      Contact(serial: running.serial + finger, position: running.position)
    }
    hand(ContactFrame(time: lastTime, contacts: contacts))
  }

  private mutating func hand(_ frame: ContactFrame) {
    _ = engine.handle(frame, into: &findings)
  }
}
