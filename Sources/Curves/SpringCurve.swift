import Glibc
import Quantities

/// The way from 0 to 1 that a spring takes, as Core Animation runs it.
///
/// It runs in absolute time: a duration only cuts it off. The corresponding Core Animation class is
/// `CASpringAnimation`.
public struct SpringCurve: Hashable, Sendable {
  /// The spring.
  public let spring: Spring

  /// The velocity at 0, of the whole way per second; positive towards 1.
  public let initialVelocity: Double

  /// Whether a damping ratio above 1 is honored; if not, it counts as 1.
  public let allowsOverdamping: Bool

  /// The spring as it is evaluated.
  private let evaluated: Spring

  /// Creates the way of a spring from 0 to 1.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - initialVelocity: The velocity at 0, of the whole way per second; positive towards 1.
  ///   - allowsOverdamping: Whether a damping ratio above 1 is honored; if not, it counts as 1.
  public init(_ spring: Spring, initialVelocity: Double = 0, allowsOverdamping: Bool = false) {
    self.spring = spring
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
    evaluated =
      spring.dampingRatio > 1 && !allowsOverdamping
      ? Spring(
        mass: spring.mass, stiffness: spring.stiffness,
        damping: 2 * spring.stiffness.squareRoot() * spring.mass.squareRoot()) : spring
  }

  /// The value after some time: 0 at the start, near 1 in the end.
  public func value(at elapsed: Duration) -> Double {
    1 + evaluated.state(elapsed, after: start).displacement
  }

  /// The value after some seconds, as ``value(at:)``; negative ones count as none.
  public func value(atSeconds seconds: Double) -> Double {
    1 + distance(at: seconds)
  }

  /// The velocity after some time, of the whole way per second.
  public func velocity(at elapsed: Duration) -> Double {
    evaluated.state(elapsed, after: start).velocity
  }

  /// The time until the value stays within a thousandth of 1, as Core Animation estimates it.
  ///
  /// A spring that swings settles when its envelope 1 + |B| does, B the factor of the sine; that
  /// gives the numbers measured of QuartzCore. Any other settles at the first tenth of a second
  /// from which it is within a thousandth for more than a second (measured without a velocity;
  /// nobody has published what Core Animation answers where overdamping is allowed). Infinite
  /// damping settles at once, as measured.
  ///
  /// `nil` if it never settles: undamped, so slow that it takes more than 285 years, or with a
  /// velocity that is not finite.
  public var settlingDuration: Duration? {
    guard spring.damping < .infinity else { return .zero }
    return evaluated.dampingRatio < 1 ? swingDuration : creepDuration
  }

  private static let tolerance = 0.001

  private var start: Spring.State {
    Spring.State(displacement: -1, velocity: initialVelocity)
  }

  /// The time for a damping ratio below 1: ln((1 + |B|)/0.001)/(ζω₀).
  private var swingDuration: Duration? {
    let (omega, zeta) = (evaluated.naturalFrequency, evaluated.dampingRatio)
    let swing = omega * ((1 - zeta) * (1 + zeta)).squareRoot()
    let factor = abs(zeta * omega - initialVelocity) / swing
    return Duration(orNever: (log(1 + factor) - log(Self.tolerance)) / (zeta * omega))
  }

  /// The time for a damping ratio of 1 or more: a whole number of tenths of a second.
  private var creepDuration: Duration? {
    guard
      let bound = evaluated.settlingDuration(from: start, within: Self.tolerance)?.seconds
    else { return nil }
    guard let passage, let turn, abs(distance(at: turn)) >= Self.tolerance else {
      return Self.tenths(from: entry(from: 0, to: bound))
    }

    // It passes 1, turns outside the tolerance and comes back.
    let early = Self.tenths(from: entry(from: 0, to: passage))
    let exit = firstNumber(from: passage, to: turn) { abs(distance(at: $0)) >= Self.tolerance }
    if let early, exit - early.seconds > 1 { return early }
    return Self.tenths(from: entry(from: turn, to: bound))
  }

  /// The seconds until a spring that creeps passes 1, if it does.
  private var passage: Double? {
    evaluated.creepTime(ofTangent: 1 / (initialVelocity - evaluated.decay))
  }

  /// The seconds until a spring that creeps turns back after passing 1.
  private var turn: Double? {
    let omega = evaluated.naturalFrequency
    return evaluated.creepTime(
      ofTangent: initialVelocity / (evaluated.decay * initialVelocity - omega * omega))
  }

  /// The first of some seconds at which the value is within the tolerance.
  private func entry(from first: Double, to last: Double) -> Double {
    firstNumber(from: first, to: last) { abs(distance(at: $0)) < Self.tolerance }
  }

  private func distance(at seconds: Double) -> Double {
    evaluated.state(atSeconds: seconds, after: start).displacement
  }

  private static func tenths(from seconds: Double) -> Duration? {
    Duration(orNever: (seconds * 10).rounded(.up) / 10)
  }
}
