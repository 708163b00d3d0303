import Simulation
import Tuning

/// Statistics as text for a person, 80 columns wide.
struct StatsText {
  /// The lines.
  private(set) var lines: [String] = []

  private let style: Style
  private let report: SampleReport

  private static let titleWidth = 15

  /// Creates the text.
  init(_ report: SampleReport, style: Style) {
    self.style = style
    self.report = report
    guard let other = report.other else {
      add(report.part)
      return
    }
    lines.append(style("the first set", .bold))
    add(report.part)
    lines.append("")
    lines.append(style("the second set", .bold))
    add(other)
    addComparisons()
  }

  // MARK: A set

  private mutating func add(_ part: SampleReport.Part) {
    let counts = part.counts
    var text = Words.count(counts.gestures, "gesture")
    text += " of " + Words.count(counts.recordings, "recording")
    if counts.devices > 0 { text += ", " + Words.count(counts.devices, "device") }
    if counts.persons > 0 { text += ", " + Words.count(counts.persons, "person") }
    if counts.sessions > 0 { text += ", " + Words.count(counts.sessions, "session") }
    lines.append(text)
    for group in part.groups where group.count > 0 { add(group) }
  }

  private mutating func add(_ group: GestureStatistics) {
    lines.append("")
    if !report.traits.isEmpty {
      let heading = StatsWords.heading(group.key, report.traits)
      lines.append(style(heading, .bold) + ": " + Words.count(group.count, "gesture"))
    }
    lines.append(
      row("", ["n", "min", "25%", "median", "75%", "max"]) + "  "
        + Words.column("histogram", 16) + " bin")
    for measure in Measure.allCases {
      guard let quartiles = group.quartiles[measure], let bins = report.bins[measure] else {
        continue
      }
      let figures = [
        quartiles.minimum, quartiles.lower, quartiles.median, quartiles.upper, quartiles.maximum,
      ].map { StatsWords.figure($0, of: measure) }
      let blocks = StatsWords.blocks(group.histograms[measure] ?? [])
      append(
        row(StatsWords.title(measure), [String(quartiles.count)] + figures) + "  "
          + Words.column(blocks, 16) + " \(StatsWords.figure(bins.width, of: measure))")
    }
    addFinished(group)
    addGap(group.gap, "labels part at", "progress") { StatsWords.figure($0 * 100) + "%" }
    addGap(group.gapMillimeters, "", "travel") { StatsWords.figure($0) + " mm" }
  }

  private func row(_ title: String, _ cells: [String]) -> String {
    Words.column(title, Self.titleWidth) + Words.aligned(cells[0], 6)
      + cells.dropFirst().map { Words.aligned($0, 7) }.joined()
  }

  private mutating func append(_ line: String) {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    lines.append(String(line))
  }

  private mutating func addFinished(_ group: GestureStatistics) {
    append(
      Words.column("finish at", Self.titleWidth) + "5% to 95% of progress     "
        + [15, 30, 45, 60, 75].map { Words.aligned("\($0)%", 7) }.joined())
    func add(_ title: String, _ shares: [(count: Int, total: Int)]) {
      let blocks = StatsWords.blocks(
        shares.map { $0.total == 0 ? 0 : Double($0.count) / Double($0.total) })
      let picked = zip(GestureStatistics.thresholds, shares).filter { $0.0 % 15 == 0 && $0.0 < 90 }
      append(
        Words.column("  " + title, Self.titleWidth) + Words.column(blocks, 26)
          + picked.map { Words.aligned(StatsWords.percent($0.1.count, of: $0.1.total), 7) }
          .joined())
    }
    add("all", group.finished.map { ($0.count, $0.total) })
    for intent in RecordingExpectation.Intent.allCases {
      guard let count = group.labels[intent], count < group.count else { continue }
      add(
        "meant \(intent.rawValue)",
        group.finished.map { ($0.labels[intent]?.count ?? 0, $0.labels[intent]?.total ?? 0) })
    }
  }

  private mutating func addGap(
    _ gap: LabelGap?, _ title: String, _ what: String, _ figure: (Double) -> String
  ) {
    guard let gap else { return }
    let place =
      switch (gap.lower, gap.upper) {
      case (let lower?, let upper?):
        "\(figure(lower)) to \(figure(upper)) of \(what), \(figure(upper - lower)) wide"
      case (nil, let upper?): "up to \(figure(upper)) of \(what)"
      case (let lower?, nil): "more than \(figure(lower)) of \(what)"
      case (nil, nil): "any \(what)"
      }
    let wrong = gap.mistakes == 0 ? "none" : String(gap.mistakes)
    lines.append(
      Words.column(title, Self.titleWidth) + "\(place): \(wrong) of \(gap.count) wrong")
  }

  // MARK: Two sets

  private mutating func addComparisons() {
    for comparison in report.comparisons {
      lines.append("")
      let heading =
        report.traits.isEmpty ? "" : " " + StatsWords.heading(comparison.key, report.traits) + ","
      lines.append(style("the second against the first:", .bold) + heading)
      append(
        Words.column("", Self.titleWidth)
          + ["n", "n", "median", "median", "change", "larger", "p"].map { Words.aligned($0, 9) }
          .joined())
      for measure in Measure.allCases {
        guard let difference = comparison.differences[measure] else { continue }
        let cells = [
          String(difference.first.count), String(difference.second.count),
          StatsWords.figure(difference.first.median, of: measure),
          StatsWords.figure(difference.second.median, of: measure),
          signed(difference.median, StatsWords.figure(difference.median, of: measure)),
          DecimalText.fixed(difference.ranks.superiority * 100, places: 1) + "%",
          probability(difference.ranks.probability),
        ]
        append(
          Words.column(StatsWords.title(measure), Self.titleWidth)
            + cells.map { Words.aligned($0, 9) }.joined())
      }
      addShares(comparison)
    }
  }

  private mutating func addShares(_ comparison: SampleComparison) {
    append("finish at a threshold of, with the range of 95% confidence")
    for (percent, share) in zip(GestureStatistics.thresholds, comparison.finished) {
      guard percent % 15 == 0, percent < 90, let share else { continue }
      func points(_ value: Double) -> String { signed(value, StatsWords.figure(value * 100)) }
      append(
        Words.aligned("\(percent)%", Self.titleWidth) + "  "
          + Words.aligned(points(share.difference), 6)
          + " points, from \(points(share.lower)) to \(points(share.upper))")
    }
  }

  private func signed(_ value: Double, _ figure: String) -> String {
    value > 0 && figure != "0" ? "+" + figure : figure
  }

  private func probability(_ probability: Double) -> String {
    probability < 0.001 ? "<0.001" : DecimalText.fixed(probability, places: 3, isPadded: true)
  }
}
