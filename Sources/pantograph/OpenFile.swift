@preconcurrency import Glibc

/// A file that is open for reading, until nobody has it any more.
final class OpenFile: Sendable {
  /// Its descriptor.
  let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: That it cannot be opened.
  init(_ path: String) throws(Problem) {
    descriptor = open(SystemText.bytes(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Input.problem(path, errno) }
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Standard input, which stays open.
  static var standardInput: OpenFile { OpenFile(descriptor: STDIN_FILENO) }

  /// Reads what is there, and waits for nothing more.
  ///
  /// - Parameters:
  ///   - buffer: Where it goes.
  ///   - name: What messages call it.
  /// - Returns: How many bytes came; 0 at the end, `nil` if there is nothing yet.
  /// - Throws: That it cannot be read.
  func readReady(
    into buffer: UnsafeMutableRawBufferPointer, _ name: String
  ) throws(Problem) -> Int? {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    guard count < 0 else { return count }
    // Whoever handed the pipe over may have made it one that does not wait.
    if errno == EINTR || errno == EAGAIN { return nil }
    throw Input.problem(name, errno)
  }

  /// Reads what comes next.
  ///
  /// - Parameters:
  ///   - buffer: Where it goes.
  ///   - name: What messages call it.
  /// - Returns: How many bytes came; 0 at the end.
  /// - Throws: That it cannot be read.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, _ name: String
  ) throws(Problem) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      guard count < 0 else { return count }
      if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw Input.problem(name, errno)
      }
    }
  }
}
