import Glibc

/// The points of a sweep that may be the best: all that are not shown to be worse than another.
///
/// If a point is the best, its cost exceeds no other's. Each point is tested for that: by how many
/// standard errors its cost exceeds another's, the most over all others, is compared with what
/// chance makes of it in series drawn anew. Those beyond the quantile asked for are left out, so
/// that the set holds the true best with that confidence however flat or steep the cost is. The
/// place of the least itself cannot be bootstrapped: its error shrinks with the cube root of the
/// count (Kim and Pollard, "Cube Root Asymptotics", Annals of Statistics 18, 1990).
///
/// Two things keep far points, which are no rivals, from making the quantile larger:
///
/// - Points whose excess over the least is beyond chance for the whole sweep at once are left out
///   first, by a test that spends a tenth of the error (the two steps of Romano, Shaikh and Wolf,
///   "A Practical Two-Step Method for Testing Moment Inequalities", Econometrica 82, 2014).
/// - A rival that is dearer by more than √(ln n) standard errors, n gestures, counts that much less
///   (generalized moment selection: Andrews and Soares, Econometrica 78, 2010).
///
/// The set is a "model confidence set" as Hansen, Lunde and Nason call it (Econometrica 79, 2011).
struct BestRegion: Sendable {
  /// The points that may be the best.
  let points: Set<Int>

  /// The most rivals that a point is compared with; of more, some at equal distances are taken.
  private static let mostRivals = 64

  /// The costs at all points, and how they deviate.
  struct Deviations {
    /// The cost at each point.
    let costs: [Double]

    /// By how much the costs of each series deviate from those, series by series.
    let values: [Double]

    /// What the series are.
    let resampling: Resampling

    /// How many gestures there are.
    let gestures: Int
  }

  /// Tests points.
  ///
  /// - Parameters:
  ///   - deviations: The costs and how they deviate.
  ///   - competitors: The points that are compared with each other.
  ///   - others: Points that are compared with those, and that none is compared with.
  ///   - isEachTested: Whether each competitor is tested, or the others alone.
  ///   - confidence: How sure the set must be.
  init(
    _ deviations: Deviations, competitors: [Int], others: [Int] = [], isEachTested: Bool = true,
    confidence: Double
  ) {
    let error = 1 - confidence
    let first = Self.plausible(deviations, competitors, confidence: 1 - error / 10)
    let tested = (isEachTested ? first : []) + others
    let rivals = Self.thinned(first, deviations.costs)
    points = Set(
      tested.filter {
        Self.mayBeBest($0, rivals, deviations, confidence: 1 - error * 9 / 10)
      })
  }

  /// The points whose excess over the least is within chance for all of them at once.
  private static func plausible(
    _ deviations: Deviations, _ points: [Int], confidence: Double
  ) -> [Int] {
    let (costs, width) = (deviations.costs, deviations.costs.count)
    let count = deviations.resampling.count
    let least = points.map { costs[$0] }.min() ?? 0
    return deviations.values.withUnsafeBufferPointer { values in
      var lowest = Array(repeating: Double.infinity, count: count)
      for series in 0..<count {
        for point in points { lowest[series] = min(lowest[series], values[series * width + point]) }
      }
      var excess = Array(repeating: 0.0, count: count)
      return points.filter { point in
        for series in 0..<count { excess[series] = values[series * width + point] - lowest[series] }
        let quantile = Resampling.quantile(confidence, of: &excess)
        // Counts that are the same differ in the last bits as costs.
        return costs[point] - least <= quantile * deviations.resampling.correction + 1e-9
      }
    }
  }

  /// Some points at equal distances in their list, and the one with the least cost.
  private static func thinned(_ points: [Int], _ costs: [Double]) -> [Int] {
    guard points.count > mostRivals, let least = points.min(by: { costs[$0] < costs[$1] }) else {
      return points
    }
    return (0..<mostRivals - 1).map { points[$0 * points.count / (mostRivals - 1)] } + [least]
  }

  private static func mayBeBest(
    _ point: Int, _ rivals: [Int], _ deviations: Deviations, confidence: Double
  ) -> Bool {
    let (costs, width) = (deviations.costs, deviations.costs.count)
    let count = deviations.resampling.count
    let correction = deviations.resampling.correction
    let slack = log(Double(max(2, deviations.gestures))).squareRoot()
    return deviations.values.withUnsafeBufferPointer { values in
      let own = (0..<count).map { values[$0 * width + point] }
      var largest = Array(repeating: -Double.infinity, count: count)
      var most = -Double.infinity
      for rival in rivals {
        var squares = 0.0
        for series in 0..<count {
          let difference = own[series] - values[series * width + rival]
          squares += difference * difference
        }
        let spread = (squares / Double(count)).squareRoot()
        // Points that no series tells apart are as good as each other.
        guard spread > 1e-12 else { continue }
        let excess = (costs[point] - costs[rival]) / (spread * correction)
        most = max(most, excess)
        let shift = min(0, excess + slack)
        for series in 0..<count {
          let difference = own[series] - values[series * width + rival]
          largest[series] = max(largest[series], difference / spread + shift)
        }
      }
      guard most > 0 else { return true }
      return most <= Resampling.quantile(confidence, of: &largest) + 1e-9
    }
  }
}
