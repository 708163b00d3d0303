import Simulation
import Transitions

/// What the page's script works with.
extension ReportPage {
  /// The style of a page.
  static var style: String { String(decoding: PackageResources.page_css, as: UTF8.self) }

  /// The script of a page.
  static var script: String { String(decoding: PackageResources.page_js, as: UTF8.self) }

  /// The digest of the script, which the page's policy allows alone; a test compares them.
  static let scriptHash = "sha256-dCjQ2CZGDCvJJDeyc6aN74pWzVZUp/QZWp7CgPoRvQ4="

  /// What the script looks up.
  var json: JSONValue {
    .object([
      "flick": PageData.exact(flick),
      "gestures": .array(gestures.indices.map(gestureJSON)),
      "options": .array(options.map(JSONValue.string)),
      "policies": .array(policies.map(\.json)),
      "policy": .integer(policyInForce),
      "recordings": .array(recordings.map(\.json)),
      "threshold_option": .optional(thresholdOption),
    ])
  }

  private func gestureJSON(_ index: Int) -> JSONValue {
    let gesture = gestures[index]
    let report = gesture.report
    var expectation = GestureExpectation()
    expectation.endReason = report.endReason
    expectation.direction = report.direction
    expectation.fingers = report.fingers
    // The tolerance of an expectation is a hundred times as large.
    expectation.progress = (report.progress * 1e4).rounded() / 1e4
    return .object([
      "expectation": expectation.json,
      "has_plots": .bool(index < detailCount),
      "number": .integer(gesture.number),
      "outcome": .string(report.decision.outcome.rawValue),
      "recording": .integer(gesture.recording),
      "verdicts": .array(
        gesture.verdicts.enumerated().map { policy, verdict in
          verdict.map { verdictJSON(policy, $0, hasPlots: index < detailCount) } ?? .null
        }),
    ])
  }

  private func verdictJSON(
    _ policy: Int, _ verdict: ReportVerdict, hasPlots: Bool
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "table": table(of: policy, verdict).json,
      "threshold": PageData.exact(verdict.policy.finishThreshold),
    ]
    if hasPlots {
      members["scale"] = .number(verdict.scale)
      members["whole_mm"] = .optional(verdict.wholeTravel)
    }
    return .object(members)
  }
}

extension ReportPolicy {
  fileprivate var json: JSONValue {
    .object([
      "argument": .string(argument), "follows_threshold": .bool(followsThreshold),
      "follows_velocity": .bool(followsVelocity),
      "name": .string(name), "parameters": .object(parameters),
    ])
  }
}

extension ReportRecording {
  fileprivate var json: JSONValue {
    .object([
      "gestures": .integer(gestureCount), "intent": .optional(intent), "key": .string(key),
      "name": .string(PlainText.escaped(name)),
    ])
  }
}
