public import Curves
import Quantities

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

/// A way from 0 to 1 with a duration, at whose end it is at 1.
public struct Pace: Hashable, Sendable {
  /// What the way is made of.
  public enum Shape: Hashable, Sendable {
    /// A timing curve over the duration.
    case curve(TimingCurve)

    /// A spring, in absolute time, which the duration cuts off.
    case spring(SpringCurve)
  }

  /// What the way is made of.
  public let shape: Shape

  /// How long it takes; 0 or more.
  public let duration: Duration

  /// The duration of a spring that never settles.
  static let longest = Duration.seconds(10)

  /// Creates a way.
  public init(shape: Shape, duration: Duration) {
    self.shape = shape
    self.duration = duration
  }

  /// The value after a share of the duration: 0 before the start, exactly 1 from the end on.
  public func value(atShare share: Double) -> Double {
    guard share < 1, !share.isNaN else { return 1 }
    guard share > 0 else { return 0 }
    return switch shape {
    case .curve(let curve): curve.value(at: share)
    case .spring(let curve): curve.value(at: .seconds(duration.seconds * share))
    }
  }

  /// The share of the duration after which a timing curve has a value for the first time.
  ///
  /// A spring passes a value several times; there the value itself is the answer, as it is for a
  /// curve that leaves 0…1.
  ///
  /// - Parameter value: A value of 0…1.
  /// - Returns: The share, 0…1.
  public func share(ofValue value: Double) -> Double {
    guard case .curve(let curve) = shape, value > 0, value < 1 else { return min(max(value, 0), 1) }
    var (low, high) = (0.0, 1.0)
    // Each step halves the interval, down to the last bit.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if curve.value(at: middle) < value { low = middle } else { high = middle }
    }
    return high
  }
}
