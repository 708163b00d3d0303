import Simulation
import Tuning

/// Statistics as a table of rows and columns, for a spreadsheet or a page.
struct StatsTable {
  /// Which table.
  enum Kind: String, CaseIterable {
    /// The quartiles of each measure.
    case measures

    /// How many finish at each threshold.
    case finished

    /// How two sets differ.
    case differences
  }

  private let head: [String]
  private var rows: [[String]] = []

  /// Creates a table.
  init(_ kind: Kind, of report: SampleReport) {
    let traits = report.traits.map(\.rawValue)
    let sets = [("first", report.part)] + (report.other.map { [("second", $0)] } ?? [])
    switch kind {
    case .measures:
      head = ["set"] + traits + ["measure", "unit", "n", "min", "q1", "median", "q3", "max"]
      for (name, part) in sets {
        for group in part.groups { addMeasures(group, [name] + Self.texts(group.key)) }
      }
    case .finished:
      head = ["set"] + traits + ["label", "threshold", "finished", "of"]
      for (name, part) in sets {
        for group in part.groups { addFinished(group, [name] + Self.texts(group.key)) }
      }
    case .differences:
      head =
        traits + [
          "measure", "unit", "n_first", "n_second", "median_first", "median_second", "difference",
          "larger", "p",
        ]
      for comparison in report.comparisons { addDifferences(comparison) }
    }
  }

  private static func texts(_ key: [String?]) -> [String] { key.map { $0 ?? "" } }

  private static func number(_ value: Double) -> String { DecimalText.significant(value) }

  private mutating func addMeasures(_ group: GestureStatistics, _ start: [String]) {
    for measure in Measure.allCases {
      guard let quartiles = group.quartiles[measure] else { continue }
      let numbers = [
        quartiles.minimum, quartiles.lower, quartiles.median, quartiles.upper, quartiles.maximum,
      ]
      rows.append(
        start + [measure.rawValue, StatsWords.unit(measure), String(quartiles.count)]
          + numbers.map(Self.number))
    }
  }

  private mutating func addFinished(_ group: GestureStatistics, _ start: [String]) {
    for finished in group.finished {
      let threshold = Self.number(finished.threshold)
      rows.append(start + ["", threshold, String(finished.count), String(finished.total)])
      for intent in RecordingExpectation.Intent.allCases {
        guard let share = finished.labels[intent] else { continue }
        rows.append(
          start + [intent.rawValue, threshold, String(share.count), String(share.total)])
      }
    }
  }

  private mutating func addDifferences(_ comparison: SampleComparison) {
    for measure in Measure.allCases {
      guard let difference = comparison.differences[measure] else { continue }
      let numbers = [
        difference.first.median, difference.second.median, difference.median,
        difference.ranks.superiority, difference.ranks.probability,
      ]
      rows.append(
        Self.texts(comparison.key) + [
          measure.rawValue, StatsWords.unit(measure), String(difference.first.count),
          String(difference.second.count),
        ] + numbers.map(Self.number))
    }
  }

  /// The table as CSV of RFC 4180, with line feeds.
  var csv: String {
    ([head] + rows).map { row in row.map(Self.quoted).joined(separator: ",") + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    let text = PlainText.escaped(text)
    guard text.contains(where: { $0 == "," || $0 == "\"" }) || text.first == " " else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// The table as Markdown.
  var markdown: String {
    let texts = Set(
      ["set", "measure", "unit", "label"] + GestureSample.Trait.allCases.map(\.rawValue))
    let lines =
      [Markdown.row(head), Markdown.rule(head.map { !texts.contains($0) })]
      + rows.map { row in Markdown.row(row.map { Markdown.literal(PlainText.escaped($0)) }) }
    return lines.map { $0 + "\n" }.joined()
  }
}
