/// The size of a screen of characters.
package struct ScreenSize: Hashable, Sendable {
  /// The columns, 0 or more.
  package var columns: Int

  /// The rows, 0 or more.
  package var rows: Int

  /// Creates a size; what is negative counts as 0, and nothing beyond 1000 is drawn.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, min(columns, 1000))
    self.rows = max(0, min(rows, 1000))
  }
}
