import Quantities

/// A rate of mistakes that must not be exceeded.
///
/// It is tested against what the rate is at most, not against the share that was seen: 3 mistakes
/// in 200 gestures are 1.5 %, and may well come from a rate of 3.8 %.
public struct Requirement: Hashable, Sendable {
  /// The kind of mistake.
  public var kind: Mistakes.Kind

  /// The largest rate, 0…1.
  public var limit: Double

  /// Creates a requirement.
  public init(_ kind: Mistakes.Kind, atMost limit: Double) {
    self.kind = kind
    self.limit = limit
  }

  /// Reads a requirement such as `false-cancel<=0.02`.
  public init?(_ text: String) {
    guard let sign = text.firstRange(of: "<="),
      let kind = Mistakes.Kind(rawValue: String(text[..<sign.lowerBound])),
      let limit = DecimalNumber(text[sign.upperBound...])?.value, limit > 0, limit < 1
    else { return nil }
    self.init(kind, atMost: limit)
  }

  /// What a test found.
  public enum Finding: Hashable, Sendable {
    /// The rate is below the limit.
    case met

    /// So many more gestures of the intent are needed, if none of them goes wrong.
    case needsGestures(Int)

    /// So many persons are needed in all, if they differ as these do.
    case needsPersons(Int)

    /// The share that was seen is beyond the limit, so that more gestures will not help.
    case exceeded
  }

  /// Tests a rate.
  ///
  /// - Parameters:
  ///   - mistakes: What went wrong.
  ///   - units: How many persons, or other units, were drawn anew.
  ///   - confidence: How sure it must be.
  /// - Returns: Whether the rate is met, or what is missing.
  public func finding(
    _ mistakes: Mistakes, units: Int, confidence: Double
  ) -> Finding {
    let rate = mistakes[kind]
    if rate.count > 0, rate.upper <= limit { return .met }
    guard rate.share < limit else { return .exceeded }
    if rate.binomialUpper > limit || rate.count == 0 {
      let needed = BinomialBound.count(
        for: rate.mistakes, atMost: limit, confidence: confidence)
      return needed.map { .needsGestures($0 - rate.count) } ?? .exceeded
    }
    // The spread of a mean shrinks with the root of the count of persons.
    let factor = (rate.upper - rate.share) / (limit - rate.share)
    return .needsPersons(Int((Double(units) * min(factor * factor, 1e6)).rounded(.up)))
  }
}

extension Requirement: CustomStringConvertible {
  public var description: String { "\(kind.rawValue)<=\(DecimalNumber(limit)?.description ?? "?")" }
}
