import Glibc
import Quantities

/// The slowing down of something that was let go: each millisecond leaves a fixed share of its
/// velocity.
///
/// v(t) = v₀·d^(1000t), with d the rate and t in seconds. Velocities are per second, in any unit of
/// length, which is then that of the answers.
public struct Deceleration: Hashable, Sendable {
  /// The share of the velocity that is left after a millisecond, more than 0 and less than 1.
  public let rate: Double

  /// Creates a deceleration.
  ///
  /// - Precondition: The rate lies between 0 and 1.
  public init(rate: Double) {
    precondition(rate > 0 && rate < 1, "A deceleration rate lies between 0 and 1")
    self.rate = rate
  }

  /// The deceleration of a scroll view.
  ///
  /// The corresponding UIKit constant is `UIScrollView.DecelerationRate.normal`.
  public static var normal: Self { Self(rate: 0.998) }

  /// The deceleration of a scroll view that stops soon, as one with pages does.
  ///
  /// The corresponding UIKit constant is `UIScrollView.DecelerationRate.fast`.
  public static var fast: Self { Self(rate: 0.99) }

  /// The velocity that is left after some time; a negative time counts as none.
  public func velocity(at elapsed: Duration, from velocity: Double) -> Double {
    velocity * exp(exponent * max(elapsed, .zero).seconds)
  }

  /// The distance covered after some time, with the sign of the velocity.
  ///
  /// It is the integral of the velocity, v·(d^(1000t) − 1)/(1000·ln d). A negative time counts as
  /// none.
  public func position(at elapsed: Duration, from velocity: Double) -> Double {
    velocity * (expm1(exponent * max(elapsed, .zero).seconds) / exponent)
  }

  /// The distance to the stop as WWDC 2018 session 803 counts it, millisecond by millisecond:
  /// (v/1000)·d/(1 − d).
  ///
  /// It is the sum of what is left after each whole millisecond, a little less than the exact
  /// distance. Gestures project with it by convention.
  public func projection(of velocity: Double) -> Double {
    velocity / 1000 * (rate / (1 - rate))
  }

  /// The exact distance to the stop, the integral of the velocity: −v/(1000·ln d).
  public func stoppingDistance(of velocity: Double) -> Double {
    velocity / -exponent
  }

  /// The time until less than a distance is left; half a point, unless said otherwise.
  ///
  /// It is ln(−s·1000·ln d/|v|)/(1000·ln d), with s the distance.
  ///
  /// Nothing, if less is left at the start.
  ///
  /// - Returns: The time, or `nil` if it is more than 285 years or the velocity is not finite.
  /// - Precondition: The distance is positive.
  public func duration(from velocity: Double, toWithin distance: Double = 0.5) -> Duration? {
    precondition(distance > 0, "A stop needs a positive distance to be within")
    guard velocity.isFinite else { return nil }
    guard stoppingDistance(of: velocity).magnitude > distance else { return .zero }
    // The difference of logarithms holds for any velocity; the quotient may overflow.
    return Duration(
      orNever: (log(distance) + log(-exponent) - log(velocity.magnitude)) / exponent)
  }

  /// The exponent of the decay, per second; negative.
  private var exponent: Double { 1000 * log(rate) }
}
