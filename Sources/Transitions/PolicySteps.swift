extension Policy {
  /// A step of a decision: what it compared, and what came of it.
  public struct Step: Hashable, Sendable {
    /// What a step asks.
    public enum Question: Hashable, Sendable {
      /// Whether the progress is below the least, ``Policy/minimumProgress``.
      case minimum(Double)

      /// Whether the speed is that which finishes, ``Policy/forceSpeed``.
      case force(Double)

      /// Whether the progress is one at which the veto holds, ``Policy/vetoProgress``.
      case vetoProgress(Double)

      /// Whether the velocity is below minus that of the veto, ``Policy/vetoVelocity``.
      case veto(Double)

      /// Whether the way is far enough for a fling, ``Policy/flingMinimumProgress``.
      case flingProgress(Double)

      /// Whether the velocity is that of a fling, ``Policy/flingForward``.
      case flingForward(Double)

      /// Whether the velocity is that of a fling back, ``Policy/flingBackward``.
      case flingBackward(Double)

      /// Whether the speed is that from which the motion is thought to go on,
      /// ``Policy/projectionMinimumSpeed``.
      case projectionSpeed(Double)

      /// Where the motion would come to rest: the progress, before and after it is kept within 0…1.
      case projection(Double, kept: Double)

      /// Whether a progress, as it is or projected, reaches ``Policy/finishThreshold``.
      case threshold(Double, of: Double)
    }

    /// What it asks.
    public var question: Question

    /// Whether it is so; always of a projection.
    public var holds: Bool

    /// The outcome, where the step settles it.
    public var outcome: Outcome?
  }

  /// The steps that lead to a decision, in their order, up to the one that settles it.
  ///
  /// Steps that the policy does not have are left out.
  ///
  /// - Parameters:
  ///   - progress: The progress at the lift, clamped on neither side.
  ///   - velocity: The change of progress per second; per event where the estimator counts those.
  /// - Returns: The steps; the last one alone has an outcome, that of
  ///   ``decision(atProgress:velocity:)``.
  public func steps(atProgress progress: Double, velocity: Double) -> [Step] {
    var steps: [Step] = []
    /// Adds a step; whether it settles the outcome.
    func ask(_ question: Step.Question, _ holds: Bool, _ outcome: Outcome? = nil) -> Bool {
      steps.append(Step(question: question, holds: holds, outcome: holds ? outcome : nil))
      return holds
    }
    if let minimumProgress, ask(.minimum(minimumProgress), progress < minimumProgress, .cancel) {
      return steps
    }
    if let forceSpeed, ask(.force(forceSpeed), velocity.magnitude >= forceSpeed, .finish) {
      return steps
    }
    if let vetoVelocity {
      let isOpen = vetoProgress.map { ask(.vetoProgress($0), progress > $0) } ?? true
      if isOpen, ask(.veto(vetoVelocity), velocity < -vetoVelocity, .cancel) { return steps }
    }
    if flingForward != nil || flingBackward != nil {
      let isFar =
        flingMinimumProgress == 0 && isFling(progress.magnitude, 0)
        || ask(
          .flingProgress(flingMinimumProgress),
          isFling(progress.magnitude, flingMinimumProgress))
      if isFar {
        if let flingForward,
          ask(.flingForward(flingForward), isFling(velocity, flingForward), .finish)
        {
          return steps
        }
        if let flingBackward,
          ask(.flingBackward(flingBackward), isFling(-velocity, flingBackward), .cancel)
        {
          return steps
        }
      }
    }
    var value = progress
    if projection != .none {
      let isFast = velocity.magnitude >= projectionMinimumSpeed
      if projectionMinimumSpeed > 0 { _ = ask(.projectionSpeed(projectionMinimumSpeed), isFast) }
      var free = self
      free.clampsProjection = false
      if let whole = free.projectedProgress(from: progress, velocity: velocity),
        let kept = projectedProgress(from: progress, velocity: velocity)
      {
        _ = ask(.projection(whole, kept: kept), true)
        value = kept
      }
    }
    let isReached = tie == .finish ? value >= finishThreshold : value > finishThreshold
    steps.append(
      Step(
        question: .threshold(finishThreshold, of: value), holds: isReached,
        outcome: isReached ? .finish : .cancel))
    return steps
  }
}
