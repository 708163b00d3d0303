public import Curves
public import Quantities
public import Transitions

/// A transition that a percentage drives, and that goes to an end by itself once it is let go.
///
/// ```
///    idle ───start──▶ scrubbing ──finish──▶ finishing ──the end──▶ done
///     │                ▲  │                     │
///     │              pause└──cancel──▶ cancelling ──the start──▶ done
///     └─ start, without wantsInteractiveStart ─▶ running ──the end──▶ done
/// ```
///
/// It moves its animations by time: the fraction is the share of the duration at which they are
/// shown, and their own curves shape what is seen. The corresponding UIKit class is
/// `UIPercentDrivenInteractiveTransition`.
///
/// | state | start | update | pause | finish | cancel | the end is reached |
/// |---|---|---|---|---|---|---|
/// | idle | begins | ignored | ignored | remembered | remembered | – |
/// | running | ignored | ignored | scrubbing | finishing | cancelling | done, completed |
/// | scrubbing | ignored | shows it | ignored | finishing | cancelling | – |
/// | finishing, cancelling | ignored | ignored | scrubbing, if interruptible | ignored | ignored | done |
/// | done | ignored | ignored | ignored | ignored | ignored | – |
///
/// What is ignored, and that a finish or cancel before the start is remembered (the first of them
/// counts), are rules of this project: a rapid swipe ends before the system starts the transition.
public struct PercentDrivenInteraction: Hashable, Sendable {
  /// What it waits for.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case idle, running, scrubbing, finishing, cancelling, done
  }

  /// What happens to it.
  public enum Event: Hashable, Sendable {
    /// The system begins the transition, whose animations take a duration of 0 or more.
    case start(duration: Duration)

    /// The percentage is another, 0…1; what is outside counts as the nearest end.
    case update(Double)

    /// It becomes interactive again.
    case pause

    /// It is let go towards the end.
    case finish

    /// It is let go towards the start.
    case cancel

    /// Time has passed.
    case refresh
  }

  /// What its owner is to do about an event, in this order.
  public enum Effect: Hashable, Sendable {
    /// The animations are to be run: their container is held at the start, or runs by itself.
    case begin(isInteractive: Bool)

    /// The context is told of a percentage.
    case updateInteractiveTransition(Double)

    /// The context is told that it is interactive again.
    case pauseInteractiveTransition

    /// The context is told that it will finish.
    case finishInteractiveTransition

    /// The context is told that it will not: `transitionWasCancelled` is true from here on.
    case cancelInteractiveTransition

    /// The animations are at an end: they are removed, and the completion runs with the flag.
    case complete(Bool)
  }

  /// What moves the animations.
  private enum Drive: Hashable {
    case layers(InteractiveTransition)
    case animator(PropertyAnimator)
  }

  /// How fast the rest is gone: its time is divided by this, more than 0.
  public var completionSpeed = 1.0

  /// The curve of the rest, for animations that cannot be interrupted.
  public var completionCurve = TimingCurve.easeInOut

  /// The pace of the rest, for an interruptible animator; without one that of the animator.
  public var timingCurve: TimingParameters?

  /// Whether it starts scrubbing; if not, it starts running, and ``Event/pause`` makes it
  /// interactive later.
  public var wantsInteractiveStart = true

  /// What it waits for.
  public private(set) var state = State.idle

  /// The percentage of the last update, 0…1.
  public private(set) var percentComplete = 0.0

  /// How long all of it takes, from the start on.
  public private(set) var duration = Duration.zero

  /// Whether it goes back, or went.
  public private(set) var isCancelled = false

  private var drive: Drive
  private var pending: Outcome?

  /// Creates one that moves animations by the time of their container.
  public init() {
    drive = .layers(InteractiveTransition())
  }

  /// Creates one that moves an interruptible animator.
  ///
  /// - Precondition: The animator is inactive and interruptible.
  public init(animator: PropertyAnimator) {
    precondition(
      animator.state == .inactive && animator.isInterruptible,
      "A percentage drives an animator from its start, and may catch it")
    var animator = animator
    // It would end without a completion.
    animator.pausesOnCompletion = false
    drive = .animator(animator)
  }

  /// Creates one that moves an interruptible animator, with the settings of another, which has not
  /// begun; without one, it starts running.
  init(animator: PropertyAnimator, like other: Self?) {
    self.init(animator: animator)
    guard let other else {
      wantsInteractiveStart = false
      return
    }
    completionSpeed = other.completionSpeed
    completionCurve = other.completionCurve
    timingCurve = other.timingCurve
    wantsInteractiveStart = other.wantsInteractiveStart
    pending = other.pending
  }

  /// Whether the animations can be caught after they were let go.
  public var isInterruptible: Bool {
    if case .animator = drive { true } else { false }
  }

  /// The animator that it moves, if it does.
  public var animator: PropertyAnimator? {
    if case .animator(let animator) = drive { animator } else { nil }
  }

  /// The fraction shown at a moment: of the time, or of an animator's way.
  public func fraction(at time: Timestamp) -> Double {
    switch drive {
    case .layers(let transition): transition.shownProgress(at: time)
    case .animator(let animator): animator.position(at: time)
    }
  }

  /// The time of the container at a moment, in seconds: the fraction of the duration.
  public func timeOffset(at time: Timestamp) -> Double {
    fraction(at: time) * duration.seconds
  }

  /// When the end is reached, while it goes there.
  public var end: Timestamp? {
    switch drive {
    case .layers(let transition): transition.settle?.end
    case .animator(let animator): animator.end
    }
  }

  /// The way to the end of animations that are moved by time, while they go there.
  public var settle: Settle? {
    if case .layers(let transition) = drive { transition.settle } else { nil }
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: When; it never goes back.
  /// - Returns: What to do about it; nothing, if the event is ignored.
  public mutating func handle(_ event: Event, at time: Timestamp) -> [Effect] {
    // What ended before the event has ended.
    var effects = advance(to: time)
    switch (state, event) {
    case (.idle, .start(let duration)): effects += start(duration, at: time)
    case (.idle, .finish): pending = pending ?? .finish
    case (.idle, .cancel): pending = pending ?? .cancel
    case (.scrubbing, .update(let percent)) where !percent.isNaN:
      percentComplete = min(max(percent, 0), 1)
      show(percentComplete, at: time)
      effects.append(.updateInteractiveTransition(percentComplete))
    case (.running, .pause): effects += hold(at: time)
    case (.finishing, .pause) where isInterruptible, (.cancelling, .pause) where isInterruptible:
      effects += hold(at: time)
    case (.running, .finish), (.scrubbing, .finish): effects += release(.finish, at: time)
    case (.running, .cancel), (.scrubbing, .cancel): effects += release(.cancel, at: time)
    case (.idle, .update), (.idle, .pause), (.idle, .refresh), (.running, .start),
      (.running, .update), (.running, .refresh), (.scrubbing, .start), (.scrubbing, .update),
      (.scrubbing, .pause), (.scrubbing, .refresh), (.finishing, _), (.cancelling, _), (.done, _):
      break
    }
    return effects
  }

  private mutating func start(_ duration: Duration, at time: Timestamp) -> [Effect] {
    self.duration = max(duration, .zero)
    var effects: [Effect] = []
    if wantsInteractiveStart {
      state = .scrubbing
      effects.append(.begin(isInteractive: true))
      switch drive {
      case .layers(var transition):
        transition.begin(at: time)
        drive = .layers(transition)
      case .animator:
        change { animator throws(PropertyAnimatorError) in
          try animator.pauseAnimation(at: time)
        }
      }
    } else {
      state = .running
      effects.append(.begin(isInteractive: false))
      switch drive {
      case .layers(var transition):
        // By itself time runs evenly, and the animations have their own curves.
        transition.style = .timed(self.duration, .linear)
        transition.begin(at: time)
        drive = .layers(transition)
        effects += letGo(.finish, at: time)
      case .animator:
        change { animator throws(PropertyAnimatorError) in try animator.startAnimation(at: time) }
        effects += advance(to: time)
      }
    }
    guard let pending else { return effects }
    return effects + handle(pending == .finish ? .finish : .cancel, at: time)
  }

  private mutating func show(_ percent: Double, at time: Timestamp) {
    switch drive {
    case .layers(var transition):
      transition.update(percent, at: time)
      drive = .layers(transition)
    case .animator:
      change { animator throws(PropertyAnimatorError) in
        try animator.setFractionComplete(percent, at: time)
      }
    }
  }

  private mutating func hold(at time: Timestamp) -> [Effect] {
    switch drive {
    case .layers(var transition):
      transition.pause(at: time)
      drive = .layers(transition)
    case .animator:
      change { animator throws(PropertyAnimatorError) in
        try animator.pauseAnimation(at: time)
        try animator.setReversed(false, at: time)
      }
    }
    state = .scrubbing
    isCancelled = false
    percentComplete = min(max(fraction(at: time), 0), 1)
    return [.pauseInteractiveTransition]
  }

  private mutating func release(_ outcome: Outcome, at time: Timestamp) -> [Effect] {
    // One that runs by itself is let go from where it is.
    if state == .running { _ = hold(at: time) }
    state = outcome == .finish ? .finishing : .cancelling
    isCancelled = outcome == .cancel
    let speed = completionSpeed > 0 && completionSpeed.isFinite ? completionSpeed : 1
    let told: Effect =
      outcome == .finish ? .finishInteractiveTransition : .cancelInteractiveTransition
    switch drive {
    case .layers(var transition):
      transition.style = .timed(duration, completionCurve, speed: speed)
      drive = .layers(transition)
      return [told] + letGo(outcome, at: time)
    case .animator(let animator):
      let position = animator.position(at: time)
      let left = (outcome.progress - position).magnitude
      let timing = timingCurve
      change { animator throws(PropertyAnimatorError) in
        if outcome == .cancel { try animator.setReversed(true, at: time) }
        // Nothing left is over at once, whatever the pace.
        let isAtEnd = left <= 0
        try animator.continueAnimation(
          with: isAtEnd ? .curve(.linear) : timing, durationFactor: isAtEnd ? 0 : left / speed,
          at: time)
      }
      return [told] + advance(to: time)
    }
  }

  private mutating func letGo(_ outcome: Outcome, at time: Timestamp) -> [Effect] {
    guard case .layers(var transition) = drive else { return [] }
    let completion =
      outcome == .finish ? transition.finish(at: time) : transition.cancel(at: time)
    drive = .layers(transition)
    return completion == nil ? [] : complete()
  }

  private mutating func advance(to time: Timestamp) -> [Effect] {
    switch drive {
    case .layers(var transition):
      let completion = transition.advance(to: time)
      drive = .layers(transition)
      return completion == nil ? [] : complete()
    case .animator(var animator):
      let position = animator.advance(to: time)
      drive = .animator(animator)
      return position == nil ? [] : complete()
    }
  }

  private mutating func complete() -> [Effect] {
    state = .done
    return [.complete(!isCancelled)]
  }

  /// Calls an animator in a state that takes the call: the machine knows it.
  private mutating func change(
    _ call: (inout PropertyAnimator) throws(PropertyAnimatorError) -> Void
  ) {
    guard case .animator(var animator) = drive else { return }
    do throws(PropertyAnimatorError) {
      try call(&animator)
    } catch {
      preconditionFailure("\(error)")
    }
    drive = .animator(animator)
  }
}
