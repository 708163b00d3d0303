public import Layers
public import Quantities
import TouchInput

/// A recognizer of a kind that an arbiter decides between.
public enum GestureRecognizer: Sendable {
  /// A continuous one.
  case pan(PanGestureRecognizer)

  /// A discrete one.
  case tap(TapGestureRecognizer)

  /// The state.
  public var state: PanGestureRecognizer.State {
    switch self {
    case .pan(let pan): pan.state
    case .tap(let tap): tap.state
    }
  }

  /// Whether it may begin, as its delegate answers.
  public var shouldBegin: Bool {
    switch self {
    case .pan(let pan): pan.shouldBegin
    case .tap(let tap): tap.shouldBegin
    }
  }

  /// How far the touches went, in points; 0 for a tap.
  public var translation: Point {
    switch self {
    case .pan(let pan): pan.translation
    case .tap: .zero
    }
  }

  /// The points per second along each axis; 0 for a tap.
  public var velocity: Point {
    switch self {
    case .pan(let pan): pan.velocity
    case .tap: .zero
    }
  }

  /// When it fails unless something happens before, if it does.
  public var deadline: Timestamp? {
    switch self {
    case .pan: nil
    case .tap(let tap): tap.deadline
    }
  }

  /// The taps that it takes, or `nil` for a continuous one.
  var tapCount: Int? {
    switch self {
    case .pan: nil
    case .tap(let tap): tap.numberOfTapsRequired
    }
  }

  /// Whether it goes on without a touch: between two taps, or as it waits for another to fail.
  var isPending: Bool {
    switch self {
    case .pan: false
    case .tap(let tap): tap.isUnderWay
    }
  }

  /// Whether it may still begin, or has begun.
  var keepsOthersWaiting: Bool {
    switch self {
    case .pan(let pan): pan.isEnabled && (pan.state == .possible ? pan.hasTouches : isNotFailed)
    case .tap(let tap): tap.isEnabled && (tap.state == .possible ? tap.isUnderWay : isNotFailed)
    }
  }

  private var isNotFailed: Bool { state != .failed }

  /// Whether it can begin.
  var canBegin: Bool {
    switch self {
    case .pan(let pan): pan.canBegin
    case .tap(let tap): tap.canBegin
    }
  }

  /// The recognizer as its delegate sees it when it is asked.
  var asked: Self {
    switch self {
    case .pan(let pan): .pan(pan.asked)
    case .tap: self
    }
  }

  /// Follows the touches of a frame, and says what comes of it.
  mutating func track(_ frame: ContactFrame) -> PanGestureRecognizer.Intent {
    change({ $0.track(frame) }, { $0.track(frame) })
  }

  /// Says what time it is.
  mutating func advance(to time: Timestamp) {
    change({ _ in }, { $0.advance(to: time) })
  }

  /// Begins, if it may.
  mutating func begin() -> PanGestureRecognizer.State? {
    change({ $0.begin() }, { $0.begin() })
  }

  /// Gives the touch up to another.
  mutating func fail() { change({ $0.fail() }, { $0.fail() }) }

  /// Makes it possible again after an end.
  mutating func reset() { change({ $0.reset() }, { $0.reset() }) }

  /// Switches it on or off.
  ///
  /// - Returns: The state that its action is called with, if it is.
  mutating func setEnabled(_ isEnabled: Bool) -> PanGestureRecognizer.State? {
    change(
      { $0.setEnabled(isEnabled) },
      {
        $0.setEnabled(isEnabled)
        return nil
      })
  }

  private mutating func change<Result>(
    _ changePan: (inout PanGestureRecognizer) -> Result,
    _ changeTap: (inout TapGestureRecognizer) -> Result
  ) -> Result {
    switch self {
    case .pan(var pan):
      defer { self = .pan(pan) }
      return changePan(&pan)
    case .tap(var tap):
      defer { self = .tap(tap) }
      return changeTap(&tap)
    }
  }
}
