import Recordings
package import Transitions

/// An answer to a question about a gesture that is none.
package struct DecisionAnswerError: Error, Hashable, Sendable {
  /// What is wrong with it, fit to be shown.
  package var description: String
}

extension Decision {
  /// The longest rule that is kept, in characters.
  private static let longestRule = 200

  /// Reads an answer such as `{"outcome":"finish","rule":"mine","margin":0.1}`.
  ///
  /// `margin_unit` is `progress`, which holds unless it is given, or `progress/s`; an `id` must be
  /// that of the question. What else there is does not count.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - id: The number of the question.
  /// - Throws: What is wrong with it.
  package init(answer line: [UInt8], to id: Int) throws(DecisionAnswerError) {
    let json: JSONValue
    do throws(RecordingError) {
      json = try JSONValue(reading: line)
    } catch {
      throw DecisionAnswerError(
        description: "it is no JSON: \(PlainText.escaped(error.description))")
    }
    guard case .object(let members) = json else {
      throw DecisionAnswerError(description: "it is no object")
    }
    func wrong(_ key: String, _ form: String) -> DecisionAnswerError {
      var value = members[key]?.line ?? "missing"
      if value.count > 80 { value = value.prefix(80) + "…" }
      return DecisionAnswerError(description: "its '\(key)' is \(value), not \(form)")
    }
    /// The text of a key, if it is there and not null.
    func text(_ key: String, _ form: String) throws(DecisionAnswerError) -> String? {
      switch members[key] {
      case .string(let text): return text
      case nil, .null: return nil
      case .bool, .integer, .number, .array, .object, .text: throw wrong(key, form)
      }
    }
    let ends = "\"finish\" or \"cancel\""
    guard let outcome = try text("outcome", ends).flatMap(Outcome.init) else {
      throw wrong("outcome", ends)
    }
    switch members["id"] {
    case nil, .null, .integer(id): break
    case .bool, .integer, .number, .string, .array, .object, .text:
      throw wrong("id", "\(id), which was asked")
    }
    let ruleForm = "a text of 1 to \(Self.longestRule) characters"
    let rule = try text("rule", ruleForm)
    if let rule, rule.isEmpty || rule.unicodeScalars.count > Self.longestRule {
      throw wrong("rule", ruleForm)
    }
    let margin: Double? =
      switch members["margin"] {
      case .integer(let number): Double(number)
      case .number(let number): number
      case nil, .null: nil
      case .bool, .string, .array, .object, .text: throw wrong("margin", "a number")
      }
    if let margin, !margin.isFinite { throw wrong("margin", "a number that fits") }
    if let margin, outcome == .finish ? margin < 0 : margin > 0 {
      throw wrong(
        "margin",
        outcome == .finish ? "0 or more, as one of a finish" : "0 or less, as one of a cancel")
    }
    let units = "\"progress\" or \"progress/s\""
    var unit: Unit?
    if let name = try text("margin_unit", units) {
      unit = Unit(rawValue: name)
      if unit == nil { throw wrong("margin_unit", units) }
    }
    self.init(
      outcome, asked: Answer(rule: rule, unit: margin == nil ? nil : unit ?? .progress),
      margin: margin)
  }
}
