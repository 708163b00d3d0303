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
  /// What is told to whoever decides, where that is not the policy.
  private var motion: MotionRecorder?

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
    if plan.definition.command != nil { motion = motion ?? MotionRecorder(origin: origin) }
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - touch: Where verdicts go, by the places of the policies; the first of a touch stays.
  mutating func handle(_ frame: ContactFrame, into touch: inout TouchComparison) {
    guard let mapping else { return step(frame, into: &touch) }
    var mapped = frame
    for index in 0..<mapped.count {
      mapped[index].position = mapping.position(frame[index].position)
    }
    step(mapped, into: &touch)
  }

  private mutating func step(_ frame: ContactFrame, into touch: inout TouchComparison) {
    let output = recognizer.handle(frame)
    defer { if motion != nil { record(frame, output.action) } }
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
      for member in members where touch.verdicts[member.index] == nil {
        touch.verdicts[member.index] = verdict(member, pan, end)
        note(absence(member, pan, end), of: member, in: &touch)
      }
    case .reject(let rejected):
      for member in members {
        note(member.plan.absence(.rejected(rejected.reason), along: .x), of: member, in: &touch)
      }
    case nil: break
    }
  }

  /// Keeps a frame for whoever decides: all who do have the same plan.
  private mutating func record(_ frame: ContactFrame, _ action: PanRecognizer.Action?) {
    switch action {
    case .begin(let pan), .change(let pan):
      guard let plan = members.first(where: { $0.plan.definition.command != nil })?.plan else {
        return
      }
      let scale = plan.scales[pan.axis]
      motion?.follow(
        frame, pan, progress: scale.progress(ofParts: pan.travel),
        velocity: scale.velocity(of: recognizer.velocity(by: plan.estimator, of: pan)))
    case .end, .reject, nil: motion?.follow(frame)
    }
  }

  private mutating func follow(_ pan: Pan) {
    for index in members.indices {
      _ = members[index].tracker?.handle(pan.displacement, at: pan.time, in: recognizer.history)
    }
  }

  private func note(
    _ absence: PolicyAbsence, of member: Member, in touch: inout TouchComparison
  ) {
    guard touch.verdicts[member.index] == nil, touch.absences[member.index] == nil else { return }
    touch.absences[member.index] = absence
  }

  /// Why the motions of a pan began no gesture of the platform.
  private func absence(_ member: Member, _ pan: Pan, _ end: PanEnd) -> PolicyAbsence {
    let (x, y) = (pan.displacement.x.magnitude, pan.displacement.y.magnitude)
    let axis = member.plan.direction.axis ?? (x >= y ? .x : .y)
    let reason: PolicyAbsence.Reason =
      if !end.isDecided {
        .rejected(.interrupted)
      } else if member.tracker?.isRefused != true {
        .rejected(.withinSlop)
      } else if member.plan.tracking?.rule.axisRatio != nil {
        .slanted
      } else {
        .rejected(.otherAxis)
      }
    return member.plan.absence(reason, along: axis)
  }

  /// What a gesture came to, as a policy has it.
  private struct Course {
    var heading: Heading
    var begin: Timestamp
    var isDecided: Bool
    var progress: Double
    var velocity: Double
    /// The velocity at the last motion.
    var lastVelocity: Double
    /// The way before it began that made no progress, in 720 720ths of a device unit.
    var lostWay: Int
  }

  private func verdict(_ member: Member, _ pan: Pan, _ end: PanEnd) -> PolicyVerdict? {
    let plan = member.plan
    let lastMotion = min(recognizer.history.lastMotionTime ?? pan.begin, pan.time)
    guard let tracking = plan.tracking, let tracker = member.tracker else {
      let scale = plan.scales[pan.axis]
      let estimator = plan.policy(along: pan.axis).estimator
      var moving = pan
      moving.time = lastMotion
      var verdict = verdict(
        member, pan, end, lastMotion,
        Course(
          heading: pan.forward, begin: pan.begin, isDecided: end.isDecided,
          progress: scale.progress(ofParts: pan.travel),
          velocity: scale.velocity(of: recognizer.velocity(by: estimator, of: pan)),
          lastVelocity: scale.velocity(of: recognizer.velocity(by: estimator, of: moving)),
          lostWay: pan.slop[axis: pan.axis] &* pan.forward.sign))
      if end.isDecided, plan.definition.command != nil {
        verdict.question = motion?.question(
          about: pan, end, under: plan, progress: verdict.progress, velocity: verdict.velocity,
          rest: verdict.rest)
        verdict.decision = Decision(.cancel, asked: Decision.Answer())
      }
      return verdict
    }
    guard let heading = tracker.heading, let begin = tracker.begin else { return nil }
    let history = recognizer.history
    return verdict(
      member, pan, end, lastMotion,
      Course(
        heading: heading, begin: begin, isDecided: tracking.decides(end),
        progress: tracker.progress,
        velocity: tracking.velocity(of: tracker, in: history, at: pan.time),
        lastVelocity: tracking.velocity(of: tracker, in: history, at: lastMotion),
        lostWay: tracker.lostWay))
  }

  private func verdict(
    _ member: Member, _ pan: Pan, _ end: PanEnd, _ lastMotion: Timestamp, _ course: Course
  ) -> PolicyVerdict {
    let plan = member.plan
    let axis = course.heading.axis
    let policy = plan.policy(along: axis)
    let units = member.units[axis]
    // Where motions are cut, no way can be told.
    let isWhole = plan.tracking?.rule.mostPerMotion == nil
    let lost = plan.scales[axis].progress(ofParts: course.lostWay)
    return PolicyVerdict(
      policy: plan.definition.id, begin: course.begin.since(origin).seconds, end: end,
      heading: plan.isInverted ? course.heading.opposite : course.heading,
      progress: course.progress, velocity: course.velocity,
      decision: course.isDecided
        ? policy.decision(atProgress: course.progress, velocity: course.velocity) : .interrupted,
      rule: policy, units: units, rest: pan.time.since(lastMotion).seconds,
      lastVelocity: course.lastVelocity,
      finishTravel: isWhole ? units.millimeters.map { $0 * (policy.finishThreshold + lost) } : nil)
  }
}
