import Quantities
import TouchInput

/// Reads the text of Android's `getevent`, whatever its options were.
///
/// - `[     460.609852] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000273`: time and
///   device may be missing, type and code may be four hexadecimal digits each;
/// - the value is eight hexadecimal digits, negative in two's complement, or a word;
/// - old tools write the time as `460-609852:`;
/// - `add device 1: /dev/input/event2` starts a description, `name:` and the listings of `-p` and
///   `-i` go on with it.
struct GeteventReader: LineReader {
  /// The part of a description that a line belongs to.
  private enum Section {
    case head
    case codes(type: Int64?)
    case properties
    case other
  }

  var format: RecordingFormat? { .getevent }
  var lines = LineProgress()
  var devices = DeviceList()

  private var section = Section.head

  /// The device that is being described.
  private var described: Int?

  /// The device of the last event, and that of events that name none.
  private var recent = 0
  private var unnamed: Int?

  private var sawNoTime = false

  static var shortestEvent: Int { 0 }

  func event(in line: EventCursor) -> InputEvent? { nil }

  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var line = line
    let isIndented = line.peek() == 0x20 || line.peek() == 0x09
    line.skipBlanks()
    guard !line.isAtEnd else { return }
    if try readEvent(line, isIndented: isIndented, number: number, into: &batch) { return }
    guard try !describe(&line, isIndented: isIndented, number: number) else { return }
    batch.notices.append(EventBatch.Notice(.unknownLine, line: number))
  }

  // MARK: Events

  /// What a line tells before its type.
  struct Prefix {
    /// The time, if there is one.
    var time: Timestamp?

    /// The device file, if there is one.
    var path: UnsafeBufferPointer<UInt8>?
  }

  /// Reads the time and the device in front of an event.
  ///
  /// - Throws: That the time is none.
  static func prefix(_ line: inout ByteCursor, number: Int) throws(RecordingError) -> Prefix {
    var prefix = Prefix()
    prefix.time = try time(&line, number: number)
    line.skipBlanks()
    guard line.peek() == UInt8(ascii: "/") else { return prefix }
    var rest = line
    let word = rest.word()
    guard word.last == UInt8(ascii: ":") else { return prefix }
    prefix.path = UnsafeBufferPointer(rebasing: word.dropLast())
    rest.skipBlanks()
    line = rest
    return prefix
  }

  /// Reads `[     460.609852]` or `460-609852:`.
  private static func time(_ line: inout ByteCursor, number: Int) throws(RecordingError)
    -> Timestamp?
  {
    var rest = line
    if rest.skip("[") {
      rest.skipBlanks()
      guard rest.peek() &- 0x30 < 10 else { return nil }
      let start = rest
      guard let time = rest.seconds(), rest.skip("]") else {
        throw RecordingError.field("the time", from: start, to: rest, number, isInList: true)
      }
      line = rest
      return time
    }
    guard let seconds = rest.unsignedDecimal(), rest.skip("-"),
      let microseconds = rest.unsignedDecimal(), rest.skip(":")
    else { return nil }
    guard let time = Timestamp(seconds: seconds, microseconds: microseconds) else {
      throw RecordingError.field("the time", from: line, to: rest, number)
    }
    line = rest
    return time
  }

  /// Whether the fields of an event follow, right or wrong.
  ///
  /// Logs of the kernel begin with a time in brackets too, so that alone does not tell.
  static func isEvent(_ line: ByteCursor, behind prefix: Prefix, isIndented: Bool) -> Bool {
    if line.starts(with: "EV_") { return true }
    var rest = line
    let (first, second, third) = (rest.nextWord(), rest.nextWord(), rest.nextWord())
    rest.skipBlanks()
    let isBare = prefix.time == nil && prefix.path == nil
    let isLike = first.isHexadecimal(4) && second.isHexadecimal(4)
    if isBare { return isLike && (!isIndented || third.isHexadecimal(8) && rest.isAtEnd) }
    return first.isHexadecimal(4)
      || rest.isAtEnd && (second.isHexadecimal(4) || value(third) != nil)
  }

  /// Reads an event.
  ///
  /// - Returns: Whether the line is one, or like one with a name that is not known.
  private mutating func readEvent(
    _ line: ByteCursor, isIndented: Bool, number: Int, into batch: inout EventBatch
  ) throws(RecordingError) -> Bool {
    var line = line
    let prefix = try Self.prefix(&line, number: number)
    guard Self.isEvent(line, behind: prefix, isIndented: isIndented) else { return false }
    let typeStart = line
    let typeWord = line.nextWord()
    guard let type = typeWord.hexadecimal(4).map({ UInt16($0) }) ?? EventNames.type(of: typeWord),
      type <= EventType.maximum
    else { throw RecordingError.field("the type", from: typeStart, to: line, number) }
    line.skipBlanks()
    let codeStart = line
    let codeWord = line.nextWord()
    guard
      let code = codeWord.hexadecimal(4).map({ UInt16($0) })
        ?? EventNames.code(of: codeWord, type: type)
    else {
      // The names of axes do not change any more; keys get new ones every year.
      var rest = line
      if type == EventType.key, codeWord.count > 4, !rest.nextWord().isEmpty { return false }
      throw RecordingError.field("the code", from: codeStart, to: line, number)
    }
    line.skipBlanks()
    let valueStart = line
    guard let value = Self.value(line.nextWord()) else {
      throw RecordingError.field("the value", from: valueStart, to: line, number)
    }
    let device = try device(at: prefix.path, number: number)
    if prefix.time == nil, !sawNoTime {
      sawNoTime = true
      batch.notices.append(EventBatch.Notice(.noTimestamps, line: number))
    }
    devices.isBehindEvents = true
    let event = InputEvent(time: prefix.time ?? .zero, type: type, code: code, value: value)
    batch.events.append(RecordedEvent(event: event, line: number, device: device))
    return true
  }

  private static func value(_ word: UnsafeBufferPointer<UInt8>) -> Int32? {
    if let bits = word.hexadecimal(8) { return Int32(bitPattern: UInt32(bits)) }
    return switch word {
    case "UP", "MT_TOOL_FINGER": 0
    case "DOWN", "MT_TOOL_PEN": 1
    case "REPEAT", "MT_TOOL_PALM": 2
    default: nil
    }
  }

  /// The index of the device with a device file, or of the one that is meant without.
  private mutating func device(at path: UnsafeBufferPointer<UInt8>?, number: Int)
    throws(RecordingError) -> Int
  {
    guard let path else {
      let index = unnamed ?? onlyDevice
      unnamed = index
      return index
    }
    if recent < devices.count, devices.paths[recent].map({ $0.utf8.elementsEqual(path) }) == true {
      return recent
    }
    recent = try index(ofPath: path, number: number)
    return recent
  }

  /// The device that events without one come from: the only one, or the only one with contacts.
  private var onlyDevice: Int {
    guard devices.count > 1 else { return 0 }
    let candidates = devices.descriptions.indices.filter { devices.descriptions[$0].isMultitouch }
    return candidates.count == 1 ? candidates[0] : devices.count
  }

  private mutating func index(ofPath path: UnsafeBufferPointer<UInt8>, number: Int)
    throws(RecordingError) -> Int
  {
    if let index = devices.index(ofPath: path) { return index }
    // Events without a device that could be meant keep an index of their own.
    if let unnamed, unnamed > 0, unnamed == devices.count { try devices.append(line: number) }
    try devices.append(path: String(decoding: path, as: UTF8.self), line: number)
    return devices.last
  }

  // MARK: The description

  /// Takes a line that is no event.
  ///
  /// - Returns: Whether it is one of the tool's.
  private mutating func describe(
    _ line: inout ByteCursor, isIndented: Bool, number: Int
  ) throws(RecordingError) -> Bool {
    if line.skip(text: "add device") {
      guard line.skip(beyond: ": ") else { return false }
      line.skipBlanks()
      described = try index(ofPath: line.word(), number: number)
      section = .head
      return true
    }
    if !isIndented {
      section = .other
      return line.starts(with: "remove device") || line.starts(with: "could not ")
        || line.starts(with: "Can't enable monotonic clock")
    }
    guard described != nil else { return false }
    return readHeading(&line) || readContents(&line)
  }

  /// Takes a line that says what it is by its first word.
  private mutating func readHeading(_ line: inout ByteCursor) -> Bool {
    if line.skip(text: "events:") {
      section = .codes(type: nil)
    } else if line.skip(text: "input props:") {
      section = .properties
    } else if line.skip(text: "HID descriptor:") {
      section = .other
    } else if line.skip(text: "name:") {
      line.skipBlanks()
      guard let name = line.quoted() else { return false }
      devices.edit(described) { $0.name = name.isEmpty ? nil : name }
    } else {
      return isInHead && (readIdentity(&line) || isOtherHead(line))
    }
    return true
  }

  private var isInHead: Bool {
    if case .head = section { true } else { false }
  }

  private func isOtherHead(_ line: ByteCursor) -> Bool {
    line.starts(with: "location:") || line.starts(with: "id:") || line.starts(with: "version:")
  }

  private mutating func readIdentity(_ line: inout ByteCursor) -> Bool {
    var rest = line
    let part: WritableKeyPath<DeviceDescription.Identity, UInt16>
    switch rest.nextWord() {
    case "bus:": part = \.bus
    case "vendor": part = \.vendor
    case "product": part = \.product
    case "version": part = \.version
    default: return false
    }
    guard let value = rest.nextWord().hexadecimal(4) else { return false }
    devices.edit(described) { $0.identity[keyPath: part] = UInt16(value) }
    return true
  }

  /// Takes a line of the listing that it belongs to.
  private mutating func readContents(_ line: inout ByteCursor) -> Bool {
    switch section {
    case .head: return false
    case .other: return true
    case .properties:
      let word = line.word()
      if let property = word.hexadecimal(4).map({ Int($0) }) ?? EventNames.property(of: word),
        property < 64
      {
        devices.edit(described) { $0.properties.formUnion(.init(rawValue: 1 << UInt64(property))) }
        return true
      }
      return word.first == UInt8(ascii: "<")
    case .codes(var type):
      if let heading = Self.type(&line) { type = heading }
      section = .codes(type: type)
      guard let type else { return false }
      while true {
        line.skipBlanks()
        guard !line.isAtEnd else { return true }
        guard readCode(&line, ofType: type) else { return false }
      }
    }
  }

  /// Reads `ABS (0003):`.
  private static func type(_ line: inout ByteCursor) -> Int64? {
    var rest = line
    guard rest.skip(beyond: "("), let type = rest.hexadecimal(), type <= 0x1f, rest.skip(")"),
      rest.skip(":")
    else { return nil }
    line = rest
    return Int64(type)
  }

  /// Reads a code of a listing, with the range of an axis.
  private mutating func readCode(_ line: inout ByteCursor, ofType type: Int64) -> Bool {
    var word = line.word()
    if word.last == UInt8(ascii: "*") { word = UnsafeBufferPointer(rebasing: word.dropLast()) }
    let number =
      word.hexadecimal(4).map { Int64($0) }
      ?? EventNames.code(of: word, type: UInt16(type)).map { Int64($0) }
    // A name that is not known is no reason to doubt the others.
    guard let number else { return word.count > 4 && !word.isHexadecimal(word.count) }
    guard devices.add(code: number, ofType: type, to: described) else { return false }
    var rest = line
    rest.skipBlanks()
    guard type == Int64(EventType.absolute), rest.skip(":") || rest.starts(with: "value") else {
      return true
    }
    guard let minimum = rest.number(behind: "min"), let maximum = rest.number(behind: "max")
    else { return false }
    let axis = DeviceDescription.AbsoluteAxis(
      minimum: minimum, maximum: maximum, fuzz: rest.number(behind: "fuzz") ?? 0,
      flat: rest.number(behind: "flat") ?? 0, resolution: rest.number(behind: "resolution") ?? 0)
    line.skip(line.count)
    return devices.set(axis, ofCode: number, in: described)
  }
}

extension ByteCursor {
  /// Moves on beyond blanks, and then beyond the word behind them.
  fileprivate mutating func nextWord() -> UnsafeBufferPointer<UInt8> {
    skipBlanks()
    return word()
  }

  /// The number behind a word, which the cursor moves beyond.
  fileprivate mutating func number(behind word: StaticString) -> Int32? {
    guard skip(beyond: word) else { return nil }
    skipBlanks()
    return decimal().flatMap { Int32(exactly: $0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number that the bytes are in so many hexadecimal digits.
  fileprivate func hexadecimal(_ digits: Int) -> UInt64? {
    guard count == digits, let start = baseAddress else { return nil }
    var cursor = ByteCursor(from: start, to: start + digits)
    let number = cursor.hexadecimal()
    return cursor.isAtEnd ? number : nil
  }

  /// Whether the bytes are so many hexadecimal digits.
  fileprivate func isHexadecimal(_ digits: Int) -> Bool { hexadecimal(digits) != nil }
}
