public import Curves
import Glibc
public import Layers
public import Quantities

/// How an animation of a view is paced.
///
/// The corresponding UIKit protocol is `UITimingCurveProvider`, with `UICubicTimingParameters` and
/// `UISpringTimingParameters`.
public enum TimingParameters: Hashable, Sendable {
  /// A timing curve over the duration of whoever uses it.
  case curve(TimingCurve)

  /// A spring that settles within the duration of whoever uses it.
  ///
  /// The corresponding initializer is
  /// `UISpringTimingParameters(dampingRatio:initialVelocity:)`; its velocity is a vector, of which
  /// the magnitude per unit of the way counts. The ratio is 0…1, the velocity of the whole way per
  /// second.
  case damped(ratio: Double, velocity: Double = 0)

  /// A spring with a duration of its own, that of its settling; any other duration is ignored.
  case spring(SpringCurve)

  /// A spring that settles within the duration of whoever uses it, with a velocity in the plane.
  ///
  /// Its magnitude counts, per unit of the way and second, as for all that has one dimension.
  public static func damped(ratio: Double, initialVelocity: Point) -> Self {
    .damped(ratio: ratio, velocity: hypot(initialVelocity.x, initialVelocity.y))
  }

  /// The spring that UIKit itself uses: mass 3, stiffness 1000, damping 500.
  ///
  /// The corresponding initializer is `UISpringTimingParameters()`.
  public static var standardSpring: Self {
    .spring(SpringCurve(Spring(mass: 3, stiffness: 1000, damping: 500)))
  }

  /// The pace that results where a duration is given.
  ///
  /// - Parameter duration: The duration, 0 or more.
  /// - Returns: The pace.
  public func pace(over duration: Duration) -> Pace {
    switch self {
    case .curve(let curve): Pace(shape: .curve(curve), duration: max(duration, .zero))
    case .damped(let ratio, let velocity):
      Pace(
        shape: .spring(
          SpringCurve(
            Spring(settlingDuration: duration, dampingRatio: ratio, initialVelocity: velocity),
            initialVelocity: velocity)), duration: max(duration, .zero))
    case .spring(let curve):
      Pace(shape: .spring(curve), duration: curve.settlingDuration ?? Pace.longest)
    }
  }
}
