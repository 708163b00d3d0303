public import Layers
public import Quantities
public import TouchInput

/// A pan as UIKit recognizes it, in points.
///
/// ```
///              10 points, enough touches            touches move
///    possible ───────────────────────────▶ began ───────────────▶ changed
///       │ lifted, too many touches            │ lifted, taken away   │
///       ▼                                     ▼                      ▼
///     failed                           ended, cancelled ◀────────────┘
/// ```
///
/// After an end it is possible again with ``reset()``, or else with the next touch. The translation counts from the landing,
/// the hysteresis included, and is 0 before the pan has begun; a finger more or less does not move
/// it. The corresponding classes are `UIPanGestureRecognizer` and, with ``edges``,
/// `UIScreenEdgePanGestureRecognizer`.
public struct PanGestureRecognizer: Sendable {
  /// The state, as `UIGestureRecognizer.State` has it.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case possible, began, changed, ended, cancelled, failed
  }

  /// A side of the screen.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    case left, right, top, bottom
  }

  /// What a frame would lead to.
  enum Intent: Hashable {
    /// Nothing that anybody is told.
    case none

    /// The pan can begin.
    case begin

    /// It is in another state, or moved on in the same.
    case act(State)
  }

  /// Where touches of the device are in the window.
  public let mapping: TouchMapping

  /// The fewest touches of a pan.
  public var minimumNumberOfTouches = 1

  /// The most touches of a pan; more before it has begun make it fail (rule).
  public var maximumNumberOfTouches = Int.max

  /// How far the touches go before it begins, in points; Apple's number is private, this one is
  /// observed.
  public var hysteresis = 10.0

  /// The sides that a pan must start at, or `nil` for anywhere; of no side there is never one.
  ///
  /// With sides, only the first touch counts.
  public var edges: Set<Edge>?

  /// How near to the side that is, in points (rule; Apple publishes no number).
  public var edgeRegion = 20.0

  /// Whether it may begin, as `gestureRecognizerShouldBegin` answers; if not, it fails instead.
  public var shouldBegin = true

  /// Whether it takes touches; a pan that is under way is cancelled when that ends.
  public private(set) var isEnabled = true

  /// The state.
  public private(set) var state = State.possible

  private var serials: [Int] = []
  private var base = Point.zero
  private var way = Point.zero
  private var center = Point.zero
  private var samples: [(time: Timestamp, position: Point)] = []
  private var heldVelocity: Point?

  /// Creates a recognizer.
  ///
  /// - Parameters:
  ///   - screen: The size of the screen, in points.
  ///   - pointsPerUnit: The points of a device unit along each axis, more than 0.
  public init(screen: Size, pointsPerUnit: PerAxis<Double>) {
    self.init(TouchMapping(window: screen, origin: .zero, pointsPerUnit: pointsPerUnit))
  }

  /// Creates a recognizer of the touches of a device.
  public init(_ mapping: TouchMapping) {
    self.mapping = mapping
  }

  /// How far the touches went, in points; 0 before the pan has begun (rule).
  public var translation: Point { hasBegun ? way - base : .zero }

  /// The points per second along each axis.
  ///
  /// It is the difference of the last two places that differ (rule; Apple publishes no filter). A
  /// lift where the touch was keeps it.
  public var velocity: Point {
    if let heldVelocity { return heldVelocity }
    guard hasBegun, samples.count == 2 else { return .zero }
    let seconds = samples[1].time.since(samples[0].time).seconds
    guard seconds > 0 else { return .zero }
    let step = samples[1].position - samples[0].position
    return Point(x: step.x / seconds, y: step.y / seconds)
  }

  /// Where the touches are in the mean, in points.
  public var location: Point { center }

  private var hasBegun: Bool {
    switch state {
    case .began, .changed, .ended, .cancelled: true
    case .possible, .failed: false
    }
  }

  /// Sets how far the touches went; the velocity is 0 then.
  public mutating func setTranslation(_ translation: Point) {
    base = way - translation
    heldVelocity = .zero
  }

  /// Switches it on or off.
  ///
  /// - Returns: The state that its action is called with, if it is.
  public mutating func setEnabled(_ isEnabled: Bool) -> State? {
    guard isEnabled != self.isEnabled else { return nil }
    self.isEnabled = isEnabled
    return isEnabled ? nil : cancel()
  }

  /// Takes a frame.
  ///
  /// - Returns: The state that its action is called with, if it is: not for possible and failed.
  public mutating func handle(_ frame: ContactFrame) -> State? {
    switch track(frame) {
    case .none: return nil
    case .begin: return begin()
    case .act(let state): return state
    }
  }

  /// Takes the touch away.
  ///
  /// - Returns: The state that its action is called with, if it is.
  public mutating func cancel() -> State? {
    switch state {
    case .began, .changed:
      state = .cancelled
      return .cancelled
    case .possible:
      if !serials.isEmpty { state = .failed }
      return nil
    case .ended, .cancelled, .failed: return nil
    }
  }

  /// Makes it possible again after an end, as it is once the last touch is up and the action was
  /// called; while touches are down, nothing happens.
  public mutating func reset() {
    guard serials.isEmpty, !samples.isEmpty || state != .possible else { return }
    state = .possible
    (base, way) = (.zero, .zero)
    samples = []
    heldVelocity = nil
  }

  // MARK: In two steps, for whoever decides between several

  /// Follows the touches of a frame, and says what comes of it.
  mutating func track(_ frame: ContactFrame) -> Intent {
    guard isEnabled else { return .none }
    let before = serials
    if frame.interruption != nil {
      let state = cancel()
      serials = []
      return state.map(Intent.act) ?? .none
    }
    let touches = counted(frame)
    serials = touches.map(\.serial)
    if before.isEmpty, !serials.isEmpty { land(touches, frame.time) }
    let hasMoved = follow(touches, since: before, at: frame.time)
    guard !serials.isEmpty else { return lift() }
    switch state {
    case .possible:
      guard serials.count <= maximumNumberOfTouches || edges != nil else {
        state = .failed
        return .none
      }
      return canBegin ? .begin : .none
    case .began, .changed:
      guard serials.count >= minimumNumberOfTouches else {
        state = .ended
        return .act(.ended)
      }
      guard hasMoved else { return .none }
      state = .changed
      return .act(.changed)
    case .ended, .cancelled, .failed: return .none
    }
  }

  /// Whether touches of it are down.
  var hasTouches: Bool { !serials.isEmpty }

  /// Whether it has enough touches that went far enough.
  var canBegin: Bool {
    isEnabled && state == .possible && !serials.isEmpty
      && serials.count >= minimumNumberOfTouches && isFarEnough
  }

  /// Begins, if it may.
  mutating func begin() -> State? {
    guard state == .possible, !serials.isEmpty else { return nil }
    guard shouldBegin else {
      state = .failed
      return nil
    }
    state = .began
    return .began
  }

  /// The recognizer as its delegate sees it when it is asked: with the way and the velocity that it
  /// will begin with.
  var asked: Self {
    var asked = self
    asked.state = .began
    return asked
  }

  /// Gives the touch up to another.
  mutating func fail() {
    if state == .possible, !serials.isEmpty { state = .failed }
  }

  private var isFarEnough: Bool {
    let moved = way - base
    return (moved.x * moved.x + moved.y * moved.y).squareRoot() >= hysteresis
  }

  private func counted(_ frame: ContactFrame) -> [Contact] {
    // A touch that nobody knows the place of yet is none yet.
    let contacts = (0..<frame.count).map { frame[$0] }
      .filter { $0.tool == .finger && $0.isPlaceKnown }
    guard edges != nil, let first = serials.first else {
      return edges == nil ? contacts : Array(contacts.prefix(1))
    }
    return contacts.filter { $0.serial == first }
  }

  private func mean(_ touches: [Contact]) -> Point {
    let sum = touches.reduce(Point.zero) { $0 + mapping.point(of: $1.position) }
    let count = Double(max(1, touches.count))
    return Point(x: sum.x / count, y: sum.y / count)
  }

  private mutating func land(_ touches: [Contact], _ time: Timestamp) {
    state = .possible
    (base, way) = (.zero, .zero)
    heldVelocity = nil
    center = mean(touches)
    samples = [(time, .zero)]
    if let edges, !edges.contains(where: { isNear($0, center) }) { state = .failed }
  }

  private func isNear(_ edge: Edge, _ point: Point) -> Bool {
    switch edge {
    case .left: point.x <= edgeRegion
    case .right: point.x >= mapping.window.width - edgeRegion
    case .top: point.y <= edgeRegion
    case .bottom: point.y >= mapping.window.height - edgeRegion
    }
  }

  /// Moves on with the mean of the touches; a touch more or less moves nothing.
  private mutating func follow(
    _ touches: [Contact], since before: [Int], at time: Timestamp
  ) -> Bool {
    guard !touches.isEmpty else { return false }
    let place = mean(touches)
    defer { center = place }
    guard Set(before) == Set(serials) else { return false }
    let step = place - center
    guard step != .zero else { return false }
    way = way + step
    heldVelocity = nil
    samples.append((time, way))
    if samples.count > 2 { samples.removeFirst() }
    return true
  }

  private mutating func lift() -> Intent {
    switch state {
    case .began, .changed:
      state = .ended
      return .act(.ended)
    case .possible:
      // Without a touch before, there was none to fail.
      if !samples.isEmpty { state = .failed }
      samples = []
      return .none
    case .ended, .cancelled, .failed: return .none
    }
  }
}
