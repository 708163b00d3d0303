/// A width and a height.
public struct Size: Hashable, Sendable {
  /// The width; the unit is said where the size is used.
  public var width: Double

  /// The height; the unit is said where the size is used.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The length along an axis.
  public subscript(axis: Axis) -> Double { axis == .x ? width : height }
}
