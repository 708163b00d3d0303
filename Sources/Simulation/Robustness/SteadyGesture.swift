public import Quantities

/// A gesture whose motion is known at every moment: straight, at an even speed, with rests.
///
/// ```
/// way            ┌──────── nudge
///           ┌────┘        ╲
///          ╱  pause        ╲ back
///    _____╱                 ╲_____
///    dwell  out                hold
/// ```
public struct SteadyGesture: Hashable, Sendable {
  /// The axis that it goes along.
  public var axis: Axis

  /// How far it goes out, in millimeters, more than 0.
  public var distance: Double

  /// The speed out and back, in millimeters per second, more than 0.
  public var speed: Double

  /// The rest after landing, in seconds.
  public var dwell: Double

  /// What of the way out comes behind a pause, at once, in millimeters, 0 or more.
  public var nudge = 0.0

  /// The pause before that, in seconds.
  public var pause = 0.0

  /// How long that takes, in seconds.
  public var nudgeDuration = 0.0

  /// How far it goes back, in millimeters, 0 or more.
  public var back = 0.0

  /// The rest before the lift, in seconds, 0 or more.
  public var hold = 0.0

  /// A moment, in seconds since the landing, and the way until then, in millimeters.
  public struct Corner: Hashable, Sendable {
    /// The moment.
    public var time: Double

    /// The way.
    public var way: Double
  }

  /// The moments where the speed changes, from the landing to the lift; between them it is even.
  public var corners: [Corner] {
    var corners = [Corner(time: 0, way: 0), Corner(time: dwell, way: 0)]
    func add(_ duration: Double, _ way: Double) {
      guard duration > 0, let last = corners.last else { return }
      corners.append(Corner(time: last.time + duration, way: way))
    }
    let first = distance - nudge
    add(first / speed, first)
    if nudge > 0 {
      add(pause, first)
      add(nudgeDuration, distance)
    }
    add(back / speed, distance - back)
    add(hold, distance - back)
    return corners
  }

  /// When the fingers lift, in seconds since the landing.
  public var duration: Double { corners.last?.time ?? 0 }

  /// When they turn back, if they do.
  var turn: Double { motionEnd - back / speed }

  /// When they last move.
  var motionEnd: Double { duration - hold }

  /// All ways between two moments.
  func ways(from start: Double, to end: Double) -> Interval {
    let corners = corners
    let inside = corners.filter { (start...max(start, end)).contains($0.time) }.map(\.way)
    let all = inside + [way(at: start, corners), way(at: end, corners)]
    return Interval(all.min() ?? 0, all.max() ?? 0)
  }

  /// All speeds between two moments, positive outwards; before the landing and after the lift it is
  /// 0.
  func speeds(from start: Double, to end: Double) -> Interval {
    var speeds: Interval?
    func add(_ speed: Double) {
      speeds = speeds?.joined(with: Interval(speed)) ?? Interval(speed)
    }
    let corners = corners
    for (first, second) in zip(corners, corners.dropFirst()) where second.time > first.time {
      guard first.time < end, second.time > start else { continue }
      add((second.way - first.way) / (second.time - first.time))
    }
    if start < 0 || end > duration || speeds == nil { add(0) }
    return speeds ?? .zero
  }

  /// The way that some report is sure to see, if no two are further apart than a gap.
  func sureWay(gap: Double) -> Double {
    let corners = corners
    let starts = corners.map(\.time) + corners.map { $0.time - gap }
    return starts.filter { $0 >= 0 && $0 + gap <= duration }
      .map { ways(from: $0, to: $0 + gap).lower }.max() ?? 0
  }

  private func way(at time: Double, _ corners: [Corner]) -> Double {
    guard let next = corners.firstIndex(where: { $0.time >= time }), next > 0 else {
      return time <= 0 ? 0 : corners.last?.way ?? 0
    }
    let (first, second) = (corners[next - 1], corners[next])
    guard second.time > first.time else { return second.way }
    let share = (time - first.time) / (second.time - first.time)
    return first.way + share * (second.way - first.way)
  }
}
