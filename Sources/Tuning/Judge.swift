/// Makes rates of counts, with what they are at most.
struct Judge {
  let sweep: Sweep
  let curve: CostCurve
  let resampling: Resampling
  let confidence: Double

  /// The mistakes at a point.
  func mistakes(at point: Int) -> Mistakes {
    let policy = sweep.points[point].policy
    let cells = 0..<sweep.cellCount
    func finishing(_ intent: Intent) -> [Int] {
      cells.map { cell in
        let slice = sweep.finishing(intent, cell: cell)
        return Int(slice[slice.startIndex + point])
      }
    }
    let finishes = finishing(.finish)
    return mistakes(
      falseFinishes: finishing(.cancel),
      falseCancels: cells.map { sweep.total(.finish, cell: $0) - finishes[$0] },
      falseStarts: cells.map { sweep.starts(policy: policy, cell: $0) },
      finishedStarts: finishing(.none), cost: curve.costs[point])
  }

  /// The mistakes where values are chosen without the persons judged.
  func mistakes(of validation: CrossValidation) -> Mistakes {
    mistakes(
      falseFinishes: validation.falseFinishes, falseCancels: validation.falseCancels,
      falseStarts: validation.falseStarts, finishedStarts: validation.finishedStarts,
      cost: validation.cost(curve.weights))
  }

  private func mistakes(
    falseFinishes: [Int], falseCancels: [Int], falseStarts: [Int], finishedStarts: [Int],
    cost: Double
  ) -> Mistakes {
    Mistakes(
      falseFinish: rate(falseFinishes, of: .cancel),
      falseCancel: rate(falseCancels, of: .finish),
      falseStart: rate(falseStarts, of: .none),
      finishedStart: rate(finishedStarts, of: .none), cost: cost)
  }

  /// A rate of the mistakes of each cell.
  private func rate(_ mistakes: [Int], of intent: Intent) -> MistakeRate {
    let totals = mistakes.indices.map { sweep.total(intent, cell: $0) }
    let (sum, count) = (mistakes.reduce(0, +), totals.reduce(0, +))
    guard sum > 0, sum < count else { return MistakeRate(sum, of: count, confidence: confidence) }
    let share = Double(sum) / Double(count)
    var shares: [Double] = []
    for series in 0..<resampling.count {
      var (drawn, all) = (0, 0)
      for cell in mistakes.indices {
        let weight = Int(resampling.weights[series * resampling.cellCount + cell])
        drawn += weight * mistakes[cell]
        all += weight * totals[cell]
      }
      // A series may have no gesture of the intent; it tells nothing.
      if all > 0 { shares.append(Double(drawn) / Double(all)) }
    }
    let quantile = Resampling.quantile(confidence, of: &shares)
    return MistakeRate(
      sum, of: count, drawn: share + max(0, quantile - share) * resampling.correction,
      confidence: confidence)
  }
}
