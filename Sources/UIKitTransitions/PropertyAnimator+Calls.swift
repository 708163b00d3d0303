public import Quantities

extension PropertyAnimator {
  /// Starts it, or resumes it where it was paused.
  ///
  /// One that was not scrubbed since goes on as if there had been no pause; any other goes the rest
  /// of the way by its own curve, as ``continueAnimation(with:durationFactor:at:)`` does.
  ///
  /// - Throws: That it is stopped.
  public mutating func startAnimation(at time: Timestamp) throws(PropertyAnimatorError) {
    switch phase {
    case .inactive:
      isReversed = false
      phase = .running(
        AnimatorRun(
          legs: groupStarts.map { .init(origin: 0, target: 1, delay: $0) }, pace: pace, share: 0,
          isBackwards: false, start: time.advanced(by: delay)))
    case .running: break
    case .paused(let hold):
      if var run = hold.run {
        run.start = time.advanced(by: hold.delay)
        phase = .running(run)
      } else {
        resume(with: nil, durationFactor: 0, at: time)
      }
    case .stopped: throw error(.startAnimation)
    }
  }

  /// Pauses it where it is; an inactive one becomes active, at its start.
  ///
  /// - Throws: That it is stopped, or not interruptible (rule).
  public mutating func pauseAnimation(at time: Timestamp) throws(PropertyAnimatorError) {
    guard isInterruptible else { throw error(.pauseAnimation) }
    switch phase {
    case .inactive: activate()
    case .running(let run): hold(run, at: time)
    case .paused: break
    case .stopped: throw error(.pauseAnimation)
    }
  }

  /// Scrubs it to a fraction of the way to the end it goes to; an inactive one is paused (rule).
  ///
  /// - Parameters:
  ///   - fraction: The fraction; outside 0…1 the nearest end, and nothing if it is not a number.
  ///   - time: When.
  /// - Throws: That it is stopped, or runs.
  public mutating func setFractionComplete(
    _ fraction: Double, at time: Timestamp
  ) throws(PropertyAnimatorError) {
    switch phase {
    case .inactive: activate()
    case .paused: break
    case .running, .stopped: throw error(.setFractionComplete)
    }
    guard !fraction.isNaN else { return }
    let fraction = min(max(fraction, 0), 1)
    let way = scrubsLinearly ? fraction : pace.value(atShare: fraction)
    let position = isReversed ? 1 - way : way
    let share = scrubsLinearly || isReversed ? pace.share(ofValue: position) : fraction
    let own = AnimatorRun(
      legs: groupStarts.map { .init(origin: 0, target: 1, delay: $0) }, pace: pace, share: share,
      isBackwards: false, start: time)
    var positions = groupStarts.indices.map { own.position(ofLeg: $0, atShare: share) }
    // Those that begin with the animator show what it does.
    for group in groupStarts.indices where groupStarts[group] <= 0 { positions[group] = position }
    phase = .paused(Hold(positions: positions, fraction: fraction))
  }

  /// Runs the rest of the way.
  ///
  /// The position is s + (e − s)·E(u), with s where it is, e the end it goes to and u the share of
  /// the time left (rule): it never jumps. A spring for E goes beyond the end.
  ///
  /// - Parameters:
  ///   - parameters: The pace of the rest; without one the animator's own.
  ///   - durationFactor: The time for the rest as a multiple of the duration, however much is left;
  ///     0 takes the share that is left.
  ///   - time: When.
  /// - Throws: That it is inactive (rule) or stopped.
  public mutating func continueAnimation(
    with parameters: TimingParameters? = nil, durationFactor: Double = 0, at time: Timestamp
  ) throws(PropertyAnimatorError) {
    switch phase {
    case .inactive, .stopped: throw error(.continueAnimation)
    case .running(let run): hold(run, at: time)
    case .paused: break
    }
    resume(with: parameters, durationFactor: durationFactor, at: time)
  }

  /// Turns it round: the start becomes the end it goes to, and back.
  ///
  /// A paused one stays where it is, its fraction f becomes 1 − f; a running one turns in place.
  ///
  /// - Throws: That it is stopped.
  public mutating func setReversed(
    _ isReversed: Bool, at time: Timestamp
  ) throws(PropertyAnimatorError) {
    guard state != .stopped else { throw error(.setReversed) }
    guard isReversed != self.isReversed else { return }
    let run: AnimatorRun? = if case .running(let run) = phase { run } else { nil }
    if let run { hold(run, at: time) }
    self.isReversed = isReversed
    guard var run else {
      if case .paused(var hold) = phase {
        hold.fraction = hold.fraction.map { 1 - $0 }
        hold.run = nil
        phase = .paused(hold)
      }
      return
    }
    // A way from one end to the other is gone back as it came, any other by a new one.
    if run.begins(at: isReversed ? 0 : 1) {
      run.share = run.share(at: time)
      run.start = time
      run.isBackwards.toggle()
      phase = .running(run)
    } else {
      resume(with: nil, durationFactor: 0, at: time)
    }
  }

  /// Stops it where it is.
  ///
  /// - Parameters:
  ///   - withoutFinishing: Whether it becomes inactive at once, without a completion.
  ///   - time: When.
  /// - Throws: That it is not active, or not interruptible (rule).
  public mutating func stopAnimation(
    withoutFinishing: Bool, at time: Timestamp
  ) throws(PropertyAnimatorError) {
    guard state == .active, isInterruptible else { throw error(.stopAnimation) }
    let positions = groupStarts.indices.map { position(ofGroup: $0, at: time) }
    if withoutFinishing { end(at: positions[0]) } else { phase = .stopped(positions) }
  }

  /// Finishes it after a stop.
  ///
  /// - Returns: The position that the completion has.
  /// - Throws: That it is not stopped.
  @discardableResult
  public mutating func finishAnimation(
    at position: Position
  ) throws(PropertyAnimatorError) -> Position {
    guard case .stopped(let current) = phase else { throw error(.finishAnimation) }
    switch position {
    case .end: end(at: 1)
    case .start: end(at: 0)
    case .current: end(at: current[0])
    }
    return position
  }

  /// Adds a group of animations, which begins after a share of the time left and runs for the rest.
  ///
  /// On the way back it shows nothing, as its start is the end that it goes to (rule).
  ///
  /// - Parameters:
  ///   - delayFactor: The share of the time left, 0…1.
  ///   - time: When.
  /// - Returns: The place of the group among ``groupStarts``.
  /// - Throws: That it is stopped.
  @discardableResult
  public mutating func addAnimations(
    delayFactor: Double = 0, at time: Timestamp
  ) throws(PropertyAnimatorError) -> Int {
    let delay = delayFactor.isNaN ? 0 : min(max(delayFactor, 0), 1)
    let now = share(at: time)
    switch phase {
    case .inactive: break
    case .running(var run):
      run.add(after: delay, from: run.share(at: time))
      phase = .running(run)
    case .paused(var hold):
      hold.positions.append(0)
      if var run = hold.run {
        run.add(after: delay, from: run.share)
        hold.run = run
      }
      phase = .paused(hold)
    case .stopped: throw error(.addAnimations)
    }
    groupStarts.append(now + delay * (1 - now))
    return groupStarts.count - 1
  }

  /// Sets what may not be changed while it is active.
  ///
  /// - Throws: That it is active.
  public mutating func configure(
    isInterruptible: Bool? = nil, isUserInteractionEnabled: Bool? = nil,
    isManualHitTestingEnabled: Bool? = nil
  ) throws(PropertyAnimatorError) {
    guard state != .active else { throw error(.configure) }
    if let isInterruptible { self.isInterruptible = isInterruptible }
    if let isUserInteractionEnabled { self.isUserInteractionEnabled = isUserInteractionEnabled }
    if let isManualHitTestingEnabled { self.isManualHitTestingEnabled = isManualHitTestingEnabled }
  }

  /// Lets time pass.
  ///
  /// - Returns: The position of the completion, if the end is reached and there is one.
  public mutating func advance(to time: Timestamp) -> Position? {
    guard case .running(let run) = phase, time >= run.end else { return nil }
    let end = isReversed ? 0.0 : 1.0
    guard !pausesOnCompletion else {
      phase = .paused(Hold(positions: groupStarts.map { _ in end }, fraction: 1))
      return nil
    }
    let position: Position = isReversed ? .start : .end
    self.end(at: end)
    return position
  }

  /// Checks that it may be given up.
  ///
  /// - Throws: That it is paused or stopped, where giving up raises on Apple.
  public func checkRelease() throws(PropertyAnimatorError) {
    switch phase {
    case .inactive, .running: break
    case .paused, .stopped: throw error(.release)
    }
  }

  // MARK: Ways

  private func error(_ call: PropertyAnimatorError.Call) -> PropertyAnimatorError {
    PropertyAnimatorError(call: call, state: state, isRunning: isRunning)
  }

  private mutating func activate() {
    isReversed = false
    phase = .paused(Hold(positions: groupStarts.map { _ in 0 }, fraction: 0))
  }

  private mutating func hold(_ run: AnimatorRun, at time: Timestamp) {
    var run = run
    let positions = run.positions(at: time)
    run.share = run.share(at: time)
    phase = .paused(
      Hold(positions: positions, run: run, delay: max(run.start.since(time), .zero)))
  }

  private mutating func end(at position: Double) {
    phase = .inactive
    rest = position
    groupStarts = [0]
  }

  private mutating func resume(
    with parameters: TimingParameters?, durationFactor: Double, at time: Timestamp
  ) {
    let target = isReversed ? 0.0 : 1.0
    let factor = durationFactor > 0 ? durationFactor : shareLeft(to: target, at: time)
    let timing = parameters ?? timing
    phase = .running(
      AnimatorRun(
        legs: legs(to: target, at: time),
        pace: timing.pace(over: Duration(finiteSeconds: duration.seconds * factor) ?? duration),
        share: 0, isBackwards: false, start: time))
  }

  /// The share of the time that is left until an end, 0…1; a spring may be beyond it.
  private func shareLeft(to target: Double, at time: Timestamp) -> Double {
    let left = target - position(at: time)
    let isBeyond = isReversed ? left > 0 : left < 0
    return isBeyond ? min(left.magnitude, 1) : 1 - fractionOfWay(at: time)
  }

  /// The fraction that the rest of the way is counted from.
  private func fractionOfWay(at time: Timestamp) -> Double {
    if case .paused(let hold) = phase, let fraction = hold.fraction { return fraction }
    return fraction(ofPosition: position(at: time))
  }

  /// The ways of the groups from where they are; one that has not begun waits as long as it would.
  private func legs(to target: Double, at time: Timestamp) -> [AnimatorRun.Leg] {
    let now = groupStarts.contains { $0 > 0 } ? share(at: time) : 0
    return groupStarts.indices.map { group in
      let position = position(ofGroup: group, at: time)
      let start = groupStarts[group]
      let waits = group > 0 && target == 1 && position == 0 && start > now
      return AnimatorRun.Leg(
        origin: position, target: target, delay: waits ? (start - now) / (1 - now) : 0)
    }
  }
}

extension AnimatorRun {
  /// Adds a group that begins after a share of the time left.
  fileprivate mutating func add(after delay: Double, from now: Double) {
    // On a way back its start is the end that it goes to.
    let target = isBackwards ? 1 : legs[0].target
    legs.append(Leg(origin: 0, target: target, delay: now + delay * (1 - now)))
  }
}
