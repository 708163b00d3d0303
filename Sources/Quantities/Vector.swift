/// A position, or a displacement, in a coordinate space.
public struct Vector<Space: CoordinateSpace>: Hashable, Sendable {
  /// The coordinate along the x axis.
  public var x: Space.Scalar

  /// The coordinate along the y axis.
  public var y: Space.Scalar

  /// Creates a vector of two coordinates.
  @inlinable
  public init(x: Space.Scalar, y: Space.Scalar) {
    self.x = x
    self.y = y
  }

  /// The vector of length 0.
  @inlinable
  public static var zero: Self { Self(x: 0, y: 0) }

  /// The coordinate along an axis.
  @inlinable
  public subscript(axis axis: Axis) -> Space.Scalar {
    get { axis == .x ? x : y }
    set { if axis == .x { x = newValue } else { y = newValue } }
  }

  @inlinable
  public static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y)
  }

  @inlinable
  public static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y)
  }
}
