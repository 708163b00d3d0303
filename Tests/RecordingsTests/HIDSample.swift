import Recordings
import TouchInput

/// Report descriptors and recordings of hid-recorder, made by hand.
enum HIDSample {
  /// The items of a report descriptor, by their first byte without the size.
  enum Item: UInt8 {
    case usagePage = 0x04
    case usage = 0x08
    case usageMinimum = 0x18
    case usageMaximum = 0x28
    case logicalMinimum = 0x14
    case logicalMaximum = 0x24
    case physicalMinimum = 0x34
    case physicalMaximum = 0x44
    case exponent = 0x54
    case unit = 0x64
    case size = 0x74
    case number = 0x84
    case count = 0x94
    case push = 0xa4
    case pop = 0xb4
    case delimiter = 0xa8
    case input = 0x80
    case feature = 0xb0
    case collection = 0xa0
    case end = 0xc0
  }

  /// The bytes of an item with as few bytes of data as it needs, but at least one.
  static func item(_ item: Item, _ value: Int = 0) -> [UInt8] {
    switch item {
    case .push, .pop, .end: [item.rawValue]
    default:
      switch value {
      case -128...127: [item.rawValue | 1, UInt8(truncatingIfNeeded: value)]
      case -32768...32767: [item.rawValue | 2] + bytes(value, 2)
      default: [item.rawValue | 3] + bytes(value, 4)
      }
    }
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The bytes of items.
  static func items(_ list: (Item, Int)...) -> [UInt8] {
    list.flatMap { item($0.0, $0.1) }
  }

  // MARK: Parts

  /// Bits of the digitizer's page, one for each usage.
  static func bits(_ usages: Int...) -> [UInt8] {
    item(.usagePage, 0x0d) + usages.flatMap { item(.usage, $0) }
      + items(
        (.logicalMinimum, 0), (.logicalMaximum, 1), (.size, 1), (.count, usages.count), (.input, 2))
  }

  /// Bits that mean nothing.
  static func padding(_ count: Int) -> [UInt8] {
    items((.size, 1), (.count, count), (.input, 3))
  }

  /// A byte of the digitizer's page.
  static func byte(_ usage: Int, maximum: Int = 127) -> [UInt8] {
    items(
      (.usagePage, 0x0d), (.usage, usage), (.logicalMinimum, 0), (.logicalMaximum, maximum),
      (.size, 8), (.count, 1), (.input, 2))
  }

  /// The x and the y axis: 100 mm by 50 mm of 1000 by 500 units.
  static let position =
    items(
      (.usagePage, 1), (.unit, 0x11), (.exponent, -2), (.size, 16), (.count, 1), (.usage, 0x30),
      (.logicalMinimum, 0), (.logicalMaximum, 1000), (.physicalMinimum, 0),
      (.physicalMaximum, 1000), (.input, 2), (.usage, 0x31), (.logicalMaximum, 500),
      (.physicalMaximum, 500), (.input, 2)) + items((.unit, 0), (.exponent, 0))

  /// A contact: a tip switch, whether it is in range and meant, an identifier, a position.
  static let contact =
    items((.usagePage, 0x0d), (.usage, 0x22), (.collection, 2)) + bits(0x42, 0x32, 0x47)
    + padding(5) + byte(0x51) + position + item(.end)

  /// What is asked of a device: how many contacts it can have.
  static func mostContacts(_ count: Int, report: Int) -> [UInt8] {
    items(
      (.number, report), (.usagePage, 0x0d), (.usage, 0x55), (.logicalMaximum, count), (.size, 8),
      (.count, 1), (.feature, 2))
  }

  /// What devices have that are certified for Windows 8.
  static func certificate(report: Int) -> [UInt8] {
    items(
      (.number, report), (.usagePage, 0xff00), (.usage, 0xc5), (.logicalMinimum, 0),
      (.logicalMaximum, 255), (.size, 8), (.count, 256), (.feature, 2))
  }

  static let scanTime = items(
    (.usagePage, 0x0d), (.usage, 0x56), (.logicalMinimum, 0), (.logicalMaximum, 65535), (.size, 16),
    (.count, 1), (.input, 2))

  static func application(_ usage: Int, report: Int, _ parts: [UInt8]...) -> [UInt8] {
    items((.usagePage, 0x0d), (.usage, usage), (.collection, 1), (.number, report))
      + parts.flatMap(\.self) + item(.end)
  }

  static let mouse =
    items((.usagePage, 1), (.usage, 2), (.collection, 1), (.number, 9), (.usage, 1))
    + items((.collection, 0), (.usagePage, 9), (.usageMinimum, 1), (.usageMaximum, 2))
    + items((.logicalMinimum, 0), (.logicalMaximum, 1), (.size, 1), (.count, 2), (.input, 2))
    + padding(6)
    + items((.usagePage, 1), (.usage, 0x30), (.usage, 0x31), (.logicalMinimum, -127))
    + items((.logicalMaximum, 127), (.size, 8), (.count, 2), (.input, 6)) + item(.end) + item(.end)

  // MARK: Devices

  /// A touchscreen of the days before Windows 8: two contacts in a report, and their number.
  static let oldScreen = application(
    4, report: 1, contact, contact, byte(0x54), mostContacts(2, report: 2))

  /// A touchscreen with one contact in a report, and no number of contacts.
  static let serialScreen = application(4, report: 1, contact, mostContacts(3, report: 2))

  /// A touchscreen for Windows 8, with a mouse beside it.
  static let screen =
    mouse
    + application(
      4, report: 1, contact, contact, scanTime, byte(0x54), mostContacts(4, report: 2),
      certificate(report: 3))

  /// A touchpad for Windows 8: one contact in a report, further ones in further reports.
  static let pad = application(
    5, report: 1,
    items((.usagePage, 0x0d), (.usage, 0x22), (.collection, 2)) + bits(0x47, 0x42) + padding(6)
      + byte(0x51) + position + item(.end),
    scanTime, byte(0x54),
    items((.usagePage, 9), (.usage, 1), (.logicalMaximum, 1), (.size, 1), (.count, 1), (.input, 2)),
    padding(7), mostContacts(5, report: 2), certificate(report: 3))

  // MARK: Recordings

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? " 0" : " ") + String($0, radix: 16) }.joined()
  }

  /// The lines that describe a device.
  static func head(
    _ descriptor: [UInt8], name: String = "Test", identity: String = "3 1234 5678"
  ) -> String {
    "R: \(descriptor.count)\(hexadecimal(descriptor))\nN: \(name)\nI: \(identity)\n"
  }

  /// The line of a report, by the milliseconds.
  static func line(_ time: Int, _ bytes: [UInt8]) -> String {
    let rest = String(time % 1000)
    let padded = String(repeating: "0", count: 3 - rest.count) + rest
    return "E: \(time / 1000).\(padded)000 \(bytes.count)\(hexadecimal(bytes))\n"
  }

  static func recording(
    _ descriptor: [UInt8], _ reports: [(Int, [UInt8])], identity: String = "3 1234 5678"
  ) -> String {
    head(descriptor, identity: identity) + reports.map { line($0.0, $0.1) }.joined()
  }

  /// The bytes of a contact of the screens.
  static func contact(
    _ identifier: UInt8, _ x: Int, _ y: Int, isDown: Bool = true, isInRange: Bool? = nil,
    isMeant: Bool = true
  ) -> [UInt8] {
    let flags: [Bool] = [isDown, isInRange ?? isDown, isMeant]
    let byte = flags.enumerated().reduce(0) { $0 | ($1.element ? UInt8(1) << $1.offset : 0) }
    return [byte, identifier] + bytes(x, 2) + bytes(y, 2)
  }

  /// No contact.
  static let none = [UInt8](repeating: 0, count: 6)

  /// A report of the touchscreen of old days.
  static func old(_ first: [UInt8], _ second: [UInt8] = none, count: UInt8) -> [UInt8] {
    [1] + first + second + [count]
  }

  /// A report of the touchscreen for Windows 8.
  static func new(
    _ first: [UInt8] = none, _ second: [UInt8] = none, scan: Int = 0, count: UInt8
  ) -> [UInt8] {
    [1] + first + second + bytes(scan, 2) + [count]
  }

  /// A report of the touchpad.
  static func pad(
    _ identifier: UInt8 = 0, _ x: Int = 0, _ y: Int = 0, isDown: Bool = false, isMeant: Bool = true,
    scan: Int, count: UInt8, isPressed: Bool = false
  ) -> [UInt8] {
    [1, (isMeant ? 1 : 0) | (isDown ? 2 : 0), identifier] + bytes(x, 2) + bytes(y, 2)
      + bytes(scan, 2) + [count, isPressed ? 1 : 0]
  }

  /// A swipe on the touchscreen for Windows 8.
  static let text = recording(
    screen,
    [
      (0, new(contact(1, 100, 50), scan: 0, count: 1)), (5, [9, 1, 0, 0]),
      (8, new(contact(1, 120, 52), contact(2, 500, 50), scan: 80, count: 2)),
      (16, new(contact(1, 140, 54), contact(2, 520, 50), scan: 160, count: 2)),
      (24, new(contact(1, 140, 54, isDown: false), contact(2, 540, 50), scan: 240, count: 2)),
      (32, new(contact(2, 540, 50, isDown: false), scan: 320, count: 1)),
    ])
}

extension Reading {
  /// The frames, each as the names and values of its events: `slot 1, x 30`.
  var frames: [String] {
    var frames: [String] = []
    var parts: [String] = []
    for event in inputs {
      guard event.type != 0 else {
        frames.append(parts.joined(separator: ", "))
        parts = []
        continue
      }
      let name =
        switch (event.type, event.code) {
        case (3, 0x00): "X"
        case (3, 0x01): "Y"
        case (3, 0x2f): "slot"
        case (3, 0x35): "x"
        case (3, 0x36): "y"
        case (3, 0x37): "tool"
        case (3, 0x39): "id"
        case (3, 0x3b): "distance"
        case (1, 0x110): "left"
        case (1, 0x145): "one"
        case (1, 0x14a): "touch"
        case (1, 0x14d): "two"
        case (1, 0x14e): "three"
        case (4, 5): "at"
        default: "\(event.type)/\(event.code)"
        }
      parts.append("\(name) \(event.value)")
    }
    return frames + (parts.isEmpty ? [] : ["open: " + parts.joined(separator: ", ")])
  }
}
