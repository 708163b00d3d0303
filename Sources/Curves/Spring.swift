import Glibc
import Quantities

/// A mass on a spring, pulled towards a target and damped: m·x″ = −k·x − c·x′.
///
/// Its movement is the closed solution, so that it depends on the time that has passed and not on
/// how it was divided. Lengths have any unit, which is then that of velocities, per second.
public struct Spring: Hashable, Sendable {
  /// A moment of the movement.
  public struct State: Hashable, Sendable {
    /// The way from the target: 0 there, negative before it.
    public var displacement: Double

    /// The change of the displacement, per second.
    public var velocity: Double

    /// Creates a moment of a movement.
    public init(displacement: Double, velocity: Double) {
      self.displacement = displacement
      self.velocity = velocity
    }
  }

  /// The mass that is moved, in kilograms.
  public let mass: Double

  /// The pull of the spring, in newtons per meter.
  public let stiffness: Double

  /// The braking, in newton-seconds per meter: 0 never comes to rest, infinity never moves.
  public let damping: Double

  /// The damping as a share of what just keeps the spring from swinging, 0 or more.
  ///
  /// Below 1 it swings around its target, at 1 it gets there soonest, above 1 it creeps.
  public let dampingRatio: Double

  /// The angular frequency the spring would swing with undamped, in radians per second.
  public let naturalFrequency: Double

  /// Creates a spring from its constants; the defaults are those of a spring of Core Animation.
  ///
  /// The corresponding Core Animation class is `CASpringAnimation`.
  ///
  /// - Precondition: Mass and stiffness are positive, the damping is not negative.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10) {
    precondition(mass > 0 && mass.isFinite, "A spring needs a positive mass")
    precondition(stiffness > 0 && stiffness.isFinite, "A spring needs a positive stiffness")
    precondition(damping >= 0, "A spring needs a damping that is not negative")
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    naturalFrequency = (stiffness / mass).squareRoot()
    // Two roots: the product of mass and stiffness may not fit.
    dampingRatio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  }

  /// Creates a spring of mass 1 from the time it would take to swing once undamped.
  ///
  /// - Precondition: The response is positive, the damping ratio is not negative.
  public init(response: Duration, dampingRatio: Double) {
    precondition(response > .zero, "A spring needs a positive response")
    self.init(frequency: 2 * .pi / response.seconds, dampingRatio: dampingRatio)
  }

  /// Creates a spring of mass 1 from how long it seems to take and how much it bounces.
  ///
  /// The corresponding SwiftUI initializer is `Spring(duration:bounce:)`. The damping ratio is
  /// 1 − bounce, and 1/(1 + bounce) for a negative bounce.
  ///
  /// - Parameters:
  ///   - duration: The response of the spring.
  ///   - bounce: The bounce: 0 just does not swing, 1 swings for ever, −1 never moves.
  /// - Precondition: The duration is positive, the bounce is −1…1.
  public init(perceptualDuration duration: Duration, bounce: Double) {
    precondition((-1...1).contains(bounce), "The bounce of a spring is −1…1")
    self.init(response: duration, dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce)
  }

  /// Creates a spring of mass 1 that goes from 0 to 1 in a time, to a thousandth.
  ///
  /// The corresponding UIKit method is
  /// `UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)`. UIKit
  /// publishes no formula; OpenSwiftUI and Framer Motion agree on this one. The frequency is the
  /// largest root of |ζω − v|/(ω·√(1 − ζ²))·e^(−ζωT) = 0.001 for ζ < 1 and of
  /// |(ω − v)·T + 1|·e^(−ωT) = 0.001 for ζ = 1.
  ///
  /// - Parameters:
  ///   - duration: The time to settle in; it counts as 0.01…10 seconds.
  ///   - dampingRatio: The damping ratio; it counts as 0.002…1, as the equation has no root for
  ///     less without a velocity.
  ///   - initialVelocity: The velocity at the start, of the whole way per second; it counts as
  ///     −10⁶…10⁶.
  /// - Precondition: The damping ratio is a number.
  public init(settlingDuration duration: Duration, dampingRatio: Double, initialVelocity: Double) {
    precondition(!dampingRatio.isNaN, "A spring needs a damping ratio that is a number")
    let time = min(max(duration.seconds, 0.01), 10)
    let ratio = min(max(dampingRatio, 0.002), 1)
    let velocity = initialVelocity.isNaN ? 0 : min(max(initialVelocity, -1e6), 1e6)
    self.init(
      frequency: Self.frequency(settlingIn: time, dampingRatio: ratio, from: velocity),
      dampingRatio: ratio)
  }

  private init(frequency: Double, dampingRatio: Double) {
    precondition(dampingRatio >= 0, "A spring needs a damping ratio that is not negative")
    self.init(stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency)
  }

  /// A spring that does not bounce, half a second long.
  ///
  /// The corresponding SwiftUI spring is `Spring.smooth`, whose bounce OpenSwiftUI has as 0.
  public static var smooth: Self { Self(perceptualDuration: presetDuration, bounce: 0) }

  /// A spring that bounces a little, half a second long.
  ///
  /// The corresponding SwiftUI spring is `Spring.snappy`, whose bounce OpenSwiftUI has as 0.15.
  public static var snappy: Self { Self(perceptualDuration: presetDuration, bounce: 0.15) }

  /// A spring that bounces visibly, half a second long.
  ///
  /// The corresponding SwiftUI spring is `Spring.bouncy`, whose bounce OpenSwiftUI has as 0.3.
  public static var bouncy: Self { Self(perceptualDuration: presetDuration, bounce: 0.3) }

  /// How long the springs with a name seem to take, as those of SwiftUI do.
  public static let presetDuration = Duration.milliseconds(500)

  /// The state some time after another; a negative time counts as none.
  ///
  /// It is the closed solution of m·x″ = −k·x − c·x′: with the decay ζω₀ and ω = ω₀·√(1 − ζ²),
  /// x(t) = e^(−ζω₀t)·(x₀·cos ωt + (v₀ + ζω₀x₀)·sin ωt ÷ ω) for ζ < 1, its limit at 1, and
  /// hyperbolic functions of ω₀·√(ζ² − 1) above.
  public func state(_ elapsed: Duration, after initial: State) -> State {
    state(atSeconds: max(elapsed, .zero).seconds, after: initial)
  }

  /// The time after which the displacement stays within a tolerance, whatever the phase.
  ///
  /// It is the end of a curve that the movement never leaves, so it is never too short. Where the
  /// spring does not swing and does not start towards its target faster than it would, it is exact.
  ///
  /// - Parameters:
  ///   - initial: The state to start from, however large.
  ///   - tolerance: The largest displacement that counts as settled.
  /// - Returns: The time, or `nil` if the spring never settles: undamped, damped so that it takes
  ///   more than 285 years, or from a state that is not finite.
  /// - Precondition: The tolerance is positive.
  public func settlingDuration(from initial: State, within tolerance: Double) -> Duration? {
    precondition(tolerance > 0, "Settling needs a positive tolerance")
    let drift = abs(initial.velocity + decay * initial.displacement)
    let displacement = initial.displacement.magnitude
    guard initial.displacement.isFinite, initial.velocity.isFinite else { return nil }
    guard drift.isFinite else { return displacement <= tolerance ? .zero : nil }
    guard displacement > 0 || drift > 0 else { return .zero }

    // Any size fits after division by the larger part.
    let scale = max(displacement, drift)
    let envelope = Envelope(
      spring: self, displacement: displacement / scale, drift: drift / scale,
      logarithmOfTolerance: log(tolerance) - log(scale))
    return Duration(orNever: envelope.end)
  }

  /// The rate at which the swing decays, ζ·ω₀, per second.
  var decay: Double { dampingRatio * naturalFrequency }

  /// The rate of the slowest part of the movement, per second.
  fileprivate var slowestDecay: Double {
    guard dampingRatio > 1 else { return decay }
    // ω₀·(ζ − √(ζ² − 1)), written without the cancellation.
    return naturalFrequency / (dampingRatio + (dampingRatio - 1).squareRoot() * rootOfRatioPlusOne)
  }

  /// The angular frequency of the swing, or for a spring that creeps its imaginary counterpart.
  fileprivate var swing: Double {
    naturalFrequency * abs(1 - dampingRatio).squareRoot() * rootOfRatioPlusOne
  }

  private var rootOfRatioPlusOne: Double { (1 + dampingRatio).squareRoot() }

  /// The seconds at which the sine of the swing divided by the angular frequency is some multiple
  /// of the cosine, for a spring that creeps; `nil` if that never happens.
  func creepTime(ofTangent tangent: Double) -> Double? {
    let swing = swing
    guard tangent >= 0, swing * tangent < 1 else { return nil }
    return swing > 0 ? atanh(swing * tangent) / swing : tangent
  }

  /// The state some seconds after another.
  func state(atSeconds time: Double, after initial: State) -> State {
    guard time > 0 else { return initial }
    let (x, v) = (initial.displacement, initial.velocity)
    guard decay.isFinite else { return State(displacement: x, velocity: 0) }
    let (cosine, sine) = decayedWaves(at: time)
    return State(
      displacement: x * cosine + (v + decay * x) * sine,
      velocity: v * cosine - (naturalFrequency * naturalFrequency * x + decay * v) * sine)
  }

  /// The cosine of the swing, and its sine divided by the angular frequency, both decayed.
  ///
  /// Written so, the three cases of the damping ratio pass into each other without a gap: near 1
  /// nothing is divided by a number near 0.
  private func decayedWaves(at time: Double) -> (cosine: Double, sine: Double) {
    let decayed = exp(-slowestDecay * time)
    let swing = swing
    if swing == 0 {
      return (decayed, time * decayed)
    } else if dampingRatio < 1 {
      return (decayed * cos(swing * time), decayed * (sin(swing * time) / swing))
    } else {
      // The hyperbolic functions without their growth, which would overflow.
      let lost = -expm1(-2 * swing * time)
      return (decayed * (1 - lost / 2), decayed * (lost / swing / 2))
    }
  }
}

/// A curve that the displacement of a spring stays below, and when that comes within a tolerance.
private struct Envelope {
  /// The spring.
  var spring: Spring

  /// The displacement at the start; not negative, at most 1.
  var displacement: Double

  /// The velocity at the start that the decay does not account for; not negative, at most 1.
  var drift: Double

  /// The logarithm of the tolerance.
  var logarithmOfTolerance: Double

  /// The seconds until the envelope is within the tolerance for good, or infinity.
  var end: Double {
    guard spring.slowestDecay > 0 else { return swingEnd }
    return spring.dampingRatio < 1 ? min(swingEnd, creepEnd) : creepEnd
  }

  /// The end for a spring that swings: the amplitude decays.
  private var swingEnd: Double {
    let amplitude = hypot(displacement, drift / spring.swing)
    let excess = log(amplitude) - logarithmOfTolerance
    return excess > 0 ? excess / spring.slowestDecay : 0
  }

  /// The end for a spring that creeps, which holds for one that swings as well.
  ///
  /// The envelope rises for 1/r at most, r the slowest decay, and falls from then on.
  private var creepEnd: Double {
    let rate = spring.slowestDecay
    // t·e^(−rt) is at most 1/(e·r).
    let peak = log(displacement + drift / rate * exp(-1))
    guard peak > logarithmOfTolerance else { return 0 }
    // t·e^(−rt) is at most 2/(e·r)·e^(−rt/2) as well, which bounds the time.
    let latest =
      2 * (log(displacement + 2 * drift / rate * exp(-1)) - logarithmOfTolerance) / rate
    guard latest.isFinite else { return .infinity }
    let turn = 1 / rate
    let isOutsideAtTurn = logarithm(at: turn) > logarithmOfTolerance
    // Outside only for a moment before the turn, it need not be known how soon it is back.
    guard isOutsideAtTurn || log(displacement) > logarithmOfTolerance else { return turn }
    return firstNumber(from: isOutsideAtTurn ? turn : 0, to: latest) { time in
      logarithm(at: time) <= logarithmOfTolerance
    }
  }

  /// The logarithm of the envelope of a spring that creeps.
  private func logarithm(at time: Double) -> Double {
    let swing = spring.swing
    guard swing > 0, spring.dampingRatio > 1 else {
      return log(displacement + drift * time) - spring.slowestDecay * time
    }
    let lost = -expm1(-2 * swing * time)
    return log(displacement * (1 - lost / 2) + drift * (lost / swing / 2))
      - spring.slowestDecay * time
  }
}

extension Spring {
  /// The largest frequency that settles in a time, in radians per second.
  ///
  /// The residual falls for good beyond its largest maximum; if that is within the tolerance
  /// already, the root lies before its zero, where the residual falls too.
  private static func frequency(
    settlingIn time: Double, dampingRatio: Double, from velocity: Double
  ) -> Double {
    let residual: (Double) -> Double
    let (zero, maximum): (Double, Double)
    if dampingRatio < 1 {
      let root = ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
      residual = { frequency in
        log(abs(dampingRatio * frequency - velocity) / (frequency * root))
          - dampingRatio * frequency * time
      }
      zero = velocity / dampingRatio
      maximum =
        velocity > 0
        ? (velocity + (velocity * (velocity + 4 / time)).squareRoot()) / (2 * dampingRatio) : 0
    } else {
      residual = { frequency in log(abs((frequency - velocity) * time + 1)) - frequency * time }
      zero = velocity - 1 / time
      maximum = max(velocity, 0)
    }

    let tolerance = log(0.001)
    if maximum > 0, residual(maximum) <= tolerance {
      return firstNumber(from: 0, to: zero) { residual($0) <= tolerance }
    }
    var bound = 2 * max(maximum, 1 / time)
    while residual(bound) > tolerance { bound *= 2 }
    return firstNumber(from: maximum, to: bound) { residual($0) <= tolerance }
  }
}

extension Duration {
  /// Creates a duration of some seconds.
  ///
  /// Fails if the seconds are not finite, negative, or more than 285 years.
  init?(orNever seconds: Double) {
    guard seconds >= 0, seconds <= 9e9 else { return nil }
    self = .seconds(seconds)
  }
}
