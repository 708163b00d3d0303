import Quantities

/// What mistakes come where values are chosen without the persons that they are tried on.
///
/// Mistakes counted on the gestures that chose the value are too few: it was chosen for that. Here
/// each fold of persons is judged by the value, and the policy, that the others choose.
struct CrossValidation: Sendable {
  /// The mistakes of each cell, in the fold that it was held out in.
  private(set) var falseFinishes: [Int]
  private(set) var falseCancels: [Int]
  private(set) var falseStarts: [Int]
  private(set) var finishedStarts: [Int]

  /// How many folds there were; fewer than 2 if there is nothing to hold out.
  let folds: Int

  /// The folds of the cells, and the curve of those outside of each.
  struct Folds: Sendable {
    /// The fold of each cell.
    let ofCell: [Int]

    /// The curve of all cells outside of each fold.
    let curves: [CostCurve]

    /// The most folds: with more units, some are held out together.
    static let most = 10

    /// Makes folds of units, by chance.
    ///
    /// - Parameters:
    ///   - sweep: The counts.
    ///   - whole: The curve of all cells.
    ///   - clusters: What is held out.
    ///   - costs: What mistakes cost.
    ///   - seed: What the chance comes from.
    init(_ sweep: Sweep, whole: CostCurve, clusters: Clusters, costs: Costs, seed: UInt64) {
      let count = min(clusters.unitCount, Self.most)
      var numbers = RandomNumbers(seed: seed, for: 3)
      var order = Array(0..<clusters.unitCount)
      numbers.shuffle(&order)
      var ofUnit = order
      for (place, unit) in order.enumerated() { ofUnit[unit] = place % max(1, count) }
      let ofCell = clusters.units.map { ofUnit[$0] }
      self.ofCell = ofCell
      curves =
        count < 2
        ? []
        : (0..<count).map { fold in
          CostCurve(
            sweep, cells: ofCell.indices.filter { ofCell[$0] != fold }, costs: costs,
            shares: whole.counts)
        }
    }
  }

  /// Chooses in each fold.
  ///
  /// - Parameters:
  ///   - sweep: The counts.
  ///   - folds: What is held out.
  ///   - sizes: How many values each variation of each policy has.
  ///   - policies: The policies that there is a choice of.
  init(_ sweep: Sweep, folds: Folds, sizes: [[Int]], policies: Range<Int>) {
    self.folds = folds.curves.count
    let none = Array(repeating: 0, count: sweep.cellCount)
    (falseFinishes, falseCancels, falseStarts, finishedStarts) = (none, none, none, none)
    for (fold, training) in folds.curves.enumerated() {
      let point = training.best(sweep, sizes: sizes, among: policies)
      let policy = sweep.points[point].policy
      for cell in folds.ofCell.indices where folds.ofCell[cell] == fold {
        falseFinishes[cell] = Self.value(sweep.finishing(.cancel, cell: cell), point)
        falseCancels[cell] =
          sweep.total(.finish, cell: cell) - Self.value(sweep.finishing(.finish, cell: cell), point)
        finishedStarts[cell] = Self.value(sweep.finishing(.none, cell: cell), point)
        falseStarts[cell] = sweep.starts(policy: policy, cell: cell)
      }
    }
  }

  /// The cost of a gesture.
  func cost(_ weights: CostWeights) -> Double {
    func sum(_ mistakes: [Int]) -> Double { Double(mistakes.reduce(0, +)) }
    return weights.falseFinish * sum(falseFinishes) + weights.falseCancel * sum(falseCancels)
      + weights.falseStart * sum(falseStarts) + weights.finishedStart * sum(finishedStarts)
  }

  private static func value(_ slice: ArraySlice<Int32>, _ point: Int) -> Int {
    Int(slice[slice.startIndex + point])
  }
}
