/// Dots in cells, 2 across and 4 down in each where the glyphs have them, else one.
struct DotGrid {
  /// The dots across in a cell.
  let across: Int

  /// The dots down in a cell.
  let down: Int

  /// The dots across.
  let width: Int

  /// The dots down.
  let height: Int

  private let columns: Int
  private var dots: [UInt8]
  private var styles: [CellStyle]

  /// Creates a grid without a dot.
  init(columns: Int, rows: Int, _ glyphs: Glyphs) {
    (across, down) = glyphs.hasDots ? (2, 4) : (1, 1)
    self.columns = columns
    width = columns * across
    height = rows * down
    dots = Array(repeating: 0, count: columns * rows)
    styles = Array(repeating: .plain, count: columns * rows)
  }

  /// The bit of each dot of a cell in the Braille patterns, the left column first.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// Makes a dot; the last one in a cell decides how the cell looks.
  mutating func dot(_ x: Int, _ y: Int, _ style: CellStyle) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let cell = y / down * columns + x / across
    dots[cell] |= Self.bits[x % across][y % down]
    styles[cell] = style
  }

  /// Makes a straight row of dots.
  ///
  /// - Complexity: O(n) in the dots, which are no more than the grid is wide or high.
  mutating func line(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ style: CellStyle
  ) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    guard steps > 0 else { return dot(end.x, end.y, style) }
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      dot(
        start.x + Int((Double(end.x - start.x) * share).rounded()),
        start.y + Int((Double(end.y - start.y) * share).rounded()), style)
    }
  }

  /// Draws the cells that have dots.
  func draw(on canvas: inout Canvas, _ column: Int, _ row: Int) {
    for (cell, bits) in dots.enumerated() where bits != 0 {
      let pattern = Unicode.Scalar(0x2800 + UInt32(bits)).map(Character.init)
      let character = canvas.glyphs.hasDots ? pattern ?? canvas.glyphs.step : canvas.glyphs.step
      canvas.put(character, column + cell % columns, row + cell / columns, styles[cell])
    }
  }
}
