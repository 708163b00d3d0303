public import Curves
import Layers
public import Quantities

/// What a scroll view shows, and how it may be moved.
public struct ScrollLayout: Hashable, Sendable {
  /// What is added to the content at each side, in points; less than 0 takes away.
  public struct Insets: Hashable, Sendable {
    /// At the top.
    public var top: Double

    /// At the left.
    public var left: Double

    /// At the bottom.
    public var bottom: Double

    /// At the right.
    public var right: Double

    /// Creates insets.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
      self.top = top
      self.left = left
      self.bottom = bottom
      self.right = right
    }

    /// None.
    public static var zero: Self { Self(top: 0, left: 0, bottom: 0, right: 0) }
  }

  /// The size that is seen, in points, more than 0 along both axes.
  public let bounds: Size

  /// The size of the content, in points, 0 or more.
  public let content: Size

  /// What is added at the sides of the content, `contentInset`.
  public var insets = Insets.zero

  /// Whether it gives way beyond the ends of the content; if not, it stops there.
  public var bounces = true

  /// Whether it gives way across, even if all of the content is seen.
  public var alwaysBounceHorizontal = false

  /// Whether it gives way up and down, even if all of the content is seen.
  public var alwaysBounceVertical = false

  /// Whether it stops at multiples of what is seen.
  public var isPagingEnabled = false

  /// Whether a drag that begins along one axis moves nothing along the other.
  public var isDirectionalLockEnabled = false

  /// How it slows down; pages are found by the fast way in any case (rule).
  public var deceleration = Deceleration.normal

  /// The spring that pulls it to a page, or back to the content; Apple publishes none (rule).
  public var spring = Spring(response: .milliseconds(400), dampingRatio: 1)

  /// How long scrolling by code takes, eased in and out (rule; Apple publishes no number).
  public var animationDuration = Duration.milliseconds(300)

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - bounds: The size that is seen, in points.
  ///   - content: The size of the content, in points; what is not finite or less than 0 is 0.
  /// - Precondition: Something is seen.
  public init(bounds: Size, content: Size) {
    precondition(
      bounds.width > 0 && bounds.width.isFinite && bounds.height > 0 && bounds.height.isFinite,
      "A scroll view shows a positive size")
    func length(_ length: Double) -> Double { length.isFinite ? max(length, 0) : 0 }
    self.bounds = bounds
    self.content = Size(width: length(content.width), height: length(content.height))
  }

  /// The offsets at rest along an axis, in points.
  public func range(_ axis: Axis) -> ClosedRange<Double> {
    let (before, behind) = axis == .x ? (insets.left, insets.right) : (insets.top, insets.bottom)
    let least = -before
    return least...max(least, content[axis] + behind - bounds[axis])
  }

  /// Whether a finger can move it along an axis: there is more than is seen, or it always bounces.
  public func canDrag(_ axis: Axis) -> Bool {
    let range = range(axis)
    let always = axis == .x ? alwaysBounceHorizontal : alwaysBounceVertical
    return range.lowerBound < range.upperBound || (bounces && always)
  }

  /// What it does along an axis.
  func axis(_ axis: Axis, offset: Point) -> ScrollAxis {
    ScrollAxis(
      viewport: bounds[axis], range: range(axis), bounces: bounces, canDrag: canDrag(axis),
      isPaged: isPagingEnabled, deceleration: deceleration, spring: spring,
      animationDuration: animationDuration, offset: axis == .x ? offset.x : offset.y)
  }
}
