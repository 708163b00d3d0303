import LiveInput
import Quantities
import Recordings
import Simulation

/// Follows a device or a pipe: what is read goes through a replay into a sink, until the source
/// ends, a signal asks for an end, or the sink does.
struct LiveLoop<Time: Clock<Duration>> {
  /// What starts and ends replays.
  let runner: RecordingRunner

  /// The clock that the sink is woken by.
  let clock: Time

  /// What is going on.
  private struct Turn {
    var batch = EventBatch()
    /// When something came last, or was looked for.
    var lastLook = Duration.zero
    /// How often in a row the device was touched, and nothing was told.
    var suspicions = 0
    var problem: Problem?
    var isOver = false
  }

  /// Follows a source to its end.
  ///
  /// - Returns: The problems that ended it, none of them told yet.
  /// - Throws: What is wrong with the output, or with waiting.
  func follow(
    _ source: inout some LiveSource & ~Copyable, into sink: inout some LiveSink & ~Copyable
  ) throws(Problem) -> [Problem] {
    var timer = try LoopTimer(Signals.ends.union(sink.signals), on: clock)
    var running = runner.start(source.name)
    var turn = Turn()
    try sink.open(source.facts, named: source.name)
    try sink.flush()
    while !turn.isOver {
      let nextLook = source.silence.map { turn.lastLook + $0 }
      let readiness = try timer.wait(
        for: [source.descriptor, sink.descriptor], until: .earliest(sink.wakeTime, nextLook))
      let now = timer.now
      let wake = LiveWake(
        now: now, hasInput: readiness.isReadable(1), signals: readiness.signals)
      switch try sink.wake(wake) {
      case .goOn: break
      case .quit: turn.isOver = true
      case .change(let settings): running.replay.change(to: settings)
      }
      if readiness.signals.askForEnd { turn.isOver = true }
      if readiness.isReadable(0) {
        turn.lastLook = now
        try read(&source, afterHangUp: readiness.isHungUp(0), &running, &turn, to: &sink)
      } else if let silence = source.silence, now >= turn.lastLook + silence {
        turn.lastLook = now
        try look(source.isWithheld, &turn, to: &sink)
      }
      try sink.flush()
    }
    let problems = try source.finish(&running, after: turn.problem, by: runner, to: &sink)
    try sink.flush()
    return problems
  }

  /// Reads all there is, and hands on what comes of it.
  private func read(
    _ source: inout some LiveSource & ~Copyable, afterHangUp isAfterHangUp: Bool,
    _ running: inout RunningReplay, _ turn: inout Turn, to sink: inout some LiveSink & ~Copyable
  ) throws(Problem) {
    var reading = LiveReading.unfinished
    while case .unfinished = reading, turn.problem == nil {
      turn.batch.removeAll()
      do throws(Problem) {
        reading = try source.read(into: &turn.batch, afterHangUp: isAfterHangUp)
      } catch {
        turn.problem = error
      }
      if !turn.batch.events.isEmpty {
        turn.suspicions = 0
        try sink.take(turn.batch.events)
      }
      let facts = source.facts
      do throws(ReplayError) {
        try running.replay.handle(turn.batch, of: facts.devices, at: facts.paths)
      } catch {
        turn.problem = turn.problem ?? RecordingRunner.problem(source.name, error)
      }
      try running.hand(facts.format, to: &sink)
    }
    if case .ended = reading { turn.isOver = true }
    if turn.problem != nil { turn.isOver = true }
  }

  /// Says once that the device is another program's, if it is twice in a row.
  private func look(
    _ isWithheld: Bool, _ turn: inout Turn, to sink: inout some LiveSink & ~Copyable
  ) throws(Problem) {
    turn.suspicions = isWithheld ? min(turn.suspicions + 1, 3) : 0
    if turn.suspicions == 2 { try sink.takeWithheld() }
  }
}
