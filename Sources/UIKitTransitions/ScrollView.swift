import Curves
public import Layers
public import Quantities

/// A scroll view: it follows a finger, slows down, stops at pages, and gives way at the ends of its
/// content.
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
/// What interrupts what (rules; Apple documents none of it):
///
/// | while it | touch | a drag begins | lifted, not dragged | scrolled by code |
/// |---|---|---|---|---|
/// | slows down, comes back | stops | told `willBeginDragging` only | goes on to its rest, told `didEndDecelerating` | told `didEndDecelerating`, then scrolls |
/// | is scrolled by code | stops, told `didEndScrollingAnimation` | told `willBeginDragging` | – | goes there instead |
/// | is touched or dragged | – | – | – | ignored |
///
/// So each `willBeginDecelerating` is followed by one `didEndDecelerating` or by another drag, and
/// each scroll by code that no other replaces, by one `didEndScrollingAnimation`. The corresponding
/// class is `UIScrollView`.
public struct ScrollView: Hashable, Sendable {
  /// What its delegate is told.
  public enum Call: Hashable, Sendable {
    case willBeginDragging

    /// The offset is another.
    case didScroll(offset: Point)

    /// The finger is about to be up; the velocity is in points per millisecond.
    case willEndDragging(velocity: Point, target: Point)
    case didEndDragging(willDecelerate: Bool)
    case willBeginDecelerating
    case didEndDecelerating
    case didEndScrollingAnimation
  }

  /// What it does.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Waits.
    case idle

    /// Is touched; what it did stands still.
    case touched

    /// Follows a finger.
    case dragging

    /// Moves on by itself after a drag.
    case decelerating

    /// Is scrolled by code.
    case animating
  }

  /// What it shows, and how it may be moved.
  public let layout: ScrollLayout

  /// What it does.
  public private(set) var phase = Phase.idle

  private var axes: PerAxis<ScrollAxis>
  private var shown: Point

  /// Whether a touch stopped it as it slowed down.
  private var isCaught = false

  /// How far the drag went, as long as nobody knows whether it is locked.
  private var undecided: Point?

  /// The axis that a drag cannot move, as it began along the other.
  private var locked: Axis?

  /// The most that a drag may go sideways and still be locked, as a share of the way along (rule;
  /// Apple says only that a diagonal one is not locked).
  private static let mostSideways = 0.5

  /// Creates a scroll view.
  ///
  /// - Parameters:
  ///   - layout: What it shows, and how it may be moved.
  ///   - offset: The offset to begin with, in points; as far as there is content.
  public init(_ layout: ScrollLayout, offset: Point) {
    self.layout = layout
    axes = PerAxis(x: layout.axis(.x, offset: offset), y: layout.axis(.y, offset: offset))
    shown = Point(x: axes.x.offset(at: .zero), y: axes.y.offset(at: .zero))
  }

  /// Whether a finger drags it.
  public var isDragging: Bool { phase == .dragging }

  /// Whether it moves on by itself after a drag.
  public var isDecelerating: Bool { phase == .decelerating }

  /// When what it does by itself ends, or turns round at an end of the content; whoever comes by at
  /// that time is told so then.
  public var end: Timestamp? {
    guard let x = axes.x.end, let y = axes.y.end else { return axes.x.end ?? axes.y.end }
    return min(x, y)
  }

  /// The offset shown at a moment, in points; beyond the content it gives way, less and less.
  public func offset(at time: Timestamp) -> Point {
    Point(x: axes.x.offset(at: time), y: axes.y.offset(at: time))
  }

  // MARK: A finger

  /// Takes a touch, which stops it.
  public mutating func touch(at time: Timestamp) -> [Call] {
    var calls = advance(to: time)
    guard phase != .touched, phase != .dragging else { return calls }
    isCaught = phase == .decelerating
    calls += scrolled(at: time)
    if phase == .animating { calls.append(.didEndScrollingAnimation) }
    axes.x.stop(at: time)
    axes.y.stop(at: time)
    phase = .touched
    return calls
  }

  /// Takes the lift of a touch that dragged nothing; what it stopped goes on to its rest.
  public mutating func letGo(at time: Timestamp) -> [Call] {
    guard phase == .touched else { return [] }
    let wasCaught = isCaught
    isCaught = false
    phase = .idle
    guard wasCaught else { return [] }
    release(velocity: .zero, to: nil, at: time)
    return isDecelerating ? [] : scrolled(at: time) + [.didEndDecelerating]
  }

  /// Begins to follow a finger, from what is shown.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - way: How far the finger went by now, in points, which says along which axis the drag is
  ///     locked; nowhere: the first step says so.
  /// - Returns: What the delegate is told.
  public mutating func beginDragging(at time: Timestamp, after way: Point = .zero) -> [Call] {
    guard phase != .dragging else { return [] }
    let calls = touch(at: time)
    isCaught = false
    axes.x.beginDragging(at: time)
    axes.y.beginDragging(at: time)
    undecided = layout.isDirectionalLockEnabled ? .zero : nil
    locked = nil
    phase = .dragging
    decideLock(way)
    return calls + [.willBeginDragging]
  }

  /// Follows a finger.
  ///
  /// - Parameters:
  ///   - step: How far the finger went since the last time, in points; the content goes with it.
  ///   - time: When.
  /// - Returns: What the delegate is told.
  public mutating func drag(by step: Point, at time: Timestamp) -> [Call] {
    guard phase == .dragging, step.x.isFinite, step.y.isFinite else { return [] }
    decideLock(step)
    if locked != .x { axes.x.drag(by: step.x) }
    if locked != .y { axes.y.drag(by: step.y) }
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
    velocity: Point, at time: Timestamp, answer: Point? = nil
  ) -> [Call] {
    guard phase == .dragging else { return [] }
    func speed(_ velocity: Double, _ axis: Axis) -> Double {
      velocity.isFinite && locked != axis && axes[axis].canDrag ? -velocity : 0
    }
    let speed = Point(x: speed(velocity.x, .x), y: speed(velocity.y, .y))
    let target = Point(
      x: axes.x.target(velocity: speed.x, at: time), y: axes.y.target(velocity: speed.y, at: time))
    var calls: [Call] = [
      .willEndDragging(
        velocity: Point(x: speed.x / 1000, y: speed.y / 1000), target: target)
    ]
    release(velocity: speed, to: answer, at: time)
    calls.append(.didEndDragging(willDecelerate: isDecelerating))
    if isDecelerating { calls.append(.willBeginDecelerating) }
    return calls
  }

  private mutating func release(velocity: Point, to target: Point?, at time: Timestamp) {
    axes.x.release(velocity: velocity.x, to: target?.x, at: time)
    axes.y.release(velocity: velocity.y, to: target?.y, at: time)
    phase = axes.x.isDecelerating || axes.y.isDecelerating ? .decelerating : .idle
  }

  private mutating func decideLock(_ step: Point) {
    guard let before = undecided else { return }
    let way = before + step
    guard way != .zero else { return }
    undecided = nil
    let (x, y) = (way.x.magnitude, way.y.magnitude)
    if y <= x * Self.mostSideways { locked = .y } else if x <= y * Self.mostSideways { locked = .x }
  }

  // MARK: Code and time

  /// Scrolls to an offset by code, as far as there is content (rule; UIKit goes beyond).
  ///
  /// While a finger is on it, nothing happens (rule).
  public mutating func scroll(
    to offset: Point, isAnimated: Bool, at time: Timestamp
  ) -> [Call] {
    var calls = advance(to: time)
    guard phase != .touched, phase != .dragging, !offset.x.isNaN, !offset.y.isNaN else {
      return calls
    }
    if phase == .decelerating { calls += scrolled(at: time) + [.didEndDecelerating] }
    let from = self.offset(at: time)
    axes.x.move(to: offset.x)
    axes.y.move(to: offset.y)
    let target = self.offset(at: time)
    phase = .idle
    guard isAnimated, target != from else { return calls + scrolled(at: time) }
    axes.x.scroll(from: from.x, to: target.x, at: time)
    axes.y.scroll(from: from.y, to: target.y, at: time)
    phase = .animating
    return calls
  }

  /// Says what time it is, at each frame.
  public mutating func advance(to time: Timestamp) -> [Call] {
    axes.x.advance(to: time)
    axes.y.advance(to: time)
    let calls = scrolled(at: time)
    switch phase {
    case .decelerating where !axes.x.isDecelerating && !axes.y.isDecelerating:
      phase = .idle
      return calls + [.didEndDecelerating]
    case .animating where !axes.x.isAnimating && !axes.y.isAnimating:
      phase = .idle
      return calls + [.didEndScrollingAnimation]
    case .idle, .touched, .dragging, .decelerating, .animating: return calls
    }
  }

  private mutating func scrolled(at time: Timestamp) -> [Call] {
    let offset = offset(at: time)
    guard offset != shown else { return [] }
    shown = offset
    return [.didScroll(offset: offset)]
  }
}
