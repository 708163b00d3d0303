import LiveInput
import Quantities

/// Waits for what a live command follows, in times since its loop began.
struct LoopTimer<Time: Clock<Duration>>: ~Copyable {
  private var poller: Poller
  private let clock: Time
  private let start: Time.Instant

  /// Begins to count, and keeps signals back, to be waited for.
  ///
  /// - Throws: That the system refuses.
  init(_ signals: Signals, on clock: Time) throws(Problem) {
    do throws(SystemError) {
      poller = try Poller(signals)
    } catch {
      throw Problem(.ioError, "cannot wait for signals: \(error)")
    }
    self.clock = clock
    start = clock.now
  }

  /// How long the loop has been running.
  var now: Duration { start.duration(to: clock.now) }

  /// Waits.
  ///
  /// - Parameters:
  ///   - descriptors: What to read from; negative ones never tell anything.
  ///   - deadline: How long the loop has been running when the wait is over; `nil`: it has no end.
  /// - Returns: What came; it may be nothing, and nothing may have been waited for.
  /// - Throws: That the system refuses.
  mutating func wait(
    for descriptors: [2 of Int32], until deadline: Duration?
  ) throws(Problem) -> Poller.Readiness {
    do throws(SystemError) {
      return try poller.wait(for: descriptors.span, atMost: deadline.map { $0 - now })
    } catch {
      throw Problem(.ioError, "cannot wait: \(error)")
    }
  }
}

extension Duration? {
  /// The earlier of two moments of which either may be none.
  static func earliest(_ first: Self, _ second: Self) -> Self {
    guard let first else { return second }
    return second.map { min(first, $0) } ?? first
  }
}
