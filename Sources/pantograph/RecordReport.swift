@preconcurrency import Glibc
import Quantities
import Recordings
import Simulation
import TouchInput
import Transitions

/// Tells a person, and other programs, how a recording goes on.
struct RecordReport: ~Copyable {
  /// Why a recording ended.
  enum End: String {
    /// Somebody asked for it.
    case interrupted

    /// The time that was asked for is over.
    case duration

    /// The gestures that were asked for have come.
    case gestures

    /// The person has swiped all that the plan asks for.
    case session

    /// The pipe has ended.
    case endOfInput = "end-of-input"

    /// The device is gone.
    case deviceRemoved = "device-removed"

    /// Something went wrong.
    case error
  }

  private var output = Output()
  private let isJSON: Bool
  private let isQuiet: Bool

  /// Whether a line is kept up to date.
  private let isTerminal: Bool

  /// Whether there is such a line now.
  private(set) var isShown = false
  private var lastVerdict = ""

  /// When the line was brought up to date last.
  private var lastShown = Duration.zero

  /// How often that is worth it.
  private static let interval = Duration.milliseconds(100)

  /// How many gestures have come.
  private(set) var gestures = 0

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - isJSON: Whether lines for programs are printed.
  ///   - isQuiet: Whether nothing is told that is no problem.
  init(isJSON: Bool, isQuiet: Bool) {
    self.isJSON = isJSON
    self.isQuiet = isQuiet
    isTerminal = !isQuiet && isatty(STDERR_FILENO) == 1
  }

  deinit {
    if isShown { try? Output.write(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO) }
  }

  // MARK: What happens

  /// Tells that what happens from now on is recorded.
  mutating func start(_ job: RecordJob, _ device: WrittenDevice?, named name: String)
    throws(Problem)
  {
    var text = "recording \(PlainText.escaped(SystemText.shown(name)))"
    if let name = device?.description.name { text += ", \(Words.name(name))" }
    tell(text)
    try print([
      "device": device.map { Self.json($0.description) } ?? .null,
      "format": .string(job.format.rawValue), "kind": .string("started"),
      "output": .string(SystemText.shown(job.output)),
    ])
  }

  /// Tells of a gesture.
  mutating func take(_ gesture: GestureReport) throws(Problem) {
    gestures += 1
    lastVerdict =
      "\(gesture.direction.rawValue) \(gesture.decision.outcome.rawValue), \(Words.rule(gesture))"
    try print(["gesture": gesture.json, "kind": .string("gesture")])
  }

  /// Tells of a file that is whole.
  mutating func save(
    _ path: String, _ progress: FrameRecorder.Progress, gestures: Int? = nil,
    facts: [String: JSONValue] = [:]
  ) throws(Problem) {
    tell(
      "\(PlainText.escaped(SystemText.shown(path))): \(Words.count(progress.frames, "frame")), "
        + "\(Words.short(progress.duration.seconds)) s"
        + (gestures.map { ", " + Words.count($0, "gesture") } ?? ""))
    var members: [String: JSONValue] = [
      "duration": .number(progress.duration.seconds), "events": .integer(progress.events),
      "file": .string(SystemText.shown(path)), "frames": .integer(progress.frames),
      "gestures": gestures.map(JSONValue.integer) ?? .null, "kind": .string("saved"),
      "left_out": .integer(progress.leftOut),
    ]
    if let intent = facts["intent"] { members["intent"] = intent }
    try print(members)
  }

  /// Tells of what a person is asked for, or of an answer that does not count.
  mutating func session(
    _ kind: String, _ trial: SessionRun.Trial, _ more: [String: JSONValue] = [:]
  )
    throws(Problem)
  {
    try print(
      [
        "attempt": .integer(trial.attempt), "direction": .string(trial.swipe.direction.rawValue),
        "fingers": trial.swipe.fingers.map(JSONValue.integer) ?? .null,
        "intent": .string(trial.swipe.intent.rawValue), "kind": .string(kind),
        "speed": .optional(trial.swipe.speed?.rawValue), "trial": .integer(trial.number),
      ].merging(more) { _, new in new })
  }

  /// Tells how it ended.
  mutating func end(_ reason: End) throws(Problem) {
    hide()
    try print([
      "gestures": .integer(gestures), "kind": .string("ended"), "reason": .string(reason.rawValue),
    ])
  }

  // MARK: Telling

  /// Tells a person a line.
  mutating func tell(_ text: String) {
    guard !isQuiet else { return }
    hide()
    Messages.tell("pantograph: " + text)
  }

  /// Asks a person for something, whether they want to be told things or not.
  mutating func ask(_ text: String) {
    hide()
    Messages.tell(text)
  }

  /// Keeps the line on the terminal up to date.
  mutating func show(after time: Duration, _ more: String = "") {
    guard isTerminal, !isShown || time - lastShown >= Self.interval else { return }
    isShown = true
    lastShown = time
    let seconds = Int(time.seconds)
    let clock = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    let parts = [clock, Words.count(gestures, "gesture"), lastVerdict, more].filter { !$0.isEmpty }
    let line = Words.cut(parts.joined(separator: "  "), 79)
    try? Output.write(Array("\r\u{1b}[K\(line)".utf8), to: STDERR_FILENO)
  }

  private mutating func hide() {
    guard isShown else { return }
    isShown = false
    try? Output.write(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO)
  }

  private mutating func print(_ members: [String: JSONValue]) throws(Problem) {
    guard isJSON else { return }
    var members = members
    members["schema"] = .string("pantograph.record/1")
    try output.line(JSONValue.object(members).line)
    try output.flush()
  }

  private static func json(_ device: DeviceDescription) -> JSONValue {
    var facts = RecordingFacts(name: "", format: nil)
    facts.device = device
    facts.kind = device.kind
    facts.size = device.surface(device.isMultitouch ? .contacts : .single)?.millimeters
    return facts.deviceJSON
  }
}
