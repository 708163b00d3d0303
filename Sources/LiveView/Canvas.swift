/// A picture of characters: what a terminal shows.
package struct Canvas: Hashable, Sendable {
  /// A place for a character.
  package struct Cell: Hashable, Sendable {
    /// The character; `nil` in the second column of a wide one.
    package var character: Character? = " "

    /// How it looks.
    package var style = CellStyle.plain
  }

  /// The size.
  package let size: ScreenSize

  /// What is drawn with.
  package let glyphs: Glyphs

  private var cells: [Cell]

  /// Creates an empty picture.
  package init(_ size: ScreenSize, _ glyphs: Glyphs) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: Cell(), count: size.columns * size.rows)
  }

  /// The cells of a row, 0 or more and below the size.
  package subscript(row row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// The text of a row, without blanks at its end.
  package func text(row: Int) -> String {
    var text = String(self[row: row].compactMap(\.character))
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Draws a character; what is beside the picture is not drawn.
  package mutating func put(_ character: Character, _ column: Int, _ row: Int, _ style: CellStyle) {
    guard (0..<size.rows).contains(row) else { return }
    let shown =
      CharacterWidth.columns(of: character) == nil ? glyphs.unknown : glyphs.shown(character)
    let width = CharacterWidth.columns(of: shown) ?? 1
    guard column >= 0, column + width <= size.columns else { return }
    let place = row * size.columns + column
    // Half of a wide character cannot be seen.
    if cells[place].character == nil, column > 0 { cells[place - 1].character = " " }
    let next = place + width
    if column + width < size.columns, cells[next].character == nil { cells[next].character = " " }
    cells[place] = Cell(character: shown, style: style)
    if width == 2 { cells[place + 1] = Cell(character: nil, style: style) }
  }

  /// Draws a text, of a longer one the beginning.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - column: The column of the first character.
  ///   - row: The row.
  ///   - style: How it looks.
  ///   - width: The most columns it takes, 0 or more; `nil`: up to the right edge.
  /// - Returns: The column behind it.
  @discardableResult
  package mutating func write(
    _ text: String, _ column: Int, _ row: Int, _ style: CellStyle = .plain, width: Int? = nil
  ) -> Int {
    let limit = min(size.columns, width.map { column + max(0, $0) } ?? size.columns)
    guard column < limit else { return column }
    let isCut = glyphs.width(of: text) > limit - column
    var place = column
    for character in text {
      let columns = glyphs.width(of: character)
      // The last column of a text that is cut says so.
      guard place + columns <= limit - (isCut ? 1 : 0) else { break }
      put(character, place, row, style)
      place += columns
    }
    if isCut {
      put(glyphs.cut, place, row, style)
      place += 1
    }
    return place
  }

  /// Draws a text that ends before a column.
  ///
  /// - Returns: The column of its first character.
  @discardableResult
  package mutating func write(
    _ text: String, endingAt column: Int, _ row: Int, _ style: CellStyle = .plain
  ) -> Int {
    let start = max(0, column - glyphs.width(of: text))
    write(text, start, row, style, width: column - start)
    return start
  }

  /// Draws a character many times in a row.
  package mutating func fill(
    _ character: Character, _ columns: Range<Int>, _ row: Int, _ style: CellStyle = .plain
  ) {
    for column in columns { put(character, column, row, style) }
  }

  /// Draws a box, with nothing in it.
  package mutating func box(_ columns: Range<Int>, _ rows: Range<Int>, _ style: CellStyle) {
    guard columns.count > 1, rows.count > 1 else { return }
    let (left, right) = (columns.lowerBound, columns.upperBound - 1)
    let (top, bottom) = (rows.lowerBound, rows.upperBound - 1)
    for row in rows { fill(" ", columns, row) }
    for row in [top, bottom] { fill(glyphs.level, columns, row, style) }
    for row in top..<bottom {
      put(glyphs.upright, left, row, style)
      put(glyphs.upright, right, row, style)
    }
    put(glyphs.corners[0], left, top, style)
    put(glyphs.corners[1], right, top, style)
    put(glyphs.corners[2], left, bottom, style)
    put(glyphs.corners[3], right, bottom, style)
  }
}
