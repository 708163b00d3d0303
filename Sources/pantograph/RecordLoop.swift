import LiveInput
import Quantities
import Recordings
import Simulation
import TouchInput

/// Records a device or a pipe, until it ends, or enough has come, or a signal asks for an end.
struct RecordLoop<Time: Clock<Duration>> {
  /// What is recorded.
  let job: RecordJob

  /// The clock of the duration, and of what recorders wait for.
  let clock: Time

  /// How often the line on the terminal is brought up to date.
  private static var refresh: Duration { .milliseconds(250) }

  /// What is going on.
  private struct Turn {
    var pick: DevicePick
    var watch: GestureWatch?
    var batch = EventBatch()
    var events: [InputEvent] = []
    var start: Timestamp?
    var lastLook = Duration.zero
    var isWithheld = false
    var end: RecordReport.End?
    var problem: Problem?
  }

  /// Records a source to its end.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - pick: What picks the device.
  ///   - recorder: What makes files of it.
  ///   - report: What tells how it goes.
  /// - Returns: The problem that ended it, which has not been told yet.
  /// - Throws: What is wrong with the output, or with waiting.
  func follow(
    _ source: inout some LiveSource & ~Copyable, _ pick: DevicePick,
    by recorder: inout some EventRecorder & ~Copyable, _ report: inout RecordReport
  ) throws(Problem) -> Problem? {
    do throws(Problem) {
      return try run(&source, Turn(pick: pick), by: &recorder, &report)
    } catch {
      try? report.end(.error)
      throw error
    }
  }

  private func run(
    _ source: inout some LiveSource & ~Copyable, _ first: Turn,
    by recorder: inout some EventRecorder & ~Copyable, _ report: inout RecordReport
  ) throws(Problem) -> Problem? {
    var turn = first
    var timer = try LoopTimer(Signals.ends.union(recorder.signals), on: clock)
    let keys = TerminalKeys(isWanted: recorder.takesKeys)
    // The only device of a source that is one is known before it sends anything.
    if source.facts.clock != nil { try turn.pick.pick(source.facts) }
    if let device = turn.pick.device { try start(device, &turn, by: &recorder, &report) }
    try report.start(job, turn.pick.device, named: source.name)
    try recorder.ready(at: .zero, &report)
    while turn.end == nil {
      let nextLook = source.silence.map { turn.lastLook + $0 }
      let nextReport = report.isShown ? timer.now + Self.refresh : nil
      let readiness = try timer.wait(
        for: [source.descriptor, keys.descriptor],
        until: .earliest(
          .earliest(recorder.wakeTime, job.duration), .earliest(nextLook, nextReport)))
      let now = timer.now
      if readiness.isReadable(0) {
        turn.lastLook = now
        let isHungUp = readiness.isHungUp(0)
        try read(&source, afterHangUp: isHungUp, &turn, at: now, by: &recorder, &report)
      } else if let silence = source.silence, now >= turn.lastLook + silence {
        turn.lastLook = now
        look(source.isWithheld, &turn, &report)
      }
      let pressed = readiness.isReadable(1) ? keys.read() : []
      try recorder.wake(pressed, readiness.signals, at: now, &report)
      try recorder.flush()
      report.show(after: now, recorder.status)
      if turn.end != nil { break }
      if readiness.signals.askForEnd || pressed.contains("q") { turn.end = .interrupted }
      if let duration = job.duration, now >= duration { turn.end = .duration }
    }
    let now = timer.now
    let isRemoved = turn.end == .deviceRemoved
    let moments =
      turn.watch?.finish(by: isRemoved ? .deviceRemoved : turn.problem.map { _ in .endOfRecording })
      ?? []
    try recorder.finish(moments, at: now, &report)
    try report.end(turn.end ?? .interrupted)
    if turn.end == .endOfInput, turn.problem == nil {
      try turn.pick.checkChoice(source.facts, named: source.name)
    }
    return turn.problem
  }

  // MARK: Reading

  /// Reads all there is, and hands it on.
  private func read(
    _ source: inout some LiveSource & ~Copyable, afterHangUp isHungUp: Bool, _ turn: inout Turn,
    at now: Duration, by recorder: inout some EventRecorder & ~Copyable,
    _ report: inout RecordReport
  ) throws(Problem) {
    var reading = LiveReading.unfinished
    while case .unfinished = reading, turn.end == nil {
      turn.batch.removeAll()
      turn.events.removeAll(keepingCapacity: true)
      do throws(Problem) {
        reading = try source.read(into: &turn.batch, afterHangUp: isHungUp)
      } catch {
        turn.problem = error
      }
      let hadDevice = turn.pick.device != nil
      try turn.pick.take(turn.batch.events, of: source.facts, into: &turn.events)
      if !hadDevice, let device = turn.pick.device {
        try start(device, &turn, by: &recorder, &report)
      }
      try handOn(&turn, at: now, by: &recorder, &report)
      try recorder.flush()
      if turn.problem != nil, turn.end == nil {
        let isDevice = source.facts.clock != nil
        turn.end = isDevice && turn.problem?.status == .ioError ? .deviceRemoved : .error
      }
    }
    if case .ended = reading, turn.end == nil { turn.end = .endOfInput }
  }

  private func handOn(
    _ turn: inout Turn, at now: Duration, by recorder: inout some EventRecorder & ~Copyable,
    _ report: inout RecordReport
  ) throws(Problem) {
    for event in turn.events {
      turn.isWithheld = false
      let start = turn.start ?? event.time
      turn.start = start
      if let duration = job.duration, event.time.since(start) > duration {
        turn.end = .duration
        return
      }
      let moments = turn.watch?.take(event) ?? []
      if let failure = turn.watch?.failure { try take(failure, &turn, by: recorder, &report) }
      try recorder.take(event, moments, at: now, &report)
      if let most = job.mostGestures, report.gestures >= most {
        turn.end = .gestures
        return
      }
      if recorder.isOver {
        turn.end = .session
        return
      }
    }
  }

  /// Takes that gestures cannot be recognized: that ends nothing where nobody needs them.
  private func take(
    _ failure: ReplayError, _ turn: inout Turn,
    by recorder: borrowing some EventRecorder & ~Copyable, _ report: inout RecordReport
  ) throws(Problem) {
    turn.watch = nil
    let problem = RecordingRunner.problem(RecordJob.name(of: job.output), failure)
    if recorder.needsGestures || job.mostGestures != nil { throw problem }
    report.tell("gestures are not followed: \(problem.message)")
  }

  /// Begins to record a device.
  private func start(
    _ device: WrittenDevice, _ turn: inout Turn,
    by recorder: inout some EventRecorder & ~Copyable, _ report: inout RecordReport
  ) throws(Problem) {
    turn.watch = GestureWatch(device.description, job.settings)
    try recorder.begin(device, &report)
  }

  /// Says once that the device is another program's, if it is.
  private func look(_ isWithheld: Bool, _ turn: inout Turn, _ report: inout RecordReport) {
    guard isWithheld, !turn.isWithheld else { return }
    turn.isWithheld = true
    report.tell("it is touched, and another program keeps it for itself: nothing is recorded")
  }
}
