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
    /// What stands before what it sees: its name as JSON.
    var head: [UInt8]
    /// The units that were written last along x and y, with their text: they hold for a recording.
    var units: [(value: ProgressUnits, text: [UInt8])?] = [nil, nil]
  }

  private var members: [Member]
  private var source = FeatureSource(recording: "")
  private var findings: [Replay.Finding] = []
  /// The first of them that has not been paired.
  private var next = 0
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
        var head: [UInt8] = []
        JSONValue.write(policies[index].id, to: &head)
        head.append(UInt8(ascii: ":"))
        return Member(index: index, head: head)
      }
  }

  /// Begins a recording.
  package mutating func begin(_ source: FeatureSource) {
    self.source = source
    texts = Texts(source)
    (findings, next) = ([], 0)
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
    while next < findings.count {
      let (down, end) = (findings[next].down, findings[next].end)
      guard down < touch.end || down == touch.end && end == touch.end else { break }
      if down >= touch.down {
        fingers = fingers ?? findings[next].fingers
        if pan == nil, case .gesture(let gesture) = findings[next] { pan = gesture }
      }
      next += 1
    }
    // They come in the order of time, and none is moved for each that is paired.
    if next == findings.count {
      findings.removeAll(keepingCapacity: true)
      next = 0
    }
    guard
      let first = members.first(where: { touch.verdicts[$0.index] != nil }).flatMap({ member in
        touch.verdicts[member.index].map { (end: $0.end, heading: $0.heading) }
      })
    else { return }
    if source.plan?.definition.isOwn != true { pan = nil }
    write(
      Touch(
        down: pan?.down ?? touch.down, end: pan?.end ?? touch.end,
        endReason: pan?.endReason ?? first.end, heading: pan?.direction ?? first.heading,
        fingers: pan?.fingers ?? fingers, reportRate: touch.reportRate, pan: pan),
      touch.verdicts, to: &bytes)
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

  private mutating func write(_ touch: Touch, _ verdicts: [PolicyVerdict?], to bytes: inout [UInt8])
  {
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
    writePolicies(verdicts, isDecided: touch.endReason.isDecided, to: &bytes)
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

  private mutating func writePolicies(
    _ verdicts: [PolicyVerdict?], isDecided: Bool, to bytes: inout [UInt8]
  ) {
    for place in members.indices {
      bytes.append(UInt8(ascii: place == 0 ? "{" : ","))
      bytes.append(contentsOf: members[place].head)
      let index = members[place].index
      guard let rule = verdicts[index]?.decision.rule, let units = verdicts[index]?.units else {
        JSONObjectWriter.append(
          #"{"began":false,"progress":0,"units":{},"velocity":0}"#, to: &bytes)
        continue
      }
      JSONObjectWriter.append(#"{"began":true,"#, to: &bytes)
      let isOwnDecided = rule != .interrupted
      if isOwnDecided != isDecided {
        JSONObjectWriter.append(
          isOwnDecided ? "\"decided\":true," : "\"decided\":false,", to: &bytes)
      }
      JSONObjectWriter.append("\"progress\":", to: &bytes)
      JSONObjectWriter.append(exact: verdicts[index]?.progress, to: &bytes)
      JSONObjectWriter.append(",\"units\":", to: &bytes)
      let axis = verdicts[index]?.heading.axis == .y ? 1 : 0
      if members[place].units[axis]?.value != units {
        members[place].units[axis] = (units, Self.text(units))
      }
      bytes.append(contentsOf: members[place].units[axis]?.text ?? [])
      JSONObjectWriter.append(",\"velocity\":", to: &bytes)
      JSONObjectWriter.append(exact: verdicts[index]?.velocity, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func text(_ units: ProgressUnits) -> [UInt8] {
    var bytes: [UInt8] = []
    var object = JSONObjectWriter()
    object.add(exact: units.densityIndependentPixels, as: "dp", to: &bytes)
    if let millimeters = units.millimeters { object.add(exact: millimeters, as: "mm", to: &bytes) }
    object.add(exact: units.screens, as: "output", to: &bytes)
    object.add(exact: units.pixels, as: "px", to: &bytes)
    object.end(&bytes)
    return bytes
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
