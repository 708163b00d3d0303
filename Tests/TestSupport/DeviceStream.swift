package import Quantities
package import TouchInput

/// Something that a device does: an event without its time, or a wait.
package enum DeviceAction: Hashable, Sendable {
  /// An event; `SYN_REPORT` moves the time on to the next frame.
  case event(type: UInt16, code: UInt16, value: Int32)

  /// Time passes, or is set back.
  case wait(Duration)

  /// Selects a slot.
  package static func slot(_ slot: Int32) -> Self { absolute(AxisCode.slot, slot) }

  /// Begins a touch, or ends it with −1.
  package static func id(_ trackingID: Int32) -> Self { absolute(AxisCode.trackingID, trackingID) }

  /// Moves a contact along x.
  package static func x(_ x: Int32) -> Self { absolute(AxisCode.contactX, x) }

  /// Moves a contact along y.
  package static func y(_ y: Int32) -> Self { absolute(AxisCode.contactY, y) }

  /// Moves the only contact along x.
  package static func singleX(_ x: Int32) -> Self { absolute(AxisCode.x, x) }

  /// Moves the only contact along y.
  package static func singleY(_ y: Int32) -> Self { absolute(AxisCode.y, y) }

  /// Sets an absolute axis.
  package static func absolute(_ code: UInt16, _ value: Int32) -> Self {
    .event(type: EventType.absolute, code: code, value: value)
  }

  /// Presses or releases a key.
  package static func key(_ code: UInt16, _ value: Int32) -> Self {
    .event(type: EventType.key, code: code, value: value)
  }

  /// Says whether something touches.
  package static func touch(_ isDown: Bool) -> Self { key(KeyCode.touch, isDown ? 1 : 0) }

  /// Ends a contact of protocol A.
  package static var contactReport: Self {
    .event(type: EventType.synchronization, code: SynchronizationCode.contactReport, value: 0)
  }

  /// Ends a frame.
  package static var report: Self { report(0) }

  /// Ends a frame, with the value that the kernel gives its own.
  package static func report(_ value: Int32) -> Self {
    .event(type: EventType.synchronization, code: SynchronizationCode.report, value: value)
  }

  /// Says that events were thrown away.
  package static var dropped: Self {
    .event(type: EventType.synchronization, code: SynchronizationCode.dropped, value: 0)
  }
}

extension [InputEvent] {
  /// The events of a device; those of a frame have one time.
  package static func stream(
    _ actions: [DeviceAction], from start: Timestamp = .zero,
    every interval: Duration = .milliseconds(8)
  ) -> Self {
    var now = start
    return actions.compactMap { action in
      switch action {
      case .wait(let duration):
        now = now.advanced(by: duration)
        return nil
      case .event(let type, let code, let value):
        let event = InputEvent(time: now, type: type, code: code, value: value)
        if type == EventType.synchronization, code == SynchronizationCode.report {
          now = now.advanced(by: interval)
        }
        return event
      }
    }
  }
}

/// What a decoder makes of events.
package struct Decoding: Sendable {
  /// The decoder after the last event.
  package private(set) var decoder: TouchDecoder

  /// The frames that were closed.
  package private(set) var frames: [ContactFrame] = []

  /// What was wrong, in the order of the events; nothing is said of events that were right.
  package private(set) var issues: [TouchDecoder.Issues] = []

  /// Decodes what a device does.
  ///
  /// - Parameters:
  ///   - actions: What it does.
  ///   - device: What it says of itself.
  ///   - isFinished: Whether the events end there.
  package init(
    _ actions: [DeviceAction], device: DeviceDescription = DeviceDescription(),
    isFinished: Bool = false
  ) {
    self.init(events: .stream(actions), device: device, isFinished: isFinished)
  }

  /// Decodes events.
  package init(
    events: [InputEvent], device: DeviceDescription = DeviceDescription(),
    isFinished: Bool = false
  ) {
    decoder = TouchDecoder(device: device)
    for event in events { take(decoder.handle(event)) }
    if isFinished { take(decoder.finish()) }
  }

  private mutating func take(_ output: TouchDecoder.Output) {
    if output.isFrame { frames.append(decoder.frame) }
    if !output.issues.isEmpty { issues.append(output.issues) }
  }

  /// The serial numbers of the contacts, frame by frame.
  package var serials: [[Int]] { frames.map { $0.contacts.map(\.serial) } }

  /// The positions of the contacts, frame by frame.
  package var positions: [[Vector<Device>]] { frames.map { $0.contacts.map(\.position) } }
}

extension DeviceDescription {
  /// A multitouch device of 100 × 70 mm with 10 units a millimeter.
  ///
  /// - Parameters:
  ///   - slots: How many contacts it tells apart; `nil`: it does not say (protocol A).
  ///   - x: The range of x.
  ///   - y: The range of y.
  ///   - properties: Its properties.
  ///   - keys: Its keys.
  /// - Returns: The description; by default of a touchpad with buttons beside it.
  package static func multitouch(
    slots: Int32? = 5, x: ClosedRange<Int32> = 0...1000, y: ClosedRange<Int32> = 0...700,
    properties: Properties = .pointer,
    keys: Set<UInt16> = [KeyCode.touch, KeyCode.finger, KeyCode.left]
  ) -> Self {
    var axes = [
      AxisCode.contactX: AbsoluteAxis(
        minimum: x.lowerBound, maximum: x.upperBound, resolution: 10),
      AxisCode.contactY: AbsoluteAxis(
        minimum: y.lowerBound, maximum: y.upperBound, resolution: 10),
    ]
    if let slots {
      axes[AxisCode.slot] = AbsoluteAxis(minimum: 0, maximum: slots - 1)
      axes[AxisCode.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535)
    }
    return Self(properties: properties, axes: axes, codes: [EventType.key: keys])
  }

  /// A device of the same size with one contact.
  package static func single(
    properties: Properties = .direct, keys: Set<UInt16> = [KeyCode.touch]
  ) -> Self {
    Self(
      properties: properties,
      axes: [
        AxisCode.x: AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10),
        AxisCode.y: AbsoluteAxis(minimum: 0, maximum: 700, resolution: 10),
      ], codes: [EventType.key: keys])
  }
}
