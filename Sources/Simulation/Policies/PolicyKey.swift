/// A parameter of a policy, by the name that policy files have for it.
public enum PolicyKey: String, Hashable, Sendable, CaseIterable {
  // MARK: What follows the fingers

  /// What follows the fingers on a touchpad: their contacts, or what libinput makes of them.
  case recognizer

  /// Who says when a gesture begins: the program's own recognizer, with slop and edge, or the
  /// platform's rule about motions.
  case recognition

  /// The pixels of the platform in an inch of a touchscreen, where the recording has no pixels.
  case pixelsPerInch = "pixels_per_inch"

  // MARK: Progress

  /// The way that makes progress 1.
  case progressDistance = "progress_distance"

  /// Whether the start distance comes on top of the way that makes progress 1.
  case progressIncludesStart = "progress_includes_start"

  /// The motion before the gesture begins.
  case startDistance = "start_distance"

  /// What is compared with the start distance.
  case startMeasure = "start_measure"

  /// How much of the motion before the start makes progress.
  case startCounts = "start_counts"

  /// Whether exactly the start distance begins the gesture.
  case startAtDistance = "start_at_distance"

  /// How many times as long as across the way along the axis must be at the start.
  case axisLockRatio = "axis_lock_ratio"

  /// Whether exactly that many times will do.
  case axisLockAtRatio = "axis_lock_at_ratio"

  /// Whether each motion before the start must keep the ratio.
  case axisLockEachEvent = "axis_lock_each_event"

  /// The way until which the axis is chosen anew.
  case axisLockDistance = "axis_lock_distance"

  /// The most progress that a motion makes.
  case maxDeltaPerEvent = "max_delta_per_event"

  /// Whether a motion makes the less progress the further it has come.
  case slowsDown = "slows_down"

  /// Where progress is kept.
  case clamp

  /// The way beyond which the gesture stays on its side.
  case sideLockDistance = "side_lock_distance"

  /// Whether an end by the system is decided like a lift.
  case cancelIsEnd = "cancel_is_end"

  // MARK: Velocity

  /// The formula of the velocity.
  case velocityEstimator = "velocity_estimator"

  /// The span of the motions that the velocity is made of.
  case velocityWindow = "velocity_window"

  /// Whether the first delta of the window is left out.
  case velocityDropsFirst = "velocity_drops_first"

  /// The shortest time that a pair of motions counts as.
  case velocityMinInterval = "velocity_min_interval"

  /// The pause that the parabola does not reach over.
  case velocityStopGap = "velocity_stop_gap"

  /// The fewest motions that make a velocity.
  case velocityMinSamples = "velocity_min_samples"

  /// How many motions are added up.
  case velocityEvents = "velocity_events"

  /// What a rest before the lift does.
  case stalePolicy = "stale_policy"

  /// The age from which a velocity is 0.
  case maxVelocityAge = "max_velocity_age"

  /// The motions that the velocity may be made of.
  case velocityMemory = "velocity_memory"

  /// Whether a velocity beyond the ends of progress is 0.
  case velocityStopsAtEnds = "velocity_stops_at_ends"

  // MARK: Decision

  /// The progress below which it cancels.
  case minProgress = "min_progress"

  /// The speed from which it finishes, whatever its sign.
  case forceSpeed = "force_speed"

  /// The speed backwards above which it cancels.
  case vetoVelocity = "veto_velocity"

  /// The progress above which the veto holds.
  case hysteresisAt = "hysteresis_at"

  /// The velocity from which it finishes.
  case flingForward = "fling_forward"

  /// The speed backwards from which it cancels.
  case flingBackward = "fling_backward"

  /// The way that a fling needs.
  case flingMinDistance = "fling_min_distance"

  /// Whether exactly the velocity and the way of a fling make one.
  case flingAtBar = "fling_at_bar"

  /// How far the motion is thought to go on.
  case projection

  /// The seconds that the velocity is thought to go on for.
  case projectionHorizon = "projection_horizon"

  /// The share of the velocity that a millisecond leaves.
  case decelerationRate = "deceleration_rate"

  /// The speed from which the projection bends.
  case projectionKnee = "projection_knee"

  /// How much the projection bends.
  case projectionMultiplier = "projection_multiplier"

  /// The speed from which a projection is made.
  case projectionMinVelocity = "projection_min_velocity"

  /// Whether the projected progress is kept within 0…1.
  case clampProjection = "clamp_projection"

  /// The bar that progress is compared with.
  case finishThreshold = "finish_threshold"

  /// What happens exactly at the threshold.
  case tie

  // MARK: Settling

  /// How the rest is animated.
  case settle

  /// What a value of a parameter is.
  enum Kind: Hashable, Sendable {
    /// A way.
    case length

    /// The bar of progress.
    case threshold

    /// A velocity.
    case velocity

    /// A number within a range.
    case number(ClosedRange<Double>)

    /// A whole number within a range.
    case count(ClosedRange<Int>)

    /// A time.
    case duration

    /// Yes or no.
    case flag

    /// One of some words.
    case word([String])

    /// A way to settle.
    case settle
  }

  /// What its values are.
  var kind: Kind {
    switch self {
    case .recognizer: .word(PolicyWords.recognizers)
    case .recognition: .word(PolicyWords.recognitions)
    case .startMeasure: .word(PolicyWords.measures)
    case .startCounts: .word(PolicyWords.counts)
    case .clamp: .word(PolicyWords.clamps)
    case .velocityEstimator: .word(PolicyWords.estimators)
    case .stalePolicy: .word(PolicyWords.stalePolicies)
    case .velocityMemory: .word(PolicyWords.memories)
    case .projection: .word(PolicyWords.projections)
    case .tie: .word(PolicyWords.ties)
    case .progressDistance, .startDistance, .axisLockDistance, .sideLockDistance,
      .flingMinDistance, .minProgress:
      .length
    case .finishThreshold: .threshold
    case .forceSpeed, .vetoVelocity, .flingForward, .flingBackward, .projectionMinVelocity,
      .projectionKnee:
      .velocity
    case .pixelsPerInch: .number(1...10_000)
    case .axisLockRatio: .number(0...1e6)
    case .maxDeltaPerEvent: .number(1e-6...1e6)
    case .hysteresisAt: .number(-1e6...1e6)
    case .projectionHorizon: .number(0...1e3)
    case .decelerationRate: .number(0.5...0.999_999)
    case .projectionMultiplier: .number(1e-6...1e6)
    case .velocityMinSamples: .count(2...20)
    case .velocityEvents: .count(1...64)
    case .velocityWindow, .velocityMinInterval, .velocityStopGap, .maxVelocityAge: .duration
    case .progressIncludesStart, .startAtDistance, .axisLockAtRatio, .axisLockEachEvent,
      .slowsDown, .cancelIsEnd, .velocityDropsFirst, .velocityStopsAtEnds, .flingAtBar,
      .clampProjection:
      .flag
    case .settle: .settle
    }
  }

  /// Whether a negative value has a meaning.
  var maySink: Bool {
    switch self {
    case .minProgress, .finishThreshold, .flingForward: true
    default: false
    }
  }
}
