public import Quantities

/// The space of the mean of several contacts: exact fractions of a device unit.
///
/// A coordinate counts 720 720ths of a device unit. That number is divisible by 1 to 16, so that
/// the mean of up to 16 contacts is a whole number, and a drag of exactly 30 % is one.
public enum Centroid: CoordinateSpace {
  /// A coordinate in 720 720ths of a device unit.
  public typealias Scalar = Int

  /// The parts of a device unit.
  public static let partsPerUnit = 720_720

  /// The largest coordinate of a contact that is followed, in device units.
  ///
  /// The kernel's values have 32 bits; the room above is for calibrated and scaled ones.
  static let largestCoordinate = 1 << 41

  /// The mean of some displacements.
  ///
  /// - Parameters:
  ///   - sum: The sum of the displacements, in device units.
  ///   - count: How many there are, 1 or more.
  /// - Returns: The mean: exact for up to 16, rounded to a 720 720th of a unit beyond.
  package static func mean(_ sum: Int, of count: Int) -> Int {
    let limit = Int.max / partsPerUnit
    let bounded = max(-limit, min(limit, sum))
    if count <= 16 { return bounded &* (partsPerUnit / count) }
    return bounded &* partsPerUnit / count
  }

  /// The mean of some displacements, from their sum.
  package static func mean(_ sum: Vector<Device>, of count: Int) -> Vector<Centroid> {
    Vector(x: mean(sum.x, of: count), y: mean(sum.y, of: count))
  }
}

extension Vector<Centroid> {
  /// The sum, or the nearest that fits.
  @inline(__always)
  mutating func add(_ other: Self) {
    x = Self.sum(x, other.x)
    y = Self.sum(y, other.y)
  }

  @inline(__always)
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min / 4 : .max / 4) : max(.min / 4, min(.max / 4, sum))
  }
}
