import Quantities

/// Another recording that the same touch might have made, on another device or a busier machine.
///
/// Landings, lifts, buttons and whatever else is no motion stay in all of them.
public enum Variation: Hashable, Sendable {
  /// Half as many reports: of the frames that hold motion alone every other one is lost, the first or
  /// the second of them.
  case halfRate(losesFirst: Bool)

  /// Twice as many reports: between each two frames there is one half way.
  case doubleRate

  /// A share of the frames that hold motion alone is lost, 0…1, each as likely as the others.
  case lostFrames(Double, seed: UInt64)

  /// Each time stamp is off by up to some time, either way; none is before the one in front of it.
  case jitter(Duration, seed: UInt64)

  /// The seeds that random variations are made with.
  private static let seeds: [UInt64] = [1, 2, 3]

  /// The share of the frames that are lost, as busy machines lose them.
  private static let lostShare = 0.1

  /// How far time stamps stray: a report at 125 Hz.
  private static let stray: Duration = .milliseconds(8)

  /// Those that an expectation must hold for.
  public static let all: [Self] =
    [.halfRate(losesFirst: true), .halfRate(losesFirst: false), .doubleRate]
    + seeds.map { .lostFrames(lostShare, seed: $0) }
    + seeds.map { .jitter(stray, seed: $0) }

}

extension Variation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .halfRate(let losesFirst): losesFirst ? "half rate" : "half rate, the other half"
    case .doubleRate: "double rate"
    case .lostFrames(let share, let seed):
      "\(DecimalText.significant(share * 100)) % of frames lost, seed \(seed)"
    case .jitter(let time, let seed):
      "time stamps ±\(DecimalText.significant(time.seconds * 1000)) ms, seed \(seed)"
    }
  }
}
