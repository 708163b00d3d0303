import Recordings

/// A source that has come to its end, and that nobody wants to leave yet.
struct EndedSource: LiveSource, ~Copyable {
  let name: String
  let facts: LiveSourceFacts

  /// It never has anything to read.
  let descriptor: Int32 = -1

  let silence: Duration? = nil
  let isWithheld = false

  mutating func read(
    into batch: inout EventBatch, afterHangUp isAfterHangUp: Bool
  ) -> LiveReading {
    .ended
  }

  mutating func finish(
    _ running: inout RunningReplay, after problem: Problem?, by runner: RecordingRunner,
    to sink: inout some ReplaySink & ~Copyable
  ) -> [Problem] {
    []
  }
}
