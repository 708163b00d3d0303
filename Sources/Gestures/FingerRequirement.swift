/// How many fingers a gesture needs.
public struct FingerRequirement: Hashable, Sendable {
  /// The numbers that will do: bit n stands for n fingers.
  private var wanted: UInt64

  private init(bits: UInt64) {
    wanted = bits
  }

  /// Any number of fingers.
  public static let any = Self(bits: .max << 1)

  /// Some number of fingers or more.
  ///
  /// - Precondition: The number is 1…32.
  public static func atLeast(_ count: Int) -> Self {
    precondition((1...32).contains(count), "A gesture needs 1 to 32 fingers")
    return Self(bits: .max << UInt64(count))
  }

  /// One of some numbers of fingers.
  ///
  /// - Precondition: The numbers are 1…32, and there is one.
  public static func oneOf(_ counts: some Sequence<Int>) -> Self {
    let bits = counts.reduce(UInt64(0)) { bits, count in
      precondition((1...32).contains(count), "A gesture needs 1 to 32 fingers")
      return bits | 1 << UInt64(count)
    }
    precondition(bits != 0, "A gesture needs some number of fingers")
    return Self(bits: bits)
  }

  /// Reads `3`, `3,4`, `3+` or `any`.
  ///
  /// Fails if the text is none of these, or names a number beyond 1…32.
  public init?(_ text: some StringProtocol) {
    if text == "any" {
      self = .any
      return
    }
    let isOpen = text.hasSuffix("+")
    let parts = (isOpen ? text.dropLast() : text[...]).split(
      separator: ",", omittingEmptySubsequences: false)
    let counts = parts.compactMap { part -> Int? in
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(part).flatMap { (1...32).contains($0) ? $0 : nil }
    }
    guard counts.count == parts.count, !counts.isEmpty, !isOpen || counts.count == 1 else {
      return nil
    }
    self = isOpen ? .atLeast(counts[0]) : .oneOf(counts)
  }

  /// Whether a number of fingers will do.
  public func accepts(_ count: Int) -> Bool {
    count > 0 && count < 64 && wanted >> UInt64(count) & 1 == 1
  }

  /// Whether a number of fingers, 0 or more, is more than any that will do.
  public func isExceeded(by count: Int) -> Bool {
    count > 63 - wanted.leadingZeroBitCount
  }

  /// The smallest number of fingers that will do, 1…32.
  public var least: Int { wanted.trailingZeroBitCount }
}

extension FingerRequirement: CustomStringConvertible {
  public var description: String {
    if self == .any { return "any" }
    let isOpen = wanted.leadingZeroBitCount == 0
    if isOpen { return "\(least)+" }
    return (1...32).filter(accepts).map(String.init).joined(separator: ",")
  }
}
