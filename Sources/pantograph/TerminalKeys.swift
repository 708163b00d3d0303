@preconcurrency import Glibc

/// Keys that a person presses on the terminal, one by one, as long as it exists.
///
/// There are none without a terminal, nor in the background of one. Signals of the terminal stay
/// what they are.
struct TerminalKeys: ~Copyable {
  /// The descriptor to wait for; −1 without a terminal.
  let descriptor: Int32

  private var before = termios()

  /// Listens to the keys, if there is a terminal.
  ///
  /// - Parameter isWanted: Whether they mean something.
  init(isWanted: Bool) {
    guard isWanted, isatty(STDERR_FILENO) == 1 else {
      descriptor = -1
      return
    }
    let terminal = open("/dev/tty", O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0, tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &before) == 0 else {
      if terminal >= 0 { close(terminal) }
      descriptor = -1
      return
    }
    descriptor = terminal
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(terminal, TCSANOW, &settings)
  }

  deinit {
    guard descriptor >= 0 else { return }
    var before = before
    tcsetattr(descriptor, TCSANOW, &before)
    close(descriptor)
  }

  /// The keys that were pressed since the last time.
  func read() -> [Character] {
    guard descriptor >= 0 else { return [] }
    var keys: [Character] = []
    var byte: UInt8 = 0
    while Glibc.read(descriptor, &byte, 1) == 1 { keys.append(Character(UnicodeScalar(byte))) }
    return keys
  }
}
