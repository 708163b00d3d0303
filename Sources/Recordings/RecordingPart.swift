package import TouchInput

/// Makes a part of a device's events mean what it meant in the whole.
///
/// Values are sent only when they change, so that a part that begins anywhere lacks what was sent
/// before it: which slot values go to, what is down, and where a finger comes down whose coordinate
/// is the one before. The part begins with what is down, in its first frame; what else is known of
/// a slot comes where a finger takes it.
package struct RecordingPart: Sendable {
  private var state = DeviceState()
  private var hasBegun = false

  /// Values from before the part that no event of it has replaced, of slots that nothing touches.
  private var pending: [Int32: [UInt16: Int32]] = [:]
  private var pendingAxes: [UInt16: Int32] = [:]

  /// Creates a part in front of which nothing is known.
  package init() {}

  /// Takes an event in front of the part.
  package mutating func skip(_ event: InputEvent) {
    state.handle(event)
  }

  /// Takes an event of the part.
  ///
  /// - Parameters:
  ///   - event: The event, which begins a frame if it is the first one.
  ///   - events: Where it goes, with those that the part lacks.
  package mutating func take(_ event: InputEvent, into events: inout [InputEvent]) {
    if !hasBegun { begin(at: event, into: &events) }
    hasBegun = true
    events.append(event)
    complete(event, into: &events)
    state.handle(event)
  }

  /// Appends what is down in front of the part.
  private mutating func begin(at first: InputEvent, into events: inout [InputEvent]) {
    func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: first.time, type: type, code: code, value: value))
    }
    var named: Int32 = 0
    for (slot, values) in state.slots.sorted(by: { $0.key < $1.key }) {
      guard let trackingID = values[AxisCode.trackingID], trackingID >= 0 else {
        pending[slot] = values
        continue
      }
      append(EventType.absolute, AxisCode.slot, slot)
      named = slot
      append(EventType.absolute, AxisCode.trackingID, trackingID)
      for (code, value) in values.sorted(by: { $0.key < $1.key })
      where code != AxisCode.trackingID {
        append(EventType.absolute, code, value)
      }
    }
    if state.slot != named { append(EventType.absolute, AxisCode.slot, state.slot) }
    for key in state.keys.sorted() { append(EventType.key, key, 1) }
    pendingAxes = state.axes
    if state.keys.contains(KeyCode.touch) { appendAxes(at: first, into: &events) }
  }

  /// Appends what an event makes count that was known before the part.
  private mutating func complete(_ event: InputEvent, into events: inout [InputEvent]) {
    switch event.type {
    case EventType.key where event.code == KeyCode.touch && event.value != 0:
      appendAxes(at: event, into: &events)
    case EventType.absolute where event.code == AxisCode.trackingID && event.value >= 0:
      let values = pending.removeValue(forKey: state.slot) ?? [:]
      for (code, value) in values.sorted(by: { $0.key < $1.key })
      where code != AxisCode.trackingID {
        events.append(
          InputEvent(time: event.time, type: EventType.absolute, code: code, value: value))
      }
    case EventType.absolute where DeviceState.isContactAxis(event.code):
      pending[state.slot]?[event.code] = nil
    case EventType.absolute: pendingAxes[event.code] = nil
    case EventType.synchronization where event.code == SynchronizationCode.dropped:
      pending = [:]
      pendingAxes = [:]
    default: break
    }
  }

  private mutating func appendAxes(at event: InputEvent, into events: inout [InputEvent]) {
    for (code, value) in pendingAxes.sorted(by: { $0.key < $1.key }) {
      events.append(
        InputEvent(time: event.time, type: EventType.absolute, code: code, value: value))
    }
    pendingAxes = [:]
  }
}
