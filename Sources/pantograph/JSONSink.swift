import Quantities
import Recordings
import Simulation
import TouchInput

/// Prints a JSON object a recording: `pantograph.replay/1`.
struct JSONSink: ReplaySink, ~Copyable {
  private var gestures = Spool()
  private var libinput = Spool()
  private var touches = Spool()
  private var output = Output()
  private let listsTouches: Bool
  private var director: SceneDirector?
  private var pace: Pace?

  /// Creates a sink.
  init(listsTouches: Bool, pace: Pace?, director: SceneDirector? = nil) {
    self.listsTouches = listsTouches
    self.director = director
    self.pace = pace
  }

  mutating func begin(_ facts: RecordingFacts) {}

  mutating func take(_ finding: Replay.Finding) throws(Problem) {
    if pace != nil { try output.flush() }
    pace?.wait(until: finding.end)
    switch finding {
    case .gesture(let gesture):
      try gestures.append((director?.directed(gesture) ?? gesture).writeJSON)
    case .touch(let touch): if listsTouches { try touches.append(touch.json.write) }
    }
  }

  mutating func take(_ contacts: ContactFrame, on plan: ReplayPlan?, since origin: Timestamp) {
    director?.take(contacts, on: plan, since: origin)
  }

  mutating func takeLibinput(_ finding: Replay.Finding) throws(Problem) {
    guard case .gesture(let gesture) = finding else { return }
    try libinput.append(gesture.writeJSON)
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    defer { pace?.restart() }
    defer { director?.forget() }
    // Nothing came of a command line that asks for what cannot be, or of no recording at all.
    guard facts.problem.map({ $0.status == .badInput || $0.status == .ioError }) ?? true,
      facts.format != nil
    else { return }
    try output.write("{\"device\":\(facts.deviceJSON.line)")
    if let problem = facts.problem {
      try output.write(",\"error\":\(problem.json.line)")
    }
    try output.write(
      ",\"format\":\(JSONValue.optional(facts.format?.rawValue).line),\"gestures\":[")
    try gestures.write(to: &output)
    let settings = facts.settings.mapValues(JSONValue.string)
    try output.write("]")
    if !libinput.isEmpty {
      try output.write(",\"libinput\":[")
      try libinput.write(to: &output)
      try output.write("]")
    }
    try output.write(",\"recording\":\(JSONValue.string(facts.name).line)")
    try writeScene()
    try output.write(
      ",\"schema\":\"pantograph.replay/1\""
        + ",\"settings\":\(JSONValue.object(settings).line)")
    if listsTouches {
      try output.write(",\"touches\":[")
      try touches.write(to: &output)
      try output.write("]")
    }
    let warnings = JSONValue.array(facts.warnings.map { $0.json(on: facts.kind) })
    try output.line(",\"warnings\":\(warnings.line)}")
  }

  /// Writes what a scene did under all touches of a recording, if one was to.
  private mutating func writeScene() throws(Problem) {
    guard director?.followsTouches == true else { return }
    var bytes: [UInt8] = []
    director?.finish()?.writeJSON(to: &bytes)
    let scene = bytes.isEmpty ? "null" : String(decoding: bytes, as: UTF8.self)
    try output.write(",\"scene\":" + scene)
  }

  /// Hands everything to the system.
  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
