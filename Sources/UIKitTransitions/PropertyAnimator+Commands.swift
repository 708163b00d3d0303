public import Quantities

extension PropertyAnimator {
  /// A call that moves an animator, for whoever hands calls on.
  public enum Command: Hashable, Sendable {
    /// ``PropertyAnimator/startAnimation(at:)``.
    case start

    /// ``PropertyAnimator/pauseAnimation(at:)``.
    case pause

    /// ``PropertyAnimator/setFractionComplete(_:at:)``.
    case scrub(Double)

    /// ``PropertyAnimator/continueAnimation(with:durationFactor:at:)``.
    case proceed(with: TimingParameters?, durationFactor: Double)

    /// ``PropertyAnimator/setReversed(_:at:)``.
    case setReversed(Bool)

    /// ``PropertyAnimator/stopAnimation(withoutFinishing:at:)``.
    case stop(withoutFinishing: Bool)

    /// ``PropertyAnimator/finishAnimation(at:)``.
    case finish(at: Position)
  }

  /// Makes a call.
  ///
  /// - Returns: The position of the completion, if the call has one.
  /// - Throws: That the animator does not take the call in the state it is in.
  public mutating func perform(
    _ command: Command, at time: Timestamp
  ) throws(PropertyAnimatorError) -> Position? {
    switch command {
    case .start: try startAnimation(at: time)
    case .pause: try pauseAnimation(at: time)
    case .scrub(let fraction): try setFractionComplete(fraction, at: time)
    case .proceed(let parameters, let factor):
      try continueAnimation(with: parameters, durationFactor: factor, at: time)
    case .setReversed(let isReversed): try setReversed(isReversed, at: time)
    case .stop(let withoutFinishing):
      try stopAnimation(withoutFinishing: withoutFinishing, at: time)
    case .finish(let position): return try finishAnimation(at: position)
    }
    return nil
  }
}
