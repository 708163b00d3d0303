public import Quantities

/// A line of straight and curved pieces, as Core Graphics draws it.
public struct Path: Hashable, Sendable {
  /// A step of a path.
  public enum Element: Hashable, Sendable {
    /// Starts a subpath.
    case move(Point)

    /// Goes straight to a point.
    case line(Point)

    /// Goes to a point along a parabola.
    case quadratic(control: Point, end: Point)

    /// Goes to a point along a cubic Bézier curve.
    case cubic(control1: Point, control2: Point, end: Point)

    /// Goes straight to where the subpath started.
    case close
  }

  /// The steps, the first of which is a move.
  public var elements: [Element]

  /// Creates a path of steps.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The path around a rectangle, clockwise from its origin.
  public init(_ rect: Rect) {
    self.init([
      .move(rect.origin), .line(Point(x: rect.origin.x + rect.size.width, y: rect.origin.y)),
      .line(Point(x: rect.origin.x + rect.size.width, y: rect.origin.y + rect.size.height)),
      .line(Point(x: rect.origin.x, y: rect.origin.y + rect.size.height)), .close,
    ])
  }

  /// The path along points, straight from each to the next.
  public init(through points: [Point], isClosed: Bool = false) {
    self.init(
      points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
        + (isClosed && !points.isEmpty ? [.close] : []))
  }

  /// The path around an ellipse, clockwise from the middle of the right edge.
  ///
  /// Four cubic curves with control points at 0.5523 of the half axes, as Core Graphics has them.
  public init(ellipseIn rect: Rect) {
    let (a, b) = (rect.size.width / 2, rect.size.height / 2)
    let center = rect.center
    // 4/3·(√2 − 1)
    let k = 0.552_284_749_830_793_4
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + a * x, y: center.y + b * y)
    }
    self.init([
      .move(point(1, 0)),
      .cubic(control1: point(1, k), control2: point(k, 1), end: point(0, 1)),
      .cubic(control1: point(-k, 1), control2: point(-1, k), end: point(-1, 0)),
      .cubic(control1: point(-1, -k), control2: point(-k, -1), end: point(0, -1)),
      .cubic(control1: point(k, -1), control2: point(1, -k), end: point(1, 0)),
      .close,
    ])
  }

  /// The coordinates of all points, in the order of the steps.
  var coordinates: [Double] {
    elements.flatMap { element -> [Double] in
      switch element {
      case .move(let end), .line(let end): [end.x, end.y]
      case .quadratic(let control, let end): [control.x, control.y, end.x, end.y]
      case .cubic(let control1, let control2, let end):
        [control1.x, control1.y, control2.x, control2.y, end.x, end.y]
      case .close: []
      }
    }
  }

  /// Whether another path has steps of the same kinds, so that points can go from one to the other.
  func isCongruent(to other: Self) -> Bool {
    elements.count == other.elements.count
      && zip(elements, other.elements).allSatisfy { left, right in
        switch (left, right) {
        case (.move, .move), (.line, .line), (.quadratic, .quadratic), (.cubic, .cubic),
          (.close, .close):
          true
        case (.move, _), (.line, _), (.quadratic, _), (.cubic, _), (.close, _): false
        }
      }
  }

  /// The path of the same steps with other coordinates; those left out stay.
  func with(coordinates: some Sequence<Double>) -> Self {
    var numbers = coordinates.makeIterator()
    func next(_ point: Point) -> Point {
      let x = numbers.next() ?? point.x
      return Point(x: x, y: numbers.next() ?? point.y)
    }
    return Self(
      elements.map { element in
        switch element {
        case .move(let end): return .move(next(end))
        case .line(let end): return .line(next(end))
        case .quadratic(let control, let end):
          let control = next(control)
          return .quadratic(control: control, end: next(end))
        case .cubic(let control1, let control2, let end):
          let control1 = next(control1)
          let control2 = next(control2)
          return .cubic(control1: control1, control2: control2, end: next(end))
        case .close: return .close
        }
      })
  }
}
