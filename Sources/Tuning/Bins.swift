import Glibc

/// Bins of one width that cover a range, with edges that read well: whole multiples of 1, 2 or 5
/// times a power of ten.
///
/// A value on an edge belongs to the bin above it.
public struct Bins: Hashable, Sendable {
  /// The edges, rising, one more than there are bins.
  public let edges: [Double]

  /// The width of a bin.
  public let width: Double

  /// How many bins there are.
  public var count: Int { edges.count - 1 }

  /// Creates the narrowest bins of which a few cover a range.
  ///
  /// - Parameters:
  ///   - range: The range, of finite numbers.
  ///   - most: The most bins, 2 or more.
  public init(covering range: ClosedRange<Double>, atMost most: Int) {
    let (least, largest) = (range.lowerBound, range.upperBound)
    let magnitude = max(least.magnitude, largest.magnitude)
    // Numbers that are all but the same must not take more digits than a number has.
    let narrowest =
      least == largest
      ? (magnitude == 0 ? 1 : magnitude / Double(most))
      : max(largest / Double(most) - least / Double(most), magnitude * 1e-9)
    var power = Int(log10(max(narrowest, .leastNormalMagnitude)).rounded(.down)) - 1
    var step = 0
    while true {
      let digit = [1, 2, 5][step]
      let width = Self.number(digit, power)
      let first = Self.index(of: least, digit, power)
      let last = Self.index(of: largest, digit, power)
      if width.isFinite, let first, let last, last - first < most {
        self.width = width
        edges = (first...(last + 1)).map { Self.number($0 * digit, power) }
        return
      }
      step = (step + 1) % 3
      if step == 0 { power += 1 }
    }
  }

  /// The bin that a value is in, or `nil` if it is in none.
  public func index(of value: Double) -> Int? {
    guard let first = edges.first, let last = edges.last, value >= first, value < last else {
      return nil
    }
    return edges.firstIndex { $0 > value }.map { $0 - 1 }
  }

  /// Counts the values in each bin.
  public func counts(_ values: [Double]) -> [Int] {
    var counts = Array(repeating: 0, count: count)
    for value in values {
      if let index = index(of: value) { counts[index] += 1 }
    }
    return counts
  }

  /// The binary number nearest to a decimal one, so that edges are those that people read.
  private static func number(_ digits: Int, _ power: Int) -> Double {
    Double("\(digits)e\(power)") ?? 0
  }

  /// The last edge that is not above a value, as a multiple of the width; `nil` if there are too
  /// many before it.
  private static func index(of value: Double, _ digit: Int, _ power: Int) -> Int? {
    let place = (value / number(digit, power)).rounded(.down)
    guard place.magnitude < 1e12 else { return nil }
    var index = Int(place)
    // The division is rounded, the edges are what they read as.
    if number((index + 1) * digit, power) <= value { index += 1 }
    if number(index * digit, power) > value { index -= 1 }
    return index
  }
}
