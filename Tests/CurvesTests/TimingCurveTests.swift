import Curves
import TestSupport
import Testing

@Suite struct TimingCurveTests {
  /// Control points that are multiples of 1/16, so that points of the curve are exact numbers.
  ///
  /// The last four have vertical tangents: inside, at the start, at the end, and at both.
  static let exactPoints: [[Double]] = [
    [0.25, 0.125, 0.25, 1], [0.75, -0.5, 0.25, 1.5], [0.5, 0, 0.5, 1], [0, 0, 1, 1],
    [1, 0.25, 0, 0.75], [0, 1, 0.25, 1], [0.75, 0, 1, 0.5], [0, 1, 1, 0],
  ]

  static let names = TimingCurve.named.map(\.key)

  @Test(arguments: exactPoints)
  func `the value at the x of a point of the curve is its y`(points: [Double]) throws {
    let curve = try #require(
      TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    for step in 0...1024 {
      let u = Double(step) / 1024
      let x = Self.bezier(points[0], points[2], at: u)
      let y = Self.bezier(points[1], points[3], at: u)
      // x and y are exact; what is left is the error of the solver. 10⁻⁹ is required.
      #expect(abs(curve.value(at: x) - y) < 1e-13, "at \(x)")
    }
  }

  @Test(arguments: [1e-18, 1e-9, 0.1, 0.5, 0.9, 1 - 1e-9, 1.nextDown])
  func `a curve with vertical tangents keeps its digits near them`(x: Double) throws {
    // x = 3u² − 2u³ and y = 3u − 6u² + 4u³ for (0, 1, 1, 0).
    let curve = try #require(TimingCurve(x1: 0, y1: 1, x2: 1, y2: 0))
    let y = curve.value(at: x)
    #expect(y > 0)
    #expect(y < 1)
    #expect(abs(y + curve.value(at: 1 - x) - 1) < 1e-7)
    if x < 1e-6 { #expect(abs(y / (3 * (x / 3).squareRoot()) - 1) < 1e-4) }
  }

  @Test(arguments: names)
  func `the ends are exact and the way between them never falls`(name: String) throws {
    let curve = try #require(TimingCurve(name))
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    var last = 0.0
    for step in 1...1000 {
      let value = curve.value(at: Double(step) / 1000)
      #expect(value >= last)
      last = value
    }
  }

  @Test func `the linear curve gives back its input`() {
    for step in 0...1000 {
      let x = Double(step) / 1000
      #expect(TimingCurve.linear.value(at: x) == x)
      #expect(TimingCurve.linear.slope(at: x) == 1)
    }
  }

  @Test func `mirrored control points mirror the curve`() {
    for step in 0...100 {
      let x = Double(step) / 100
      let (start, end) = (TimingCurve.easeIn.value(at: x), TimingCurve.easeOut.value(at: 1 - x))
      #expect(abs(start + end - 1) < 1e-12)
      let both = TimingCurve.easeInOut
      #expect(abs(both.value(at: x) + both.value(at: 1 - x) - 1) < 1e-12)
    }
  }

  @Test(arguments: names)
  func `the slope is the change of the value`(name: String) throws {
    let curve = try #require(TimingCurve(name))
    for step in 1..<200 {
      let x = Double(step) / 200
      let change = (curve.value(at: x + 1e-6) - curve.value(at: x - 1e-6)) / 2e-6
      // The curvature of the steepest named curve is about 100, its third derivative below 10⁵.
      #expect(abs(curve.slope(at: x) - change) < 1e-5, "at \(x)")
    }
  }

  @Test(
    arguments: [
      // Along the near control point, the far one, and none of both.
      ([0.25, 0.5, 0.5, 1], 2, 0), ([0, 0, 0.5, 0.25], 0.5, 1.5), ([0, 0, 0, 0], 1, 1),
      ([1, 1, 1, 1], 1, 1), ([0.5, 0.25, 1, 1], 0.5, 1.5),
      // Straight up, or down.
      ([0, 1, 0.5, 1], .infinity, 0), ([0, -1, 0.5, 1], -.infinity, 0),
      ([0.5, 0, 1, 0.5], 0, .infinity), ([0.5, 0, 1, 2], 0, -.infinity),
      ([0, 0, 0, 1], .infinity, 0), ([1, 0, 1, 1], 0, .infinity),
      ([1, 2, 1, 1], 2, -.infinity),
    ] as [([Double], Double, Double)]
  )
  func `the slope at the ends is that of the tangent`(
    points: [Double], atStart: Double, atEnd: Double
  ) throws {
    let curve = try #require(
      TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    #expect(curve.slope(at: 0) == atStart)
    #expect(curve.slope(at: 1) == atEnd)
  }

  @Test func `the slope is infinite at a vertical tangent inside`() throws {
    let curve = try #require(TimingCurve(x1: 1, y1: 0.25, x2: 0, y2: 0.75))
    #expect(curve.slope(at: 0.5) == .infinity)
    #expect(curve.slope(at: 0.25).isFinite)
  }

  @Test(arguments: names)
  func `a fraction outside of the range counts as the nearest end`(name: String) throws {
    let curve = try #require(TimingCurve(name))
    for x in [-0.1, -1e300, -.infinity] {
      #expect(curve.value(at: x) == 0)
      #expect(curve.slope(at: x) == 0)
    }
    for x in [1.1, 1e300, .infinity] {
      #expect(curve.value(at: x) == 1)
      #expect(curve.slope(at: x) == 0)
    }
    #expect(curve.value(at: .nan).isNaN)
    #expect(curve.slope(at: .nan).isNaN)
    #expect(curve.extrapolatedValue(at: .nan).isNaN)
  }

  @Test(
    arguments: [
      ([0.25, 0.5, 0.5, 1], -1, -2), ([0, 5, 0.5, 1], -1, -2), ([0, 5, 0, 5], -1, 0),
      ([0.5, 0, 0.75, 0.5], 2, 3), ([0.5, 0, 1, 5], 2, 3), ([1, 5, 1, 5], 2, 1),
      ([0.25, 0, 0.5, 1], -.infinity, 0), ([0.25, 0, 0.5, 1], .infinity, 1),
      ([0.25, 1, 0.5, 1], -.infinity, -.infinity),
    ] as [([Double], Double, Double)]
  )
  func `a continued curve is straight outside`(points: [Double], x: Double, y: Double) throws {
    let curve = try #require(
      TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    #expect(curve.extrapolatedValue(at: x) == y)
  }

  @Test func `a continued curve is the curve inside`() {
    let curve = TimingCurve.ease
    for x in [0, 0.3, 1] { #expect(curve.extrapolatedValue(at: x) == curve.value(at: x)) }
  }

  @Test func `a path of two halves of a curve is that curve`() throws {
    // The halves of (0.25, 0.125, 0.25, 1), by de Casteljau's division at the middle.
    let whole = try #require(TimingCurve(x1: 0.25, y1: 0.125, x2: 0.25, y2: 1))
    let halves = try #require(
      TimingCurve(
        "M 0 0 C 0.125,0.0625 0.1875,0.3125 0.3125,0.546875 0.4375,0.78125 0.625,1 1,1"))
    for step in 0...100 {
      let x = Double(step) / 100
      #expect(abs(whole.value(at: x) - halves.value(at: x)) < 1e-12)
    }
    #expect(halves.extrapolatedValue(at: -1) == whole.extrapolatedValue(at: -1))
    #expect(halves.extrapolatedValue(at: 2) == whole.extrapolatedValue(at: 2))
  }

  @Test(
    arguments: names + [
      "cubic-bezier(0.68, -0.55, 0.265, 1.55)", "cubic-bezier(0.1, 1e-07, 1, 123456.789)",
      "M0,0 C0.1,0 0.2,0.5 0.4,0.5 C0.6,0.5 0.8,1 1,1",
    ])
  func `a description reads back as itself`(text: String) throws {
    #expect(try #require(TimingCurve(text)).description == text)
  }

  @Test func `control points of a named curve have its name`() {
    #expect(TimingCurve("cubic-bezier(.42,0,.58,1)") == .easeInOut)
    #expect(TimingCurve(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)?.description == "ease")
  }

  @Test(arguments: [
    "", "eas", "Ease", "ease ", "cubic-bezier", "cubic-bezier()", "cubic-bezier(0,0,1)",
    "cubic-bezier(0,0,1,1,)", "cubic-bezier(0,0,1,1", "cubic-bezier(0,0,1,1))",
    "cubic-bezier(0 0,0,1,1)", "cubic-bezier(-0.1,0,1,1)", "cubic-bezier(0,0,1.1,1)",
    "cubic-bezier(0,nan,1,1)", "cubic-bezier(0,inf,1,1)", "cubic-bezier(0,0x1,1,1)",
    "cubic-bezier(0,1e999,1,1)", "cubic-bezier(0,,1,1)", "M", "M0,0", "M0,0 C", "C0,0 1,1 1,1",
    "M0,0 C0,0 1,1", "M0,0 C0,0 1,1 1,1,1", "M0,0 C0,0 1,1 0.9,1", "M0,1 C0,0 1,1 1,1",
    "M0,0 C0,0 0.6,1 0.5,1 C0.5,1 1,1 1,1", "M0,0 C0,0 0,1 0,1 C0,1 1,1 1,1",
    "M0,0 L1,1", "M0,0 C0,0 x,1 1,1", "M0,0,0 C0,0 1,1 1,1", "M0,0 C0,0 1,1 1,1 Z",
  ])
  func `a text that is no curve is refused`(text: String) {
    #expect(TimingCurve(text) == nil)
  }

  @Test(
    arguments: [
      [-0.001, 0, 1, 1], [1.001, 0, 1, 1], [0, 0, -0.001, 1], [0, 0, 1.001, 1], [.nan, 0, 1, 1],
      [0, .nan, 1, 1], [0, 0, .nan, 1], [0, 0, 1, .infinity], [0, -.infinity, 1, .infinity],
    ] as [[Double]]
  )
  func `control points that do not grow in time are refused`(points: [Double]) {
    #expect(TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]) == nil)
  }

  @Test func `a seeded search finds the value of any curve`() throws {
    var random = Seeded(7)
    for _ in 0..<2000 {
      let points = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
      let x = Double.random(in: 0...1, using: &random)
      let curve = try #require(
        TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
      // Plain bisection on the parameter.
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if Self.bezier(points[0], points[2], at: middle) < x { low = middle } else { high = middle }
      }
      #expect(abs(curve.value(at: x) - Self.bezier(points[1], points[3], at: low)) < 1e-9)
    }
  }

  /// The coordinate of a cubic curve from 0 to 1 at a parameter.
  private static func bezier(_ first: Double, _ second: Double, at u: Double) -> Double {
    let w = 1 - u
    return 3 * w * w * u * first + 3 * w * u * u * second + u * u * u
  }
}
