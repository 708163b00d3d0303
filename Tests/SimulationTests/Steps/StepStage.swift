import Curves
import Gestures
import Quantities
import TestSupport
import TouchInput
import Transitions

/// Plays the calls of a table on the library: contacts to recognizers, pans to drivers, and calls
/// of the transition to the transition.
///
/// Between two calls time passes in the frames of a display: one every 1/rate seconds since time 0,
/// and since the last release from then on. A call comes before the frame of the same time.
struct StepStage {
  /// What was seen.
  private(set) var record = StepRecord()

  private let plan: StepPlan
  private var arbiter: PanArbiter
  private var drivers: [PanDriver]
  private var pages: PageStack<String>?
  private var now = Timestamp.zero
  private var phase = Timestamp.zero
  private var frame = 0
  private var intervals: ArraySlice<Double> = []
  private var serial = 0
  private var isFingerDown = false
  private var isReady = true
  /// The place of the driver whose transition is shown.
  private var leading = 0
  /// The pages that the touch leads from and to.
  private var way: (from: String?, to: String?) = (nil, nil)
  /// The place of the running gesture among all.
  private var gesture: Int?

  /// A unit of the table in device units: six digits behind the point are exact.
  private static let unitsPerUnit = 1e6

  /// The most frames after the last call: 100 s at 1000 frames per second.
  private static let mostFrames = 100_000

  /// The frames that are looked at after the end.
  private static let framesAfterEnd = 6

  /// Creates a stage, and plays everything.
  ///
  /// - Parameters:
  ///   - plan: What to play.
  ///   - observed: A time up to which frames are looked at, in seconds, if later than the plan's.
  /// - Throws: What cannot be played.
  init(_ plan: StepPlan, observing observed: Double = 0) throws {
    self.plan = plan
    let range = Int((plan.travel * Self.unitsPerUnit).rounded())
    guard plan.travel > 0, plan.frameRate > 0, plan.slop >= 0,
      let extent = Surface.Extent(minimum: 0, maximum: range)
    else { throw StepTable.Unknown(text: "a travel, frame rate or distance that is none") }
    let slop = plan.slop * Self.unitsPerUnit
    // A travel counts as 150 mm, as a screen of unknown size does.
    let millimeter = Double(range) / 150
    let axes = plan.recognizers.isEmpty ? [Axis.x] : plan.recognizers.map(\.axis)
    arbiter = PanArbiter(
      axes.map { axis in
        PanRecognizer(
          PanSettings(
            direction: Self.direction(along: axis, isInverted: plan.isInverted),
            slop: PerAxis(both: slop), surface: Surface(x: extent, y: extent),
            unitsPerMillimeter: PerAxis(both: millimeter),
            maximumGap: .seconds(1_000_000)))
      })
    let scale = ProgressScale(travel: Ratio(Int128(range)))
    let transition = InteractiveTransition(
      style: plan.style, overscroll: plan.isRubber ? .rubber : .clamp)
    drivers = axes.map { _ in
      PanDriver(scales: PerAxis(both: scale), policy: plan.policy, transition: transition)
    }
    if let numbered = plan.pages { show(String(numbered.first)) }
    try play(observing: max(observed, plan.observeUntil))
  }

  private static func direction(along axis: Axis, isInverted: Bool) -> PanDirection {
    switch (axis, isInverted) {
    case (.x, false): .right
    case (.x, true): .left
    case (.y, false): .down
    case (.y, true): .up
    }
  }

  // MARK: Time

  private mutating func play(observing observed: Double) throws {
    isReady = !plan.steps.contains { $0.call == .transitionReady }
    if let release = plan.release { start(release) }
    for step in plan.steps {
      guard let time = Timestamp(seconds: step.time) else {
        throw StepTable.Unknown(text: "the time \(step.time)")
      }
      while nextFrame < time { drawFrame() }
      now = time
      take(step.call)
    }
    guard let end = Timestamp(seconds: observed) else {
      throw StepTable.Unknown(text: "the time \(observed)")
    }
    var left = Self.mostFrames
    var after = Self.framesAfterEnd
    while left > 0, isSettling || nextFrame <= end || after > 0 {
      if !isSettling, nextFrame > end { after -= 1 }
      left -= 1
      drawFrame()
    }
    record.isRunning = drivers.contains { $0.transition.isRunning }
    record.transitions = drivers.reduce(0) { $0 + $1.transition.transitions }
    record.ignoredCalls += drivers.reduce(0) { $0 + $1.transition.ignoredCalls }
    record.page = pages?.current
  }

  private var isSettling: Bool {
    drivers.contains { $0.transition.isRunning && !$0.transition.isInteractive }
  }

  /// Draws the next frame of the display.
  private mutating func drawFrame() {
    now = nextFrame
    if intervals.isEmpty {
      frame += 1
    } else {
      intervals.removeFirst()
      (phase, frame) = (now, 0)
    }
    draw()
  }

  private var nextFrame: Timestamp {
    let seconds = intervals.first ?? Double(frame + 1) / plan.frameRate
    return phase.advanced(by: Duration(finiteSeconds: max(seconds, 0)) ?? .seconds(9_000_000_000))
  }

  /// Starts the frames anew from here: the display begins to animate.
  private mutating func restartFrames() {
    phase = now
    frame = 0
    intervals = plan.intervals[...]
  }

  private mutating func draw() {
    for index in drivers.indices {
      if let completion = drivers[index].transition.advance(to: now) {
        complete(completion, of: index)
      }
    }
    look(isDrag: false)
    let shown = shownProgress
    record.secondaryValues = [0.4 * shown, -0.3 * plan.travel * shown, shown * shown]
    if let index = record.settlings.indices.last, record.settlings[index].isOpen {
      record.settlings[index].frames.append((now, shown))
      record.settlings[index].isOpen = drivers[leading].transition.isRunning
    }
  }

  // MARK: What is seen

  private var shownProgress: Double { drivers[leading].transition.shownProgress(at: now) }

  private mutating func look(isDrag: Bool) {
    let transition = drivers[leading].transition
    record.looks.append(
      StepRecord.Look(
        time: now, shown: shownProgress,
        velocity: transition.settle?.velocity(at: now) ?? 0, isDrag: isDrag,
        transition: transition))
    let alive = drivers.count { $0.transition.isRunning }
    record.mostAlive = max(record.mostAlive, alive)
  }

  private mutating func complete(_ completion: InteractiveTransition.Completion, of index: Int) {
    pages?.complete(completion.outcome)
    record.completions.append(
      StepRecord.Completed(
        recognizer: index, completion: completion, page: pages?.current, depth: pages?.depth))
  }

  /// Does something with a driver, and notes what it leads to.
  private mutating func act(
    on index: Int, lettingGo: Bool,
    _ call: (inout PanDriver) -> InteractiveTransition.Completion?
  ) {
    let before = drivers[index].transition
    let completion = call(&drivers[index])
    let after = drivers[index].transition
    if let settle = after.settle, settle != before.settle {
      record.settlings.append(StepRecord.Settling(settle: settle))
      restartFrames()
    } else if lettingGo, let completion, before.isInteractive {
      let settle = before.way(to: completion.outcome, velocity: 0, at: now)
      let isMoved = settle.initial != completion.outcome.progress
      record.settlings.append(StepRecord.Settling(settle: settle, isOpen: isMoved))
      restartFrames()
    }
    if let completion { complete(completion, of: index) }
  }

  private mutating func endGesture(_ progress: Double?) {
    guard let gesture, record.gestures[gesture].progress == nil else { return }
    record.gestures[gesture].progress = progress
    record.gestures[gesture].shown = shownProgress
  }

  // MARK: Calls

  private mutating func take(_ call: StepPlan.Call) {
    var isDrag = false
    switch call {
    case .begin(let x, let y, let from, let to): touch(x, y, from: from, to: to)
    case .beginAgain(let x):
      move(x, 0)
      isDrag = true
    case .move(let x, let y):
      move(x, y)
      isDrag = true
    case .lift: leave(ContactFrame(time: now))
    case .cancelEvent: leave(ContactFrame(time: now, interruption: .cancelled))
    case .deviceRemoved: leave(ContactFrame(time: now, interruption: .deviceRemoved))
    case .update(let progress):
      prepare()
      drivers[leading].transition.update(progress, at: now)
    case .finish, .cancel:
      prepare()
      endGesture(drivers[leading].transition.progress)
      act(on: leading, lettingGo: true) { [now] driver in
        call == .finish
          ? driver.transition.finish(at: now) : driver.transition.cancel(at: now)
      }
    case .setEnabled(let isEnabled): handle(arbiter.setEnabled(isEnabled, at: now))
    case .transitionReady:
      isReady = true
      guard drivers[leading].transition.isRunning else { break }
      act(on: leading, lettingGo: true) { [now] in $0.transition.becomeReady(at: now) }
    case .goTo(let page): go(to: page)
    case .frame:
      draw()
      return
    }
    look(isDrag: isDrag)
  }

  /// Begins the transition that is not ready yet, if no finger has: the table begins with it.
  private mutating func prepare() {
    if !isReady, record.gestures.isEmpty { begin(0) }
  }

  private mutating func start(_ release: StepPlan.Release) {
    var (progress, velocity) = (release.progress, release.velocity)
    // A picture stands beyond an end only where it gives way.
    if progress < 0 || progress > 1, case .rubberBand(let band) = Overscroll.rubber {
      let end: Double = progress < 0 ? 0 : 1
      drivers[0].transition.overscroll = .rubber
      progress = end + band.offset(showing: release.progress - end)
      velocity /= band.slope(at: progress - end)
    }
    begin(0)
    drivers[0].transition.update(progress, at: now)
    act(on: 0, lettingGo: true) { [now] driver in
      release.target == .finish
        ? driver.transition.finish(velocity: velocity, at: now)
        : driver.transition.cancel(velocity: velocity, at: now)
    }
    look(isDrag: false)
  }

  private mutating func touch(_ x: Double, _ y: Double, from: String?, to: String?) {
    if isFingerDown {
      // The system has lost sight of the finger; its gesture is closed by what begins next.
      _ = arbiter.handle(ContactFrame(time: now, interruption: .cancelled))
      if gesture != nil { endGesture(drivers[leading].transition.progress) }
      if drivers.count > 1, drivers[leading].transition.isInteractive { interruptAll() }
    }
    gesture = nil
    way = (from, to)
    isFingerDown = true
    serial += 1
    handle(arbiter.handle(.finger(position(x, y), at: now, serial: serial)))
    // Of one recognizer the touch is known to be meant; among several it has to be found out.
    if drivers.count == 1, arbiter.recognizers[0].mayBegin { begin(0) }
  }

  private mutating func move(_ x: Double, _ y: Double) {
    guard hasTouch else {
      record.ignoredCalls += 1
      // The finger moves all the same, if it is down.
      if isFingerDown { _ = arbiter.handle(.finger(position(x, y), at: now, serial: serial)) }
      return
    }
    handle(arbiter.handle(.finger(position(x, y), at: now, serial: serial)))
  }

  private mutating func leave(_ frame: ContactFrame) {
    if !hasTouch { record.ignoredCalls += 1 }
    handle(arbiter.handle(frame))
    isFingerDown = false
    gesture = nil
  }

  /// Whether a finger is down that a recognizer listens to.
  private var hasTouch: Bool {
    isFingerDown && arbiter.recognizers.contains { $0.mayBegin || $0.isFollowing }
  }

  private func position(_ x: Double, _ y: Double) -> Vector<Device> {
    Vector(
      x: Int((x * Self.unitsPerUnit).rounded()), y: Int((y * Self.unitsPerUnit).rounded()))
  }

  private mutating func handle(_ output: PanArbiter.Output) {
    let index = output.recognizer
    switch output.action {
    case nil: break
    case .begin(let pan):
      if drivers.count > 1 { begin(index) }
      follow(pan, index)
    case .change(let pan): follow(pan, index)
    case .end(let pan, let end):
      let speed = arbiter.recognizers[index].velocity(by: plan.policy.estimator, of: pan)
      act(on: index, lettingGo: true) { driver in
        driver.finish(pan, by: end, speed: speed).completion
      }
      endGesture(drivers[index].progress)
    case .reject(let touch):
      guard gesture != nil else { break }
      act(on: leading, lettingGo: true) { driver in
        driver.release(at: touch.end, by: touch.reason == .interrupted ? .cancelEvent : .lift)
          .completion
      }
      endGesture(drivers[leading].progress)
    }
  }

  private mutating func follow(_ pan: Pan, _ index: Int) {
    drivers[index].follow(pan)
    guard let gesture else { return }
    record.gestures[gesture].progresses.append(drivers[index].progress)
    record.gestures[gesture].axis = pan.axis
  }

  /// Begins a transition, or takes over the one that settles.
  private mutating func begin(_ index: Int) {
    let before = drivers[leading].transition
    let shown = shownProgress
    for other in drivers.indices where other != index {
      act(on: other, lettingGo: false) { [now] in $0.transition.interrupt(at: now) }
    }
    let count = drivers[index].transition.transitions
    act(on: index, lettingGo: false) { [now, isReady] in $0.begin(at: now, isReady: isReady) }
    let isTakenOver = drivers[index].transition.transitions == count
    if let last = record.settlings.indices.last, record.settlings[last].isOpen {
      record.settlings[last].isOpen = false
      record.settlings[last].isTakenOver = isTakenOver
    }
    leading = index
    record.winner = index
    record.tookOver = record.tookOver || isTakenOver
    if before.settle != nil {
      record.largestJump = max(record.largestJump, (shownProgress - shown).magnitude)
    }
    if !isTakenOver { drivers[index].policy = turnPage() ? plan.policy : .never }
    gesture = record.gestures.count
    record.gestures.append(StepRecord.Gesture())
  }

  // MARK: Pages

  private mutating func show(_ page: String) {
    pages = PageStack(page)
    record.firstPage = page
  }

  /// Says where the transition that begins leads to.
  ///
  /// - Returns: Whether there is such a page.
  private mutating func turnPage() -> Bool {
    if let from = way.from {
      if pages == nil { show(from) }
      if let current = pages?.current, current != from {
        record.complaints.append("a begin from page \(from), while \(current) is shown")
      }
    }
    if let to = way.to {
      pages?.begin(to: to)
    } else if let numbered = plan.pages, let page = pages.flatMap({ Int($0.current) }) {
      guard page + 1 < max(numbered.count, numbered.first + 1) else { return false }
      pages?.begin(to: String(page + 1))
    }
    return true
  }

  private mutating func go(to page: String) {
    _ = arbiter.cancel(at: now)
    if gesture != nil { endGesture(drivers[leading].transition.progress) }
    gesture = nil
    interruptAll()
    if pages == nil { show(page) }
    pages?.go(to: page)
    record.depthAfterGoTo = pages?.depth
  }

  private mutating func interruptAll() {
    for index in drivers.indices {
      act(on: index, lettingGo: false) { [now] in $0.transition.interrupt(at: now) }
    }
  }
}

extension Policy {
  /// The rule that never finishes, where there is nothing to go to.
  fileprivate static var never: Self { Policy(finishThreshold: .infinity) }
}
