import Quantities
import Simulation
import Transitions

/// How the view says things.
enum LiveWords {
  /// The keys and what they do, those first that matter most, but for the last two.
  static let keys: [(key: String, meaning: String)] = [
    ("- +", "threshold"), ("[ ]", "finely"), ("p", "policy"), ("f c", "label"), ("s", "save"),
    ("?", "help"), ("q", "quit"),
  ]

  /// A text from outside without characters that steer the terminal.
  static func escaped(_ text: String) -> String {
    PlainText.escaped(String(String.UnicodeScalarView(text.unicodeScalars.prefix(500))))
  }

  /// A text of at most so many letters.
  static func cut(_ text: String, _ most: Int) -> String {
    text.count <= most ? text : text.prefix(max(0, most - 1)) + "…"
  }

  /// A text with blanks in front of it, up to a width.
  static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A progress in percent, with one digit behind the point.
  static func percent(_ progress: Double) -> String {
    DecimalText.fixed(progress * 100, places: 1, isPadded: true) + "%"
  }

  /// A share in percent, with no more digits than it needs.
  static func share(_ share: Double) -> String {
    DecimalText.fixed(share * 100, places: 1) + "%"
  }

  /// A moment in seconds, as `replay` says it.
  static func time(_ seconds: Double) -> String {
    DecimalText.fixed(seconds, places: 3, isPadded: true) + " s"
  }

  /// A number with one digit behind the point at most.
  static func short(_ value: Double) -> String { DecimalText.fixed(value, places: 1) }

  /// A size in millimeters.
  static func size(_ size: Size) -> String {
    "\(DecimalText.fixed(size.width, places: 0)) × \(DecimalText.fixed(size.height, places: 0)) mm"
  }

  /// A threshold: 30%, 25 mm.
  static func threshold(_ threshold: Threshold) -> String {
    let lengths = threshold.lengths.map { length in
      switch length {
      case .share(let share): Self.share(share.value)
      case .millimeters(let number): "\(number) mm"
      case .pixels(let number): "\(number) px"
      }
    }
    return lengths.joined(separator: " or ")
  }

  /// A number of things.
  static func count(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }

  /// How an end looks.
  static func style(_ outcome: Outcome) -> CellStyle {
    CellStyle(outcome == .finish ? .green : .red, isBold: true)
  }

  /// How what a policy makes of a touch looks.
  static func style(_ outcome: ComparedOutcome?) -> CellStyle {
    switch outcome {
    case .finish: CellStyle(.green)
    case .cancel: CellStyle(.red)
    case .some(.none), nil: .dim
    }
  }

  /// What a policy makes of a touch.
  static func word(_ outcome: ComparedOutcome?) -> String {
    switch outcome {
    case .finish: "finish"
    case .cancel: "cancel"
    case .some(.none): "no gesture"
    case nil: "not here"
    }
  }

  /// The same in a letter.
  static func letter(_ outcome: ComparedOutcome?) -> String {
    switch outcome {
    case .finish: "F"
    case .cancel: "c"
    case .some(.none): "·"
    case nil: "–"
    }
  }
}
