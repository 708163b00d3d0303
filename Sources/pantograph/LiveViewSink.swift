@preconcurrency import Glibc
import LiveInput
import LiveView
import Quantities
import Recordings
import Simulation
import Terminal
import TouchInput
import Transitions

/// Shows what happens on a device on the whole screen of a terminal, and takes keys.
struct LiveViewSink: LiveSink, ~Copyable {
  /// The time between two pictures at least.
  private static let refresh = Duration.microseconds(16_667)

  /// The most events that wait until it is known which device is touched.
  private static let mostWaiting = 1 << 16

  private var terminal: Terminal
  private var screen: LiveScreen
  private var settings: LiveViewSettings
  private let folder: String
  private let format: WritableFormat
  private let machine: RecordingMachine?

  /// The events that have come since the last turn, of all devices.
  private var events: [RecordedEvent] = []
  private var frames: [ContactFrame] = []
  private var moments: [GestureMoment] = []

  /// The device that is followed.
  private var device = DeviceDescription()
  private var deviceIndex: Int?
  private var path: String?
  private var memory: TouchMemory?
  private var origin: Timestamp?
  private var firstRemembered = 0
  /// Touches that have ended, and are told of when their last frame has been shown.
  private var ended: [TouchMemory.Touch] = []

  /// What is known of the gesture that goes on.
  private var begin: GestureMoment.Begin?
  private var progress: GestureMoment.Progress?
  private var plan: ReplayPlan?
  private var wasDown = false

  private var now = Duration.zero
  private var lastPicture: Duration?
  private var isChanged = true

  /// Whether somebody has asked for the end.
  private var hasQuit = false

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - terminal: The terminal that it has for itself.
  ///   - settings: What touches are judged by.
  ///   - folder: Where recordings are saved, with a slash behind it.
  ///   - format: Their format.
  ///   - machine: The machine, if the device is one of it.
  init(
    _ terminal: consuming Terminal, _ settings: LiveViewSettings, savingIn folder: String,
    as format: WritableFormat, on machine: RecordingMachine?
  ) {
    screen = LiveScreen(
      size: terminal.size, glyphs: terminal.glyphs, choice: settings.choice,
      comparing: settings.compared.map(\.id))
    self.terminal = terminal
    self.settings = settings
    self.folder = folder
    self.format = format
    self.machine = machine
  }

  // MARK: The loop

  var descriptor: Int32 { terminal.keys }

  var signals: Signals { [.windowChange] }

  var wakeTime: Duration? {
    isChanged ? lastPicture.map { $0 + Self.refresh } ?? now : nil
  }

  var lingers: Bool { !hasQuit }

  mutating func open(_ source: LiveSourceFacts, named name: String) {
    // The loop counts its time anew.
    (now, lastPicture, isChanged) = (.zero, nil, true)
    path = source.paths.first ?? nil
    guard deviceIndex == nil, source.devices.count == 1 else { return }
    device = source.devices[0]
    tell(.device(LiveDeviceFacts(device, size: settings.size(of: device))))
    tellTerms()
  }

  mutating func wake(_ wake: LiveWake) throws(Problem) -> LiveRequest {
    now = wake.now
    if wake.signals.contains(.windowChange) { tell(.resize(terminal.size)) }
    if wake.signals.askForEnd { hasQuit = true }
    guard wake.hasInput else { return .goOn }
    guard !terminal.isGone else { return quit() }
    var request = LiveRequest.goOn
    while let key = terminal.nextKey() {
      guard let action = tell(.key(key)) else { continue }
      switch action {
      case .quit: return quit()
      case .judge(let choice):
        if judge(choice, after: key) { request = .change(settings.following) }
      case .save(let touch, let label): save(touch, label)
      }
    }
    return request
  }

  private mutating func quit() -> LiveRequest {
    hasQuit = true
    return .quit
  }

  mutating func take(_ events: [RecordedEvent]) {
    self.events += events
    if deviceIndex == nil, self.events.count > Self.mostWaiting {
      self.events.removeFirst(self.events.count - Self.mostWaiting / 2)
    }
  }

  mutating func takeWithheld() {
    tell(.message("another program keeps the device for itself"))
  }

  mutating func flush() throws(Problem) {
    show()
    guard isChanged, lastPicture.map({ now >= $0 + Self.refresh }) ?? true else { return }
    terminal.show(screen.picture)
    lastPicture = now
    isChanged = false
  }

  @discardableResult
  private mutating func tell(_ event: LiveEvent) -> LiveAction? {
    isChanged = true
    return screen.handle(event)
  }

  // MARK: What happens

  mutating func begin(_ facts: RecordingFacts) {
    device = facts.device
    deviceIndex = facts.deviceIndex
    plan = facts.plan
    tell(.device(LiveDeviceFacts(device, size: facts.size)))
    tellTerms()
  }

  mutating func take(_ finding: Replay.Finding) {
    // What came of a touch is asked of its memory; of libinput's own gestures there is none.
    guard deviceIndex == nil else { return }
    let touch = TouchMemory.Touch(number: 0, finding: finding, isRemembered: false)
    tell(touch)
  }

  mutating func take(_ moment: GestureMoment) { moments.append(moment) }

  mutating func take(_ contacts: ContactFrame) { frames.append(contacts) }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    show()
    let isRemoved = facts.format == nil && facts.problem?.status == .ioError
    let interruption: ContactFrame.Interruption = isRemoved ? .deviceRemoved : .endOfRecording
    if let touch = memory?.finish(by: interruption, judgedBy: settings.current) { tell(touch) }
    tell(.end(facts.problem?.message ?? "nothing more will come"))
  }

  /// Shows what has happened since the last turn, in the order of time.
  private mutating func show() {
    guard let deviceIndex else { return }
    remember(deviceIndex)
    var moments = moments[...]
    for frame in frames {
      while let moment = moments.first, moment.timestamp <= frame.time {
        follow(moments.removeFirst())
      }
      show(frame)
      let isDown = frame.count > 0
      if wasDown, !isDown, !ended.isEmpty { tell(ended.removeFirst()) }
      wasDown = isDown
    }
    for moment in moments { follow(moment) }
    (frames, self.moments) = ([], [])
    guard !wasDown else { return }
    for touch in ended { tell(touch) }
    ended = []
  }

  /// Hands the events on to the memory.
  private mutating func remember(_ index: Int) {
    guard !events.isEmpty else { return }
    defer { events.removeAll(keepingCapacity: true) }
    origin = origin ?? events.first?.event.time
    if memory == nil {
      memory = TouchMemory(device: device, comparing: settings.comparing, origin: origin)
    }
    for event in events where event.device == index {
      if let touch = memory?.take(event.event, judgedBy: settings.current) { ended.append(touch) }
    }
  }

  private mutating func follow(_ moment: GestureMoment) {
    switch moment.kind {
    case .begin(let begin): self.begin = begin
    case .progress(let progress): self.progress = progress
    case .end: (begin, progress) = (nil, nil)
    }
  }

  private mutating func show(_ frame: ContactFrame) {
    var motion: LiveFrame.Motion?
    if let begin, let progress {
      motion = LiveFrame.Motion(
        heading: begin.direction, progress: progress.progress,
        velocity: Words.velocity(
          progress.velocity, plan.map { Words.velocityUnit($0.estimator) } ?? "/s"),
        threshold: begin.threshold, travel: travel(along: begin.direction.axis))
    }
    tell(
      .frame(
        LiveFrame(
          frame, on: settings.surface(of: device), since: origin ?? frame.time, motion)))
  }

  /// The share of the surface that makes progress 1, where the way of the fingers makes it.
  private func travel(along axis: Axis) -> Double? {
    guard let plan else { return nil }
    let share = plan.scales[axis].travel.value / Double(plan.surface[axis].range)
    return share.isFinite && share > 0 ? share : nil
  }

  private mutating func tell(_ touch: TouchMemory.Touch) {
    guard let verdict = LiveVerdict(touch, comparing: settings.compared.count) else { return }
    tell(.verdict(verdict, isRemembered: touch.isRemembered))
    tellTerms()
    guard let first = memory?.firstRemembered, first > firstRemembered else { return }
    firstRemembered = first
    tell(.forgot(before: first))
  }

  /// Tells the threshold that holds.
  private mutating func tellTerms() {
    plan = memory?.plan ?? (try? settings.plan(for: device)) ?? plan
    if let plan { tell(.terms(LiveTerms(plan))) }
  }

  // MARK: Keys

  /// Judges everything anew by another choice.
  ///
  /// - Returns: Whether it holds; a policy that cannot be followed on the device is passed over.
  private mutating func judge(_ choice: LiveChoice, after key: LiveKey) -> Bool {
    var choice = choice
    for _ in choice.policies {
      settings.choose(choice)
      do throws(ReplayError) {
        _ = try settings.plan(for: device)
        break
      } catch {
        guard case .judge(let next)? = tell(.key(key)) else { return false }
        choice = next
      }
    }
    if let touches = memory?.judge(by: settings.current) {
      tell(.judged(touches.compactMap { LiveVerdict($0, comparing: settings.compared.count) }))
    }
    tellTerms()
    return true
  }

  private mutating func save(_ number: Int, _ label: LiveLabel?) {
    guard let events = memory?.events(of: number) else {
      tell(.message("the gesture is no longer remembered"))
      return
    }
    let saver = TouchSaver(folder: folder, format: format, machine: machine)
    do throws(Problem) {
      let path = try saver.save(events, of: WrittenDevice(device, path: path), as: label)
      let note = label.map { ", meant to \($0 == .finish ? "finish" : "cancel")" } ?? ""
      tell(.message("saved as \(SystemText.shown(path))\(note)"))
    } catch {
      tell(.message("cannot save: \(error.file.map { "\($0): " } ?? "")\(error.message)"))
    }
  }
}
