import Quantities
import TouchInput

/// Reads the text of evemu: versions 1.0 (which has no version line) to 1.3.
///
/// - `N: name` starts a description, `I:` `P:` `B:` `A:` go on with it, `E:` is an event.
/// - `E: sec.usec type code value`: type and code hexadecimal, the value decimal with any padding.
/// - What stands behind the value is a comment; `L:` and `S:` (LEDs and switches) say nothing here.
struct EvemuReader: LineParser, Sendable {
  /// The descriptions that were found.
  private(set) var devices: [DeviceDescription] = []

  private var byteOffsets: [UInt16: Int] = [:]
  private var propertyBytes = 0
  private var broken: RecordingError?

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var line = line
    if let broken {
      // Only the last line may be cut in the middle.
      line.skipBlanks()
      if !line.isAtEnd { throw broken }
      return
    }
    if line.peek() == UInt8(ascii: "E"), line.peek(1) == UInt8(ascii: ":") {
      line.skip(2)
      do throws(RecordingError) {
        batch.events.append(
          RecordedEvent(
            event: try Self.event(&line, number: number), line: number,
            device: max(devices.count - 1, 0)))
      } catch {
        broken = error
      }
    } else {
      try describe(&line, number: number, into: &batch)
    }
  }

  /// Says what the last line was, if it was cut.
  mutating func finish(into batch: inout EventBatch) {
    guard let line = broken?.line else { return }
    batch.notices.append(EventBatch.Notice(.fileCut, line: line))
  }

  @inline(__always)
  private static func event(_ line: inout ByteCursor, number: Int) throws(RecordingError)
    -> InputEvent
  {
    line.skipBlanks()
    let time = line
    guard let seconds = line.decimal(), line.skip("."), let micros = line.unsignedDecimal(),
      line.isAtFieldEnd, let stamp = Timestamp(seconds: seconds, microseconds: micros)
    else { throw failure("the time", at: time, line, number) }
    line.skipBlanks()
    let type = line
    guard let kind = line.hexadecimal(), kind <= UInt64(EventType.maximum), line.isAtFieldEnd
    else { throw failure("the type", at: type, line, number) }
    line.skipBlanks()
    let code = line
    guard let number16 = line.hexadecimal(), number16 <= UInt64(UInt16.max), line.isAtFieldEnd
    else { throw failure("the code", at: code, line, number) }
    line.skipBlanks()
    let text = line
    guard let wide = line.decimal(), let value = Int32(exactly: wide), line.isAtFieldEnd
    else { throw failure("the value", at: text, line, number) }
    return InputEvent(time: stamp, type: UInt16(kind), code: UInt16(number16), value: value)
  }

  @inline(never)
  private static func failure(
    _ field: String, at start: ByteCursor, _ cursor: ByteCursor, _ line: Int
  ) -> RecordingError {
    let text = cursor.field(from: start)
    return RecordingError(
      text.isEmpty ? .missingField(field) : .invalidNumber(field: field, text: text), line: line)
  }

  // MARK: The description

  private mutating func describe(
    _ line: inout ByteCursor, number: Int, into batch: inout EventBatch
  ) throws(RecordingError) {
    line.skipBlanks()
    let prefix = line.peek()
    guard !line.isAtEnd, prefix != UInt8(ascii: "#") else { return }
    guard line.peek(1) == UInt8(ascii: ":") else {
      batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
      return
    }
    line.skip(2)
    line.skipBlanks()
    switch Character(UnicodeScalar(prefix)) {
    case "N":
      try startDevice(number: number)
      devices[devices.count - 1].name = line.rest
    case "I": identify(&line)
    case "P": setProperties(&line)
    case "B": setCodes(&line)
    case "A": setAxis(&line)
    case "L", "S": break
    default: batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
    }
  }

  /// Begins the description of another device, unless the one before has no name yet.
  private mutating func startDevice(number: Int) throws(RecordingError) {
    byteOffsets = [:]
    propertyBytes = 0
    guard devices.isEmpty || devices[devices.count - 1].name != nil else { return }
    guard devices.count < RecordingReader.mostDevices else {
      throw RecordingError(.malformed("there are too many devices"), line: number)
    }
    devices.append(DeviceDescription())
  }

  private mutating func edit(_ change: (inout DeviceDescription) -> Void) {
    if devices.isEmpty { devices.append(.init()) }
    change(&devices[devices.count - 1])
  }

  private mutating func identify(_ line: inout ByteCursor) {
    var parts: [UInt16] = []
    while parts.count < 4, let part = line.hexadecimal(), let small = UInt16(exactly: part) {
      parts.append(small)
      line.skipBlanks()
    }
    guard parts.count == 4 else { return }
    edit {
      $0.identity = .init(bus: parts[0], vendor: parts[1], product: parts[2], version: parts[3])
    }
  }

  private mutating func setProperties(_ line: inout ByteCursor) {
    while let byte = line.hexadecimal(), byte <= 0xff {
      if propertyBytes < 8 {
        let bits = DeviceDescription.Properties(rawValue: byte << UInt64(8 * propertyBytes))
        edit { $0.properties.formUnion(bits) }
      }
      propertyBytes = min(propertyBytes + 1, 8)
      line.skipBlanks()
    }
  }

  private mutating func setCodes(_ line: inout ByteCursor) {
    guard let wide = line.hexadecimal(), let type = UInt16(exactly: wide) else { return }
    guard type <= EventType.maximum else { return }
    line.skipBlanks()
    var offset = byteOffsets[type] ?? 0
    while let byte = line.hexadecimal(), byte <= 0xff, offset < 96 {
      for bit in 0..<8 where byte >> UInt64(bit) & 1 == 1 {
        edit { _ = $0.codes[type, default: []].insert(UInt16(8 * offset + bit)) }
      }
      offset += 1
      line.skipBlanks()
    }
    byteOffsets[type] = offset
  }

  private mutating func setAxis(_ line: inout ByteCursor) {
    guard let wide = line.hexadecimal(), wide <= UInt64(AxisCode.maximum) else { return }
    var values: [Int32] = []
    line.skipBlanks()
    while values.count < 5, let wide = line.decimal(), let value = Int32(exactly: wide) {
      values.append(value)
      line.skipBlanks()
    }
    guard values.count >= 2 else { return }
    values += Array(repeating: 0, count: 5 - values.count)
    edit {
      $0.axes[UInt16(wide)] = .init(
        minimum: values[0], maximum: values[1], fuzz: values[2], flat: values[3],
        resolution: values[4])
    }
  }
}
