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

/// The space of a screen, or of a layer on it: points from the left and the top.
public enum Screen: CoordinateSpace {
  /// A coordinate in points.
  public typealias Scalar = Double
}
