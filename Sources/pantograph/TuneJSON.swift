import Simulation
import Tuning

/// What `tune` found, as JSON of the schema `pantograph.tune/1`.
enum TuneJSON {
  /// The name of the schema.
  static let schema = "pantograph.tune/1"

  static func value(_ answer: TuneAnswer) -> JSONValue {
    let result = answer.recommendation
    return .object([
      "basis": basis(answer),
      "chosen": .string(result.choice.id),
      "extrapolation": extrapolation(result.extrapolation),
      "flips": .array(result.flips.map(flip)),
      "for_everyone": .bool(result.isForEveryone),
      "groups": .array(result.groups.map(group)),
      "per_device": result.perDevice.map(perDevice) ?? .null,
      "policies": .array(result.policies.map(policy)),
      "requirements": .array(
        answer.findings.map { requirement($0.requirement, $0.finding, answer) }),
      "schema": .string(schema),
    ])
  }

  private static func basis(_ answer: TuneAnswer) -> JSONValue {
    let basis = answer.recommendation.basis
    return .object([
      "confidence": .number(basis.confidence),
      "costs": .object([
        "false_cancel": .number(answer.costs.falseCancel),
        "false_finish": .number(answer.costs.falseFinish),
        "false_start": .number(answer.costs.falseStart),
      ]),
      "counts": .object(
        Dictionary(
          uniqueKeysWithValues: Intent.allCases.map {
            ($0.rawValue, .integer(basis.counts[$0, default: 0]))
          })),
      "devices": .integer(basis.devices), "drawn": .string(basis.level),
      "incomplete": .integer(basis.incomplete), "interrupted": .integer(basis.interrupted),
      "labels": .string(answer.labels), "persons": .integer(basis.persons),
      "repetitions": .integer(basis.repetitions), "series": .integer(basis.series),
      "sessions": .integer(basis.sessions),
      "shares": .object(
        Dictionary(
          uniqueKeysWithValues: Intent.allCases.map {
            ($0.rawValue, .number(basis.shares[$0, default: 0]))
          })),
      "unlabelled": .integer(basis.unlabelled),
    ])
  }

  private static func policy(_ policy: Recommendation.PolicyResult) -> JSONValue {
    .object([
      "best": trial(policy.best),
      "cross_validated": policy.crossValidated.map(mistakes) ?? .null,
      "curve": .array(
        policy.curve.map { point in
          .object([
            "cost": .number(point.cost), "extrapolated": .bool(point.isExtrapolated),
            "false_cancels": .integer(point.falseCancels),
            "false_finishes": .integer(point.falseFinishes), "may_be_best": .bool(point.mayBeBest),
            "value": value(point.value),
          ])
        }),
      "id": .string(policy.id), "may_be_best": .bool(policy.mayBeBest),
      "now": policy.now.map(trial) ?? .null,
      "now_may_be_best": policy.nowMayBeBest.map(JSONValue.bool) ?? .null,
      "ranges": .array(
        policy.ranges.map { range in
          .object([
            "high": value(range.high), "low": value(range.low),
            "open_above": .bool(range.isOpenAbove), "open_below": .bool(range.isOpenBelow),
            "parameter": .string(range.parameter),
          ])
        }),
      "ways_mm": .array(policy.ways.map(JSONValue.number)),
    ])
  }

  private static func value(_ value: ParameterValue) -> JSONValue {
    value.unit.isEmpty
      ? .number(value.number)
      : .string(DecimalText.significant(value.number) + value.unit)
  }

  private static func values(_ values: Recommendation.Values) -> JSONValue {
    .object(values.mapValues(value))
  }

  private static func trial(_ trial: Recommendation.Trial) -> JSONValue {
    .object(["mistakes": mistakes(trial.mistakes), "values": values(trial.values)])
  }

  private static func mistakes(_ mistakes: Mistakes) -> JSONValue {
    .object([
      "cost": .number(mistakes.cost), "false_cancel": rate(mistakes.falseCancel),
      "false_finish": rate(mistakes.falseFinish), "false_start": rate(mistakes.falseStart),
      "finished_start": rate(mistakes.finishedStart),
    ])
  }

  private static func rate(_ rate: MistakeRate) -> JSONValue {
    .object([
      "at_most": .number(rate.upper), "count": .integer(rate.count),
      "mistakes": .integer(rate.mistakes), "share": .number(rate.share),
    ])
  }

  private static func group(_ group: Recommendation.Group) -> JSONValue {
    .object([
      "cost": .number(group.cost), "false_cancel": rate(group.falseCancel),
      "false_finish": rate(group.falseFinish), "kind": .string(group.kind.rawValue),
      "name": .string(group.name),
    ])
  }

  private static func flip(_ flip: Recommendation.Flip) -> JSONValue {
    .object([
      "better": .bool(flip.isBetter), "gesture": .integer(flip.gesture),
      "intent": .string(flip.intent.rawValue),
      "outcome": .string(flip.finishes ? "finish" : "cancel"),
      "recording": .string(flip.recording),
    ])
  }

  private static func perDevice(_ test: Recommendation.PerDevice) -> JSONValue {
    .object([
      "better": .bool(test.isBetter),
      "devices": .array(
        test.devices.map { device in
          .object([
            "count": .integer(device.count), "name": .string(device.name),
            "values": values(device.values),
          ])
        }),
      "gain": .number(test.gain), "probability": .number(test.probability),
    ])
  }

  private static func extrapolation(_ extrapolation: Extrapolation) -> JSONValue {
    switch extrapolation {
    case .unknown: .object(["in_force": .null, "verdict": .string("unknown")])
    case .near(let value):
      .object(["in_force": .number(value), "verdict": .string("near")])
    case .far(let value):
      .object(["in_force": .number(value), "verdict": .string("far")])
    case .otherPolicy(let id):
      .object(["in_force": .string(id), "verdict": .string("other-policy")])
    }
  }

  private static func requirement(
    _ requirement: Requirement, _ finding: Requirement.Finding, _ answer: TuneAnswer
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(requirement.kind.rawValue), "limit": .number(requirement.limit),
      "met": .bool(finding == .met), "more_gestures": .null, "persons": .null,
      "rate": rate(answer.judged[requirement.kind]),
    ]
    if case .needsGestures(let count) = finding { members["more_gestures"] = .integer(count) }
    if case .needsPersons(let count) = finding { members["persons"] = .integer(count) }
    return .object(members)
  }
}
