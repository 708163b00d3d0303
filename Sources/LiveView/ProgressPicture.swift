import Quantities
import Simulation

/// The progress against the threshold, and where the gestures before ended.
struct ProgressPicture {
  private let screen: LiveScreen

  /// Creates the picture.
  init(_ screen: LiveScreen) {
    self.screen = screen
  }

  /// Draws three rows: the gestures before, the bar, its scale.
  func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int) {
    let (left, width) = (columns.lowerBound, columns.count)
    let threshold = threshold
    let mark = threshold.map { left + cell($0, of: width) }
    drawPoints(on: &canvas, columns, row)

    let filled = cell(progress ?? 0, of: width)
    canvas.fill(canvas.glyphs.unreached, left + filled..<columns.upperBound, row + 1, .dim)
    canvas.fill(canvas.glyphs.reached, left..<left + filled, row + 1, style)
    if let mark {
      canvas.put(canvas.glyphs.mark, mark, row + 1, CellStyle(.yellow, isBold: true))
    }

    canvas.write("0%", left, row + 2, .dim)
    canvas.write("100%", endingAt: columns.upperBound, row + 2, .dim)
    guard let threshold, let mark else { return }
    let label = LiveWords.share(threshold) + way(threshold)
    let start = min(max(mark - label.count / 2, left + 4), columns.upperBound - label.count - 6)
    canvas.write(label, start, row + 2, CellStyle(.yellow))
  }

  /// The progress that the bar shows.
  private var progress: Double? {
    screen.frame?.motion?.progress ?? shownGesture?.progress
  }

  /// The gesture that is shown while none is followed: the one that keys are about, from the end of
  /// a touch to the next.
  private var shownGesture: LiveVerdict.Gesture? {
    screen.isTouched ? nil : screen.selected?.gesture
  }

  private var axis: Axis {
    screen.frame?.motion?.heading.axis ?? screen.selected?.gesture?.heading.axis ?? .x
  }

  /// The progress that finishes.
  private var threshold: Double? {
    screen.frame?.motion?.threshold ?? shownGesture?.threshold ?? screen.terms?.shares[axis]
      ?? screen.choice.threshold.flatMap(Self.share)
  }

  private static func share(_ threshold: Threshold) -> Double? {
    guard case .share(let share)? = threshold.lengths.first, threshold.lengths.count == 1 else {
      return nil
    }
    return share.value
  }

  /// The threshold in millimeters, for a label; nothing while a gesture still has another one.
  private func way(_ threshold: Double) -> String {
    guard let terms = screen.terms, abs(terms.shares[axis] - threshold) < 1e-9 else { return "" }
    return terms.millimeters.map { ", \(LiveWords.short($0[axis])) mm" } ?? ""
  }

  /// How the part looks that is reached.
  private var style: CellStyle {
    if let motion = screen.frame?.motion {
      return CellStyle(motion.progress >= motion.threshold ? .green : .cyan, isBold: true)
    }
    return shownGesture.map { LiveWords.style($0.outcome) } ?? .plain
  }

  /// The cell of a progress; the bar is full at 100 % and not before.
  private func cell(_ progress: Double, of width: Int) -> Int {
    guard progress.isFinite else { return 0 }
    return min(Int((min(max(progress, 0), 1) * Double(width) + 1e-9).rounded(.down)), width)
  }

  /// Draws the gestures before, each where it ended.
  private func drawPoints(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int) {
    var counts: [Int: Int] = [:]
    for verdict in screen.verdicts {
      guard let gesture = verdict.gesture else { continue }
      let place = min(cell(gesture.progress, of: columns.count), columns.count - 1)
      counts[place, default: 0] += 1
      let label = screen.labels[verdict.touch]
      let point = canvas.glyphs.points[counts[place] == 1 ? 0 : 1]
      let mark: Character =
        switch label {
        case .finish: "f"
        case .cancel: "c"
        case nil: point
        }
      var style = LiveWords.style(verdict.outcome)
      if let label, !label.agrees(with: verdict.outcome) {
        style = CellStyle(.yellow, isBold: true)
        style.isReversed = true
      }
      canvas.put(mark, columns.lowerBound + place, row, style)
    }
  }
}
