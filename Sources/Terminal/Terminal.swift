import CNCurses
import CTerminalGuard
@preconcurrency import Glibc
package import LiveView

/// A terminal that shows pictures on its whole screen, until this goes out of scope.
///
/// However the program ends, the terminal is then as it was: by the end of this value, by a signal
/// that can be caught, by a trap. There may be one at a time, used by one thread.
package struct Terminal: ~Copyable {
  /// The descriptor that keys come from, to wait for.
  package let keys: Int32

  /// What pictures are drawn with: Unicode's characters where the locale has them.
  package let glyphs: Glyphs

  private let output: Int32
  private let screen: OpaquePointer
  private let files: Files
  private let hasColors: Bool

  /// The streams that ncurses asks for.
  private struct Files {
    let output: UnsafeMutablePointer<FILE>
    let keys: UnsafeMutablePointer<FILE>

    func close() {
      fclose(output)
      fclose(keys)
    }
  }

  /// What puts a terminal back that ncurses has set: the attributes, the colors, the cursor, the
  /// keypad, the screen that was there before.
  private static let leaving = ["sgr0", "op", "cnorm", "rmkx", "rmcup"]

  /// The time that ncurses waits for the rest of a sequence that a key sends, in milliseconds.
  private static let escapeDelay: Int32 = 25

  /// Takes a terminal.
  ///
  /// - Parameters:
  ///   - output: Its descriptor.
  ///   - allowsColors: Whether colors may be used, where it has them.
  /// - Throws: What stands in the way; nothing has been changed then.
  package init(output: Int32, allowsColors: Bool) throws(TerminalError) {
    setlocale(LC_CTYPE, "")
    try Self.checkKind(output)
    let files = try Self.files(output)
    let descriptor = fileno(files.output)
    // Before ncurses, which leaves the signals alone that others handle.
    guard terminal_guard_arm(descriptor) == 0 else {
      files.close()
      throw .noTerminal
    }
    guard let screen = newterm(nil, files.output, files.keys) else {
      terminal_guard_disarm()
      files.close()
      throw .unknownKind
    }
    keys = fileno(files.keys)
    self.output = descriptor
    self.screen = screen
    self.files = files
    glyphs = Self.knowsUnicode ? .unicode : .ascii
    let leaving = Self.leaving.reduce(into: []) { $0 += Self.sequence($1) }
    terminal_guard_write_before(leaving, Int32(leaving.count))
    cbreak()
    noecho()
    nonl()
    intrflush(cncurses_screen(), false)
    keypad(cncurses_screen(), true)
    nodelay(cncurses_screen(), true)
    set_escdelay(Self.escapeDelay)
    curs_set(0)
    hasColors = allowsColors && has_colors() && start_color() == OK
    guard hasColors else { return }
    use_default_colors()
    for color in CellStyle.Color.allCases { init_pair(color.pair, color.number, -1) }
  }

  deinit {
    endwin()
    delscreen(screen)
    terminal_guard_disarm()
    files.close()
  }

  /// Checks that the kind of terminal can move its cursor.
  private static func checkKind(_ output: Int32) throws(TerminalError) {
    guard isatty(output) == 1 else { throw .noTerminal }
    var result: Int32 = 0
    guard setupterm(nil, output, &result) == OK, !sequence("cup").isEmpty else {
      throw .unknownKind
    }
  }

  private static func files(_ output: Int32) throws(TerminalError) -> Files {
    let copy = fcntl(output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    // Keys come from the terminal itself: the standard input may be a pipe of events.
    let keys = open("/dev/tty", O_RDONLY | O_CLOEXEC)
    guard copy >= 0, keys >= 0, let outputFile = fdopen(copy, "w"),
      let keysFile = fdopen(keys, "r")
    else {
      close(copy)
      close(keys)
      throw .noTerminal
    }
    return Files(output: outputFile, keys: keysFile)
  }

  /// Whether the locale writes text as UTF-8.
  private static var knowsUnicode: Bool {
    nl_langinfo(Int32(CODESET)).map { String(cString: $0) == "UTF-8" } ?? false
  }

  /// What a terminal does by its name in terminfo, without the pauses of old terminals.
  private static func sequence(_ name: String) -> [CChar] {
    guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return [] }
    var bytes: [CChar] = []
    var isPause = false
    var place = text
    while place.pointee != 0 {
      if !isPause, place.pointee == 0x24, place[1] == 0x3c { isPause = true }
      if !isPause { bytes.append(place.pointee) }
      if place.pointee == 0x3e { isPause = false }
      place += 1
    }
    return bytes
  }

  // MARK: Use

  /// The size, as the system has it now.
  package var size: ScreenSize {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(
        columns: Int(getmaxx(cncurses_screen())), rows: Int(getmaxy(cncurses_screen())))
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Shows a picture; only what has changed is sent.
  package func show(_ picture: Canvas) {
    let (rows, columns) = (Int32(picture.size.rows), Int32(picture.size.columns))
    if is_term_resized(rows, columns) {
      resizeterm(rows, columns)
      clearok(cncurses_screen(), true)
    }
    for row in 0..<picture.size.rows {
      for (column, cell) in picture[row: row].enumerated() {
        guard let character = cell.character else { continue }
        let scalars = character.unicodeScalars.map(\.value)
        cncurses_put(
          Int32(row), Int32(column), scalars, Int32(scalars.count), attributes(cell.style),
          hasColors ? cell.style.color?.pair ?? 0 : 0)
      }
    }
    refresh()
  }

  /// Draws everything anew, after something else has written on the screen.
  package func redraw() {
    clearok(cncurses_screen(), true)
  }

  private func attributes(_ style: CellStyle) -> UInt32 {
    var attributes: UInt32 = 0
    if style.isBold { attributes |= UInt32(cncurses_bold) }
    if style.isDim { attributes |= UInt32(cncurses_dim) }
    if style.isReversed { attributes |= UInt32(cncurses_reversed) }
    return attributes
  }

  /// Whether nobody can press a key any more.
  package var isGone: Bool {
    var polled = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0 && Int32(polled.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// The next key that was pressed, without waiting; `nil` if there is none.
  package func nextKey() -> LiveKey? {
    var value: UInt32 = 0
    switch cncurses_key(&value) {
    case 1: return Unicode.Scalar(value).map { .character(Character($0)) } ?? .other
    case 2 where value == UInt32(cncurses_up): return .up
    case 2 where value == UInt32(cncurses_down): return .down
    case 2: return .other
    default: return nil
    }
  }
}

extension CellStyle.Color {
  /// The number that ncurses has for the color on the terminal's own background.
  fileprivate var pair: Int16 { rawValue + 1 }

  /// The number of the color.
  fileprivate var number: Int16 {
    switch self {
    case .red: Int16(COLOR_RED)
    case .green: Int16(COLOR_GREEN)
    case .yellow: Int16(COLOR_YELLOW)
    case .cyan: Int16(COLOR_CYAN)
    }
  }
}
