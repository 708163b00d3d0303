import Foundation
import Testing

/// The program while it runs: it is written to, listened to, and sent signals.
///
/// It holds no descriptors but its own three, and no signal is kept back from it.
final class FollowedProgram {
  /// How long anything is waited for, in milliseconds.
  private static let patience: Int32 = 120_000

  /// Its number.
  private let process: pid_t

  private var input: Int32
  private let output: Int32
  private let folder: TemporaryFolder
  private var rest: [UInt8] = []
  private var isOver = false

  /// What happened that a test cannot go on after.
  struct Failure: Error {
    let message: String
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command line.
  ///   - place: Where it runs.
  /// - Throws: That it cannot be started.
  init(_ arguments: [String], in place: URL) throws {
    folder = try TemporaryFolder()
    // Pipes with names: each end is opened in such a way that no other program gets it.
    let (toProgram, fromProgram) = (folder.path("input"), folder.path("output"))
    guard mkfifo(toProgram, 0o600) == 0, mkfifo(fromProgram, 0o600) == 0 else {
      throw Failure(message: "there is no pipe")
    }
    input = open(toProgram, O_RDWR | O_CLOEXEC)
    output = open(fromProgram, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, toProgram, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, fromProgram, O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let program = ["env", "-C", place.path, try RunningProgram.url.path]
    let words = (program + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words, environ)
    self.process = process
    guard code == 0 else { throw Failure(message: String(cString: strerror(code))) }
  }

  deinit {
    if input >= 0 { close(input) }
    close(output)
    guard !isOver else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Writes to its standard input.
  func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(message: "nobody reads") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Ends its standard input.
  func closeInput() {
    close(input)
    input = -1
  }

  /// Sends it a signal.
  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// The next line that it prints, or `nil` at the end.
  func line() throws -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        return line
      }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Self.patience) > 0 else { throw Failure(message: "it says nothing") }
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      rest += buffer[..<count]
    }
  }

  /// The next line of JSON of a kind; those before it are passed over.
  func next(_ kind: String) throws -> [String: Any] {
    while let line = try line() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let object, object["kind"] as? String == kind { return object }
    }
    throw Failure(message: "it ended before it said '\(kind)': \(try errors)")
  }

  /// What it has written to standard error.
  var errors: String {
    get throws { try folder.read("errors") }
  }

  /// Waits for its end.
  ///
  /// - Returns: The exit status, or the negative number of the signal that ended it.
  func end() throws -> Int32 {
    while try line() != nil {}
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else {
      throw Failure(message: "it cannot be waited for")
    }
    isOver = true
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }
}
