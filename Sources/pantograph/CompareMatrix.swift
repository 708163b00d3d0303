import Simulation

/// A comparison over recordings for a person: recordings down, policies across.
///
/// It is as wide as a terminal of 80 columns, so that the policies come in blocks, one below the
/// other; what belongs to a later block waits for the end.
struct CompareMatrix: CompareFormat, ~Copyable {
  private static let width = 80
  private static let labelWidth = 30
  private static let cellWidth = 8

  private let policies: [PolicyDefinition]
  private let style: Style
  private let isQuiet: Bool
  private let perBlock: Int
  private var output = Output()
  private var blocks: [Block] = []
  private var differences: PolicyDifferences
  private var warned = 0

  /// What waits for the end.
  private final class Block {
    /// The policies, by their places.
    let places: Range<Int>
    var rows = Spool(separatedBy: "")

    init(_ places: Range<Int>) { self.places = places }
  }

  /// Creates the form for policies.
  init(policies: [PolicyDefinition], style: Style, isQuiet: Bool) {
    self.policies = policies
    self.style = style
    self.isQuiet = isQuiet
    differences = PolicyDifferences(policies: policies.count)
    let most = (Self.width - Self.labelWidth) / Self.cellWidth
    let count = max(1, (policies.count + most - 1) / most)
    perBlock = max(1, (policies.count + count - 1) / count)
    for start in stride(from: 0, to: policies.count, by: perBlock) {
      blocks.append(Block(start..<min(start + perBlock, policies.count)))
    }
  }

  mutating func take(_ gesture: ComparedGesture) throws(Problem) {
    differences.add(gesture.touch, gesture.split)
    let outcomes = gesture.touch.outcomes
    let majority = gesture.touch.majority
    let label = Words.column(
      Self.short(PlainText.escaped(gesture.label), Self.labelWidth - 1), Self.labelWidth)
    for block in blocks {
      var line = label
      for place in block.places {
        let outcome = outcomes[place]
        let differs = majority != nil && outcome != nil && outcome != majority
        let text = CompareWords.cell(outcome, gesture.touch.verdicts[place], width: 7)
        line += differs ? style("*", .yellow) : " "
        switch outcome {
        case .finish: line += style(text, .green)
        case .cancel: line += style(text, .red)
        case .none?, nil: line += text
        }
      }
      while line.last == " " { line.removeLast() }
      try block.rows.append { bytes in bytes.append(contentsOf: (line + "\n").utf8) }
    }
  }

  mutating func finish() throws(Problem) {
    guard differences.touches > 0 else { return }
    for block in blocks {
      for line in head(block.places) { try output.line(line) }
      try block.rows.write(to: &output)
      try output.line("")
    }
    if !isQuiet {
      for line in Words.wrapped(CompareWords.legend(mark: "*"), indent: 0, hanging: 2) {
        try output.line(line)
      }
      try output.line("")
    }
    for line in CompareSummary(differences, policies).lines { try output.line(line) }
    if !isQuiet {
      try output.line("why one gesture goes as it does: --long, or compare with it alone")
    }
  }

  mutating func flush() throws(Problem) {
    try output.flush()
  }

  /// A path of at most so many letters; of a longer one the name, or the end of it.
  private static func short(_ path: String, _ width: Int) -> String {
    guard path.count > width, let slash = path.lastIndex(of: "/") else {
      return Words.tail(path, width)
    }
    return Words.tail("…" + path[slash...], width)
  }

  /// The names over the columns, a line each, with lines down to the columns.
  private func head(_ places: Range<Int>) -> [String] {
    places.reversed().map { place in
      let column = Self.labelWidth + 2 + (place - places.lowerBound) * Self.cellWidth
      let name = Words.cut(PlainText.escaped(policies[place].id), column)
      let bar = String(repeating: " ", count: Self.cellWidth - 1) + "|"
      let later = places.upperBound - place - 1
      return Words.aligned(name, column) + String(repeating: bar, count: later)
    }
  }
}
