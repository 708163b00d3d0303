import Simulation

/// What a recording says of the policy that was in force when it was made.
struct PolicyInForce: Hashable, Sendable {
  /// The name of the policy, if it says so.
  var id: String?

  /// The threshold, as a share of the way, if it says so.
  var threshold: Double?

  /// Reads it from JSON: the name of a policy, or an object with `policy` and `finish_threshold`.
  ///
  /// Fails if it says neither.
  init?(json text: String) {
    guard let value = try? JSONValue(reading: Array(text.utf8)) else { return nil }
    switch value {
    case .string(let name): id = name
    case .object(let members):
      if case .string(let name)? = members["policy"] ?? members["id"] { id = name }
      switch members["finish_threshold"] ?? members["threshold"] {
      case .number(let number)?: threshold = number
      case .integer(let number)?: threshold = Double(number)
      case .string(let text)?: threshold = Double(text)
      case .null?, .bool?, .array?, .object?, .text?, nil: break
      }
    case .null, .bool, .integer, .number, .array, .text: return nil
    }
    if id == nil, threshold == nil { return nil }
  }
}
