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
    /// Whether motions make progress by the platform's own rule.
    let isTracked: Bool
    /// Whether progress is as long as the way: where motions are cut, no way can be told.
    let isWhole: Bool
    /// Why no gesture began along x and y, but for the reason.
    private let absences: [PolicyAbsence]

    init(_ plan: ReplayPlan, at index: Int) {
      self.index = index
      self.plan = plan
      direction = plan.direction
      policies = Axis.allCases.map(plan.policy)
      units = Axis.allCases.map(plan.units)
      isAsked = plan.definition.command != nil
      isMemoryless = plan.tracking?.rule.isMemoryless ?? false
      isTracked = plan.tracking != nil
      isWhole = plan.tracking?.rule.mostPerMotion == nil
      absences = Axis.allCases.map { plan.absence(.undelivered, along: $0) }
    }

    func absence(_ reason: PolicyAbsence.Reason, along axis: Axis) -> PolicyAbsence {
      var absence = absences[axis == .x ? 0 : 1]
      absence.reason = reason
      return absence
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
        guard subject.isTracked, let rule = subject.plan.tracking?.rule else { continue }
        members[index].tracker = ProgressTracker(rule, direction: subject.direction)
        members[index].isBehind = false
        eager.append(index)
      }
      follow(pan)
    case .change(let pan): follow(pan)
    case .end(let pan, let end):
      finish(pan, end, &touch)
    case .reject(let rejected):
      for member in members {
        let place = member.subject.index
        guard touch.verdicts[place] == nil, touch.absences[place] == nil else { continue }
        touch.absences[place] = member.subject.absence(.rejected(rejected.reason), along: .x)
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

  /// Notes what the policies make of a pan that is over; the first of a touch stays.
  private mutating func finish(_ pan: Pan, _ end: PanEnd, _ touch: inout TouchComparison) {
    let history = recognizer.history
    let ended = EndedPan(
      pan: pan, end: end, lastMotion: min(history.lastMotionTime ?? pan.begin, pan.time),
      history: history, origin: origin)
    for index in members.indices {
      let subject = members[index].subject
      let place = subject.index
      guard touch.verdicts[place] == nil else {
        let begins = members[index].tracker.map { $0.heading != nil } ?? true
        if begins { touch.verdicts[place]?.others += 1 }
        continue
      }
      if members[index].isBehind {
        _ = members[index].tracker?.handle(pan.displacement, at: pan.time, in: history)
      }
      if var verdict = ended.verdict(of: subject, members[index].tracker) {
        if subject.isAsked, end.isDecided, !subject.isTracked { ask(&verdict, ended, subject) }
        touch.verdicts[place] = verdict
      } else if touch.absences[place] == nil {
        touch.absences[place] = ended.absence(of: subject, members[index].tracker)
      }
    }
  }

  /// Leaves a verdict to the program that is asked in place of a policy.
  private func ask(_ verdict: inout PolicyVerdict, _ ended: EndedPan, _ subject: Subject) {
    verdict.question = motion?.question(
      about: ended.pan, ended.end, under: subject.plan, progress: verdict.progress,
      velocity: verdict.velocity, rest: verdict.rest)
    verdict.decision = Decision(.cancel, asked: Decision.Answer())
  }

  /// A pan that is over, with all that verdicts are made of: nothing of the group is copied for
  /// each of its policies.
  private struct EndedPan {
    let pan: Pan
    let end: PanEnd
    let lastMotion: Timestamp
    let history: MotionHistory
    let origin: Timestamp

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

    /// Why the motions of the pan began no gesture of the platform.
    func absence(of subject: Subject, _ tracker: ProgressTracker?) -> PolicyAbsence {
      let (x, y) = (pan.displacement.x.magnitude, pan.displacement.y.magnitude)
      let axis = subject.direction.axis ?? (x >= y ? .x : .y)
      let reason: PolicyAbsence.Reason =
        if !end.isDecided {
          .rejected(.interrupted)
        } else if tracker?.isRefused != true {
          .rejected(.withinSlop)
        } else if subject.plan.tracking?.rule.axisRatio != nil {
          .slanted
        } else {
          .rejected(.otherAxis)
        }
      return subject.absence(reason, along: axis)
    }

    /// What a policy makes of it; `nil` if no gesture of the platform began.
    func verdict(of subject: Subject, _ tracker: ProgressTracker?) -> PolicyVerdict? {
      guard subject.isTracked, let tracker else {
        let scale = subject.plan.scales[pan.axis]
        let estimator = subject.policy(along: pan.axis).estimator
        return verdict(
          of: subject,
          Course(
            heading: pan.forward, begin: pan.begin, isDecided: end.isDecided,
            progress: scale.progress(ofParts: pan.travel),
            velocity: scale.velocity(of: speed(by: estimator, at: pan.time)),
            lastVelocity: scale.velocity(of: speed(by: estimator, at: lastMotion)),
            lostWay: pan.slop[axis: pan.axis] &* pan.forward.sign))
      }
      guard let heading = tracker.heading, let begin = tracker.begin,
        let velocity = subject.plan.tracking?.velocity(of: tracker, in: history, at: pan.time),
        let last = subject.plan.tracking?.velocity(of: tracker, in: history, at: lastMotion)
      else { return nil }
      return verdict(
        of: subject,
        Course(
          heading: heading, begin: begin, isDecided: subject.plan.tracking?.decides(end) ?? false,
          progress: tracker.progress, velocity: velocity, lastVelocity: last,
          lostWay: tracker.lostWay))
    }

    /// Device units per second at a time, forward positive, as the recognizer has it.
    private func speed(by estimator: VelocityEstimator, at time: Timestamp) -> Double {
      estimator.velocity(of: history, along: pan.axis, at: time)
        * Double(estimator.isUnsigned ? 1 : pan.forward.sign)
    }

    private func verdict(of subject: Subject, _ course: Course) -> PolicyVerdict {
      let axis = course.heading.axis
      let policy = subject.policy(along: axis)
      let units = subject.units(along: axis)
      let lost = subject.plan.scales[axis].progress(ofParts: course.lostWay)
      return PolicyVerdict(
        policy: subject.plan.definition.id, begin: course.begin.since(origin).seconds, end: end,
        heading: subject.plan.isInverted ? course.heading.opposite : course.heading,
        progress: course.progress, velocity: course.velocity,
        decision: course.isDecided
          ? policy.decision(atProgress: course.progress, velocity: course.velocity)
          : .interrupted,
        rule: policy, units: units, rest: pan.time.since(lastMotion).seconds,
        lastVelocity: course.lastVelocity,
        finishTravel: subject.isWhole
          ? units.millimeters.map { $0 * (policy.finishThreshold + lost) } : nil)
    }
  }
}
