package import Quantities

/// When the frames of a recording are due that is played, one time or several.
///
/// All times count from the start of playing, so that no delay adds up. Time never goes back: a
/// frame that the recording puts before another one comes together with it.
package struct PlaybackPace: Hashable, Sendable {
  /// How much faster than recorded, positive.
  private let speed: Double

  /// The time between the last frame of a round and the first of the next.
  private let pause: Duration

  /// The time of the first frame of the round.
  private var origin: Timestamp?

  /// When the first frame of the round is due.
  private var start = Duration.zero

  /// When the latest frame is due.
  private var latest = Duration.zero

  /// Creates the pace of a recording that has not begun.
  ///
  /// - Parameters:
  ///   - speed: How much faster than recorded.
  ///   - pause: The time between two rounds, which the speed does not change.
  /// - Precondition: The speed is positive, and the pause is not negative.
  package init(speed: Double = 1, pause: Duration = .zero) {
    precondition(speed > 0, "A recording is played at a positive speed")
    precondition(pause >= .zero, "A pause does not take less than no time")
    self.speed = speed
    self.pause = pause
  }

  /// Says when a frame is due.
  ///
  /// - Parameter time: The time of the frame in the recording; frames come in their order there.
  /// - Returns: The time from the start of playing.
  package mutating func due(_ time: Timestamp) -> Duration {
    let first = origin ?? time
    origin = first
    // What is due in more than 285 years is never due.
    let passed = Duration(finiteSeconds: max(time.since(first).seconds, 0) / speed)
    latest = max(latest, start + (passed ?? .seconds(9_000_000_000)))
    return latest
  }

  /// Begins the recording again, a pause after the latest frame.
  ///
  /// - Returns: When the round begins.
  @discardableResult
  package mutating func beginRound() -> Duration {
    guard origin != nil else { return start }
    origin = nil
    latest += pause
    start = latest
    return start
  }
}
