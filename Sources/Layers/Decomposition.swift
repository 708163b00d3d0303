import Glibc

/// A transform taken apart, so that its parts can pass into those of another.
///
/// The decomposition is that of CSS Transforms Level 2: perspective, translation, rotation, skew,
/// scale.
struct Decomposition {
  /// The translation along the axes.
  var translation: SIMD4<Double>

  /// The scale along the axes.
  var scale: SIMD4<Double>

  /// The skew of xy, xz and yz.
  var skew: SIMD4<Double>

  /// The perspective: the last column.
  var perspective: SIMD4<Double>

  /// The rotation, a quaternion of x, y, z and w.
  var rotation: SIMD4<Double>

  /// The count of numbers that hold it.
  static let count = 20

  /// Takes a transform apart.
  ///
  /// Fails if it cannot be undone.
  init?(_ transform: Transform3D) {
    guard transform.linearDeterminant != 0 else { return nil }
    let (row1, row2, row3, row4) = (
      transform.row1, transform.row2, transform.row3, transform.row4
    )
    perspective = SIMD4(0, 0, 0, 1)
    let column = SIMD4(row1.w, row2.w, row3.w, row4.w)
    if column != perspective {
      let plain = Transform3D(
        row1.without4, row2.without4, row3.without4, SIMD4(row4.x, row4.y, row4.z, 1))
      guard let inverse = plain.inverse else { return nil }
      // The last column is the plain transform times the perspective.
      perspective = SIMD4(
        (inverse.row1 * column).sum(), (inverse.row2 * column).sum(),
        (inverse.row3 * column).sum(), (inverse.row4 * column).sum())
    }
    translation = row4.without4

    // Gram and Schmidt, row by row.
    var (x, y, z) = (row1.without4, row2.without4, row3.without4)
    scale = .zero
    skew = .zero
    scale.x = x.length3
    x /= scale.x
    skew.x = x.dot3(y)
    y -= skew.x * x
    scale.y = y.length3
    y /= scale.y
    skew.x /= scale.y
    skew.y = x.dot3(z)
    z -= skew.y * x
    skew.z = y.dot3(z)
    z -= skew.z * y
    scale.z = z.length3
    z /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    if x.dot3(y.cross3(z)) < 0 {
      scale = -scale
      (x, y, z) = (-x, -y, -z)
    }
    rotation = Self.quaternion(x, y, z)
    guard (scale + skew + translation + perspective + rotation).sum().isFinite else { return nil }
  }

  /// The quaternion of three axes at right angles.
  private static func quaternion(
    _ x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>
  ) -> SIMD4<Double> {
    let trace = x.x + y.y + z.z
    let q: SIMD4<Double>
    if trace > 0 {
      let s = (trace + 1).squareRoot() * 2
      q = SIMD4((y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4)
    } else if x.x > y.y, x.x > z.z {
      let s = (1 + x.x - y.y - z.z).squareRoot() * 2
      q = SIMD4(s / 4, (y.x + x.y) / s, (z.x + x.z) / s, (y.z - z.y) / s)
    } else if y.y > z.z {
      let s = (1 + y.y - x.x - z.z).squareRoot() * 2
      q = SIMD4((y.x + x.y) / s, s / 4, (z.y + y.z) / s, (z.x - x.z) / s)
    } else {
      let s = (1 + z.z - x.x - y.y).squareRoot() * 2
      q = SIMD4((z.x + x.z) / s, (z.y + y.z) / s, s / 4, (x.y - y.x) / s)
    }
    return q / (q * q).sum().squareRoot()
  }

  /// Reads what was written.
  init(_ numbers: UnsafePointer<Double>) {
    func four(_ first: Int) -> SIMD4<Double> {
      SIMD4(numbers[first], numbers[first + 1], numbers[first + 2], numbers[first + 3])
    }
    (translation, scale, skew) = (four(0), four(4), four(8))
    (perspective, rotation) = (four(12), four(16))
  }

  /// The numbers that hold it.
  var numbers: [Double] {
    [translation, scale, skew, perspective, rotation].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  /// What two that only turn about the z axis need on the way from one to the other.
  ///
  /// It is the start and the difference of the angle, translation, scale and skew; `nil` if one of
  /// the two turns another way. Along the z axis a rotation on the short arc is even in its angle.
  func flatNumbers(to other: Self) -> [Double]? {
    guard isFlat, other.isFlat else { return nil }
    var cosine = rotation.z * other.rotation.z + rotation.w * other.rotation.w
    var sine = rotation.w * other.rotation.z - rotation.z * other.rotation.w
    if cosine < 0 { (cosine, sine) = (-cosine, -sine) }
    let start = 2 * atan2(rotation.z, rotation.w)
    let turn = 2 * atan2(sine, cosine)
    let (way, stretch) = (other.translation - translation, other.scale - scale)
    return [
      start, turn, translation.x, way.x, translation.y, way.y, translation.z, way.z, scale.x,
      stretch.x, scale.y, stretch.y, scale.z, stretch.z, skew.x, other.skew.x - skew.x,
    ]
  }

  /// Whether it turns about the z axis only, without perspective.
  private var isFlat: Bool {
    rotation.x == 0 && rotation.y == 0 && skew.y == 0 && skew.z == 0
      && perspective == SIMD4(0, 0, 0, 1)
  }

  /// Writes a transform on the way between two flat ones.
  static func writeFlat(
    _ numbers: UnsafePointer<Double>, at progress: Double, to out: UnsafeMutablePointer<Double>
  ) {
    func mixed(_ index: Int) -> Double {
      numbers[2 * index] + numbers[2 * index + 1] * progress
    }
    let angle = mixed(0)
    let (c, s) = (cos(angle), sin(angle))
    let (x, y, skew) = (mixed(4), mixed(5), mixed(7))
    (out[0], out[1], out[2], out[3]) = (x * c, x * s, 0, 0)
    (out[4], out[5], out[6], out[7]) = (y * (skew * c - s), y * (skew * s + c), 0, 0)
    (out[8], out[9], out[10], out[11]) = (0, 0, mixed(6), 0)
    (out[12], out[13], out[14], out[15]) = (mixed(1), mixed(2), mixed(3), 1)
  }

  /// The transform on the way to another, the rotation along the short arc.
  func transform(to other: Self, at progress: Double) -> Transform3D {
    func mixed(_ from: SIMD4<Double>, _ to: SIMD4<Double>) -> SIMD4<Double> {
      from + (to - from) * progress
    }
    return Self.transform(
      translation: mixed(translation, other.translation), scale: mixed(scale, other.scale),
      skew: mixed(skew, other.skew), perspective: mixed(perspective, other.perspective),
      rotation: slerp(to: other.rotation, at: progress))
  }

  private func slerp(to other: SIMD4<Double>, at progress: Double) -> SIMD4<Double> {
    var cosine = (rotation * other).sum()
    let target = cosine < 0 ? -other : other
    cosine = min(abs(cosine), 1)
    guard cosine < 0.9999995 else {
      let mixed = rotation + (target - rotation) * progress
      return mixed / (mixed * mixed).sum().squareRoot()
    }
    let angle = acos(cosine)
    let sine = ((1 - cosine) * (1 + cosine)).squareRoot()
    return (sin((1 - progress) * angle) / sine) * rotation
      + (sin(progress * angle) / sine) * target
  }

  private static func transform(
    translation: SIMD4<Double>, scale: SIMD4<Double>, skew: SIMD4<Double>,
    perspective: SIMD4<Double>, rotation q: SIMD4<Double>
  ) -> Transform3D {
    let x = SIMD4<Double>(
      1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w), 0)
    let y = SIMD4<Double>(
      2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w), 0)
    let z = SIMD4<Double>(
      2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y), 0)
    var result = Transform3D(
      scale.x * x, scale.y * (skew.x * x + y), scale.z * (skew.y * x + skew.z * y + z),
      SIMD4(translation.x, translation.y, translation.z, 1))
    guard perspective != SIMD4(0, 0, 0, 1) else { return result }
    // The last column is the plain transform times the perspective.
    result.row1.w = result.row1.dot3(perspective)
    result.row2.w = result.row2.dot3(perspective)
    result.row3.w = result.row3.dot3(perspective)
    result.row4.w = result.row4.dot3(perspective) + perspective.w
    return result
  }
}
