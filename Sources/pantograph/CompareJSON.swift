import Recordings
import Simulation
import Transitions

/// A comparison as a JSON object a recording: `pantograph.compare/1`.
struct CompareJSON: CompareFormat, ~Copyable {
  static let listsUnread = true

  private let policies: [PolicyDefinition]
  private var earlier: EarlierVerdicts?
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
      try results.append { bytes in
        Self.write(policy, verdict, gesture: gesture.number, to: &bytes)
      }
    }
    gestures = gesture.number
    for change in earlier?.changes(of: gesture, policies) ?? [] {
      try changes.append { bytes in change.json.write(to: &bytes) }
    }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    try output.write("{")
    earlier?.note(facts.name)
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

  mutating func finish() {
    if let text = earlier?.missingText { Messages.tell("pantograph: " + text) }
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  private static func write(
    _ policy: PolicyDefinition, _ verdict: PolicyVerdict?, gesture: Int, to bytes: inout [UInt8]
  ) {
    let decision = verdict?.decision
    var object = JSONObjectWriter()
    object.add("began", verdict != nil, to: &bytes)
    object.add("gesture", gesture, to: &bytes)
    object.add("margin", decision?.margin, to: &bytes)
    object.add("margin_unit", decision?.unit?.rawValue, to: &bytes)
    object.add("outcome", decision?.outcome.rawValue ?? "none", to: &bytes)
    object.add("policy", policy.id, to: &bytes)
    object.add("progress", verdict?.progress ?? 0, to: &bytes)
    object.add("rule", decision?.ruleName, to: &bytes)
    object.add("velocity", verdict?.velocity ?? 0, to: &bytes)
    object.end(&bytes)
  }
}
