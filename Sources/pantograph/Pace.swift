@preconcurrency import Glibc
import Quantities
import Simulation

/// The pace of the output: recorded time, divided by a speed.
struct Pace {
  private let speed: Double
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant

  /// Begins a recording now.
  ///
  /// - Parameter speed: How much faster than recorded, positive.
  init(speed: Double) {
    self.speed = speed
    start = clock.now
  }

  /// Waits until a moment of the recording is due.
  ///
  /// - Parameter time: Seconds since the first event.
  func wait(until time: Double) {
    guard let due = Duration(finiteSeconds: max(time, 0) / speed) else { return }
    while true {
      let rest = due - start.duration(to: clock.now)
      guard rest > .zero else { return }
      usleep(UInt32(min(rest, .milliseconds(500)) / .microseconds(1)) + 1)
    }
  }

  /// Begins another recording.
  mutating func restart() {
    start = clock.now
  }
}

extension Replay.Finding {
  /// When it ended, in seconds since the first event.
  var end: Double {
    switch self {
    case .gesture(let gesture): gesture.end
    case .touch(let touch): touch.end
    }
  }
}
