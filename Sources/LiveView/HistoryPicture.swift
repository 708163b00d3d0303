import Quantities
import Simulation
import Transitions

/// The gestures before, the latest on top, and their counts.
struct HistoryPicture {
  private let screen: LiveScreen

  /// From so many columns on, the compared policies are named in full.
  private static let wide = 118

  /// The columns that a rule takes at most.
  private static let ruleWidth = 40

  /// Creates the picture.
  init(_ screen: LiveScreen) {
    self.screen = screen
  }

  /// Draws a head and as many gestures as there is room for.
  func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ rows: Range<Int>) {
    guard let head = rows.first else { return }
    let places = Places(columns, screen.compared)
    drawHead(on: &canvas, columns, head, places)
    let room = rows.count - 1
    guard room > 0 else { return }
    let latest = Array(screen.verdicts.reversed())
    let chosen = latest.firstIndex { $0.touch == screen.selected?.touch } ?? 0
    // The chosen one is seen, in the last row if need be.
    let first = max(0, chosen - room + 1)
    for (offset, verdict) in latest.dropFirst(first).prefix(room).enumerated() {
      draw(verdict, isChosen: first + offset == chosen, on: &canvas, head + 1 + offset, places)
    }
  }

  /// Where the columns are.
  private struct Places {
    let rule = 38
    var others: [Int] = []
    let names: [String]
    let label: Int
    let end: Int

    init(_ columns: Range<Int>, _ compared: [String]) {
      let isWide = columns.count >= HistoryPicture.wide
      let names = compared.map {
        isWide ? LiveWords.cut(LiveWords.escaped($0), 14) : String($0.prefix(1))
      }
      let width = names.reduce(0) { $0 + $1.count + (isWide ? 2 : 1) }
      // What belongs together stays together on a wide screen.
      end = min(columns.upperBound - 1, rule + HistoryPicture.ruleWidth + width + 6)
      label = end - 3
      var place = label - 1
      for name in names.reversed() {
        place -= name.count + (isWide ? 2 : 1)
        others.insert(place, at: 0)
      }
      self.names = names
    }

    /// The column that the rule ends before.
    var ruleEnd: Int { (others.first ?? label) - 1 }
  }

  private func drawHead(
    on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, _ places: Places
  ) {
    canvas.fill(canvas.glyphs.level, columns, row, .dim)
    func write(_ text: String, _ column: Int, _ style: CellStyle) -> Int {
      canvas.write(text, column, row, style, width: places.ruleEnd - column)
    }
    let count = screen.verdicts.count
    let all = (screen.hasForgotten ? "the last " : "") + LiveWords.count(count, "gesture")
    var column = write(" \(all): ", columns.lowerBound + 1, .plain)
    column = write("\(screen.count(.finish)) finish", column, CellStyle(.green))
    column = write(", ", column, .plain)
    column = write("\(screen.count(.cancel)) cancel", column, CellStyle(.red))
    if screen.count(.none) > 0 { column = write(", \(screen.count(.none)) none", column, .plain) }
    column = write(" ", column, .plain)
    let (labels, right) = screen.agreement
    if labels > 0 {
      let style = right == labels ? CellStyle(.green) : CellStyle(.yellow, isBold: true)
      _ = write(" labels: \(right) of \(labels) right ", column + 2, style)
    }
    for (place, name) in zip(places.others, places.names) {
      canvas.write(" ", place - 1, row)
      let next = canvas.write(name, place, row, .plain, width: places.end - place)
      canvas.write(" ", next, row)
    }
  }

  private func draw(
    _ verdict: LiveVerdict, isChosen: Bool, on canvas: inout Canvas, _ row: Int, _ places: Places
  ) {
    if isChosen { canvas.put(canvas.glyphs.pointer, 0, row, .bold) }
    canvas.write(LiveWords.time(verdict.time), endingAt: 11, row, .dim)
    switch verdict.result {
    case .gesture(let gesture):
      canvas.write("\(verdict.fingers) \(gesture.heading.rawValue)", 13, row)
      canvas.write(gesture.percent, endingAt: 29, row)
      canvas.write(gesture.outcome.rawValue, 30, row, LiveWords.style(gesture.outcome))
      canvas.write(gesture.rule, places.rule, row, width: places.ruleEnd - places.rule)
    case .none(let reason):
      canvas.write("\(verdict.fingers)", 13, row)
      canvas.write("none", 30, row, .dim)
      canvas.write(reason, places.rule, row, .dim, width: places.ruleEnd - places.rule)
    }
    for (place, other) in zip(places.others, verdict.others) {
      let differs = screen.isDissent(other, of: verdict)
      var style = LiveWords.style(other.outcome)
      if differs { style = CellStyle(.yellow, isBold: true) }
      style.isReversed = differs
      canvas.write(LiveWords.letter(other.outcome), place, row, style)
    }
    guard let label = screen.labels[verdict.touch] else { return }
    let agrees = label.agrees(with: verdict.outcome)
    let style = agrees ? CellStyle(.green) : CellStyle(.yellow, isBold: true)
    canvas.put(label == .finish ? "F" : "c", places.label, row, style)
    canvas.put(canvas.glyphs.checks[agrees ? 0 : 1], places.label + 1, row, style)
  }
}
