import Glibc
import Quantities

/// A piece of a path as a cubic Bézier curve, whatever it was drawn as.
struct PathPiece: Hashable, Sendable {
  /// The four points.
  var p0, p1, p2, p3: Point

  /// Whether it is straight and even, so that its length needs no integral.
  var isStraight: Bool

  /// A straight piece.
  init(from start: Point, to end: Point) {
    p0 = start
    p1 = Point(x: start.x + (end.x - start.x) / 3, y: start.y + (end.y - start.y) / 3)
    p2 = Point(x: start.x + (end.x - start.x) * 2 / 3, y: start.y + (end.y - start.y) * 2 / 3)
    p3 = end
    isStraight = true
  }

  /// A cubic piece.
  init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
    isStraight = false
  }

  /// A parabola.
  init(_ start: Point, control: Point, end: Point) {
    self.init(
      start,
      Point(
        x: start.x + (control.x - start.x) * 2 / 3, y: start.y + (control.y - start.y) * 2 / 3),
      Point(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3), end)
  }

  /// The point at a parameter, 0…1.
  func point(at u: Double) -> Point {
    if u == 1 { return p3 }
    if isStraight {
      return Point(x: p0.x + (p3.x - p0.x) * u, y: p0.y + (p3.y - p0.y) * u)
    }
    let w = 1 - u
    let (a, b, c, d) = (w * w * w, 3 * w * w * u, 3 * w * u * u, u * u * u)
    return Point(
      x: a * p0.x + b * p1.x + c * p2.x + d * p3.x, y: a * p0.y + b * p1.y + c * p2.y + d * p3.y)
  }

  /// The change of the point with the parameter.
  func derivative(at u: Double) -> Point {
    let w = 1 - u
    let (a, b, c) = (3 * w * w, 6 * w * u, 3 * u * u)
    return Point(
      x: a * (p1.x - p0.x) + b * (p2.x - p1.x) + c * (p3.x - p2.x),
      y: a * (p1.y - p0.y) + b * (p2.y - p1.y) + c * (p3.y - p2.y))
  }

  /// The direction at a parameter, in radians; where the curve stands still, that nearby.
  func angle(at u: Double) -> Double {
    var tangent = derivative(at: u)
    if tangent == .zero { tangent = derivative(at: u < 0.5 ? u + 1e-6 : u - 1e-6) }
    return atan2(tangent.y, tangent.x)
  }

  /// The length between two parameters.
  ///
  /// Gauss and Legendre's rule of five points, on halves until it holds to 10⁻¹².
  func length(from low: Double = 0, to high: Double = 1) -> Double {
    if isStraight { return hypot(p3.x - p0.x, p3.y - p0.y) * (high - low) }
    return length(low, high, rough: quadrature(low, high), depth: 0)
  }

  private func length(_ low: Double, _ high: Double, rough: Double, depth: Int) -> Double {
    let middle = low + (high - low) / 2
    let (left, right) = (quadrature(low, middle), quadrature(middle, high))
    let sum = left + right
    // A sum that does not change by more than its rounding is right; what is no number stays so.
    if depth >= 24 || !sum.isFinite || abs(sum - rough) <= 1e-12 * sum { return sum }
    return length(low, middle, rough: left, depth: depth + 1)
      + length(middle, high, rough: right, depth: depth + 1)
  }

  private func quadrature(_ low: Double, _ high: Double) -> Double {
    let (center, half) = (low + (high - low) / 2, (high - low) / 2)
    func speed(_ u: Double) -> Double {
      let tangent = derivative(at: u)
      return hypot(tangent.x, tangent.y)
    }
    let (near, far) = (0.538_469_310_105_683_1 * half, 0.906_179_845_938_664 * half)
    return half
      * (0.568_888_888_888_888_9 * speed(center)
        + 0.478_628_670_499_366_5 * (speed(center - near) + speed(center + near))
        + 0.236_926_885_056_189_1 * (speed(center - far) + speed(center + far)))
  }

  /// The parameter at which a share of the length lies behind, 0…1.
  func parameter(atShare share: Double, ofLength total: Double) -> Double {
    guard share > 0, total > 0 else { return 0 }
    guard share < 1 else { return 1 }
    if isStraight { return share }
    let target = share * total
    var (low, high) = (0.0, 1.0)
    var u = share
    for _ in 0..<60 {
      let error = length(from: 0, to: u) - target
      if abs(error) <= 1e-13 * total { break }
      if error < 0 { low = u } else { high = u }
      let tangent = derivative(at: u)
      let speed = hypot(tangent.x, tangent.y)
      let next = u - error / speed
      u = next > low && next < high ? next : low + (high - low) / 2
      if high - low < 1e-16 { break }
    }
    return u
  }

  /// The part between two parameters.
  func part(from low: Double, to high: Double) -> Self {
    if isStraight { return Self(from: point(at: low), to: point(at: high)) }
    let (start, end) = (point(at: low), point(at: high))
    let (leaving, arriving) = (derivative(at: low), derivative(at: high))
    let third = (high - low) / 3
    return Self(
      start, Point(x: start.x + leaving.x * third, y: start.y + leaving.y * third),
      Point(x: end.x - arriving.x * third, y: end.y - arriving.y * third), end)
  }

  /// The step of a path that draws it.
  var element: Path.Element {
    isStraight ? .line(p3) : .cubic(control1: p1, control2: p2, end: p3)
  }
}

extension Path {
  /// The pieces of the path, each with whether a subpath starts with it.
  var pieces: [(piece: PathPiece, isFirst: Bool)] {
    var pieces: [(piece: PathPiece, isFirst: Bool)] = []
    var (start, current) = (Point.zero, Point.zero)
    var isFirst = true
    func add(_ piece: PathPiece) {
      pieces.append((piece, isFirst))
      isFirst = false
      current = piece.p3
    }
    for element in elements {
      switch element {
      case .move(let point):
        (start, current) = (point, point)
        isFirst = true
      case .line(let end): add(PathPiece(from: current, to: end))
      case .quadratic(let control, let end):
        add(PathPiece(current, control: control, end: end))
      case .cubic(let control1, let control2, let end):
        add(PathPiece(current, control1, control2, end))
      case .close:
        if current != start { add(PathPiece(from: current, to: start)) }
        isFirst = true
      }
    }
    return pieces
  }

  /// The length of all subpaths, in points.
  public var length: Double { pieces.reduce(0) { $0 + $1.piece.length() } }

  /// The part that a stroke draws: that of the length between two shares of it.
  ///
  /// All subpaths count, one after the other. Shares outside 0…1 count as the nearest end (`rule`);
  /// a start that is not before the end draws nothing. The corresponding properties are
  /// `CAShapeLayer.strokeStart` and `strokeEnd`.
  public func stroked(from start: Double, to end: Double) -> Self {
    let (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
    guard start < end else { return Self() }
    if start == 0, end == 1 { return self }
    let pieces = pieces
    let lengths = pieces.map { $0.piece.length() }
    let total = lengths.reduce(0, +)
    var drawn: [Element] = []
    var passed = 0.0
    var isGap = true
    for ((piece, isFirst), length) in zip(pieces, lengths) {
      let low = (start * total - passed) / length
      let high = (end * total - passed) / length
      passed += length
      guard length > 0, low < 1, high > 0 else { continue }
      let from = piece.parameter(atShare: low, ofLength: length)
      let part = piece.part(from: from, to: piece.parameter(atShare: high, ofLength: length))
      if isGap || isFirst { drawn.append(.move(part.p0)) }
      isGap = false
      drawn.append(part.element)
    }
    return Self(drawn)
  }
}

extension LayerReading {
  /// The path that the stroke of a shape layer draws, by its path, `strokeStart` and `strokeEnd`.
  ///
  /// - Returns: The path, or `nil` if the layer has none or is no shape layer.
  public func strokedPath(of layer: LayerID) -> Path? {
    value(.path, of: layer)?.path?.stroked(
      from: number(PropertyPath(.strokeStart), of: layer),
      to: number(PropertyPath(.strokeEnd), of: layer))
  }
}
