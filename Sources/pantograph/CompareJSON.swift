import Recordings
import Simulation
import Transitions

/// A comparison as a JSON object a recording: `pantograph.compare/1`.
struct CompareJSON: CompareFormat, ~Copyable {
  static let listsUnread = true

  private let policies: [PolicyDefinition]
  private let earlier: EarlierVerdicts?
  private var output = Output()
  private var results = Spool()
  private var changes = Spool()
  private var gestures = 0

  /// Creates the form for policies, which tells what changed since an earlier comparison, if there
  /// is one.
  init(policies: [PolicyDefinition], against earlier: EarlierVerdicts? = nil) {
    self.policies = policies
    self.earlier = earlier
  }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    for (policy, verdict) in zip(policies, gesture.touch.verdicts) {
      let json = Self.json(policy, verdict, gesture: gesture.number)
      try results.append { bytes in json.write(to: &bytes) }
    }
    gestures = gesture.number
    for change in earlier?.changes(of: gesture, policies) ?? [] {
      try changes.append { bytes in change.json.write(to: &bytes) }
    }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    try output.write("{")
    if let earlier {
      if facts.problem == nil {
        for change in earlier.gone(from: facts.name, after: gestures, policies) {
          try changes.append { bytes in change.json.write(to: &bytes) }
        }
      }
      try output.write("\"changes\":[")
      try changes.write(to: &output)
      try output.write("],")
    }
    gestures = 0
    if let problem = facts.problem { try output.write("\"error\":\(problem.json.line),") }
    try output.write("\"recording\":\(JSONValue.string(facts.name).line),\"results\":[")
    try results.write(to: &output)
    try output.line("],\"schema\":\"pantograph.compare/1\"}")
  }

  mutating func finish() {}

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  private static func json(
    _ policy: PolicyDefinition, _ verdict: PolicyVerdict?, gesture: Int
  ) -> JSONValue {
    .object([
      "began": .bool(verdict != nil), "gesture": .integer(gesture),
      "margin": .optional(verdict?.decision.margin),
      "margin_unit": .optional(verdict?.decision.unit?.rawValue),
      "outcome": .string(verdict?.decision.outcome.rawValue ?? "none"),
      "policy": .string(policy.id), "progress": .number(verdict?.progress ?? 0),
      "rule": .optional(verdict?.decision.ruleName),
      "velocity": .number(verdict?.velocity ?? 0),
    ])
  }
}
