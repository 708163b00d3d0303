import Recordings
import Simulation
import Transitions

/// Prints a JSON object a recording: `pantograph.compare/1`.
struct CompareJSONSink: ReplaySink, ~Copyable {
  private let policies: [PolicyDefinition]
  private var output = Output()
  private var results = Spool()
  private var touches = 0

  /// Creates a sink for policies.
  init(policies: [PolicyDefinition]) {
    self.policies = policies
  }

  mutating func begin(_ facts: RecordingFacts) {}

  mutating func take(_ finding: Replay.Finding) {}

  mutating func take(_ comparison: TouchComparison) throws(Problem) {
    guard comparison.verdicts.contains(where: { $0 != nil }) else { return }
    touches += 1
    for (policy, verdict) in zip(policies, comparison.verdicts) {
      let json = Self.json(policy, verdict, gesture: touches)
      try results.append { bytes in json.write(to: &bytes) }
    }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    if touches == 0 {
      for policy in policies {
        let json = Self.json(policy, nil, gesture: 1)
        try results.append { bytes in json.write(to: &bytes) }
      }
    }
    touches = 0
    try output.write("{")
    if let problem = facts.problem { try output.write("\"error\":\(problem.json.line),") }
    try output.write("\"recording\":\(JSONValue.string(facts.name).line),\"results\":[")
    try results.write(to: &output)
    try output.line("],\"schema\":\"pantograph.compare/1\"}")
  }

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
      "rule": .optional(verdict?.decision.rule.rawValue),
      "velocity": .number(verdict?.velocity ?? 0),
    ])
  }
}
