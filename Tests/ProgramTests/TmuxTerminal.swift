import Foundation
import Testing

/// A terminal that a test looks at and types into: a window of a tmux server of its own.
final class TmuxTerminal {
  /// Where the script runs.
  let folder = try? TemporaryFolder()

  private let socket = "pantograph-\(UUID())"

  /// What is waited for at most before a test fails, in seconds: the machine may be busy.
  private static let patience = 60.0

  /// A screen that never showed what was waited for.
  struct Failure: Error, CustomStringConvertible {
    var wanted: String
    var screen: String
    var description: String { "'\(wanted)' never came on this screen:\n\(screen)" }
  }

  /// Opens a window in which a script runs in bash.
  ///
  /// The script finds the program, and `events`, a named pipe that stays open as descriptor 3.
  init(_ script: String, columns: Int = 80, rows: Int = 24) throws {
    let folder = try #require(folder)
    let program = try RunningProgram.url.deletingLastPathComponent().path
    try #require(mkfifo(folder.path("events"), 0o600) == 0)
    let file = try folder.write(
      """
      export PATH='\(program)':$PATH LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no PS1='$ '
      unset NO_COLOR COLUMNS LINES
      ulimit -c 0
      cd '\(folder.url.path)'
      exec 3<>events
      \(script)
      echo the script is over
      exec cat
      """, to: "script")
    // A thread of the tests blocks signals, and what it starts inherits that and descriptors which
    // tell the tests when other programs end: a server that lives on must have neither.
    let start = Process()
    start.executableURL = URL(filePath: "/usr/bin/env")
    start.arguments =
      [
        "python3", "-c",
        "import os, signal, sys\n"
          + "os.closerange(3, 65536)\n"
          + "signal.pthread_sigmask(signal.SIG_SETMASK, [])\n"
          + "os.execvp('tmux', ['tmux'] + sys.argv[1:])",
        "-L", socket, "-f", "/dev/null", "-u", "start-server", ";",
        "set-option", "-g", "default-terminal", "tmux-256color", ";",
        "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "bash --norc '\(file)'",
      ]
    start.standardInput = FileHandle.nullDevice
    try start.run()
    start.waitUntilExit()
    try #require(start.terminationStatus == 0)
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["tmux", "-L", socket] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// What is on the screen.
  var screen: String { get throws { try tmux("capture-pane", "-p") } }

  /// The same with the sequences that make colors.
  var coloredScreen: String { get throws { try tmux("capture-pane", "-p", "-e") } }

  /// Presses keys, one after the other, by the names that tmux has for them.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// Makes the window another size.
  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Waits until the screen shows a text.
  ///
  /// - Returns: The screen.
  @discardableResult
  func wait(for text: String) throws -> String {
    try wait(text) { $0.contains(text) }
  }

  /// Waits until the screen is as it should be.
  ///
  /// - Parameters:
  ///   - wanted: What is waited for, for the message.
  ///   - isReached: Whether a screen is that.
  /// - Returns: The screen.
  /// - Throws: That it never was.
  @discardableResult
  func wait(_ wanted: String, _ isReached: (String) throws -> Bool) throws -> String {
    let start = Date()
    var screen = ""
    while Date().timeIntervalSince(start) < Self.patience {
      screen = try self.screen
      if try isReached(screen) { return screen }
      usleep(20_000)
    }
    throw Failure(wanted: wanted, screen: screen)
  }

  /// Sends a recording of the project through the pipe.
  func play(_ name: String) throws {
    let bytes = try Data(
      contentsOf: RunningProgram.package.appending(path: "recordings").appending(path: name))
    try send(bytes)
  }

  /// Sends bytes through the pipe.
  func send(_ bytes: Data) throws {
    let pipe = try FileHandle(forWritingTo: #require(folder).url.appending(path: "events"))
    try pipe.write(contentsOf: bytes)
    try pipe.close()
  }
}
