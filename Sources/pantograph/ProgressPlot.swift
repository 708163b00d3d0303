import Quantities
import Simulation
import Transitions

/// The progress that a person saw over time, drawn with letters.
///
/// A row is 10 %: from 0 to 100 %, and beyond where the picture went there.
struct ProgressPlot {
  private static let width = 60

  /// The rows that are drawn at most beyond 0 and 100 % each: more of that tells nothing.
  private static let mostBeyond = 5

  private let gesture: GestureReport

  /// The progress of the top row and of the bottom row, in tenths.
  private let top: Int
  private let bottom: Int

  /// Creates a plot of a gesture that has a trace.
  init(_ gesture: GestureReport) {
    self.gesture = gesture
    let tenths = gesture.trace.map(\.shown).filter(\.isFinite).map { ($0 * 10).rounded() }
    top = Int(min(max(tenths.max() ?? 0, 10), 10 + Double(Self.mostBeyond)))
    bottom = Int(max(min(tenths.min() ?? 0, 0), -Double(Self.mostBeyond)))
  }

  /// The lines of the plot, from the top.
  var lines: [String] {
    let rows = gesture.trace
    guard let first = rows.first, let last = rows.last, last.time > first.time else { return [] }
    var cells = Array(
      repeating: [Character](repeating: " ", count: Self.width), count: top - bottom + 1)
    let range = Double(bottom) / 10 - 0.05...Double(top) / 10 + 0.05
    let bar = range.contains(gesture.threshold) ? row(of: gesture.threshold) : nil
    if let bar { cells[bar] = [Character](repeating: "-", count: Self.width) }
    let scale = (last.time - first.time) / Double(Self.width - 1)
    var next = 0
    for column in 0..<Self.width {
      let time = first.time + Double(column) * scale
      while next + 1 < rows.count, rows[next + 1].time <= time + 1e-9 { next += 1 }
      let isSettling = time > gesture.end + 1e-9
      let shown =
        isSettling
        ? settled(at: time - gesture.end) : rows[next].shown
      cells[place(of: shown, besides: bar)][column] = isSettling ? "o" : "#"
    }
    var lines = cells.enumerated().map { index, cells in
      let isNamed = top - index == 10 || top - index == 0
      let label =
        index == bar
        ? Words.percent(gesture.threshold) : isNamed ? "\((top - index) * 10)%" : ""
      let text = String(cells.reversed().drop { $0 == " " }.reversed())
      return "  " + Words.aligned(label, 6) + " |" + text
    }
    lines.append("         +" + String(repeating: "-", count: Self.width))
    lines.append("          " + timeLine(from: first.time, to: last.time, scale))
    lines.append("          # it follows the fingers   o it settles   - the threshold")
    return lines
  }

  private func settled(at elapsed: Double) -> Double {
    let settle = gesture.settle
    guard let duration = Duration(finiteSeconds: elapsed) else { return settle.outcome.progress }
    return settle.progress(at: settle.start.advanced(by: duration))
  }

  /// The row that a progress is drawn in, counted from the top.
  private func row(of progress: Double) -> Int {
    guard progress.isFinite else { return progress > 0 ? 0 : top - bottom }
    let tenths = min(max(progress * 10, Double(bottom)), Double(top))
    return Int((Double(top) - tenths).rounded())
  }

  /// The row that a progress is drawn in where the threshold is in one: what is below the threshold
  /// is drawn below it, however near it is.
  private func place(of progress: Double, besides bar: Int?) -> Int {
    let row = row(of: progress)
    guard let bar else { return row }
    return progress < gesture.threshold ? min(max(row, bar + 1), top - bottom) : min(row, bar)
  }

  private func timeLine(from start: Double, to end: Double, _ scale: Double) -> String {
    let last = Words.time(end)
    var line = Words.time(start)
    let column = Int(((gesture.end - start) / scale).rounded())
    // The caret stands below the lift, the time beside it where there is room.
    let lift = Words.time(gesture.end)
    if column > line.count, column + lift.count + 2 < Self.width - last.count {
      line += String(repeating: " ", count: column - line.count) + "^ " + lift
    } else if column - lift.count > line.count + 1, column + 1 < Self.width - last.count {
      line += String(repeating: " ", count: column - lift.count - 1 - line.count) + lift + " ^"
    }
    return line + String(repeating: " ", count: max(1, Self.width - line.count - last.count)) + last
  }
}
