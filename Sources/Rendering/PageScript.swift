import Simulation
import Transitions

/// What the page's script works with.
extension ReportPage {
  /// The script of a page.
  static var script: String { String(decoding: PackageResources.page_js, as: UTF8.self) }

  /// The digest of the script, which the page's policy allows alone; a test compares them.
  static let scriptHash = "sha256-xdoWFJ4cDC+wfHp0Matsdo1hqfvdS2J5qE/vzgZ2sn4="

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
    return .object([
      "expectation": expectation.json,
      "has_plots": .bool(index < detailCount),
      "number": .integer(gesture.number),
      "outcome": .string(report.decision.outcome.rawValue),
      "recording": .integer(gesture.recording),
      "verdicts": .array(
        gesture.verdicts.enumerated().map { policy, verdict in
          verdict.map { verdictJSON(policy, $0, of: gesture, hasPlots: index < detailCount) }
            ?? .null
        }),
    ])
  }

  private func verdictJSON(
    _ policy: Int, _ verdict: ReportVerdict, of gesture: ReportGesture, hasPlots: Bool
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "table": table(of: policy, verdict).json,
      "threshold": PageData.exact(verdict.policy.finishThreshold),
    ]
    if hasPlots {
      members["expectation"] = expectation(policy, verdict, of: gesture.report)
      members["scale"] = .number(verdict.scale)
      members["whole_mm"] = .optional(verdict.wholeTravel)
    }
    return .object(members)
  }

  /// What a test expects under a policy besides its answer, as far as it differs from what it expects
  /// of the gesture under any.
  private func expectation(
    _ policy: Int, _ verdict: ReportVerdict, of report: GestureReport
  ) -> JSONValue {
    var expectation = GestureExpectation()
    // The tolerance of an expectation is a hundred times as large.
    expectation.progress = (verdict.progress * 1e4).rounded() / 1e4
    if verdict.endReason != report.endReason { expectation.endReason = verdict.endReason }
    if verdict.direction != report.direction { expectation.direction = verdict.direction }
    // What recognizes gestures for another policy may count fingers that came later.
    if policy == policyInForce { expectation.fingers = report.fingers }
    return expectation.json
  }
}

extension ReportPolicy {
  fileprivate var json: JSONValue {
    .object([
      "argument": .optional(argument), "follows_threshold": .bool(followsThreshold),
      "follows_velocity": .bool(followsVelocity),
      "name": .string(name), "parameters": .object(parameters),
    ])
  }
}

extension ReportRecording {
  fileprivate var json: JSONValue {
    .object([
      "counts": gestureCounts.isEmpty ? .null : .array(gestureCounts.map(JSONValue.integer)),
      "gestures": .integer(gestureCount), "intent": .optional(intent), "key": .string(key),
      "name": .string(PlainText.escaped(name)),
    ])
  }
}
