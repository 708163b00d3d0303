/// The sensitive area of a touch device: what its units mean.
public struct Surface: Hashable, Sendable {
  /// The extent of the surface along one axis.
  public struct Extent: Hashable, Sendable {
    /// The smallest declared coordinate, in device units.
    public var minimum: Int

    /// The largest declared coordinate, in device units; more than the smallest.
    public var maximum: Int

    /// The device units in a millimeter, more than 0, or `nil` if the device does not say.
    public var unitsPerMillimeter: Ratio?

    /// Creates an extent; a number of units per millimeter that is not positive counts as unknown.
    ///
    /// Fails unless the maximum is larger than the minimum, and both are within ±2⁴⁸.
    public init?(minimum: Int, maximum: Int, unitsPerMillimeter: Ratio? = nil) {
      guard minimum < maximum, minimum.magnitude < 1 << 48, maximum.magnitude < 1 << 48 else {
        return nil
      }
      self.minimum = minimum
      self.maximum = maximum
      if let unitsPerMillimeter, unitsPerMillimeter.numerator > 0 {
        self.unitsPerMillimeter = unitsPerMillimeter
      }
    }

    /// The whole way from one end to the other, in device units.
    public var range: Int { maximum - minimum }

    /// The whole way in millimeters, or `nil` if the size is unknown.
    public var millimeters: Double? {
      unitsPerMillimeter.map { (Ratio(Int128(range)) / $0).value }
    }
  }

  /// The extent from left to right.
  public var x: Extent

  /// The extent from top to bottom.
  public var y: Extent

  /// Creates a surface of two extents.
  public init(x: Extent, y: Extent) {
    self.x = x
    self.y = y
  }

  /// The extent along an axis.
  public subscript(axis: Axis) -> Extent {
    get { axis == .x ? x : y }
    set { if axis == .x { x = newValue } else { y = newValue } }
  }

  /// The size in millimeters, or `nil` unless it is known along both axes.
  public var millimeters: Size? {
    guard let width = x.millimeters, let height = y.millimeters else { return nil }
    return Size(width: width, height: height)
  }
}
