import Simulation

/// The field of a plot: what a value is in its units, 1000 across and 1000 down.
///
/// The picture is stretched to the field, whatever its size; words stand beside it as HTML, so that
/// they keep their size on a narrow screen.
struct PlotFrame {
  /// The units across and down.
  static let size = 1000.0

  /// The values at the left and the right end.
  let across: ClosedRange<Double>

  /// The values at the bottom and the top end.
  let up: ClosedRange<Double>

  /// Creates a field; a range without an extent gets one.
  init(across: ClosedRange<Double>, up: ClosedRange<Double>) {
    self.across = Self.widened(across)
    self.up = Self.widened(up)
  }

  private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    range.upperBound - range.lowerBound > 1e-9
      ? range : range.lowerBound...(range.lowerBound + 1)
  }

  /// Where a value is across, in units.
  func x(_ value: Double) -> Double {
    Self.size * (value - across.lowerBound) / (across.upperBound - across.lowerBound)
  }

  /// Where a value is down, in units.
  func y(_ value: Double) -> Double {
    Self.size * (up.upperBound - value) / (up.upperBound - up.lowerBound)
  }

  /// How many units down a value of 1 more is.
  var stepDown: Double { -Self.size / (up.upperBound - up.lowerBound) }

  /// The points of a line through some values; those that are not finite are left out.
  func points(_ values: some Sequence<(Double, Double)>) -> String {
    values.compactMap { across, up -> String? in
      guard across.isFinite, up.isFinite else { return nil }
      // Far outside it is all the same, and no picture holds any number.
      let y = max(-20 * Self.size, min(20 * Self.size, y(up)))
      return "\(Self.text(x(across))),\(Self.text(y))"
    }.joined(separator: " ")
  }

  /// A place in units as text.
  static func text(_ value: Double) -> String { DecimalText.fixed(value, places: 1) }

  /// A place in units as a share of the field, for HTML.
  static func share(_ value: Double) -> String {
    DecimalText.fixed(value / size * 100, places: 2) + "%"
  }

  /// Round values within a range, a few of them.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - most: How many at most, 2 or more.
  /// - Returns: The values, and how many digits behind the point they have.
  static func ticks(
    _ range: ClosedRange<Double>, most: Int
  ) -> (values: [Double], places: Int) {
    let length = range.upperBound - range.lowerBound
    guard length > 0, length.isFinite else { return ([range.lowerBound], 1) }
    var power = -6
    var scale = 1e-6
    while power < 12 {
      for factor in [1.0, 2, 5] {
        let step = factor * scale
        let first = (range.lowerBound / step).rounded(.up)
        let last = (range.upperBound / step).rounded(.down)
        if last - first + 1 <= Double(most), first.magnitude < 1e15 {
          let count = Int(max(0, last - first + 1))
          return ((0..<count).map { (first + Double($0)) * step }, max(0, -power))
        }
      }
      power += 1
      scale *= 10
    }
    return ([], 0)
  }
}
