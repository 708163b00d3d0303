import Layers
public import Quantities
public import TouchInput

/// A tap as UIKit recognizes it, in points: a discrete recognizer.
///
/// ```
///              enough touches, enough times
///    possible ──────────────────────────────▶ ended
///       │ moved, too long, too many touches, taken away
///       ▼
///     failed
/// ```
///
/// After an end it is possible again with ``reset()``, or else with the next touch. The
/// corresponding class is `UITapGestureRecognizer`; Apple publishes no number of movement and times,
/// those here are ours (rule).
public struct TapGestureRecognizer: Sendable {
  /// Where touches of the device are in the window.
  public let mapping: TouchMapping

  /// The taps that it takes, at least 1.
  public var numberOfTapsRequired = 1

  /// The touches of each tap, at least 1; more make it fail.
  public var numberOfTouchesRequired = 1

  /// How far a touch may be from where the first one of its tap, or of the first tap, came down, in
  /// points (rule).
  public var allowableMovement = 45.0

  /// How long a tap may last (rule).
  public var longestTap = Duration.milliseconds(750)

  /// How long the next tap may be waited for (rule).
  public var longestInterval = Duration.milliseconds(350)

  /// Whether it may be recognized, as `gestureRecognizerShouldBegin` answers; if not, it fails.
  public var shouldBegin = true

  /// Whether it takes touches; what is under way fails when that ends.
  public private(set) var isEnabled = true

  /// The state: possible, ended or failed.
  public private(set) var state = PanGestureRecognizer.State.possible

  /// Where the first touch came down, in points.
  public private(set) var location = Point.zero

  /// When it fails unless something happens before, if it does.
  public private(set) var deadline: Timestamp?

  private var serials: [Int] = []

  /// Where the touches of the tap that is under way came down, by serial number.
  private var starts: [Int: Point] = [:]
  private var tapCount = 0

  /// Creates a recognizer of the touches of a device.
  public init(_ mapping: TouchMapping) {
    self.mapping = mapping
  }

  /// Switches it on or off.
  public mutating func setEnabled(_ isEnabled: Bool) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    if !isEnabled { cancel() }
  }

  /// Takes a frame.
  ///
  /// - Returns: The state that its action is called with, if it is: ended.
  public mutating func handle(_ frame: ContactFrame) -> PanGestureRecognizer.State? {
    track(frame) == .begin ? begin() : nil
  }

  /// Says what time it is: it fails if a tap lasts, or the next one is missing, too long.
  public mutating func advance(to time: Timestamp) {
    if let deadline, deadline <= time { fail() }
  }

  /// Takes the touch away: what is under way fails, for a discrete recognizer is not cancelled.
  public mutating func cancel() {
    fail()
    serials = []
  }

  /// Makes it possible again after an end, as it is once the last touch is up and the action was
  /// called; while touches are down or a tap is under way, nothing happens.
  public mutating func reset() {
    guard serials.isEmpty, !isUnderWay else { return }
    state = .possible
  }

  // MARK: In two steps, for whoever decides between several

  /// Whether something of it has happened, and more may.
  var isUnderWay: Bool { state == .possible && (!starts.isEmpty || tapCount > 0) }

  /// Whether all taps are there, so that it can be recognized.
  var canBegin: Bool { isEnabled && state == .possible && tapCount >= numberOfTapsRequired }

  /// Follows the touches of a frame, and says what comes of it.
  mutating func track(_ frame: ContactFrame) -> PanGestureRecognizer.Intent {
    guard isEnabled else { return .none }
    guard frame.interruption == nil else {
      cancel()
      return .none
    }
    advance(to: frame.time)
    let touches = (0..<frame.count).map { frame[$0] }
      .filter { $0.tool == .finger && $0.isPlaceKnown }
    let wasDown = !serials.isEmpty
    serials = touches.map(\.serial)
    // One that waits for another to fail does not look at touches.
    if canBegin { return .begin }
    if !wasDown, !touches.isEmpty { land(at: frame.time) }
    guard state == .possible else { return .none }
    follow(touches)
    if wasDown, touches.isEmpty { lift(at: frame.time) }
    return canBegin ? .begin : .none
  }

  /// Is recognized, if it may.
  mutating func begin() -> PanGestureRecognizer.State? {
    guard canBegin else { return nil }
    guard shouldBegin else {
      fail()
      return nil
    }
    end(.ended)
    return .ended
  }

  /// Gives the touch up to another.
  mutating func fail() {
    if isUnderWay { end(.failed) }
  }

  private mutating func end(_ state: PanGestureRecognizer.State) {
    self.state = state
    starts = [:]
    tapCount = 0
    deadline = nil
  }

  private mutating func land(at time: Timestamp) {
    state = .possible
    deadline = time.advanced(by: longestTap)
  }

  private mutating func follow(_ touches: [Contact]) {
    for touch in touches {
      let place = mapping.point(of: touch.position)
      if tapCount == 0, starts.isEmpty { location = place }
      // Whoever comes down in a later tap must be near the first.
      let start = starts[touch.serial] ?? (tapCount > 0 ? location : place)
      starts[touch.serial] = start
      let way = place - start
      guard starts.count <= numberOfTouchesRequired,
        (way.x * way.x + way.y * way.y).squareRoot() <= allowableMovement
      else {
        fail()
        return
      }
    }
  }

  private mutating func lift(at time: Timestamp) {
    guard starts.count == numberOfTouchesRequired else {
      fail()
      return
    }
    starts = [:]
    tapCount += 1
    deadline = canBegin ? nil : time.advanced(by: longestInterval)
  }
}
