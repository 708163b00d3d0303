import Simulation
import Tuning

/// How statistics are said to a person.
enum StatsWords {
  /// What a measure is, with the unit of its figures.
  static func title(_ measure: Measure) -> String {
    switch measure {
    case .travel: "travel %"
    case .travelMillimeters: "travel mm"
    case .peak: "peak %"
    case .peakMillimeters: "peak mm"
    case .velocity: "velocity %/s"
    case .velocityMillimeters: "velocity mm/s"
    case .duration: "duration ms"
    case .rest: "rest ms"
    case .reportRate: "report rate /s"
    }
  }

  /// The unit of a measure where it is told as it is, without a factor.
  static func unit(_ measure: Measure) -> String {
    switch measure {
    case .travel, .peak: "share"
    case .travelMillimeters, .peakMillimeters: "mm"
    case .velocity: "share/s"
    case .velocityMillimeters: "mm/s"
    case .duration, .rest: "s"
    case .reportRate: "/s"
    }
  }

  /// A figure of a measure, three digits of it, or all that stand before the point.
  static func figure(_ value: Double, of measure: Measure) -> String {
    switch measure {
    case .travel, .peak, .velocity: figure(value * 100)
    case .duration, .rest: figure(value * 1000)
    case .travelMillimeters, .peakMillimeters, .velocityMillimeters, .reportRate: figure(value)
    }
  }

  /// A number with three digits, or all that stand before the point.
  static func figure(_ value: Double) -> String {
    switch value.magnitude {
    case ..<0.005: "0"
    case ..<1: DecimalText.fixed(value, places: 2)
    case 100..<1_000_000: DecimalText.fixed(value, places: 0)
    default: DecimalText.significant(value, digits: 3)
    }
  }

  /// A share in percent.
  static func percent(_ count: Int, of total: Int) -> String {
    total == 0 ? "-" : figure(Double(count) / Double(total) * 100) + "%"
  }

  /// Counts as blocks, the highest of them a full one; a count of 0 is a blank.
  static func blocks(_ counts: [Int]) -> String {
    let most = counts.max() ?? 0
    return blocks(counts.map { most == 0 ? 0 : Double($0) / Double(most) })
  }

  /// Shares as blocks; one of 0 is a blank.
  static func blocks(_ shares: [Double]) -> String {
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
      shares.map { share -> Character in
        guard share > 0 else { return " " }
        return blocks[min(blocks.count - 1, Int((share * Double(blocks.count)).rounded(.up)) - 1)]
      })
  }

  /// What the gestures of a group have in common.
  static func heading(_ key: [String?], _ traits: [GestureSample.Trait]) -> String {
    zip(traits, key).map { trait, text in
      guard let text else { return "\(trait.rawValue) not known" }
      return "\(trait.rawValue) \(PlainText.escaped(text))"
    }.joined(separator: ", ")
  }
}
