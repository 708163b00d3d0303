/// A call that a property animator does not take in the state it is in.
///
/// On Apple it is an exception, which ends the app.
public struct PropertyAnimatorError: Error, Hashable, Sendable {
  /// A call.
  public enum Call: String, Hashable, Sendable, CaseIterable {
    case startAnimation, pauseAnimation, setFractionComplete, continueAnimation, stopAnimation
    case finishAnimation, addAnimations, setReversed, configure, release
  }

  /// The call.
  public var call: Call

  /// The state that the animator is in.
  public var state: PropertyAnimator.State

  /// Whether the animator runs, where it is active.
  public var isRunning: Bool

  /// Creates the error of a call.
  public init(call: Call, state: PropertyAnimator.State, isRunning: Bool) {
    self.call = call
    self.state = state
    self.isRunning = isRunning
  }
}

extension PropertyAnimatorError: CustomStringConvertible {
  public var description: String {
    let word =
      switch (state, isRunning) {
      case (.active, true): "active and running"
      case (.active, false): "active and paused"
      case (.inactive, _), (.stopped, _): state.rawValue
      }
    return "\(call.rawValue) is not allowed while the animator is \(word)"
  }
}
