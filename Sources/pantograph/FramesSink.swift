import LiveInput
import Quantities
import Recordings
import Simulation
import TouchInput
import Transitions

/// Prints what happens, a line a frame: `pantograph.frames/1`.
struct FramesSink: LiveSink, ~Copyable {
  /// What is printed besides the gestures.
  struct Extent {
    /// Whether touches that were no gesture are.
    var listsTouches = false

    /// How many frames of settling are printed in a second; `nil`: none.
    var settlingRate: Double?
  }

  /// The frames of a gesture that is over.
  ///
  /// A class, since most frames only ask whether there is one.
  private final class Settling {
    private var frames: SettlingFrames
    /// The next of them.
    private(set) var next: GestureReport.TraceRow?
    /// When the gesture ended, in seconds, and since the loop began.
    let end: Double
    let now: Duration

    init(_ frames: SettlingFrames, end: Double, now: Duration) {
      self.frames = frames
      self.end = end
      self.now = now
      next = self.frames.next()
    }

    /// Goes on to the frame after the next.
    func advance() {
      next = frames.next()
    }

    /// When the next one is due, since the loop began.
    var due: Duration? {
      next.map { now + (Duration(finiteSeconds: $0.time - end) ?? .zero) }
    }
  }

  private var output = Output()
  private let extent: Extent
  private var pace: Pace?
  /// Whether there is one, which is looked at with each frame.
  private let isPaced: Bool
  private var clock: EventClock?
  private var settling: Settling?
  private var now = Duration.zero

  /// Creates a sink.
  init(_ extent: Extent, pace: Pace? = nil) {
    self.extent = extent
    self.pace = pace
    isPaced = pace != nil
  }

  var wakeTime: Duration? { settling?.due }

  mutating func open(_ source: LiveSourceFacts, named name: String) {
    clock = source.clock
  }

  mutating func wake(_ wake: LiveWake) throws(Problem) -> LiveRequest {
    now = wake.now
    while let due = settling?.due, due <= now { try printSettling() }
    return .goOn
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    var object: [String: JSONValue] = [
      "device": facts.deviceJSON, "event": .string("start"),
      "format": .optional(facts.format?.rawValue), "recording": .string(facts.name),
      "schema": .string("pantograph.frames/1"),
      "settings": .object(facts.settings.mapValues(JSONValue.string)),
    ]
    if let clock { object["clock"] = .string(clock.rawValue) }
    try output.line(JSONValue.object(object).line)
  }

  mutating func take(_ moment: GestureMoment) throws(Problem) {
    if isPaced { try output.flush() }
    try settle(before: moment.time)
    if isPaced { pace?.wait(until: moment.time) }
    switch moment.kind {
    case .begin:
      // Another transition begins, and the one before is over, wherever it is.
      settling = nil
    case .progress: break
    case .end(.touch): guard extent.listsTouches else { return }
    case .end(.gesture(let gesture)):
      settling = extent.settlingRate.map { rate in
        Settling(
          SettlingFrames(gesture.settle, rate: rate, origin: moment.origin), end: moment.time,
          now: now)
      }
    }
    let hasTimestamp = clock != nil
    try output.line { moment.writeJSON(hasTimestamp: hasTimestamp, to: &$0) }
  }

  mutating func take(_ finding: Replay.Finding) {}

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    defer { pace?.restart() }
    try settle(before: .infinity)
    settling = nil
    guard !facts.settings.isEmpty else { return }
    var object: [String: JSONValue] = [
      "event": .string("stop"),
      "warnings": .array(facts.warnings.map { $0.json(on: facts.kind) }),
    ]
    if let problem = facts.problem { object["error"] = problem.json }
    try output.line(JSONValue.object(object).line)
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  /// Prints the frames of settling up to a moment.
  private mutating func settle(before time: Double) throws(Problem) {
    while let row = settling?.next, row.time < time {
      if isPaced {
        try output.flush()
        pace?.wait(until: row.time)
      }
      try printSettling()
    }
  }

  private mutating func printSettling() throws(Problem) {
    guard let row = settling?.next else { return }
    try output.line(row.writeSettling)
    settling?.advance()
  }
}
