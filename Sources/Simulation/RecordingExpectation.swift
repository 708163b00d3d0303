/// What is known of a recording.
package struct RecordingExpectation: Hashable, Sendable {
  /// What the person meant.
  package enum Intent: String, Hashable, Sendable, CaseIterable {
    /// To go on to the end.
    case finish

    /// To go back to the start.
    case cancel

    /// Neither.
    case none
  }

  /// A fact that is a text, or a whole number.
  package enum Fact: String, Hashable, Sendable, CaseIterable {
    /// Who made the gestures.
    case participant

    /// In which session of theirs.
    case session

    /// With which hand.
    case hand

    /// On which device, where its own name does not tell.
    case device
  }

  /// What the engine must answer, gesture by gesture; `nil` if that is not said.
  package var gestures: [GestureExpectation]?

  /// What the person meant; `nil` if that is not known.
  package var intent: Intent?

  /// Whether variations of the recording must answer the same; one that lies on an edge on purpose
  /// does not.
  package var isStressed: Bool

  /// The options of `replay` that the answer is for.
  package var options: [String]

  /// The policy that the answer is for, as a policy file has it; `nil`: that of the options.
  package var policy: [String: JSONValue]?

  /// What else is known, such as the participant and the session.
  package var facts: [String: JSONValue]

  /// The policy that decided when the gestures were made, if that is known.
  package var policyInForce: JSONValue? { facts["policy_in_force"] }

  /// What the person was shown meanwhile, if that is known.
  package var feedback: JSONValue? { facts["feedback"] }

  /// A fact as text; `nil` if it is not known.
  package func text(of fact: Fact) -> String? {
    switch facts[fact.rawValue] {
    case .string(let text)?: text
    case .integer(let number)?: String(number)
    case .null?, .bool?, .number?, .array?, .object?, .text?, nil: nil
    }
  }

  /// Creates an expectation.
  package init(
    gestures: [GestureExpectation]? = nil, intent: Intent? = nil, isStressed: Bool = true,
    options: [String] = [], policy: [String: JSONValue]? = nil, facts: [String: JSONValue] = [:]
  ) {
    self.gestures = gestures
    self.intent = intent
    self.isStressed = isStressed
    self.options = options
    self.policy = policy
    self.facts = facts
  }

  init(_ reader: ExpectationReader) throws(ExpectationError) {
    gestures = try reader.list("gestures")?.map { gesture throws(ExpectationError) in
      try GestureExpectation(gesture)
    }
    intent = try reader.word("intent", Intent.self)
    isStressed = try reader.flag("stress") ?? true
    options = try reader.texts("options") ?? []
    policy = try reader.object("policy", as: "an object with parameters of a policy")
    facts = try reader.members(besides: ["gestures", "intent", "options", "policy", "stress"])
    for fact in Fact.allCases { try reader.checkText(fact.rawValue) }
  }

  /// The expectation as JSON.
  package var json: JSONValue {
    var members = facts
    if let gestures { members["gestures"] = .array(gestures.map(\.json)) }
    if let intent { members["intent"] = .string(intent.rawValue) }
    if !isStressed { members["stress"] = .bool(false) }
    if let policy { members["policy"] = .object(policy) }
    if !options.isEmpty { members["options"] = .array(options.map(JSONValue.string)) }
    return .object(members)
  }
}
