import Recordings
import TouchInput

/// A recording that is followed while it is being made, on standard input.
struct PipeSource: LiveSource, ~Copyable {
  let name = Input("-").name
  private let file = OpenFile.standardInput
  private var reader = RecordingReader()
  private let buffer: UnsafeMutableRawBufferPointer
  private var isEmpty = true

  /// Follows standard input.
  init() {
    buffer = .allocate(byteCount: RecordingReader.chunkSize, alignment: 64)
  }

  deinit {
    buffer.deallocate()
  }

  var descriptor: Int32 { file.descriptor }

  var facts: LiveSourceFacts {
    LiveSourceFacts(
      format: reader.format, devices: reader.devices, paths: reader.devicePaths, clock: nil)
  }

  var silence: Duration? { nil }

  var isWithheld: Bool { false }

  mutating func read(
    into batch: inout EventBatch, afterHangUp isAfterHangUp: Bool
  ) throws(Problem) -> LiveReading {
    guard let count = try file.readReady(into: buffer, name) else { return .drained }
    let input = Input("-")
    guard count > 0 else {
      do throws(RecordingError) {
        try reader.finish(into: &batch)
      } catch {
        var problem = Input.problem(input, error, reader.format)
        if isEmpty { problem.message = "it is empty" }
        throw problem
      }
      return .ended
    }
    isEmpty = false
    do throws(RecordingError) {
      try reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &batch)
    } catch {
      throw Input.problem(input, error, reader.format)
    }
    return .drained
  }

  mutating func finish(
    _ running: inout RunningReplay, after problem: Problem?, by runner: RecordingRunner,
    to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) -> [Problem] {
    switch try runner.finish(&running, of: reader, after: problem, to: &sink) {
    case .read, .passedOver: []
    case .failed(let problems): problems
    }
  }
}
