import Quantities
import TouchInput

/// Reads the text of evemu: versions 1.0 (which has no version line) to 1.3.
///
/// - `N: name` starts a description, `I:` `P:` `B:` `A:` go on with it, `E:` is an event.
/// - `E: sec.usec type code value`: type and code hexadecimal, the value decimal with any padding.
/// - What stands behind the value is a comment; `L:` and `S:` (LEDs and switches) say nothing here.
struct EvemuReader: LineReader {
  /// The name that stands for none: evemu does not read a description without one.
  static let noName = "unnamed device"

  var format: RecordingFormat? { .evemu }
  var lines = LineProgress()
  var devices = DeviceList()

  private var byteOffsets: [Int64: Int64] = [:]
  private var propertyBytes = 0

  // MARK: Events

  /// `E: ` as a word.
  private static var eventPrefix: UInt64 { 0x20_3a45 }

  /// The length of `E: 0.000001 0003 0039 0`.
  static var shortestEvent: Int { 23 }

  @inline(__always)
  func event(in line: EventCursor) -> InputEvent? {
    var line = line
    guard line.skip(word: Self.eventPrefix, count: 3),
      let seconds = line.unsignedDecimal(), line.has(".", at: 0), line.has(" ", at: 7),
      let microseconds = line.digits(at: 1, width: 6), line.skips(8),
      let (type, code) = line.hexadecimalPair(), type <= EventType.maximum,
      let value = line.value(), line.isAtFieldEnd,
      let time = Timestamp(
        seconds: Int64(bitPattern: seconds), microseconds: Int64(bitPattern: microseconds))
    else { return nil }
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var line = line
    line.skipBlanks()
    let prefix = line.peek()
    guard !line.isAtEnd, prefix != UInt8(ascii: "#") else { return }
    guard line.peek(1) == UInt8(ascii: ":") else {
      batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
      return
    }
    line.skip(2)
    guard prefix != UInt8(ascii: "E") else {
      let event = try Self.event(&line, number: number)
      batch.events.append(RecordedEvent(event: event, line: number, device: devices.last))
      devices.isBehindEvents = true
      return
    }
    guard try !describe(prefix, &line, number: number) else { return }
    batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
  }

  private static func event(_ line: inout ByteCursor, number: Int) throws(RecordingError)
    -> InputEvent
  {
    line.skipBlanks()
    let time = line
    guard let seconds = line.decimal(), line.skip("."), let micros = line.unsignedDecimal(),
      line.isAtFieldEnd, let stamp = Timestamp(seconds: seconds, microseconds: micros)
    else { throw RecordingError.field("the time", from: time, to: line, number) }
    line.skipBlanks()
    let type = line
    guard let kind = line.hexadecimal(), kind <= UInt64(EventType.maximum), line.isAtFieldEnd
    else { throw RecordingError.field("the type", from: type, to: line, number) }
    line.skipBlanks()
    let code = line
    guard let number16 = line.hexadecimal(), number16 <= UInt64(UInt16.max), line.isAtFieldEnd
    else { throw RecordingError.field("the code", from: code, to: line, number) }
    line.skipBlanks()
    let text = line
    guard let wide = line.decimal(), let value = Int32(exactly: wide), line.isAtFieldEnd
    else { throw RecordingError.field("the value", from: text, to: line, number) }
    return InputEvent(time: stamp, type: UInt16(kind), code: UInt16(number16), value: value)
  }

  // MARK: The description

  /// Takes a line of a description.
  ///
  /// - Returns: Whether it is one.
  private mutating func describe(
    _ prefix: UInt8, _ line: inout ByteCursor, number: Int
  ) throws(RecordingError) -> Bool {
    if prefix == UInt8(ascii: "N") {
      try startDevice(number: number)
      _ = line.skip(" ")
      let name = line.rest
      devices.edit { $0.name = name.isEmpty || name == Self.noName ? nil : name }
      return true
    }
    line.skipBlanks()
    switch Character(UnicodeScalar(prefix)) {
    case "I": return identify(&line)
    case "P": return setProperties(&line)
    case "B": return setCodes(&line)
    case "A": return setAxis(&line)
    case "L", "S": return true
    default: return false
    }
  }

  /// Begins the description of another device, unless the last one has no name yet.
  private mutating func startDevice(number: Int) throws(RecordingError) {
    byteOffsets = [:]
    propertyBytes = 0
    guard devices.count == 0 || devices.descriptions[devices.last].name != nil else { return }
    // A file of evemu is of one device, and so are its events wherever the description stands.
    devices.isBehindEvents = false
    try devices.append(line: number)
  }

  private mutating func identify(_ line: inout ByteCursor) -> Bool {
    var parts: [UInt16] = []
    while parts.count < 4, let part = line.hexadecimal(), let small = UInt16(exactly: part) {
      parts.append(small)
      line.skipBlanks()
    }
    guard parts.count == 4 else { return false }
    devices.edit {
      $0.identity = .init(bus: parts[0], vendor: parts[1], product: parts[2], version: parts[3])
    }
    return true
  }

  private mutating func setProperties(_ line: inout ByteCursor) -> Bool {
    var count = 0
    while let byte = line.hexadecimal(), byte <= 0xff {
      if propertyBytes < 8 {
        let bits = DeviceDescription.Properties(rawValue: byte << UInt64(8 * propertyBytes))
        devices.edit { $0.properties.formUnion(bits) }
        propertyBytes += 1
      }
      count += 1
      line.skipBlanks()
    }
    return count > 0
  }

  private mutating func setCodes(_ line: inout ByteCursor) -> Bool {
    guard let wide = line.hexadecimal(), let type = Int64(exactly: wide), type <= 0x1f else {
      return false
    }
    line.skipBlanks()
    var offset = byteOffsets[type] ?? 0
    while let byte = line.hexadecimal(), byte <= 0xff, offset < 96 {
      for bit in 0..<8 where byte >> UInt64(bit) & 1 == 1 {
        devices.add(code: 8 * offset + Int64(bit), ofType: type)
      }
      offset += 1
      line.skipBlanks()
    }
    byteOffsets[type] = offset
    return true
  }

  private mutating func setAxis(_ line: inout ByteCursor) -> Bool {
    guard let wide = line.hexadecimal(), let code = Int64(exactly: wide) else { return false }
    var values: [Int32] = []
    line.skipBlanks()
    while values.count < 5, let wide = line.decimal(), let value = Int32(exactly: wide) {
      values.append(value)
      line.skipBlanks()
    }
    guard values.count >= 2 else { return false }
    values += Array(repeating: 0, count: 5 - values.count)
    return devices.set(
      DeviceDescription.AbsoluteAxis(
        minimum: values[0], maximum: values[1], fuzz: values[2], flat: values[3],
        resolution: values[4]),
      ofCode: code)
  }
}
