public import Gestures

/// The rule that decides between finishing and cancelling.
///
/// It is one rule with parameters; the steps are taken in this order, and the first that applies
/// settles it:
///
/// 1. Progress below ``minimumProgress`` cancels.
/// 2. A speed of at least ``forceSpeed``, whatever its sign, finishes.
/// 3. A velocity below −``vetoVelocity`` cancels, above ``vetoProgress`` only.
/// 4. A velocity of at least ``flingForward`` finishes, one of at most −``flingBackward`` cancels,
///    after ``flingMinimumProgress``; ``flingsAtBar`` says whether exactly that much will do.
/// 5. The ``projection`` of the velocity is added to the progress.
/// 6. At or above ``finishThreshold`` it finishes; exactly there ``tie`` says.
///
/// Progress is a share of the way; velocities are progress per second (per event where the
/// estimator is `meanPerEvent`), forward positive.
public struct Policy: Hashable, Sendable {
  /// How far a motion is thought to go on after the lift.
  public enum Projection: Hashable, Sendable {
    /// Not at all.
    case none

    /// The velocity times a horizon in seconds.
    ///
    /// A deceleration rate r per millisecond stands for r / (1 − r) / 1000 s (Apple's sum) or
    /// −1 / (1000 · ln r) s (the exact integral).
    case linear(horizon: Double)

    /// The curve of GNOME Shell (`swipeTracker.js`) and libadwaita (`adw-swipe-tracker.c`) over the
    /// velocity in pixels per millisecond.
    ///
    /// Up to `knee` it is slope · |v|, with slope = r / (1 − r) / 1000; above, with
    /// c = slope / (2 · multiplier): multiplier · ((|v| − knee + c)² − c²) + knee · slope. The sum
    /// is added to progress as it is, as those do.
    ///
    /// - Parameters:
    ///   - rate: The share r of the velocity that a millisecond leaves, more than 0 and less than
    ///     1; 0.997 for touchpads and 0.998 for touchscreens there.
    ///   - knee: The speed from which the curve bends, in pixels per millisecond, 0 or more; 2
    ///     there.
    ///   - multiplier: How much it bends: progress for the square of a pixel per millisecond, more
    ///     than 0; 0.35 there.
    ///   - pixelsPerMillisecond: What a progress per second is in pixels per millisecond: the
    ///     pixels of the whole way, by 1000.
    case curve(rate: Double, knee: Double, multiplier: Double, pixelsPerMillisecond: Double)
  }

  /// How the velocity is estimated.
  public var estimator: VelocityEstimator

  /// The progress below which it cancels, any number; `nil`: no such step.
  public var minimumProgress: Double?

  /// The speed from which it finishes, whatever the sign, 0 or more; `nil`: no such step.
  public var forceSpeed: Double?

  /// The speed backwards above which it cancels, 0 or more; `nil`: no such step.
  public var vetoVelocity: Double?

  /// The progress above which the veto holds, any number; `nil`: everywhere.
  public var vetoProgress: Double?

  /// The velocity from which it finishes, any number; `nil`: no such step.
  public var flingForward: Double?

  /// The speed backwards from which it cancels, 0 or more; `nil`: no such step.
  public var flingBackward: Double?

  /// The progress, either way, that a fling needs, 0 or more.
  public var flingMinimumProgress: Double

  /// Whether exactly the velocity and the progress of a fling make one; else it takes more.
  public var flingsAtBar: Bool

  /// How far the motion is thought to go on.
  public var projection: Projection

  /// The speed from which the projection is made, 0 or more.
  public var projectionMinimumSpeed: Double

  /// Whether the projected progress is kept within 0…1.
  public var clampsProjection: Bool

  /// The progress from which it finishes, any number; 0.3 unless said otherwise.
  public var finishThreshold: Double

  /// What happens exactly at the threshold.
  public var tie: Outcome

  /// Creates a policy; by default progress alone decides, at 30 %.
  public init(
    estimator: VelocityEstimator = .window, minimumProgress: Double? = nil,
    forceSpeed: Double? = nil, vetoVelocity: Double? = nil, vetoProgress: Double? = nil,
    flingForward: Double? = nil, flingBackward: Double? = nil, flingMinimumProgress: Double = 0,
    flingsAtBar: Bool = true, projection: Projection = .none, projectionMinimumSpeed: Double = 0,
    clampsProjection: Bool = false, finishThreshold: Double = 0.3, tie: Outcome = .finish
  ) {
    self.estimator = estimator
    self.minimumProgress = minimumProgress
    self.forceSpeed = forceSpeed
    self.vetoVelocity = vetoVelocity
    self.vetoProgress = vetoProgress
    self.flingForward = flingForward
    self.flingBackward = flingBackward
    self.flingMinimumProgress = flingMinimumProgress
    self.flingsAtBar = flingsAtBar
    self.projection = projection
    self.projectionMinimumSpeed = projectionMinimumSpeed
    self.clampsProjection = clampsProjection
    self.finishThreshold = finishThreshold
    self.tie = tie
  }

  /// The policy `threshold`: progress alone decides; at or above the threshold it finishes.
  ///
  /// - Parameter threshold: The progress from which it finishes, any number.
  /// - Returns: The policy.
  public static func threshold(_ threshold: Double = 0.3) -> Self {
    Self(finishThreshold: threshold)
  }

  /// The policy `flick`: 0.5 per second either way decides, else the threshold.
  ///
  /// - Parameter threshold: The progress from which it finishes, any number.
  /// - Returns: The policy.
  public static func flick(_ threshold: Double = 0.3) -> Self {
    Self(flingForward: flickVelocity, flingBackward: flickVelocity, finishThreshold: threshold)
  }

  /// The speed of a flick, in progress per second: that of a finger that goes the whole way in two
  /// seconds.
  private static let flickVelocity = 0.5

  /// Decides a lift.
  ///
  /// - Parameters:
  ///   - progress: The progress at the lift, clamped on neither side.
  ///   - velocity: The change of progress per second, as the estimator gives it; per event where
  ///     that is `meanPerEvent`. What is not a number meets no bar.
  /// - Returns: The end to settle at, the step that chose it, and by how much.
  public func decision(atProgress progress: Double, velocity: Double) -> Decision {
    if let minimumProgress, progress < minimumProgress {
      return Decision(.cancel, by: .threshold, margin: progress - minimumProgress)
    }
    if let forceSpeed, velocity.magnitude >= forceSpeed {
      return Decision(.finish, by: .force, margin: velocity.magnitude - forceSpeed)
    }
    if let vetoVelocity, velocity < -vetoVelocity, vetoProgress.map({ progress > $0 }) ?? true {
      return Decision(.cancel, by: .veto, margin: velocity + vetoVelocity)
    }
    if isFling(progress.magnitude, flingMinimumProgress) {
      if let flingForward, isFling(velocity, flingForward) {
        return Decision(.finish, by: .velocity, margin: velocity - flingForward)
      }
      if let flingBackward, isFling(-velocity, flingBackward) {
        return Decision(.cancel, by: .velocity, margin: velocity + flingBackward)
      }
    }
    let projected = projectedProgress(from: progress, velocity: velocity)
    let rule: Decision.Rule = projected == nil ? .threshold : .projection
    let value = projected ?? progress
    let isReached = tie == .finish ? value >= finishThreshold : value > finishThreshold
    return Decision(isReached ? .finish : .cancel, by: rule, margin: value - finishThreshold)
  }

  func isFling(_ value: Double, _ bar: Double) -> Bool {
    flingsAtBar ? value >= bar : value > bar
  }

  /// The progress where the motion would come to rest, or `nil` where none is projected.
  ///
  /// - Parameters:
  ///   - progress: The progress at the lift, clamped on neither side.
  ///   - velocity: The change of progress per second.
  /// - Returns: The progress, within 0…1 if ``clampsProjection`` says so.
  public func projectedProgress(from progress: Double, velocity: Double) -> Double? {
    guard velocity.magnitude >= projectionMinimumSpeed else { return nil }
    let way: Double
    switch projection {
    case .none: return nil
    case .linear(let horizon): way = horizon * velocity
    case .curve(let rate, let knee, let multiplier, let scale):
      let speed = velocity.magnitude * scale
      let slope = rate / (1 - rate) / 1000
      let c = slope / (2 * multiplier)
      let beyond = speed - knee + c
      let length =
        speed <= knee
        ? slope * speed : multiplier * (beyond * beyond - c * c) + knee * slope
      way = velocity < 0 ? -length : length
    }
    let projected = progress + way
    return clampsProjection ? max(0, min(1, projected)) : projected
  }
}

extension VelocityEstimator {
  /// The estimator of the policies `threshold` and `flick`: the slope over the last 100 ms of
  /// motion, 0 if that is more than 100 ms ago.
  public static var window: Self { .window(maximumAge: .milliseconds(100)) }

  /// The slope over the last 100 ms of motion, 0 if that is older than some age.
  public static func window(maximumAge: Duration) -> Self {
    Self(
      .windowSlope(window: .milliseconds(100), dropsFirst: true),
      staleness: .zeroAfter(maximumAge))
  }
}
