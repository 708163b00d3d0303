import Glibc

/// Signals of the system that a program waits for, rather than being interrupted by them.
public struct Signals: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  /// Creates a set of signals: the signal with number n is the bit n.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Somebody pressed Ctrl-C, `SIGINT`.
  public static let interrupt = Self(number: SIGINT)

  /// The program is to end, `SIGTERM`.
  public static let terminate = Self(number: SIGTERM)

  /// The terminal is gone, `SIGHUP`.
  public static let hangUp = Self(number: SIGHUP)

  /// Somebody pressed Ctrl-\\, `SIGQUIT`.
  public static let quit = Self(number: SIGQUIT)

  /// The program is to do what it has for it, `SIGUSR1`.
  public static let user = Self(number: SIGUSR1)

  /// The terminal has another size, `SIGWINCH`.
  public static let windowChange = Self(number: SIGWINCH)

  /// Somebody pressed Ctrl-Z, `SIGTSTP`.
  public static let suspend = Self(number: SIGTSTP)

  /// The program goes on after it was stopped, `SIGCONT`.
  public static let resume = Self(number: SIGCONT)

  /// Those that ask for a clean end.
  public static let ends: Self = [.interrupt, .terminate, .hangUp]

  init(number: Int32) {
    self.init(rawValue: (0..<64).contains(number) ? 1 << UInt64(number) : 0)
  }

  /// Whether one of them asks for a clean end.
  public var askForEnd: Bool { !isDisjoint(with: .ends) }

  /// The numbers that the system has for them.
  var numbers: [Int32] { (0..<64).filter { rawValue & 1 << UInt64($0) != 0 } }

  /// The number of the first of them.
  public var number: Int32? { numbers.first }
}
