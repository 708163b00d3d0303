import Quantities
package import TouchInput

/// Splits what a device sends into touches, each of which is a recording of its own.
///
/// A touch is everything from the first contact down to all up, with the idle frames close to it.
/// It begins with what was sent before and still counts, so that it means alone what it meant in the
/// whole. A frame that has not ended belongs to nothing yet.
///
/// ```
///          contact                all up               later, or contact
///   idle ───────────▶ touching ───────────▶ leaving ─────────────────────▶ idle, or touching
///                                  ◀────────────── (a contact is another touch)
/// ```
package struct TouchSplitter: Sendable {
  /// A piece of what comes out.
  package enum Piece: Hashable, Sendable {
    /// A touch begins.
    case begin

    /// An event of the touch.
    case event(InputEvent)

    /// All is up: nothing that follows changes what the touch was.
    case lift

    /// The touch is over.
    case end
  }

  /// The time in front of a touch, and behind it, whose idle frames belong to it.
  package static let lead = Duration.milliseconds(100)

  private enum State {
    /// Nothing touches; the latest idle frames, one event after the other.
    case idle(lead: [InputEvent])

    /// A touch goes on.
    case touching(RecordingPart)

    /// All is up since some time.
    case leaving(RecordingPart, since: Timestamp)
  }

  private var state = State.idle(lead: [])
  private var decoder: TouchDecoder
  private var frame: [InputEvent] = []

  /// What all events left behind that have been handed on, or are too old for any touch.
  private var before = RecordingPart()

  /// Creates a splitter.
  ///
  /// - Parameter device: What the device says of itself.
  package init(device: DeviceDescription) {
    decoder = TouchDecoder(device: device)
  }

  /// Whether all is up and the touch is not over yet: ``lead`` later it is, without another event.
  package var isLeaving: Bool {
    if case .leaving = state { true } else { false }
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - pieces: Where what comes of it goes.
  package mutating func take(_ event: InputEvent, into pieces: inout [Piece]) {
    frame.append(event)
    guard decoder.handle(event).isFrame || frame.count >= Self.mostEvents else { return }
    let frame = frame
    self.frame.removeAll(keepingCapacity: true)
    take(frame, isTouched: decoder.frame.isTouched, into: &pieces)
  }

  /// Ends the touch that goes on, or has just ended.
  package mutating func finish(into pieces: inout [Piece]) {
    if !frame.isEmpty {
      // Events that nothing ends are a frame, as they are wherever a recording stops.
      let isTouched = decoder.finish().isFrame ? decoder.frame.isTouched : false
      take(frame, isTouched: isTouched, into: &pieces)
      frame = []
    }
    switch state {
    case .idle: return
    case .touching: pieces += [.lift, .end]
    case .leaving: pieces.append(.end)
    }
    state = .idle(lead: [])
  }

  /// Ends a touch that is leaving, since no event has come for ``lead``.
  package mutating func settle(into pieces: inout [Piece]) {
    guard case .leaving = state else { return }
    pieces.append(.end)
    state = .idle(lead: [])
  }

  /// The most events that are kept in front of a touch.
  private static let mostLeadEvents = 1024

  /// The most events of a frame; more than that is no frame of a touch device.
  private static let mostEvents = 1 << 16

  private mutating func take(_ frame: [InputEvent], isTouched: Bool, into pieces: inout [Piece]) {
    guard let time = frame.last?.time else { return }
    let state = state
    // What changes is not in two places, or it would be copied.
    self.state = .idle(lead: [])
    switch consume state {
    case .idle(let lead):
      if isTouched {
        begin(lead, frame, into: &pieces)
      } else {
        self.state = .idle(lead: close(lead + frame, to: time))
      }
    case .touching(var part):
      append(frame, of: &part, into: &pieces)
      guard !isTouched else { return self.state = .touching(part) }
      pieces.append(.lift)
      self.state = .leaving(part, since: time)
    case .leaving(var part, let since):
      if isTouched {
        pieces.append(.end)
        begin([], frame, into: &pieces)
      } else if time.since(since) > Self.lead {
        pieces.append(.end)
        self.state = .idle(lead: close(frame, to: time))
      } else {
        append(frame, of: &part, into: &pieces)
        self.state = .leaving(part, since: since)
      }
    }
  }

  private mutating func begin(
    _ lead: [InputEvent], _ frame: [InputEvent], into pieces: inout [Piece]
  ) {
    let lead = close(lead, to: frame[0].time)
    var part = before
    pieces.append(.begin)
    append(lead + frame, of: &part, into: &pieces)
    state = .touching(part)
  }

  private mutating func append(
    _ events: [InputEvent], of part: inout RecordingPart, into pieces: inout [Piece]
  ) {
    var whole: [InputEvent] = []
    for event in events {
      part.take(event, into: &whole)
      before.skip(event)
    }
    pieces += whole.map(Piece.event)
  }

  /// The idle frames that are close to a time; those before it are forgotten.
  private mutating func close(_ events: [InputEvent], to time: Timestamp) -> [InputEvent] {
    let recent = events.suffix(Self.mostLeadEvents)
    let start =
      recent.firstIndex { time.since($0.time) <= Self.lead && time >= $0.time } ?? recent.endIndex
    // A frame is kept whole or not at all.
    let isWhole = start == events.startIndex || events[start - 1].endsFrame
    let kept =
      isWhole
      ? start : events[start...].firstIndex(where: \.endsFrame).map { $0 + 1 } ?? events.endIndex
    for event in events[..<kept] { before.skip(event) }
    return Array(events[kept...])
  }
}
