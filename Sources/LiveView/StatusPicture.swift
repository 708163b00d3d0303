import Quantities
import Simulation
import Transitions

/// What is said beside the pad: the state, the figures, the verdict, the others' verdicts.
struct StatusPicture {
  private let screen: LiveScreen

  /// Creates the picture.
  init(_ screen: LiveScreen) {
    self.screen = screen
  }

  /// Draws it; 11 rows hold all.
  func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ rows: Range<Int>) {
    let (left, width) = (columns.lowerBound, columns.count)
    var row = rows.lowerBound
    drawState(on: &canvas, columns, row)
    row += 1
    drawFigures(on: &canvas, columns, row)
    row += rows.count > 12 ? 3 : 2
    guard let verdict = screen.selected else { return }
    drawVerdict(verdict, on: &canvas, columns, &row)
    row += rows.count > 11 ? 1 : 0
    for (place, name) in screen.compared.enumerated()
    where row < rows.upperBound && verdict.others.indices.contains(place) {
      let other = verdict.others[place]
      let differs = screen.isDissent(other, of: verdict)
      let shown = LiveWords.cut(LiveWords.escaped(name), 16)
      if differs { canvas.write("*", left, row, CellStyle(.yellow, isBold: true)) }
      canvas.write(
        shown, left + 2, row, differs ? CellStyle(.yellow, isBold: true) : .plain, width: width - 2)
      canvas.write(
        LiveWords.word(other.outcome), left + 19, row, LiveWords.style(other.outcome),
        width: width - 19)
      let note = other.outcome == ComparedOutcome.none ? left + 31 : left + 27
      canvas.write(other.note, note, row, .dim, width: columns.upperBound - note)
      row += 1
    }
  }

  /// Draws what happens, in a row.
  func drawState(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int) {
    let (state, style) = state
    var column = canvas.write(state, columns.lowerBound, row, style, width: columns.count)
    guard let frame = screen.frame, frame.fingers > 0, screen.trail.isDown else { return }
    column += 2
    canvas.write(
      LiveWords.count(frame.fingers, "finger"), column, row, width: columns.upperBound - column)
  }

  /// What happens, and how it looks.
  private var state: (String, CellStyle) {
    if screen.ending != nil { return ("ended", .dim) }
    if let motion = screen.frame?.motion {
      let isBeyond = motion.progress >= motion.threshold
      return (
        "following \(motion.heading.rawValue)", CellStyle(isBeyond ? .green : .cyan, isBold: true)
      )
    }
    if screen.isTouched { return ("touched", .bold) }
    switch screen.last?.result {
    case .gesture(let gesture)?:
      return (
        gesture.outcome == .finish ? "finished" : "cancelled", LiveWords.style(gesture.outcome)
      )
    case .none(let reason)?: return ("no gesture: \(reason)", .dim)
    case nil: return ("waiting for a touch", .dim)
    }
  }

  /// Draws progress and velocity: those of now, or those that the chosen gesture had at its lift.
  private func drawFigures(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int) {
    let motion = screen.frame?.motion
    let gesture = motion == nil && !screen.isTouched ? screen.selected?.gesture : nil
    let progress = motion?.progress ?? gesture?.progress
    let velocity = motion?.velocity ?? gesture?.velocity
    let style = motion == nil ? CellStyle.plain : .bold
    for (place, (name, value)) in [
      ("progress", progress.map(LiveWords.percent)), ("velocity", velocity),
    ].enumerated() {
      canvas.write(name, columns.lowerBound, row + place, .dim)
      canvas.write(
        LiveWords.aligned(value ?? "–", 9), columns.lowerBound + 9, row + place,
        value == nil ? .dim : style, width: columns.count - 9)
    }
  }

  private func drawVerdict(
    _ verdict: LiveVerdict, on canvas: inout Canvas, _ columns: Range<Int>, _ row: inout Int
  ) {
    let (left, width) = (columns.lowerBound, columns.count)
    switch verdict.result {
    case .gesture(let gesture):
      let column = canvas.write(
        gesture.outcome.rawValue, left, row, LiveWords.style(gesture.outcome), width: width)
      canvas.write(gesture.rule, column + 2, row, width: columns.upperBound - column - 2)
      let parts = [
        gesture.percent, LiveWords.count(verdict.fingers, "finger"), gesture.heading.rawValue,
        gesture.way ?? "",
      ]
      canvas.write(
        parts.filter { !$0.isEmpty }.joined(separator: "  "), left, row + 1, width: width)
    case .none(let reason):
      let column = canvas.write("no gesture", left, row, .bold, width: width)
      canvas.write(reason, column + 2, row, width: columns.upperBound - column - 2)
    }
    row += 2
    if let label = screen.labels[verdict.touch] {
      let agrees = label.agrees(with: verdict.outcome)
      let said = label == .finish ? "should have finished" : "should have been cancelled"
      canvas.write(
        "\(said) \(canvas.glyphs.checks[agrees ? 0 : 1])", left, row,
        agrees ? CellStyle(.green) : CellStyle(.yellow, isBold: true), width: width)
    } else {
      canvas.write("at \(LiveWords.time(verdict.time))", left, row, .dim, width: width)
    }
    row += 1
  }
}
