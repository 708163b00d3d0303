import Quantities
package import Recordings
import TouchInput

/// Makes a variation of a recording's events as they come, frame by frame.
///
/// A frame that is lost sends nothing; what changed in it comes with the next frame that is sent, as
/// from a device that did not look at that moment.
package struct EventVariation: Sendable {
  /// The longest time between two frames that another one comes between: in a longer one the finger
  /// rested.
  static let longestGap: Duration = .milliseconds(100)

  /// What a device sent, as far as it matters for what comes next.
  private struct Sender: Sendable {
    /// The events of the frame that is not closed yet.
    var frame: [RecordedEvent] = []
    /// What changed in frames that were lost.
    var lost: [RecordedEvent] = []
    var numbers: VariationNumbers
    /// The value of each axis, by slot, or by the place of a contact in its frame.
    var values: [Int32: [UInt16: Int32]] = [:]
    var slot: Int32 = 0
    /// The number of contacts of the last frame of protocol A.
    var groups = 0
    /// The time of the last frame as recorded, and as sent.
    var time: Timestamp?
    var sentTime: Timestamp?
  }

  private let variation: Variation
  private var senders: [Int: Sender] = [:]

  /// Creates a variation of a recording of which nothing is known yet.
  package init(_ variation: Variation) {
    self.variation = variation
  }

  /// The longest row of frames that were lost, of any device.
  package private(set) var longestLoss = 0

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - events: Where the frames go that are complete with it.
  package mutating func take(_ event: RecordedEvent, into events: inout [RecordedEvent]) {
    var sender = senders[event.device] ?? Sender(numbers: VariationNumbers(variation))
    senders[event.device] = nil
    sender.frame.append(event)
    let isReport =
      event.event.type == EventType.synchronization
      && event.event.code == SynchronizationCode.report
    if isReport || sender.frame.count >= Self.mostEvents { close(&sender, into: &events) }
    senders[event.device] = sender
  }

  /// Ends the recording: frames that nothing closes stay as they are.
  package mutating func finish(into events: inout [RecordedEvent]) {
    for (_, sender) in senders.sorted(by: { $0.key < $1.key }) {
      events += sender.lost + sender.frame
    }
    senders = [:]
  }

  /// The most events that a frame is waited for with: those of 32 contacts with all their axes.
  private static let mostEvents = 4096

  private mutating func close(_ sender: inout Sender, into events: inout [RecordedEvent]) {
    var frame = sender.frame
    sender.frame.removeAll(keepingCapacity: true)
    guard let time = frame.last?.event.time else { return }
    let groups = frame.count { $0.event.isContactReport }
    let isMotion = Self.isMotion(frame) && groups == sender.groups
    sender.groups = groups
    let isLost = sender.numbers.losesFrame(isMotion)
    longestLoss = max(longestLoss, sender.numbers.longestLoss)
    let gap = sender.time.map { time.nanoseconds(since: $0) }
    sender.time = time
    let stray = sender.numbers.stray()
    if isLost {
      // Where each frame holds all contacts, the next one says it all.
      if groups == 0 {
        sender.lost += frame.filter { $0.event.type == EventType.absolute }
        sender.lost.removeFirst(max(sender.lost.count - Self.mostEvents, 0))
      }
      follow(frame, &sender)
      return
    }
    if variation == .doubleRate, isMotion, let gap, gap > 1,
      gap <= Self.longestGap.wholeNanoseconds
    {
      events += middle(frame, sender, at: time.advanced(by: .nanoseconds(-gap / 2)))
    }
    follow(frame, &sender)
    frame = sender.lost + frame
    sender.lost.removeAll(keepingCapacity: true)
    for var event in frame {
      event.event.time = time.advanced(by: stray)
      if case .jitter = variation, let last = sender.sentTime {
        event.event.time = max(last, event.event.time)
      }
      events.append(event)
    }
    sender.sentTime = events.last?.event.time
  }

  /// Whether a frame holds motion alone: nothing lands, lifts or is clicked.
  private static func isMotion(_ frame: [RecordedEvent]) -> Bool {
    var hasPosition = false
    for event in frame.lazy.map(\.event) {
      switch (event.type, event.code) {
      case (EventType.absolute, AxisCode.trackingID), (EventType.absolute, AxisCode.toolType):
        return false
      case (EventType.absolute, _): hasPosition = true
      case (EventType.miscellaneous, _),
        (EventType.synchronization, SynchronizationCode.report),
        (EventType.synchronization, SynchronizationCode.contactReport):
        break
      default: return false
      }
    }
    return hasPosition
  }

  /// Notes the values of a frame.
  private func follow(_ frame: [RecordedEvent], _ sender: inout Sender) {
    var place: Int32 = 0
    let isGrouped = frame.contains { $0.event.isContactReport }
    for event in frame.lazy.map(\.event) {
      if event.isContactReport { place += 1 }
      guard event.type == EventType.absolute else { continue }
      if event.code == AxisCode.slot {
        sender.slot = event.value
      } else if !isGrouped || place < Self.mostPlaces {
        let slot = isGrouped ? place : sender.slot
        guard sender.values.count < Self.mostPlaces || sender.values[slot] != nil else { continue }
        sender.values[slot, default: [:]][event.code] = event.value
      }
    }
  }

  /// The most slots that values are kept of.
  private static let mostPlaces = 64

  /// A frame half way from the last one to this one; empty if nothing moves by as much.
  private func middle(
    _ frame: [RecordedEvent], _ sender: Sender, at time: Timestamp
  ) -> [RecordedEvent] {
    let isGrouped = frame.contains { $0.event.isContactReport }
    var place: Int32 = 0
    var slot = sender.slot
    var moves = false
    var events: [RecordedEvent] = []
    for var event in frame {
      event.event.time = time
      switch (event.event.type, event.event.code) {
      case (EventType.synchronization, SynchronizationCode.contactReport):
        place += 1
        events.append(event)
      case (EventType.synchronization, _): break
      case (EventType.absolute, AxisCode.slot):
        slot = event.event.value
        events.append(event)
      case (EventType.absolute, let code) where event.event.isPosition:
        guard let old = sender.values[isGrouped ? place : slot]?[code] else { return [] }
        let half = Int32(clamping: (Int(old) + Int(event.event.value)) / 2)
        moves = moves || half != old
        event.event.value = half
        if half != old || isGrouped { events.append(event) }
      default: if isGrouped { events.append(event) }
      }
    }
    guard moves, var last = frame.last else { return [] }
    last.event.time = time
    if !isGrouped, slot != sender.slot {
      var select = last
      select.event = InputEvent(
        time: time, type: EventType.absolute, code: AxisCode.slot, value: sender.slot)
      events.append(select)
    }
    events.append(last)
    return events
  }
}

extension InputEvent {
  fileprivate var isContactReport: Bool {
    type == EventType.synchronization && code == SynchronizationCode.contactReport
  }

  fileprivate var isPosition: Bool {
    switch code {
    case AxisCode.x, AxisCode.y, AxisCode.contactX, AxisCode.contactY: true
    default: false
    }
  }
}
