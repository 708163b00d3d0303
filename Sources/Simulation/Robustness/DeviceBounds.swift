/// How badly a device, or the machine that reads it, may report a gesture.
public struct DeviceBounds: Hashable, Sendable {
  /// The slowest and the fastest rate that it looks at the fingers with, in Hz; each 10…1000.
  public var rates: ClosedRange<Double>

  /// The largest share of the reports that are lost, be it in a row, 0…0.3.
  ///
  /// The one in which the fingers land and the one in which they lift are not.
  public var lost: Double

  /// How far a time stamp may be off, either way, in seconds, 0…0.1; none is before the one in
  /// front of it.
  public var jitter: Double

  /// Creates bounds; by default those of a slow phone and of a fast touchpad, a tenth of the reports
  /// lost, and time stamps off by a report of the fast one.
  public init(rates: ClosedRange<Double> = 30...125, lost: Double = 0.1, jitter: Double = 0.008) {
    self.rates = rates
    self.lost = lost
    self.jitter = jitter
  }

  /// The same bounds for parts of the rates, which overlap at their ends.
  ///
  /// A device has one rate in a gesture: a slow one has long intervals, a fast one may lose many
  /// reports in a row, and none does both.
  var slices: [Self] {
    var slices: [Self] = []
    var low = rates.lowerBound
    while true {
      let high = min(low * Self.sliceRatio, rates.upperBound)
      slices.append(Self(rates: low...high, lost: lost, jitter: jitter))
      guard high < rates.upperBound else { return slices }
      low = high
    }
  }

  /// How much the rates of a slice differ.
  private static let sliceRatio = 1.2

  /// The shortest time between two looks, in seconds.
  var shortestInterval: Double { 1 / rates.upperBound }

  /// The longest time between two looks, in seconds.
  var longestInterval: Double { 1 / rates.lowerBound }

  /// The longest time between two reports of a gesture, in seconds: all that may be lost in a row.
  ///
  /// Of n looks ⌊lost · n⌋ may be, and a gesture of t seconds has t / interval + 2 at most.
  func longestGap(in duration: Double) -> Double {
    let share = (duration + 2 * longestInterval) * lost
    return (share + longestInterval) * (1 + 1e-9)
  }
}
