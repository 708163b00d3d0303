public import Curves
import Quantities

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

  /// The share of the duration after which it has a value for the first time.
  ///
  /// - Parameter value: A value; outside 0…1 it counts as the nearest end.
  /// - Returns: The share, 0…1.
  /// - Complexity: O(1) for a curve; for a spring linear in the swings until then.
  public func share(ofValue value: Double) -> Double {
    guard value > 0, value < 1 else { return min(max(value, 0), 1) }
    var (low, high) = (0.0, 1.0)
    if case .spring(let curve) = shape, duration > .zero {
      // A tenth of a radian of the swing: no passage lies between two steps.
      let step = max(0.1 / curve.spring.naturalFrequency / duration.seconds, Self.finestStep)
      while low + step < 1, self.value(atShare: low + step) < value { low += step }
      high = min(low + step, 1)
    }
    // Each step halves the interval, down to the last bit.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self.value(atShare: middle) < value { low = middle } else { high = middle }
    }
    return high
  }

  /// The smallest step in which a spring is searched, as a share of its duration.
  private static let finestStep = 1e-5
}
