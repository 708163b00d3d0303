import LiveInput
import Recordings
import Simulation
import TouchInput

/// Makes files of what a device sends.
///
/// It gets each event with what comes of it, and is flushed once all that there was is handed on.
protocol EventRecorder: ~Copyable {
  /// Whether gestures have to be recognized for it.
  var needsGestures: Bool { get }

  /// Whether keys that are pressed mean something to it.
  var takesKeys: Bool { get }

  /// The signals that it takes, besides those that ask for an end.
  var signals: Signals { get }

  /// Whether it is over.
  var isOver: Bool { get }

  /// When it wants to be woken, on the clock of the loop; `nil`: when something happens.
  var wakeTime: Duration? { get }

  /// What the line on the terminal says of it.
  var status: String { get }

  /// Begins, once the device is known.
  mutating func begin(
    _ device: WrittenDevice, _ report: inout RecordReport
  ) throws(Problem)

  /// Takes that what happens from now on is recorded, whether the device is known or not.
  mutating func ready(at now: Duration, _ report: inout RecordReport) throws(Problem)

  /// Takes an event, and what happened by it.
  mutating func take(
    _ event: InputEvent, _ moments: [GestureMoment], at now: Duration,
    _ report: inout RecordReport
  ) throws(Problem)

  /// Hands what was taken to the system.
  mutating func flush() throws(Problem)

  /// Takes what woke the loop: keys, signals, or that the time has come.
  mutating func wake(
    _ keys: [Character], _ signals: Signals, at now: Duration, _ report: inout RecordReport
  ) throws(Problem)

  /// Ends it all, after what happened at the end.
  mutating func finish(
    _ moments: [GestureMoment], at now: Duration, _ report: inout RecordReport
  ) throws(Problem)
}

extension EventRecorder where Self: ~Copyable {
  var needsGestures: Bool { false }
  var takesKeys: Bool { false }
  var signals: Signals { [] }
  var isOver: Bool { false }
  var wakeTime: Duration? { nil }
  var status: String { "" }

  mutating func ready(at now: Duration, _ report: inout RecordReport) {}

  mutating func flush() {}

  mutating func wake(
    _ keys: [Character], _ signals: Signals, at now: Duration, _ report: inout RecordReport
  ) {}
}

extension [GestureMoment] {
  /// The gestures that have ended.
  var gestures: [GestureReport] {
    compactMap { moment in
      if case .end(.gesture(let gesture)) = moment.kind { gesture } else { nil }
    }
  }
}
