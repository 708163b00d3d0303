public import Quantities

/// A transition that is driven by a percentage, and settles by itself once it is let go.
///
/// ```
///              begin                    finish, cancel             the end is reached
///    idle ──────────────▶ interactive ──────────────────▶ settling ──────────────────▶ idle
///     │  begin(isReady: false)  ▲  ▲                          │     one completion
///     └───────▶ preparing ──────┘  └──────────────────────────┘
///                       ready            begin, pause: the finger takes over
/// ```
///
/// Every transition that begins completes exactly once, in whatever order the calls come: what is
/// called too early is kept until the transition is ready, what is called too late has no effect
/// and is counted. A finger that takes over goes on from what is shown, without a jump. The machine
/// never looks at a clock: each call says when it is made, and time may stand still.
public struct InteractiveTransition: Hashable, Sendable {
  /// The end of a transition.
  public struct Completion: Hashable, Sendable {
    /// The number of the transition, counted from 1.
    public var transition: Int

    /// The end it reached.
    public var outcome: Outcome

    /// When it was reached.
    public var time: Timestamp

    /// Creates the end of a transition.
    public init(transition: Int, outcome: Outcome, time: Timestamp) {
      self.transition = transition
      self.outcome = outcome
      self.time = time
    }
  }

  /// An end that a transition is let go towards.
  private struct Release: Hashable {
    var outcome: Outcome
    /// The change of progress per second.
    var velocity: Double
  }

  /// What waits for a transition to become ready.
  private struct Pending: Hashable {
    var progress: Double
    var release: Release?
  }

  private enum State: Hashable {
    /// Waits for a begin.
    case idle

    /// Waits for the system to be ready.
    case preparing(Pending)

    /// Waits for progress or for the end.
    case interactive(progress: Double)

    /// Waits for the end to be reached.
    case settling(Settle)
  }

  /// How it goes to its end.
  public var style: SettleStyle

  /// What is shown of a progress beyond the ends.
  public var overscroll: Overscroll

  /// How many transitions have begun.
  public private(set) var transitions = 0

  /// How many calls had no effect.
  public private(set) var ignoredCalls = 0

  private var state = State.idle
  private var rest = 0.0

  /// The ends of what a finger shows: 0 and 1, or further out where it caught a swinging spring.
  private var reach = 0.0...1.0

  /// Creates a transition that has not begun.
  public init(style: SettleStyle = .standard, overscroll: Overscroll = .clamp) {
    self.style = style
    self.overscroll = overscroll
  }

  /// Whether a transition has begun and not completed.
  public var isRunning: Bool { state != .idle }

  /// Whether it follows a percentage.
  public var isInteractive: Bool {
    switch state {
    case .preparing, .interactive: true
    case .idle, .settling: false
    }
  }

  /// The progress that drives it, clamped on neither side; `nil` while nothing does.
  ///
  /// Before the transition is ready, it is the progress that will be shown then.
  public var progress: Double? {
    switch state {
    case .preparing(let pending): pending.progress
    case .interactive(let progress): progress
    case .idle, .settling: nil
    }
  }

  /// The way to the end, while it settles.
  public var settle: Settle? {
    if case .settling(let settle) = state { settle } else { nil }
  }

  /// The progress that is shown at a moment; the end reached last, if nothing runs.
  public func shownProgress(at time: Timestamp) -> Double {
    switch state {
    case .idle: rest
    case .preparing: 0
    case .interactive(let progress): overscroll.shown(progress, within: reach)
    case .settling(let settle): settle.progress(at: time)
    }
  }

  /// The way to an end that it would go if it were let go at a moment.
  ///
  /// - Parameters:
  ///   - outcome: The end.
  ///   - velocity: The change of the raw progress per second.
  ///   - time: When.
  /// - Returns: The way from the shown progress, with the velocity of what is shown.
  public func way(to outcome: Outcome, velocity: Double, at time: Timestamp) -> Settle {
    var velocity = velocity
    if case .interactive(let progress) = state {
      velocity = overscroll.shown(velocity: velocity, at: progress, within: reach)
    }
    return Settle(
      from: shownProgress(at: time), velocity: velocity, to: outcome, at: time, style: style)
  }

  /// Begins a transition, or takes over the one that has been let go, where it is.
  ///
  /// One that a finger still drives is broken off: it completes as cancelled, and another begins.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - isReady: Whether the system can show progress yet.
  /// - Returns: The completion of the transition before, if this call ends it.
  @discardableResult
  public mutating func begin(at time: Timestamp, isReady: Bool = true) -> Completion? {
    if let completion = advance(to: time) {
      start(isReady: isReady)
      return completion
    }
    switch state {
    case .idle:
      start(isReady: isReady)
      return nil
    case .settling(let settle):
      hold(settle, at: time)
      return nil
    case .preparing(let pending) where pending.release != nil:
      // Let go before it was ready, so that nothing has been shown.
      state = isReady ? .interactive(progress: 0) : .preparing(Pending(progress: 0))
      return nil
    case .preparing, .interactive:
      let completion = complete(.cancel, at: time)
      start(isReady: isReady)
      return completion
    }
  }

  /// Applies what was called before the system was ready.
  ///
  /// - Returns: The completion, if there is no way left to the end.
  @discardableResult
  public mutating func becomeReady(at time: Timestamp) -> Completion? {
    guard case .preparing(let pending) = state else {
      ignoredCalls += 1
      return nil
    }
    state = .interactive(progress: pending.progress)
    guard let release = pending.release else { return nil }
    return settle(to: release.outcome, velocity: release.velocity, at: time)
  }

  /// Shows a progress; it is clamped on neither side, and without effect if it is not finite.
  public mutating func update(_ progress: Double, at time: Timestamp) {
    guard progress.isFinite else {
      ignoredCalls += 1
      return
    }
    switch state {
    case .preparing(var pending) where pending.release == nil:
      pending.progress = progress
      state = .preparing(pending)
    case .interactive: state = .interactive(progress: progress)
    case .idle, .preparing, .settling: ignoredCalls += 1
    }
  }

  /// Stops a transition that has been let go, where it is; progress drives it again.
  ///
  /// - Returns: The completion, if it had reached its end by then.
  @discardableResult
  public mutating func pause(at time: Timestamp) -> Completion? {
    if let completion = advance(to: time) { return completion }
    switch state {
    case .settling(let settle): hold(settle, at: time)
    case .preparing(var pending) where pending.release != nil:
      pending.release = nil
      state = .preparing(pending)
    case .idle, .preparing, .interactive: ignoredCalls += 1
    }
    return nil
  }

  /// Lets it go towards 1.
  ///
  /// - Parameters:
  ///   - velocity: The change of progress per second.
  ///   - time: When.
  /// - Returns: The completion, if there is no way left to the end.
  @discardableResult
  public mutating func finish(velocity: Double = 0, at time: Timestamp) -> Completion? {
    end(.finish, velocity: velocity, at: time)
  }

  /// Lets it go towards 0.
  ///
  /// - Parameters:
  ///   - velocity: The change of progress per second.
  ///   - time: When.
  /// - Returns: The completion, if there is no way left to the end.
  @discardableResult
  public mutating func cancel(velocity: Double = 0, at time: Timestamp) -> Completion? {
    end(.cancel, velocity: velocity, at: time)
  }

  /// Lets time pass.
  ///
  /// - Returns: The completion, if the end is reached.
  public mutating func advance(to time: Timestamp) -> Completion? {
    guard case .settling(let settle) = state, time >= settle.end else { return nil }
    return complete(settle.outcome, at: settle.end)
  }

  /// Breaks off a transition: it completes at once.
  ///
  /// One that settles goes to its end, which has been decided; any other is cancelled.
  ///
  /// - Returns: The completion, or `nil` if nothing ran.
  @discardableResult
  public mutating func interrupt(at time: Timestamp) -> Completion? {
    if let completion = advance(to: time) { return completion }
    switch state {
    case .idle: return nil
    case .settling(let settle): return complete(settle.outcome, at: time)
    case .preparing, .interactive: return complete(.cancel, at: time)
    }
  }

  private mutating func start(isReady: Bool) {
    transitions += 1
    reach = 0...1
    state = isReady ? .interactive(progress: 0) : .preparing(Pending(progress: 0))
  }

  /// Lets progress drive a transition that settles, from where it is.
  private mutating func hold(_ settle: Settle, at time: Timestamp) {
    let shown = settle.progress(at: time)
    reach = min(0, shown)...max(1, shown)
    state = .interactive(progress: shown)
  }

  private mutating func end(
    _ outcome: Outcome, velocity: Double, at time: Timestamp
  ) -> Completion? {
    switch state {
    case .preparing(var pending) where pending.release == nil:
      pending.release = Release(outcome: outcome, velocity: velocity)
      state = .preparing(pending)
      return nil
    case .interactive: return settle(to: outcome, velocity: velocity, at: time)
    case .settling:
      ignoredCalls += 1
      return advance(to: time)
    case .idle, .preparing:
      ignoredCalls += 1
      return nil
    }
  }

  private mutating func settle(
    to outcome: Outcome, velocity: Double, at time: Timestamp
  ) -> Completion? {
    state = .settling(way(to: outcome, velocity: velocity, at: time))
    return advance(to: time)
  }

  private mutating func complete(_ outcome: Outcome, at time: Timestamp) -> Completion {
    state = .idle
    rest = outcome.progress
    return Completion(transition: transitions, outcome: outcome, time: time)
  }
}
