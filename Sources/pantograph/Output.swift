@preconcurrency import Glibc

/// Standard output, in large pieces.
///
/// A reader that goes away ends the program quietly, by SIGPIPE or here.
struct Output: ~Copyable {
  private var bytes: [UInt8] = []
  private static let pieceSize = 1 << 16

  /// Writes a text.
  mutating func write(_ text: String) throws(Problem) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.pieceSize { try flush() }
  }

  /// Writes a line.
  mutating func line(_ text: String) throws(Problem) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceSize { try flush() }
  }

  /// Writes a line that somebody else appends.
  mutating func line(_ write: (inout [UInt8]) -> Void) throws(Problem) {
    write(&bytes)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceSize { try flush() }
  }

  /// Writes the bytes of a text.
  mutating func write(_ text: [UInt8]) throws(Problem) {
    try flush()
    try Self.write(text, to: STDOUT_FILENO)
  }

  /// Hands everything to the system.
  mutating func flush() throws(Problem) {
    guard !bytes.isEmpty else { return }
    try Self.write(bytes, to: STDOUT_FILENO)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes bytes to a file descriptor.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Problem) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { exit(ExitStatus.done.rawValue) }
        let message = "cannot write: \(String(cString: strerror(errno)))"
        throw Problem(
          .ioError, file: descriptor == STDOUT_FILENO ? "standard output" : nil, message)
      }
      done += count
    }
  }
}
