public import Curves
public import Quantities
public import Transitions

/// A scroll view along one axis: it follows a finger, slows down, stops at pages, and gives way at
/// its ends.
///
/// Offsets are in points, 0 at the start of the content. What its delegate is told comes out of each
/// call, in the order that UIKit has:
///
/// ```
/// willBeginDragging  didScroll*  willEndDragging  didEndDragging
///   willBeginDecelerating  didScroll*  didEndDecelerating           if it moves on
/// didScroll*  didEndScrollingAnimation                              if it is scrolled by code
/// ```
///
/// A touch that catches it begins another drag; what it was about is not told to end (rule). The
/// corresponding class is `UIScrollView`.
public struct ScrollView: Hashable, Sendable {
  /// What its delegate is told.
  public enum Call: Hashable, Sendable {
    case willBeginDragging

    /// The offset is another.
    case didScroll(offset: Double)

    /// The finger is about to be up; the velocity is in points per millisecond.
    case willEndDragging(velocity: Double, target: Double)
    case didEndDragging(willDecelerate: Bool)
    case willBeginDecelerating
    case didEndDecelerating
    case didEndScrollingAnimation
  }

  private enum State: Hashable {
    /// Waits for a finger.
    case idle

    /// Follows a finger: the raw offset, and the page that the drag began at.
    case dragging(raw: Double, page: Int)

    /// Slows down freely until it is near its stop, or at an end of the content.
    case decelerating(
      start: Timestamp, from: Double, velocity: Double, end: Timestamp, reachesEdge: Bool)

    /// Is pulled to a place.
    case pulled(start: Timestamp, target: Double, from: Spring.State, end: Timestamp)

    /// Is scrolled by code.
    case animating(start: Timestamp, from: Double, target: Double, end: Timestamp)
  }

  /// The length that is seen, in points, more than 0.
  public let viewport: Double

  /// The length of the content, in points.
  public let content: Double

  /// Whether it stops at multiples of what is seen.
  public let isPagingEnabled: Bool

  /// How it slows down.
  public var deceleration: Deceleration

  /// The spring that pulls it to a page, or back to the content; Apple publishes none (rule).
  public var spring = Spring(response: .milliseconds(400), dampingRatio: 1)

  /// How long scrolling by code takes, eased in and out (rule; Apple publishes no number).
  public var animationDuration = Duration.milliseconds(300)

  /// The offset by which it counts as having come to rest, in points.
  static let tolerance = 0.5

  private var state = State.idle
  private var rest: Double
  private var shown: Double

  /// Creates a scroll view.
  ///
  /// - Parameters:
  ///   - viewport: The length that is seen, in points, more than 0.
  ///   - content: The length of the content, in points.
  ///   - isPagingEnabled: Whether it stops at pages.
  ///   - offset: The offset to begin with.
  /// - Precondition: Something is seen.
  public init(
    viewport: Double, content: Double, isPagingEnabled: Bool = false, offset: Double = 0
  ) {
    precondition(viewport > 0 && viewport.isFinite, "A scroll view shows a positive length")
    self.viewport = viewport
    self.content = content.isFinite ? max(content, 0) : 0
    self.isPagingEnabled = isPagingEnabled
    deceleration = isPagingEnabled ? .fast : .normal
    rest = min(max(offset, 0), max(self.content - viewport, 0))
    shown = rest
  }

  /// The largest offset at rest, in points.
  public var maximumOffset: Double { max(content - viewport, 0) }

  /// The pages.
  public var paging: Paging {
    let count = (content / viewport).rounded(.up)
    return Paging(
      pageCount: Int(min(max(count, 1), 1e9)), pageSize: viewport, deceleration: .fast)
  }

  /// Whether a finger drags it.
  public var isDragging: Bool {
    if case .dragging = state { true } else { false }
  }

  /// Whether it moves on by itself after a drag.
  public var isDecelerating: Bool {
    switch state {
    case .decelerating, .pulled: true
    case .idle, .dragging, .animating: false
    }
  }

  /// The offset shown at a moment, in points; beyond the content it gives way, less and less.
  public func offset(at time: Timestamp) -> Double {
    switch state {
    case .idle: rest
    case .dragging(let raw, _): banded(raw)
    case .decelerating(let start, let from, let velocity, _, _):
      from + deceleration.position(at: time.since(start), from: velocity)
    case .pulled(let start, let target, let from, let end):
      time >= end
        ? target : target + spring.state(time.since(start), after: from).displacement
    case .animating(let start, let from, let target, _):
      from + (target - from)
        * TimingCurve.easeInOut.value(at: time.since(start).seconds / animationDuration.seconds)
    }
  }

  // MARK: Calls

  /// Begins to follow a finger, from what is shown.
  public mutating func beginDragging(at time: Timestamp) -> [Call] {
    let calls = advance(to: time)
    guard !isDragging else { return calls }
    let offset = offset(at: time)
    let page = Int((min(max(offset, 0), maximumOffset) / viewport).rounded())
    state = .dragging(raw: unbanded(offset), page: page)
    return calls + [.willBeginDragging]
  }

  /// Follows a finger.
  ///
  /// - Parameters:
  ///   - step: How far the finger went since the last time, in points; the content goes with it.
  ///   - time: When.
  /// - Returns: What the delegate is told.
  public mutating func drag(by step: Double, at time: Timestamp) -> [Call] {
    guard case .dragging(let raw, let page) = state, step.isFinite else { return [] }
    state = .dragging(raw: raw - step, page: page)
    return scrolled(at: time)
  }

  /// Lets it go.
  ///
  /// - Parameters:
  ///   - velocity: That of the finger, in points per second.
  ///   - time: When.
  ///   - answer: Where the delegate wants it to stop instead, if it does.
  /// - Returns: What the delegate is told.
  public mutating func endDragging(
    velocity: Double, at time: Timestamp, answer: Double? = nil
  ) -> [Call] {
    guard case .dragging(_, let page) = state else { return [] }
    let offset = offset(at: time)
    let speed = velocity.isFinite ? -velocity : 0
    let proposed = target(from: offset, velocity: speed, page: page)
    var calls: [Call] = [.willEndDragging(velocity: speed / 1000, target: proposed)]
    let target = answer.map { min(max($0, 0), maximumOffset) } ?? proposed
    rest = offset
    let isBeyond = offset < 0 || offset > maximumOffset
    if isPagingEnabled || answer != nil || isBeyond {
      pull(from: offset, velocity: speed, to: target, at: time)
    } else {
      slow(from: offset, velocity: speed, at: time)
    }
    calls.append(.didEndDragging(willDecelerate: isDecelerating))
    if isDecelerating { calls.append(.willBeginDecelerating) }
    return calls
  }

  /// Scrolls to an offset by code, as far as there is content.
  public mutating func scroll(
    to offset: Double, isAnimated: Bool, at time: Timestamp
  ) -> [Call] {
    let calls = advance(to: time)
    guard !isDragging, !offset.isNaN else { return calls }
    let target = min(max(offset, 0), maximumOffset)
    let from = self.offset(at: time)
    guard isAnimated, target != from else {
      state = .idle
      rest = target
      return calls + scrolled(at: time)
    }
    state = .animating(
      start: time, from: from, target: target, end: time.advanced(by: animationDuration))
    return calls
  }

  /// Says what time it is, at each frame.
  public mutating func advance(to time: Timestamp) -> [Call] {
    switch state {
    case .idle, .dragging: return []
    case .decelerating(let start, let from, let velocity, let end, let reachesEdge):
      guard time >= end else { return scrolled(at: time) }
      if reachesEdge {
        // It runs into an end of the content, and goes on beyond with what is left.
        let edge = velocity < 0 ? 0 : maximumOffset
        pull(
          from: edge, velocity: deceleration.velocity(at: end.since(start), from: velocity),
          to: edge, at: end)
        guard isDecelerating else { return stop(at: edge, time, [.didEndDecelerating]) }
        return advance(to: time)
      }
      let offset = from + deceleration.position(at: end.since(start), from: velocity)
      return stop(at: offset, time, [.didEndDecelerating])
    case .pulled(_, let target, _, let end):
      return time >= end ? stop(at: target, time, [.didEndDecelerating]) : scrolled(at: time)
    case .animating(_, _, let target, let end):
      return time >= end ? stop(at: target, time, [.didEndScrollingAnimation]) : scrolled(at: time)
    }
  }

  private mutating func stop(at offset: Double, _ time: Timestamp, _ calls: [Call]) -> [Call] {
    state = .idle
    rest = offset
    return scrolled(at: time) + calls
  }

  private mutating func scrolled(at time: Timestamp) -> [Call] {
    let offset = offset(at: time)
    guard offset != shown else { return [] }
    shown = offset
    return [.didScroll(offset: offset)]
  }

  /// Where it stops by itself.
  private func target(from offset: Double, velocity: Double, page: Int) -> Double {
    let free =
      isPagingEnabled
      ? paging.offset(of: paging.target(from: page, offset: offset, velocity: velocity))
      : offset + deceleration.stoppingDistance(of: velocity)
    return min(max(free, 0), maximumOffset)
  }

  private mutating func pull(
    from offset: Double, velocity: Double, to target: Double, at time: Timestamp
  ) {
    let from = Spring.State(displacement: offset - target, velocity: velocity)
    let length = spring.settlingDuration(from: from, within: Self.tolerance) ?? .seconds(10)
    guard length > .zero else {
      state = .idle
      rest = target
      return
    }
    state = .pulled(start: time, target: target, from: from, end: time.advanced(by: length))
  }

  private mutating func slow(from offset: Double, velocity: Double, at time: Timestamp) {
    guard let length = deceleration.duration(from: velocity, toWithin: Self.tolerance),
      length > .zero
    else {
      state = .idle
      return
    }
    let edge = velocity < 0 ? 0 : maximumOffset
    // x = v·(d^(1000t) − 1)/(1000·ln d): the time at which the edge is reached, if it is.
    let share = (edge - offset) / deceleration.stoppingDistance(of: velocity)
    let reaches = share < 1 ? crossing(of: share) : nil
    state = .decelerating(
      start: time, from: offset, velocity: velocity,
      end: time.advanced(by: min(reaches ?? length, length)),
      reachesEdge: reaches.map { $0 < length } ?? false)
  }

  /// The time after which a share of the way to the stop is gone.
  private func crossing(of share: Double) -> Duration? {
    // Half of what is left goes in a fixed time: bisection by the closed form.
    var (low, high) = (Duration.zero, Duration.seconds(100))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let gone = deceleration.position(at: middle, from: 1) / deceleration.stoppingDistance(of: 1)
      if gone < share { low = middle } else { high = middle }
    }
    return high
  }

  private var band: RubberBand { RubberBand(dimension: viewport) }

  /// What is shown of a raw offset: beyond the content the view gives way.
  private func banded(_ raw: Double) -> Double {
    if raw < 0 { return -band.value(at: -raw) }
    return raw > maximumOffset ? maximumOffset + band.value(at: raw - maximumOffset) : raw
  }

  /// The raw offset that shows one.
  private func unbanded(_ offset: Double) -> Double {
    func dragged(_ shown: Double) -> Double { band.offset(showing: min(shown, viewport * 0.999)) }
    if offset < 0 { return -dragged(-offset) }
    return offset > maximumOffset ? maximumOffset + dragged(offset - maximumOffset) : offset
  }
}

extension ScrollView.Call {
  /// The call as an entry of a trace.
  ///
  /// - Parameters:
  ///   - subject: Who is told.
  ///   - time: When, since the start of the trace.
  /// - Returns: The entry.
  public func entry(of subject: String, at time: Duration) -> TraceEntry {
    let (name, fields): (String, [TraceEntry.Field]) =
      switch self {
      case .willBeginDragging: ("willBeginDragging", [])
      case .didScroll(let offset): ("didScroll", [.init("offset", .number(offset))])
      case .willEndDragging(let velocity, let target):
        (
          "willEndDragging",
          [.init("velocity", .number(velocity)), .init("target", .number(target))]
        )
      case .didEndDragging(let willDecelerate):
        ("didEndDragging", [.init("willDecelerate", .flag(willDecelerate))])
      case .willBeginDecelerating: ("willBeginDecelerating", [])
      case .didEndDecelerating: ("didEndDecelerating", [])
      case .didEndScrollingAnimation: ("didEndScrollingAnimation", [])
      }
    return TraceEntry(time: time, kind: .call, subject: subject, name: name, fields: fields)
  }
}
