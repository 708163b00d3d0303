import Curves
import Quantities
import Transitions

/// What a scroll view does along one axis.
///
/// It follows a finger, slows down, is pulled to a page or back to the content, or is moved by code.
/// Offsets are in points.
struct ScrollAxis: Hashable, Sendable {
  /// What it does.
  enum State: Hashable, Sendable {
    /// Waits.
    case idle

    /// Follows a finger: the raw offset, and the page that the drag began at.
    case dragging(raw: Double, page: Int)

    /// Slows down freely until it is near its stop, or at an end of the content.
    case decelerating(
      start: Timestamp, from: Double, velocity: Double, end: Timestamp, reachesEdge: Bool)

    /// Is pulled to a place.
    case pulled(start: Timestamp, target: Double, from: Spring.State, end: Timestamp)

    /// Is moved by code.
    case animating(start: Timestamp, from: Double, target: Double, end: Timestamp)
  }

  /// The length that is seen, more than 0.
  let viewport: Double

  /// The offsets at rest.
  let range: ClosedRange<Double>

  /// Whether it gives way beyond the ends of the content; if not, it stops there.
  let bounces: Bool

  /// Whether a finger can move it at all.
  let canDrag: Bool

  /// Whether it stops at multiples of what is seen.
  let isPaged: Bool

  /// How it slows down.
  var deceleration: Deceleration

  /// The spring that pulls it.
  var spring: Spring

  /// How long moving by code takes.
  var animationDuration: Duration

  /// What it does.
  private(set) var state = State.idle

  /// The offset while it waits.
  private var rest: Double

  /// The offset by which it counts as having come to rest.
  static let tolerance = 0.5

  init(
    viewport: Double, range: ClosedRange<Double>, bounces: Bool, canDrag: Bool, isPaged: Bool,
    deceleration: Deceleration, spring: Spring, animationDuration: Duration, offset: Double
  ) {
    self.viewport = viewport
    self.range = range
    self.bounces = bounces
    self.canDrag = canDrag
    self.isPaged = isPaged
    self.deceleration = deceleration
    self.spring = spring
    self.animationDuration = animationDuration
    rest = min(max(offset, range.lowerBound), range.upperBound)
  }

  /// Whether it moves on by itself after a drag.
  var isDecelerating: Bool {
    switch state {
    case .decelerating, .pulled: true
    case .idle, .dragging, .animating: false
    }
  }

  /// Whether it is moved by code.
  var isAnimating: Bool {
    if case .animating = state { true } else { false }
  }

  /// When what it does by itself ends, or turns round at an end of the content.
  var end: Timestamp? {
    switch state {
    case .idle, .dragging: nil
    case .decelerating(_, _, _, let end, _), .pulled(_, _, _, let end),
      .animating(_, _, _, let end):
      end
    }
  }

  /// The offset shown at a moment; beyond the content it gives way, less and less.
  func offset(at time: Timestamp) -> Double {
    switch state {
    case .idle: rest
    case .dragging(let raw, _): banded(raw)
    case .decelerating(let start, let from, let velocity, _, _):
      from + deceleration.position(at: time.since(start), from: velocity)
    case .pulled(let start, let target, let from, let end):
      time >= end
        ? target : target + spring.state(time.since(start), after: from).displacement
    case .animating(let start, let from, let target, let end):
      time >= end
        ? target
        : from + (target - from)
          * TimingCurve.easeInOut.value(at: time.since(start).seconds / animationDuration.seconds)
    }
  }

  // MARK: A finger

  /// Stops where it is.
  mutating func stop(at time: Timestamp) {
    rest = offset(at: time)
    state = .idle
  }

  /// Begins to follow a finger, from what is shown.
  mutating func beginDragging(at time: Timestamp) {
    let offset = offset(at: time)
    let inside = min(max(offset, range.lowerBound), range.upperBound)
    let page = (inside / viewport).rounded()
    rest = offset
    state = .dragging(raw: unbanded(offset), page: Int(min(max(page, -1e9), 1e9)))
  }

  /// Follows a finger by a step.
  mutating func drag(by step: Double) {
    guard case .dragging(let raw, let page) = state, canDrag, step.isFinite else { return }
    state = .dragging(raw: raw - step, page: page)
  }

  /// Where it would stop by itself, if it were let go at a velocity in points per second.
  func target(velocity: Double, at time: Timestamp) -> Double {
    let offset = offset(at: time)
    guard canDrag || isOutside(offset) else { return offset }
    var free = offset + deceleration.stoppingDistance(of: velocity)
    if isPaged {
      let page: Int? = if case .dragging(_, let page) = state { page } else { nil }
      let start = page ?? Int((offset / viewport).rounded())
      free = paging.offset(of: paging.target(from: start, offset: offset, velocity: velocity))
    }
    return min(max(free, range.lowerBound), range.upperBound)
  }

  /// Lets it go.
  ///
  /// - Parameters:
  ///   - velocity: That of the offset, in points per second.
  ///   - target: Where it is to stop; `nil`: where it does by itself.
  ///   - time: When.
  mutating func release(velocity: Double, to target: Double?, at time: Timestamp) {
    let offset = offset(at: time)
    let proposed = self.target(velocity: velocity, at: time)
    let target = target.map { min(max($0, range.lowerBound), range.upperBound) }
    rest = offset
    guard canDrag || isOutside(offset) else {
      state = .idle
      return
    }
    if isPaged || (target != nil && target != proposed) || isOutside(offset) {
      pull(from: offset, velocity: velocity, to: target ?? proposed, at: time)
    } else {
      slow(from: offset, velocity: velocity, at: time)
    }
  }

  // MARK: Code and time

  /// Moves to an offset at once, as far as there is content.
  mutating func move(to offset: Double) {
    state = .idle
    rest = min(max(offset, range.lowerBound), range.upperBound)
  }

  /// Moves from an offset to another, in time.
  mutating func scroll(from: Double, to target: Double, at time: Timestamp) {
    guard animationDuration > .zero else {
      move(to: target)
      return
    }
    state = .animating(
      start: time, from: from, target: target, end: time.advanced(by: animationDuration))
  }

  /// Ends what has ended by a moment.
  mutating func advance(to time: Timestamp) {
    while let end, end <= time {
      switch state {
      case .idle, .dragging: return
      case .decelerating(let start, let from, let velocity, let end, let reachesEdge):
        guard reachesEdge else {
          rest = from + deceleration.position(at: end.since(start), from: velocity)
          state = .idle
          return
        }
        // It runs into an end of the content, and goes on beyond with what is left.
        let edge = velocity < 0 ? range.lowerBound : range.upperBound
        rest = edge
        guard bounces else {
          state = .idle
          return
        }
        pull(
          from: edge, velocity: deceleration.velocity(at: end.since(start), from: velocity),
          to: edge, at: end)
      case .pulled(_, let target, _, _), .animating(_, _, let target, _):
        rest = target
        state = .idle
      }
    }
  }

  private func isOutside(_ offset: Double) -> Bool { !range.contains(offset) }

  private var paging: Paging {
    let count = (range.upperBound / viewport).rounded(.up) + 1
    return Paging(
      pageCount: Int(min(max(count, 1), 1e9)), pageSize: viewport, deceleration: .fast)
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
    let edge = velocity < 0 ? range.lowerBound : range.upperBound
    let share = (edge - offset) / deceleration.stoppingDistance(of: velocity)
    let reaches = share < 1 ? crossing(of: share) : nil
    state = .decelerating(
      start: time, from: offset, velocity: velocity,
      end: time.advanced(by: min(reaches ?? length, length)),
      reachesEdge: reaches.map { $0 < length } ?? false)
  }

  /// The time after which a share of the way to the stop is gone, by bisection.
  private func crossing(of share: Double) -> Duration {
    var (low, high) = (Duration.zero, Duration.seconds(100))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let gone = deceleration.position(at: middle, from: 1) / deceleration.stoppingDistance(of: 1)
      if gone < share { low = middle } else { high = middle }
    }
    return high
  }

  // MARK: Beyond the content

  private var band: RubberBand { RubberBand(dimension: viewport) }

  /// What is shown of a raw offset.
  private func banded(_ raw: Double) -> Double {
    let inside = min(max(raw, range.lowerBound), range.upperBound)
    return bounces && raw != inside ? inside + band.value(at: raw - inside) : inside
  }

  /// The raw offset that shows one.
  private func unbanded(_ offset: Double) -> Double {
    let inside = min(max(offset, range.lowerBound), range.upperBound)
    // A band shows less than its whole length.
    let most = viewport * 0.999
    return inside + band.offset(showing: min(max(offset - inside, -most), most))
  }
}
