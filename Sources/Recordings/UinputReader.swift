import Quantities
import TouchInput

/// Reads the commands of Android's `uinput`: objects of something like JSON, one after the other.
///
/// - `register` describes a device, which later commands name by its `id`.
/// - `delay` lets the time of its device go on by milliseconds; each device has a time of its own,
///   which begins at 0.
/// - `inject` sends events of three numbers or names each, at the time that its device has.
/// - `sync` and `updateTimeBase` say nothing here: when they were run is not in the file.
///
/// One command after the other is in memory, of at most 1 MB.
struct UinputReader: FormatReader {
  /// The most bytes of a command.
  static let largestCommand = 1 << 20

  /// The latest time that a device can have, in milliseconds.
  private static let latest: Int64 = 9_200_000_000_000

  /// A device by its id.
  private struct Queue {
    /// Its index among the devices.
    var device: Int

    /// Whether it was registered.
    var isRegistered = false

    /// Its time in milliseconds.
    var time: Int64 = 0
  }

  var format: RecordingFormat? { .uinput }
  private(set) var devices = DeviceList()

  private var queues: [Int64: Queue] = [:]
  private var scan = UinputScan()

  /// The bytes of the command that has begun, and the line that it begins on.
  private var command: [UInt8] = []
  private var firstLine = 1

  /// The line that the reading is on.
  private var line = 1

  /// Creates a reader at the start of a file.
  init() {}

  mutating func read(
    _ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch
  ) throws(RecordingError) {
    var start = 0
    for index in chunk.indices {
      let byte = chunk[index]
      switch scan.take(byte) {
      case .more: break
      case .begins:
        start = index
        firstLine = line
      case .ends:
        try collect(UnsafeRawBufferPointer(rebasing: chunk[start...index]))
        try run(into: &batch)
      case .stray: throw RecordingError(.malformed("an object is missing"), line: line)
      case .brokenText:
        try collect(UnsafeRawBufferPointer(rebasing: chunk[start..<index]))
        throw problem(
          orElse: RecordingError(.malformed("a text does not end in its line"), line: line))
      }
      if byte == 0x0a { line &+= 1 }
    }
    guard scan.isInCommand else { return }
    try collect(UnsafeRawBufferPointer(rebasing: chunk[start...]))
  }

  mutating func finish(into batch: inout EventBatch) throws(RecordingError) {
    if scan.isInCommand {
      let cut = RecordingError(.malformed("the file is cut"), line: firstLine)
      let problem = problem(orElse: cut)
      guard problem == cut else { throw problem }
      batch.notices.append(EventBatch.Notice(.fileCut, line: firstLine))
    } else if scan.isBehindSlash {
      batch.notices.append(EventBatch.Notice(.fileCut, line: line))
    }
  }

  /// Adds bytes to the command.
  ///
  /// - Throws: That it is too large, or what is wrong in front of that.
  private mutating func collect(_ bytes: UnsafeRawBufferPointer) throws(RecordingError) {
    let room = Self.largestCommand - command.count
    command.append(contentsOf: bytes.prefix(room))
    guard bytes.count > room else { return }
    throw problem(
      orElse: RecordingError(
        .malformed("a command may have at most \(Self.largestCommand >> 20) MB"), line: firstLine))
  }

  /// What is wrong with the part of a command that is there, or an error if that may go on.
  private func problem(orElse error: RecordingError) -> RecordingError {
    var cursor = UinputCursor(command[...], line: firstLine)
    do throws(RecordingError) {
      _ = try UinputCommand(&cursor)
      return error
    } catch let problem {
      return cursor.isAtEnd ? error : problem
    }
  }

  // MARK: Commands

  /// Runs the command that has been collected.
  private mutating func run(into batch: inout EventBatch) throws(RecordingError) {
    let next = try parsed()
    command.removeAll(keepingCapacity: true)
    switch next.kind {
    case .register: try register(next, into: &batch)
    case .delay:
      guard let duration = next.duration else {
        throw RecordingError(.missingField("the duration"), line: next.line)
      }
      guard let time = queues[next.id]?.time else { return }
      guard time + duration <= Self.latest else {
        throw RecordingError(.malformed("the delays are longer than 285 years"), line: next.line)
      }
      queues[next.id]?.time = time + duration
    case .inject:
      guard let events = next.events else {
        throw RecordingError(.malformed("the events are missing"), line: next.line)
      }
      let queue = try queue(of: next)
      let time = Timestamp(nanoseconds: queue.time * 1_000_000)
      for event in events {
        batch.events.append(
          RecordedEvent(
            event: InputEvent(time: time, type: event.type, code: event.code, value: event.value),
            line: event.line, device: queue.device))
      }
    case .sync, .updateTimeBase: break
    case nil: batch.notices.append(EventBatch.Notice(.unknownLine, line: next.line))
    }
  }

  private func parsed() throws(RecordingError) -> UinputCommand {
    var cursor = UinputCursor(command[...], line: firstLine)
    let command = try UinputCommand(&cursor)
    guard cursor.isAtEnd else { throw cursor.error("something follows the command") }
    return command
  }

  /// The queue of a command's device, which is a new one where the id is new.
  private mutating func queue(of command: UinputCommand) throws(RecordingError) -> Queue {
    if let queue = queues[command.id] { return queue }
    try devices.append(line: command.line)
    let queue = Queue(device: devices.last)
    queues[command.id] = queue
    return queue
  }

  private mutating func register(
    _ command: UinputCommand, into batch: inout EventBatch
  ) throws(RecordingError) {
    let queue = try queue(of: command)
    guard !queue.isRegistered else {
      // The tool passes over it too.
      batch.notices.append(EventBatch.Notice(.unknownLine, line: command.line))
      return
    }
    queues[command.id]?.isRegistered = true
    devices.edit(queue.device) { device in
      device.name = command.name.flatMap { $0.isEmpty ? nil : $0 }
      device.identity = command.identity
      device.properties = command.properties
    }
    for (type, code) in command.codes {
      devices.add(code: code, ofType: Int64(type), to: queue.device)
    }
    for (code, axis) in command.axes { devices.set(axis, ofCode: code, in: queue.device) }
  }
}

/// Finds where a command begins and ends.
private struct UinputScan {
  /// What a byte is.
  enum Step {
    /// Part of a command, of a comment, or a blank.
    case more

    /// The first byte of a command.
    case begins

    /// The last byte of a command.
    case ends

    /// A byte that can stand in no place between commands.
    case stray

    /// The end of a line in a text.
    case brokenText
  }

  private enum State {
    case plain, slash, lineComment, blockComment, star
    case text(quote: UInt8)
    case escape(quote: UInt8)
  }

  private var state = State.plain
  private var depth = 0

  /// Whether a command has begun and not ended.
  var isInCommand: Bool { depth > 0 }

  /// Whether the last byte was a slash, which begins no comment as yet.
  var isBehindSlash: Bool {
    if case .slash = state { true } else { false }
  }

  /// Takes a byte.
  mutating func take(_ byte: UInt8) -> Step {
    switch state {
    case .plain: return takePlain(byte)
    case .slash:
      if byte == UInt8(ascii: "/") {
        state = .lineComment
      } else if byte == UInt8(ascii: "*") {
        state = .blockComment
      } else {
        state = .plain
        return depth == 0 ? .stray : takePlain(byte)
      }
    case .lineComment:
      if byte == 0x0a { state = .plain }
    case .blockComment:
      if byte == UInt8(ascii: "*") { state = .star }
    case .star:
      if byte == UInt8(ascii: "/") {
        state = .plain
      } else if byte != UInt8(ascii: "*") {
        state = .blockComment
      }
    case .text(let quote):
      if byte == quote {
        state = .plain
      } else if byte == UInt8(ascii: "\\") {
        state = .escape(quote: quote)
      } else if byte == 0x0a {
        return .brokenText
      }
    case .escape(let quote):
      state = .text(quote: quote)
      if byte == 0x0a { return .brokenText }
    }
    return .more
  }

  private mutating func takePlain(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "{"):
      depth += 1
      return depth == 1 ? .begins : .more
    case UInt8(ascii: "}"):
      guard depth > 0 else { return .stray }
      depth -= 1
      return depth == 0 ? .ends : .more
    case UInt8(ascii: "/"): state = .slash
    case UInt8(ascii: "#"): state = .lineComment
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard depth > 0 else { return .stray }
      state = .text(quote: byte)
    // Between commands also the bytes of a byte order mark, and those that were never written.
    case 0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf: break
    default: return depth > 0 ? .more : .stray
    }
    return .more
  }
}
