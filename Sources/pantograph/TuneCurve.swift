import Simulation
import Tuning

/// False finishes and false cancels over the values tried, drawn with letters.
struct TuneCurve {
  private static let width = 64
  private static let height = 10

  private let choice: Recommendation.PolicyResult
  private let parameter: String

  init(_ choice: Recommendation.PolicyResult, _ variations: [ParameterRange]) {
    self.choice = choice
    parameter = variations.first?.parameter ?? ""
  }

  /// The lines, from the top.
  var lines: [String] {
    let curve = choice.curve
    let width = min(Self.width, curve.count)
    // A column is a value, or the middle one of those that share it.
    let columns = (0..<width).map {
      curve[min(curve.count - 1, ($0 * 2 + 1) * curve.count / (width * 2))]
    }
    let finishes = Double(max(1, choice.best.mistakes.falseFinish.count))
    let cancels = Double(max(1, choice.best.mistakes.falseCancel.count))
    let rates = columns.map {
      (finish: Double($0.falseFinishes) / finishes, cancel: Double($0.falseCancels) / cancels)
    }
    let top = max(0.1, rates.map { max($0.finish, $0.cancel) }.max() ?? 1)
    func row(_ rate: Double) -> Int {
      Self.height - 1 - Int((rate / top * Double(Self.height - 1)).rounded())
    }
    var cells = Array(
      repeating: Array(repeating: Character(" "), count: width), count: Self.height)
    for (column, rate) in rates.enumerated() {
      cells[row(rate.finish)][column] = "f"
      let cancel = row(rate.cancel)
      cells[cancel][column] = cells[cancel][column] == "f" ? "*" : "c"
    }
    var lines = cells.enumerated().map { index, cells in
      let label =
        index == 0 ? Words.percent(top) : index == Self.height - 1 ? "0%" : ""
      return "  " + Words.aligned(label, 7) + " |" + String(cells)
    }
    let best = choice.best.values[parameter]
    let bestColumn = columns.indices.min {
      abs(columns[$0].value.number - (best?.number ?? 0))
        < abs(columns[$1].value.number - (best?.number ?? 0))
    }
    let axis = columns.enumerated().map { index, point -> Character in
      index == bestColumn ? "^" : point.mayBeBest ? "=" : point.isExtrapolated ? "." : "-"
    }
    lines.append("          +" + String(axis))
    let first = columns.first.map { DecimalText.significant($0.value.number) } ?? ""
    let last = columns.last.map { DecimalText.significant($0.value.number) + $0.value.unit } ?? ""
    let gap = max(1, width - first.count - last.count)
    lines.append("           " + first + String(repeating: " ", count: gap) + last)
    let isMarked = columns.contains(where: \.isExtrapolated)
    lines.append(
      "           f false finishes  c false cancels  * both  ^ best  = as good"
    )
    if isMarked {
      lines.append("           . farther than 10% of the way from what was in force: extrapolated")
    }
    return lines
  }
}
