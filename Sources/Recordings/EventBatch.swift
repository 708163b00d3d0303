public import Quantities
public import TouchInput

/// What a chunk of a recording holds: events, and what else there is to say.
///
/// A batch is filled again and again, so that reading allocates nothing once it has grown.
public struct EventBatch: Sendable {
  /// Something in a recording that does not end the reading.
  public struct Notice: Hashable, Sendable {
    /// What was found.
    public enum Kind: Hashable, Sendable {
      /// A line that no event, description or comment is like.
      case unknownLine

      /// The last line stops in the middle.
      case fileCut

      /// The events have no time.
      case noTimestamps

      /// A touch of which there are no events of the kernel, and no gesture of libinput.
      case touchNotFollowed
    }

    /// What was found.
    public var kind: Kind

    /// The line it was found on, counted from 1.
    public var line: Int

    /// Creates a notice.
    public init(_ kind: Kind, line: Int) {
      self.kind = kind
      self.line = line
    }
  }

  /// A report of a HID device, which may be worth no event.
  public struct Report: Hashable, Sendable {
    /// When it came.
    public var time: Timestamp

    /// The line it stands on, counted from 1.
    public var line: Int

    /// The index of its device in the reader's `devices`.
    public var device: Int
  }

  /// The events, in the order of the recording.
  public internal(set) var events: [RecordedEvent] = []

  /// What libinput made of the events, if the recording has it.
  public internal(set) var libinputEvents: [LibinputEvent] = []

  /// The reports that the events were made of, where a recording holds reports.
  public internal(set) var reports: [Report] = []

  /// What else was found.
  public internal(set) var notices: [Notice] = []

  /// Creates an empty batch.
  public init() {}

  /// Adds an event that did not come out of a recording.
  public mutating func append(_ event: RecordedEvent) {
    events.append(event)
  }

  /// Adds events of the only device there is, which did not come out of a recording.
  ///
  /// - Parameters:
  ///   - new: The events.
  ///   - count: How many came before them, wrapping round.
  public mutating func append(_ new: [InputEvent], after count: Int) {
    for index in new.indices {
      events.append(RecordedEvent(event: new[index], line: count &+ index &+ 1))
    }
  }

  /// Empties the batch and keeps its memory.
  public mutating func removeAll() {
    // Most batches hold events alone.
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    if !libinputEvents.isEmpty { libinputEvents.removeAll(keepingCapacity: true) }
    if !reports.isEmpty { reports.removeAll(keepingCapacity: true) }
    if !notices.isEmpty { notices.removeAll(keepingCapacity: true) }
  }
}
