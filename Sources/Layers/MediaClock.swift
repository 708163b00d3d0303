import Glibc

/// A timing, worked out once for many samples.
struct MediaClock: Sendable {
  /// The start, in seconds of the parent.
  var begin: MediaTime

  /// The speed.
  var speed: Double

  /// The local time at the start.
  var offset: MediaTime

  /// The length of a cycle's way out.
  var duration: MediaTime

  /// The length of a cycle with its way back.
  var cycle: MediaTime

  /// The seconds it runs for.
  var active: MediaTime

  /// Whether each cycle goes back to its start.
  var autoreverses: Bool

  /// Whether the first value shows before the start.
  var fillsBefore: Bool

  /// Whether the last value shows after the end.
  var fillsAfter: Bool

  init(_ timing: MediaTiming) {
    begin = timing.beginTime
    speed = timing.speed
    offset = timing.timeOffset
    duration = timing.duration
    cycle = timing.duration * (timing.autoreverses ? 2 : 1)
    active = timing.activeDuration
    autoreverses = timing.autoreverses
    fillsBefore = timing.fillMode == .backwards || timing.fillMode == .both
    fillsAfter = timing.fillMode == .forwards || timing.fillMode == .both
  }

  /// A place within the cycles.
  struct Place {
    /// The seconds within the cycle.
    var basic: MediaTime

    /// The number of cycles before.
    var cycles: Double
  }

  /// Where it is at a time of the parent.
  ///
  /// The phases are half-open: the begin time is active, the end is after it (measured by
  /// OpenCoreAnimation). A time offset with a positive speed shifts and wraps (`rule`).
  ///
  /// - Parameters:
  ///   - time: The time of the parent.
  ///   - isEndActive: Whether the end still counts as active, as it does at the end of a group,
  ///     which shows the last of its children (`rule`).
  /// - Returns: The place.
  @inline(__always)
  func sample(at time: MediaTime, isEndActive: Bool = false) -> MediaTiming.Sample {
    if time < begin {
      let place =
        !(duration > 0)
        ? Place(basic: 0, cycles: 0) : speed < 0 ? end(min(offset, active)) : folded(offset)
      return sample(.before, fillsBefore, place)
    }
    guard duration > 0 else {
      return MediaTiming.Sample(
        phase: .after, applies: fillsAfter, basicTime: 0, progress: 1, completedCycles: 0)
    }
    let elapsed = (time - begin) * speed
    if speed > 0 {
      if elapsed < active { return sample(.active, true, folded(elapsed + offset)) }
      let place = end(active + offset)
      guard isEndActive, elapsed - active <= 4 * max(elapsed, time).ulp else {
        return sample(.after, fillsAfter, place)
      }
      return sample(.active, true, place)
    }
    if speed == 0 { return sample(.active, true, offset > 0 ? end(offset) : folded(offset)) }
    let local = elapsed + offset
    guard local > 0 else { return sample(.after, fillsAfter, Place(basic: 0, cycles: 0)) }
    return sample(.active, true, local < active ? folded(local) : end(active))
  }

  @inline(__always)
  private func sample(
    _ phase: MediaTiming.Phase, _ applies: Bool, _ place: Place
  ) -> MediaTiming.Sample {
    MediaTiming.Sample(
      phase: phase, applies: applies, basicTime: place.basic,
      progress: duration > 0 ? place.basic / duration : 0, completedCycles: place.cycles)
  }

  /// The place in its cycle of a local time; a boundary is the start of the next cycle.
  @inline(__always)
  private func folded(_ local: MediaTime) -> Place {
    if local >= 0, local < cycle { return Place(basic: reversed(local), cycles: 0) }
    return wrapped(local)
  }

  @inline(never)
  private func wrapped(_ local: MediaTime) -> Place {
    guard local.isFinite, cycle.isFinite else { return Place(basic: 0, cycles: 0) }
    var rest = fmod(local, cycle)
    if rest < 0 { rest += cycle }
    if rest >= cycle { rest = 0 }
    return Place(basic: reversed(rest), cycles: max(0, ((local - rest) / cycle).rounded()))
  }

  @inline(__always)
  private func reversed(_ rest: MediaTime) -> MediaTime {
    autoreverses && rest > duration ? cycle - rest : rest
  }

  /// The place of the end of all; a boundary is the end of the cycle.
  ///
  /// Within the rounding of a product, a time counts as that of a whole number of cycles.
  private func end(_ local: MediaTime) -> Place {
    let count = (local / cycle).rounded()
    guard count > 0, count.isFinite, abs(local - count * cycle) <= 4 * abs(local).ulp else {
      return folded(local)
    }
    return Place(basic: autoreverses ? 0 : duration, cycles: max(0, count - 1))
  }
}
