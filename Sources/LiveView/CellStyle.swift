/// How a cell of the screen looks.
package struct CellStyle: Hashable, Sendable {
  /// A color of those that every terminal with colors has.
  package enum Color: Int16, Hashable, Sendable, CaseIterable {
    /// What finishes.
    case green

    /// What is cancelled.
    case red

    /// What differs, or needs attention.
    case yellow

    /// What moves.
    case cyan
  }

  /// The color; `nil`: the one that text has.
  package var color: Color?

  /// Whether it stands out.
  package var isBold = false

  /// Whether it steps back.
  package var isDim = false

  /// Whether text and background are exchanged.
  package var isReversed = false

  /// Creates a style, by default that of plain text.
  package init(_ color: Color? = nil, isBold: Bool = false, isDim: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
  }

  /// Plain text.
  package static let plain = Self()

  /// Text that stands out.
  package static let bold = Self(isBold: true)

  /// Text that steps back.
  package static let dim = Self(isDim: true)
}
