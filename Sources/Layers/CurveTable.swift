import Curves

/// A timing curve made ready for many values: Newton's method from a good start.
struct CurveTable: Sendable {
  /// How x and y follow from the parameter.
  private var ax, bx, cx, ay, by, cy: Double

  /// The place of the starts in the table of all curves; −1 if the curve answers itself.
  private let first: Int

  /// The curve.
  private let curve: TimingCurve

  private static let cells = 64

  /// Makes a curve ready.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - starts: The table of all curves, which grows.
  init(_ curve: TimingCurve, starts: inout [Double]) {
    self.curve = curve
    guard let points = curve.controlPoints else {
      (ax, bx, cx, ay, by, cy) = (0, 0, 1, 0, 0, 1)
      first = -1
      return
    }
    cx = 3 * points.x1
    bx = 3 * (points.x2 - points.x1) - cx
    ax = 1 - cx - bx
    cy = 3 * points.y1
    by = 3 * (points.y2 - points.y1) - cy
    ay = 1 - cy - by
    first = starts.count
    for cell in 0...Self.cells {
      starts.append(Self.parameter(ax, bx, cx, at: Double(cell) / Double(Self.cells)))
    }
  }

  /// The parameter at which x has a value, by bisection.
  private static func parameter(
    _ ax: Double, _ bx: Double, _ cx: Double, at x: Double
  ) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if ((ax * middle + bx) * middle + cx) * middle < x { low = middle } else { high = middle }
    }
    return x <= 0 ? 0 : x >= 1 ? 1 : (low + high) / 2
  }

  /// The value of the curve at a fraction of the time, as ``TimingCurve/value(at:)``.
  ///
  /// - Parameters:
  ///   - x: The fraction of the time; one outside 0…1 counts as the nearest end.
  ///   - starts: The table of all curves.
  /// - Returns: The value.
  @inline(__always)
  func value(at x: Double, _ starts: UnsafePointer<Double>) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    guard first >= 0 else { return curve.value(at: x) }
    let place = x * Double(Self.cells)
    let cell = Int(place)
    let start = starts[first + cell]
    var u = start + (place - Double(cell)) * (starts[first + cell + 1] - start)
    // Each step squares the error, which the table leaves below 10⁻³ where the curve bends little.
    for _ in 0..<4 {
      let slope = (3 * ax * u + 2 * bx) * u + cx
      let step = ((((ax * u + bx) * u + cx) * u) - x) / slope
      u -= step
      // So near a point where x stands still, what the square leaves out is not small.
      if abs(step) < 1e-8, slope > 0.05 { return ((ay * u + by) * u + cy) * u }
    }
    return curve.value(at: x)
  }
}
