public import Layers
public import Quantities
import TouchInput

/// Where the touches of a device are in a window.
///
/// The surface of the device is the window, from edge to edge: that of a touchscreen is what it
/// shows, and that of a touchpad stands for it (rule; UIKit knows no places on a pad).
public struct TouchMapping: Hashable, Sendable {
  /// The points of a millimeter: 163 to an inch, as on Apple's phones.
  public static let pointsPerMillimeter = 163 / 25.4

  /// The size of the window, in points.
  public let window: Size

  /// What lies in the window's upper left corner, in device units.
  public let origin: Vector<Device>

  /// The points of a device unit along each axis, more than 0.
  public let pointsPerUnit: PerAxis<Double>

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - window: The size of the window, in points.
  ///   - origin: What lies in its upper left corner, in device units.
  ///   - pointsPerUnit: The points of a device unit along each axis, more than 0.
  public init(window: Size, origin: Vector<Device>, pointsPerUnit: PerAxis<Double>) {
    self.window = window
    self.origin = origin
    self.pointsPerUnit = pointsPerUnit
  }

  /// Creates a mapping to a window as large as a surface, so that a way of a finger in millimeters
  /// is the same way on any device, along both axes.
  ///
  /// - Parameters:
  ///   - surface: The surface.
  ///   - unitsPerMillimeter: The device units in a millimeter along each axis, more than 0.
  public init(_ surface: Surface, unitsPerMillimeter: PerAxis<Double>) {
    let pointsPerUnit = PerAxis(
      x: Self.pointsPerMillimeter / unitsPerMillimeter.x,
      y: Self.pointsPerMillimeter / unitsPerMillimeter.y)
    self.init(
      window: Size(
        width: Double(surface.x.range) * pointsPerUnit.x,
        height: Double(surface.y.range) * pointsPerUnit.y),
      origin: Vector(x: surface.x.minimum, y: surface.y.minimum), pointsPerUnit: pointsPerUnit)
  }

  /// Where a position is, in points.
  public func point(of position: Vector<Device>) -> Point {
    Point(
      x: (Double(position.x) - Double(origin.x)) * pointsPerUnit.x,
      y: (Double(position.y) - Double(origin.y)) * pointsPerUnit.y)
  }
}

extension Contact {
  /// Whether both coordinates have been reported by now.
  var isPlaceKnown: Bool { isXKnown && isYKnown }
}
