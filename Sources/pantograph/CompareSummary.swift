import Simulation

/// What a comparison over many gestures comes to, for a person.
struct CompareSummary {
  private let differences: PolicyDifferences
  private let names: [String]

  /// The most pairs in the list of those that differ most.
  private static let mostPairs = 10

  /// The width of a policy's name in the table of pairs, and that of a figure.
  private static let (nameWidth, figureWidth) = (22, 5)

  init(_ differences: PolicyDifferences, _ policies: [PolicyDefinition]) {
    self.differences = differences
    names = policies.map { PlainText.escaped($0.id) }
  }

  /// The lines of text.
  var lines: [String] {
    guard differences.touches > 0 else { return [] }
    var lines = [
      "the policies differ over \(differences.split) of "
        + Words.count(differences.touches, "gesture"), "",
    ]
    let sentences = CompareWords.sentences(differences, names) { $0 }
    if !sentences.isEmpty {
      lines.append("what splits them")
      for sentence in sentences { lines += Words.wrapped(sentence, indent: 2, hanging: 4) }
      lines.append("")
    }
    let most = differences.pairs.prefix(Self.mostPairs).filter { $0.differing > 0 }
    guard !most.isEmpty else { return lines }
    lines.append("who differ most")
    for pair in most {
      lines.append(
        "  \(Words.aligned("\(pair.differing)", 5)) of \(pair.touches)  "
          + "\(names[pair.first]), \(names[pair.second])")
    }
    lines.append("")
    if names.count > 2 { lines += table + [""] }
    return lines
  }

  /// How often each pair differs: the policies down and, by their numbers, across.
  private var table: [String] {
    let label = Self.nameWidth + 5
    let perBlock = max(1, (80 - label) / Self.figureWidth)
    let across = Array(names.indices.dropLast())
    var lines = ["how often each pair differs"]
    for start in stride(from: 0, to: across.count, by: perBlock) {
      let block = across[start..<min(start + perBlock, across.count)]
      if start > 0 { lines.append("") }
      lines.append(
        String(repeating: " ", count: label)
          + block.map { Words.aligned(String($0 + 1), Self.figureWidth) }.joined())
      for second in names.indices where second >= start {
        let figures = block.filter { $0 < second }.map { first in
          Words.aligned(CompareWords.count(differences.pair(first, second)), Self.figureWidth)
        }
        let name =
          Words.aligned(String(second + 1), 4) + " " + Words.cut(names[second], Self.nameWidth)
        lines.append(figures.isEmpty ? name : Words.column(name, label) + figures.joined())
      }
    }
    return lines
  }
}
