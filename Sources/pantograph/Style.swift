@preconcurrency import Glibc

/// Colors, where the person wants them.
struct Style {
  /// When colors are used.
  enum Choice: String, CaseIterable {
    case auto, always, never
  }

  /// A color of the sixteen that every terminal has.
  enum Color: String {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  /// Whether texts get colors.
  let isColored: Bool

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
