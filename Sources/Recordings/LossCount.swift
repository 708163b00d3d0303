public import Quantities
public import TouchInput

/// Finds out what is lost where a recording is written in a format.
public struct LossCount: Sendable {
  private let format: WritableFormat
  private let capacity: FormatCapacity
  private var found: Set<Loss> = []

  /// What follows the contacts, where the format holds no more than their mean.
  private var decoder: TouchDecoder?

  /// The first time, and the last of each device, where the format has waits in their place.
  private var firstTime: Timestamp?
  private var lastTimes: [Int: Timestamp] = [:]

  /// Creates a count of nothing.
  ///
  /// - Parameter format: The format that is written.
  public init(writing format: WritableFormat) {
    self.format = format
    capacity = format.capacity
  }

  /// What is lost, in the order of ``Loss``.
  public var losses: [Loss] { Loss.allCases.filter(found.contains) }

  /// Notes a loss that only who converts knows of.
  public mutating func note(_ loss: Loss) {
    found.insert(loss)
  }

  /// Notes what a device says of itself.
  ///
  /// - Parameter device: A device that is written, before its events are noted.
  public mutating func note(_ device: WrittenDevice) {
    let description = device.description
    if let name = description.name, !name.isEmpty {
      if !capacity.contains(.name) {
        found.insert(.name)
      } else if !capacity.contains(.anyName), name.onOneLine != name {
        found.insert(.nameCharacters)
      }
    }
    lose(.identity, unless: .identity, if: description.identity != .init())
    lose(.properties, unless: .properties, if: !description.properties.isEmpty)
    lose(.codes, unless: .codes, if: !description.sendableCodes.isEmpty)
    if format == .uinput, !description.sendableCodes.keys.allSatisfy(UinputWords.holdsCodes) {
      found.insert(.codes)
    }
    lose(.axes, unless: .axes, if: !description.axes.isEmpty)
    let isPathHeld =
      capacity.contains(.devicePaths)
      && device.path.map([WrittenDevice].isUsable) ?? true
    if device.path != nil, !isPathHeld { found.insert(.devicePath) }
    if format == .sampleTable { decoder = TouchDecoder(device: description) }
  }

  private mutating func lose(
    _ loss: Loss, unless held: FormatCapacity, if isThere: Bool
  ) {
    if isThere, !capacity.contains(held) { found.insert(loss) }
  }

  /// Notes an event that is written.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - device: The index of its device among those that are written.
  public mutating func note(_ event: InputEvent, of device: Int = 0) {
    if capacity.contains(.waits) {
      noteWait(until: event.time, of: device)
    } else {
      note(event.time)
    }
    if event.type == EventType.synchronization {
      if event.code == SynchronizationCode.report || event.code == SynchronizationCode.contactReport
        || event.code == SynchronizationCode.dropped || event.code == 1
      {
        lose(.synchronizationValues, unless: .synchronizationValues, if: event.value != 0)
      }
      lose(.dropped, unless: .events, if: event.code == SynchronizationCode.dropped)
    } else if !capacity.contains(.events) {
      noteMeaning(of: event)
    }
    if decoder?.handle(event).isFrame ?? false, let count = decoder?.frame.count, count > 1 {
      found.insert(.severalContacts)
    }
  }

  /// Notes an event where the format holds contacts alone.
  private mutating func noteMeaning(of event: InputEvent) {
    switch (event.type, event.code) {
    case (EventType.absolute, AxisCode.slot), (EventType.absolute, AxisCode.contactX),
      (EventType.absolute, AxisCode.contactY), (EventType.absolute, AxisCode.trackingID),
      (EventType.absolute, AxisCode.x...AxisCode.rotationX), (EventType.key, KeyCode.touch):
      break
    case (EventType.key, let code) where KeyCode.fingerCount(code) != nil: break
    case (EventType.key, KeyCode.left...KeyCode.middle):
      lose(.contactDetails, unless: .contacts, if: true)
    case (EventType.absolute, let code) where CSVWriter.axes.contains { $0.code == code }:
      lose(.contactDetails, unless: .contacts, if: true)
    default: found.insert(.otherEvents)
    }
  }

  /// Notes a time where the format has waits.
  private mutating func noteWait(until time: Timestamp, of device: Int) {
    let first = firstTime ?? time
    if firstTime == nil, time != Timestamp.zero.advanced(by: UinputWriter.registrationWait) {
      found.insert(.origin)
    }
    firstTime = first
    if let last = lastTimes[device], time < last { found.insert(.backwardTimes) }
    lastTimes[device] = time
    // The first one is where the milliseconds begin.
    if time.nanoseconds(since: first) % 1_000_000 != 0 { found.insert(.microseconds) }
  }

  /// Notes a time.
  public mutating func note(_ time: Timestamp) {
    let nanoseconds = time.nanoseconds
    lose(.nanoseconds, unless: .nanoseconds, if: nanoseconds % 1000 != 0)
    lose(.earlyTimes, unless: .earlyTimes, if: nanoseconds < 0)
    let isNarrow = nanoseconds.floored(by: 1_000_000_000).magnitude < 1 << 31
    if capacity.contains(.narrowTimes), !isNarrow { found.insert(.lateTimes) }
  }

  /// Notes what a table says beside its rows, where it is written as events.
  public mutating func note(_ table: SampleTable) {
    guard !capacity.contains(.tables) else { return }
    let says: [Bool] = [
      table.variant != nil, table.threshold != nil, table.activationDistance != nil,
      table.isInverted == true, table.hasRubberBand, table.screen != nil,
      table.unit == .pixels, table.travel != nil && table.device == .touchpad,
      table.touches.contains { $0.end.map { $0.kind != .lift } ?? false },
    ]
    if says.contains(true) { found.insert(.tableSettings) }
    if table.largestLag != nil { found.insert(.readTimes) }
  }
}
