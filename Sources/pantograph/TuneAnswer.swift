import Quantities
import Simulation
import Transitions
import Tuning

/// What `tune` found, and what was asked.
struct TuneAnswer {
  /// What recordings say of the values.
  let recommendation: Recommendation

  /// What is required.
  let requirements: [Requirement]

  /// What mistakes cost.
  let costs: Costs

  /// Where intents came from: `lines`, `intents` or `retry`.
  let labels: String

  /// What is told on standard error.
  let notes: [String]

  /// The policy with the best values, as a file.
  let policyFile: String

  /// What was tried.
  let variations: [ParameterRange]

  /// The mistakes that rates are judged by: those of values chosen without the persons judged, or
  /// those of the only value there is.
  var judged: Mistakes {
    let choice = recommendation.choice
    let isFixed =
      variations.allSatisfy { $0.values.count == 1 }
      && recommendation.policies.count == 1
    return isFixed ? choice.best.mistakes : choice.crossValidated ?? choice.best.mistakes
  }

  /// What came of each requirement.
  var findings: [(requirement: Requirement, finding: Requirement.Finding)] {
    requirements.map {
      (
        $0,
        $0.finding(
          judged, units: recommendation.basis.units, confidence: recommendation.basis.confidence)
      )
    }
  }

  /// A value with its unit, as a person reads it.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` if there is none.
  ///   - parameter: The parameter.
  /// - Returns: Such as `0.41 (15.6 mm)`.
  func text(_ value: ParameterValue?, of parameter: String) -> String {
    guard let value else { return "none" }
    let number = DecimalText.significant(value.number)
    let ways = recommendation.choice.ways
    let kind = Policy.Parameter(rawValue: parameter)
    let perSecond = kind?.isVelocity ?? false
    guard value.unit.isEmpty else {
      guard value.unit == "mm", let low = ways.first, let high = ways.last else {
        return number + " " + value.unit
      }
      let shares = [high, low].map {
        DecimalText.fixed(DecimalNumber.quotient(value.number, $0), places: 3)
      }
      return
        "\(number) mm (\(Set(shares).count == 1 ? shares[0] : shares.joined(separator: " to ")))"
    }
    guard kind != nil, let low = ways.first, let high = ways.last else {
      return number + (perSecond ? " /s" : "")
    }
    let lengths = [low, high].map {
      DecimalText.fixed(DecimalNumber.product($0, value.number), places: 1)
    }
    let length = Set(lengths).count == 1 ? lengths[0] : lengths.joined(separator: " to ")
    return "\(number)\(perSecond ? " /s" : "") (\(length) mm\(perSecond ? "/s" : ""))"
  }

  /// All values of a trial, as a person reads them.
  func text(_ values: Recommendation.Values) -> String {
    variations.map { "\($0.parameter) \(text(values[$0.parameter], of: $0.parameter))" }
      .joined(separator: ", ")
  }
}

extension Policy.Parameter {
  /// Whether it is compared with a velocity, rather than with progress.
  var isVelocity: Bool {
    switch self {
    case .finishThreshold, .minimumProgress, .vetoProgress, .flingMinimumProgress: false
    case .forceSpeed, .vetoVelocity, .flingForward, .flingBackward, .projectionMinimumSpeed: true
    }
  }
}
