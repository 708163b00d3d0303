/// A cubic Bézier piece of a timing curve, which grows in x all the way.
struct CubicPiece: Hashable, Sendable {
  /// A point of the curve: x is the fraction of time, y the value.
  struct Point: Hashable, Sendable {
    /// The fraction of time.
    var x: Double

    /// The value.
    var y: Double
  }

  /// Where the piece starts.
  let start: Point

  /// The point that the tangent at the start leads to.
  let control1: Point

  /// The point that the tangent at the end comes from.
  let control2: Point

  /// Where the piece ends.
  let end: Point

  /// The expansion of x for the first half of the time.
  private let early: Expansion

  /// The expansion of x for the second half of the time.
  private let late: Expansion

  /// Creates a piece of four points.
  ///
  /// Fails unless all are finite and the control points lie between start and end in time, so that
  /// each moment has one value.
  init?(start: Point, control1: Point, control2: Point, end: Point) {
    let width = end.x - start.x
    guard width > 0, width.isFinite, (start.x...end.x).contains(control1.x),
      (start.x...end.x).contains(control2.x),
      (start.y + control1.y + control2.y + end.y).isFinite
    else { return nil }
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
    (early, late) = Expansion.pair(
      (control1.x - start.x) / width, (control2.x - start.x) / width)
  }

  /// The value at a moment between start and end.
  func value(at x: Double) -> Double {
    let (u, _, _) = parameter(at: x)
    let w = 1 - u
    return w * w * (w * start.y + 3 * u * control1.y) + u * u * (3 * w * control2.y + u * end.y)
  }

  /// The slope at a moment between start and end; infinite where the tangent is vertical.
  func slope(at x: Double) -> Double {
    let (u, s, expansion) = parameter(at: x)
    let w = 1 - u
    let width = end.x - start.x
    let (first, second, third) = (control1.y - start.y, control2.y - control1.y, end.y - control2.y)
    let rise = 3 * (w * w * first + 2 * w * u * second + u * u * third)
    let run = expansion.slope(at: s) * width
    guard run == 0 else { return rise / run }
    guard rise == 0 else { return rise < 0 ? -.infinity : .infinity }

    // A control point lies on its end: the next derivatives decide, then the last.
    let bend = 6 * (w * (second - first) + u * (third - second))
    let lean = expansion.curvature(at: s) * width
    guard lean == 0 else { return bend / lean }
    guard bend == 0 else { return (bend < 0) == (u < 1) ? -.infinity : .infinity }
    return (third - 2 * second + first) / (expansion.cubic * width)
  }

  /// The parameter of the curve at a moment, with the expansion of x and the place in it.
  private func parameter(
    at x: Double
  ) -> (parameter: Double, offset: Double, expansion: Expansion) {
    let time = (x - start.x) / (end.x - start.x)
    let expansion = time < 0.5 ? early : late
    let offset = expansion.offset(at: time)
    return (expansion.center + offset, offset, expansion)
  }
}

/// The cubic polynomial of x about a center, for a piece from 0 to 1.
///
/// The center is where x changes least with the parameter. Nothing cancels there, so that a
/// vertical tangent does not cost half of the digits, or two thirds.
private struct Expansion: Hashable, Sendable {
  /// The parameter that the offset is counted from.
  var center: Double

  /// The value at the center.
  var value: Double

  /// The factor of the offset.
  var linear: Double

  /// The factor of the square of the offset.
  var square: Double

  /// The factor of the cube of the offset.
  var cubic: Double

  /// Makes the expansions for either half of the time, of the two control points in time, 0…1.
  static func pair(_ x1: Double, _ x2: Double) -> (early: Self, late: Self) {
    let cubic = 1 + 3 * (x1 - x2)
    let inflection = (2 * x1 - x2) / cubic
    guard cubic > 0, inflection > 0, inflection < 1 else {
      return (
        Self(center: 0, value: 0, linear: 3 * x1, square: 3 * (x2 - 2 * x1), cubic: cubic),
        Self(
          center: 1, value: 1, linear: 3 * (1 - x2), square: 3 * (1 + x1 - 2 * x2), cubic: cubic)
      )
    }
    let rest = 1 - inflection
    let middle = Self(
      center: inflection,
      value: inflection * (3 * rest * (rest * x1 + inflection * x2) + inflection * inflection),
      // Not negative, as x never falls; rounding might make it so.
      linear: max(0, 3 * (x1 - (2 * x1 - x2) * inflection)), square: 0, cubic: cubic)
    return (middle, middle)
  }

  /// The change of x with the offset.
  func slope(at offset: Double) -> Double {
    (3 * cubic * offset + 2 * square) * offset + linear
  }

  /// The change of the slope with the offset.
  func curvature(at offset: Double) -> Double {
    6 * cubic * offset + 2 * square
  }

  /// The offset at which x has a value, 0…1.
  ///
  /// Newton's method, with bisection where a step leaves the bracket or gains too little.
  func offset(at time: Double) -> Double {
    let target = time - value
    var (low, high) = (-center, 1 - center)
    // A curve is near its diagonal; then the parameter is near the time.
    var offset = min(max(time - center, low), high)
    var step = high - low
    // A step halves the error or the bracket, so that 100 are more than enough.
    for _ in 0..<100 {
      let error = ((cubic * offset + square) * offset + linear) * offset - target
      if error == 0 { break }
      if error < 0 { low = offset } else { high = offset }
      var next = offset - error / slope(at: offset)
      let isProgress = abs(next - offset) <= abs(step) / 2
      if !(next >= low && next <= high && isProgress) { next = low + (high - low) / 2 }
      step = next - offset
      offset = next
      if abs(step) < 1e-15 { break }
    }
    return offset
  }
}
