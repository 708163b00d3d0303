/// The pace of an animation: how far it is after a fraction of its time.
///
/// A cubic Bézier curve from (0, 0) to (1, 1), or a path of several. Its values leave 0…1 if its
/// control points do. The corresponding Core Animation class is `CAMediaTimingFunction`, which
/// keeps its control points in 32 bits; the values then differ by up to 2·10⁻⁸.
public struct TimingCurve: Hashable, Sendable {
  /// The first piece.
  private let first: CubicPiece

  /// The pieces after the first.
  private let rest: [CubicPiece]

  /// Creates a curve of two control points.
  ///
  /// Fails unless x1 and x2 are 0…1 and all are finite.
  public init?(x1: Double, y1: Double, x2: Double, y2: Double) {
    guard
      let piece = CubicPiece(
        start: Self.start, control1: CubicPiece.Point(x: x1, y: y1),
        control2: CubicPiece.Point(x: x2, y: y2), end: Self.end)
    else { return nil }
    first = piece
    rest = []
  }

  /// Reads a name such as `ease-in-out`, control points, or a path.
  ///
  /// Control points are written as in CSS, `cubic-bezier(0.4, 0, 0.2, 1)`; a path of cubic pieces
  /// as in SVG, `M0,0 C0.1,0 0.2,0.5 0.4,0.5 C0.6,0.5 0.8,1 1,1`.
  ///
  /// Fails if the text is none of these, or if the curve does not lead from (0, 0) to (1, 1) with
  /// one value at each moment.
  public init?(_ text: some StringProtocol) {
    if let curve = Self.named.first(where: { $0.key == text })?.value {
      self = curve
    } else if text.hasPrefix("cubic-bezier("), text.hasSuffix(")") {
      let numbers = text.dropFirst("cubic-bezier(".count).dropLast()
        .split(separator: ",", omittingEmptySubsequences: false)
        .map { Double(plain: $0.split(separator: " ").joined(separator: " ")) }
      guard numbers.count == 4, let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2],
        let y2 = numbers[3]
      else { return nil }
      self.init(x1: x1, y1: y1, x2: x2, y2: y2)
    } else {
      self.init(path: text)
    }
  }

  /// The constant pace.
  public static var linear: Self { Self(0, 0, 1, 1) }

  /// The pace of CSS by default, and of Core Animation under the name `default`.
  ///
  /// The control points of this one and of the other named ones up to ``easeInOut`` are those of
  /// CSS Easing Functions, which Core Animation shares.
  public static var ease: Self { Self(0.25, 0.1, 0.25, 1) }

  /// The pace that starts slowly.
  public static var easeIn: Self { Self(0.42, 0, 1, 1) }

  /// The pace that ends slowly.
  public static var easeOut: Self { Self(0, 0, 0.58, 1) }

  /// The pace that starts and ends slowly, Core Animation's `easeInEaseOut`.
  public static var easeInOut: Self { Self(0.42, 0, 0.58, 1) }

  /// Android's pace for what moves within the screen.
  ///
  /// The numbers of this one and of the two below are those of the resources of the same name.
  public static var fastOutSlowIn: Self { Self(0.4, 0, 0.2, 1) }

  /// Android's pace for what enters the screen.
  public static var linearOutSlowIn: Self { Self(0, 0, 0.2, 1) }

  /// Android's pace for what leaves the screen.
  public static var fastOutLinearIn: Self { Self(0.4, 0, 1, 1) }

  /// Android's pace for what fills the screen, of two pieces.
  ///
  /// The numbers are those of the resource `fast_out_extra_slow_in`.
  public static var fastOutExtraSlowIn: Self {
    let joint = CubicPiece.Point(x: 0.166666, y: 0.4)
    return Self(
      CubicPiece(
        start: start, control1: CubicPiece.Point(x: 0.05, y: 0),
        control2: CubicPiece.Point(x: 0.133333, y: 0.06), end: joint),
      CubicPiece(
        start: joint, control1: CubicPiece.Point(x: 0.208333, y: 0.82),
        control2: CubicPiece.Point(x: 0.25, y: 1), end: end))
  }

  /// The curves that have a name, with it.
  public static var named: KeyValuePairs<String, Self> {
    [
      "linear": linear, "ease": ease, "ease-in": easeIn, "ease-out": easeOut,
      "ease-in-out": easeInOut, "fast-out-slow-in": fastOutSlowIn,
      "linear-out-slow-in": linearOutSlowIn, "fast-out-linear-in": fastOutLinearIn,
      "fast-out-extra-slow-in": fastOutExtraSlowIn,
    ]
  }

  /// The value at a fraction of the time; a fraction outside 0…1 counts as the nearest end.
  ///
  /// Right to 10⁻⁹, exact at the ends; not a number for what is not a number.
  ///
  /// - Complexity: O(1) for a cubic curve, without allocation; linear in the pieces of a path.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return x.isNaN ? .nan : 0 }
    guard x < 1 else { return 1 }
    return isStraight ? x : piece(at: x).value(at: x)
  }

  /// The value at a fraction of the time, continued outside 0…1 along the tangents at the ends.
  ///
  /// The rule is that of CSS Easing Functions: the line to the nearest control point, or to the
  /// other if that one is at the same moment as the end; failing both, the value of the end.
  public func extrapolatedValue(at x: Double) -> Double {
    if x < 0 {
      let slope = Self.slope(from: first.start, to: first.control1, or: first.control2)
      return slope == 0 ? 0 : slope * x
    } else if x > 1 {
      let slope = Self.slope(from: last.end, to: last.control2, or: last.control1)
      return slope == 0 ? 1 : 1 + slope * (x - 1)
    } else {
      return value(at: x)
    }
  }

  /// The slope at a fraction of the time: how much faster than a constant pace it is.
  ///
  /// At the ends, that of the curve inside; outside 0…1, where the value stays, 0. Infinite where
  /// the tangent is vertical.
  ///
  /// - Complexity: As that of ``value(at:)``.
  public func slope(at x: Double) -> Double {
    guard x >= 0, x <= 1 else { return x.isNaN ? .nan : 0 }
    return isStraight ? 1 : piece(at: x).slope(at: x)
  }

  /// The two control points, or `nil` for a path of several pieces.
  public var controlPoints: (x1: Double, y1: Double, x2: Double, y2: Double)? {
    rest.isEmpty
      ? (first.control1.x, first.control1.y, first.control2.x, first.control2.y) : nil
  }

  private static var start: CubicPiece.Point { CubicPiece.Point(x: 0, y: 0) }
  private static var end: CubicPiece.Point { CubicPiece.Point(x: 1, y: 1) }

  private init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.init(
      CubicPiece(
        start: Self.start, control1: CubicPiece.Point(x: x1, y: y1),
        control2: CubicPiece.Point(x: x2, y: y2), end: Self.end))
  }

  /// Creates a curve of pieces that are written in this file.
  private init(_ pieces: CubicPiece?...) {
    let pieces = pieces.compactMap(\.self)
    guard let first = pieces.first else { preconditionFailure("A timing curve grows in time") }
    self.first = first
    rest = Array(pieces.dropFirst())
  }

  /// The last piece.
  private var last: CubicPiece { rest.last ?? first }

  /// Whether the curve is its own diagonal.
  private var isStraight: Bool {
    rest.isEmpty && first.control1.x == first.control1.y && first.control2.x == first.control2.y
  }

  /// The piece that a moment within 0…1 lies in.
  private func piece(at x: Double) -> CubicPiece {
    guard x > first.end.x else { return first }
    return rest.first { x <= $0.end.x } ?? last
  }

  private static func slope(
    from end: CubicPiece.Point, to near: CubicPiece.Point, or far: CubicPiece.Point
  ) -> Double {
    let control = near.x != end.x ? near : far
    return control.x == end.x ? 0 : (control.y - end.y) / (control.x - end.x)
  }
}

extension TimingCurve: CustomStringConvertible {
  public var description: String {
    if let name = Self.named.first(where: { $0.value == self })?.key { return name }
    let numbers = [first.control1.x, first.control1.y, first.control2.x, first.control2.y]
    guard rest.isEmpty else { return path }
    return "cubic-bezier(\(numbers.map(\.plainText).joined(separator: ", ")))"
  }

  /// The curve as SVG writes a path.
  private var path: String {
    ([first] + rest).reduce("M0,0") { path, piece in
      let points = [piece.control1, piece.control2, piece.end]
        .map { "\($0.x.plainText),\($0.y.plainText)" }
      return path + " C" + points.joined(separator: " ")
    }
  }

  /// Reads a path of cubic pieces in absolute coordinates.
  private init?(path text: some StringProtocol) {
    let parts = text.split(separator: "C", omittingEmptySubsequences: false)
      .map { $0.split { $0 == " " || $0 == "," } }
    // "M0,0" or "M 0 0".
    guard let move = parts.first, text.hasPrefix("M"),
      move.joined(separator: " ").dropFirst().split(separator: " ").map({ Double(plain: $0) })
        == [0, 0]
    else { return nil }

    var pieces: [CubicPiece] = []
    var start = Self.start
    for part in parts.dropFirst() {
      let numbers = part.compactMap { Double(plain: $0) }
      guard numbers.count == part.count, !numbers.isEmpty, numbers.count.isMultiple(of: 6) else {
        return nil
      }
      for index in stride(from: 0, to: numbers.count, by: 6) {
        let points = stride(from: index, to: index + 6, by: 2)
          .map { CubicPiece.Point(x: numbers[$0], y: numbers[$0 + 1]) }
        guard
          let piece = CubicPiece(
            start: start, control1: points[0], control2: points[1], end: points[2])
        else { return nil }
        pieces.append(piece)
        start = piece.end
      }
    }
    guard let first = pieces.first, start == Self.end else { return nil }
    self.first = first
    rest = Array(pieces.dropFirst())
  }
}

extension Double {
  /// Reads a decimal number; unlike the standard library's, no hexadecimal, infinity or NaN.
  init?(plain text: some StringProtocol) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let value = Double(text), value.isFinite else { return nil }
    self = value
  }

  /// The shortest text that reads back as the number, a whole one without a point.
  var plainText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
