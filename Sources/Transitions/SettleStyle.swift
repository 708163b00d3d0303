public import Curves

/// How a transition goes from the lift to its end.
public enum SettleStyle: Hashable, Sendable {
  /// A duration for the whole way, shortened to the rest of it, along a curve.
  ///
  /// This is UIPercentDrivenInteractiveTransition's rule: the rest takes
  /// (1 − p) · duration ÷ speed when finishing, p · duration ÷ speed when cancelling. The duration
  /// is 0 or more, the speed more than 0.
  case timed(Duration, TimingCurve, speed: Double = 1)

  /// A spring that takes over the finger's velocity.
  case spring(Spring)

  /// No animation: reduced motion.
  case immediate

  /// 0.35 s for the whole way, easing in and out.
  ///
  /// The curve is the `completionCurve` that UIPercentDrivenInteractiveTransition has by default,
  /// the duration this project's own choice.
  public static var standard: Self { .timed(.milliseconds(350), .easeInOut) }
}
