import Simulation
import Transitions
import Tuning

/// The policies whose parameters `tune` can change.
enum TunePolicies {
  private static let all: [any TunedPolicy] = [
    PlainPolicy("threshold", .threshold()), PlainPolicy("flick", .flick()),
  ]

  /// Finds a policy.
  static func policy(_ name: String) throws(Problem) -> any TunedPolicy {
    guard let policy = all.first(where: { $0.id == name }) else {
      throw Arguments.unknown("policy", name, among: all.map(\.id), "tune")
    }
    return policy
  }

  /// A policy file with some values.
  static func file(_ policy: any TunedPolicy, with values: Recommendation.Values) -> String {
    var members: [String: JSONValue] = ["base": .string(policy.id)]
    for (name, value) in values {
      members[name] =
        value.unit.isEmpty
        ? .number(value.number)
        : .string(DecimalText.significant(value.number) + value.unit)
    }
    return JSONValue.object(members).line + "\n"
  }
}
