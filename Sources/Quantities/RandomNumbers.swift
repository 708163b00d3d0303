/// A sequence of random numbers that is the same on every machine.
///
/// All arithmetic here and in what makes gestures of it is + − × ÷ and square roots, which IEEE 754
/// rounds exactly: the last bit of a sine or a logarithm differs between versions of libm.
package struct RandomNumbers: Sendable {
  private var state: UInt64

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - seed: What a person chose.
  ///   - purpose: What the numbers are for. Each purpose has numbers of its own, so that more noise
  ///     does not change the order in which fingers land.
  package init(seed: UInt64, for purpose: UInt64) {
    state = Self.mixed(Self.mixed(seed) ^ (purpose &* 0xd134_2543_de82_ef95))
  }

  /// The next 64 bits: SplitMix64, by Steele, Lea and Flood.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Self.mixed(state)
  }

  /// The next number of 0..<1, all equally likely.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// The next number of −1..<1, all equally likely.
  package mutating func signed() -> Double {
    2 * unit() - 1
  }

  /// The next number of a normal distribution: the sum of twelve equally likely ones.
  ///
  /// Its mean is 0, its standard deviation 1, and it never leaves ±6.
  package mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + unit() }
  }

  /// The next number of a triangular distribution.
  ///
  /// - Parameters:
  ///   - range: The smallest and the largest number.
  ///   - mode: The most likely one, within the range.
  /// - Returns: The number.
  package mutating func triangular(_ range: ClosedRange<Double>, mode: Double) -> Double {
    let width = range.upperBound - range.lowerBound
    guard width > 0 else { return range.lowerBound }
    let share = (mode - range.lowerBound) / width
    let u = unit()
    return u < share
      ? range.lowerBound + width * (u * share).squareRoot()
      : range.upperBound - width * ((1 - u) * (1 - share)).squareRoot()
  }

  /// The next whole number of 0..<count, all equally likely.
  ///
  /// - Precondition: The count is positive.
  package mutating func index(below count: Int) -> Int {
    precondition(count > 0, "There is no index below 0")
    // Lemire's multiplication; what would be favored is drawn again.
    let range = UInt64(count)
    var product = next().multipliedFullWidth(by: range)
    if product.low < range {
      let uneven = (0 &- range) % range
      while product.low < uneven { product = next().multipliedFullWidth(by: range) }
    }
    return Int(product.high)
  }

  /// Puts elements in an order that is as likely as any other.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, index(below: last + 1))
    }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
