import Quantities
package import TouchInput

/// A sample table as a device would have sent it.
///
/// The device is made up: one finger in slot 0, on axes that are one travel long, so that a
/// touchscreen's travel is the table's; without a travel they reach from 0 to the largest position.
/// A touch that is taken away ends as a palm, one whose device goes away does not end.
package struct TableRecording: Sendable {
  /// The largest value of an axis.
  private static let largest = 1_000_000_000

  /// The made-up device.
  package let device: DeviceDescription

  /// Whether digits of positions are lost, since they are more than an axis has.
  package let losesDigits: Bool

  private let table: SampleTable

  /// What positions are divided by.
  private let divisor: Int

  /// Lays a table out.
  ///
  /// - Complexity: O(rows).
  package init(_ table: SampleTable) {
    self.table = table
    var (low, high) = (0, 1)
    func include(_ position: Vector<Device>) {
      low = min(low, position.x, position.y)
      high = max(high, position.x, position.y)
    }
    for touch in table.touches {
      touch.samples.forEach { include($0.position) }
      touch.end?.position.map(include)
    }
    let travel = table.surface?.x.maximum
    let most = max(high, low == .min ? .max : -low, travel ?? 0)
    var divisor = 1
    while most / divisor > Self.largest { divisor *= 10 }
    self.divisor = divisor
    losesDigits = divisor > 1
    let units = (table.unitsPerMillimeter ?? (table.unit == .millimeters ? Ratio(1) : nil)).map {
      $0 * Ratio(Int128(table.scale)) / Ratio(Int128(divisor))
    }
    let axis = DeviceDescription.AbsoluteAxis(
      minimum: Int32(clamping: travel == nil ? low / divisor : 0),
      maximum: Int32(clamping: max((travel ?? high) / divisor, 1)),
      resolution: units.flatMap { $0.denominator == 1 ? Int32(exactly: $0.numerator) : nil } ?? 0)
    let isTouchpad = table.device == .touchpad
    device = DeviceDescription(
      name: isTouchpad ? "Sample Table Touchpad" : "Sample Table Touchscreen",
      identity: .init(bus: 6, version: 1), properties: isTouchpad ? [.pointer] : [.direct],
      axes: [
        AxisCode.x: axis, AxisCode.y: axis, AxisCode.contactX: axis, AxisCode.contactY: axis,
        AxisCode.slot: .init(minimum: 0, maximum: 0),
        AxisCode.trackingID: .init(minimum: 0, maximum: 65535),
        AxisCode.toolType: .init(minimum: 0, maximum: 2),
      ],
      codes: [
        EventType.key: isTouchpad ? [KeyCode.touch, KeyCode.finger] : [KeyCode.touch],
        EventType.absolute: [
          AxisCode.x, AxisCode.y, AxisCode.contactX, AxisCode.contactY, AxisCode.slot,
          AxisCode.trackingID, AxisCode.toolType,
        ],
      ])
  }

  /// The events, made one touch after the other.
  package var events: some Sequence<InputEvent> {
    table.touches.lazy.enumerated().flatMap { number, touch in
      events(of: touch, number: number)
    }
  }

  private func events(of touch: SampleTable.Touch, number: Int) -> [InputEvent] {
    var events: [InputEvent] = []
    func append(_ time: Timestamp, _ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    func move(_ time: Timestamp, _ position: Vector<Device>) {
      for (axes, value) in [
        ([AxisCode.contactX, AxisCode.x], position.x),
        ([AxisCode.contactY, AxisCode.y], position.y),
      ] {
        let value = Int32(clamping: rounded(value))
        for axis in axes { append(time, EventType.absolute, axis, value) }
      }
    }
    func setKeys(_ time: Timestamp, _ value: Int32) {
      append(time, EventType.key, KeyCode.touch, value)
      if table.device == .touchpad { append(time, EventType.key, KeyCode.finger, value) }
    }
    func report(_ time: Timestamp) {
      append(time, EventType.synchronization, SynchronizationCode.report, 0)
    }
    for (index, sample) in touch.samples.enumerated() {
      if index == 0 {
        append(sample.time, EventType.absolute, AxisCode.trackingID, Int32(number & 0xffff))
        setKeys(sample.time, 1)
      }
      move(sample.time, sample.position)
      report(sample.time)
    }
    guard let end = touch.end, end.kind != .deviceRemoved, !touch.samples.isEmpty else {
      return events
    }
    if end.kind == .lift, let position = end.position {
      move(end.time, position)
      report(end.time)
    }
    if end.kind == .cancel {
      append(end.time, EventType.absolute, AxisCode.toolType, 2)
      report(end.time)
      append(end.time, EventType.absolute, AxisCode.toolType, 0)
    }
    append(end.time, EventType.absolute, AxisCode.trackingID, -1)
    setKeys(end.time, 0)
    report(end.time)
    return events
  }

  /// A position on the axis.
  private func rounded(_ value: Int) -> Int {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder.magnitude * 2 >= divisor.magnitude && divisor > 1
      ? quotient + value.signum() : quotient
  }
}
