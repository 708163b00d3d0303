@preconcurrency import Glibc

/// A file that is written piece by piece, and removed again if its end is never reached.
struct GrowingFile: ~Copyable {
  private static let pieceSize = 1 << 16

  private let path: String
  private let descriptor: Int32

  /// Whether it is a file that can be removed.
  private let isRemovable: Bool

  private var isDone = false

  /// How many bytes have been handed to the system.
  private var written = 0

  /// How large it is.
  var size: Int { written + bytes.count }

  /// What has not been handed to the system.
  var bytes: [UInt8] = []

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: Its name; `-` is standard output.
  ///   - isForced: Whether a file that is there may be overwritten.
  /// - Throws: That it cannot be created.
  init(_ path: String, isForced: Bool) throws(Problem) {
    self.path = path
    guard path != "-" else {
      descriptor = STDOUT_FILENO
      isRemovable = false
      return
    }
    isRemovable = !OutputFile.isSpecial(path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isForced || !isRemovable ? O_TRUNC : O_EXCL)
    descriptor = open(SystemText.bytes(path), flags, 0o666)
    guard descriptor >= 0 else { throw OutputFile.problem(path, errno) }
  }

  deinit {
    guard descriptor > STDERR_FILENO else { return }
    if !isDone { close(descriptor) }
    if !isDone, isRemovable { unlink(SystemText.bytes(path)) }
  }

  /// Hands what was appended to the system, as soon as it is worth it.
  mutating func flush(all: Bool = false) throws(Problem) {
    guard bytes.count >= Self.pieceSize || all else { return }
    do throws(Problem) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw path == "-" ? error : Problem(error.status, file: path, error.message)
    }
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the file.
  ///
  /// - Throws: That it cannot be written to its end; then it is removed.
  mutating func finish() throws(Problem) {
    try flush(all: true)
    guard descriptor > STDERR_FILENO else { return }
    isDone = true
    guard close(descriptor) != 0 else { return }
    let error = errno
    if isRemovable { unlink(SystemText.bytes(path)) }
    throw Problem(.ioError, file: path, String(cString: strerror(error)))
  }
}
