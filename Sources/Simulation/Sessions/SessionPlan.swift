package import Quantities

/// What a person is asked for in a session, so that their swipes can be tuned from.
///
/// The schema is `pantograph.session/1`.
package struct SessionPlan: Hashable, Sendable {
  /// How fast a swipe is asked for.
  package enum Speed: String, Hashable, Sendable, CaseIterable {
    case slow, normal, fast
  }

  /// A swipe that is asked for.
  package struct Swipe: Hashable, Sendable {
    /// What it is to come to.
    package var intent: RecordingExpectation.Intent

    /// The way that is forward.
    package var direction: Heading

    /// How fast it is to be, if that is said.
    package var speed: Speed?

    /// The number of fingers, if that is said.
    package var fingers: Int?

    /// What the person reads in place of the program's own words.
    package var prompt: String?

    /// What else is stored with each recording of it.
    package var facts: [String: JSONValue]
  }

  /// The name of the schema.
  package static let schema = "pantograph.session/1"

  /// The most swipes of a session.
  package static let mostSwipes = 10_000

  /// The swipes, and how often each is asked for.
  private var kinds: [Swipe]
  private var counts: [Int]

  /// What chooses the order.
  package var seed: Int

  /// How long nothing is swiped before the person is asked again.
  package var patience: Duration

  /// What is stored with each recording: participant, session, hand, the policy in force, the
  /// feedback shown, and keys of the plan's own.
  package var facts: [String: JSONValue]

  /// The feedback that the program gives itself: `verdict` or `progress`, or none.
  package var feedback: String? {
    if case .string(let text)? = facts["feedback"] { text } else { nil }
  }

  /// The swipes in the order that they are asked for: the same one for the same seed.
  package var order: [Swipe] {
    var order = zip(kinds, counts).flatMap { Array(repeating: $0, count: $1) }
    var numbers = RandomNumbers(seed: UInt64(bitPattern: Int64(seed)), for: Self.purpose)
    numbers.shuffle(&order)
    return order
  }

  /// The purpose that the random numbers are for.
  private static let purpose: UInt64 = 0x5345_5353

  /// Keys that say what the engine must answer, which a plan cannot.
  private static let refused = [
    "gestures", "options", "stress", "intent", "asked", "redone", "refused",
  ]

  /// Reads a plan.
  ///
  /// - Throws: The key that is wrong.
  package init(json: JSONValue) throws(ExpectationError) {
    let reader = try ExpectationReader(json)
    try reader.require("schema") { value, _ throws(ExpectationError.Reason) in
      guard value == .string(Self.schema) else { throw .expected("\"\(Self.schema)\"") }
    }
    for fact in RecordingExpectation.Fact.allCases { try reader.checkText(fact.rawValue) }
    seed = try reader.whole("seed") ?? 1
    let seconds = try reader.length("patience") ?? 20
    patience = Duration(finiteSeconds: min(seconds, 86_400)) ?? .seconds(20)
    facts = try reader.members(besides: ["schema", "seed", "patience", "swipes"])
    try Self.check(facts, at: "")
    // Nobody is shown anything unless the plan says so.
    facts["feedback"] = facts["feedback"] ?? .string("none")
    guard let list = try reader.list("swipes"), !list.isEmpty else {
      throw ExpectationError(reason: .missing, key: "swipes")
    }
    kinds = []
    counts = []
    for (index, swipe) in list.enumerated() {
      kinds.append(try Swipe(swipe, at: "swipes[\(index)]"))
      let count = try swipe.whole("count") ?? 1
      guard (1...Self.mostSwipes).contains(count) else {
        throw ExpectationError(
          reason: .expected("1 to \(Self.mostSwipes)"), key: "swipes[\(index)].count")
      }
      counts.append(count)
    }
    guard counts.reduce(0, +) <= Self.mostSwipes else {
      throw ExpectationError(
        reason: .expected("\(Self.mostSwipes) swipes at most"), key: "swipes")
    }
  }

  fileprivate static func check(
    _ facts: [String: JSONValue], at path: String
  ) throws(ExpectationError) {
    for key in refused where facts[key] != nil {
      throw ExpectationError(
        reason: .expected("left out: a plan cannot say it"),
        key: path.isEmpty ? key : "\(path).\(key)")
    }
  }
}

extension SessionPlan.Swipe {
  fileprivate init(_ reader: ExpectationReader, at path: String) throws(ExpectationError) {
    guard let intent = try reader.word("intent", RecordingExpectation.Intent.self) else {
      throw ExpectationError(reason: .missing, key: "\(path).intent")
    }
    guard let direction = try reader.word("direction", Heading.self) else {
      throw ExpectationError(reason: .missing, key: "\(path).direction")
    }
    self.intent = intent
    self.direction = direction
    speed = try reader.word("speed", SessionPlan.Speed.self)
    fingers = try reader.whole("fingers")
    if let fingers, !(1...10).contains(fingers) {
      throw ExpectationError(reason: .expected("1 to 10"), key: "\(path).fingers")
    }
    prompt = try reader.text("prompt")
    let known = ["intent", "direction", "speed", "fingers", "count", "prompt"]
    facts = try reader.members(besides: known)
    try SessionPlan.check(facts, at: path)
  }
}
