import Simulation
import Tuning

/// What `tune` found, told to a person in lines of at most 80 letters.
struct TuneText {
  private let answer: TuneAnswer
  private let style: Style
  private let listsFlips: Bool

  private var result: Recommendation { answer.recommendation }
  private var choice: Recommendation.PolicyResult { result.choice }
  private var confidence: String { Words.percent(result.basis.confidence) }

  init(_ answer: TuneAnswer, style: Style, listsFlips: Bool) {
    self.answer = answer
    self.style = style
    self.listsFlips = listsFlips
  }

  /// The lines, without their ends.
  var lines: [String] {
    var lines = basis + [""] + verdict + [""] + rates
    if choice.curve.count > 1 { lines += [""] + TuneCurve(choice, answer.variations).lines }
    if result.policies.count > 1 { lines += [""] + policies }
    lines += section(groups) + section(perDevice) + section(flips) + section(requirements)
    return (lines + section(certainty)).map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  private func section(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }

  // MARK: What there is

  private var basis: [String] {
    let basis = result.basis
    var text = Words.count(basis.count, "gesture")
    let kinds = Intent.allCases.compactMap { intent -> String? in
      guard let count = basis.counts[intent], count > 0 else { return nil }
      return switch intent {
      case .finish: "\(count) meant to finish"
      case .cancel: "\(count) to cancel"
      case .none: "\(count) as none"
      }
    }
    text += ": " + kinds.joined(separator: ", ")
    var from: [String] = []
    if basis.persons > 0 { from.append(Words.count(basis.persons, "person")) }
    if basis.sessions > 0 { from.append(Words.count(basis.sessions, "session")) }
    if basis.devices > 0 { from.append(Words.count(basis.devices, "device")) }
    if !from.isEmpty { text += "; of " + from.joined(separator: ", ") }
    var lines = Self.wrapped(text)
    var left: [String] = []
    if basis.unlabelled > 0 { left.append("\(basis.unlabelled) without an intent") }
    if basis.incomplete > 0 { left.append("\(basis.incomplete) that lack a policy's features") }
    if basis.repetitions > 0 { left.append("\(basis.repetitions) that came twice") }
    if !left.isEmpty { lines += Self.wrapped("left out: " + left.joined(separator: ", ")) }
    if basis.interrupted > 0 {
      lines += Self.wrapped(
        "\(basis.interrupted) were broken off, and cancel whatever the value")
    }
    if answer.labels == "retry" {
      lines += Self.wrapped(
        "intents by what people did next: who put up with a mistake is not seen")
    }
    return lines
  }

  // MARK: The value

  private var verdict: [String] {
    var lines: [String] = []
    for variation in answer.variations {
      let name = variation.parameter
      let best = answer.text(choice.best.values[name], of: name)
      lines.append(style("\(PlainText.escaped(choice.id)): best \(name) \(best)", .bold))
      if let range = choice.ranges.first(where: { $0.parameter == name }), range.low != range.high {
        let low = answer.text(range.low, of: name)
        let high = answer.text(range.high, of: name)
        lines.append("  as good            \(low) to \(high)")
        if range.isOpenBelow || range.isOpenAbove {
          let side =
            range.isOpenBelow ? range.isOpenAbove ? "both ends" : "the low end" : "the high end"
          lines.append("                     (up to \(side) of what was tried: --vary more)")
        }
      } else if variation.values.count > 1 {
        lines.append("  as good            no other value")
      }
      if let now = choice.now {
        lines.append("  as the policy is   " + answer.text(now.values[name], of: name))
      }
    }
    lines += Self.wrapped(comparison, indent: 2)
    return lines
  }

  /// How the policy as it is compares.
  private var comparison: String {
    guard answer.variations.contains(where: { $0.values.count > 1 }) else { return "" }
    switch choice.nowMayBeBest {
    case true?:
      return "The policy as it is may be as good: no reason to change it."
    case false?:
      return "The policy as it is is worse, beyond chance."
    case nil:
      return ""
    }
  }

  // MARK: What goes wrong

  private var rates: [String] {
    let now = choice.now?.mistakes
    let best = choice.best.mistakes
    let judged = choice.crossValidated
    var rows: [[String]] = [["", "as it is", "best", "judged by others", "at most"]]
    func row(_ name: String, _ path: (Mistakes) -> MistakeRate) {
      guard path(best).count > 0 else { return }
      rows.append(
        [
          name, now.map { Self.rate(path($0)) } ?? "", Self.rate(path(best)),
          judged.map { Self.rate(path($0)) } ?? "-",
          Self.share(path(judged ?? best).upper),
        ])
    }
    row("false finishes") { $0.falseFinish }
    row("false cancels") { $0.falseCancel }
    row("false starts") { $0.falseStart }
    row("  that finish") { $0.finishedStart }
    rows.append(
      [
        "cost of a gesture", now.map { Self.cost($0.cost) } ?? "", Self.cost(best.cost),
        judged.map { Self.cost($0.cost) } ?? "-", "",
      ])
    return rows.map { row in
      "  " + Words.column(row[0], 19)
        + row.dropFirst().map { Words.column($0, 17) }.joined()
    }
  }

  private static func share(_ share: Double) -> String {
    DecimalText.fixed(share * 100, places: 1) + "%"
  }

  private static func rate(_ rate: MistakeRate) -> String {
    "\(share(rate.share)) \(rate.mistakes)/\(rate.count)"
  }

  private static func cost(_ cost: Double) -> String { DecimalText.significant(cost, digits: 3) }

  // MARK: Policies and groups

  private var policies: [String] {
    let order = result.policies.indices.sorted {
      (result.policies[$0].crossValidated?.cost ?? result.policies[$0].best.mistakes.cost, $0)
        < (result.policies[$1].crossValidated?.cost ?? result.policies[$1].best.mistakes.cost, $1)
    }
    var lines = ["  policy                  best value      false     false     cost"]
    lines.append("                                          finishes  cancels   by others")
    for index in order {
      let policy = result.policies[index]
      let value = answer.variations.map {
        policy.best.values[$0.parameter].map { DecimalText.significant($0.number) + $0.unit } ?? "-"
      }.joined(separator: " ")
      let mistakes = policy.crossValidated ?? policy.best.mistakes
      lines.append(
        "  " + Words.column(PlainText.escaped(policy.id), 24) + Words.column(value, 16)
          + Words.column(Self.share(mistakes.falseFinish.share), 10)
          + Words.column(Self.share(mistakes.falseCancel.share), 10)
          + Self.cost(mistakes.cost) + (policy.mayBeBest ? "" : "  worse"))
    }
    let equal = result.policies.count { $0.mayBeBest }
    lines += Self.wrapped(
      equal == result.policies.count
        ? "No policy is worse than another beyond chance."
        : "Those marked are worse than the best of them, beyond chance.", indent: 2)
    return lines
  }

  /// The fewest gestures of each intent in a group that is told.
  private static let fewestInGroup = 5

  private var groups: [String] {
    var lines: [String] = []
    for kind in Recommendation.Group.Kind.allCases {
      let all = result.groups.filter {
        $0.kind == kind
          && min($0.falseFinish.count, $0.falseCancel.count) >= Self.fewestInGroup
      }
      guard all.count > 1, let worst = all.first else { continue }
      let name = String(PlainText.escaped(worst.name).prefix(28))
      lines.append(
        "  " + Words.column("\(kind.rawValue) \(name)", 28)
          + Words.column("\(Self.rate(worst.falseFinish)) finish", 22)
          + "\(Self.rate(worst.falseCancel)) cancel")
    }
    return lines.isEmpty ? [] : ["the worst at the best value, falsely:"] + lines
  }

  private var perDevice: [String] {
    guard let test = result.perDevice else { return [] }
    var lines = [
      test.isBetter
        ? "a value for each device is better, beyond chance:"
        : "a value for each device is no better than chance makes it:"
    ]
    for device in test.devices {
      let name = String(PlainText.escaped(device.name).prefix(32))
      let values = answer.variations.compactMap { device.values[$0.parameter] }
        .map { DecimalText.significant($0.number) + $0.unit }.joined(separator: " ")
      lines.append(
        "  " + Words.column(name, 34) + Words.column(values, 14)
          + Words.count(device.count, "gesture"))
    }
    lines += Self.wrapped(
      "A gesture costs \(Self.cost(test.gain)) less; devices drawn at random gain as much in "
        + "\(Self.share(test.probability)) of all cases.", indent: 2)
    return lines
  }

  // MARK: What changes

  private var flips: [String] {
    guard choice.best.values != choice.now?.values else { return [] }
    let flips = result.flips
    guard !flips.isEmpty else { return ["no gesture changes from the policy as it is"] }
    let better = flips.count { $0.isBetter }
    let count = Words.count(flips.count, "gesture")
    var lines = [
      "\(count) would change: \(better) to what was meant, \(flips.count - better) away from it"
    ]
    let shown = listsFlips ? flips : Array(flips.prefix(10))
    for flip in shown {
      let outcome = flip.finishes ? "cancel > finish" : "finish > cancel"
      let text = "\(PlainText.escaped(flip.recording)) \(flip.gesture)"
      lines.append(
        "  \(outcome)  \(flip.isBetter ? "better" : "worse ")  "
          + (text.count > 53 ? "…" + String(text.suffix(52)) : text))
    }
    if shown.count < flips.count {
      lines.append("  and \(flips.count - shown.count) more (--flips lists them all)")
    }
    return lines
  }

  private var requirements: [String] {
    answer.findings.flatMap { requirement, finding in
      let rate = answer.judged[requirement.kind]
      let found = "\(Self.rate(rate)), at most \(Self.share(rate.upper))"
      let head = finding == .met ? style("shown", .green) : style("not shown", .red)
      return ["\(head): \(requirement): \(found)"]
        + Self.wrapped(TuneWords.finding(finding, requirement), indent: 2)
    }
  }

  // MARK: How sure

  private var certainty: [String] {
    TuneWords.certainty(answer).flatMap { Self.wrapped($0) }
  }

  /// A text in lines of at most 80 letters.
  static func wrapped(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    let margin = String(repeating: " ", count: indent)
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? margin : margin) + word)
      }
    }
    return lines
  }
}
