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
  private var trace: [GestureReport.TraceRow] = []
  /// How many frames there are to a row of the trace, and how many have come since the last row.
  private var framesPerRow = 1
  private var framesSinceRow = 0
  private var peakTime = Timestamp.zero

  /// Creates an engine for a source of positions.
  ///
  /// - Throws: What cannot be worked out for this source.
  init(
    _ settings: ReplaySettings, _ source: ReplayPlan.Source, origin: Timestamp
  ) throws(ReplayError) {
    let plan = try ReplayPlan(settings, for: source)
    self.plan = plan
    self.settings = settings
    self.origin = origin
    curve = settings.settle.curveText
    recognizer = PanRecognizer(plan.pan)
    driver = PanDriver(scales: plan.scales, policy: plan.policy(along: .x))
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
    let output = recognizer.handle(frame)
    switch output.action {
    case nil: break
    case .begin(let pan):
      driver = PanDriver(
        scales: plan.scales, policy: plan.policy(along: pan.axis),
        transition: InteractiveTransition(style: settings.settle, overscroll: plan.overscroll))
      driver.begin(at: pan.time)
      (framesPerRow, framesSinceRow) = (1, 0)
      follow(pan)
    case .change(let pan): follow(pan)
    case .end(let pan, let reason): findings.append(.gesture(report(pan, reason)))
    case .reject(let touch):
      findings.append(
        .touch(
          TouchReport(
            down: seconds(touch.down), end: seconds(touch.end), fingers: touch.fingers,
            reason: touch.reason, distance: plan.surface.millimeters.map { _ in touch.distance })))
    }
    return output.sawJump
  }

  private mutating func follow(_ pan: Pan) {
    let peak = driver.peak
    driver.follow(pan)
    if driver.peak > peak { peakTime = pan.time }
    guard settings.isTraced else { return }
    defer { framesSinceRow = (framesSinceRow + 1) % framesPerRow }
    guard framesSinceRow == 0 else { return }
    // An even number of rows, so that this one is not next to the last that stays.
    if let most = settings.mostTraceRows, trace.count >= max(most & ~1, 2) { thinTrace() }
    let speed = recognizer.velocity(by: plan.estimator, of: pan)
    trace.append(
      GestureReport.TraceRow(
        time: seconds(pan.time), progress: driver.progress,
        velocity: driver.scale(along: pan.axis).velocity(of: speed),
        shown: driver.transition.shownProgress(at: pan.time)))
  }

  /// Leaves out every other row.
  private mutating func thinTrace() {
    trace = stride(from: 0, to: trace.count, by: 2).map { trace[$0] }
    framesPerRow *= 2
  }

  private func seconds(_ time: Timestamp) -> Double {
    time.since(origin).seconds
  }

  // MARK: Reports

  private mutating func report(_ pan: Pan, _ reason: PanEnd) -> GestureReport {
    let axis = pan.axis
    let scale = driver.scale(along: axis)
    let verdict = driver.finish(
      pan, by: reason, speed: recognizer.velocity(by: plan.estimator, of: pan))
    let bar = plan.thresholds[axis]
    let units = plan.surface[axis].unitsPerMillimeter
    let lastMotion = min(recognizer.history.lastMotionTime ?? pan.begin, pan.time)
    var moving = pan
    moving.time = lastMotion
    let flick = plan.policy(.flick, along: axis).decision(
      atProgress: verdict.progress, velocity: verdict.velocity)
    var report = GestureReport(
      down: seconds(pan.down), begin: seconds(pan.begin), end: seconds(pan.time),
      endReason: reason, fingers: pan.fingers,
      direction: plan.isInverted ? pan.forward.opposite : pan.forward, frames: pan.frames,
      progress: verdict.progress, peak: verdict.peak, peakTime: seconds(peakTime),
      velocity: verdict.velocity,
      velocitySpan: plan.estimator.span(of: recognizer.history)?.seconds ?? 0,
      decision: verdict.decision, policy: driver.policy,
      flick: reason.isDecided && flick.outcome != verdict.decision.outcome ? flick : nil,
      travel: units.map { Double(pan.travel) / Double(Centroid.partsPerUnit) / $0.value },
      slop: scale.progress(ofParts: pan.slop[axis: axis] &* pan.forward.sign),
      finishTravel: units.map { (bar / $0).value }, threshold: scale.progress(of: bar),
      wholeTravel: units.map { (scale.travel / $0).value },
      rest: pan.time.since(lastMotion).seconds,
      lastVelocity: scale.velocity(of: recognizer.velocity(by: plan.estimator, of: moving)),
      settle: verdict.settle, curve: curve, trace: [])
    if settings.isTraced {
      let lift = GestureReport.TraceRow(
        time: report.end, progress: report.progress, velocity: report.velocity, shown: verdict.shown
      )
      report.trace = trace + [lift] + settlingRows(verdict.settle)
      trace.removeAll(keepingCapacity: true)
    }
    return report
  }

  /// The most frames of settling in a trace: 10 s at 1000 frames per second.
  private static let mostSettlingRows = 10_000

  /// The frames of settling at the display's rate from the lift on, and its very end.
  ///
  /// A settle that takes no time has its end alone.
  private func settlingRows(_ settle: Settle) -> [GestureReport.TraceRow] {
    func row(after elapsed: Duration) -> GestureReport.TraceRow {
      let time = settle.start.advanced(by: elapsed)
      let progress = settle.progress(at: time)
      return GestureReport.TraceRow(
        time: seconds(time), progress: progress, velocity: settle.velocity(at: time),
        shown: progress)
    }
    var rows: [GestureReport.TraceRow] = []
    while rows.count + 1 < Self.mostSettlingRows,
      let elapsed = Duration(finiteSeconds: Double(rows.count + 1) / settings.frameRate),
      elapsed < settle.duration
    {
      rows.append(row(after: elapsed))
    }
    return rows + [row(after: settle.duration)]
  }
}
