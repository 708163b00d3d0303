/// Where the parts of the picture are.
struct LiveLayout: Hashable, Sendable {
  /// The smallest screen that all parts fit on.
  static let smallest = ScreenSize(columns: 64, rows: 18)

  /// The columns beside the pad at least.
  private static let statusWidth = 36

  /// The columns of the box that the pad is in, border included.
  let padColumns: Range<Int>

  /// The rows of it.
  let padRows: Range<Int>

  /// The columns of what is told beside it.
  let statusColumns: Range<Int>

  /// The first row of the three of the bar.
  let barRow: Int

  /// The rows of the history, the first of them its head.
  let historyRows: Range<Int>

  /// The row of the keys.
  let keysRow: Int

  /// Lays the parts out; `nil` if the screen is too small.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - proportion: The width of the pad for a height of 1; a cell is twice as high as wide.
  init?(_ size: ScreenSize, proportion: Double) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    // Beside pad and history there are the title, three rows of the bar, and the keys.
    let free = size.rows - 5
    var rows = max(11, free * 13 / 19) - 2
    var columns = Int((Double(rows) * 2 * proportion).rounded())
    let most = size.columns - Self.statusWidth - 3
    if columns > most {
      columns = most
      rows = max(3, Int((Double(columns) / 2 / proportion).rounded()))
    }
    columns = max(columns, 3)
    padColumns = 1..<columns + 3
    // What is told beside the pad needs its rows, however flat the pad is.
    padRows = 1..<rows + 3
    statusColumns = padColumns.upperBound + 2..<size.columns - 1
    barRow = max(padRows.upperBound, 12)
    keysRow = size.rows - 1
    historyRows = barRow + 3..<keysRow
  }
}
