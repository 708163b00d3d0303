import Glibc

extension Transform3D {
  /// The sixteen numbers, row by row.
  var elements: [Double] {
    [
      row1.x, row1.y, row1.z, row1.w, row2.x, row2.y, row2.z, row2.w, row3.x, row3.y, row3.z,
      row3.w, row4.x, row4.y, row4.z, row4.w,
    ]
  }

  /// Creates a transform of sixteen numbers, row by row.
  init(elements: some RandomAccessCollection<Double>) {
    func row(_ first: Int) -> SIMD4<Double> {
      let start = elements.index(elements.startIndex, offsetBy: first)
      return SIMD4(elements[start...].prefix(4))
    }
    self.init(row(0), row(4), row(8), row(12))
  }

  /// Reads a transform of sixteen numbers.
  init(_ numbers: UnsafePointer<Double>) {
    self.init(
      SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]),
      SIMD4(numbers[4], numbers[5], numbers[6], numbers[7]),
      SIMD4(numbers[8], numbers[9], numbers[10], numbers[11]),
      SIMD4(numbers[12], numbers[13], numbers[14], numbers[15]))
  }

  /// Writes the sixteen numbers.
  func write(to numbers: UnsafeMutablePointer<Double>) {
    for column in 0..<4 {
      numbers[column] = row1[column]
      numbers[4 + column] = row2[column]
      numbers[8 + column] = row3[column]
      numbers[12 + column] = row4[column]
    }
  }

  /// The stretch along each axis: the lengths of rows 1 to 3.
  public var scale: (x: Double, y: Double, z: Double) {
    (row1.length3, row2.length3, row3.length3)
  }

  /// The angles about each axis in radians: about x first, then y, then z.
  ///
  /// That about z is atan2(m12, m11).
  public var rotation: (x: Double, y: Double, z: Double) {
    let r = orthonormal.rows
    return (atan2(r.1.z, r.2.z), asin(min(max(-r.0.z, -1), 1)), atan2(row1.y, row1.x))
  }

  /// Changes a part and keeps the others.
  mutating func set(_ part: PropertyPath.Part, to number: Double) {
    switch part {
    case .translationX: row4.x = number
    case .translationY: row4.y = number
    case .translationZ: row4.z = number
    case .scale:
      setScale(of: \.row1, axis: 0, to: number)
      setScale(of: \.row2, axis: 1, to: number)
      setScale(of: \.row3, axis: 2, to: number)
    case .scaleX: setScale(of: \.row1, axis: 0, to: number)
    case .scaleY: setScale(of: \.row2, axis: 1, to: number)
    case .scaleZ: setScale(of: \.row3, axis: 2, to: number)
    case .rotation, .rotationZ: setRotation { $0.z = number }
    case .rotationX: setRotation { $0.x = number }
    case .rotationY: setRotation { $0.y = number }
    case .whole, .x, .y, .width, .height, .origin, .originX, .originY, .size, .sizeWidth,
      .sizeHeight, .translation:
      break
    }
  }

  private mutating func setScale(
    of row: WritableKeyPath<Self, SIMD4<Double>>, axis: Int, to number: Double
  ) {
    let length = self[keyPath: row].length3
    let w = self[keyPath: row].w
    if length > 0 {
      // The same length has the same row, to the last bit.
      if length != number { self[keyPath: row] *= number / length }
    } else {
      // Nothing is left of the direction.
      var axes = SIMD4<Double>.zero
      axes[axis] = number
      self[keyPath: row] = axes
    }
    self[keyPath: row].w = w
  }

  private mutating func setRotation(_ change: (inout (x: Double, y: Double, z: Double)) -> Void) {
    let axes = orthonormal.rows
    var angles = rotation
    change(&angles)
    let after = Self.rotation(angles)
    // What a row is made of, seen along the old axes, is laid along the new ones.
    func turned(_ row: SIMD4<Double>) -> SIMD4<Double> {
      var new =
        row.dot3(axes.0) * after.row1 + row.dot3(axes.1) * after.row2
        + row.dot3(axes.2) * after.row3
      new.w = row.w
      return new
    }
    (row1, row2, row3) = (turned(row1), turned(row2), turned(row3))
  }

  /// The rotation by angles about x, then y, then z.
  static func rotation(_ angles: (x: Double, y: Double, z: Double)) -> Self {
    rotation(angles.x, x: 1, y: 0, z: 0)
      .concatenating(rotation(angles.y, x: 0, y: 1, z: 0))
      .concatenating(rotation(angles.z))
  }

  /// Three axes at right angles along the rows, the first along row 1; right-handed.
  ///
  /// An axis of no length is one that fits the others.
  private var orthonormal: (rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>), isMirrored: Bool) {
    let first = row1.length3 > 0 ? row1.direction : SIMD4(1, 0, 0, 0)
    var second = row2.without4 - row2.dot3(first) * first
    if !(second.length3 > 1e-12 * row2.length3) {
      let spare = abs(first.y) < 0.9 ? SIMD4(0, 1, 0, 0) : SIMD4<Double>(0, 0, 1, 0)
      second = spare - spare.dot3(first) * first
    }
    second = second.direction
    let third = first.cross3(second)
    return ((first, second, third), row3.dot3(third) < 0)
  }
}

extension SIMD4<Double> {
  /// The length of the first three numbers.
  var length3: Double { dot3(self).squareRoot() }

  /// The first three numbers over their length.
  var direction: Self { without4 / length3 }

  /// The first three numbers.
  var without4: Self { Self(x, y, z, 0) }

  /// The product of the first three numbers with others, added up.
  func dot3(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// The first three numbers of a row at right angles to this and another.
  func cross3(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x, 0)
  }
}
