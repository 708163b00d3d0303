import LiveInput
import Recordings
import TouchInput

/// What a live command follows: a device of this machine, or a pipe that a recording comes from.
protocol LiveSource: ~Copyable {
  /// What messages and reports call it.
  var name: String { get }

  /// The descriptor that tells when there is something to read.
  var descriptor: Int32 { get }

  /// What is read so far: the format and the devices, as far as they are known.
  var facts: LiveSourceFacts { get }

  /// Reads what there is, without waiting.
  ///
  /// - Parameters:
  ///   - batch: Where the events go.
  ///   - isAfterHangUp: Whether the descriptor says that nothing will come after what is there.
  /// - Returns: Whether there is more.
  /// - Throws: What is wrong with what was read; what came before it is in the batch.
  mutating func read(
    into batch: inout EventBatch, afterHangUp isAfterHangUp: Bool
  ) throws(Problem) -> LiveReading

  /// Ends a replay as the source ended.
  ///
  /// - Parameters:
  ///   - running: The replay.
  ///   - problem: What ended the source, if it was a problem.
  ///   - runner: What started the replay.
  ///   - sink: Where what came of it goes.
  /// - Returns: The problems to tell.
  /// - Throws: What is wrong with the output.
  mutating func finish(
    _ running: inout RunningReplay, after problem: Problem?, by runner: RecordingRunner,
    to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> [Problem]

  /// How long nothing has to come before ``isWithheld`` is worth asking; `nil` if it never is.
  var silence: Duration? { get }

  /// Whether what it follows is touched by somebody, and nothing of it is told to this program.
  var isWithheld: Bool { get }
}

/// What came of reading.
enum LiveReading {
  /// All there was has been read.
  case drained

  /// There is more, which has to be read without waiting for the descriptor.
  case unfinished

  /// Nothing will come any more.
  case ended
}

/// What is known of a source.
struct LiveSourceFacts {
  /// The format, where it is a recording, as soon as it is known.
  var format: RecordingFormat?

  /// The devices that have been described so far.
  var devices: [DeviceDescription]

  /// Their device files, as far as they are known.
  var paths: [String?]

  /// The values of the axes at the start, where there is one device, which can be asked.
  var axisValues: [UInt16: Int32] = [:]

  /// The clock of the time stamps, where they are the kernel's own.
  var clock: EventClock?
}
