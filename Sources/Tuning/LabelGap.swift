/// The thresholds that separate gestures meant to finish best from those meant to cancel.
///
/// A threshold is wrong about a gesture that was meant to cancel and reaches it, and about one that
/// was meant to finish and does not. Between two neighboring values all thresholds are wrong about
/// the same gestures; of the stretches that are wrong about the fewest, this is the widest, and of
/// those as wide the lowest. Where the labels do not overlap, it lies between the largest that was
/// meant to cancel and the least that was meant to finish, and nothing is wrong.
public struct LabelGap: Hashable, Sendable {
  /// The value above which the thresholds lie; `nil`: as low as one likes.
  public let lower: Double?

  /// The largest threshold; `nil`: as high as one likes.
  public let upper: Double?

  /// How many gestures the thresholds are wrong about.
  public let mistakes: Int

  /// How many gestures there are.
  public let count: Int

  /// How wide the stretch is, or `nil` if it has one end alone.
  public var width: Double? {
    if let lower, let upper { upper - lower } else { nil }
  }

  /// Finds the gap.
  ///
  /// Fails unless there are gestures of both labels.
  ///
  /// - Parameters:
  ///   - finish: How far gestures went that were meant to finish, finite numbers.
  ///   - cancel: How far those went that were meant to cancel.
  /// - Complexity: O(*n* log *n*).
  public init?(finish: [Double], cancel: [Double]) {
    guard !finish.isEmpty, !cancel.isEmpty else { return nil }
    let all =
      (finish.map { (value: $0, isFinish: true) } + cancel.map { (value: $0, isFinish: false) })
      .sorted { $0.value < $1.value }
    // Below all values everything finishes.
    var mistakes = cancel.count
    var best = (lower: Double?.none, upper: Optional(all[0].value), mistakes: mistakes)
    var place = 0
    while place < all.count {
      let value = all[place].value
      while place < all.count, all[place].value == value {
        mistakes += all[place].isFinish ? 1 : -1
        place += 1
      }
      let next = place < all.count ? all[place].value : nil
      guard mistakes <= best.mistakes else { continue }
      let width = next.map { $0 - value } ?? -1
      let bestWidth = best.lower.flatMap { lower in best.upper.map { $0 - lower } } ?? -1
      if mistakes < best.mistakes || width > bestWidth { best = (value, next, mistakes) }
    }
    (lower, upper, self.mistakes) = best
    count = all.count
  }
}
