import LiveInput
import Quantities
import Recordings
import Simulation
import TouchInput

/// Keeps the latest time, and writes it whenever somebody says so.
struct RingRecorder: EventRecorder, ~Copyable {
  private let job: RecordJob
  private let time: Duration
  private var files: NumberedFiles
  private var device: WrittenDevice?
  private var recent: RecentEvents?

  /// Creates a recorder.
  init(_ job: RecordJob, keeping time: Duration) {
    self.job = job
    self.time = time
    files = NumberedFiles(job.output, isForced: job.isForced)
  }

  var takesKeys: Bool { true }

  var signals: Signals { .user }

  var status: String { "press space to save" }

  mutating func begin(
    _ device: WrittenDevice, _ report: inout RecordReport
  ) throws(Problem) {
    self.device = device
    recent = RecentEvents(keeping: time, of: device.description)
  }

  mutating func ready(at now: Duration, _ report: inout RecordReport) {
    report.tell(
      "the last \(Words.short(time.seconds)) s are kept: space on the terminal or SIGUSR1 saves them"
    )
  }

  mutating func take(
    _ event: InputEvent, _ moments: [GestureMoment], at now: Duration,
    _ report: inout RecordReport
  ) throws(Problem) {
    recent?.take(event)
    for gesture in moments.gestures { try report.take(gesture) }
  }

  mutating func wake(
    _ keys: [Character], _ signals: Signals, at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    guard signals.contains(.user) || keys.contains(where: { " \n\rs".contains($0) }) else { return }
    guard let device, let recent, case let events = recent.recording, !events.isEmpty else {
      return report.ask("pantograph: there is nothing to save: nothing has come")
    }
    var file = try files.open(by: job.recorder, of: device)
    for event in events { try file.take(event) }
    let progress = try file.finish()
    let facts: [String: JSONValue] = job.intent.map { ["intent": .string($0.rawValue)] } ?? [:]
    if !facts.isEmpty {
      try ExpectationsFile.merge(
        ExpectationUpdate([RecordJob.name(of: file.path): facts]), beside: file.path)
    }
    if recent.isShort {
      report.tell("so many events came that fewer than \(Words.short(time.seconds)) s were kept")
    }
    try report.save(file.path, progress, facts: facts)
  }

  mutating func finish(
    _ moments: [GestureMoment], at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    for gesture in moments.gestures { try report.take(gesture) }
  }
}
