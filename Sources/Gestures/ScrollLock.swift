import Glibc
import Quantities

/// Keeps a scroll to the axis it goes along, until it clearly goes along both.
///
/// It looks at the way of the last 100 ms, the older the less, and at how long that way has been
/// steep or flat. The rules are those of `tp_gesture_apply_scroll_constraints` in libinput.
struct ScrollLock: Sendable {
  private var isActive = PerAxis(both: false)
  /// How long it has gone along each axis, in nanoseconds, at most ``activeTime``.
  private var spent = PerAxis<Int64>(both: 0)
  /// The way of the last moments, in millimeters.
  private var way = PerAxis(both: 0.0)
  private var last: Timestamp?

  /// The time along an axis that makes it count, and the one below which the other loses it.
  private static let activeTime = Duration.milliseconds(100).wholeNanoseconds
  private static let inactiveTime = Duration.milliseconds(50).wholeNanoseconds

  /// The time after which an older way does not matter.
  private static let memory = Duration.milliseconds(100).wholeNanoseconds

  /// The way below which no direction is certain, and that from which on a slanted one frees both
  /// axes, in millimeters.
  private static let leastWay = 0.15
  private static let freeWay = 5.0

  /// Slopes of some angles.
  private static let slope15 = 0.27
  private static let slope30 = 0.57
  private static let slope60 = 1.73
  private static let slope75 = 3.73

  /// Takes a motion of the scroll.
  ///
  /// - Parameters:
  ///   - x: The motion along x, in millimeters.
  ///   - y: The motion along y, in millimeters.
  ///   - time: When it happened.
  /// - Returns: Which of its components are told.
  mutating func told(_ x: Double, _ y: Double, at time: Timestamp) -> PerAxis<Bool> {
    // Both: free for the rest of the scroll.
    if isActive.x, isActive.y { return PerAxis(both: true) }
    let interval = interval(at: time)
    last = time
    let decay = Self.decay(over: interval)
    way = PerAxis(x: way.x * decay + x, y: way.y * decay + y)
    let length = hypot(way.x, way.y)
    let slope = way.x == 0 ? .infinity : abs(way.y / way.x)
    if length > Self.leastWay { count(interval, slope) }
    settle(.x)
    settle(.y)
    if length > Self.freeWay, slope < Self.slope60, slope >= Self.slope30 {
      isActive = PerAxis(both: true)
    }
    guard isActive.x || isActive.y else {
      return PerAxis(x: slope < Self.slope60, y: slope >= Self.slope30)
    }
    return isActive
  }

  private func interval(at time: Timestamp) -> Int64 {
    guard let last else { return 0 }
    let passed = time.nanoseconds(since: last)
    return passed <= Self.memory ? max(passed, 0) : 0
  }

  /// How much of the older way is left: a line to 0 in half of the memory, then a flatter one.
  private static func decay(over interval: Int64) -> Double {
    guard interval > 0 else { return 0 }
    let (passed, memory) = (Double(interval), Double(memory))
    return passed <= 0.33 * memory ? 1 - 2 * passed / memory : (memory - passed) / (2 * memory)
  }

  private mutating func count(_ interval: Int64, _ slope: Double) {
    if slope >= Self.slope30 {
      spent.y = min(spent.y + interval, Self.activeTime)
      if slope >= Self.slope75 { spent.x = max(spent.x - interval, 0) }
    }
    if slope < Self.slope60 {
      spent.x = min(spent.x + interval, Self.activeTime)
      if slope < Self.slope15 { spent.y = max(spent.y - interval, 0) }
    }
  }

  private mutating func settle(_ axis: Axis) {
    guard spent[axis] == Self.activeTime else { return }
    isActive[axis] = true
    if spent[axis.other] < Self.inactiveTime { isActive[axis.other] = false }
  }
}
