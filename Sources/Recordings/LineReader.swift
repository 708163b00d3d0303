import Glibc
import TouchInput

/// A reader of one line after the other.
///
/// It says what a line means; the chunks of bytes are cut into lines for it, also where a line goes
/// on in the next chunk.
///
/// - A line longer than 64 KiB is cut there: no format has one, and memory stays bounded.
/// - A line that is wrong is an error as soon as another one comes, and a sign that the file was
///   cut if it is the last.
protocol LineReader: FormatReader {
  /// Where the reading is.
  var lines: LineProgress { get set }

  /// The devices that were found.
  var devices: DeviceList { get set }

  /// The fewest bytes of an event in its usual form.
  static var shortestEvent: Int { get }

  /// Reads an event in its usual form, without looking at what stands behind it in the line.
  ///
  /// It is an event of the device that was described last.
  ///
  /// - Parameter line: The start of a line.
  /// - Returns: The event, or `nil` to have `parse` look at the line, which makes the same of it.
  func event(in line: EventCursor) -> InputEvent?

  /// Takes a line without its end.
  ///
  /// - Parameters:
  ///   - line: The line, without the line feed and a carriage return in front of it.
  ///   - number: The number of the line, counted from 1.
  ///   - batch: Where events go.
  /// - Throws: What is wrong with the line. Reading goes on only if no further line comes.
  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
}

/// How far the reading of lines has come.
struct LineProgress: Sendable {
  /// The start of a line that goes on in the next chunk.
  fileprivate var carry: [UInt8] = []

  /// The number of the last line.
  fileprivate var number = 0

  /// What is wrong with the last line.
  fileprivate var broken: RecordingError?

  /// Creates the start of a recording.
  init() {}

  fileprivate mutating func append(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) {
    let room = longestLine - carry.count
    carry.append(contentsOf: UnsafeBufferPointer(start: start, count: min(end - start, room)))
  }
}

extension LineReader {
  /// Reads the lines of a chunk, all but an unfinished one at its end.
  mutating func read(
    _ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch
  ) throws(RecordingError) {
    guard let start = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let end = start + chunk.count
    var stop = end
    while stop > start, stop[-1] != 0x0a { stop -= 1 }
    guard stop > start else {
      lines.append(from: start, to: end)
      return
    }
    var place = start
    if !lines.carry.isEmpty {
      let lineEnd = Self.lineEnd(from: place, before: stop)
      lines.append(from: place, to: lineEnd)
      place = lineEnd + 1
      try parseCarry(into: &batch)
    }
    while place < stop {
      if lines.broken == nil {
        place = readEvents(from: place, before: stop, in: end, into: &batch)
      }
      guard place < stop else { break }
      lines.number &+= 1
      let lineEnd = Self.lineEnd(from: place, before: stop)
      try parse(from: place, to: lineEnd, into: &batch)
      place = lineEnd + 1
    }
    lines.append(from: stop, to: end)
  }

  /// Reads lines as long as each is an event in its usual form.
  ///
  /// - Returns: The first line that is not, or the end of the lines.
  private mutating func readEvents(
    from start: UnsafePointer<UInt8>, before stop: UnsafePointer<UInt8>,
    in end: UnsafePointer<UInt8>, into batch: inout EventBatch
  ) -> UnsafePointer<UInt8> {
    let device = devices.last
    var number = lines.number
    var place = start
    var isAtOther = false
    while place < stop, !isAtOther {
      let count = batch.events.count
      batch.events.append(addingCapacity: 64) { events in
        while place < stop, !events.isFull {
          guard end - place >= EventCursor.room,
            let event = self.event(in: EventCursor(at: place))
          else {
            isAtOther = true
            break
          }
          number &+= 1
          events.append(RecordedEvent(event: event, line: number, device: device))
          // From a place that does not depend on the event: the next one can begin meanwhile.
          place = Self.lineEnd(from: place + Self.shortestEvent, before: stop) + 1
        }
      }
      if batch.events.count > count { devices.isBehindEvents = true }
    }
    lines.number = number
    return place
  }

  /// Reads the last line, if it has no end, and says whether the file was cut.
  mutating func finish(into batch: inout EventBatch) throws(RecordingError) {
    if !lines.carry.isEmpty {
      let noticed = batch.notices.count
      try parseCarry(into: &batch)
      for index in noticed..<batch.notices.count where batch.notices[index].kind == .unknownLine {
        batch.notices[index].kind = .fileCut
      }
    }
    guard let broken = lines.broken else { return }
    batch.notices.append(EventBatch.Notice(.fileCut, line: broken.line ?? lines.number))
    lines.broken = nil
  }

  private mutating func parseCarry(into batch: inout EventBatch) throws(RecordingError) {
    lines.number &+= 1
    let line = lines.carry
    lines.carry = []
    try line.withUnsafeBufferPointer { bytes -> Result<Void, RecordingError> in
      guard let start = bytes.baseAddress else { return .success(()) }
      return Result { () throws(RecordingError) in
        try parse(from: start, to: start + bytes.count, into: &batch)
      }
    }.get()
  }

  private mutating func parse(
    from start: UnsafePointer<UInt8>, to lineEnd: UnsafePointer<UInt8>,
    into batch: inout EventBatch
  ) throws(RecordingError) {
    var end = start + min(lineEnd - start, longestLine)
    if end > start, end[-1] == 0x0d { end -= 1 }
    var line = ByteCursor(from: start, to: end)
    line.skipMargin()
    if let broken = lines.broken {
      line.skipBlanks()
      if !line.isAtEnd { throw broken }
      return
    }
    do throws(RecordingError) {
      try parse(line, number: lines.number, into: &batch)
    } catch {
      lines.broken = error
    }
  }

  /// The end of a line, in front of a place behind a line feed.
  @inline(__always)
  private static func lineEnd(
    from place: UnsafePointer<UInt8>, before stop: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let lineEnd = memchr(place, 0x0a, stop - place) else { return stop - 1 }
    return UnsafePointer(lineEnd.assumingMemoryBound(to: UInt8.self))
  }
}

/// The most bytes of a line that are looked at.
private let longestLine = 1 << 16
