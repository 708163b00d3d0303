import Quantities
package import TouchInput

/// The latest events of a device: as many as came in some time before the last one.
///
/// What came before is forgotten but for what it left behind, so that memory stays bounded however
/// long a device is followed.
///
/// - Complexity: O(1) an event on average, O(n) to hand them out.
package struct RecentEvents: Sendable {
  /// The most events that are kept: 32 MB of them, a minute of ten fingers at 1000 frames a second.
  package static let mostEvents = 1 << 21

  private let time: Duration
  private let most: Int

  /// The events, of which those below `first` are forgotten.
  private var events: [InputEvent] = []
  private var first = 0

  /// The indices of the frames in front of which nothing touches, in order.
  private var starts: [Int] = []
  private var firstStart = 0

  /// What the events left behind that are forgotten.
  private var before = RecordingPart()
  private var decoder: TouchDecoder
  private var isTouched = false

  /// Whether the next event begins a frame.
  private var isAtStart = true

  /// Whether events were forgotten that are not older than the time, because there were too many.
  package private(set) var isShort = false

  /// Creates a memory.
  ///
  /// - Parameters:
  ///   - time: How much is kept.
  ///   - device: What the device says of itself.
  ///   - most: The most events that are kept.
  package init(
    keeping time: Duration, of device: DeviceDescription, atMost most: Int = mostEvents
  ) {
    self.time = time
    self.most = most
    decoder = TouchDecoder(device: device)
  }

  /// How many events are kept.
  package var count: Int { events.count - first }

  /// Takes an event.
  package mutating func take(_ event: InputEvent) {
    if isAtStart || count >= most { forget(before: event.time) }
    if isAtStart, !isTouched { starts.append(events.count) }
    events.append(event)
    if decoder.handle(event).isFrame { isTouched = decoder.frame.isTouched }
    isAtStart = event.endsFrame
  }

  /// The events from the first frame on in front of which nothing touches; if something always
  /// does, all of them, with what was down in front.
  ///
  /// A frame that has not ended is left out.
  package var recording: [InputEvent] {
    let start = firstStart < starts.count ? starts[firstStart] : first
    var part = before
    for event in events[first..<start] { part.skip(event) }
    var result: [InputEvent] = []
    let end = events[start...].lastIndex(where: \.endsFrame).map { $0 + 1 } ?? start
    for event in events[start..<end] { part.take(event, into: &result) }
    return result
  }

  /// Forgets what is too old, or too much, in whole frames.
  private mutating func forget(before now: Timestamp) {
    while first < events.count {
      let isTooOld = now.since(events[first].time) > time
      guard isTooOld || count >= most else { break }
      isShort = isShort || !isTooOld
      repeat {
        before.skip(events[first])
        first += 1
      } while first < events.count && !events[first - 1].endsFrame
    }
    while firstStart < starts.count, starts[firstStart] < first { firstStart += 1 }
    guard first > 4096, first > events.count / 2 else { return }
    events.removeFirst(first)
    starts = starts[firstStart...].map { $0 - first }
    (first, firstStart) = (0, 0)
  }
}

extension ContactFrame {
  /// Whether anything is on the surface, or hovers above it.
  var isTouched: Bool { count > 0 || reportedCount > 0 }
}
