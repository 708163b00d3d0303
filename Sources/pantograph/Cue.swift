@preconcurrency import Glibc
import LiveInput

/// What somebody else does when it is time for something.
enum Cue {
  /// A file appears.
  case file(String)

  /// A line comes on standard input.
  case line

  /// How often it is looked whether the file is there.
  private static let interval: Duration = .milliseconds(10)

  /// Reads the value of an option: the name of a file, or `-`.
  init(_ text: String) {
    self = text == "-" ? .line : .file(text)
  }

  /// How the waiting for it ended.
  enum Ending {
    /// It came.
    case came

    /// It can come no more.
    case missed

    /// A signal asked for the end.
    case stopped
  }

  /// Waits for it.
  ///
  /// - Throws: That the system does not let it wait.
  func wait(
    with poller: inout Poller, on clock: some Clock<Duration>
  ) throws(SystemError) -> Ending {
    switch self {
    case .file(let path):
      while access(SystemText.bytes(path), F_OK) != 0 {
        let deadline = clock.now.advanced(by: Self.interval)
        if try poller.wait(for: [], until: deadline, on: clock).signals.askForEnd {
          return .stopped
        }
      }
      return .came
    case .line:
      while true {
        let readiness = try poller.wait(for: [STDIN_FILENO], until: nil, on: clock)
        if readiness.signals.askForEnd { return .stopped }
        // A byte at a time: what follows the line is for whoever reads next.
        var byte: UInt8 = 0
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 1, byte == UInt8(ascii: "\n") { return .came }
        if count == 0 || count < 0 && ![EINTR, EAGAIN].contains(errno) { return .missed }
      }
    }
  }
}
