/// How often gestures of an intent went wrong, and what that says of the rate.
public struct MistakeRate: Hashable, Sendable {
  /// How many went wrong.
  public var mistakes: Int

  /// How many there were.
  public var count: Int

  /// What the rate is at most, with the confidence asked for.
  ///
  /// It is the larger of two bounds: the exact one for gestures that are independent of each other
  /// (``BinomialBound``), and the one of series drawn anew, which knows that persons differ.
  public var upper: Double

  /// The bound of gestures that are independent of each other.
  public var binomialUpper: Double

  /// The share that went wrong, 0…1; 0 without gestures.
  public var share: Double { count > 0 ? Double(mistakes) / Double(count) : 0 }

  /// Creates a rate.
  ///
  /// - Parameters:
  ///   - mistakes: How many went wrong, 0…count.
  ///   - count: How many there were.
  ///   - drawn: The bound of series drawn anew, or `nil` if none were.
  ///   - confidence: How sure the bounds are.
  init(_ mistakes: Int, of count: Int, drawn: Double? = nil, confidence: Double) {
    self.mistakes = mistakes
    self.count = count
    binomialUpper = BinomialBound.upper(mistakes, of: count, confidence: confidence)
    upper = min(1, max(binomialUpper, drawn ?? 0))
  }
}

/// The mistakes of a policy with some values.
public struct Mistakes: Hashable, Sendable {
  /// Gestures meant to cancel that finish.
  public var falseFinish: MistakeRate

  /// Gestures meant to finish that cancel, or never begin.
  public var falseCancel: MistakeRate

  /// Touches not meant as gestures that begin.
  public var falseStart: MistakeRate

  /// Touches not meant as gestures that even finish.
  public var finishedStart: MistakeRate

  /// What mistakes cost on the average of a gesture, with intents as frequent as in use.
  public var cost: Double

  /// A kind of mistake.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// ``Mistakes/falseFinish``.
    case falseFinish = "false-finish"

    /// ``Mistakes/falseCancel``.
    case falseCancel = "false-cancel"

    /// ``Mistakes/falseStart``.
    case falseStart = "false-start"

    /// The words for one such mistake.
    public var words: String { rawValue.split(separator: "-").joined(separator: " ") }
  }

  /// The rate of a kind.
  public subscript(kind: Kind) -> MistakeRate {
    switch kind {
    case .falseFinish: falseFinish
    case .falseCancel: falseCancel
    case .falseStart: falseStart
    }
  }
}
