public import Quantities

/// How a platform makes progress of the fingers' motion: its first stage, in the units of a device.
///
/// The parameters are those of the platforms' public sources; one value stands for each of them.
public struct ProgressRule: Hashable, Sendable {
  /// What is compared with the start distance.
  public enum StartMeasure: String, Hashable, Sendable, CaseIterable {
    /// The length of the straight way since the landing.
    case straight

    /// The way along the axis that it is longer along.
    case axis

    /// The way forth and back along the axis that it is longer along.
    case path
  }

  /// How much of the motion before the start makes progress.
  public enum StartCount: String, Hashable, Sendable, CaseIterable {
    /// All of it.
    case all

    /// The motion that crosses the start distance; what went before is lost.
    case crossing

    /// What is beyond the start distance.
    case beyond
  }

  /// Where progress is kept.
  public enum Clamp: String, Hashable, Sendable, CaseIterable {
    /// Nowhere.
    case none

    /// Within 0…1, as the sum stands: a way too far has to be gone back.
    case sum

    /// Within 0…1 with each motion: a way too far is forgotten.
    case running

    /// Within −1…1 with each motion.
    case runningBothWays = "running_both_ways"
  }

  /// The way that makes progress 1, along each axis.
  public var scales: PerAxis<ProgressScale>

  /// The parts of a device unit that are equally long along both axes, more than 0.
  public var partsPerPixel: PerAxis<Double>

  /// The motion before the gesture begins, along each axis, in 720 720ths of a device unit, 0 or
  /// more.
  ///
  /// 0 begins with the first motion.
  public var startDistance = PerAxis(both: 0.0)

  /// What is compared with the start distance.
  public var startMeasure = StartMeasure.straight

  /// How much of the motion before the start makes progress.
  public var startCount = StartCount.all

  /// Whether the gesture begins exactly at the start distance, or only beyond.
  public var startsAtDistance = true

  /// How many times as long as across the way along the axis must be at the start; `nil`: at least
  /// as long.
  public var axisRatio: Double?

  /// Whether exactly that many times will do.
  public var allowsAxisRatio = false

  /// Whether each motion before the start, and not the way alone, must keep the ratio.
  public var comparesEachMotion = false

  /// The way along one axis until which the longer one is chosen anew, in pixels; `nil`: the axis is
  /// that of the start.
  public var axisLockDistance: Double?

  /// Where progress is kept.
  public var clamp = Clamp.none

  /// The way beyond which the gesture stays on its side of the start, in pixels; `nil`: it may cross.
  public var sideLockDistance: Double?

  /// The most progress that a motion makes, more than 0; `nil`: any.
  public var mostPerMotion: Double?

  /// Whether a motion makes the less progress the further it has come, as in wayfire.
  public var slowsDown = false

  /// Whether the progress of a gesture that has begun depends on how far the fingers are, and not on
  /// how they came there.
  public var isMemoryless: Bool {
    guard axisLockDistance == nil, sideLockDistance == nil, mostPerMotion == nil else {
      return false
    }
    switch clamp {
    case .none, .sum: return true
    case .running, .runningBothWays: return false
    }
  }

  /// Creates a rule by which all motion makes progress from the first one on.
  ///
  /// - Parameters:
  ///   - scales: The way that makes progress 1, along each axis.
  ///   - partsPerPixel: The parts of a device unit that are equally long along both axes, more than
  ///     0.
  public init(scales: PerAxis<ProgressScale>, partsPerPixel: PerAxis<Double>) {
    self.scales = scales
    self.partsPerPixel = partsPerPixel
  }
}
