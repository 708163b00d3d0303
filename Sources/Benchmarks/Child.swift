@preconcurrency import Glibc

/// A process that is run to its end, and what it took.
enum Child {
  /// What came of a process.
  struct Result {
    /// What it printed.
    var output: String

    /// The processor time that it took, in seconds.
    var processorTime: Double

    /// The most memory that it held, in bytes.
    var peakMemory: Int
  }

  /// Why there is no figure.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Its arguments.
  ///   - feed: Writes its standard input, if it has one.
  /// - Returns: What it printed, and what it took.
  /// - Throws: That it cannot be run, or fails.
  static func run(
    _ program: String, _ arguments: [String], feed: ((Int32) -> Void)? = nil
  ) throws -> Result {
    var output: [Int32] = [0, 0]
    var input: [Int32] = [0, 0]
    guard pipe(&output) == 0, pipe(&input) == 0 else { throw Failure(description: "no pipe") }
    for end in output + input { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, &words, environ) == 0 else {
      throw Failure(description: "\(program) cannot be run")
    }
    close(input[0])
    close(output[1])
    feed?(input[1])
    close(input[1])
    let text = readAll(output[0])
    close(output[0])
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    guard status == 0 else { throw Failure(description: "\(program) ended with \(status)") }
    let user = Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
    let system = Double(usage.ru_stime.tv_sec) + Double(usage.ru_stime.tv_usec) / 1e6
    return Result(
      output: text, processorTime: user + system, peakMemory: Int(usage.ru_maxrss) * 1024)
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: piece[..<count])
    }
  }
}
