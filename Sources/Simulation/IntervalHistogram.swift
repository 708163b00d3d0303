/// Intervals of time, counted in bins, so that any number of them takes the same memory.
///
/// A bin is 0.1 ms wide; all intervals of 200 ms and more share one. What is read from a bin is the
/// mean of the intervals in it, so that intervals that are all alike read as they are, and others
/// to 0.1 ms.
///
/// - Complexity: O(1) an interval, 32 KB in all once there is one.
public struct IntervalHistogram: Sendable {
  /// The width of a bin.
  public static let resolution = Duration.microseconds(100)

  /// The bins before the one of all longer intervals.
  private static let bins = 2000

  /// The intervals of a bin.
  private struct Bin {
    var count = 0
    /// The sum of the intervals in nanoseconds: exact for the first 100 days of them.
    var sum = 0.0

    /// The mean of the intervals in milliseconds; there is one at least.
    var mean: Double { sum / Double(count) / 1e6 }
  }

  /// How many intervals there are.
  public private(set) var count = 0

  /// The shortest interval in milliseconds.
  public private(set) var shortest: Double?

  /// The longest interval in milliseconds.
  public private(set) var longest: Double?

  private var bins: [Bin] = []
  /// The bins that have intervals lie among these.
  private var used = 0..<0

  /// Creates a histogram without intervals.
  init() {}

  /// Adds an interval.
  ///
  /// - Parameter nanoseconds: Its length; a negative one counts as 0.
  mutating func add(nanoseconds: Int64) {
    if bins.isEmpty { bins = Array(repeating: Bin(), count: Self.bins + 1) }
    let nanoseconds = max(0, nanoseconds)
    let milliseconds = Double(nanoseconds) / 1e6
    let place = Int(min(nanoseconds / 100_000, Int64(Self.bins)))
    used =
      used.isEmpty
      ? place..<place + 1 : min(used.lowerBound, place)..<max(used.upperBound, place + 1)
    bins[place].count &+= 1
    bins[place].sum += Double(nanoseconds)
    count &+= 1
    shortest = min(shortest ?? milliseconds, milliseconds)
    longest = max(longest ?? milliseconds, milliseconds)
  }

  /// Removes all intervals; the room for them stays.
  ///
  /// - Complexity: O(1), and not more than the range of the intervals.
  mutating func removeAll() {
    for place in used { bins[place] = Bin() }
    (used, count, shortest, longest) = (0..<0, 0, nil, nil)
  }

  /// The median in milliseconds, the lower one of two; `nil` without an interval.
  public var median: Double? {
    Self.quantile(0.5, of: means, count)
  }

  /// The interval in milliseconds that 95 % do not exceed; `nil` without an interval.
  public var percentile95: Double? {
    Self.quantile(0.95, of: means, count)
  }

  /// How far the intervals are from their median.
  public struct Deviation: Hashable, Sendable {
    /// The median of the deviations, in milliseconds.
    public let median: Double

    /// The deviation that 95 % of the intervals do not exceed, in milliseconds.
    public let percentile95: Double

    /// The largest deviation, in milliseconds.
    public let largest: Double
  }

  /// How far the intervals are from their median, either way; `nil` without an interval.
  ///
  /// - Complexity: O(1): all bins are put in the order of their deviation.
  public var deviation: Deviation? {
    guard let middle = median, let shortest, let longest else { return nil }
    let deviations = means.map { (($0.value - middle).magnitude, $0.count) }
      .sorted { $0.0 < $1.0 }
    guard let median = Self.quantile(0.5, of: deviations, count),
      let percentile95 = Self.quantile(0.95, of: deviations, count)
    else { return nil }
    let largest = max(longest - middle, middle - shortest)
    return Deviation(
      median: min(median, largest), percentile95: min(percentile95, largest), largest: largest)
  }

  /// What is read from each bin that has intervals, in the order of the bins, and how many it has.
  private var means: some Sequence<(value: Double, count: Int)> {
    bins[used].lazy.filter { $0.count > 0 }.map { (value: $0.mean, count: $0.count) }
  }

  /// The first value that a share of all does not exceed, of values in their order.
  private static func quantile(
    _ share: Double, of values: some Sequence<(value: Double, count: Int)>, _ count: Int
  ) -> Double? {
    let wanted = (share * Double(count)).rounded(.up)
    var passed = 0
    for (value, count) in values {
      passed &+= count
      if Double(passed) >= wanted { return value }
    }
    return nil
  }
}
