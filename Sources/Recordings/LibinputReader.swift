import Quantities
import TouchInput

/// Reads what `libinput record` writes, line by line.
///
/// It is YAML, but recordings in the wild are cut, quoted and edited so that no YAML parser takes
/// them, and every line says by itself what it is:
///
/// - `- node: /dev/input/event4` starts a device, `name:` `id:` `codes:` `absinfo:` `properties:`
///   go on with it;
/// - `- evdev:` starts a frame, `- [sec, usec, type, code, value]` is an event, all of it decimal;
/// - frames of another kind (`- libinput:`, `- hid:`) and keys that are not known are skipped.
struct LibinputReader: LineReader {
  /// Where numbers of a list go that is not closed in its line.
  private enum List {
    case codes(type: Int64)
    case properties
    case ignored
  }

  /// What the numbers in front of a list are.
  private enum Section {
    case description
    case codes
    case axes
    case events
  }

  var format: RecordingFormat? { .libinput }
  var lines = LineProgress()
  var devices = DeviceList()

  private var section = Section.description
  private var isInEvdevFrame = true
  private var openList: List?

  /// Whether a list of five numbers is an event here.
  private var takesEvents = true

  // MARK: Lines

  /// `    - [` as a word.
  private static var eventPrefix: UInt64 { 0x5b_202d_2020_2020 }

  /// The length of `    - [0,      0,   3,  57,0]`.
  static var shortestEvent: Int { 29 }

  @inline(__always)
  func event(in line: EventCursor) -> InputEvent? {
    var line = line
    guard takesEvents, line.skip(word: Self.eventPrefix, count: 7),
      let seconds = line.paddedDecimal(),
      line.has(",", at: 0), line.has(",", at: 8), line.has(",", at: 13), line.has(",", at: 18),
      let microseconds = line.column(at: 1, width: 7), let type = line.column(at: 9, width: 4),
      let code = line.column(at: 14, width: 4), line.skips(19),
      let value = line.paddedValue(), line.has("]", at: 0), type <= UInt64(EventType.maximum),
      let time = Timestamp(
        seconds: Int64(bitPattern: seconds), microseconds: Int64(bitPattern: microseconds))
    else { return nil }
    return InputEvent(
      time: time, type: UInt16(truncatingIfNeeded: type), code: UInt16(truncatingIfNeeded: code),
      value: value)
  }

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    defer { takesEvents = openList == nil && isInEvdevFrame && isAmongEvents }
    var line = line
    line.skipBlanks()
    guard !line.isAtEnd, line.peek() != UInt8(ascii: "#") else { return }
    if let list = openList {
      openList = nil
      if Self.isInList(line.peek()) {
        read(&line, into: list)
        return
      }
    }
    let isKnown =
      if line.skip("-") {
        try readItem(&line, number: number, into: &batch)
      } else {
        readKey(&line, number: number)
      }
    if !isKnown { batch.notices.append(EventBatch.Notice(.unknownLine, line: number)) }
  }

  /// Whether events may stand here: below `events:`, or in a fragment without a description.
  private var isAmongEvents: Bool { section == .events || devices.count == 0 }

  /// Takes what stands behind the dash of a list.
  ///
  /// - Returns: Whether it is like anything in a recording.
  private mutating func readItem(
    _ line: inout ByteCursor, number: Int, into batch: inout EventBatch
  ) throws(RecordingError) -> Bool {
    guard line.isAtFieldEnd else { return line.skipRun(of: "-") == 2 && line.isAtEnd }
    line.skipBlanks()
    switch line.peek() {
    case UInt8(ascii: "["):
      guard isInEvdevFrame, isAmongEvents else { return true }
      line.skip(1)
      let event = try Self.event(&line, number: number)
      batch.events.append(RecordedEvent(event: event, line: number, device: devices.last))
      devices.isBehindEvents = true
    case UInt8(ascii: "{"):
      // An event of libinput's own.
      line.skip(1)
      if isAmongEvents,
        let event = LibinputEvent(map: &line, line: number, device: devices.last)
      {
        batch.libinputEvents.append(event)
      }
    default:
      guard let key = line.key() else { return true }  // such as ID_INPUT=1
      switch key {
      case "node":
        try devices.append(path: line.scalar(), line: number)
        section = .description
        isInEvdevFrame = true
      case "evdev":
        section = .events
        isInEvdevFrame = true
      default:
        isInEvdevFrame = section != .events
      }
    }
    return true
  }

  /// Takes a line that begins with a key.
  ///
  /// - Returns: Whether it does.
  private mutating func readKey(_ line: inout ByteCursor, number: Int) -> Bool {
    if let code = line.unsignedDecimal() {
      guard line.skip(":") else { return false }
      line.skipBlanks()
      guard line.skip("[") else { return true }
      switch section {
      case .codes: read(&line, into: .codes(type: code))
      case .axes: setAxis(code, &line)
      case .description, .events: read(&line, into: .ignored)
      }
      return true
    }
    guard let key = line.key() else { return Self.isDocumentEnd(line) }
    if section != .events { section = .description }
    let value = line
    switch key {
    case "events":
      section = .events
      isInEvdevFrame = true
    case "codes" where section != .events: section = .codes
    case "absinfo" where section != .events: section = .axes
    case "name" where section != .events:
      let name = line.scalar()
      devices.edit { $0.name = name }
    case "id" where section != .events && line.skip("["):
      identify(&line)
    case "properties" where section != .events && line.skip("["):
      read(&line, into: .properties)
    default:
      line = value
      if line.skip("[") { read(&line, into: .ignored) }
    }
    return true
  }

  /// Whether a line ends a YAML document.
  private static func isDocumentEnd(_ line: ByteCursor) -> Bool {
    var line = line
    return line.skipRun(of: ".") == 3 && line.isAtFieldEnd
  }

  private static func event(_ line: inout ByteCursor, number: Int) throws(RecordingError)
    -> InputEvent
  {
    let seconds = try field("the time in seconds", below: 9_000_000_001, &line, number)
    let microseconds = try field("the time in microseconds", below: 1_000_000, &line, number)
    let type = try field("the type", below: Int64(EventType.maximum) + 1, &line, number)
    let code = try field("the code", below: 1 << 16, &line, number)
    line.skipBlanks()
    let start = line
    guard let wide = line.decimal(), let value = Int32(exactly: wide), line.isAtListFieldEnd else {
      throw RecordingError.field("the value", from: start, to: line, number, isInList: true)
    }
    line.skipBlanks()
    guard line.skip("]") else {
      throw RecordingError(.malformed("an event is a list of five numbers"), line: number)
    }
    guard let time = Timestamp(seconds: seconds, microseconds: microseconds) else {
      throw RecordingError(.malformed("the time does not fit"), line: number)
    }
    return InputEvent(time: time, type: UInt16(type), code: UInt16(code), value: value)
  }

  /// Reads a number that is not negative, and the comma behind it.
  private static func field(
    _ name: String, below limit: Int64, _ line: inout ByteCursor, _ number: Int
  ) throws(RecordingError) -> Int64 {
    line.skipBlanks()
    let start = line
    guard let value = line.unsignedDecimal(), value < limit, line.isAtListFieldEnd else {
      throw RecordingError.field(name, from: start, to: line, number, isInList: true)
    }
    line.skipBlanks()
    guard line.skip(",") else {
      throw RecordingError(.malformed("an event is a list of five numbers"), line: number)
    }
    return value
  }

  // MARK: The description

  /// Whether a line that begins so goes on with a list.
  private static func isInList(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
  }

  /// Reads the numbers of a list, which stays open if its line ends first.
  private mutating func read(_ line: inout ByteCursor, into list: List) {
    while true {
      line.skipBlanks()
      if line.skip(",") { continue }
      if line.skip("]") { return }
      guard !line.isAtEnd, line.peek() != UInt8(ascii: "#") else {
        openList = list
        return
      }
      guard
        let value = line.skip(text: "0x")
          ? line.hexadecimal().map({ Int64(clamping: $0) })
          : line.decimal()
      else { return }
      switch list {
      case .codes(let type): devices.add(code: value, ofType: type)
      case .properties:
        guard (0..<64).contains(value) else { continue }
        devices.edit { $0.properties.formUnion(.init(rawValue: 1 << UInt64(value))) }
      case .ignored: break
      }
    }
  }

  /// Reads at most some numbers of a list in one line.
  private static func numbers(_ line: inout ByteCursor, atMost count: Int) -> [Int64] {
    var numbers: [Int64] = []
    while numbers.count < count {
      line.skipBlanks()
      guard let number = line.decimal() else { break }
      numbers.append(number)
      line.skipBlanks()
      guard line.skip(",") else { break }
    }
    return numbers
  }

  private mutating func setAxis(_ code: Int64, _ line: inout ByteCursor) {
    let values = Self.numbers(&line, atMost: 5).compactMap { Int32(exactly: $0) }
    guard values.count >= 2 else { return }
    let padded = values + Array(repeating: 0, count: 5 - values.count)
    devices.set(
      DeviceDescription.AbsoluteAxis(
        minimum: padded[0], maximum: padded[1], fuzz: padded[2], flat: padded[3],
        resolution: padded[4]),
      ofCode: code)
  }

  private mutating func identify(_ line: inout ByteCursor) {
    let parts = Self.numbers(&line, atMost: 4).compactMap { UInt16(exactly: $0) }
    guard parts.count == 4 else { return }
    devices.edit {
      $0.identity = .init(bus: parts[0], vendor: parts[1], product: parts[2], version: parts[3])
    }
  }
}

extension ByteCursor {
  /// Whether a field of a list ends here.
  fileprivate var isAtListFieldEnd: Bool {
    isAtFieldEnd || peek() == UInt8(ascii: ",") || peek() == UInt8(ascii: "]")
  }

  /// Moves on beyond a key, its colon and the blanks behind it, if there is one.
  fileprivate mutating func key() -> UnsafeBufferPointer<UInt8>? {
    let start = self
    var end = self
    while case let byte = end.peek(), Self.isInKey(byte) { end.skip(1) }
    let key = end.bytes(from: start)
    guard !key.isEmpty, end.skip(":"), end.isAtFieldEnd else { return nil }
    end.skipBlanks()
    self = end
    return key
  }

  private static func isInKey(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// The text of a YAML value: quoted in one way or the other, or plain up to a comment.
  fileprivate mutating func scalar() -> String? {
    let text =
      switch Character(UnicodeScalar(peek())) {
      case "\"": quoted().map(Self.unescaped) ?? rest
      case "'": singleQuoted()
      default: plain()
      }
    return text.isEmpty ? nil : text
  }

  private func plain() -> String {
    let text = rest
    let end = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
    return String(text[..<end])
  }

  private mutating func singleQuoted() -> String {
    skip(1)
    var bytes: [UInt8] = []
    while !isAtEnd {
      // Two quotes stand for one.
      guard peek() != UInt8(ascii: "'") || peek(1) == UInt8(ascii: "'") else { break }
      bytes.append(peek())
      skip(peek() == UInt8(ascii: "'") ? 2 : 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the escapes of a double-quoted YAML text.
  ///
  /// `libinput record` writes names without escaping: what is no escape stays as it is.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let kind = rest.first else {
        result.append(scalar)
        continue
      }
      if let escaped = escapes[kind] {
        result.append(escaped)
        rest.removeFirst()
      } else if let count = [Unicode.Scalar("x"): 2, "u": 4, "U": 8][kind],
        let value = UInt32(String(rest.dropFirst().prefix(count)), radix: 16),
        rest.count > count, let escaped = Unicode.Scalar(value)
      {
        result.append(escaped)
        rest.removeFirst(count + 1)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static var escapes: [Unicode.Scalar: Unicode.Scalar] {
    [
      "\"": "\"", "\\": "\\", "/": "/", "n": "\n", "t": "\t", "r": "\r", "0": "\0", "e": "\u{1B}",
      "a": "\u{07}", "b": "\u{08}", "_": "\u{A0}", "N": "\u{85}",
    ]
  }
}
