import Quantities
import Simulation
import Transitions

/// The progress that a person saw over time, drawn with letters.
///
/// `#` is where the picture followed the finger, `o` where it settled by itself, the line of dashes
/// the threshold.
struct ProgressPlot {
  private static let width = 60
  private static let height = 10

  private let gesture: GestureReport

  /// Creates a plot of a gesture that has a trace.
  init(_ gesture: GestureReport) {
    self.gesture = gesture
  }

  /// The lines of the plot, from the top.
  var lines: [String] {
    let rows = gesture.trace
    guard let first = rows.first, let last = rows.last, last.time > first.time else { return [] }
    var cells = Array(
      repeating: [Character](repeating: " ", count: Self.width), count: Self.height + 1)
    let bar = row(of: gesture.threshold)
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
      cells[row(of: shown) ?? 0][column] = isSettling ? "o" : "#"
    }
    var lines = cells.enumerated().map { index, cells in
      let label =
        index == bar
        ? Words.percent(gesture.threshold) : index == 0 ? "100%" : index == Self.height ? "0%" : ""
      let text = String(cells.reversed().drop { $0 == " " }.reversed())
      return "  " + Self.aligned(label, 6) + " |" + text
    }
    lines.append("         +" + String(repeating: "-", count: Self.width))
    lines.append("          " + timeLine(from: first.time, to: last.time, scale))
    return lines
  }

  private func settled(at elapsed: Double) -> Double {
    let settle = gesture.settle
    guard let duration = Duration(finiteSeconds: elapsed) else { return settle.outcome.progress }
    return settle.progress(at: settle.start.advanced(by: duration))
  }

  /// The row that a progress is drawn in, counted from the top, or `nil` if it is beyond.
  private func row(of progress: Double) -> Int? {
    guard progress.isFinite, progress >= -0.05, progress <= 1.05 else {
      return progress > 1 ? 0 : Self.height
    }
    return max(0, min(Self.height, Int(((1 - progress) * Double(Self.height)).rounded())))
  }

  private func timeLine(from start: Double, to end: Double, _ scale: Double) -> String {
    func text(_ seconds: Double) -> String {
      DecimalText.fixed(seconds, places: 3, isPadded: true) + " s"
    }
    let last = text(end)
    var line = text(start)
    let lift = "^ " + text(gesture.end)
    let column = Int(((gesture.end - start) / scale).rounded())
    if column > line.count, column + lift.count < Self.width - last.count {
      line += String(repeating: " ", count: column - line.count) + lift
    }
    return line + String(repeating: " ", count: max(1, Self.width - line.count - last.count)) + last
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
