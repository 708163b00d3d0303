import Quantities
import TouchInput

/// Reads the kernel's records, one after the other, as `cat /dev/input/event4` gives them.
///
/// The corresponding C type is `struct input_event`, little endian, with times of 64 or 32 bits.
struct RawReader: FormatReader {
  /// How wide the times of a record are.
  enum Layout: Int, Sendable {
    /// Times of 64 bits: 24 bytes a record.
    case wide = 24

    /// Times of 32 bits: 16 bytes a record.
    case narrow = 16

    /// The bytes of a record.
    var size: Int { rawValue }
  }

  var format: RecordingFormat? { .raw }

  private let layout: Layout
  private var carry: [UInt8] = []
  private var number = 0

  /// Creates a reader of records of a layout.
  init(_ layout: Layout) {
    self.layout = layout
  }

  /// Reads the records of a chunk, all but an unfinished one at its end.
  mutating func read(_ chunk: UnsafeRawBufferPointer, into batch: inout EventBatch)
    throws(RecordingError)
  {
    var chunk = chunk
    if !carry.isEmpty {
      let missing = min(layout.size - carry.count, chunk.count)
      carry.append(contentsOf: chunk[..<missing])
      chunk = UnsafeRawBufferPointer(rebasing: chunk[missing...])
      guard carry.count == layout.size else { return }
      let record = carry
      carry = []
      try record.withUnsafeBytes { bytes -> Result<Void, RecordingError> in
        Result { () throws(RecordingError) in try readRecords(bytes, into: &batch) }
      }.get()
    }
    let whole = chunk.count / layout.size * layout.size
    try readRecords(UnsafeRawBufferPointer(rebasing: chunk[..<whole]), into: &batch)
    carry.append(contentsOf: chunk[whole...])
  }

  /// Says whether the last record is cut.
  mutating func finish(into batch: inout EventBatch) {
    guard !carry.isEmpty else { return }
    batch.notices.append(EventBatch.Notice(.fileCut, line: number + 1))
    carry = []
  }

  private mutating func readRecords(
    _ bytes: UnsafeRawBufferPointer, into batch: inout EventBatch
  ) throws(RecordingError) {
    guard let start = bytes.baseAddress else { return }
    let count = bytes.count / layout.size
    let first = number
    batch.events.append(addingCapacity: count) { events in
      // With the layout as a constant, the loop does not ask for it.
      switch layout {
      case .wide: number &+= Self.read(count, at: start, .wide, behind: first, into: &events)
      case .narrow: number &+= Self.read(count, at: start, .narrow, behind: first, into: &events)
      }
    }
    let valid = number - first
    guard valid < count else { return }
    throw Self.error(at: start + valid * layout.size, layout, number: number + 1)
  }

  /// Reads records up to the first that is none.
  ///
  /// - Returns: How many there are.
  @inline(__always)
  private static func read(
    _ count: Int, at start: UnsafeRawPointer, _ layout: Layout, behind number: Int,
    into events: inout OutputSpan<RecordedEvent>
  ) -> Int {
    var record = start
    var valid = 0
    while valid < count, let event = event(at: record, layout) {
      record += layout.size
      valid &+= 1
      events.append(RecordedEvent(event: event, line: number &+ valid))
    }
    return valid
  }

  /// The event of a record, or `nil` if the kernel would not write it.
  ///
  /// - Precondition: The bytes of a record are there.
  @inline(__always)
  static func event(at record: UnsafeRawPointer, _ layout: Layout) -> InputEvent? {
    let (seconds, microseconds) = time(at: record, layout)
    let tail = record + (layout.size - 8)
    let type = UInt16(littleEndian: tail.loadUnaligned(as: UInt16.self))
    guard type <= EventType.maximum,
      let time = Timestamp(seconds: seconds, microseconds: microseconds)
    else { return nil }
    return InputEvent(
      time: time, type: type,
      code: UInt16(littleEndian: (tail + 2).loadUnaligned(as: UInt16.self)),
      value: Int32(littleEndian: (tail + 4).loadUnaligned(as: Int32.self)))
  }

  /// Whether a record can begin with some bytes, as far as they go.
  static func canBegin(with bytes: UnsafeRawBufferPointer, _ layout: Layout) -> Bool {
    switch layout {
    case .wide:
      guard bytes.count >= 8 else { return true }
      let seconds = bytes.loadUnaligned(fromByteOffset: 0, as: Int64.self)
      guard bytes.count >= 16 else {
        return Timestamp(seconds: Int64(littleEndian: seconds), microseconds: 0) != nil
      }
    case .narrow:
      guard bytes.count >= 8 else { return true }
    }
    guard let start = bytes.baseAddress else { return true }
    let (seconds, microseconds) = time(at: start, layout)
    return Timestamp(seconds: seconds, microseconds: microseconds) != nil
  }

  @inline(__always)
  private static func time(at record: UnsafeRawPointer, _ layout: Layout)
    -> (seconds: Int64, microseconds: Int64)
  {
    switch layout {
    case .wide:
      (
        Int64(littleEndian: record.loadUnaligned(as: Int64.self)),
        Int64(littleEndian: (record + 8).loadUnaligned(as: Int64.self))
      )
    case .narrow:
      (
        Int64(Int32(littleEndian: record.loadUnaligned(as: Int32.self))),
        Int64(Int32(littleEndian: (record + 4).loadUnaligned(as: Int32.self)))
      )
    }
  }

  private static func error(at record: UnsafeRawPointer, _ layout: Layout, number: Int)
    -> RecordingError
  {
    let (seconds, microseconds) = time(at: record, layout)
    let type = UInt16(littleEndian: (record + (layout.size - 8)).loadUnaligned(as: UInt16.self))
    if type > EventType.maximum {
      return RecordingError(.invalidNumber(field: "the type", text: "\(type)"), line: number)
    }
    return RecordingError(
      .invalidNumber(field: "the time", text: "\(seconds) s \(microseconds) µs"), line: number)
  }
}
