import Gestures
import Quantities
import TouchInput
import Transitions

/// Policies whose gestures one recognizer follows.
///
/// - Complexity: O(policies) a frame, and no allocation but for verdicts.
struct PolicyGroup: Sendable {
  /// A policy, which does not change while it is followed: it is large, and nobody copies it.
  private final class Subject: Sendable {
    /// Its place among all policies.
    let index: Int
    let plan: ReplayPlan
    let direction: PanDirection
    /// The rule and what makes progress 1, along x and y.
    let policies: [Policy]
    let units: [ProgressUnits]
    /// Whether a program is asked in its place.
    let isAsked: Bool
    /// Whether the latest motion tells the progress, once a gesture has begun.
    let isMemoryless: Bool

    init(_ plan: ReplayPlan, at index: Int) {
      self.index = index
      self.plan = plan
      direction = plan.direction
      policies = Axis.allCases.map(plan.policy)
      units = Axis.allCases.map(plan.units)
      isAsked = plan.definition.command != nil
      isMemoryless = plan.tracking?.rule.isMemoryless ?? false
    }

    func policy(along axis: Axis) -> Policy { policies[axis == .x ? 0 : 1] }

    func units(along axis: Axis) -> ProgressUnits { units[axis == .x ? 0 : 1] }
  }

  /// A policy, and how far it has come.
  private struct Member: Sendable {
    let subject: Subject
    /// What follows the motions, where the platform's own rule does.
    var tracker: ProgressTracker?
    /// Whether the tracker has not been told of the latest motion.
    var isBehind = false
  }

  /// What the recognizer needs, which is the same for all.
  let pan: PanSettings

  private var members: [Member] = []
  /// The members whose trackers have to be told of each motion.
  private var eager: [Int] = []
  private var recognizer: PanRecognizer
  private var origin: Timestamp
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
    members.append(Member(subject: Subject(plan, at: index)))
    if plan.definition.command != nil { motion = motion ?? MotionRecorder(origin: origin) }
  }

  /// Sets the time that times are relative to, before the first frame.
  mutating func begin(at origin: Timestamp) {
    self.origin = origin
    if motion != nil { motion = MotionRecorder(origin: origin) }
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
      eager.removeAll(keepingCapacity: true)
      for index in members.indices {
        let subject = members[index].subject
        guard let rule = subject.plan.tracking?.rule else { continue }
        members[index].tracker = ProgressTracker(rule, direction: subject.direction)
        members[index].isBehind = false
        eager.append(index)
      }
      follow(pan)
    case .change(let pan): follow(pan)
    case .end(let pan, let end):
      for index in members.indices { finish(index, pan, end, &touch) }
    case .reject(let rejected):
      for member in members {
        let place = member.subject.index
        guard touch.verdicts[place] == nil, touch.absences[place] == nil else { continue }
        touch.absences[place] = member.subject.plan.absence(
          .rejected(rejected.reason), along: .x)
      }
    case nil: break
    }
  }

  /// Keeps a frame for whoever decides: all who do have the same plan.
  private mutating func record(_ frame: ContactFrame, _ action: PanRecognizer.Action?) {
    switch action {
    case .begin(let pan), .change(let pan):
      guard let plan = members.first(where: { $0.subject.isAsked })?.subject.plan else {
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
    var kept = 0
    for index in eager {
      let begins = members[index].tracker?.handle(
        pan.displacement, at: pan.time, in: recognizer.history)
      if begins == true, members[index].subject.isMemoryless {
        members[index].isBehind = true
      } else {
        eager[kept] = index
        kept += 1
      }
    }
    eager.removeSubrange(kept...)
  }

  /// Notes what a policy makes of a pan that is over; the first of a touch stays.
  private mutating func finish(
    _ index: Int, _ pan: Pan, _ end: PanEnd, _ touch: inout TouchComparison
  ) {
    let place = members[index].subject.index
    guard touch.verdicts[place] == nil else { return }
    if members[index].isBehind {
      _ = members[index].tracker?.handle(pan.displacement, at: pan.time, in: recognizer.history)
    }
    if let verdict = verdict(members[index], pan, end) {
      touch.verdicts[place] = verdict
    } else if touch.absences[place] == nil {
      touch.absences[place] = absence(members[index], pan, end)
    }
  }

  /// Why the motions of a pan began no gesture of the platform.
  private func absence(_ member: Member, _ pan: Pan, _ end: PanEnd) -> PolicyAbsence {
    let subject = member.subject
    let (x, y) = (pan.displacement.x.magnitude, pan.displacement.y.magnitude)
    let axis = subject.direction.axis ?? (x >= y ? .x : .y)
    let reason: PolicyAbsence.Reason =
      if !end.isDecided {
        .rejected(.interrupted)
      } else if member.tracker?.isRefused != true {
        .rejected(.withinSlop)
      } else if subject.plan.tracking?.rule.axisRatio != nil {
        .slanted
      } else {
        .rejected(.otherAxis)
      }
    return subject.plan.absence(reason, along: axis)
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
    let subject = member.subject
    let lastMotion = min(recognizer.history.lastMotionTime ?? pan.begin, pan.time)
    guard subject.plan.tracking != nil, let tracker = member.tracker else {
      let scale = subject.plan.scales[pan.axis]
      let estimator = subject.policy(along: pan.axis).estimator
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
      if end.isDecided, subject.isAsked {
        verdict.question = motion?.question(
          about: pan, end, under: subject.plan, progress: verdict.progress,
          velocity: verdict.velocity,
          rest: verdict.rest)
        verdict.decision = Decision(.cancel, asked: Decision.Answer())
      }
      return verdict
    }
    guard let tracking = subject.plan.tracking, let heading = tracker.heading,
      let begin = tracker.begin
    else { return nil }
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
    let subject = member.subject
    let axis = course.heading.axis
    let policy = subject.policy(along: axis)
    let units = subject.units(along: axis)
    // Where motions are cut, no way can be told.
    let isWhole = subject.plan.tracking?.rule.mostPerMotion == nil
    let lost = subject.plan.scales[axis].progress(ofParts: course.lostWay)
    return PolicyVerdict(
      policy: subject.plan.definition.id, begin: course.begin.since(origin).seconds, end: end,
      heading: subject.plan.isInverted ? course.heading.opposite : course.heading,
      progress: course.progress, velocity: course.velocity,
      decision: course.isDecided
        ? policy.decision(atProgress: course.progress, velocity: course.velocity) : .interrupted,
      rule: policy, units: units, rest: pan.time.since(lastMotion).seconds,
      lastVelocity: course.lastVelocity,
      finishTravel: isWhole ? units.millimeters.map { $0 * (policy.finishThreshold + lost) } : nil)
  }
}
