public import Curves

/// The part of its way that an animation goes, in place of all of it from 0 to 1.
///
/// Core Animation has no such class; it is what an animator of UIKit makes of the animations that it
/// scrubs, turns round and continues (`rule`). The way is start + (end − start)·E, with E the
/// progress that the timing function or the spring gives.
public struct AnimationSpan: Hashable, Sendable {
  /// A spring that takes the place of the timing function.
  public struct Swing: Hashable, Sendable {
    /// The spring, in absolute time.
    public var curve: SpringCurve

    /// The seconds after which it is cut off, at 1; more than 0.
    public var length: MediaTime

    /// Creates a spring that is cut off.
    public init(_ curve: SpringCurve, length: MediaTime) {
      self.curve = curve
      self.length = length
    }
  }

  /// The share of the way that is behind at the start; a spring may be beyond 0…1.
  public var start: Double

  /// The share of the way that is behind at the end.
  public var end: Double

  /// The spring, if it is one that paces it.
  public var swing: Swing?

  /// Whether it goes on at an even pace before its start and after its end, rather than to stand
  /// still there, as far as its fill mode shows it.
  ///
  /// It is for what a spring moves by time, beyond the end and back. One that repeats or reverses
  /// stands still.
  public var isUnbounded: Bool

  /// Creates a part of a way.
  public init(from start: Double, to end: Double, swing: Swing? = nil, isUnbounded: Bool = false) {
    self.start = start
    self.end = end
    self.swing = swing
    self.isUnbounded = isUnbounded
  }

  /// The share of the way at a place of the clock.
  ///
  /// - Parameters:
  ///   - sample: Where the clock is.
  ///   - eased: The progress after the timing function.
  ///   - clock: The clock.
  ///   - time: The time of its parent.
  /// - Returns: The share of the way: 0 at the first value, 1 at the last.
  func progress(
    _ sample: MediaTiming.Sample, eased: Double, _ clock: MediaClock, at time: MediaTime
  ) -> Double {
    var progress = eased
    if isUnbounded, sample.phase != .active, clock.active == clock.duration, clock.duration > 0 {
      progress = ((time - clock.begin) * clock.speed + clock.offset) / clock.duration
    } else if let swing {
      // Cut off, it is at its end.
      progress = eased < 1 ? swing.curve.value(atSeconds: eased * swing.length) : 1
    }
    return progress == 1 ? end : start + (end - start) * progress
  }
}
