import Curves
public import Layers
public import Quantities

/// What a swipe in one direction comes to: how far it is, and whether it finishes what it drives.
///
/// The direction is that of the operation, whatever way the finger goes in between: going back
/// beyond the start is 0, and the percentage is that of where the finger is.
public struct SwipeRelease: Hashable, Sendable {
  /// The side that the swipe comes from: it goes to the opposite one.
  public var edge: PanGestureRecognizer.Edge

  /// The way that is all of it, in points, more than 0.
  public var length: Double

  /// The share of the way from which on it finishes, 0…1.
  public var threshold: Double

  /// Whether the place that the finger would glide to counts, at 0.99 a millisecond, rather than
  /// where it is.
  public var isProjected: Bool

  /// Creates a release decision.
  public init(
    from edge: PanGestureRecognizer.Edge, length: Double, threshold: Double, isProjected: Bool
  ) {
    self.edge = edge
    self.length = length
    self.threshold = threshold
    self.isProjected = isProjected
  }

  /// The part of a vector in the direction of the operation.
  public func forward(_ vector: Point) -> Double {
    switch edge {
    case .left: vector.x
    case .right: -vector.x
    case .top: vector.y
    case .bottom: -vector.y
    }
  }

  /// Whether a way is more in the direction of the operation than across it.
  public func leads(_ way: Point) -> Bool {
    let across = edge == .left || edge == .right ? way.y : way.x
    return forward(way) > 0 && forward(way) >= across.magnitude
  }

  /// The share of the way that is gone, 0…1.
  public func percent(_ translation: Point) -> Double { share(forward(translation)) }

  /// Whether a swipe that is let go finishes.
  ///
  /// - Parameters:
  ///   - translation: How far the finger went, in points.
  ///   - velocity: How fast it is, in points per second.
  /// - Returns: Whether it does.
  public func finishes(_ translation: Point, velocity: Point) -> Bool {
    let glide = isProjected ? Deceleration.fast.projection(of: forward(velocity)) : 0
    return share(forward(translation) + glide) >= threshold
  }

  private func share(_ way: Double) -> Double {
    let share = way / length
    return share.isNaN ? 0 : min(max(share, 0), 1)
  }
}
