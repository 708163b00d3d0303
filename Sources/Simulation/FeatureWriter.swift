import Gestures
import Quantities
import Transitions

/// Writes gestures as lines of the schema `pantograph.features/1`: what is known of each before any
/// policy decides, and what each policy sees of it.
///
/// It is handed what a replay finds and what the compared policies make of the touches, each in the
/// order of time, and holds what has not been paired yet.
///
/// - Complexity: O(policies) a gesture.
package struct FeatureWriter: Sendable {
  /// A policy, in the order of names.
  private struct Member {
    /// Its place among the compared ones.
    var index: Int
    /// Its name as JSON.
    var key: [UInt8]
  }

  private let members: [Member]
  private var source = FeatureSource(recording: "")
  private var findings: [Replay.Finding] = []
  private var texts = Texts(FeatureSource(recording: ""))
  private var gestures = 0

  /// What is the same in all lines of a recording, as JSON.
  private struct Texts {
    let device, feedback, hand, intent, participant, policyInForce, recording, session: [UInt8]

    init(_ source: FeatureSource) {
      func bytes(_ value: JSONValue?) -> [UInt8] {
        var bytes: [UInt8] = []
        (value ?? .null).write(to: &bytes)
        return bytes
      }
      func text(_ fact: RecordingExpectation.Fact) -> [UInt8] {
        bytes(.optional(source.expectation?.text(of: fact)))
      }
      device = bytes(source.device)
      feedback = bytes(source.expectation?.feedback)
      hand = text(.hand)
      intent = bytes(.optional(source.expectation?.intent?.rawValue))
      participant = text(.participant)
      policyInForce = bytes(source.expectation?.policyInForce)
      recording = bytes(.string(source.recording))
      session = text(.session)
    }
  }

  /// Creates a writer.
  ///
  /// - Parameter policies: The compared policies, no two with the same name.
  package init(policies: [PolicyDefinition]) {
    members = policies.indices
      .sorted { policies[$0].id.utf8.lexicographicallyPrecedes(policies[$1].id.utf8) }
      .map { index in
        var key: [UInt8] = []
        JSONValue.write(policies[index].id, to: &key)
        return Member(index: index, key: key)
      }
  }

  /// Begins a recording.
  package mutating func begin(_ source: FeatureSource) {
    self.source = source
    texts = Texts(source)
    findings = []
    gestures = 0
  }

  /// Takes what a replay found.
  package mutating func take(_ finding: Replay.Finding) {
    findings.append(finding)
  }

  /// Takes what the policies made of a touch, and writes a line if it is a gesture of any.
  package mutating func take(_ touch: TouchComparison, to bytes: inout [UInt8]) {
    var pan: GestureReport?
    var fingers: Int?
    var count = 0
    for finding in findings {
      let (down, end) = (finding.down, finding.end)
      guard down < touch.end || down == touch.end && end == touch.end else { break }
      count += 1
      guard down >= touch.down else { continue }
      fingers = fingers ?? finding.fingers
      if pan == nil, case .gesture(let gesture) = finding { pan = gesture }
    }
    findings.removeFirst(count)
    let verdicts = members.map { touch.verdicts[$0.index] }
    guard let first = verdicts.lazy.compactMap(\.self).first else { return }
    if source.plan?.definition.isOwn != true { pan = nil }
    write(
      Touch(
        down: pan?.down ?? touch.down, end: pan?.end ?? touch.end,
        endReason: pan?.endReason ?? first.end, heading: pan?.direction ?? first.heading,
        fingers: pan?.fingers ?? fingers, reportRate: touch.reportRate, pan: pan),
      verdicts.map { verdict in
        verdict.map {
          View(
            progress: $0.progress, velocity: $0.velocity, units: $0.units,
            isDecided: $0.decision.rule != .interrupted)
        }
      }, to: &bytes)
  }

  // MARK: A line

  /// A touch, with the gesture that the program's own recognizer made of it.
  private struct Touch {
    var down: Double
    var end: Double
    var endReason: PanEnd
    var heading: Heading
    var fingers: Int?
    var reportRate: Double?
    var pan: GestureReport?
  }

  /// What a policy sees of a gesture.
  private struct View {
    var progress: Double
    var velocity: Double
    var units: ProgressUnits
    var isDecided: Bool
  }

  private mutating func write(_ touch: Touch, _ views: [View?], to bytes: inout [UInt8]) {
    gestures += 1
    let pan = touch.pan
    let share = pan == nil ? nil : self.share(along: touch.heading.axis)
    var object = JSONObjectWriter()
    object.add(exact: pan?.begin, as: "begin", to: &bytes)
    object.add(text: texts.device, as: "device", to: &bytes)
    object.add("direction", touch.heading.rawValue, to: &bytes)
    object.add(exact: touch.down, as: "down", to: &bytes)
    object.add(exact: touch.end, as: "end", to: &bytes)
    object.add("end_reason", touch.endReason.rawValue, to: &bytes)
    object.add(text: texts.feedback, as: "feedback", to: &bytes)
    object.add(whole: touch.fingers, as: "fingers", to: &bytes)
    object.add(whole: pan?.frames, as: "frames", to: &bytes)
    object.add("gesture", gestures, to: &bytes)
    object.add(text: texts.hand, as: "hand", to: &bytes)
    object.add(text: texts.intent, as: "intent", to: &bytes)
    object.add(text: texts.participant, as: "participant", to: &bytes)
    object.add(exact: pan.flatMap { Self.product($0.peak, share) }, as: "peak", to: &bytes)
    object.add(
      exact: pan.flatMap { Self.product($0.peak, $0.wholeTravel) }, as: "peak_mm", to: &bytes)
    object.add("policies", to: &bytes)
    writePolicies(views, isDecided: touch.endReason.isDecided, to: &bytes)
    object.add(text: texts.policyInForce, as: "policy_in_force", to: &bytes)
    object.add(text: texts.recording, as: "recording", to: &bytes)
    object.add(exact: touch.reportRate, as: "report_rate", to: &bytes)
    object.add(exact: pan?.rest, as: "rest", to: &bytes)
    object.add("schema", "pantograph.features/1", to: &bytes)
    object.add(text: texts.session, as: "session", to: &bytes)
    object.add(exact: pan.flatMap { Self.product($0.progress, share) }, as: "travel", to: &bytes)
    object.add(exact: pan?.travel, as: "travel_mm", to: &bytes)
    object.add(exact: pan.flatMap { Self.product($0.velocity, share) }, as: "velocity", to: &bytes)
    object.add(
      exact: pan.flatMap { Self.product($0.velocity, $0.wholeTravel) }, as: "velocity_mm",
      to: &bytes)
    object.end(&bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The share of the axis that makes progress 1.
  private func share(along axis: Axis) -> Double? {
    guard let plan = source.plan else { return nil }
    return (plan.scales[axis].travel / Ratio(Int128(plan.surface[axis].range))).value
  }

  private static func product(_ progress: Double, _ whole: Double?) -> Double? {
    whole.map { progress * $0 }
  }

  private func writePolicies(_ views: [View?], isDecided: Bool, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, (member, view)) in zip(members, views).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: member.key)
      bytes.append(UInt8(ascii: ":"))
      guard let view else {
        bytes.append(contentsOf: #"{"began":false,"progress":0,"units":{},"velocity":0}"#.utf8)
        continue
      }
      bytes.append(contentsOf: #"{"began":true,"#.utf8)
      if view.isDecided != isDecided {
        bytes.append(contentsOf: "\"decided\":\(view.isDecided),".utf8)
      }
      bytes.append(contentsOf: "\"progress\":".utf8)
      JSONObjectWriter.append(exact: view.progress, to: &bytes)
      bytes.append(contentsOf: ",\"units\":".utf8)
      write(view.units, to: &bytes)
      bytes.append(contentsOf: ",\"velocity\":".utf8)
      JSONObjectWriter.append(exact: view.velocity, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func write(_ units: ProgressUnits, to bytes: inout [UInt8]) {
    var object = JSONObjectWriter()
    object.add(exact: units.densityIndependentPixels, as: "dp", to: &bytes)
    if let millimeters = units.millimeters { object.add(exact: millimeters, as: "mm", to: &bytes) }
    object.add(exact: units.screens, as: "output", to: &bytes)
    object.add(exact: units.pixels, as: "px", to: &bytes)
    object.end(&bytes)
  }
}

extension Replay.Finding {
  /// When the first finger came down, in seconds.
  fileprivate var down: Double {
    switch self {
    case .gesture(let gesture): gesture.down
    case .touch(let touch): touch.down
    }
  }

  /// When it ended, in seconds.
  fileprivate var end: Double {
    switch self {
    case .gesture(let gesture): gesture.end
    case .touch(let touch): touch.end
    }
  }

  /// How many fingers it has.
  fileprivate var fingers: Int {
    switch self {
    case .gesture(let gesture): gesture.fingers
    case .touch(let touch): touch.fingers
    }
  }
}
