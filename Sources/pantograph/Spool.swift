@preconcurrency import Glibc

/// Text that is kept until it may be printed: in memory as long as it is small, else in a file.
///
/// The keys of an object are sorted, and whether it has an `error` is known at its end alone; so
/// the gestures in its middle have to wait, however many they are.
struct Spool: ~Copyable {
  private static let mostInMemory = 1 << 20

  private let separator: String
  private var text: [UInt8] = []
  private var file: UnsafeMutablePointer<FILE>?

  /// Whether nothing is kept.
  private(set) var isEmpty = true

  /// Creates an empty spool.
  ///
  /// - Parameter separator: What stands between two pieces.
  init(separatedBy separator: String = ",") {
    self.separator = separator
  }

  deinit {
    if let file { fclose(file) }
  }

  /// Keeps what is written, behind the separator if it is not the first.
  ///
  /// - Parameter write: Appends the text.
  /// - Throws: That there is no room for it.
  mutating func append(_ write: (inout [UInt8]) -> Void) throws(Problem) {
    // Growing step by step would copy it again and again.
    if isEmpty { text.reserveCapacity(Self.mostInMemory + 1 << 16) }
    if !isEmpty { text.append(contentsOf: separator.utf8) }
    isEmpty = false
    write(&text)
    guard text.count > Self.mostInMemory else { return }
    if file == nil { file = tmpfile() }
    // Without room for a temporary file it stays in memory.
    guard let file else { return }
    guard fwrite(text, 1, text.count, file) == text.count else {
      throw Problem(.ioError, "cannot write a temporary file: \(String(cString: strerror(errno)))")
    }
    text.removeAll(keepingCapacity: true)
  }

  /// Writes all that is kept, and forgets it.
  mutating func write(to output: inout Output) throws(Problem) {
    if let file {
      rewind(file)
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = fread(&piece, 1, piece.count, file)
        guard count > 0 else { break }
        try output.write(Array(piece[..<count]))
      }
      fclose(file)
      self.file = nil
    }
    try output.write(text)
    text.removeAll(keepingCapacity: true)
    isEmpty = true
  }
}
