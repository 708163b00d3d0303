import Quantities

/// What a variation does to one frame after the other.
struct VariationNumbers: Sendable {
  /// The purposes that random numbers have.
  private enum Purpose {
    static let loss: UInt64 = 0x5742_0001
    static let jitter: UInt64 = 0x5742_0002
  }

  private let variation: Variation
  private var numbers: RandomNumbers
  private var motions = 0
  private var run = 0

  /// The longest row of frames that were lost.
  private(set) var longestLoss = 0

  init(_ variation: Variation) {
    self.variation = variation
    switch variation {
    case .halfRate, .doubleRate: numbers = RandomNumbers(seed: 0, for: Purpose.loss)
    case .lostFrames(_, let seed): numbers = RandomNumbers(seed: seed, for: Purpose.loss)
    case .jitter(_, let seed): numbers = RandomNumbers(seed: seed, for: Purpose.jitter)
    }
  }

  /// Whether the next frame is lost.
  ///
  /// - Parameter isMotion: Whether it holds motion alone.
  /// - Returns: Whether it is.
  mutating func losesFrame(_ isMotion: Bool) -> Bool {
    let isLost: Bool
    switch variation {
    case .doubleRate, .jitter: isLost = false
    case .halfRate(let losesFirst):
      motions = isMotion ? motions + 1 : 0
      isLost = isMotion && (motions % 2 == 1) == losesFirst
    case .lostFrames(let share, _): isLost = isMotion && numbers.unit() < share
    }
    run = isLost ? run + 1 : 0
    longestLoss = max(longestLoss, run)
    return isLost
  }

  /// How far the next time stamp is off.
  mutating func stray() -> Duration {
    guard case .jitter(let most, _) = variation else { return .zero }
    return .nanoseconds(Int64((Double(most.wholeNanoseconds) * numbers.signed()).rounded()))
  }
}
