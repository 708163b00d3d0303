public import Quantities

/// How the velocity of a pan is made of its latest motions.
///
/// Positions are displacements along the axis of the pan; the landing counts as a motion of length
/// 0. Every estimator gives 0 where it has too little to go by, or no time has passed.
public struct VelocityEstimator: Hashable, Sendable {
  /// The formula.
  public enum Method: Hashable, Sendable {
    /// The sum of the deltas in the window ÷ (last time − first time).
    ///
    /// Without the first delta it is the slope between the first and the last motion, as in
    /// libadwaita (`adw-swipe-tracker.c`); with it, the velocity is overstated by one interval, as
    /// in niri (`swipe_tracker.rs`).
    case windowSlope(window: Duration, dropsFirst: Bool)

    /// The way from the first motion in the window to the last ÷ the time from there to the lift.
    ///
    /// A rest before the lift makes it smaller. This is Embla's estimator (`DragTracker.ts`).
    case endPoints(window: Duration)

    /// The last delta ÷ the time since the motion before, at least the minimum interval.
    ///
    /// This is the estimator of Firefox (`SwipeTracker.cpp`) and WebKitGTK
    /// (`ViewGestureController.cpp`).
    case lastPair(minimumInterval: Duration)

    /// The slope at the latest motion of the parabola through the motions, by least squares.
    ///
    /// It takes the motions back to the horizon, at most 20, and stops at a gap longer than
    /// `stopGap`; with fewer motions than `minimumCount` (2 at least) it gives 0. This is Android's
    /// (`VelocityTracker.cpp`) and Flutter's (`velocity_tracker.dart`) estimator.
    case leastSquares(horizon: Duration, stopGap: Duration, minimumCount: Int)

    /// The way per event, forth and back, over the whole pan: a speed without sign or time.
    ///
    /// This is Hyprland's estimator (`UnifiedWorkspaceSwipeGesture.cpp`).
    case meanPerEvent

    /// The sum of the last motions, forward positive, whatever their times: a way per so many
    /// events.
    ///
    /// This is wayfire's estimator with two of them (`vswipe.cpp`).
    case lastEvents(count: Int)

    /// No velocity.
    case none
  }

  /// What a rest between the last motion and the lift does.
  public enum Staleness: Hashable, Sendable {
    /// Nothing: the velocity is that of the last motion, however old.
    case keep

    /// Windows end at the lift, and a motion before that is forgotten.
    case trimAtRelease

    /// Windows end at the lift, unless all motions are older than the window: then nothing is
    /// forgotten.
    ///
    /// This is GNOME Shell's trimming (`swipeTracker.js`), whose search for the first motion that
    /// is young enough finds none, and removes none.
    case trimUnlessAllOld

    /// The lift counts as one more motion, of length 0.
    case zeroSampleAtRelease

    /// The velocity is 0 if the last change of position is older than this.
    case zeroAfter(Duration)
  }

  /// The formula.
  public var method: Method

  /// What a rest before the lift does.
  public var staleness: Staleness

  /// Creates an estimator.
  public init(_ method: Method, staleness: Staleness) {
    self.method = method
    self.staleness = staleness
  }

  /// Whether it gives a speed, which has no sign.
  public var isUnsigned: Bool { method == .meanPerEvent }

  /// The velocity at a moment, along an axis.
  ///
  /// - Parameters:
  ///   - history: The latest motions.
  ///   - axis: The axis of the pan.
  ///   - release: The moment of the lift, or any other.
  ///   - mark: Where the motions begin that count; `nil`: the landing counts too.
  /// - Returns: Device units of the mean per second (per event, or events, for `meanPerEvent` and
  ///   `lastEvents`), positive towards larger coordinates.
  /// - Complexity: O(motions in the window).
  public func velocity(
    of history: MotionHistory, along axis: Axis, at release: Timestamp,
    since mark: MotionHistory.Mark? = nil
  ) -> Double {
    guard let latest = history.latest else { return 0 }
    var zeroSample: MotionHistory.Motion?
    switch staleness {
    case .keep, .trimAtRelease, .trimUnlessAllOld: break
    case .zeroSampleAtRelease:
      zeroSample = MotionHistory.Motion(time: release, displacement: latest.displacement)
    case .zeroAfter(let age):
      guard let last = history.lastMotionTime, release.since(last) <= age else { return 0 }
    }
    let samples = Samples(history, along: axis, since: mark, zeroSample: zeroSample)
    guard samples.count > 0 else { return 0 }
    let end = windowEnd(samples, release)
    let parts: Double
    switch method {
    case .windowSlope(let window, let dropsFirst):
      parts = Self.slope(samples, window: window, before: end, dropsFirst: dropsFirst)
    case .endPoints(let window):
      parts = Self.endPoints(samples, window: window, before: end, release: release)
    case .lastPair(let minimum): parts = Self.lastPair(samples, minimum)
    case .leastSquares(let horizon, let stopGap, let minimumCount):
      parts = Self.leastSquares(samples, horizon, stopGap, minimumCount, before: end)
    case .meanPerEvent:
      let events = history.total - (mark?.total ?? 0)
      let way = history.path[axis: axis] &- (mark?.path[axis: axis] ?? 0)
      parts = events > 0 ? Double(way) / Double(events) : 0
    case .lastEvents(let count): parts = Self.lastEvents(samples, count)
    case .none: parts = 0
    }
    return parts.isFinite ? parts / Double(Centroid.partsPerUnit) : 0
  }

  /// The time from the first to the last motion of those that the velocity is made of, or `nil`
  /// where the formula has no window.
  package func span(of history: MotionHistory) -> Duration? {
    switch method {
    case .windowSlope(let window, _), .endPoints(let window):
      guard let latest = history.latest else { return .zero }
      let samples = Samples(history, along: .x, since: nil, zeroSample: nil)
      let count = samples.count(within: window, before: latest.time)
      return latest.time.since(samples.time(count - 1))
    case .lastPair, .leastSquares, .meanPerEvent, .lastEvents, .none: return nil
    }
  }

  // MARK: The formulas, in parts of a device unit per second

  /// The moment that windows end at.
  func windowEnd(_ samples: Samples, _ release: Timestamp) -> Timestamp {
    switch staleness {
    case .trimAtRelease: return release
    case .trimUnlessAllOld:
      guard let window, release.since(samples.time(0)) <= window else { return samples.time(0) }
      return release
    case .keep, .zeroSampleAtRelease, .zeroAfter: return samples.time(0)
    }
  }

  /// The window of the formula, if it has one.
  private var window: Duration? {
    switch method {
    case .windowSlope(let window, _), .endPoints(let window): window
    case .leastSquares(let horizon, _, _): horizon
    case .lastPair, .meanPerEvent, .lastEvents, .none: nil
    }
  }

  /// The motions seen from the latest one backwards, along one axis.
  struct Samples {
    let count: Int
    private let history: MotionHistory
    private let axis: Axis
    private let zeroSample: MotionHistory.Motion?
    /// What counts as the first motion, where a gesture began at rest.
    private let rest: MotionHistory.Motion?
    /// How many motions there are between it and the zero sample.
    private let motions: Int
    private let shift: Int

    init(
      _ history: MotionHistory, along axis: Axis, since mark: MotionHistory.Mark?,
      zeroSample: MotionHistory.Motion?
    ) {
      self.history = history
      self.axis = axis
      self.zeroSample = zeroSample
      shift = zeroSample == nil ? 0 : 1
      let since = mark.map { history.total - $0.total } ?? history.count
      motions = max(0, min(history.count, since))
      rest = motions == since ? mark?.rest : nil
      count = motions + shift + (rest == nil ? 0 : 1)
    }

    func time(_ index: Int) -> Timestamp {
      motion(index).time
    }

    func position(_ index: Int) -> Int {
      motion(index).displacement[axis: axis]
    }

    func positionBefore(_ index: Int) -> Int {
      if index == 0, let zeroSample { return zeroSample.displacement[axis: axis] }
      if let rest, index - shift >= motions { return rest.displacement[axis: axis] }
      return history.displacement(before: index - shift)[axis: axis]
    }

    private func motion(_ index: Int) -> MotionHistory.Motion {
      if index == 0, let zeroSample { return zeroSample }
      if let rest, index - shift >= motions { return rest }
      return history[back: index - shift]
    }

    /// How many motions are not older than a window before a moment.
    func count(within window: Duration, before end: Timestamp) -> Int {
      let longest = window.wholeNanoseconds
      var count = 0
      while count < self.count, end.nanoseconds(since: time(count)) <= longest { count += 1 }
      return count
    }

    /// How many motions a parabola goes through: those within a horizon, at most 20, back to a gap.
    func fittedCount(_ horizon: Duration, _ stopGap: Duration, before end: Timestamp) -> Int {
      let count = min(count(within: horizon, before: end), VelocityEstimator.mostFitted)
      let longestGap = stopGap.wholeNanoseconds
      for index in 1..<max(count, 1)
      where time(index - 1).nanoseconds(since: time(index)) > longestGap {
        return index
      }
      return count
    }
  }

  private static func slope(
    _ samples: Samples, window: Duration, before end: Timestamp, dropsFirst: Bool
  ) -> Double {
    let count = samples.count(within: window, before: end)
    guard count >= 2 else { return 0 }
    let start = dropsFirst ? samples.position(count - 1) : samples.positionBefore(count - 1)
    return quotient(
      samples.position(0) &- start, samples.time(0).seconds(since: samples.time(count - 1)))
  }

  private static func endPoints(
    _ samples: Samples, window: Duration, before end: Timestamp, release: Timestamp
  ) -> Double {
    let count = samples.count(within: window, before: end)
    guard count >= 2 else { return 0 }
    return quotient(
      samples.position(0) &- samples.position(count - 1),
      release.seconds(since: samples.time(count - 1)))
  }

  private static func lastEvents(_ samples: Samples, _ count: Int) -> Double {
    guard count > 0 else { return 0 }
    let first = min(count, samples.count) - 1
    return Double(samples.position(0) &- samples.positionBefore(first))
  }

  private static func lastPair(_ samples: Samples, _ minimum: Duration) -> Double {
    guard samples.count >= 2 else { return 0 }
    let interval = max(samples.time(0).seconds(since: samples.time(1)), minimum.seconds)
    return quotient(samples.position(0) &- samples.position(1), interval)
  }

  /// The most motions that a parabola goes through, as in Android and Flutter.
  private static let mostFitted = 20

  /// How small the determinant of the normal equations may be as a share of its first product.
  ///
  /// Below, the motions lie at two times only, and no parabola is known; a line goes through them.
  private static let smallestDeterminant = 1e-12

  private static func leastSquares(
    _ samples: Samples, _ horizon: Duration, _ stopGap: Duration, _ minimumCount: Int,
    before end: Timestamp
  ) -> Double {
    let count = samples.fittedCount(horizon, stopGap, before: end)
    guard count >= max(minimumCount, 2) else { return 0 }
    // Times in seconds before the latest motion, positions relative to it.
    var sums = (t: 0.0, t2: 0.0, t3: 0.0, t4: 0.0, x: 0.0, tx: 0.0, t2x: 0.0)
    for index in 0..<count {
      let t = -samples.time(0).seconds(since: samples.time(index))
      let x = Double(samples.position(index) &- samples.position(0))
      sums.t += t
      sums.t2 += t * t
      sums.t3 += t * t * t
      sums.t4 += t * t * t * t
      sums.x += x
      sums.tx += t * x
      sums.t2x += t * t * x
    }
    // The slope at t = 0 of c + b·t + a·t², by Cramer's rule on the normal equations.
    let n = Double(count)
    let m22 = sums.t2 - sums.t * sums.t / n
    let m23 = sums.t3 - sums.t * sums.t2 / n
    let m33 = sums.t4 - sums.t2 * sums.t2 / n
    let r2 = sums.tx - sums.t * sums.x / n
    let r3 = sums.t2x - sums.t2 * sums.x / n
    let determinant = m22 * m33 - m23 * m23
    guard determinant > smallestDeterminant * m22 * m33 else { return m22 > 0 ? r2 / m22 : 0 }
    return (r2 * m33 - r3 * m23) / determinant
  }

  private static func quotient(_ way: Int, _ seconds: Double) -> Double {
    seconds > 0 ? Double(way) / seconds : 0
  }
}
