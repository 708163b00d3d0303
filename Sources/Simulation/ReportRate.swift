import Quantities

/// How often a device reports while it is touched.
struct ReportRate: Sendable {
  private var intervals = IntervalHistogram()
  private var last: Timestamp?

  /// Notes a frame of the touch.
  mutating func note(_ time: Timestamp) {
    if let last { intervals.add(nanoseconds: time.nanoseconds(since: last)) }
    last = time
  }

  /// Ends the touch.
  ///
  /// - Returns: The frames per second by the median interval between two frames; `nil` if there
  ///   were no two at different times.
  mutating func end() -> Double? {
    defer {
      intervals.removeAll()
      last = nil
    }
    return intervals.median.flatMap { $0 > 0 ? 1000 / $0 : nil }
  }
}
