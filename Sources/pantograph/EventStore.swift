@preconcurrency import Glibc
import Quantities
import Recordings
import TouchInput

/// The events of a recording, kept until it is known what becomes of them: in memory as long as
/// they are few, else in a file.
struct EventStore: ~Copyable {
  /// The most events in memory: 2 MB.
  private static let most = 1 << 16

  private var events: [RecordedEvent] = []
  private var file: UnsafeMutablePointer<FILE>?

  /// How many events there are.
  private(set) var count = 0

  deinit {
    if let file { fclose(file) }
  }

  /// Keeps events.
  ///
  /// - Throws: That there is no room for them.
  mutating func append(_ more: some Sequence<RecordedEvent>) throws(Problem) {
    for event in more {
      events.append(event)
      count += 1
      if events.count >= Self.most { try spill() }
    }
  }

  /// Puts what is in memory into the file.
  private mutating func spill() throws(Problem) {
    if file == nil { file = tmpfile() }
    // Without room for a temporary file it stays in memory.
    guard let file else { return }
    guard fwrite(events, MemoryLayout<RecordedEvent>.stride, events.count, file) == events.count
    else { throw Self.problem }
    events.removeAll(keepingCapacity: true)
  }

  private static var problem: Problem {
    Problem(.ioError, "cannot use a temporary file: \(String(cString: strerror(errno)))")
  }

  /// Goes through all events, in the order they came.
  func forEach(_ body: (RecordedEvent) throws(Problem) -> Void) throws(Problem) {
    if let file {
      guard fflush(file) == 0, fseek(file, 0, SEEK_SET) == 0 else { throw Self.problem }
      let empty = RecordedEvent(
        event: .init(time: .zero, type: 0, code: 0, value: 0), line: 0)
      var piece = [RecordedEvent](repeating: empty, count: 1 << 12)
      while true {
        let count = fread(&piece, MemoryLayout<RecordedEvent>.stride, piece.count, file)
        guard count > 0 else { break }
        for event in piece[..<count] { try body(event) }
      }
      guard ferror(file) == 0 else { throw Self.problem }
      fseek(file, 0, SEEK_END)
    }
    for event in events { try body(event) }
  }
}
