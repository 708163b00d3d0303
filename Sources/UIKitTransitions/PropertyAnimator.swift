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
/// properties of it, as a ``ViewScene`` does, or the time of a layer. The corresponding UIKit class
/// is `UIViewPropertyAnimator`; what Apple leaves open is marked as a rule of this project.
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
  struct Hold: Hashable {
    /// The positions shown, of all groups.
    var positions: [Double]

    /// The fraction that it was scrubbed to, if it was.
    var fraction: Double?

    /// The way that was paused, with its share, as long as nobody scrubbed.
    var run: AnimatorRun?

    /// What is left of the pause before the way begins.
    var delay = Duration.zero
  }

  enum Phase: Hashable {
    /// Waits to be started.
    case inactive

    /// Waits for its end.
    case running(AnimatorRun)

    /// Waits to be scrubbed or continued.
    case paused(Hold)

    /// Waits to be finished.
    case stopped([Double])
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
  public internal(set) var isInterruptible = true

  /// Whether views take touches meanwhile.
  public internal(set) var isUserInteractionEnabled = true

  /// Whether the owner tests for hits itself.
  public internal(set) var isManualHitTestingEnabled = false

  /// Whether the start is the end that it goes to.
  public internal(set) var isReversed = false

  /// The shares of the time at which the groups of animations begin, in the order they were added;
  /// the first is that of the initializer, 0.
  public internal(set) var groupStarts = [0.0]

  var phase = Phase.inactive

  /// The position in which it became inactive.
  var rest = 0.0

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
    position(ofGroup: 0, at: time)
  }

  /// The position that a group of animations shows at a moment, 0 until it begins.
  ///
  /// By its own pace, it goes its way in the rest of the time: nothing jumps (rule). Scrubbed, it
  /// shows what it would where the animator first has its position; continued, it goes the rest as
  /// the animator does, or begins after the share of the time that it would.
  ///
  /// - Parameters:
  ///   - group: The place of the group among ``groupStarts``; any other is that of the animator.
  ///   - time: When.
  /// - Returns: The position, 0 at the start and 1 at the end.
  public func position(ofGroup group: Int, at time: Timestamp) -> Double {
    let group = groupStarts.indices.contains(group) ? group : 0
    return switch phase {
    case .inactive: rest
    case .running(let run): run.position(ofLeg: group, atShare: run.share(at: time))
    case .paused(let hold): hold.positions[group]
    case .stopped(let positions): positions[group]
    }
  }

  /// The share of the way to the end it goes to, 0…1.
  ///
  /// Running from one end to the other, or not scrubbed linearly, it is a share of the time. A pause
  /// of an eased animator that is scrubbed linearly must not jump, so there it is the share that is
  /// shown (rule); as it is on a way that began in between. Where a spring is beyond an end, it is
  /// that end.
  public func fractionComplete(at time: Timestamp) -> Double {
    switch phase {
    case .inactive: return 0
    case .running(let run):
      if run.begins(at: isReversed ? 1 : 0) || run.isBackwards {
        let share = run.share(at: time)
        return run.isBackwards ? 1 - share : share
      }
    case .paused(let hold):
      if let fraction = hold.fraction { return fraction }
      // A spring has a position several times.
      if let run = hold.run, !scrubsLinearly, !run.isBackwards, run.pace == pace,
        run.begins(at: isReversed ? 1 : 0)
      {
        return run.share
      }
    case .stopped: break
    }
    return fraction(ofPosition: position(at: time))
  }

  /// When its end is reached, while it runs.
  public var end: Timestamp? {
    if case .running(let run) = phase { run.end } else { nil }
  }

  /// The time left until its end, while it runs.
  public func remainingTime(at time: Timestamp) -> Duration? {
    end.map { max($0.since(time), .zero) }
  }

  /// The pace of the whole way.
  var pace: Pace { timing.pace(over: duration) }

  /// The fraction that shows a position while paused.
  func fraction(ofPosition position: Double) -> Double {
    let way = min(max(isReversed ? 1 - position : position, 0), 1)
    return scrubsLinearly ? way : pace.share(ofValue: way)
  }

  /// The share of the time, by its own pace from the start on, that the groups are shown at.
  func share(at time: Timestamp) -> Double {
    switch phase {
    case .inactive: return 0
    case .running(let run) where isWhole(run): return run.share(at: time)
    case .paused(let hold):
      if let run = hold.run, isWhole(run) { return run.share }
    case .running, .stopped: break
    }
    return pace.share(ofValue: position(at: time))
  }

  /// Whether a run goes from one end to the other at the animator's own pace.
  private func isWhole(_ run: AnimatorRun) -> Bool {
    run.legs[0] == AnimatorRun.Leg(origin: 0, target: 1, delay: 0) && run.pace == pace
  }
}
