@preconcurrency import Glibc
import Synchronization

/// A process with a pipe in and a pipe out.
struct Child {
  private let process: pid_t
  /// Where questions go.
  private let input: Int32
  /// Where answers come from.
  private let output: Int32

  /// Starts a shell with a command.
  ///
  /// - Throws: That it cannot be started.
  init(_ command: [CChar]) throws(DeciderError) {
    self = try Self.spawning.withLock { _ in
      Result { () throws(DeciderError) in try Self(spawning: command) }
    }.get()
  }

  /// Held from the making of a pipe until no other process can inherit it: who has an end of it
  /// keeps a program from seeing that there is nothing more to read.
  private static let spawning = Mutex(())

  private init(spawning command: [CChar]) throws(DeciderError) {
    let questions = try Self.pipe()
    let answers: (reader: Int32, writer: Int32)
    do throws(DeciderError) {
      answers = try Self.pipe()
    } catch {
      close(questions.reader)
      close(questions.writer)
      throw error
    }
    let (process, error) = Self.spawn(command, input: questions.reader, output: answers.writer)
    close(questions.reader)
    close(answers.writer)
    guard error == 0 else {
      close(questions.writer)
      close(answers.reader)
      throw .notStarted(error)
    }
    // Ours alone: the other ends of the pipes wait as the program expects.
    for end in [questions.writer, answers.reader] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    self.process = process
    input = questions.writer
    output = answers.reader
  }

  private static func pipe() throws(DeciderError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw .notStarted(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ command: [CChar], input: Int32, output: Int32
  ) -> (process: pid_t, error: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program does about signals is no matter of the other one.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = [strdup("sh"), strdup("-c"), strdup(command), nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    return (process, error)
  }

  // MARK: Asking

  /// Writes a line, and reads the one that answers it.
  ///
  /// - Throws: Why there is none; ``DeciderError/closed`` where it may have ended, too.
  func exchange(
    _ question: [UInt8], within limit: Duration
  ) throws(DeciderError) -> [UInt8] {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: limit)
    if wait([(output, POLLIN)], until: clock.now, clock) { throw try early() }
    let line = question + [UInt8(ascii: "\n")]
    var sent = 0
    var answer: [UInt8] = []
    while true {
      let wanted = [(output, POLLIN)] + (sent < line.count ? [(input, POLLOUT)] : [])
      guard wait(wanted, until: deadline, clock) else { throw .silent(limit) }
      if sent < line.count { try write(line, from: &sent) }
      // All that is there: what is behind the end of the line is too much.
      let mayCome = try read(into: &answer)
      guard let end = answer.firstIndex(of: UInt8(ascii: "\n")) else {
        guard mayCome else { throw .closed }
        guard answer.count <= Decider.longestAnswer else { throw .tooLong(Decider.longestAnswer) }
        continue
      }
      guard end <= Decider.longestAnswer else { throw .tooLong(Decider.longestAnswer) }
      guard end + 1 == answer.count else { throw Self.unasked(answer[(end + 1)...]) }
      guard sent == line.count else { throw Self.unasked(answer[...]) }
      return Array(answer[..<end])
    }
  }

  /// Makes sure that it has written nothing since it answered last.
  ///
  /// - Parameter limit: How long to wait for what may be on its way.
  /// - Throws: What it wrote; that it has closed its output is no matter.
  func checkSilence(within limit: Duration) throws(DeciderError) {
    let clock = ContinuousClock()
    guard wait([(output, POLLIN)], until: clock.now.advanced(by: limit), clock) else { return }
    let error = try early()
    guard error == .closed else { throw error }
  }

  /// What it means that there is something to read before anything was asked.
  private func early() throws(DeciderError) -> DeciderError {
    var bytes: [UInt8] = []
    let mayCome = try read(into: &bytes)
    return mayCome || !bytes.isEmpty ? Self.unasked(bytes[...]) : .closed
  }

  /// The most bytes of a line that nobody asked for that a message has.
  private static let longestUnasked = 80

  /// An error that has the first line of what nobody asked for.
  private static func unasked(_ bytes: ArraySlice<UInt8>) -> DeciderError {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return .unasked(String(decoding: line.prefix(longestUnasked), as: UTF8.self))
  }

  /// Waits until one of some descriptors is ready, or a time.
  private func wait(
    _ wanted: [(descriptor: Int32, events: Int32)], until deadline: ContinuousClock.Instant,
    _ clock: ContinuousClock
  ) -> Bool {
    var descriptors = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
    while true {
      let (seconds, attoseconds) = max(.zero, clock.now.duration(to: deadline)).components
      // A millisecond that has begun is waited for, so that none is spent asking again and again.
      let milliseconds =
        min(seconds, 1 << 20) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      let count = poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }

  /// Writes as much of a line as there is room for.
  private func write(_ line: [UInt8], from place: inout Int) throws(DeciderError) {
    let count = Self.withoutSignal {
      line.withUnsafeBytes { bytes in
        Glibc.write(input, bytes.baseAddress.map { $0 + place }, line.count - place)
      }
    }
    if count >= 0 { place += count } else if errno != EAGAIN, errno != EINTR { throw .closed }
  }

  /// Reads what is there, up to somewhat more than an answer may be.
  ///
  /// - Returns: Whether more may come.
  private func read(into bytes: inout [UInt8]) throws(DeciderError) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= Decider.longestAnswer + 1 {
      let count = Glibc.read(output, &piece, piece.count)
      if count == 0 { return false }
      guard count > 0 else {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { throw .closed }
        return true
      }
      bytes.append(contentsOf: piece[..<count])
    }
    return true
  }

  /// Writes to a pipe whose reader may have gone, which is an error then.
  private static func withoutSignal(_ write: () -> Int) -> Int {
    var (pipe, before) = (sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let count = write()
    let error = errno
    if count < 0, error == EPIPE {
      var now = timespec()
      _ = sigtimedwait(&pipe, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = error
    return count
  }

  // MARK: The end

  /// How it ended, if it does so by itself within a time.
  func ending(within limit: Duration) -> DeciderError? {
    guard isOver(within: limit) else { return nil }
    var info = siginfo_t()
    waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
    let status = info._sifields._sigchld.si_status
    return info.si_code == CLD_EXITED ? .ended(status) : .killed(status)
  }

  /// Ends it, and waits until it is over.
  ///
  /// - Parameters:
  ///   - farewell: How long it may take to end by itself.
  ///   - termination: How long it may take to end after it was told to.
  func end(waiting farewell: Duration, then termination: Duration) {
    close(input)
    defer { close(output) }
    let isLeaving = isOver(within: farewell)
    // Whatever it has started goes too; the number of the group is taken until it is waited for.
    kill(-process, SIGTERM)
    if !isLeaving, !isOver(within: termination) { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Waits for its end, which is not taken note of; what it still says is left out.
  private func isOver(within limit: Duration) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: limit)
    while true {
      var info = siginfo_t()
      let isDone = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      if isDone, info.si_signo != 0 { return true }
      guard clock.now < deadline else { return false }
      var last: [UInt8] = []
      let mayCome = (try? read(into: &last)) ?? false
      // Nothing tells when a process ends whose output is closed.
      if mayCome {
        _ = wait([(output, POLLIN)], until: min(deadline, clock.now + .milliseconds(20)), clock)
      } else {
        poll(nil, 0, 5)
      }
    }
  }
}
