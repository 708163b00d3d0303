import Curves
import Quantities
public import Transitions

extension SettleStyle: CustomStringConvertible {
  /// Reads `0.35s ease-in-out`, `spring response=0.4s damping=1` or `none`.
  public init?(_ text: some StringProtocol) {
    if text == "none" {
      self = .immediate
      return
    }
    let parts = text.split(separator: " ")
    if parts.first == "spring" {
      var response = Duration.milliseconds(400)
      var damping = 1.0
      for part in parts.dropFirst() {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return nil }
        switch pair[0] {
        case "response":
          guard let value = Self.duration(pair[1]), value >= .milliseconds(1) else { return nil }
          response = value
        case "damping":
          guard let number = DecimalNumber(pair[1]), number.digits > 0, number.value <= 100 else {
            return nil
          }
          damping = number.value
        default: return nil
        }
      }
      self = .spring(Spring(response: response, dampingRatio: damping))
      return
    }
    // A curve may have blanks in it: cubic-bezier(0.4, 0, 0.2, 1).
    guard let first = parts.first, let duration = Self.duration(first),
      let curve = TimingCurve(
        parts.count > 1 ? parts.dropFirst().joined(separator: " ") : "ease-in-out")
    else { return nil }
    self = .timed(duration, curve)
  }

  /// A duration of at most an hour.
  private static func duration(_ text: some StringProtocol) -> Duration? {
    Duration(text).flatMap { $0 <= .seconds(3600) ? $0 : nil }
  }

  public var description: String {
    switch self {
    case .timed(let duration, let curve, _):
      "\(DecimalText.significant(duration.seconds))s \(curve)"
    case .spring(let spring):
      "spring response=\(DecimalText.significant(2 * .pi / spring.naturalFrequency))s "
        + "damping=\(DecimalText.significant(spring.dampingRatio))"
    case .immediate: "none"
    }
  }

  /// The curve alone, as text.
  public var curveText: String {
    switch self {
    case .timed(_, let curve, _): curve.description
    case .spring, .immediate: description
    }
  }
}
