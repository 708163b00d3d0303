import Curves
public import Quantities

/// The way of a transition from the lift to its end, as a function of time.
public struct Settle: Hashable, Sendable {
  /// When it begins.
  public let start: Timestamp

  /// The progress shown when it begins.
  public let initial: Double

  /// The change of progress per second when it begins.
  public let velocity: Double

  /// The end.
  public let outcome: Outcome

  /// How it goes.
  public let style: SettleStyle

  /// How long it takes, in whole nanoseconds; it is at its end from then on.
  ///
  /// It is at most 10 s, but for a timed way whose duration says more.
  public let duration: Duration

  /// How long it takes in seconds, to the last bit: a nanosecond is much of a short rest.
  private let seconds: Double

  /// The longest that a way takes, in place of one without an end or of a spring that takes longer.
  ///
  /// A spring without damping never settles, and a transition has to complete. 10 s is also the
  /// most that ``Spring/init(settlingDuration:dampingRatio:initialVelocity:)`` lets a spring take.
  static let longest = Duration.seconds(10)

  /// How near to the end a spring must stay for it to be over, in progress: Core Animation's
  /// thousandth.
  static let tolerance = 0.001

  /// Creates the way to an end.
  ///
  /// - Parameters:
  ///   - initial: The progress shown; what is not finite counts as that of the end.
  ///   - velocity: The change of progress per second; only springs go on with it, and what is not
  ///     finite counts as none.
  ///   - outcome: The end.
  ///   - start: When it begins.
  ///   - style: How it goes.
  public init(
    from initial: Double, velocity: Double = 0, to outcome: Outcome, at start: Timestamp,
    style: SettleStyle
  ) {
    self.initial = initial.isFinite ? initial : outcome.progress
    self.velocity = velocity.isFinite ? velocity : 0
    self.outcome = outcome
    self.start = start
    self.style = style
    let rest = outcome.progress - self.initial
    let seconds: Double
    switch style {
    case .timed(let whole, _, let speed):
      seconds = rest == 0 ? 0 : max(whole.seconds, 0) * rest.magnitude / speed
    case .spring(let spring):
      let state = Spring.State(displacement: -rest, velocity: self.velocity)
      let settling = spring.settlingDuration(from: state, within: Self.tolerance)
      seconds = min(settling ?? Self.longest, Self.longest).seconds
    case .immediate: seconds = 0
    }
    if seconds >= 0, let duration = Duration(finiteSeconds: seconds) {
      (self.seconds, self.duration) = (seconds, duration)
    } else {
      (self.seconds, self.duration) = (Self.longest.seconds, Self.longest)
    }
  }

  /// When it is over.
  public var end: Timestamp { start.advanced(by: duration) }

  /// The progress shown at a moment: before the start that of the start, from the end on exactly 0
  /// or 1.
  public func progress(at time: Timestamp) -> Double {
    progress(after: time.since(start))
  }

  /// The progress shown some time after the start; before it that of the start, from the end on
  /// exactly 0 or 1.
  public func progress(after elapsed: Duration) -> Double {
    guard elapsed < duration else { return outcome.progress }
    guard elapsed > .zero else { return initial }
    let rest = outcome.progress - initial
    switch style {
    case .timed(_, let curve, _):
      return initial + rest * curve.value(at: elapsed.seconds / seconds)
    case .spring(let spring):
      let state = Spring.State(displacement: -rest, velocity: velocity)
      let value = outcome.progress + spring.state(elapsed, after: state).displacement
      return value.isFinite ? value : outcome.progress
    case .immediate: return outcome.progress
    }
  }

  /// The change of progress per second at a moment; 0 before the start and from the end on.
  public func velocity(at time: Timestamp) -> Double {
    let elapsed = time.since(start)
    guard elapsed >= .zero, elapsed < duration else { return 0 }
    let rest = outcome.progress - initial
    let value: Double
    switch style {
    case .timed(_, let curve, _):
      value = rest * curve.slope(at: elapsed.seconds / seconds) / seconds
    case .spring(let spring):
      let state = Spring.State(displacement: -rest, velocity: velocity)
      value = spring.state(elapsed, after: state).velocity
    case .immediate: value = 0
    }
    return value.isFinite ? value : 0
  }
}
