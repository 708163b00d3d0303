import Simulation
import Transitions

/// What variations of recordings showed: which expectations are fragile, and by how much.
struct StressReport {
  /// A recording, and what its variations came to.
  private struct Entry {
    var name: String
    var recorded: [(by: Double, unit: Decision.Unit)?]
    var variations = 0
    var failures: [Variation] = []
    /// The least of what the variations hold by, the variation, and what the recording holds by.
    var least: (by: Double, recorded: Double?, unit: Decision.Unit, variation: Variation)?
  }

  private var entries: [Entry] = []

  /// Takes what a recording, or a variation of the last one, came to.
  mutating func take(_ result: TestResult, of item: TestCase) {
    guard let variation = item.variation else {
      entries.append(Entry(name: item.name, recorded: result.holds))
      return
    }
    guard result.skipped == nil, let last = entries.indices.last else { return }
    entries[last].variations += 1
    if result.isFailure { entries[last].failures.append(variation) }
    for (index, hold) in result.holds.enumerated() {
      guard let hold, hold.by < entries[last].least?.by ?? .infinity else { continue }
      let recorded =
        entries[last].recorded.indices.contains(index) ? entries[last].recorded[index] : nil
      let isSame = recorded.map { $0.unit == hold.unit } ?? false
      entries[last].least = (hold.by, isSame ? recorded?.by : nil, hold.unit, variation)
    }
  }

  /// What there is to say, a line each.
  var lines: [String] {
    var lines: [String] = []
    for entry in entries where !entry.failures.isEmpty {
      var line =
        "fragile: \(entry.name): \(entry.failures.count) of "
        + "\(Words.count(entry.variations, "variation")) differ"
      if let least = entry.least {
        let unit = least.unit.rawValue
        line += "; it holds by \(DecimalText.significant(least.by)) \(unit) at worst"
        line += " (\(least.variation))"
        if let recorded = least.recorded {
          line += ", by \(DecimalText.significant(recorded)) as recorded"
        }
      }
      lines.append(line)
    }
    for unit in [Decision.Unit.progress, .progressPerSecond] {
      let least = entries.compactMap { entry in
        entry.least.flatMap { $0.unit == unit ? (entry.name, $0) : nil }
      }.min { $0.1.by < $1.1.by }
      guard let (name, least) = least else { continue }
      lines.append(
        "least margin: \(DecimalText.significant(least.by)) \(unit.rawValue), \(name) "
          + "(\(least.variation))")
    }
    return lines
  }
}
