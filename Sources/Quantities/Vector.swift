/// A space that positions are stated in.
public protocol CoordinateSpace: Sendable {
  /// The type of a coordinate.
  associatedtype Scalar: SignedNumeric, Comparable, Hashable, Sendable
}

/// The space of a touch device: its own units, exact integers.
///
/// A device unit is whatever the driver counts in. Nothing is rounded before it is stated in
/// millimeters.
public enum Device: CoordinateSpace {
  /// A coordinate in device units.
  ///
  /// The kernel's values have 32 bits, so that sums over fingers and small multiples cannot
  /// overflow.
  public typealias Scalar = Int
}

/// The space that a hand moves in: millimeters from the left and the top of a surface.
public enum Millimeters: CoordinateSpace {
  /// A coordinate in millimeters.
  public typealias Scalar = Double
}

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

/// One of the two axes of a surface.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// The axis that grows to the right.
  case x

  /// The axis that grows downwards.
  case y

  /// The other axis.
  @inlinable
  public var other: Self { self == .x ? .y : .x }
}
