import Recordings
import Simulation
import TouchInput

/// Writes everything into one file.
struct WholeRecorder: EventRecorder, ~Copyable {
  private let job: RecordJob
  private var file: RecordingFile?
  /// Creates a recorder.
  init(_ job: RecordJob) {
    self.job = job
  }

  mutating func begin(
    _ device: WrittenDevice, _ report: inout RecordReport
  ) throws(Problem) {
    file = try RecordingFile(job.output, isForced: job.isForced, by: job.recorder, of: device)
    guard let intent = job.intent else { return }
    let name = RecordJob.name(of: job.output)
    try ExpectationsFile.merge(
      ExpectationUpdate([name: ["intent": .string(intent.rawValue)]]), beside: job.output)
  }

  mutating func take(
    _ event: InputEvent, _ moments: [GestureMoment], at now: Duration,
    _ report: inout RecordReport
  ) throws(Problem) {
    try file?.take(event)
    let gestures = moments.gestures
    guard !gestures.isEmpty else { return }
    // What is told of is on the disk.
    try file?.flush()
    for gesture in gestures { try report.take(gesture) }
  }

  mutating func flush() throws(Problem) {
    try file?.flush()
  }

  mutating func finish(
    _ moments: [GestureMoment], at now: Duration, _ report: inout RecordReport
  ) throws(Problem) {
    for gesture in moments.gestures { try report.take(gesture) }
    guard let progress = try file?.finish() else { return }
    try report.save(
      job.output, progress, gestures: report.gestures,
      facts: job.intent.map { ["intent": .string($0.rawValue)] } ?? [:])
    file = nil
  }
}
