import Curves

/// Timing curves made ready for many values: a table of cubic polynomials each.
///
/// Between its cells a curve differs from ``TimingCurve/value(at:)`` by less than 10⁻¹¹; where a
/// polynomial does not do, near a vertical tangent, the curve answers itself.
struct CurveTables: Sendable {
  /// Six coefficients for each cell of each curve; the first is no number where the curve answers.
  private(set) var coefficients: [Double] = []

  /// The curves.
  private(set) var curves: [TimingCurve] = []

  private static let cells = 128
  /// What the tests at 0.3 and 0.7 of a cell allow; halfway it is 1.7 times as much.
  private static let tolerance = 5e-12

  /// Adds a curve.
  ///
  /// - Returns: Its number.
  mutating func append(_ curve: TimingCurve) -> Int {
    curves.append(curve)
    guard let points = curve.controlPoints else {
      coefficients += Array(repeating: .nan, count: 6 * Self.cells)
      return curves.count - 1
    }
    let bezier = UnitBezier(points.x1, points.y1, points.x2, points.y2)
    let step = 1 / Double(Self.cells)
    var left = bezier.point(at: 0, near: 0)
    for cell in 0..<Self.cells {
      let x = Double(cell) * step
      let right = bezier.point(at: x + step, near: left.parameter)
      let row = Self.quintic(from: left, to: right, step)
      func isGood(at t: Double) -> Bool {
        let exact = bezier.point(at: x + t * step, near: left.parameter).y
        return abs(Self.value(row, at: t) - exact) <= Self.tolerance
      }
      let isExact = isGood(at: 0.3) && isGood(at: 0.7)
      coefficients.append(isExact ? row.0 : .nan)
      coefficients.append(row.1)
      coefficients.append(row.2)
      coefficients.append(row.3)
      coefficients.append(row.4)
      coefficients.append(row.5)
      left = right
    }
    return curves.count - 1
  }

  /// The value of a curve, as ``TimingCurve/value(at:)``.
  func value(of curve: Int, at x: Double) -> Double {
    coefficients.withUnsafeBufferPointer { coefficients in
      Self.value(coefficients, curve, at: x) ?? curves[curve].value(at: x)
    }
  }

  /// The value of a curve by its table; `nil` where the curve has to answer itself.
  @inline(__always)
  static func value(
    _ coefficients: UnsafeBufferPointer<Double>, _ curve: Int, at x: Double
  ) -> Double? {
    guard x > 0 else { return 0 }
    guard x < 1, let base = coefficients.baseAddress else { return 1 }
    let place = x * Double(cells)
    let cell = Int(place)
    let row = base + 6 * (cells * curve + cell)
    let y = value(
      (row[0], row[1], row[2], row[3], row[4], row[5]), at: place - Double(cell))
    return y.isNaN ? nil : y
  }

  /// The coefficients of a polynomial.
  private typealias Row = (Double, Double, Double, Double, Double, Double)

  @inline(__always)
  private static func value(_ row: Row, at t: Double) -> Double {
    let t2 = t * t
    return (row.0 + t * row.1) + t2 * ((row.2 + t * row.3) + t2 * (row.4 + t * row.5))
  }

  /// The polynomial of two values, two slopes and two bends, named after Hermite.
  private static func quintic(
    from left: UnitBezier.CurvePoint, to right: UnitBezier.CurvePoint, _ step: Double
  ) -> Row {
    let (slope, bend) = (left.slope * step, left.bend * step * step / 2)
    let rise = right.y - left.y - slope - bend
    let turn = right.slope * step - slope - 2 * bend
    let twist = right.bend * step * step / 2 - bend
    return (
      left.y, slope, bend, 10 * rise - 4 * turn + twist, -15 * rise + 7 * turn - 2 * twist,
      6 * rise - 3 * turn + twist
    )
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), as polynomials of its parameter.
private struct UnitBezier {
  let ax, bx, cx, ay, by, cy: Double

  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
    cy = 3 * y1
    by = 3 * (y2 - y1) - cy
    ay = 1 - cy - by
  }

  /// A point, with how y changes with x.
  struct CurvePoint {
    var parameter, y, slope, bend: Double
  }

  /// The point at an x.
  func point(at x: Double, near start: Double) -> CurvePoint {
    let u = parameter(at: x, near: start)
    let (run, rise) = ((3 * ax * u + 2 * bx) * u + cx, (3 * ay * u + 2 * by) * u + cy)
    let (runBend, riseBend) = (6 * ax * u + 2 * bx, 6 * ay * u + 2 * by)
    return CurvePoint(
      parameter: u, y: ((ay * u + by) * u + cy) * u, slope: rise / run,
      bend: (riseBend * run - rise * runBend) / (run * run * run))
  }

  /// The parameter at which x has a value: Newton's method, or else bisection.
  private func parameter(at x: Double, near start: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    var u = start
    for _ in 0..<8 {
      let step = (((ax * u + bx) * u + cx) * u - x) / ((3 * ax * u + 2 * bx) * u + cx)
      u -= step
      if abs(step) < 1e-15, u >= 0, u <= 1 { return u }
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if ((ax * middle + bx) * middle + cx) * middle < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
