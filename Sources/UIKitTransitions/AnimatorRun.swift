import Quantities

/// A way of an animator that is under way.
struct AnimatorRun: Hashable {
  /// The way of a group of animations.
  struct Leg: Hashable {
    /// The position at the start of the way.
    var origin: Double

    /// The position at the end of the way.
    var target: Double

    /// The share of the run at which the way begins, 0…1.
    var delay: Double
  }

  /// The ways of the groups, the animator's own first.
  var legs: [Leg]

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

  /// The position of a group after a share of the pace's duration.
  func position(ofLeg index: Int, atShare share: Double) -> Double {
    let leg = legs[index]
    guard share > leg.delay || leg.delay <= 0 else { return leg.origin }
    let value =
      leg.delay < 1 ? pace.value(atShare: (share - leg.delay) / (1 - leg.delay)) : share < 1 ? 0 : 1
    return value == 1 ? leg.target : leg.origin + (leg.target - leg.origin) * value
  }

  /// The positions of all groups at a moment.
  func positions(at time: Timestamp) -> [Double] {
    let share = share(at: time)
    return legs.indices.map { position(ofLeg: $0, atShare: share) }
  }

  /// Whether the animator's own way begins, or if gone backwards ends, at an end of all.
  func begins(at end: Double) -> Bool {
    (isBackwards ? legs[0].target : legs[0].origin) == end
  }

  /// When its end is reached.
  var end: Timestamp {
    let left = Duration(finiteSeconds: pace.duration.seconds * (isBackwards ? share : 1 - share))
    return start.advanced(by: left ?? .zero)
  }
}
