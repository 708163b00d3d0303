import Gestures
import LiveInput
import Recordings
import Simulation
import TouchInput

/// Writes a file for each gesture: the touch that it is, from the first contact to all up.
///
/// The file is there as soon as the gesture is recognized. A touch that is none leaves no file.
struct GestureRecorder: EventRecorder, ~Copyable {
  /// A touch that goes on.
  private struct Touch: ~Copyable {
    var file: RecordingFile?
    /// The name of the file, if it has one.
    var path: String?
    var gestures: [GestureReport] = []
    /// Why it was no gesture, if it was none.
    var rejection: TouchReport?
    /// What is known of it, once all is up.
    var facts: [String: JSONValue]?
  }

  private let job: RecordJob
  private var files: NumberedFiles
  private var device: WrittenDevice?
  private var splitter: TouchSplitter?
  private var touch: Touch?

  /// The events of the touch, as long as it has no file.
  private var events: [InputEvent] = []

  private var pieces: [TouchSplitter.Piece] = []

  /// When all was up, on the clock of the loop, as long as the touch is not over.
  private var liftTime: Duration?

  /// What the person is asked for, in a session.
  private var dialog: SessionDialog?

  /// The most events that a touch has before it gets a file, gesture or not.
  private static let mostEvents = 1 << 20

  /// Creates a recorder.
  init(_ job: RecordJob, asking dialog: SessionDialog? = nil) {
    self.job = job
    self.dialog = dialog
    files = NumberedFiles(job.output, isForced: job.isForced)
  }

  var needsGestures: Bool { true }

  var takesKeys: Bool { dialog != nil }

  var isOver: Bool { dialog?.isOver ?? false }

  var wakeTime: Duration? {
    [liftTime.map { $0 + TouchSplitter.lead }, dialog?.wakeTime].compactMap { $0 }.min()
  }

  var status: String { dialog?.status ?? "" }

  mutating func begin(
    _ device: WrittenDevice, _ report: inout RecordReport
  ) throws(Problem) {
    self.device = device
    splitter = TouchSplitter(device: device.description)
  }

  mutating func ready(at now: Duration, _ report: inout RecordReport) throws(Problem) {
    try dialog?.ask(at: now, &report)
  }

  mutating func take(
    _ event: InputEvent, _ moments: [GestureMoment], at now: Duration,
    _ report: inout RecordReport
  ) throws(Problem) {
    splitter?.take(event, into: &pieces)
    try handOn(moments, at: now, &report)
    dialog?.show(moments, &report)
  }

  mutating func flush() throws(Problem) {
    try touch?.file?.flush()
  }

  mutating func wake(
    _ keys: [Character], _ signals: Signals, at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    if let liftTime, now >= liftTime + TouchSplitter.lead {
      splitter?.settle(into: &pieces)
      try handOn([], at: now, &report)
    }
    if keys.contains("r"), let redone = try dialog?.redo(at: now, &report) {
      try ExpectationsFile.merge(
        ExpectationUpdate([
          RecordJob.name(of: redone): ["intent": .null, "redone": .bool(true)]
        ]), beside: redone)
    }
    try dialog?.wake(at: now, &report)
  }

  mutating func finish(
    _ moments: [GestureMoment], at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    splitter?.finish(into: &pieces)
    try handOn(moments, at: now, &report)
  }

  // MARK: Touches

  /// Hands pieces on, and what happened by the event that they come of.
  ///
  /// What happened belongs to the touch that is not over: it comes behind the events, and before
  /// the lift.
  private mutating func handOn(
    _ moments: [GestureMoment], at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    var isTold = false
    for piece in pieces {
      switch piece {
      case .begin:
        touch = Touch()
        events.removeAll(keepingCapacity: true)
      case .event(let event): try append(event)
      case .lift:
        if !isTold { try take(moments, &report) }
        isTold = true
        try lift(at: now, &report)
      case .end: try end(&report)
      }
    }
    pieces.removeAll(keepingCapacity: true)
    if !isTold { try take(moments, &report) }
  }

  private mutating func append(_ event: InputEvent) throws(Problem) {
    guard touch?.path == nil else {
      try touch?.file?.take(event)
      return
    }
    events.append(event)
    if events.count >= Self.mostEvents { try open() }
  }

  /// Whether a touch goes on.
  private var hasTouch: Bool {
    switch touch {
    case .some: true
    case nil: false
    }
  }

  /// Opens the file of the touch.
  private mutating func open() throws(Problem) {
    guard let device, hasTouch, touch?.path == nil else { return }
    var file = try files.open(by: job.recorder, of: device)
    for event in events { try file.take(event) }
    try file.flush()
    touch?.path = file.path
    touch?.file = consume file
    events.removeAll(keepingCapacity: true)
  }

  private mutating func take(
    _ moments: [GestureMoment], _ report: inout RecordReport
  ) throws(Problem) {
    for moment in moments {
      switch moment.kind {
      case .begin: try open()
      case .progress: break
      case .end(.gesture(let gesture)):
        touch?.gestures.append(gesture)
        try open()
        // What is told of is on the disk.
        try touch?.file?.flush()
        try report.take(gesture)
      case .end(.touch(let rejection)): touch?.rejection = rejection
      }
    }
  }

  private mutating func lift(at now: Duration, _ report: inout RecordReport) throws(Problem) {
    liftTime = now
    guard let gesture = touch?.gestures.first, let path = touch?.path else {
      try dialog?.take(touch?.rejection, at: now, &report)
      return
    }
    var facts: [String: JSONValue] = [:]
    // What was cut off in the middle says nothing of what the person meant.
    if let intent = job.intent, !gesture.endReason.isOfRecording {
      facts["intent"] = .string(intent.rawValue)
    }
    if dialog != nil {
      facts = try dialog?.take(gesture, in: path, at: now, &report) ?? ["refused": .bool(true)]
    }
    touch?.facts = facts
    guard !facts.isEmpty else { return }
    try ExpectationsFile.merge(
      ExpectationUpdate([RecordJob.name(of: path): facts]), beside: path)
  }

  private mutating func end(_ report: inout RecordReport) throws(Problem) {
    liftTime = nil
    let facts = touch?.facts ?? [:]
    guard let path = touch?.path, let count = touch?.gestures.count, count > 0 else {
      touch?.file?.remove()
      touch = nil
      return
    }
    let progress = try touch?.file?.finish()
    touch = nil
    if let progress { try report.save(path, progress, gestures: count, facts: facts) }
  }
}
