import Quantities
import Simulation
import Transitions

/// How figures are said on a page; its script says them the same way.
enum PageWords {
  /// A progress in percent.
  static func percent(_ progress: Double) -> String {
    short(progress * 100, places: 1) + "%"
  }

  /// A number with some digits behind the point, or the first two of one that is smaller.
  private static func short(_ value: Double, places: Int) -> String {
    let text = DecimalText.fixed(value, places: places)
    return text == "0" && value != 0 ? DecimalText.significant(value, digits: 2) : text
  }

  /// A velocity.
  static func velocity(_ velocity: Double) -> String {
    short(velocity, places: 2) + " /s"
  }

  /// A moment in seconds.
  static func time(_ seconds: Double) -> String {
    DecimalText.fixed(seconds, places: 3, isPadded: true) + " s"
  }

  /// A number of things.
  static func count(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }

  /// Which rule decided, and by how much.
  static func reason(_ step: VerdictTable.Step, threshold: Double, velocity: Double) -> String {
    guard let margin = step.margin(threshold: threshold, velocity: velocity) else {
      return step.rule.rawValue
    }
    guard margin != 0 else { return "\(step.rule.rawValue), exactly at it" }
    let unit = Decision(step.outcome, by: step.rule, margin: margin).unit
    let size =
      unit == .progress ? percent(margin.magnitude) : Self.velocity(margin.magnitude)
    return "\(step.rule.rawValue), \(size) \(margin < 0 ? "short of" : "past") it"
  }

  /// At which threshold the outcome turns.
  static func turn(_ steps: [VerdictTable.Step]) -> String {
    guard let first = steps.first else { return "" }
    guard steps.count > 1 else { return "\(first.outcome.rawValue) at any threshold" }
    return "\(first.outcome.rawValue) up to \(percent(steps[1].threshold))"
  }
}
