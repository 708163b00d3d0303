public import Curves
public import Quantities

/// How a transition goes from the lift to its end.
public enum SettleStyle: Hashable, Sendable {
  /// A duration for the whole way, shortened to the rest of it, along a curve.
  ///
  /// This is UIPercentDrivenInteractiveTransition's rule: the rest takes
  /// (1 − p) · duration ÷ speed when finishing, p · duration ÷ speed when cancelling.
  case timed(Duration, TimingCurve, speed: Double = 1)

  /// A spring that takes over the finger's velocity.
  case spring(Spring)

  /// No animation: reduced motion.
  case none

  /// 0.35 s for the whole way, easing in and out.
  public static var standard: Self { .timed(.milliseconds(350), .easeInOut) }
}

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

  /// How long it takes; it is at its end from then on.
  public let duration: Duration

  /// The longest that a spring may take: one without damping would never end.
  static let longest = Duration.seconds(10)

  /// How near to the end a spring must stay for it to be over, as a share of the way.
  static let tolerance = 0.001

  /// Creates the way to an end.
  ///
  /// - Parameters:
  ///   - initial: The progress shown, finite.
  ///   - velocity: The change of progress per second; only springs go on with it.
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
    switch style {
    case .timed(let whole, _, let speed):
      let seconds = whole.seconds * rest.magnitude / speed
      duration = Duration(finiteSeconds: seconds).map { max($0, .zero) } ?? Self.longest
    case .spring(let spring):
      let state = Spring.State(displacement: -rest, velocity: self.velocity)
      duration = min(
        spring.settlingDuration(from: state, within: Self.tolerance) ?? Self.longest, Self.longest)
    case .none: duration = .zero
    }
  }

  /// When it is over.
  public var end: Timestamp { start.advanced(by: duration) }

  /// The progress shown at a moment: before the start that of the start, from the end on exactly 0
  /// or 1.
  public func progress(at time: Timestamp) -> Double {
    let elapsed = max(time.since(start), .zero)
    guard elapsed < duration else { return outcome.progress }
    let rest = outcome.progress - initial
    switch style {
    case .timed(_, let curve, _):
      return initial + rest * curve.value(at: elapsed / duration)
    case .spring(let spring):
      let state = Spring.State(displacement: -rest, velocity: velocity)
      let value = outcome.progress + spring.state(elapsed, after: state).displacement
      return value.isFinite ? value : outcome.progress
    case .none: return outcome.progress
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
      value = rest * curve.slope(at: elapsed / duration) / duration.seconds
    case .spring(let spring):
      let state = Spring.State(displacement: -rest, velocity: velocity)
      value = spring.state(elapsed, after: state).velocity
    case .none: value = 0
    }
    return value.isFinite ? value : 0
  }
}
