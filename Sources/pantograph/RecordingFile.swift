@preconcurrency import Glibc
import Recordings
import TouchInput

/// A recording that grows while a device is followed, and can be read whatever ends it.
///
/// It is written in place, under its own name, with each ``flush()`` handed to the system: what was
/// flushed is there when the program is killed. Where the system takes no more, what stands behind
/// the last whole frame is cut off again.
struct RecordingFile: ~Copyable {
  /// Its name; `-` is standard output.
  let path: String

  private let descriptor: Int32
  private var recorder: FrameRecorder
  private var bytes: [UInt8] = []

  /// How much of the bytes is handed on at least, in whole frames.
  private var ends: [Int] = []

  /// How many bytes the system has.
  private var written = 0

  /// Creates a file, and writes the head of the recording.
  ///
  /// - Parameters:
  ///   - path: Its name; `-` is standard output.
  ///   - isForced: Whether a file that is there may be overwritten.
  ///   - recorder: What writes the recording.
  ///   - device: The device.
  /// - Throws: That it cannot be created, or holds no head; then it is not there.
  init(
    _ path: String, isForced: Bool, by recorder: FrameRecorder, of device: WrittenDevice
  ) throws(Problem) {
    self.path = path
    self.recorder = recorder
    if path == "-" {
      descriptor = STDOUT_FILENO
    } else {
      let flags =
        O_WRONLY | O_CREAT | O_CLOEXEC
        | (isForced || OutputFile.isSpecial(path) ? O_TRUNC : O_EXCL)
      descriptor = open(SystemText.bytes(path), flags, 0o666)
      guard descriptor >= 0 else { throw OutputFile.problem(path, errno) }
    }
    self.recorder.begin(device, to: &bytes)
    do throws(Problem) {
      try flush()
    } catch {
      if path != "-", !OutputFile.isSpecial(path) { unlink(SystemText.bytes(path)) }
      throw error
    }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// How far the recording has come.
  var progress: FrameRecorder.Progress { recorder.progress }

  /// Takes an event.
  mutating func take(_ event: InputEvent) throws(Problem) {
    if recorder.take(event, to: &bytes) { ends.append(bytes.count) }
    if bytes.count >= Self.pieceSize { try flush() }
  }

  private static let pieceSize = 1 << 16

  /// Hands what was written to the system, frame by frame whole.
  mutating func flush() throws(Problem) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count >= 0 {
        done += count
        continue
      }
      let error = errno
      switch error {
      case EINTR: continue
      case EAGAIN:
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      case EPIPE where path == "-": exit(ExitStatus.done.rawValue)
      default: throw cut(at: done, error)
      }
    }
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Cuts off what is no whole frame.
  ///
  /// - Returns: The problem that the system takes no more.
  private mutating func cut(at done: Int, _ error: Int32) -> Problem {
    let end = ends.last { $0 <= done } ?? 0
    let isCut = written + end > 0 && ftruncate(descriptor, off_t(written + end)) == 0
    bytes = []
    ends = []
    written += end
    let kept = isCut ? "; what was recorded before is kept" : ""
    return Problem(
      .ioError, file: path == "-" ? "standard output" : path,
      "cannot write: \(String(cString: strerror(error)))\(kept)")
  }

  /// Ends the recording.
  ///
  /// - Returns: How far it has come.
  /// - Throws: That it cannot be written to its end.
  mutating func finish() throws(Problem) -> FrameRecorder.Progress {
    recorder.finish(to: &bytes)
    try flush()
    guard descriptor > STDERR_FILENO, fsync(descriptor) != 0 else { return progress }
    // Pipes and the like have nothing to bring to a disk.
    guard errno != EINVAL, errno != EROFS, errno != ENOTSUP else { return progress }
    throw Problem(.ioError, file: path, String(cString: strerror(errno)))
  }

  /// Removes the file: nothing that it holds is wanted.
  mutating func remove() {
    if path != "-", !OutputFile.isSpecial(path) { unlink(SystemText.bytes(path)) }
  }
}
