/// The mistakes at each point of a sweep, and what they cost.
struct CostCurve: Sendable {
  /// How many gestures there are of each intent.
  let counts: [Intent: Int]

  /// What one more mistake of each kind adds to the cost.
  let weights: CostWeights

  /// Gestures meant to cancel that finish, at each point.
  private(set) var falseFinishes: [Int]

  /// Gestures meant to finish that cancel, or never began, at each point.
  private(set) var falseCancels: [Int]

  /// Touches not meant as gestures that finish, at each point.
  private(set) var finishedStarts: [Int]

  /// Touches not meant as gestures that began, for each policy.
  private(set) var falseStarts: [Int]

  /// The cost of a gesture at each point.
  let costs: [Double]

  /// Adds the counts of some cells up.
  ///
  /// - Parameters:
  ///   - sweep: The counts.
  ///   - cells: Which cells.
  ///   - costs: What mistakes cost.
  ///   - shares: How many gestures of each intent stand for its share in use, or `nil` for those of
  ///     the cells.
  init(_ sweep: Sweep, cells: some Sequence<Int>, costs: Costs, shares: [Intent: Int]? = nil) {
    let count = sweep.points.count
    falseFinishes = Array(repeating: 0, count: count)
    var finished = Array(repeating: 0, count: count)
    finishedStarts = Array(repeating: 0, count: count)
    falseStarts = Array(repeating: 0, count: sweep.ranges.count)
    var totals: [Intent: Int] = [:]
    for cell in cells {
      for intent in Intent.allCases {
        totals[intent, default: 0] += sweep.total(intent, cell: cell)
      }
      Self.add(sweep.finishing(.cancel, cell: cell), to: &falseFinishes)
      Self.add(sweep.finishing(.finish, cell: cell), to: &finished)
      Self.add(sweep.finishing(.none, cell: cell), to: &finishedStarts)
      for policy in falseStarts.indices {
        falseStarts[policy] += sweep.starts(policy: policy, cell: cell)
      }
    }
    let meantToFinish = totals[.finish, default: 0]
    falseCancels = finished.map { meantToFinish - $0 }
    counts = totals
    let weights = costs.weights(for: totals, shares: shares ?? totals)
    self.weights = weights
    var all = Array(repeating: 0.0, count: count)
    for (policy, range) in sweep.ranges.enumerated() {
      for point in range {
        all[point] =
          weights.falseFinish * Double(falseFinishes[point])
          + weights.falseCancel * Double(falseCancels[point])
          + weights.falseStart * Double(falseStarts[policy])
          + weights.finishedStart * Double(finishedStarts[point])
      }
    }
    self.costs = all
  }

  private static func add(_ slice: ArraySlice<Int32>, to sums: inout [Int]) {
    for (index, value) in slice.enumerated() { sums[index] += Int(value) }
  }

  /// The influence of each cell on the cost at each point.
  ///
  /// It is what the cell adds beyond what its share of gestures would; over all cells it adds up to
  /// 0.
  ///
  /// - Parameter sweep: The counts.
  /// - Returns: The numbers of the first cell, then those of the next.
  func influences(_ sweep: Sweep) -> [Double] {
    let count = sweep.points.count
    var result = Array(repeating: 0.0, count: sweep.cellCount * count)
    func rate(_ mistakes: Int, _ intent: Intent) -> Double {
      let total = counts[intent, default: 0]
      return total > 0 ? Double(mistakes) / Double(total) : 0
    }
    for cell in 0..<sweep.cellCount {
      let canceled = sweep.finishing(.cancel, cell: cell)
      let finished = sweep.finishing(.finish, cell: cell)
      let started = sweep.finishing(.none, cell: cell)
      let cancels = Double(sweep.total(.cancel, cell: cell))
      let finishes = Double(sweep.total(.finish, cell: cell))
      let nones = Double(sweep.total(.none, cell: cell))
      for (policy, range) in sweep.ranges.enumerated() {
        let starts =
          Double(sweep.starts(policy: policy, cell: cell)) - rate(falseStarts[policy], .none)
          * nones
        for point in range {
          let falseFinish =
            Double(canceled[canceled.startIndex + point])
            - rate(falseFinishes[point], .cancel) * cancels
          let falseCancel =
            finishes - Double(finished[finished.startIndex + point])
            - rate(falseCancels[point], .finish) * finishes
          let finishedStart =
            Double(started[started.startIndex + point])
            - rate(finishedStarts[point], .none) * nones
          result[cell * count + point] =
            weights.falseFinish * falseFinish + weights.falseCancel * falseCancel
            + weights.falseStart * starts + weights.finishedStart * finishedStart
        }
      }
    }
    return result
  }

  /// The point with the least cost.
  ///
  /// Of several it is that in the middle of them: the longest row of neighbors in one variation,
  /// else the one nearest to their mean.
  func best(_ sweep: Sweep, sizes: [[Int]], among policies: Range<Int>? = nil) -> Int {
    let policies = policies ?? sweep.ranges.indices
    var least = Double.infinity
    for policy in policies {
      for point in sweep.ranges[policy] { least = min(least, costs[point]) }
    }
    for policy in policies {
      let range = sweep.ranges[policy]
      let tied = range.filter { costs[$0] <= least + 1e-12 }
      guard !tied.isEmpty else { continue }
      return Self.middle(of: tied, from: range.lowerBound, sizes: sizes[policy])
    }
    return 0
  }

  private static func middle(of tied: [Int], from start: Int, sizes: [Int]) -> Int {
    guard sizes.count > 1 else {
      var longest = (first: tied[0], length: 0)
      var first = tied[0]
      for (index, point) in tied.enumerated() {
        if index > 0, tied[index - 1] + 1 != point { first = point }
        if point - first + 1 > longest.length { longest = (first, point - first + 1) }
      }
      return longest.first + (longest.length - 1) / 2
    }
    func places(_ point: Int) -> [Double] {
      var rest = point - start
      return sizes.reversed().map { size in
        defer { rest /= size }
        return Double(rest % size) / Double(size)
      }
    }
    let all = tied.map(places)
    let mean = sizes.indices.map { axis in
      all.reduce(0) { $0 + $1[axis] } / Double(all.count)
    }
    var nearest = (point: tied[0], distance: Double.infinity)
    for (point, place) in zip(tied, all) {
      let distance = zip(place, mean).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      if distance < nearest.distance - 1e-12 { nearest = (point, distance) }
    }
    return nearest.point
  }
}
