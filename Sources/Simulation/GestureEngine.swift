import Gestures
import Quantities
import TouchInput
import Transitions

/// What is at work once the surface is known: recognizer, driver, and what they find.
struct GestureEngine: Sendable {
  /// Every setting in the units of the device.
  let plan: ReplayPlan

  private let settings: ReplaySettings
  private let origin: Timestamp
  private let curve: String
  private var recognizer: PanRecognizer
  private var driver: PanDriver
  /// What follows the motions, where the platform's own rule does.
  private var tracker: ProgressTracker?
  /// Whether it does; the rule is large, and looked at with each frame.
  private let isTracked: Bool
  /// The frames of the pan before the platform's gesture began.
  private var framesBefore = 0
  private var trace: [GestureReport.TraceRow] = []
  /// How many frames there are to a row of the trace, and how many have come since the last row.
  private var framesPerRow = 1
  private var framesSinceRow = 0
  private var peakTime = Timestamp.zero
  /// Where the contacts went; `nil` if nobody asks, or if there are no positions.
  private var recorder: ContactRecorder?
  /// Whether the surface of the plan is one that fingers are on.
  private let isOnSurface: Bool
  /// When the first finger came down, where the frames do not tell.
  private var landing: Timestamp?
  /// What happened since the moments were taken last, if they are told.
  private(set) var moments: [GestureMoment] = []
  /// What is told to whoever decides, where that is not the policy.
  private var motion: MotionRecorder?

  /// Creates an engine for a source of positions.
  ///
  /// - Parameters:
  ///   - settings: What is asked for.
  ///   - source: Where positions come from.
  ///   - origin: The time that the reports' times are relative to.
  ///   - isOnSurface: Whether its surface is one that fingers are on, though the positions may not
  ///     be.
  /// - Throws: What cannot be worked out for this source.
  init(
    _ settings: ReplaySettings, _ source: ReplayPlan.Source, origin: Timestamp, isOnSurface: Bool
  ) throws(ReplayError) {
    let plan = try ReplayPlan(settings, for: source)
    self.plan = plan
    self.settings = settings
    self.origin = origin
    isTracked = plan.tracking != nil
    curve = plan.settle.curveText
    recognizer = PanRecognizer(plan.pan)
    driver = PanDriver(scales: plan.scales, policy: plan.policy(along: .x))
    self.isOnSurface = isOnSurface
    if source.deltas == nil {
      recorder = settings.mostContactPoints.map { ContactRecorder(plan.surface, most: $0) }
    }
    if plan.definition.command != nil { motion = MotionRecorder(origin: origin) }
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - findings: Where a finding goes.
  /// - Returns: Whether a step was left out that no finger can make.
  mutating func handle(_ frame: ContactFrame, into findings: inout [Replay.Finding]) -> Bool {
    guard let mapping = plan.mapping else { return step(frame, into: &findings) }
    var mapped = frame
    for index in 0..<mapped.count {
      mapped[index].position = mapping.position(frame[index].position)
    }
    return step(mapped, into: &findings)
  }

  private mutating func step(
    _ frame: ContactFrame, into findings: inout [Replay.Finding]
  ) -> Bool {
    if recorder != nil {
      let time = seconds(frame.time)
      recorder?.follow(frame, at: time)
    }
    let output = recognizer.handle(frame)
    defer { if motion != nil { record(frame, output.action) } }
    switch output.action {
    case nil: break
    case .begin(let pan):
      if isTracked, let tracking = plan.tracking {
        tracker = ProgressTracker(tracking.rule, direction: plan.direction)
        track(pan, by: tracking)
      } else {
        begin(at: pan.time, along: pan.forward, of: pan)
        follow(pan)
      }
    case .change(let pan):
      if isTracked, let tracking = plan.tracking {
        track(pan, by: tracking)
      } else {
        follow(pan)
      }
    case .end(let pan, let reason):
      tell(end(pan, reason), at: pan.time, in: &findings)
      tracker = nil
    case .reject(let touch):
      tell(
        touch, distance: plan.surface.millimeters.map { _ in touch.distance },
        contacts: recorder?.tracks ?? [], in: &findings)
    }
    return output.sawJump
  }

  /// Takes a frame of a gesture whose first finger came down then.
  mutating func handle(
    _ frame: ContactFrame, down: Timestamp, into findings: inout [Replay.Finding]
  ) {
    landing = down
    _ = handle(frame, into: &findings)
    landing = nil
  }

  /// Tells of a touch that was no gesture.
  mutating func tell(
    _ touch: RejectedTouch, distance: Double? = nil, contacts: [ContactTrack] = [],
    in findings: inout [Replay.Finding]
  ) {
    let report = TouchReport(
      down: seconds(landing ?? touch.down), end: seconds(touch.end), fingers: touch.fingers,
      reason: touch.reason, distance: distance, contacts: contacts)
    tell(.touch(report), at: touch.end, in: &findings)
  }

  private mutating func tell(
    _ finding: Replay.Finding, at time: Timestamp, in findings: inout [Replay.Finding]
  ) {
    findings.append(finding)
    tell(.end(finding), at: time)
  }

  private mutating func tell(_ kind: @autoclosure () -> GestureMoment.Kind, at time: Timestamp) {
    guard settings.tellsMoments else { return }
    moments.append(GestureMoment(timestamp: time, origin: origin, kind: kind()))
  }

  /// Exchanges the moments for an empty list that has room.
  mutating func exchangeMoments(for room: inout [GestureMoment]) {
    swap(&moments, &room)
  }

  /// Takes the moments out.
  mutating func takeMoments() -> [GestureMoment] {
    guard !moments.isEmpty else { return [] }
    defer { moments = [] }
    return moments
  }

  private mutating func begin(at time: Timestamp, along forward: Heading, of pan: Pan) {
    let axis = forward.axis
    driver = PanDriver(
      scales: plan.scales, policy: plan.policy(along: axis),
      transition: InteractiveTransition(style: plan.settle, overscroll: plan.overscroll))
    driver.begin(at: time)
    (framesPerRow, framesSinceRow) = (1, 0)
    guard settings.tellsMoments else { return }
    let begin = GestureMoment.Begin(
      down: seconds(landing ?? pan.down), fingers: pan.fingers,
      direction: plan.isInverted ? forward.opposite : forward,
      threshold: driver.scale(along: axis).progress(of: plan.thresholds[axis]))
    tell(.begin(begin), at: time)
  }

  private mutating func follow(_ pan: Pan) {
    let peak = driver.peak
    driver.follow(pan)
    if driver.peak > peak { peakTime = pan.time }
    guard isFollowed else { return }
    let speed = recognizer.velocity(by: plan.estimator, of: pan)
    trace(at: pan.time, velocity: plan.scales[pan.axis].velocity(of: speed))
  }

  /// Keeps a frame for whoever decides.
  private mutating func record(_ frame: ContactFrame, _ action: PanRecognizer.Action?) {
    switch action {
    case .begin(let pan), .change(let pan):
      let speed = recognizer.velocity(by: plan.estimator, of: pan)
      motion?.follow(
        frame, pan, progress: driver.progress,
        velocity: driver.scale(along: pan.axis).velocity(of: speed))
    case .end, .reject, nil: motion?.follow(frame)
    }
  }

  /// Follows a motion by the platform's own rule.
  private mutating func track(_ pan: Pan, by tracking: ResolvedPolicy) {
    guard var tracker else { return }
    let begins = tracker.handle(pan.displacement, at: pan.time, in: recognizer.history)
    self.tracker = tracker
    guard let heading = tracker.heading else { return }
    if begins {
      framesBefore = pan.frames &- 1
      begin(at: pan.time, along: heading, of: pan)
    }
    let peak = driver.peak
    driver.follow(tracker.progress, at: pan.time)
    if driver.peak > peak { peakTime = pan.time }
    guard isFollowed else { return }
    trace(
      at: pan.time,
      velocity: tracking.velocity(of: tracker, in: recognizer.history, at: pan.time))
  }

  /// Whether somebody wants to know of every frame.
  private var isFollowed: Bool { settings.tellsMoments || settings.isTraced }

  /// Tells how far the gesture is, and adds a row to the trace, if this frame has one.
  private mutating func trace(at time: Timestamp, velocity: Double) {
    if settings.tellsMoments {
      let progress = GestureMoment.Progress(
        progress: driver.progress, velocity: velocity,
        shown: driver.transition.shownProgress(at: time))
      tell(.progress(progress), at: time)
    }
    guard settings.isTraced else { return }
    defer { framesSinceRow = (framesSinceRow + 1) % framesPerRow }
    guard framesSinceRow == 0 else { return }
    // An even number of rows, so that this one is not next to the last that stays.
    if let most = settings.mostTraceRows, trace.count >= max(most & ~1, 2) { thinTrace() }
    trace.append(
      GestureReport.TraceRow(
        time: seconds(time), progress: driver.progress, velocity: velocity,
        shown: driver.transition.shownProgress(at: time)))
  }

  /// Leaves out every other row.
  private mutating func thinTrace() {
    trace = stride(from: 0, to: trace.count, by: 2).map { trace[$0] }
    framesPerRow *= 2
  }

  /// The seconds since the origin of times.
  func seconds(_ time: Timestamp) -> Double {
    time.seconds(since: origin)
  }

  // MARK: Reports

  /// What is told of a pan besides what the driver makes of it.
  private struct Course {
    var begin: Timestamp
    var frames: Int
    var forward: Heading
    /// The way that made progress, in 720 720ths of a device unit, forward positive.
    var travel: Int
    /// The way before, in the same.
    var slop: Int
    /// The velocity at the last motion, in progress per second.
    var lastVelocity: Double
    /// What the velocity is made of.
    var terms: VelocityTerms
  }

  private mutating func end(_ pan: Pan, _ reason: PanEnd) -> Replay.Finding {
    let history = recognizer.history
    let lastMotion = min(history.lastMotionTime ?? pan.begin, pan.time)
    guard let tracking = plan.tracking, let tracker else {
      let scale = driver.scale(along: pan.axis)
      let speed = recognizer.velocity(by: plan.estimator, of: pan)
      let ways = reason.isDecided && motion != nil ? ways(scale.velocity(of: speed), pan.time) : [:]
      let verdict = driver.finish(pan, by: reason, speed: speed)
      var moving = pan
      moving.time = lastMotion
      let course = Course(
        begin: pan.begin, frames: pan.frames, forward: pan.forward, travel: pan.travel,
        slop: pan.slop[axis: pan.axis] &* pan.forward.sign,
        lastVelocity: scale.velocity(of: recognizer.velocity(by: plan.estimator, of: moving)),
        terms: plan.estimator.terms(of: history, along: pan.axis, at: pan.time))
      var report = report(pan, verdict, course, lastMotion: lastMotion)
      if !ways.isEmpty { leaveOpen(&report, pan, ways) }
      return .gesture(report)
    }
    guard let heading = tracker.heading, let begin = tracker.begin else {
      let reason: PanRejection =
        !reason.isDecided ? .interrupted : tracker.isRefused ? .otherAxis : .withinSlop
      return .touch(
        TouchReport(
          down: seconds(landing ?? pan.down), end: seconds(pan.time), fingers: pan.fingers,
          reason: reason,
          distance: distance(pan)))
    }
    let verdict = driver.finish(
      by: reason, isDecided: tracking.decides(reason),
      velocity: tracking.velocity(of: tracker, in: history, at: pan.time), at: pan.time)
    let way = pan.displacement[axis: heading.axis] &* heading.sign
    let course = Course(
      begin: begin, frames: pan.frames &- framesBefore, forward: heading,
      travel: way &- tracker.lostWay, slop: tracker.lostWay,
      lastVelocity: tracking.velocity(of: tracker, in: history, at: lastMotion),
      terms: tracking.velocityTerms(of: tracker, in: history, at: pan.time))
    return .gesture(report(pan, verdict, course, lastMotion: lastMotion))
  }

  /// The ways to both ends.
  private func ways(_ velocity: Double, _ time: Timestamp) -> [Outcome: Settle] {
    var ways: [Outcome: Settle] = [:]
    for outcome in Outcome.allCases {
      ways[outcome] = driver.transition.way(to: outcome, velocity: velocity, at: time)
    }
    return ways
  }

  /// Leaves the decision about a gesture to someone else.
  private func leaveOpen(
    _ report: inout GestureReport, _ pan: Pan, _ ways: [Outcome: Settle]
  ) {
    report.question = motion?.question(
      about: pan, report.endReason, under: plan, progress: report.progress,
      velocity: report.velocity, rest: report.rest)
    report.decision = Decision(.cancel, asked: Decision.Answer())
    func frames(_ way: Settle) -> [GestureReport.TraceRow] {
      Array(SettlingFrames(way, rate: settings.frameRate, origin: origin))
    }
    report.endings = ways.mapValues { way in
      GestureReport.Ending(settle: way, trace: settings.isTraced ? frames(way) : [])
    }
    // What comes behind the lift depends on the answer.
    if settings.isTraced { report.trace.removeLast(frames(report.settle).count) }
  }

  /// How far a pan went, in millimeters, if the size is known.
  private func distance(_ pan: Pan) -> Double? {
    guard let x = plan.surface.x.unitsPerMillimeter, let y = plan.surface.y.unitsPerMillimeter
    else { return nil }
    let parts = Double(Centroid.partsPerUnit)
    let (across, up) = (
      Double(pan.displacement.x) / parts / x.value, Double(pan.displacement.y) / parts / y.value
    )
    return (across * across + up * up).squareRoot()
  }

  /// What the velocity is made of, as progress.
  private func terms(_ course: Course) -> GestureReport.VelocityTerms {
    let scale = driver.scale(along: course.forward.axis)
    let sign = driver.policy.estimator.isUnsigned ? 1 : course.forward.sign
    return GestureReport.VelocityTerms(
      way: scale.progress(ofParts: course.terms.way &* sign),
      seconds: course.terms.time?.seconds, motions: course.terms.motions,
      isForgotten: course.terms.isForgotten)
  }

  private mutating func report(
    _ pan: Pan, _ verdict: PanDriver.Verdict, _ course: Course, lastMotion: Timestamp
  ) -> GestureReport {
    let axis = course.forward.axis
    let scale = driver.scale(along: axis)
    let bar = plan.thresholds[axis]
    let units = plan.surface[axis].unitsPerMillimeter
    let flick = plan.flick(along: axis).decision(
      atProgress: verdict.progress, velocity: verdict.velocity)
    let isOther =
      plan.definition.isOwn && plan.definition.command == nil && verdict.end.isDecided
      && flick.outcome != verdict.decision.outcome
    var report = GestureReport(
      down: seconds(landing ?? pan.down), begin: seconds(course.begin), end: seconds(pan.time),
      endReason: verdict.end, fingers: pan.fingers,
      direction: plan.isInverted ? course.forward.opposite : course.forward,
      frames: course.frames, progress: verdict.progress, peak: verdict.peak,
      peakTime: seconds(peakTime), velocity: verdict.velocity,
      velocitySpan: plan.estimator.span(of: recognizer.history)?.seconds ?? 0,
      velocityTerms: terms(course), decision: verdict.decision, policy: driver.policy,
      isPlatform: !plan.definition.isOwn, units: plan.units(along: axis),
      flick: isOther ? flick : nil,
      travel: units.map { Double(course.travel) / Double(Centroid.partsPerUnit) / $0.value },
      slop: scale.progress(ofParts: course.slop),
      finishTravel: units.map { (bar / $0).value }, threshold: scale.progress(of: bar),
      wholeTravel: units.map { (scale.travel / $0).value },
      rest: pan.time.since(lastMotion).seconds, lastVelocity: course.lastVelocity,
      settle: verdict.settle, curve: curve, trace: [],
      axisProgress: isOnSurface
        ? (Ratio(Int128(plan.surface[axis].range)) / scale.travel).value : nil,
      contacts: recorder?.tracks ?? [])
    if settings.isTraced {
      let lift = GestureReport.TraceRow(
        time: report.end, progress: report.progress, velocity: report.velocity, shown: verdict.shown
      )
      report.trace =
        trace + [lift]
        + SettlingFrames(verdict.settle, rate: settings.frameRate, origin: origin)
      trace.removeAll(keepingCapacity: true)
    }
    return report
  }
}
