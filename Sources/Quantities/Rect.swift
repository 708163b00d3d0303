/// A rectangle on a screen, in points.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates, if the size is not negative.
  public var origin: Vector<Screen>

  /// The width and the height, in points.
  public var size: Size

  /// Creates a rectangle of a corner and a size.
  public init(origin: Vector<Screen>, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle of a corner and a size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Vector(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of no size at the origin.
  public static var zero: Self { Self(x: 0, y: 0, width: 0, height: 0) }

  /// The square from the origin to (1, 1).
  public static var unit: Self { Self(x: 0, y: 0, width: 1, height: 1) }

  /// The smallest x coordinate.
  public var minX: Double { min(origin.x, origin.x + size.width) }

  /// The smallest y coordinate.
  public var minY: Double { min(origin.y, origin.y + size.height) }

  /// The largest x coordinate.
  public var maxX: Double { max(origin.x, origin.x + size.width) }

  /// The largest y coordinate.
  public var maxY: Double { max(origin.y, origin.y + size.height) }

  /// The point in the middle.
  public var center: Vector<Screen> {
    Vector(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// Whether a point lies inside; those on the left and upper edges do, those on the others do not.
  public func contains(_ point: Vector<Screen>) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }
}
