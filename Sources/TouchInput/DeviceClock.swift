import Quantities

/// A device's clock, mended where it runs backwards.
struct DeviceClock: Sendable {
  /// A backward step of at most this much is jitter, a longer one a clock that was set.
  static let largestJitter: Int64 = 100_000_000

  /// The mended time.
  private(set) var now = Timestamp.zero

  private var last: Timestamp?
  private var offset: Int64 = 0

  /// Takes the time of an event.
  ///
  /// A short step back is jitter of the time stamps: time stands still until it has caught up. A
  /// long one is a clock that was set: time goes on from where it was.
  ///
  /// - Returns: Whether the time ran backwards.
  mutating func advance(to time: Timestamp) -> Bool {
    guard let last else {
      self.last = time
      now = time
      return false
    }
    let isBackwards = time < last
    if isBackwards {
      let (step, overflow) = last.nanoseconds.subtractingReportingOverflow(time.nanoseconds)
      if overflow || step > Self.largestJitter {
        offset = now.nanoseconds.subtractingReportingOverflow(time.nanoseconds).partialValue
      }
    }
    self.last = time
    let (mended, overflow) = time.nanoseconds.addingReportingOverflow(offset)
    if !overflow { now = max(now, Timestamp(nanoseconds: mended)) }
    return isBackwards
  }
}
