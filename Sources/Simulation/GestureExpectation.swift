package import Gestures
package import Quantities
package import Transitions

/// What the engine must answer of a gesture; what is `nil` is not compared.
package struct GestureExpectation: Hashable, Sendable {
  /// The tolerance of progress where none is stated.
  package static let defaultTolerance = 0.02

  /// What ends it.
  package var endReason: PanEnd?

  /// The end that is chosen.
  package var outcome: Outcome?

  /// The rule that chooses it.
  package var rule: Decision.Rule?

  /// The progress at the decision.
  package var progress: Double?

  /// How far the progress may be from that.
  package var tolerance: Double?

  /// How far the deciding quantity must be from its bar, on either side.
  package var minimumMargin: Double?

  /// The number of fingers.
  package var fingers: Int?

  /// The way that is forward.
  package var direction: Heading?

  /// The axis.
  package var axis: Axis?

  /// Creates an expectation of anything.
  package init(
    endReason: PanEnd? = nil, outcome: Outcome? = nil, rule: Decision.Rule? = nil,
    progress: Double? = nil, tolerance: Double? = nil, minimumMargin: Double? = nil,
    fingers: Int? = nil, direction: Heading? = nil, axis: Axis? = nil
  ) {
    self.endReason = endReason
    self.outcome = outcome
    self.rule = rule
    self.progress = progress
    self.tolerance = tolerance
    self.minimumMargin = minimumMargin
    self.fingers = fingers
    self.direction = direction
    self.axis = axis
  }

  private enum Key: String, CaseIterable {
    case axis, direction, fingers, outcome, progress, rule, tolerance
    case endReason = "end_reason"
    case minimumMargin = "min_margin"
  }

  init(_ reader: ExpectationReader) throws(ExpectationError) {
    try reader.allow(Key.allCases.map(\.rawValue))
    self.init(
      endReason: try reader.word(Key.endReason.rawValue, PanEnd.self),
      outcome: try reader.word(Key.outcome.rawValue, Outcome.self),
      rule: try reader.word(Key.rule.rawValue, Decision.Rule.self),
      progress: try reader.number(Key.progress.rawValue),
      tolerance: try reader.length(Key.tolerance.rawValue),
      minimumMargin: try reader.length(Key.minimumMargin.rawValue),
      fingers: try reader.whole(Key.fingers.rawValue),
      direction: try reader.word(Key.direction.rawValue, Heading.self),
      axis: try reader.word(Key.axis.rawValue, Axis.self))
  }

  /// The expectation as JSON.
  package var json: JSONValue {
    let members: [Key: JSONValue?] = [
      .axis: axis.map { .string($0.rawValue) },
      .direction: direction.map { .string($0.rawValue) },
      .endReason: endReason.map { .string($0.rawValue) },
      .fingers: fingers.map(JSONValue.integer),
      .minimumMargin: minimumMargin.map(JSONValue.number),
      .outcome: outcome.map { .string($0.rawValue) },
      .progress: progress.map(JSONValue.number),
      .rule: rule.map { .string($0.rawValue) },
      .tolerance: tolerance.map(JSONValue.number),
    ]
    return .object(
      Dictionary(
        uniqueKeysWithValues: members.compactMap { key, value in value.map { (key.rawValue, $0) } })
    )
  }

  /// What a variation of the recording must answer: the same fingers, way, end and outcome, whatever
  /// the step that decides and by how much, and the progress as near as frames allow.
  ///
  /// - Parameter step: What lost frames may change of the progress, 0 or more.
  /// - Returns: The expectation.
  package func varied(by step: Double) -> Self {
    var varied = self
    varied.rule = nil
    varied.minimumMargin = nil
    if progress != nil { varied.tolerance = (tolerance ?? Self.defaultTolerance) + step }
    return varied
  }

  /// What a gesture has other than expected.
  package struct Difference: Hashable, Sendable {
    /// The key of the field.
    package let field: String

    /// What was expected.
    package let expected: String

    /// What came.
    package let came: String
  }

  /// Compares a gesture with what was expected of it.
  ///
  /// - Returns: The fields that differ, in the order of their names.
  package func differences(from gesture: GestureReport) -> [Difference] {
    var differences: [Difference] = []
    func note(_ key: Key, _ expected: String, _ came: String) {
      differences.append(Difference(field: key.rawValue, expected: expected, came: came))
    }
    func compare<Word: RawRepresentable & Equatable>(
      _ key: Key, _ expected: Word?, _ came: Word
    ) where Word.RawValue == String {
      if let expected, expected != came { note(key, expected.rawValue, came.rawValue) }
    }
    compare(.axis, axis, gesture.direction.axis)
    compare(.direction, direction, gesture.direction)
    compare(.endReason, endReason, gesture.endReason)
    if let fingers, fingers != gesture.fingers {
      note(.fingers, "\(fingers)", "\(gesture.fingers)")
    }
    if let minimumMargin {
      let margin = gesture.decision.margin
      if margin.map({ $0.magnitude < minimumMargin }) ?? true {
        note(
          .minimumMargin, "\(DecimalText.significant(minimumMargin)) or more",
          margin.map { DecimalText.significant($0) } ?? "none")
      }
    }
    compare(.outcome, outcome, gesture.decision.outcome)
    if let progress {
      let tolerance = tolerance ?? Self.defaultTolerance
      // A progress that is no number is no progress that was expected.
      if !((gesture.progress - progress).magnitude <= tolerance) {
        note(
          .progress,
          "\(DecimalText.significant(progress)) ± \(DecimalText.significant(tolerance))",
          DecimalText.significant(gesture.progress))
      }
    }
    if let rule, rule.rawValue != gesture.decision.ruleName {
      note(.rule, rule.rawValue, PlainText.escaped(gesture.decision.ruleName))
    }
    return differences
  }
}
