import LiveInput
import Recordings
import Simulation

/// Takes what happens on a device, while it happens.
///
/// In each turn of the ``LiveLoop`` it is woken first, then gets the events, and then what came of
/// them, in the order of ``ReplaySink``.
protocol LiveSink: ReplaySink, ~Copyable {
  /// A descriptor that it reads itself when it is woken, such as that of the keys; −1 for none.
  var descriptor: Int32 { get }

  /// The signals that it takes, besides those that ask for an end.
  var signals: Signals { get }

  /// When it wants to be woken, since the loop began; `nil`: when something happens.
  var wakeTime: Duration? { get }

  /// Whether it stays when nothing will come any more, until it asks for the end.
  var lingers: Bool { get }

  /// Takes what there is to follow, before anything has happened.
  mutating func open(_ source: LiveSourceFacts, named name: String) throws(Problem)

  /// Takes what woke the loop.
  ///
  /// - Returns: What to do about it.
  mutating func wake(_ wake: LiveWake) throws(Problem) -> LiveRequest

  /// Takes events as they come, before what comes of them.
  mutating func take(_ events: [RecordedEvent]) throws(Problem)

  /// Takes that somebody touches the device, and that another program keeps it for itself.
  mutating func takeWithheld() throws(Problem)
}

/// What woke a loop.
struct LiveWake {
  /// When, since the loop began.
  var now: Duration

  /// Whether the sink's own descriptor can be read.
  var hasInput: Bool

  /// The signals that came, those that ask for an end too.
  var signals: Signals
}

/// What a sink wants.
enum LiveRequest {
  /// To go on.
  case goOn

  /// To end.
  case quit

  /// To ask for something else from the next touch on.
  indirect case change(ReplaySettings)
}

extension LiveSink where Self: ~Copyable {
  var descriptor: Int32 { -1 }
  var signals: Signals { [] }
  var wakeTime: Duration? { nil }
  var lingers: Bool { false }

  mutating func open(_ source: LiveSourceFacts, named name: String) {}

  mutating func wake(_ wake: LiveWake) -> LiveRequest { .goOn }

  mutating func take(_ events: [RecordedEvent]) {}

  mutating func takeWithheld() {
    Messages.tell(
      "pantograph: the device is touched, and tells this program nothing: another has grabbed it")
  }
}
