extension Policy {
  /// A number of a policy that a decision compares with a progress or a velocity.
  ///
  /// The raw value is its name in policy files.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// ``Policy/finishThreshold``.
    case finishThreshold = "finish_threshold"

    /// ``Policy/minimumProgress``.
    case minimumProgress = "min_progress"

    /// ``Policy/forceSpeed``.
    case forceSpeed = "force_speed"

    /// ``Policy/vetoVelocity``.
    case vetoVelocity = "veto_velocity"

    /// ``Policy/vetoProgress``.
    case vetoProgress = "hysteresis_at"

    /// ``Policy/flingForward``.
    case flingForward = "fling_forward"

    /// ``Policy/flingBackward``.
    case flingBackward = "fling_backward"

    /// ``Policy/flingMinimumProgress``.
    case flingMinimumProgress = "fling_min_distance"

    /// ``Policy/projectionMinimumSpeed``.
    case projectionMinimumSpeed = "projection_min_velocity"
  }

  /// How the outcome of a lift depends on one parameter.
  ///
  /// There is at most one value where it turns round, the break point.
  public enum Dependence: Hashable, Sendable {
    /// It does not.
    case always(Outcome)

    /// It finishes while the parameter is at most this.
    case finishesUpTo(Double)

    /// It finishes while the parameter is less than this.
    case finishesBelow(Double)

    /// It cancels while the parameter is at most this, and finishes beyond.
    case cancelsUpTo(Double)

    /// It cancels while the parameter is less than this, and finishes from there.
    case cancelsBelow(Double)

    /// The outcome at a value of the parameter.
    public func outcome(at value: Double) -> Outcome {
      switch self {
      case .always(let outcome): outcome
      case .finishesUpTo(let bar): value <= bar ? .finish : .cancel
      case .finishesBelow(let bar): value < bar ? .finish : .cancel
      case .cancelsUpTo(let bar): value <= bar ? .cancel : .finish
      case .cancelsBelow(let bar): value < bar ? .cancel : .finish
      }
    }
  }

  /// A parameter's value, or `nil` where the policy has no such step.
  public subscript(parameter: Parameter) -> Double? {
    switch parameter {
    case .finishThreshold: finishThreshold
    case .minimumProgress: minimumProgress
    case .forceSpeed: forceSpeed
    case .vetoVelocity: vetoVelocity
    case .vetoProgress: vetoProgress
    case .flingForward: flingForward
    case .flingBackward: flingBackward
    case .flingMinimumProgress: flingMinimumProgress
    case .projectionMinimumSpeed: projectionMinimumSpeed
    }
  }

  /// The policy with another value of a parameter.
  public func with(_ parameter: Parameter, _ value: Double) -> Self {
    var policy = self
    switch parameter {
    case .finishThreshold: policy.finishThreshold = value
    case .minimumProgress: policy.minimumProgress = value
    case .forceSpeed: policy.forceSpeed = value
    case .vetoVelocity: policy.vetoVelocity = value
    case .vetoProgress: policy.vetoProgress = value
    case .flingForward: policy.flingForward = value
    case .flingBackward: policy.flingBackward = value
    case .flingMinimumProgress: policy.flingMinimumProgress = value
    case .projectionMinimumSpeed: policy.projectionMinimumSpeed = value
    }
    return policy
  }

  /// How the outcome of a lift depends on a parameter, all others staying as they are.
  ///
  /// It is exact: at every value it tells what ``decision(atProgress:velocity:)`` would of the
  /// policy with that value.
  ///
  /// - Parameters:
  ///   - parameter: The parameter that changes; its value here does not matter.
  ///   - progress: The progress at the lift, clamped on neither side.
  ///   - velocity: The change of progress per second; per event where the estimator counts those.
  /// - Returns: The outcome over all values of the parameter.
  /// - Complexity: O(1): two decisions.
  public func dependence(
    on parameter: Parameter, atProgress progress: Double, velocity: Double
  ) -> Dependence {
    // The outcome is a step function of each parameter, so that its ends tell whether it turns.
    let low = with(parameter, -.infinity).decision(atProgress: progress, velocity: velocity).outcome
    let high = with(parameter, .infinity).decision(atProgress: progress, velocity: velocity).outcome
    guard low != high else { return .always(low) }
    let bar: Double
    let isStrict: Bool
    switch parameter {
    case .finishThreshold:
      bar = projectedProgress(from: progress, velocity: velocity) ?? progress
      isStrict = tie == .cancel
    case .minimumProgress: (bar, isStrict) = (progress, false)
    case .forceSpeed, .projectionMinimumSpeed: (bar, isStrict) = (velocity.magnitude, false)
    case .vetoVelocity: (bar, isStrict) = (-velocity, true)
    case .vetoProgress: (bar, isStrict) = (progress, true)
    case .flingForward: (bar, isStrict) = (velocity, !flingsAtBar)
    case .flingBackward: (bar, isStrict) = (-velocity, !flingsAtBar)
    case .flingMinimumProgress: (bar, isStrict) = (progress.magnitude, !flingsAtBar)
    }
    return switch (low, isStrict) {
    case (.finish, false): .finishesUpTo(bar)
    case (.finish, true): .finishesBelow(bar)
    case (.cancel, false): .cancelsUpTo(bar)
    case (.cancel, true): .cancelsBelow(bar)
    }
  }
}
