/// The characters that pictures are made of.
package struct Glyphs: Hashable, Sendable {
  /// Whether a cell shows 2 × 4 dots of their own, by the Braille patterns of Unicode.
  package let hasDots: Bool

  /// The left upper, right upper, left lower and right lower corner.
  package let corners: [Character]

  /// A line across.
  package let level: Character

  /// A line down.
  package let upright: Character

  /// A contact.
  package let contact: Character

  /// A step of a trail, where there are no dots.
  package let step: Character

  /// A part of the bar that is reached.
  package let reached: Character

  /// A part of the bar that is not.
  package let unreached: Character

  /// The threshold on the bar.
  package let mark: Character

  /// A gesture above the bar, and several of them.
  package let points: [Character]

  /// The gesture that keys are about.
  package let pointer: Character

  /// The end of a text that is cut.
  package let cut: Character

  /// A label that agrees, and one that does not.
  package let checks: [Character]

  /// What stands for a character that cannot be shown.
  package let unknown: Character

  /// Those of Unicode.
  package static let unicode = Self(
    hasDots: true, corners: ["╭", "╮", "╰", "╯"], level: "─", upright: "│", contact: "●", step: "·",
    reached: "━", unreached: "─", mark: "┃", points: ["·", "•"], pointer: "▸", cut: "…",
    checks: ["✓", "✗"], unknown: "\u{fffd}")

  /// Those that every terminal has.
  package static let ascii = Self(
    hasDots: false, corners: ["+", "+", "+", "+"], level: "-", upright: "|", contact: "O",
    step: ".",
    reached: "=", unreached: "-", mark: "|", points: [".", ":"], pointer: ">", cut: "~",
    checks: ["+", "-"], unknown: "?")

  /// The character as it can be shown.
  package func shown(_ character: Character) -> Character {
    hasDots || character.isASCII ? character : Self.plain[character] ?? unknown
  }

  /// The columns that a character takes as it is shown.
  package func width(of character: Character) -> Int {
    guard let width = CharacterWidth.columns(of: character) else { return 1 }
    return hasDots ? width : 1
  }

  /// The columns that a text takes.
  package func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The characters of our own words that have a stand-in.
  private static let plain: [Character: Character] = ["×": "x", "…": "~", "–": "-", "·": "."]
}
