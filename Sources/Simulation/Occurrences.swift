/// How often something came, and where first.
public struct Occurrences: Hashable, Sendable {
  /// How often it came.
  public private(set) var count = 0

  /// The line it came on first, or `nil` if it never came or no line is to blame.
  public private(set) var line: Int?

  /// Creates the occurrences of what never came.
  init() {}

  /// Notes that it came.
  mutating func note(on line: Int?) {
    if count == 0 { self.line = line }
    count &+= 1
  }
}
