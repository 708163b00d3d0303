import Glibc

/// A reader of one line after the other.
protocol LineParser {
  /// Takes a line without its end.
  ///
  /// - Parameters:
  ///   - line: The line, without the line feed and a carriage return in front of it.
  ///   - number: The number of the line, counted from 1.
  ///   - batch: Where events go.
  /// - Throws: What is wrong with the line, if reading cannot go on.
  mutating func parse(_ line: ByteCursor, number: Int, into batch: inout EventBatch)
    throws(RecordingError)
}

/// Cuts chunks of bytes into lines, also where a line goes on in the next chunk.
///
/// A line longer than 64 KiB is cut there: no format has one, and memory stays bounded.
struct LineSplitter: Sendable {
  /// The most bytes of a line that are looked at.
  static let longestLine = 1 << 16

  private var carry: [UInt8] = []
  private var number = 0

  /// Hands the lines of a chunk to a parser, all but an unfinished one at its end.
  mutating func split(
    _ chunk: UnsafeRawBufferPointer, with parser: inout some LineParser,
    into batch: inout EventBatch
  ) throws(RecordingError) {
    guard let base = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var place = base
    let end = base + chunk.count
    if !carry.isEmpty, let stop = Self.lineEnd(from: place, to: end) {
      append(UnsafeBufferPointer(start: place, count: stop - place))
      place = stop + 1
      try parseCarry(with: &parser, into: &batch)
    }
    while place < end, let stop = Self.lineEnd(from: place, to: end) {
      number &+= 1
      let length = min(stop - place, Self.longestLine)
      try parser.parse(Self.line(place, length), number: number, into: &batch)
      place = stop + 1
    }
    append(UnsafeBufferPointer(start: place, count: end - place))
  }

  /// Hands the last line to the parser, if it has no end.
  mutating func finish(
    with parser: inout some LineParser, into batch: inout EventBatch
  ) throws(RecordingError) {
    guard !carry.isEmpty else { return }
    try parseCarry(with: &parser, into: &batch)
  }

  private mutating func parseCarry(
    with parser: inout some LineParser, into batch: inout EventBatch
  ) throws(RecordingError) {
    number &+= 1
    let line = carry
    carry.removeAll(keepingCapacity: true)
    let result = line.withUnsafeBufferPointer { bytes -> Result<Void, RecordingError> in
      guard let base = bytes.baseAddress else { return .success(()) }
      do throws(RecordingError) {
        try parser.parse(Self.line(base, bytes.count), number: number, into: &batch)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let room = Self.longestLine - carry.count
    carry.append(contentsOf: bytes.prefix(max(room, 0)))
  }

  @inline(__always)
  private static func lineEnd(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    memchr(start, 0x0a, end - start).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
  }

  @inline(__always)
  private static func line(_ start: UnsafePointer<UInt8>, _ count: Int) -> ByteCursor {
    let end = start + count
    let isCarriageReturn = count > 0 && end[-1] == 0x0d
    return ByteCursor(from: start, to: isCarriageReturn ? end - 1 : end)
  }
}
