import Quantities

/// A way of an animator that is under way.
struct AnimatorRun: Hashable {
  /// The position at the start of the way.
  var origin: Double

  /// The position at the end of the way.
  var target: Double

  /// The pace.
  var pace: Pace

  /// The share of the pace's duration at ``start``.
  var share: Double

  /// Whether the way is gone from its end to its start.
  var isBackwards: Bool

  /// When it began, or went on.
  var start: Timestamp

  /// The share of the pace's duration at a moment.
  func share(at time: Timestamp) -> Double {
    let length = pace.duration.seconds
    guard length > 0, time < end else { return isBackwards ? 0 : 1 }
    let passed = max(time.since(start).seconds, 0) / length
    return isBackwards ? max(share - passed, 0) : min(share + passed, 1)
  }

  /// The position at a moment.
  func position(at time: Timestamp) -> Double {
    position(atShare: share(at: time))
  }

  /// The position after a share of the pace's duration.
  func position(atShare share: Double) -> Double {
    let value = pace.value(atShare: share)
    return value == 1 ? target : origin + (target - origin) * value
  }

  /// When its end is reached.
  var end: Timestamp {
    let left = Duration(finiteSeconds: pace.duration.seconds * (isBackwards ? share : 1 - share))
    return start.advanced(by: left ?? .zero)
  }
}
