import Gestures
public import Quantities

/// What makes progress of a way: the way that stands for progress 1.
///
/// Ways and travels are fractions of whole numbers until one division makes progress of them. A
/// drag of exactly 30 % therefore is 0.3, whatever the units of the device.
public struct ProgressScale: Hashable, Sendable {
  /// The way that makes progress 1, in device units.
  public let travel: Ratio

  /// The progress of one part of a unit: exact, where the fast way would round twice.
  private let factor: Ratio
  private let multiplier: Int
  private let divisor: Double

  /// The whole numbers up to here are exact as binary numbers.
  private static let largestExact = 1 << 53

  /// Creates a scale.
  ///
  /// - Precondition: The travel is positive.
  public init(travel: Ratio) {
    precondition(travel.numerator > 0, "A travel needs a positive length")
    self.travel = travel
    factor = Ratio(1) / travel / Ratio(Int128(Centroid.partsPerUnit))
    let isSmall = factor.denominator <= Int128(Self.largestExact)
    multiplier = isSmall ? Int(exactly: factor.numerator) ?? 0 : 0
    divisor = Double(factor.denominator)
  }

  /// The progress of a way in 720 720ths of a device unit, rounded once.
  ///
  /// - Parameter way: The way, as ``Pan/travel`` has it.
  /// - Returns: The share of ``travel``, clamped on neither side.
  @inline(__always)
  public func progress(ofParts way: Int) -> Double {
    let (product, overflow) = way.multipliedReportingOverflow(by: multiplier)
    guard !overflow, multiplier != 0, product.magnitude <= Self.largestExact.magnitude else {
      return exactProgress(of: way)
    }
    return Double(product) / divisor
  }

  /// The whole way in 720 720ths of a device unit, rounded.
  var wholeParts: Int {
    let parts = (travel.value * Double(Centroid.partsPerUnit)).rounded()
    return parts < 0x1p62 ? Int(parts) : 1 << 62
  }

  /// The progress of a length in device units, rounded once and clamped on neither side.
  public func progress(of length: Ratio) -> Double {
    (length / travel).value
  }

  /// The velocity in progress per second of one in device units per second.
  public func velocity(of speed: Double) -> Double {
    speed / travel.value
  }

  private func exactProgress(of way: Int) -> Double {
    let (product, overflow) = Int128(way).multipliedReportingOverflow(by: factor.numerator)
    guard !overflow else { return Double(way) * factor.value }
    return Ratio(product, over: factor.denominator).value
  }
}
