import Glibc
public import Quantities

/// A matrix of 4 rows and 4 columns that moves points: the row (x, y, z, 1) times the matrix.
///
/// The translation is in row 4, the scales are the lengths of rows 1 to 3. The corresponding Core
/// Animation type is `CATransform3D`.
public struct Transform3D: Hashable, Sendable {
  /// The first row, m11 to m14: where the x axis goes.
  public var row1: SIMD4<Double>

  /// The second row, m21 to m24: where the y axis goes.
  public var row2: SIMD4<Double>

  /// The third row, m31 to m34: where the z axis goes.
  public var row3: SIMD4<Double>

  /// The fourth row, m41 to m44: where the origin goes.
  public var row4: SIMD4<Double>

  /// Creates a transform of four rows.
  public init(
    _ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>
  ) {
    (self.row1, self.row2, self.row3, self.row4) = (row1, row2, row3, row4)
  }

  /// The transform that moves nothing.
  public static var identity: Self {
    Self(
      SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
  }

  /// The transform that moves points along the axes.
  public static func translation(x: Double = 0, y: Double = 0, z: Double = 0) -> Self {
    var transform = identity
    transform.row4 = SIMD4(x, y, z, 1)
    return transform
  }

  /// The transform that stretches along the axes.
  public static func scale(x: Double = 1, y: Double = 1, z: Double = 1) -> Self {
    Self(
      SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), SIMD4(0, 0, 0, 1))
  }

  /// The transform that turns about an axis.
  ///
  /// - Parameters:
  ///   - angle: The angle in radians; positive takes x to y for the z axis.
  ///   - x: The x part of the axis, of any length.
  ///   - y: The y part of the axis.
  ///   - z: The z part of the axis.
  /// - Returns: The rotation, or the identity if the axis has no length.
  public static func rotation(
    _ angle: Double, x: Double = 0, y: Double = 0, z: Double = 1
  ) -> Self {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (c, s) = (cos(angle), sin(angle))
    let d = 1 - c
    // What lies on the axis stays, to the last bit.
    func diagonal(_ part: Double) -> Double { part * part == 1 ? 1 : c + d * part * part }
    return Self(
      SIMD4(diagonal(x), d * x * y + s * z, d * x * z - s * y, 0),
      SIMD4(d * x * y - s * z, diagonal(y), d * y * z + s * x, 0),
      SIMD4(d * x * z + s * y, d * y * z - s * x, diagonal(z), 0), SIMD4(0, 0, 0, 1))
  }

  /// The flat transform of six numbers, as `CGAffineTransform(a:b:c:d:tx:ty:)` has them.
  public static func affine(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  ) -> Self {
    Self(
      SIMD4(a, b, 0, 0), SIMD4(c, d, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(tx, ty, 0, 1))
  }

  /// Whether it moves flat points like a flat transform, without perspective.
  public var isAffine: Bool {
    row1.z == 0 && row1.w == 0 && row2.z == 0 && row2.w == 0 && row3 == SIMD4(0, 0, 1, 0)
      && row4.z == 0 && row4.w == 1
  }

  /// The transform that does this one first and then another, `CATransform3DConcat(self, next)`.
  public func concatenating(_ next: Self) -> Self {
    Self(row1 * next, row2 * next, row3 * next, row4 * next)
  }

  /// This transform after a scale, as `CGAffineTransform.scaledBy` does: points are scaled first.
  public func scaledBy(x: Double = 1, y: Double = 1, z: Double = 1) -> Self {
    Self.scale(x: x, y: y, z: z).concatenating(self)
  }

  /// This transform after a translation: points are moved first.
  public func translatedBy(x: Double = 0, y: Double = 0, z: Double = 0) -> Self {
    Self.translation(x: x, y: y, z: z).concatenating(self)
  }

  /// This transform after a rotation about the z axis, in radians: points are turned first.
  public func rotated(by angle: Double) -> Self {
    Self.rotation(angle).concatenating(self)
  }

  /// The determinant of the part that turns and stretches.
  var linearDeterminant: Double {
    row1.x * (row2.y * row3.z - row2.z * row3.y) - row1.y * (row2.x * row3.z - row2.z * row3.x)
      + row1.z * (row2.x * row3.y - row2.y * row3.x)
  }

  /// The transform that undoes this one, or `nil` if nothing does.
  public var inverse: Self? {
    var left = [row1, row2, row3, row4]
    var right = [Self.identity.row1, Self.identity.row2, Self.identity.row3, Self.identity.row4]
    // Gauss and Jordan, with the largest pivot.
    for column in 0..<4 {
      let best = (column..<4).max { abs(left[$0][column]) < abs(left[$1][column]) } ?? column
      let pivot = left[best][column]
      guard pivot != 0, pivot.isFinite else { return nil }
      left.swapAt(column, best)
      right.swapAt(column, best)
      left[column] /= pivot
      right[column] /= pivot
      for row in 0..<4 where row != column {
        let factor = left[row][column]
        left[row] -= factor * left[column]
        right[row] -= factor * right[column]
      }
    }
    return Self(right[0], right[1], right[2], right[3])
  }

}

extension SIMD4<Double> {
  /// This row times a matrix.
  static func * (row: Self, matrix: Transform3D) -> Self {
    row.x * matrix.row1 + row.y * matrix.row2 + row.z * matrix.row3 + row.w * matrix.row4
  }
}

extension Transform3D {
  /// Where a point of the plane z = 0 goes, with perspective; `nil` if it goes behind the eye.
  public func apply(to point: Point) -> Point? {
    let image = SIMD4(point.x, point.y, 0, 1) * self
    guard image.w > 0 else { return nil }
    return Point(x: image.x / image.w, y: image.y / image.w)
  }

  /// The point of the plane z = 0 that goes to a point, with perspective; `nil` if none does.
  public func unapply(to point: Point) -> Point? {
    // Rows and columns 1, 2 and 4 are what the plane sees.
    let (a, b, c) = (row1.x, row1.y, row1.w)
    let (d, e, f) = (row2.x, row2.y, row2.w)
    let (g, h, i) = (row4.x, row4.y, row4.w)
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard determinant != 0, determinant.isFinite else { return nil }
    let x = point.x * (e * i - f * h) + point.y * (f * g - d * i) + (d * h - e * g)
    let y = point.x * (c * h - b * i) + point.y * (a * i - c * g) + (b * g - a * h)
    let w = point.x * (b * f - c * e) + point.y * (c * d - a * f) + (a * e - b * d)
    let found = w == 0 ? nil : Point(x: x / w, y: y / w)
    // What is behind the eye is not seen.
    guard let found, found.x * c + found.y * f + i > 0 else { return nil }
    return found
  }
}
