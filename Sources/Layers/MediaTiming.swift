/// When something runs on the time line of its parent, and how fast.
///
/// The corresponding Core Animation protocol is `CAMediaTiming`.
public struct MediaTiming: Hashable, Sendable {
  /// The start, in seconds of the parent.
  ///
  /// For an animation that is added to a layer, 0 means the moment of the commit (measured by
  /// OpenCoreAnimation).
  public var beginTime: MediaTime

  /// The length of a cycle in seconds; for an animation, 0 means that of the transaction.
  public var duration: MediaTime

  /// The seconds that pass for a second of the parent: 0 stands still, a negative number goes back.
  public var speed: Double

  /// The local time at the start, in seconds.
  public var timeOffset: MediaTime

  /// The number of cycles, also a broken one, or infinity; 0 counts as 1.
  public var repeatCount: Double

  /// The seconds to repeat for, if more than 0; it wins over the count (`rule`).
  public var repeatDuration: MediaTime

  /// Whether each cycle goes back to its start.
  public var autoreverses: Bool

  /// What is shown before the start and after the end.
  public var fillMode: FillMode

  /// What is shown of an animation before its start and after its end.
  public enum FillMode: String, CaseIterable, Hashable, Sendable {
    /// Nothing of it.
    case removed

    /// Its last value after the end.
    case forwards

    /// Its first value before the start.
    case backwards

    /// Both.
    case both
  }

  /// Creates a timing.
  public init(
    beginTime: MediaTime = 0, duration: MediaTime = 0, speed: Double = 1,
    timeOffset: MediaTime = 0, repeatCount: Double = 0, repeatDuration: MediaTime = 0,
    autoreverses: Bool = false, fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// The local time at a time of the parent: (t − beginTime)·speed + timeOffset.
  ///
  /// That is all a layer does; its time is neither folded nor clamped. Source: the header
  /// `CAMediaTiming.h`.
  public func localTime(atParentTime time: MediaTime) -> MediaTime {
    (time - beginTime) * speed + timeOffset
  }

  /// The time of the parent at a local time, or `nil` if local time stands still.
  public func parentTime(atLocalTime time: MediaTime) -> MediaTime? {
    speed == 0 ? nil : (time - timeOffset) / speed + beginTime
  }

  /// The seconds of its own that it runs for, 0 or more, perhaps infinite.
  ///
  /// The duration times the count, twice that if it reverses; or the repeat duration as it is.
  public var activeDuration: MediaTime {
    guard duration > 0 else { return 0 }
    guard !(repeatDuration > 0) else { return repeatDuration }
    return duration * (autoreverses ? 2 : 1) * (repeatCount > 0 ? repeatCount : 1)
  }

  /// Where an animation is at a time of its parent.
  ///
  /// The begin time counts as it is, also 0. Phases are half-open: the begin time is active, the end
  /// is after. At a boundary between cycles it is the start of the next, at the end of all the end of
  /// the cycle (both measured by OpenCoreAnimation).
  ///
  /// These are `rule`s: a time offset with a positive speed shifts and wraps. Before the start, the
  /// place is that of the time offset; with a negative speed, the end of what that leaves to play.
  /// Without a length an animation is never active, and after its start its progress is 1.
  public func sample(atParentTime time: MediaTime) -> Sample {
    MediaClock(self).sample(at: time)
  }

  /// Where an animation is.
  public struct Sample: Hashable, Sendable {
    /// Before, within or after its active interval.
    public var phase: Phase

    /// Whether it gives a value: it is active, or its fill mode says so.
    public var applies: Bool

    /// The seconds within the cycle, 0…duration.
    public var basicTime: MediaTime

    /// The share of the cycle before the timing function, 0…1.
    public var progress: Double

    /// The number of cycles that are complete, a whole number.
    public var completedCycles: Double
  }

  /// A part of the time line of the parent.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    /// Before the begin time.
    case before

    /// From the begin time to before the end.
    case active

    /// From the end on.
    case after
  }
}
