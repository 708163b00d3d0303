public import Gestures
public import Quantities

/// Drives a transition by a pan: progress while it lasts, and a decision at its end.
public struct PanDriver: Sendable {
  /// What became of a pan.
  public struct Verdict: Hashable, Sendable {
    /// What ended it.
    public var end: PanEnd

    /// The progress at the decision, clamped on neither side.
    public var progress: Double

    /// The largest progress of the pan, clamped on neither side.
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
  public let scales: PerAxis<ProgressScale>

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
    scales: PerAxis<ProgressScale>, policy: Policy,
    transition: InteractiveTransition = InteractiveTransition()
  ) {
    self.scales = scales
    self.policy = policy
    self.transition = transition
  }

  /// What makes progress of a way along an axis.
  @inline(__always)
  public func scale(along axis: Axis) -> ProgressScale {
    scales[axis]
  }

  /// Begins a transition, or takes over the one that is settling.
  ///
  /// It may be called when a pan is recognized, or as soon as the finger is down: then the finger
  /// stops what is settling, and ``release(at:by:)`` lets go of it if no pan comes of the touch.
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
    base = transition.progress ?? 0
    progress = base
    peak = -.infinity
    return completion
  }

  /// Follows a pan: shows the progress where it took over, and that of its travel on top.
  @inline(__always)
  public mutating func follow(_ pan: Pan) {
    follow(scale(along: pan.axis).progress(ofParts: pan.travel), at: pan.time)
  }

  /// Follows the progress that a motion made: shows it on top of where it took over.
  @inline(__always)
  public mutating func follow(_ made: Double, at time: Timestamp) {
    progress = base + made
    if progress > peak { peak = progress }
    transition.update(progress, at: time)
  }

  /// Decides a pan that is over, and lets the transition go.
  ///
  /// ```
  /// switch recognizer.handle(frame).action {
  /// case .begin(let pan):
  ///   driver.begin(at: pan.time)
  ///   driver.follow(pan)
  /// case .change(let pan):
  ///   driver.follow(pan)
  /// case .end(let pan, let end):
  ///   let speed = recognizer.velocity(by: driver.policy.estimator, of: pan)
  ///   let verdict = driver.finish(pan, by: end, speed: speed)
  /// case .reject, nil:
  ///   break
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - pan: The pan at its end.
  ///   - end: What ended it.
  ///   - speed: Its velocity in device units per second, forward positive.
  /// - Returns: The decision, and what it was made of.
  public mutating func finish(_ pan: Pan, by end: PanEnd, speed: Double) -> Verdict {
    decide(
      by: end, isDecided: end.isDecided, velocity: scale(along: pan.axis).velocity(of: speed),
      at: pan.time)
  }

  /// Decides a gesture that is over, and lets the transition go.
  ///
  /// - Parameters:
  ///   - end: What ended it.
  ///   - isDecided: Whether the policy decides, and not the end alone.
  ///   - velocity: The change of progress per second, forward positive.
  ///   - time: When it ended.
  /// - Returns: The decision, and what it was made of.
  public mutating func finish(
    by end: PanEnd, isDecided: Bool, velocity: Double, at time: Timestamp
  ) -> Verdict {
    decide(by: end, isDecided: isDecided, velocity: velocity, at: time)
  }

  /// Decides a touch that is over and was no pan, and lets the transition go.
  ///
  /// - Parameters:
  ///   - time: When the touch ended.
  ///   - end: What ended it.
  /// - Returns: The decision about the progress that the transition has, at no velocity.
  public mutating func release(at time: Timestamp, by end: PanEnd) -> Verdict {
    progress = transition.progress ?? progress
    peak = max(peak, progress)
    return decide(by: end, isDecided: end.isDecided, velocity: 0, at: time)
  }

  private mutating func decide(
    by end: PanEnd, isDecided: Bool, velocity: Double, at time: Timestamp
  ) -> Verdict {
    let shown = transition.shownProgress(at: time)
    let decision =
      isDecided
      ? policy.decision(atProgress: progress, velocity: velocity) : Decision.interrupted
    let settle = transition.way(to: decision.outcome, velocity: velocity, at: time)
    let completion =
      decision.outcome == .finish
      ? transition.finish(velocity: velocity, at: time)
      : transition.cancel(velocity: velocity, at: time)
    return Verdict(
      end: end, progress: progress, peak: peak, velocity: velocity, decision: decision,
      shown: shown, settle: settle, completion: completion)
  }
}
