public import TouchInput

/// An event with the place in the recording that it comes from.
public struct RecordedEvent: Hashable, Sendable {
  /// The event.
  public var event: InputEvent

  /// The line it stands on, or the number of the record in a binary recording, counted from 1.
  public var line: Int

  /// The index of its device in the reader's `devices`.
  public var device: Int

  /// Creates an event that stands in a recording.
  @inlinable
  public init(event: InputEvent, line: Int, device: Int = 0) {
    self.event = event
    self.line = line
    self.device = device
  }
}
