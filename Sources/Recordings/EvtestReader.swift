import Quantities
import TouchInput

/// Reads the text of `evtest`, of tools like it, and the `.dat` files of ChromeOS.
///
/// - `Event: time 160278.880972, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 113`: all
///   decimal, but for the values of `MSC_RAW` and `MSC_SCAN`, which are hexadecimal;
/// - `Event: time 160278.880972, -------------- SYN_REPORT ------------`: the signs tell the kind,
///   since old tools take the word from the wrong table;
/// - the tool of python-evdev has the same without `Event:` and the comma behind the time.
struct EvtestReader: LineReader {
  /// Which tool wrote an event.
  private enum Tool {
    case evtest
    case python
  }

  var format: RecordingFormat? { .evtest }
  var lines = LineProgress()
  var devices = DeviceList()

  /// The axis that `Min` and `Max` speak of.
  private var axis: Int64?

  /// The kind of event that codes are listed of.
  private var type: Int64?

  static var shortestEvent: Int { 0 }

  func event(in line: EventCursor) -> InputEvent? { nil }

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var line = line
    line.skipBlanks()
    guard !line.isAtEnd, line.peek() != UInt8(ascii: "#") else { return }
    _ = line.skip(text: "SYNC: ")  // libevdev's own tool, when it has read the state anew
    let event: InputEvent
    if line.skip(text: "Event:") {
      event = try Self.event(&line, of: .evtest, number: number)
    } else if Self.isPythonEvent(line) {
      event = try Self.event(&line, of: .python, number: number)
    } else {
      guard try !describe(line, number: number) else { return }
      batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
      return
    }
    devices.isBehindEvents = true
    batch.events.append(RecordedEvent(event: event, line: number, device: devices.last))
  }

  // MARK: Events

  /// Whether a line is an event as python-evdev prints it.
  static func isPythonEvent(_ line: ByteCursor) -> Bool {
    var line = line
    return line.skip(text: "time ") && line.peek() &- 0x30 < 10
  }

  private static func event(_ line: inout ByteCursor, of tool: Tool, number: Int)
    throws(RecordingError) -> InputEvent
  {
    line.skipBlanks()
    guard line.skip(text: "time") else {
      throw RecordingError(.missingField("the time"), line: number)
    }
    line.skipBlanks()
    let start = line
    guard let time = line.seconds(), line.isAtFieldEnd || line.peek() == UInt8(ascii: ",") else {
      throw RecordingError.field("the time", from: start, to: line, number, isInList: true)
    }
    _ = line.skip(",")
    line.skipBlanks()
    guard let code = try separator(&line, number: number) else {
      return try event(&line, at: time, of: tool, number: number)
    }
    return InputEvent(time: time, type: EventType.synchronization, code: code, value: 0)
  }

  /// Reads the signs that stand for a synchronization event.
  ///
  /// - Returns: The event's code, or `nil` if there are no signs.
  private static func separator(_ line: inout ByteCursor, number: Int) throws(RecordingError)
    -> UInt16?
  {
    let (minus, plus) = (line.skipRun(of: "-"), line.skipRun(of: "+"))
    let arrows = line.skipRun(of: ">")
    guard max(minus, plus, arrows) > 1 else { return nil }
    line.skipBlanks()
    let word = line.word()
    line.skipBlanks()
    guard !word.isEmpty, !line.isAtEnd else {
      throw RecordingError(.missingField("the end of the separator"), line: number)
    }
    if arrows > 0 { return SynchronizationCode.dropped }
    // libevdev's own tool writes 20 signs of plus, whatever it is.
    if plus > 0, plus < 20 { return SynchronizationCode.contactReport }
    return switch word {
    case "SYN_CONFIG": 1
    case "SYN_DROPPED": SynchronizationCode.dropped
    default: SynchronizationCode.report
    }
  }

  private static func event(
    _ line: inout ByteCursor, at time: Timestamp, of tool: Tool, number: Int
  ) throws(RecordingError) -> InputEvent {
    let type = try field("type", name: "the type", &line, number)
    guard type <= Int64(EventType.maximum) else {
      throw RecordingError(.invalidNumber(field: "the type", text: "\(type)"), line: number)
    }
    let code = try field("code", name: "the code", &line, number)
    guard code <= Int64(UInt16.max) else {
      throw RecordingError(.invalidNumber(field: "the code", text: "\(code)"), line: number)
    }
    guard line.skip(beyond: "value") else {
      throw RecordingError(.missingField("the value"), line: number)
    }
    line.skipBlanks()
    let start = line
    let isScanCode =
      tool == .evtest && type == Int64(EventType.miscellaneous) && (code == 3 || code == 4)
    let value =
      isScanCode
      ? line.hexadecimal().flatMap { UInt32(exactly: $0) }.map { Int32(bitPattern: $0) }
      : line.decimal().flatMap { Int32(exactly: $0) }
    guard let value, line.isAtFieldEnd else {
      throw RecordingError.field("the value", from: start, to: line, number)
    }
    return InputEvent(time: time, type: UInt16(type), code: UInt16(code), value: value)
  }

  /// Reads the number behind a word, wherever the word stands.
  private static func field(
    _ word: StaticString, name: String, _ line: inout ByteCursor, _ number: Int
  ) throws(RecordingError) -> Int64 {
    guard line.skip(beyond: word) else {
      throw RecordingError(.missingField(name), line: number)
    }
    line.skipBlanks()
    let start = line
    guard let value = line.unsignedDecimal(),
      line.isAtFieldEnd || line.peek() == UInt8(ascii: ",")
    else { throw RecordingError.field(name, from: start, to: line, number, isInList: true) }
    return value
  }

  // MARK: The description

  /// Takes a line of the head.
  ///
  /// - Returns: Whether it is one.
  private mutating func describe(_ line: ByteCursor, number: Int) throws(RecordingError) -> Bool {
    var line = line
    if line.skip(text: "Input driver version") {
      (axis, type) = (nil, nil)
      try devices.append(line: number)
      return true
    }
    if line.skip(text: "Input device name:") {
      line.skipBlanks()
      guard let name = line.quoted() else { return false }
      if devices.count > 0, devices.descriptions[devices.last].name != nil {
        try devices.append(line: number)
      }
      devices.edit { $0.name = name.isEmpty ? nil : name }
      return true
    }
    if line.skip(text: "Input device ID:") { return identify(&line) }
    return isOtherHead(line) || readItems(&line)
  }

  /// Whether a line is part of every head, and says nothing.
  private func isOtherHead(_ line: ByteCursor) -> Bool {
    line.starts(with: "Supported events:") || line.starts(with: "Properties:")
      || line.starts(with: "Testing ...") || line.starts(with: "Key repeat handling:")
      || line.starts(with: "No device specified") || line.starts(with: "Available devices:")
      || line.starts(with: "/dev/input/") || line.starts(with: "Select the device event number")
  }

  private mutating func identify(_ line: inout ByteCursor) -> Bool {
    var parts: [UInt16] = []
    for word: StaticString in ["bus", "vendor", "product", "version"] {
      guard line.skip(beyond: word) else { return false }
      line.skipBlanks()
      _ = line.skip(text: "0x")
      guard let part = line.hexadecimal().flatMap({ UInt16(exactly: $0) }) else { return false }
      parts.append(part)
    }
    devices.edit {
      $0.identity = .init(bus: parts[0], vendor: parts[1], product: parts[2], version: parts[3])
    }
    return true
  }

  /// Takes the items of a line: one, or more where a line end was lost.
  ///
  /// - Returns: Whether all of them are known.
  private mutating func readItems(_ line: inout ByteCursor) -> Bool {
    repeat {
      guard readItem(&line) else { return false }
      line.skipBlanks()
    } while !line.isAtEnd
    return true
  }

  private mutating func readItem(_ line: inout ByteCursor) -> Bool {
    if line.skip(text: "Event type") {
      type = Self.number(&line)
      axis = nil
      return type != nil
    }
    if line.skip(text: "Event code") {
      guard let code = Self.number(&line), let type else { return false }
      axis = type == Int64(EventType.absolute) ? code : nil
      return devices.add(code: code, ofType: type)
    }
    if line.skip(text: "Property") {
      line.skipBlanks()
      _ = line.skip(text: "type")
      guard let property = Self.number(&line), (0..<64).contains(property) else { return false }
      devices.edit { $0.properties.formUnion(.init(rawValue: 1 << UInt64(property))) }
      return true
    }
    if line.skip(text: "Repeat type") || line.skip(text: "Repeat code") {
      axis = nil
      return Self.number(&line) != nil
    }
    if line.skip(text: "Value") || line.skip(text: "State") || line.skip(text: "state") {
      return Self.number(&line) != nil
    }
    let part: WritableKeyPath<DeviceDescription.AbsoluteAxis, Int32>
    if line.skip(text: "Min") {
      part = \.minimum
    } else if line.skip(text: "Max") {
      part = \.maximum
    } else if line.skip(text: "Fuzz") {
      part = \.fuzz
    } else if line.skip(text: "Flat") {
      part = \.flat
    } else if line.skip(text: "Resolution") {
      part = \.resolution
    } else {
      return false
    }
    guard let value = Self.number(&line).flatMap({ Int32(exactly: $0) }) else { return false }
    guard let axis else { return true }  // the repeat rate of a keyboard
    var range =
      devices.count == 0
      ? nil : devices.descriptions[devices.last].axes[UInt16(truncatingIfNeeded: axis)]
    range = range ?? DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 0)
    range?[keyPath: part] = value
    return range.map { devices.set($0, ofCode: axis) } ?? false
  }

  /// Reads a number, and the name in parentheses behind it.
  private static func number(_ line: inout ByteCursor) -> Int64? {
    line.skipBlanks()
    guard let number = line.decimal() else { return nil }
    line.skipBlanks()
    if line.peek() == UInt8(ascii: "(") { _ = line.skip(beyond: ")") }
    return number
  }
}
