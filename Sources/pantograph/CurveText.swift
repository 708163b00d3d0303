import Curves
import Quantities
import Simulation

/// A curve for a person: what it is, a plot and a table.
enum CurveText {
  private static let width = 60
  private static let height = 16

  static func lines(_ table: CurveTable) -> [String] {
    var lines = [head(table)]
    lines += facts(table) + [""] + plot(table) + [""]
    lines.append("      time   share      value   velocity")
    for row in table.rows {
      lines.append(
        Words.aligned(DecimalText.fixed(row.time, places: 4, isPadded: true), 8) + " s"
          + Words.aligned(DecimalText.fixed(row.share * 100, places: 1) + "%", 8)
          + Words.aligned(DecimalText.fixed(row.value, places: 6, isPadded: true), 11)
          + Words.aligned(velocity(row.velocity), 9) + "/s")
    }
    return lines
  }

  private static func velocity(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "-inf" : "inf" }
    return DecimalText.fixed(value, places: 3, isPadded: true)
  }

  private static func head(_ table: CurveTable) -> String {
    let words =
      switch table.curve.shape {
      case .timing: "a timing curve"
      case .interpolator: "an interpolator of Android"
      case .spring: "a spring"
      }
    return "\(table.curve): \(words), "
      + "\(DecimalText.significant(table.duration.seconds, digits: 6)) s"
  }

  private static func facts(_ table: CurveTable) -> [String] {
    var facts: [String] = []
    if case .spring(let curve) = table.curve.shape {
      let spring = curve.spring
      func text(_ value: Double) -> String {
        value.isFinite ? DecimalText.significant(value, digits: 6) : "infinite"
      }
      facts.append(
        "  mass \(text(spring.mass)), stiffness \(text(spring.stiffness)), damping "
          + "\(text(spring.damping)), velocity \(text(curve.initialVelocity))")
      let settling =
        curve.settlingDuration.map { "settles in \(text($0.seconds)) s" } ?? "never settles"
      let clamped = spring.dampingRatio > 1 && !curve.allowsOverdamping ? ", taken as 1" : ""
      facts.append(
        "  damping ratio \(text(spring.dampingRatio))\(clamped), response "
          + "\(text(2 * .pi / spring.naturalFrequency)) s, \(settling)")
    }
    let (least, most) = table.extremes
    if most.value > 1.000_001 {
      facts.append("  goes \(Words.percent(most.value - 1)) too far, at \(Words.time(most.time))")
    }
    if least.value < -0.000_001 {
      facts.append(
        "  goes \(Words.percent(-least.value)) back from the start, at \(Words.time(least.time))")
    }
    if let last = table.rows.last, abs(last.value - 1) > 0.002 {
      facts.append("  ends at \(DecimalText.significant(last.value, digits: 4))")
    }
    return facts
  }

  /// The plot: 0 and 1 are marked, and what goes beyond them is drawn as far as there is room.
  private static func plot(_ table: CurveTable) -> [String] {
    let rows = table.rows(width)
    let (least, most) = table.extremes
    let low = max(min(least.value, 0), -1)
    let high = min(max(most.value, 1), 2)
    let step = (high - low) / Double(height - 1)
    func row(of value: Double) -> Int {
      Int(((high - min(max(value, low), high)) / step).rounded())
    }
    var cells = Array(
      repeating: [Character](repeating: " ", count: width), count: height)
    let (one, zero) = (row(of: 1), row(of: 0))
    for mark in [one, zero] { cells[mark] = [Character](repeating: "-", count: width) }
    var before: Int?
    for (column, sample) in rows.enumerated() where sample.value.isFinite {
      let place = row(of: sample.value)
      // A steep curve is a line, not dots.
      let from = before.map { $0 < place ? $0 + 1 : $0 > place ? $0 - 1 : $0 } ?? place
      for cell in min(from, place)...max(from, place) { cells[cell][column] = "#" }
      before = place
    }
    var lines = cells.enumerated().map { index, cells in
      let label = index == one ? "1" : index == zero ? "0" : ""
      let text = String(String(cells).reversed().drop { $0 == " " }.reversed())
      return "  " + Words.aligned(label, 4) + " |" + text
    }
    lines.append("       +" + String(repeating: "-", count: width))
    let end = Words.time(table.duration.seconds)
    lines.append("        0" + Words.aligned(end, width - 1))
    return lines
  }
}
