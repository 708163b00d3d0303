import Quantities
import TouchInput

/// Reads what `libinput debug-events` prints, line by line, of all versions since 1.2.
///
/// ```
/// -event6   DEVICE_ADDED     SYNA3290:01 Touchpad     seat0 default group1  cap:pg  size 116x56mm …
///  event6   GESTURE_SWIPE_BEGIN    +0.036s  3
///  event6   GESTURE_SWIPE_UPDATE 2 +0.043s  3 -0.62/15.82 (-0.59/14.94 unaccelerated)
///  event6   GESTURE_SWIPE_END      +0.121s  3 cancelled
///  event6   POINTER_SCROLL_FINGER  +0.083s  vert 0.00/0.0 horiz 7.57/0.0* (finger)
/// ```
///
/// It is quoted and cut in issue threads, and stands in the logs of other programs: what is in front
/// of the device does not matter. Lines of other events are skipped.
struct DebugEventsReader: LineReader {
  var format: RecordingFormat? { .debugEvents }
  var lines = LineProgress()
  var devices = DeviceList()

  /// An update whose motion was wrapped into the next line.
  private var wrapped: LibinputEvent?

  /// No line is one of the kernel's events.
  static var shortestEvent: Int { 0 }

  func event(in line: EventCursor) -> InputEvent? { nil }

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var line = line
    line.skipBlanks()
    guard !line.isAtEnd else { return }
    if let event = wrapped {
      wrapped = nil
      var rest = line
      if let motion = Self.motion(&rest) {
        take(event, .update(motion), into: &batch)
        return
      }
      batch.notices.append(EventBatch.Notice(.unknownLine, line: event.line))
    }
    guard let (path, name) = Self.head(&line) else {
      // Prompts, commands and words of people stand between events.
      if !Self.isComment(line) {
        batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
      }
      return
    }
    switch name {
    case .other: return
    case .touch: batch.notices.append(EventBatch.Notice(.touchNotFollowed, line: number))
    case .deviceRemoved:
      guard let device = index(ofPath: Self.path(path)) else { return }
      let event = LibinputEvent(
        time: Timestamp(nanoseconds: 0), kind: .swipe, phase: .removed, fingers: 0, line: number,
        device: device)
      take(event, .removed, into: &batch)
    case .deviceAdded: try describe(path, line, number: number)
    case .gesture, .scroll:
      let device = try index(of: path, number: number)
      if !read(name, &line, of: device, number: number, into: &batch) {
        batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
      }
    }
  }

  /// Whether a line says in words what is shown.
  private static func isComment(_ line: ByteCursor) -> Bool {
    line.peek() == UInt8(ascii: "#") || line.peek() == UInt8(ascii: "$")
  }

  // MARK: Events

  /// Finds the device and the name of an event, and moves beyond them.
  static func head(
    _ line: inout ByteCursor
  ) -> (device: UnsafeBufferPointer<UInt8>, name: LibinputEventName)? {
    var place = line
    while true {
      let start = place
      guard place.skip(beyond: "event") else { return nil }
      guard place.unsignedDecimal() != nil, place.isAtFieldEnd else { continue }
      let device = place.bytes(from: start)
      place.skipBlanks()
      guard let name = LibinputEventName(&place) else { continue }
      line = place
      // What stands in front of `event6` is no part of it.
      let count = device.reversed().prefix { $0 != UInt8(ascii: "e") }.count
      return (UnsafeBufferPointer(rebasing: device.suffix(count + "eve".utf8.count)), name)
    }
  }

  /// Takes what stands behind the name of an event.
  ///
  /// - Returns: Whether it is like such an event.
  private mutating func read(
    _ name: LibinputEventName, _ line: inout ByteCursor, of device: Int, number: Int,
    into batch: inout EventBatch
  ) -> Bool {
    guard let time = Self.time(&line) else { return false }
    line.skipBlanks()
    guard case .gesture(let kind, let part) = name else {
      guard let motion = Self.scroll(&line) else { return false }
      if let motion {
        let event = LibinputEvent(scroll: motion, at: time, line: number, device: device)
        take(event, event.phase, into: &batch)
      }
      return true
    }
    guard let fingers = line.unsignedDecimal(), fingers <= 32 else { return false }
    let event = LibinputEvent(
      time: time, kind: kind, phase: .begin, fingers: Int(fingers), line: number, device: device)
    line.skipBlanks()
    switch part {
    case .begin: take(event, .begin, into: &batch)
    case .end: take(event, .end(isCancelled: line.starts(with: "cancelled")), into: &batch)
    case .update:
      if line.isAtEnd {
        wrapped = event
      } else if let motion = Self.motion(&line) {
        take(event, .update(motion), into: &batch)
      } else {
        return false
      }
    }
    return true
  }

  private mutating func take(
    _ event: LibinputEvent, _ phase: LibinputEvent.Phase, into batch: inout EventBatch
  ) {
    var event = event
    event.phase = phase
    batch.libinputEvents.append(event)
    devices.isBehindEvents = true
  }

  /// Reads a time such as `+0.036s`, in front of which the number of the event may stand.
  private static func time(_ line: inout ByteCursor) -> Timestamp? {
    line.skipBlanks()
    if line.unsignedDecimal() != nil {
      guard line.isAtFieldEnd else { return nil }
      line.skipBlanks()
    }
    let isNegative = line.peek() == UInt8(ascii: "-")
    guard line.skip("+") || line.skip("-"), let time = line.seconds(), line.skip("s") else {
      return nil
    }
    return isNegative ? Timestamp(nanoseconds: -time.nanoseconds) : time
  }

  /// Reads `-0.62/15.82 (-0.59/14.94 unaccelerated)`; the second pair may be missing.
  private static func motion(_ line: inout ByteCursor) -> LibinputEvent.Motion? {
    guard let accelerated = line.hundredthsPair("/") else { return nil }
    line.skipBlanks()
    guard line.skip("(") else {
      return LibinputEvent.Motion(accelerated: accelerated, unaccelerated: nil)
    }
    guard let unaccelerated = line.hundredthsPair("/") else { return nil }
    return LibinputEvent.Motion(accelerated: accelerated, unaccelerated: unaccelerated)
  }

  /// Reads `vert 0.00/0.0 horiz 7.57/0.0* (finger)`, of all versions.
  ///
  /// - Returns: `nil` if it is not like this, and a `nil` in it if it is no finger that scrolls.
  private static func scroll(_ line: inout ByteCursor) -> Vector<Device>?? {
    func value(_ name: StaticString) -> Int? {
      line.skipBlanks()
      guard line.skip(text: name) else { return nil }
      line.skipBlanks()
      let value = line.hundredths()
      // The count of wheel clicks, and the mark of an axis that is told.
      _ = line.word()
      return value
    }
    guard let y = value("vert"), let x = value("horiz") else { return nil }
    line.skipBlanks()
    // Versions before 1.2 did not tell the source.
    guard line.isAtEnd || line.starts(with: "(finger)") else { return .some(nil) }
    return Vector(x: x, y: y)
  }

  // MARK: Devices

  /// The index of a device, which is a touchpad if nothing has told what it is.
  private mutating func index(
    of name: UnsafeBufferPointer<UInt8>, number: Int
  ) throws(RecordingError) -> Int {
    let path = Self.path(name)
    if let index = index(ofPath: path) { return index }
    try devices.append(path: path, line: number)
    devices.edit {
      $0 = .surface(name: nil, .pointer, [KeyCode.finger, KeyCode.touch], size: nil)
    }
    return devices.last
  }

  private func index(ofPath path: String) -> Int? { devices.paths.firstIndex(of: path) }

  private static func path(_ name: UnsafeBufferPointer<UInt8>) -> String {
    "/dev/input/" + String(decoding: name, as: UTF8.self)
  }

  /// Takes the description behind `DEVICE_ADDED`: name, seats, group, capabilities and size.
  private mutating func describe(
    _ name: UnsafeBufferPointer<UInt8>, _ line: ByteCursor, number: Int
  ) throws(RecordingError) {
    let path = Self.path(name)
    var index = index(ofPath: path)
    if index == nil {
      try devices.append(path: path, line: number)
      index = devices.last
    }
    let description = Self.description(line.rest)
    devices.edit(index) { $0 = description }
  }

  private static func description(_ text: String) -> DeviceDescription {
    let parts = text.split(separator: " cap:", maxSplits: 1, omittingEmptySubsequences: false)
    // Behind the name stand the two seats and the group, each a word.
    var words = parts[0].split(separator: " ", omittingEmptySubsequences: false)
    for _ in 0..<3 {
      while words.last?.isEmpty ?? false { words.removeLast() }
      words = words.dropLast()
    }
    while words.last?.isEmpty ?? false { words.removeLast() }
    let name = words.drop { $0.isEmpty }.joined(separator: " ")
    let rest = parts.count > 1 ? parts[1] : ""
    let capabilities = rest.prefix { $0 != " " }
    if capabilities.contains("g") {
      return .surface(name: name, .pointer, [KeyCode.finger, KeyCode.touch], size: size(rest))
    }
    if capabilities.contains("t") {
      return .surface(name: name, .direct, [KeyCode.touch], size: size(rest))
    }
    return DeviceDescription(name: name, codes: [EventType.key: [KeyCode.left]])
  }

  /// Reads a size such as `size 116x56mm`.
  private static func size(_ text: Substring) -> (width: Int32, height: Int32)? {
    guard let start = text.firstRange(of: " size ")?.upperBound else { return nil }
    let numbers = text[start...].prefix { $0 != "m" }.split(separator: "x").map { Int32($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...2000).contains(width), (1...2000).contains(height)
    else { return nil }
    return (width, height)
  }
}

extension DeviceDescription {
  /// A surface as gesture pixels see it: its units are their hundredths, 1052 to a millimeter.
  fileprivate static func surface(
    name: String?, _ properties: Properties, _ keys: Set<UInt16>,
    size: (width: Int32, height: Int32)?
  ) -> Self {
    var device = Self(name: name, properties: properties)
    device.codes[EventType.key] = keys
    device.codes[EventType.absolute] = [AxisCode.contactX, AxisCode.contactY]
    guard let size else { return device }
    let unitsPerMillimeter: Int32 = 1052
    for (code, length) in [(AxisCode.contactX, size.width), (AxisCode.contactY, size.height)] {
      device.axes[code] = AbsoluteAxis(
        minimum: 0, maximum: length * unitsPerMillimeter, fuzz: 0, flat: 0,
        resolution: unitsPerMillimeter)
    }
    return device
  }
}
