@preconcurrency import Glibc

/// Input, output and messages of the program, as they are handed over by who started it.
enum StandardStreams {
  /// Makes sure that no file the program opens takes the place of a stream that is closed, and that
  /// writing beyond a limit of the system is an error, not the end.
  static func prepare() {
    // Each is opened the wrong way round, so that using it fails as it would have.
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(stream, F_GETFD) == -1 {
      // The lowest number that is free is taken: those below are open by now.
      _ = open("/dev/null", mode)
    }
    signal(SIGXFSZ, SIG_IGN)
  }
}
