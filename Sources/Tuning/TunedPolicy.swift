import Quantities
public import Transitions

/// A value of a parameter, in the unit that it was stated in.
public struct ParameterValue: Hashable, Sendable {
  /// The number.
  public var number: Double

  /// The unit: one of lengths (`mm`, `px`, `dp`, `outputs`), or one by time (`px/ms`, `/s`); empty
  /// for a share of the way, or whatever the parameter itself counts.
  public var unit: String

  /// Creates a value.
  public init(_ number: Double, unit: String = "") {
    self.number = number
    self.unit = unit
  }
}

/// A policy whose parameters can be changed, wherever it is used.
///
/// What a parameter in millimeters or pixels is as progress depends on the device, so that a policy
/// is made for each.
public protocol TunedPolicy: Sendable {
  /// The name of the policy.
  var id: String { get }

  /// The number of the decision that a parameter sets, if one number is all that it sets.
  func number(setBy parameter: String) -> Policy.Parameter?

  /// The value that a parameter has, or `nil` where the policy has no such step.
  func value(of parameter: String) -> ParameterValue?

  /// Makes sure that parameters can be set, whatever the device.
  ///
  /// - Throws: The parameter that cannot be.
  func check(_ changes: [String: ParameterValue]) throws(ParameterError)

  /// The policy with some parameters changed.
  ///
  /// - Parameters:
  ///   - changes: The parameters that are changed, by name.
  ///   - situation: Where it is used.
  /// - Returns: The policy.
  /// - Throws: The unit that is not known, or the parameter.
  func policy(
    with changes: [String: ParameterValue], in situation: GestureTable.Situation
  ) throws(ParameterError) -> Policy
}

/// A parameter that cannot be set.
public enum ParameterError: Error, Hashable, Sendable {
  /// The policy has no such parameter.
  case unknownParameter(String, policy: String)

  /// Nothing tells how much of the unit makes progress 1.
  case unknownUnit(String, parameter: String, policy: String)

  /// The parameter changes what the policy sees, so that gestures must be looked at anew.
  case notDecision(String)

  /// The parameter cannot have the value, with what it takes.
  case invalidValue(parameter: String, takes: String)
}

extension ParameterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownParameter(let name, let policy): "the policy '\(policy)' has no '\(name)'"
    case .unknownUnit(let unit, let parameter, let policy):
      "'\(parameter)' of the policy '\(policy)' cannot be in \(unit): "
        + "a recording does not tell what that is"
    case .notDecision(let parameter):
      "'\(parameter)' changes what the policy sees of a gesture, not how it decides: "
        + "make features of a policy file with each value, and tune those"
    case .invalidValue(let parameter, let takes): "'\(parameter)' takes \(takes)"
    }
  }
}

/// A policy that is told by numbers in progress, and takes other units where they are known.
public struct PlainPolicy: TunedPolicy {
  public let id: String

  /// The policy as it is.
  private let base: Policy

  /// Creates a policy.
  public init(_ id: String, _ base: Policy) {
    self.id = id
    self.base = base
  }

  public func number(setBy parameter: String) -> Policy.Parameter? {
    Policy.Parameter(rawValue: parameter)
  }

  public func value(of parameter: String) -> ParameterValue? {
    number(setBy: parameter).flatMap { base[$0] }.map { ParameterValue($0) }
  }

  public func check(_ changes: [String: ParameterValue]) throws(ParameterError) {
    for name in changes.keys.sorted() where number(setBy: name) == nil && name != Self.horizon {
      throw .unknownParameter(name, policy: id)
    }
  }

  /// The only parameter that is more than a number to compare with.
  private static let horizon = "projection_horizon"

  public func policy(
    with changes: [String: ParameterValue], in situation: GestureTable.Situation
  ) throws(ParameterError) -> Policy {
    var policy = base
    for (name, value) in changes {
      let amount = try Self.progress(of: value, name, situation.units, id)
      if let parameter = number(setBy: name) {
        policy = policy.with(parameter, amount)
      } else if name == Self.horizon {
        policy.projection = .linear(horizon: value.number)
      } else {
        throw .unknownParameter(name, policy: id)
      }
    }
    return policy
  }

  /// A value as progress, or as progress per second.
  static func progress(
    of value: ParameterValue, _ name: String, _ units: [String: Double], _ policy: String
  ) throws(ParameterError) -> Double {
    guard !value.unit.isEmpty else { return value.number }
    let parts = value.unit.split(separator: "/", omittingEmptySubsequences: false)
    let length = String(parts[0])
    let whole = length.isEmpty ? 1 : units[length]
    guard let whole, parts.count <= 2 else {
      throw .unknownUnit(value.unit, parameter: name, policy: policy)
    }
    switch parts.count == 2 ? parts[1] : "" {
    case "", "s", "event": return DecimalNumber.quotient(value.number, whole)
    case "ms": return DecimalNumber.quotient(DecimalNumber.product(value.number, 1000), whole)
    default: throw .unknownUnit(value.unit, parameter: name, policy: policy)
    }
  }
}
