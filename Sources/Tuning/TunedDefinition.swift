import Quantities
public import Simulation
import TouchInput
public import Transitions

/// A policy as data, whose parameters have the names and units of policy files.
public struct TunedDefinition: TunedPolicy {
  /// The policy.
  public let definition: PolicyDefinition

  /// Creates a tuned policy.
  public init(_ definition: PolicyDefinition) {
    self.definition = definition
  }

  public var id: String { definition.id }

  public func number(setBy parameter: String) -> Policy.Parameter? {
    Policy.Parameter(rawValue: parameter)
  }

  public func value(of parameter: String) -> ParameterValue? {
    guard let key = PolicyKey(rawValue: parameter) else { return nil }
    switch definition.value(key, on: .touchpad, along: .x) {
    case .length(let length):
      return ParameterValue(length.number.value, unit: length.unit.rawValue)
    case .velocity(let velocity):
      let unit = velocity.unit == .progress ? "" : velocity.unit.rawValue
      return ParameterValue(velocity.number.value, unit: unit)
    case .number(let number): return ParameterValue(number.value)
    case .threshold(let threshold):
      guard threshold.lengths.count == 1, let length = threshold.lengths.first else { return nil }
      return switch length {
      case .share(let number): ParameterValue(number.value)
      case .millimeters(let number): ParameterValue(number.value, unit: "mm")
      case .pixels(let number): ParameterValue(number.value, unit: "px")
      }
    case .none, .duration, .flag, .word, .settle: return nil
    }
  }

  public func check(_ changes: [String: ParameterValue]) throws(ParameterError) {
    _ = try changed(changes)
  }

  /// The policy with other values.
  ///
  /// - Throws: The parameter that cannot be set.
  public func changed(
    _ changes: [String: ParameterValue]
  ) throws(ParameterError) -> PolicyDefinition {
    var changed = definition
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      guard let key = PolicyKey(rawValue: name) else {
        throw .unknownParameter(name, policy: id)
      }
      guard Self.decision.contains(key) else { throw .notDecision(name) }
      guard let number = DecimalNumber(value.number),
        let value = PolicyValue(number.description + value.unit, for: key)
      else { throw .invalidValue(parameter: name, takes: key.valueText) }
      changed.set(key, to: value)
    }
    return changed
  }

  /// The parameters that change how a policy decides, and are numbers.
  private static let decision: Set<PolicyKey> = [
    .minProgress, .forceSpeed, .vetoVelocity, .hysteresisAt, .flingForward, .flingBackward,
    .flingMinDistance, .projectionHorizon, .decelerationRate, .projectionKnee,
    .projectionMultiplier, .projectionMinVelocity, .finishThreshold,
  ]

  public func policy(
    with changes: [String: ParameterValue], in situation: GestureTable.Situation
  ) throws(ParameterError) -> Policy {
    let values = Values(definition: try changed(changes), situation: situation)
    let projection: Policy.Projection
    switch values.word(.projection) {
    case "linear": projection = .linear(horizon: values.number(.projectionHorizon) ?? 0)
    case "curve":
      let pixels = try values.whole("px", .projectionKnee) / 1000
      projection = .curve(
        rate: values.number(.decelerationRate) ?? 0.998,
        knee: (try values.velocity(.projectionKnee) ?? 0) * pixels,
        multiplier: values.number(.projectionMultiplier) ?? 0.35, pixelsPerMillisecond: pixels)
    default: projection = .none
    }
    return Policy(
      minimumProgress: try values.length(.minProgress),
      forceSpeed: try values.velocity(.forceSpeed),
      vetoVelocity: try values.velocity(.vetoVelocity),
      vetoProgress: values.number(.hysteresisAt),
      flingForward: try values.velocity(.flingForward),
      flingBackward: try values.velocity(.flingBackward),
      flingMinimumProgress: try values.length(.flingMinDistance) ?? 0,
      flingsAtBar: values.flag(.flingAtBar), projection: projection,
      projectionMinimumSpeed: try values.velocity(.projectionMinVelocity) ?? 0,
      clampsProjection: values.flag(.clampProjection), finishThreshold: try values.threshold(),
      tie: values.word(.tie).flatMap(Outcome.init) ?? .finish)
  }

  /// The values of a policy in a situation, as progress.
  private struct Values {
    let definition: PolicyDefinition
    let situation: GestureTable.Situation

    private func value(_ key: PolicyKey) -> PolicyValue {
      definition.value(
        key, on: situation.isTouchscreen ? .touchscreen : .touchpad,
        along: situation.isVertical ? .y : .x)
    }

    func word(_ key: PolicyKey) -> String? {
      if case .word(let word) = value(key) { word } else { nil }
    }

    func flag(_ key: PolicyKey) -> Bool { value(key) == .flag(true) }

    func number(_ key: PolicyKey) -> Double? {
      if case .number(let number) = value(key) { number.value } else { nil }
    }

    /// How much of a unit makes progress 1.
    func whole(_ unit: String, _ key: PolicyKey) throws(ParameterError) -> Double {
      if let whole = situation.units[unit] { return whole }
      throw .unknownUnit(
        unit.isEmpty ? "shares of the surface" : unit, parameter: key.rawValue,
        policy: definition.id)
    }

    func length(_ key: PolicyKey) throws(ParameterError) -> Double? {
      guard case .length(let length) = value(key) else { return nil }
      guard length.number.digits != 0 else { return 0 }
      return DecimalNumber.quotient(length.number.value, try whole(length.unit.rawValue, key))
    }

    func velocity(_ key: PolicyKey) throws(ParameterError) -> Double? {
      guard case .velocity(let velocity) = value(key) else { return nil }
      let number = velocity.number.value
      switch velocity.unit {
      case .progress: return number
      case .pixelsPerMillisecond:
        return DecimalNumber.quotient(DecimalNumber.product(number, 1000), try whole("px", key))
      case .pixels, .pixelsPerEvent:
        return DecimalNumber.quotient(number, try whole("px", key))
      case .densityIndependent: return DecimalNumber.quotient(number, try whole("dp", key))
      case .millimeters: return DecimalNumber.quotient(number, try whole("mm", key))
      case .outputs: return DecimalNumber.quotient(number, try whole("output", key))
      }
    }

    /// The least of the threshold's lengths.
    func threshold() throws(ParameterError) -> Double {
      guard case .threshold(let threshold) = value(.finishThreshold) else { return 0.3 }
      var least = Double.infinity
      for length in threshold.lengths {
        switch length {
        case .share(let number): least = min(least, number.value)
        case .millimeters(let number):
          least = min(
            least, DecimalNumber.quotient(number.value, try whole("mm", .finishThreshold)))
        case .pixels(let number):
          least = min(
            least, DecimalNumber.quotient(number.value, try whole("px", .finishThreshold)))
        }
      }
      return least
    }
  }
}
