public import Gestures
public import Quantities
public import Transitions

/// What is known of recordings, and what the engine must answer of them.
///
/// The schema is `pantograph.expectations/1`. What the engine must answer and what the person meant
/// are two things, neither of which is worked out from the other.
public struct Expectations: Hashable, Sendable {
  /// The name of the schema.
  public static let schema = "pantograph.expectations/1"

  /// What is known of each recording, by its file's name.
  public var recordings: [String: RecordingExpectation]

  /// Creates expectations.
  public init(recordings: [String: RecordingExpectation]) {
    self.recordings = recordings
  }

  /// Reads expectations.
  ///
  /// - Throws: The key that is wrong. Of what the schema does not name, only gestures may not have
  ///   any: a field with a slip of the pen in its name would check nothing.
  public init(json: JSONValue) throws(ExpectationError) {
    let file = try ExpectationReader(json)
    try file.require("schema") { value, _ throws(ExpectationError.Reason) in
      guard value == .string(Self.schema) else { throw .expected("\"\(Self.schema)\"") }
    }
    var recordings: [String: RecordingExpectation] = [:]
    for (name, recording) in try file.members("recordings") {
      recordings[name] = try RecordingExpectation(recording)
    }
    self.recordings = recordings
  }

  /// The expectations as JSON, a line a recording.
  public var text: String {
    let lines = recordings.keys.sorted().compactMap { name in
      recordings[name].map { "\(JSONValue.string(name).line):\($0.json.line)" }
    }
    return "{\"recordings\":{\n\(lines.joined(separator: ",\n"))\n}"
      + ",\"schema\":\(JSONValue.string(Self.schema).line)}\n"
  }
}

/// What is known of a recording.
public struct RecordingExpectation: Hashable, Sendable {
  /// What the person meant.
  public enum Intent: String, Hashable, Sendable, CaseIterable {
    /// To go on to the end.
    case finish

    /// To go back to the start.
    case cancel

    /// Neither.
    case none
  }

  /// What the engine must answer, gesture by gesture; `nil` if that is not said.
  public var gestures: [GestureExpectation]?

  /// What the person meant; `nil` if that is not known.
  public var intent: Intent?

  /// The options of `replay` that the answer is for.
  public var options: [String]

  /// What else is known, such as the participant and the session.
  public var facts: [String: JSONValue]

  /// Creates an expectation.
  public init(
    gestures: [GestureExpectation]? = nil, intent: Intent? = nil, options: [String] = [],
    facts: [String: JSONValue] = [:]
  ) {
    self.gestures = gestures
    self.intent = intent
    self.options = options
    self.facts = facts
  }

  fileprivate init(_ reader: ExpectationReader) throws(ExpectationError) {
    gestures = try reader.list("gestures")?.map { gesture throws(ExpectationError) in
      try GestureExpectation(gesture)
    }
    intent = try reader.word("intent", Intent.self)
    options = try reader.texts("options") ?? []
    facts = reader.members(besides: ["gestures", "intent", "options"])
  }

  /// The expectation as JSON.
  public var json: JSONValue {
    var members = facts
    if let gestures { members["gestures"] = .array(gestures.map(\.json)) }
    if let intent { members["intent"] = .string(intent.rawValue) }
    if !options.isEmpty { members["options"] = .array(options.map(JSONValue.string)) }
    return .object(members)
  }
}

/// What the engine must answer of a gesture; what is `nil` is not compared.
public struct GestureExpectation: Hashable, Sendable {
  /// The tolerance of progress where none is stated.
  public static let defaultTolerance = 0.02

  /// What ends it.
  public var endReason: PanEnd?

  /// The end that is chosen.
  public var outcome: Outcome?

  /// The rule that chooses it.
  public var rule: Decision.Rule?

  /// The progress at the decision.
  public var progress: Double?

  /// How far the progress may be from that.
  public var tolerance: Double?

  /// How far the deciding quantity must be from its bar, on either side.
  public var minimumMargin: Double?

  /// The number of fingers.
  public var fingers: Int?

  /// The way that is forward.
  public var direction: Heading?

  /// The axis.
  public var axis: Axis?

  /// Creates an expectation of anything.
  public init(
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

  fileprivate init(_ reader: ExpectationReader) throws(ExpectationError) {
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
  public var json: JSONValue {
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

  /// What a gesture has other than expected.
  public struct Difference: Hashable, Sendable {
    /// The key of the field.
    public let field: String

    /// What was expected.
    public let expected: String

    /// What came.
    public let came: String
  }

  /// Compares a gesture with what was expected of it.
  ///
  /// - Returns: The fields that differ, in the order of their names.
  public func differences(from gesture: GestureReport) -> [Difference] {
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
    compare(.rule, rule, gesture.decision.rule)
    return differences
  }
}

/// Expectations that cannot be read.
public struct ExpectationError: Error, Hashable, Sendable {
  /// What is wrong with a value.
  public enum Reason: Error, Hashable, Sendable {
    /// It is not there.
    case missing

    /// It is no value of a kind.
    case expected(String)

    /// Nothing has that key, but maybe one of these.
    case unknownKey(known: [String])
  }

  /// What is wrong.
  public let reason: Reason

  /// Where: the keys from the outermost on.
  public let key: String
}

extension ExpectationError: CustomStringConvertible {
  public var description: String {
    let key = PlainText.escaped(key)
    return switch reason {
    case .missing: "'\(key)' is missing"
    case .expected(let what): "'\(key)' must be \(what)"
    case .unknownKey(let known):
      "'\(key)' is not known: a gesture has \(known.sorted().joined(separator: ", "))"
    }
  }
}

/// Reads the members of an object, and says where what is wrong.
private struct ExpectationReader {
  private let values: [String: JSONValue]
  private let path: String

  init(_ value: JSONValue, at path: String = "") throws(ExpectationError) {
    guard case .object(let values) = value else {
      throw ExpectationError(
        reason: .expected("an object"), key: path.isEmpty ? "the whole file" : path)
    }
    self.values = values
    self.path = path
  }

  private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func optional<Value>(
    _ key: String, as what: String, _ read: (JSONValue) -> Value?
  ) throws(ExpectationError) -> Value? {
    guard let value = values[key] else { return nil }
    guard let result = read(value) else {
      throw ExpectationError(reason: .expected(what), key: place(key))
    }
    return result
  }

  /// Reads a member that must be there.
  func require<Value>(
    _ key: String, _ read: (JSONValue, String) throws(ExpectationError.Reason) -> Value
  ) throws(ExpectationError) -> Value {
    guard let value = values[key] else {
      throw ExpectationError(reason: .missing, key: place(key))
    }
    do throws(ExpectationError.Reason) {
      return try read(value, place(key))
    } catch {
      throw ExpectationError(reason: error, key: place(key))
    }
  }

  /// The objects that are members of a member.
  func members(_ key: String) throws(ExpectationError) -> [(String, ExpectationReader)] {
    let inner = try require(key) { value, _ in value }
    let reader = try ExpectationReader(inner, at: place(key))
    var members: [(String, ExpectationReader)] = []
    for (name, value) in reader.values.sorted(by: { $0.key < $1.key }) {
      members.append((name, try ExpectationReader(value, at: reader.place(name))))
    }
    return members
  }

  /// The members with other keys.
  func members(besides known: [String]) -> [String: JSONValue] {
    values.filter { !known.contains($0.key) }
  }

  /// Refuses members with other keys.
  func allow(_ known: [String]) throws(ExpectationError) {
    guard let other = values.keys.filter({ !known.contains($0) }).min() else { return }
    throw ExpectationError(reason: .unknownKey(known: known), key: place(other))
  }

  /// The objects in a list.
  func list(_ key: String) throws(ExpectationError) -> [ExpectationReader]? {
    let items = try optional(key, as: "a list") { value in
      if case .array(let items) = value { items } else { nil }
    }
    guard let items else { return nil }
    var readers: [ExpectationReader] = []
    for (index, item) in items.enumerated() {
      readers.append(try ExpectationReader(item, at: "\(place(key))[\(index)]"))
    }
    return readers
  }

  func texts(_ key: String) throws(ExpectationError) -> [String]? {
    try optional(key, as: "a list of texts") { value in
      guard case .array(let items) = value else { return nil }
      let texts = items.compactMap { item -> String? in
        if case .string(let text) = item { text } else { nil }
      }
      return texts.count == items.count ? texts : nil
    }
  }

  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(ExpectationError) -> Word? where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try optional(key, as: "one of \(words)") { value in
      if case .string(let text) = value { Word(rawValue: text) } else { nil }
    }
  }

  func number(_ key: String) throws(ExpectationError) -> Double? {
    try optional(key, as: "a number") { value in
      switch value {
      case .number(let number): number.isFinite ? number : nil
      case .integer(let number): Double(number)
      case .null, .bool, .string, .array, .object, .text: nil
      }
    }
  }

  /// A number of 0 or more.
  func length(_ key: String) throws(ExpectationError) -> Double? {
    guard let number = try number(key) else { return nil }
    guard number >= 0 else {
      throw ExpectationError(reason: .expected("0 or more"), key: place(key))
    }
    return number
  }

  func whole(_ key: String) throws(ExpectationError) -> Int? {
    try optional(key, as: "a whole number") { value in
      if case .integer(let number) = value { number } else { nil }
    }
  }
}
