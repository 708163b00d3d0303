public import Gestures
public import Quantities

/// Drives a transition by a pan: progress while it lasts, and a decision at its end.
public struct PanDriver: Sendable {
  /// What became of a pan.
  public struct Verdict: Hashable, Sendable {
    /// The pan as it was at its end.
    public var pan: Pan

    /// What ended it.
    public var end: PanEnd

    /// The progress at the decision, clamped on neither side.
    public var progress: Double

    /// The largest progress of the pan.
    public var peak: Double

    /// The change of progress per second at the end, forward positive.
    public var velocity: Double

    /// The end that was chosen, and why.
    public var decision: Decision

    /// The progress that was shown at the decision.
    public var shown: Double

    /// The way to the end.
    public var settle: Settle

    /// The completion, if there was no way left to settle.
    public var completion: InteractiveTransition.Completion?
  }

  /// What makes progress of a way along each axis.
  public let scales: (x: ProgressScale, y: ProgressScale)

  /// The rule that decides.
  public var policy: Policy

  /// The transition that is driven.
  public var transition: InteractiveTransition

  /// The progress of the running pan, or of the one before.
  public private(set) var progress = 0.0

  /// The largest progress of the running pan, or of the one before.
  public private(set) var peak = 0.0

  /// The progress that was shown where the pan took over.
  private var base = 0.0

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - scales: What makes progress of a way along each axis.
  ///   - policy: The rule that decides.
  ///   - transition: The transition to drive.
  public init(
    scales: (x: ProgressScale, y: ProgressScale), policy: Policy,
    transition: InteractiveTransition = InteractiveTransition()
  ) {
    self.scales = scales
    self.policy = policy
    self.transition = transition
  }

  /// What makes progress of a way along an axis.
  @inline(__always)
  public func scale(along axis: Axis) -> ProgressScale {
    axis == .x ? scales.x : scales.y
  }

  /// Begins a transition, or takes over the one that is settling.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - isReady: Whether the system can show progress yet.
  /// - Returns: The completion of the transition before, if this ends it.
  @discardableResult
  public mutating func begin(
    at time: Timestamp, isReady: Bool = true
  ) -> InteractiveTransition.Completion? {
    let completion = transition.begin(at: time, isReady: isReady)
    base = transition.shownProgress(at: time)
    progress = base
    peak = -.infinity
    return completion
  }

  /// Follows a pan.
  @inline(__always)
  public mutating func follow(_ pan: Pan) {
    progress = base + scale(along: pan.axis).progress(of: pan.travel)
    if progress > peak { peak = progress }
    transition.update(progress, at: pan.time)
  }

  /// Decides a pan that is over, and lets the transition go.
  ///
  /// - Parameters:
  ///   - pan: The pan at its end.
  ///   - end: What ended it.
  ///   - speed: Its velocity in device units per second, forward positive.
  /// - Returns: The decision, and what it was made of.
  public mutating func finish(_ pan: Pan, by end: PanEnd, speed: Double) -> Verdict {
    let velocity = scale(along: pan.axis).velocity(of: speed)
    let shown = transition.shownProgress(at: pan.time)
    let decision =
      end.isDecided
      ? policy.decision(atProgress: progress, velocity: velocity) : Decision.interrupted
    let settle = Settle(
      from: shown, velocity: velocity, to: decision.outcome, at: pan.time, style: transition.style)
    let completion =
      decision.outcome == .finish
      ? transition.finish(velocity: velocity, at: pan.time)
      : transition.cancel(velocity: velocity, at: pan.time)
    return Verdict(
      pan: pan, end: end, progress: progress, peak: peak, velocity: velocity, decision: decision,
      shown: shown, settle: settle, completion: completion)
  }
}
