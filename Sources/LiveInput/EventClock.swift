import Glibc
public import Quantities

/// The clock that a device's time stamps are on.
public enum EventClock: String, Hashable, Sendable {
  /// The time since the machine started, that of sleep counted: `CLOCK_BOOTTIME`.
  case sinceBoot = "boottime"

  /// The same without the time of sleep: `CLOCK_MONOTONIC`.
  case monotonic

  /// The time of day, which a person may set: `CLOCK_REALTIME`, the kernel's default.
  case timeOfDay = "realtime"

  /// The number that the kernel has for it.
  var number: clockid_t {
    switch self {
    case .sinceBoot: CLOCK_BOOTTIME
    case .monotonic: CLOCK_MONOTONIC
    case .timeOfDay: CLOCK_REALTIME
    }
  }

  /// What it shows now.
  public var now: Timestamp {
    var time = timespec()
    clock_gettime(number, &time)
    return Timestamp(
      nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}
