@preconcurrency import Glibc
import LiveInput
import Quantities
import Recordings
import TouchInput

/// A recording that is played on a virtual device.
struct Injection<Time: Clock>: ~Copyable where Time.Duration == Duration {
  /// How it is played.
  struct Plan {
    /// How much faster than recorded.
    var speed = 1.0

    /// How many times; `nil` until somebody ends it.
    var rounds: Int? = 1

    /// The time between two rounds.
    var pause = Duration.milliseconds(500)

    /// What playing waits for.
    var start: Cue?

    /// How long it waits where nothing else is waited for.
    var delay = Duration.milliseconds(500)

    /// What the end of the device waits for.
    var end: Cue?

    /// How long the device stays where nothing else is waited for.
    var keep = Duration.seconds(1)
  }

  /// What came of it.
  struct Result {
    /// How many rounds were played to their end.
    var rounds = 0

    /// How many frames were sent.
    var frames = 0

    /// How many events were sent.
    var events = 0

    /// How many events the device does not have.
    var leftOut = 0

    /// The time from the first frame to the last.
    var duration = Duration.zero

    /// How late the latest frame was sent.
    var latest = Duration.zero

    /// Whether a signal ended it early.
    var wasStopped = false
  }

  /// How long it is waited for the node of a device.
  private static var patience: Duration { .seconds(5) }

  /// The last part of a wait, which is slept exactly: other waits are by the millisecond.
  private static var lastPart: Duration { .milliseconds(2) }

  /// The most events that are sent at a time.
  private static var longestFrame: Int { 1024 }

  private let plan: Plan
  private let setup: VirtualDeviceSetup
  private let clock: Time
  private var device: VirtualDevice
  private var poller: Poller

  /// What came of it so far.
  private(set) var result = Result()

  /// Makes the device.
  ///
  /// - Throws: That it cannot be made.
  init(_ setup: VirtualDeviceSetup, _ plan: Plan, on clock: Time) throws(Problem) {
    let poller = try Self.poller()
    let device = try Self.device(setup)
    (self.setup, self.plan, self.clock) = (setup, plan, clock)
    self.poller = poller
    self.device = device
  }

  private static func poller() throws(Problem) -> Poller {
    do throws(SystemError) {
      return try Poller()
    } catch {
      throw Problem(.ioError, "cannot wait for signals: \(error)")
    }
  }

  private static func device(_ setup: VirtualDeviceSetup) throws(Problem) -> VirtualDevice {
    do throws(VirtualDeviceError) {
      return try VirtualDevice(setup)
    } catch {
      throw InjectionWords.problem(error)
    }
  }

  /// The file that the device is read from, if the kernel tells it.
  var node: String? { device.node }

  /// Waits until the device can be opened, at most some seconds.
  ///
  /// - Returns: The system's number of what still stands in the way, or `nil`.
  /// - Throws: That the system does not let it wait.
  mutating func awaitNode() throws(Problem) -> Int32? {
    let deadline = clock.now.advanced(by: Self.patience)
    while let failure = device.openingFailure() {
      let next = clock.now.advanced(by: .milliseconds(10))
      if next > deadline { return failure }
      if try wait(until: next) { return failure }
    }
    return nil
  }

  /// Plays a recording, when it is time.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - index: The device in it.
  /// - Throws: What ended it.
  mutating func play(_ recording: borrowing StoredRecording, device index: Int) throws(Problem) {
    guard try cue(plan.start, else: plan.delay, isNeeded: true) else { return }
    var pace = PlaybackPace(speed: plan.speed, pause: plan.pause)
    let start = clock.now
    var first: Time.Instant?
    while !result.wasStopped, plan.rounds.map({ result.rounds < $0 }) ?? true {
      _ = try wait(until: start.advanced(by: pace.beginRound()))
      var frame: [InputEvent] = []
      try recording.events.forEach { recorded throws(Problem) in
        guard recorded.device == index, !result.wasStopped else { return }
        guard setup.holds(recorded.event) else { return result.leftOut += 1 }
        frame.append(recorded.event)
        guard recorded.event.isEndOfFrame || frame.count >= Self.longestFrame else { return }
        let due = start.advanced(by: pace.due(recorded.event.time))
        guard try !wait(until: due) else { return }
        first = first ?? clock.now
        result.latest = max(result.latest, due.duration(to: clock.now))
        try send(frame)
        frame.removeAll(keepingCapacity: true)
      }
      // What is down at the end of a recording, or was sent of a frame without an end, is lifted.
      try lift()
      if !result.wasStopped { result.rounds += 1 }
      if result.frames == 0 { break }
    }
    if let first { result.duration = first.duration(to: clock.now) }
  }

  /// Keeps the device as long as it is needed.
  ///
  /// - Throws: That the system does not let it wait.
  mutating func stay() throws(Problem) {
    if !result.wasStopped { _ = try cue(plan.end, else: plan.keep, isNeeded: false) }
  }

  private mutating func send(_ frame: [InputEvent]) throws(Problem) {
    do throws(VirtualDeviceError) {
      try device.send(frame)
    } catch {
      throw InjectionWords.problem(error)
    }
    result.frames += frame.last?.isEndOfFrame == true ? 1 : 0
    result.events += frame.count
  }

  private mutating func lift() throws(Problem) {
    do throws(VirtualDeviceError) {
      try device.lift()
    } catch {
      throw InjectionWords.problem(error)
    }
  }

  /// Waits for a cue, or some time without one.
  ///
  /// - Returns: Whether it goes on.
  private mutating func cue(
    _ cue: Cue?, else time: Duration, isNeeded: Bool
  ) throws(Problem) -> Bool {
    guard let cue else { return try !wait(until: clock.now.advanced(by: time)) }
    do throws(SystemError) {
      switch try cue.wait(with: &poller, on: clock) {
      case .came: return true
      case .stopped:
        result.wasStopped = true
        return false
      case .missed: break
      }
    } catch {
      throw Problem(.ioError, "cannot wait: \(error)")
    }
    guard isNeeded else { return true }
    throw Problem(
      .ioError, file: "standard input", "it ended without the line that playing waits for")
  }

  /// Waits until a moment.
  ///
  /// - Returns: Whether a signal came instead that asks for the end.
  private mutating func wait(until moment: Time.Instant) throws(Problem) -> Bool {
    do throws(SystemError) {
      let early = moment.advanced(by: .zero - Self.lastPart)
      if try poller.wait(for: [], until: early, on: clock).signals.askForEnd {
        result.wasStopped = true
        return true
      }
    } catch {
      throw Problem(.ioError, "cannot wait: \(error)")
    }
    let rest = clock.now.duration(to: moment)
    if rest > .zero { usleep(UInt32(clamping: rest.wholeNanoseconds / 1000)) }
    return false
  }
}

extension InputEvent {
  /// Whether it ends a frame.
  fileprivate var isEndOfFrame: Bool {
    type == EventType.synchronization && code == SynchronizationCode.report
  }
}
