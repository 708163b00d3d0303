@preconcurrency import Glibc
import Simulation

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

/// What is told to a person beside the results.
enum Messages {
  /// Tells a problem, on a line of standard error.
  static func tell(_ problem: Problem) {
    var text = "pantograph: "
    if let file = problem.file {
      text += file.isEmpty ? "'':" : PlainText.escaped(SystemText.shown(file)) + ":"
      if let line = problem.line { text += "\(line):" }
      text += " "
    }
    tell(text + problem.message)
  }

  /// Tells a line.
  static func tell(_ line: String) {
    try? Output.write(Array((line + "\n").utf8), to: STDERR_FILENO)
  }
}

/// Colors, where the person wants them.
struct Style {
  /// When colors are used.
  enum Choice: String, CaseIterable {
    case auto, always, never
  }

  /// A color of the sixteen that every terminal has.
  enum Color: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private let isColored: Bool

  init(_ choice: Choice) {
    isColored =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        isatty(STDOUT_FILENO) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
          && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
      }
  }

  /// A text in a color, or as it is.
  func callAsFunction(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
  }
}
