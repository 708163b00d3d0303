import Gestures
import Quantities
import TouchInput
import Transitions

/// Policies whose gestures one recognizer follows.
///
/// - Complexity: O(policies) a frame, and no allocation but for verdicts.
struct PolicyGroup: Sendable {
  /// A policy, and how far it has come.
  private struct Member: Sendable {
    /// Its place among all policies.
    var index: Int
    var plan: ReplayPlan
    var units: PerAxis<ProgressUnits>
    /// What follows the motions, where the platform's own rule does.
    var tracker: ProgressTracker?
  }

  /// What the recognizer needs, which is the same for all.
  let pan: PanSettings

  private var members: [Member] = []
  private var recognizer: PanRecognizer
  private let origin: Timestamp
  private let mapping: Calibration.Mapping?

  /// Creates a group without a member.
  init(like plan: ReplayPlan, origin: Timestamp) {
    pan = plan.pan
    mapping = plan.mapping
    self.origin = origin
    recognizer = PanRecognizer(plan.pan)
  }

  /// Adds a policy, whose plan asks for the same of the recognizer.
  mutating func add(_ plan: ReplayPlan, at index: Int) {
    members.append(
      Member(
        index: index, plan: plan,
        units: PerAxis(x: plan.units(along: .x), y: plan.units(along: .y)), tracker: nil))
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - verdicts: Where verdicts go, by the places of the policies; the first of a touch stays.
  mutating func handle(_ frame: ContactFrame, into verdicts: inout [PolicyVerdict?]) {
    let output: PanRecognizer.Output
    if let mapping {
      var mapped = frame
      for index in 0..<mapped.count {
        mapped[index].position = mapping.position(frame[index].position)
      }
      output = recognizer.handle(mapped)
    } else {
      output = recognizer.handle(frame)
    }
    switch output.action {
    case .begin(let pan):
      for index in members.indices {
        members[index].tracker = members[index].plan.tracking.map {
          ProgressTracker($0.rule, direction: members[index].plan.direction)
        }
      }
      follow(pan)
    case .change(let pan): follow(pan)
    case .end(let pan, let end):
      for index in members.indices where verdicts[members[index].index] == nil {
        verdicts[members[index].index] = verdict(members[index], pan, end)
      }
    case .reject, nil: break
    }
  }

  private mutating func follow(_ pan: Pan) {
    for index in members.indices {
      _ = members[index].tracker?.handle(pan.displacement, at: pan.time, in: recognizer.history)
    }
  }

  private func verdict(_ member: Member, _ pan: Pan, _ end: PanEnd) -> PolicyVerdict? {
    let plan = member.plan
    guard let tracking = plan.tracking, let tracker = member.tracker else {
      let scale = plan.scales[pan.axis]
      let speed = recognizer.velocity(by: plan.policy(along: pan.axis).estimator, of: pan)
      return verdict(
        member, pan.forward, pan.begin, end, isDecided: end.isDecided,
        progress: scale.progress(ofParts: pan.travel), velocity: scale.velocity(of: speed))
    }
    guard let heading = tracker.heading, let begin = tracker.begin else { return nil }
    return verdict(
      member, heading, begin, end, isDecided: tracking.decides(end), progress: tracker.progress,
      velocity: tracking.velocity(of: tracker, in: recognizer.history, at: pan.time))
  }

  private func verdict(
    _ member: Member, _ heading: Heading, _ begin: Timestamp, _ end: PanEnd, isDecided: Bool,
    progress: Double, velocity: Double
  ) -> PolicyVerdict {
    let policy = member.plan.policy(along: heading.axis)
    return PolicyVerdict(
      policy: member.plan.definition.id, begin: begin.since(origin).seconds, end: end,
      heading: member.plan.isInverted ? heading.opposite : heading, progress: progress,
      velocity: velocity,
      decision: isDecided
        ? policy.decision(atProgress: progress, velocity: velocity) : .interrupted,
      rule: policy, units: member.units[heading.axis])
  }
}
