import Gestures
import Simulation
import Transitions

/// A comparison for a person, a block a gesture.
struct CompareText: CompareFormat, ~Copyable {
  private let policies: [PolicyDefinition]
  private let style: Style
  private let isQuiet: Bool
  private var output = Output()
  private var hasHeading = false
  private var held: ComparedGesture?
  private var differences: PolicyDifferences

  /// Creates the form for policies.
  init(policies: [PolicyDefinition], style: Style, isQuiet: Bool) {
    self.policies = policies
    self.style = style
    self.isQuiet = isQuiet
    differences = PolicyDifferences(policies: policies.count)
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    hasHeading = true
    try output.line(facts.heading(style))
  }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    // Of a recording that could not be read there is nothing to say but the problem.
    guard hasHeading else { return }
    differences.add(gesture.touch, gesture.split)
    try output.line("")
    for line in lines(gesture) { try output.line(line) }
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    guard hasHeading else { return }
    hasHeading = false
    if !isQuiet, !facts.warnings.isEmpty {
      try output.line("")
      for warning in facts.warnings {
        try output.line(style("warning: ", .yellow) + Words.warning(warning, on: facts.kind))
      }
    }
    try output.line("")
  }

  mutating func finish() throws(Problem) {
    if differences.touches > 1 {
      for line in CompareSummary(differences, policies).lines { try output.line(line) }
    }
    guard !isQuiet, differences.touches > 0 else { return }
    try output.line("what a policy assumes and leaves out: pantograph compare --show ID")
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  // MARK: A gesture

  private func lines(_ gesture: ComparedGesture) -> [String] {
    let touch = gesture.touch
    let outcomes = touch.outcomes
    let counts = ComparedOutcome.allCases.compactMap { outcome -> String? in
      let count = outcomes.count { $0 == outcome }
      guard count > 0 else { return nil }
      return switch outcome {
      case .finish: style("\(count) finish", .green)
      case .cancel: style("\(count) cancel", .red)
      case .none: "\(count) no gesture"
      }
    }
    let title = gesture.isNone ? "no gesture" : "gesture \(gesture.number)"
    let span = "\(Words.time(touch.down)) to \(Words.time(touch.end))"
    var lines = [style(title, .bold) + ", \(span): " + counts.joined(separator: ", "), ""]
    lines.append(
      "    " + Self.columns("policy", "margin", "rule", "progress", "velocity", "100% is"))
    for outcome in ComparedOutcome.allCases {
      let places = outcomes.indices.filter { outcomes[$0] == outcome }
      guard !places.isEmpty else { continue }
      lines.append("  " + Self.title(outcome, style))
      for place in places { lines += self.lines(touch, place) }
    }
    let unfollowed = outcomes.indices.filter { outcomes[$0] == nil }
    if !unfollowed.isEmpty {
      lines.append("  cannot be followed")
      for place in unfollowed { lines += self.lines(touch, place) }
    }
    let sentences = CompareWords.sentences(gesture, policies.map(\.id), PlainText.escaped)
    if !sentences.isEmpty {
      lines += ["", "  what splits them"]
      for sentence in sentences { lines += Words.wrapped(sentence, indent: 4, hanging: 6) }
    }
    return lines
  }

  private static func title(_ outcome: ComparedOutcome, _ style: Style) -> String {
    switch outcome {
    case .finish: style("finish", .green)
    case .cancel: style("cancel", .red)
    case .none: "no gesture"
    }
  }

  private func lines(_ touch: TouchComparison, _ place: Int) -> [String] {
    let outcome = touch.outcomes[place]
    let differs = touch.majority != nil && outcome != nil && outcome != touch.majority
    let mark = differs ? "  " + style("*", .yellow) + " " : "    "
    let name = Words.cut(PlainText.escaped(policies[place].id), 22)
    guard let verdict = touch.verdicts[place] else {
      let reason = touch.absences[place].map(CompareWords.reason) ?? "it was not touched"
      let lines = Words.wrapped(reason, indent: 28, hanging: 28)
      return [mark + Words.column(name, 24) + lines[0].drop { $0 == " " }] + lines.dropFirst()
    }
    let unit = CompareWords.velocityUnit(verdict)
    let margin = verdict.decision.margin.map { margin in
      (margin > 0 ? "+" : "")
        + (verdict.decision.unit == .progress
          ? Words.percent(margin, besides: 0) : Words.number(margin) + " " + unit)
    }
    let way =
      verdict.units.millimeters.map { Words.short($0) + " mm" }
      ?? Words.short(verdict.units.pixels) + " px"
    let hasVelocity = verdict.rule.estimator.method != .none
    return [
      mark
        + Self.columns(
          name, margin ?? "", Words.cut(PlainText.escaped(verdict.decision.ruleName), 11),
          Words.percent(verdict.progress, besides: verdict.rule.finishThreshold),
          hasVelocity ? Words.number(verdict.velocity) + " " + unit : "", way)
    ]
  }

  /// The cells of a line behind the mark.
  private static func columns(
    _ name: String, _ margin: String, _ rule: String, _ progress: String, _ velocity: String,
    _ way: String
  ) -> String {
    Words.column(name, 22) + Words.aligned(margin, 11) + "  " + Words.column(rule, 10)
      + Words.aligned(progress, 8) + Words.aligned(velocity, 14) + Words.aligned(way, 9)
  }
}
