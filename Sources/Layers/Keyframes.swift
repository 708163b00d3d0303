public import Curves

/// The values that a keyframe animation goes along.
///
/// The corresponding Core Animation class is `CAKeyframeAnimation`. A progress outside 0…1, which a
/// timing function may give, counts as the nearest end (`rule`).
public struct Keyframes: Hashable, Sendable {
  /// How values between the keyframes are found.
  public enum CalculationMode: String, CaseIterable, Hashable, Sendable {
    /// Evenly from each to the next.
    case linear

    /// Not at all: each value holds until the next.
    case discrete

    /// Evenly, with a time for each way in proportion to its length.
    ///
    /// Key times and timing functions are ignored.
    case paced

    /// Along a smooth curve of Kochanek and Bartels, 1984.
    ///
    /// Transforms go element by element (`rule`).
    case cubic

    /// Along that curve, with a time for each way in proportion to its length.
    case cubicPaced
  }

  /// Whether what moves along a path turns with it.
  public enum RotationMode: String, CaseIterable, Hashable, Sendable {
    /// Its x axis points along the path.
    case auto

    /// Its x axis points back along the path.
    case autoReverse
  }

  /// The values.
  public var values: [PropertyValue]

  /// The path that a position goes along; it wins over the values.
  ///
  /// Each step of it is a way from a keyframe to the next; a new subpath is a jump.
  public var path: Path?

  /// The times of the values, 0…1: as many as values, or one more if discrete; they never fall.
  ///
  /// If they are not so, spacing is even.
  public var keyTimes: [Double]?

  /// The pace of each way from a value to the next; those left out are even.
  public var timingFunctions: [TimingCurve]

  /// How values between are found.
  public var mode: CalculationMode

  /// How sharply the curve bends at each value; 0 where left out.
  public var tension: [Double]

  /// How much of a corner the curve has at each value; 0 where left out.
  public var continuity: [Double]

  /// How far the curve overshoots each value; 0 where left out.
  public var bias: [Double]

  /// Whether what moves along the path turns with it.
  public var rotationMode: RotationMode?

  /// Creates keyframes of values.
  public init(
    _ values: [PropertyValue], keyTimes: [Double]? = nil, timingFunctions: [TimingCurve] = [],
    mode: CalculationMode = .linear, tension: [Double] = [], continuity: [Double] = [],
    bias: [Double] = []
  ) {
    self.values = values
    self.keyTimes = keyTimes
    self.timingFunctions = timingFunctions
    self.mode = mode
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }

  /// Creates keyframes along a path.
  public init(
    along path: Path, keyTimes: [Double]? = nil, timingFunctions: [TimingCurve] = [],
    mode: CalculationMode = .paced, rotationMode: RotationMode? = nil
  ) {
    self.init([], keyTimes: keyTimes, timingFunctions: timingFunctions, mode: mode)
    self.path = path
    self.rotationMode = rotationMode
  }

  /// The key times if they are as the mode asks for some number of values.
  func validKeyTimes(count: Int) -> [Double]? {
    guard let keyTimes, keyTimes.count == (mode == .discrete ? count + 1 : count),
      keyTimes.first == 0, keyTimes.last == 1,
      zip(keyTimes, keyTimes.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    return keyTimes
  }
}
