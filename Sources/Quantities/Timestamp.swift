import Glibc

/// A moment on a device's own clock.
///
/// The clock's origin means nothing: it may be the boot of the machine, the epoch, or the first
/// event of a recording. Only differences count. The resolution is a nanosecond, the range 292
/// years either way.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The nanoseconds since the clock's origin.
  public var nanoseconds: Int64

  /// Creates a moment some nanoseconds after the clock's origin.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a moment from the two parts of a kernel's time stamp.
  ///
  /// Fails if the microseconds are no part of a second, or the seconds more than 285 years either
  /// way.
  ///
  /// - Parameters:
  ///   - seconds: The seconds since the clock's origin.
  ///   - microseconds: The part of a second, 0…999 999.
  @inlinable
  public init?(seconds: Int64, microseconds: Int64) {
    // 9 × 10⁹ seconds are 285 years, which 64 bits of nanoseconds hold.
    guard seconds.magnitude <= 9_000_000_000, microseconds >= 0, microseconds < 1_000_000 else {
      return nil
    }
    nanoseconds = seconds &* 1_000_000_000 &+ microseconds &* 1000
  }

  /// Creates a moment from seconds, rounded to a nanosecond.
  ///
  /// Fails if the seconds are not finite, or more than 285 years.
  public init?(seconds: Double) {
    guard seconds.magnitude <= 9e9 else { return nil }
    nanoseconds = Int64((seconds * 1e9).rounded())
  }

  /// The origin of the clock.
  public static var zero: Self { Self(nanoseconds: 0) }

  /// The time that has passed since another moment; negative if that moment is later.
  @inlinable
  public func since(_ other: Self) -> Duration {
    .nanoseconds(nanoseconds.subtractingClamped(other.nanoseconds))
  }

  /// The nanoseconds that have passed since another moment, or the nearest that 64 bits hold.
  ///
  /// It says the same as ``since(_:)``, without the arithmetic of 128 bits.
  @inlinable
  public func nanoseconds(since other: Self) -> Int64 {
    nanoseconds.subtractingClamped(other.nanoseconds)
  }

  /// The seconds that have passed since another moment, for a formula: those of ``since(_:)``.
  @inlinable
  public func seconds(since other: Self) -> Double {
    let nanoseconds = nanoseconds(since: other)
    // As many as a `Double` holds one by one: the quotient is the nearest number to theirs.
    guard nanoseconds.magnitude < 9_000_000_000_000_000 else { return since(other).seconds }
    return Double(nanoseconds) / 1e9
  }

  /// The moment some time later, or earlier if the duration is negative; beyond the range, its end.
  public func advanced(by duration: Duration) -> Self {
    Self(nanoseconds: nanoseconds.addingClamped(duration.wholeNanoseconds))
  }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The duration in seconds, for a formula.
  ///
  /// It is the nearest number to whole nanoseconds of up to 104 days: 150 ms are 0.15.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    guard seconds.magnitude < 9_000_000, attoseconds % 1_000_000_000 == 0 else {
      return Double(seconds) + Double(attoseconds) / 1e18
    }
    return Double(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 1e9
  }

  /// The duration in nanoseconds, rounded towards zero, or the nearest that 64 bits hold.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !whole.overflow else { return seconds < 0 ? .min : .max }
    return whole.partialValue.addingClamped(attoseconds / 1_000_000_000)
  }

  /// Reads a duration such as `0.25`, `0.25s` or `250ms`; a plain number is in seconds.
  ///
  /// Fails if the text is no duration, or a negative one.
  public init?(_ text: some StringProtocol) {
    let isMilliseconds = text.hasSuffix("ms")
    let digits =
      isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
    guard let number = DecimalNumber(digits), number.digits >= 0 else { return nil }
    // Nanoseconds are whole: a time in milliseconds is the same as in seconds.
    self.init(finiteSeconds: isMilliseconds ? number.value / 1000 : number.value)
  }

  /// Creates a duration of some seconds, rounded to a nanosecond.
  ///
  /// Fails if the seconds are not finite, or more than 285 years.
  public init?(finiteSeconds seconds: Double) {
    guard seconds.magnitude <= 9e9 else { return nil }
    self = .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}

extension Int64 {
  /// The sum, or the nearest value that fits.
  @inlinable
  func addingClamped(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest value that fits.
  @inlinable
  func subtractingClamped(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
