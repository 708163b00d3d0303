import Quantities
package import TouchInput

/// Writes the events of one device as they come, a whole frame at a time.
///
/// A recording that ends behind any frame can be read. Times count from the first event, as those of
/// the tools do whose formats these are; what no touch sends is left out, see ``TouchFilter``.
///
/// - Complexity: O(1) an event; memory holds the open frame.
package struct FrameRecorder: Sendable {
  /// How far a recording has come.
  package struct Progress: Hashable, Sendable {
    /// The events that were written.
    package var events = 0

    /// The frames that were written.
    package var frames = 0

    /// The time from the first event to the last one.
    package var duration = Duration.zero

    /// How many events were left out, which no touch sends.
    package var leftOut = 0
  }

  /// How far it has come.
  package private(set) var progress = Progress()

  /// The most events of a frame that are kept back; more than that is no frame of a touch device.
  private static let mostEvents = 1 << 16

  private let format: WritableFormat
  private var writer: any RecordingWriter
  private var filter = TouchFilter(isAnonymous: false)
  private var frame: [InputEvent] = []
  private var start: Timestamp?

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - machine: What is told of the machine, if the events come from it.
  package init(_ format: WritableFormat, on machine: RecordingMachine? = nil) {
    self.format = format
    writer = format.writer(on: machine)
  }

  /// Appends the head of the recording, without the codes that are left out.
  package mutating func begin(_ device: WrittenDevice, to bytes: inout [UInt8]) {
    var device = device
    device.description = TouchFilter.filtered(device.description)
    writer.begin([device], to: &bytes)
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - bytes: Where the frame goes that it ends.
  /// - Returns: Whether a frame was appended.
  package mutating func take(_ event: InputEvent, to bytes: inout [UInt8]) -> Bool {
    filter.take(event, into: &frame)
    guard event.endsFrame || frame.count >= Self.mostEvents else { return false }
    return write(to: &bytes)
  }

  /// Appends the events of a frame that nothing ends any more, and the end of the recording.
  package mutating func finish(to bytes: inout [UInt8]) {
    _ = write(to: &bytes)
    writer.finish(to: &bytes)
  }

  private mutating func write(to bytes: inout [UInt8]) -> Bool {
    progress.leftOut = filter.droppedCount
    guard let first = frame.first else { return false }
    let origin = start ?? first.time
    start = origin
    for var event in frame {
      let passed = event.time.nanoseconds(since: origin)
      progress.duration = max(progress.duration, .nanoseconds(passed))
      let isEarly = passed < 0 && !format.capacity.contains(.earlyTimes)
      event.time = Timestamp(nanoseconds: isEarly ? 0 : passed).advanced(by: format.firstTime)
      writer.write(event, of: 0, to: &bytes)
    }
    progress.events += frame.count
    progress.frames += 1
    frame.removeAll(keepingCapacity: true)
    return true
  }
}

extension WritableFormat {
  /// The time of the first event in what the format's own tool records.
  fileprivate var firstTime: Duration { self == .evemu ? .microseconds(1) : .zero }
}

extension InputEvent {
  /// Whether it is the end of a frame.
  var endsFrame: Bool {
    type == EventType.synchronization && code == SynchronizationCode.report
  }
}
