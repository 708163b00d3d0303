public import Curves
public import Quantities

/// An animation that can be scrubbed, turned round, stopped and continued.
///
/// ```
///                start, pause, fraction                     stop(without: false)
///    inactive ─────────────────────────▶ active ─────────────────────────────▶ stopped
///       ▲ ▲      natural end, stop(without: true)  │                              │
///       │ └────────────────────────────────────────┘                              │
///       └─────────────────────────── finish(at:) ─────────────────────────────────┘
/// ```
///
/// Its position is a number, 0 at the start and 1 at the end; whoever owns it makes values of
/// properties of it, or the time of a layer. The corresponding UIKit class is
/// `UIViewPropertyAnimator`; what Apple leaves open is marked as a rule of this project.
public struct PropertyAnimator: Hashable, Sendable {
  /// The state of an animator, as `UIViewAnimatingState` has it.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case inactive, active, stopped
  }

  /// Where an animation ended, as `UIViewAnimatingPosition` has it.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    case end, start, current
  }

  /// What holds an animator that is paused.
  private struct Hold: Hashable {
    /// The position shown.
    var position: Double

    /// The way that was paused, with its share, as long as nobody scrubbed.
    var run: AnimatorRun?

    /// What is left of the pause before the way begins.
    var delay = Duration.zero
  }

  private enum Phase: Hashable {
    /// Waits to be started.
    case inactive

    /// Waits for its end.
    case running(AnimatorRun)

    /// Waits to be scrubbed or continued.
    case paused(Hold)

    /// Waits to be finished.
    case stopped(Double)
  }

  /// The duration of the whole way, 0 or more; a spring with a duration of its own ignores it.
  public let duration: Duration

  /// The pace.
  public let timing: TimingParameters

  /// The pause before a start takes effect.
  public let delay: Duration

  /// Whether the position shown is the fraction itself while paused, and not the curve at it.
  public var scrubsLinearly = true

  /// Whether it stays active and paused at its end, without a completion.
  public var pausesOnCompletion = false

  /// Whether it may be paused and stopped.
  public private(set) var isInterruptible = true

  /// Whether views take touches meanwhile.
  public private(set) var isUserInteractionEnabled = true

  /// Whether the owner tests for hits itself.
  public private(set) var isManualHitTestingEnabled = false

  /// Whether the start is the end that it goes to.
  public private(set) var isReversed = false

  /// The shares of the time at which the groups of animations begin, in the order they were added;
  /// the first is that of the initializer, 0.
  public private(set) var groupStarts = [0.0]

  private var phase = Phase.inactive
  private var rest = 0.0

  /// Creates an animator, which is inactive.
  public init(
    duration: Duration, timing: TimingParameters = .curve(.easeInOut), delay: Duration = .zero
  ) {
    self.duration = max(duration, .zero)
    self.timing = timing
    self.delay = max(delay, .zero)
  }

  /// The state.
  public var state: State {
    switch phase {
    case .inactive: .inactive
    case .running, .paused: .active
    case .stopped: .stopped
    }
  }

  /// Whether it is active and not paused.
  public var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  /// The position shown at a moment: 0 at the start, 1 at the end; a spring goes beyond.
  public func position(at time: Timestamp) -> Double {
    switch phase {
    case .inactive: rest
    case .running(let run): run.position(at: time)
    case .paused(let hold): hold.position
    case .stopped(let position): position
    }
  }

  /// The share of the way to the end it goes to, 0…1.
  ///
  /// Running from one end to the other, or not scrubbed linearly, it is a share of the time. A pause
  /// of an eased animator that is scrubbed linearly must not jump, so there it is the share that is
  /// shown (rule); as it is on a way that began in between.
  public func fractionComplete(at time: Timestamp) -> Double {
    switch phase {
    case .inactive: return 0
    case .running(let run):
      if run.origin == (isReversed ? 1 : 0) || run.isBackwards {
        let share = run.share(at: time)
        return run.isBackwards ? 1 - share : share
      }
      return fraction(ofPosition: run.position(at: time))
    case .paused(let hold): return fraction(ofPosition: hold.position)
    case .stopped(let position): return fraction(ofPosition: position)
    }
  }

  /// The position that a group of animations shows at a moment, 0 until it begins.
  ///
  /// It depends on the position of the animator alone, so that nothing jumps: the share of the time
  /// at which the curve has that position, counted from the group's start (rule).
  ///
  /// - Parameters:
  ///   - group: The place of the group among ``groupStarts``.
  ///   - time: When.
  /// - Returns: The position, 0 at the start and 1 at the end.
  public func position(ofGroup group: Int, at time: Timestamp) -> Double {
    let position = position(at: time)
    guard groupStarts.indices.contains(group), groupStarts[group] > 0 else { return position }
    guard position < 1 else { return position }
    let start = groupStarts[group]
    let share = (pace.share(ofValue: position) - start) / (1 - start)
    return start < 1 ? pace.value(atShare: share) : 0
  }

  /// When its end is reached, while it runs.
  public var end: Timestamp? {
    if case .running(let run) = phase { run.end } else { nil }
  }

  /// The time left until its end, while it runs.
  public func remainingTime(at time: Timestamp) -> Duration? {
    end.map { max($0.since(time), .zero) }
  }

  private var pace: Pace { timing.pace(over: duration) }

  /// The fraction that shows a position while paused.
  private func fraction(ofPosition position: Double) -> Double {
    let way = min(max(isReversed ? 1 - position : position, 0), 1)
    return scrubsLinearly ? way : pace.share(ofValue: way)
  }

  private func error(_ call: PropertyAnimatorError.Call) -> PropertyAnimatorError {
    PropertyAnimatorError(call: call, state: state, isRunning: isRunning)
  }

  // MARK: Calls

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
          origin: 0, target: 1, pace: pace, share: 0, isBackwards: false,
          start: time.advanced(by: delay)))
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
    phase = .paused(Hold(position: isReversed ? 1 - way : way, run: nil))
  }

  /// Runs the rest of the way.
  ///
  /// The position is s + (e − s)·E(u), with s where it is, e the end it goes to and u the share of
  /// the time left (rule): it never jumps.
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
        hold.run = nil
        phase = .paused(hold)
      }
      return
    }
    // A way from one end to the other is gone back as it came, any other by a new one.
    let behind = run.isBackwards ? run.target : run.origin
    if behind == (isReversed ? 0 : 1) {
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
    let position = position(at: time)
    if withoutFinishing { end(at: position) } else { phase = .stopped(position) }
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
    case .current: end(at: current)
    }
    return position
  }

  /// Adds a group of animations, which begins after a share of the time left and runs for the rest.
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
    guard state != .stopped else { throw error(.addAnimations) }
    let delay = delayFactor.isNaN ? 0 : min(max(delayFactor, 0), 1)
    let now = state == .inactive ? 0 : pace.share(ofValue: position(at: time))
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
      phase = .paused(Hold(position: end, run: nil))
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

  private mutating func activate() {
    isReversed = false
    phase = .paused(Hold(position: 0, run: nil))
  }

  private mutating func hold(_ run: AnimatorRun, at time: Timestamp) {
    var run = run
    run.share = run.share(at: time)
    phase = .paused(
      Hold(
        position: run.position(atShare: run.share), run: run,
        delay: max(run.start.since(time), .zero)))
  }

  private mutating func end(at position: Double) {
    phase = .inactive
    rest = position
    groupStarts = [0]
  }

  private mutating func resume(
    with parameters: TimingParameters?, durationFactor: Double, at time: Timestamp
  ) {
    let position = position(at: time)
    let timing = parameters ?? timing
    // Without a factor the rest of the way takes the rest of the time; a spring may be beyond it.
    let target = isReversed ? 0.0 : 1.0
    let left =
      scrubsLinearly ? min((target - position).magnitude, 1) : 1 - fraction(ofPosition: position)
    let factor = durationFactor > 0 ? durationFactor : left
    phase = .running(
      AnimatorRun(
        origin: position, target: target,
        pace: timing.pace(over: Duration(finiteSeconds: duration.seconds * factor) ?? duration),
        share: 0, isBackwards: false, start: time))
  }
}
