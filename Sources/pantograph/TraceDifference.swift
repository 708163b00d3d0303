import Simulation
import Transitions

/// How two traces differ, for a person and for programs.
enum TraceDifference {
  /// The difference, with what stands around it.
  static func lines(
    _ difference: TraceComparison.Difference, _ paths: [String], _ style: Style
  ) -> [String] {
    let names = paths.map { PlainText.escaped(SystemText.shown($0)) }
    var lines = [head(difference, names)]
    lines += difference.before.map { "  " + text($0) }
    lines += difference.first.map { style("- " + text($0), .red) }
    lines += difference.second.map { style("+ " + text($0), .green) }
    lines += difference.after.map { "  " + text($0) }
    return lines
  }

  private static func head(
    _ difference: TraceComparison.Difference, _ names: [String]
  ) -> String {
    switch difference.kind {
    case .changed:
      let places = zip(names, [difference.first, difference.second]).map { name, lines in
        lines.first.map { "\(name):\($0.number)" } ?? name
      }
      let pieces = difference.pieces.map { pieces in
        ": \(PlainText.escaped(pieces.first)) is not \(PlainText.escaped(pieces.second))"
      }
      return places.joined(separator: " and ") + " differ" + (pieces ?? "")
    case .missing:
      return place(names[0], difference.first)
        + ": \(Words.count(difference.first.count, "line")) not in \(names[1])"
    case .added:
      return place(names[1], difference.second)
        + ": \(Words.count(difference.second.count, "line")) not in \(names[0])"
    }
  }

  private static func place(_ name: String, _ lines: [TraceComparison.Line]) -> String {
    lines.first.map { "\(name):\($0.number)" } ?? name
  }

  private static func text(_ line: TraceComparison.Line) -> String {
    PlainText.escaped(line.text)
  }

  /// The difference as `pantograph.trace-diff/1`.
  static func json(
    _ difference: TraceComparison.Difference?, _ paths: [String], _ counts: [Int]
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "equal": .bool(difference == nil), "schema": .string(Schema.traceDiff.identifier),
      "files": .array(paths.map { .string(SystemText.shown($0)) }),
      "lines": .array(counts.map(JSONValue.integer)),
    ]
    if let difference {
      members["difference"] = .object([
        "after": .array(difference.after.map(json)),
        "before": .array(difference.before.map(json)),
        "first": .array(difference.first.map(json)),
        "kind": .string(difference.kind.rawValue),
        "second": .array(difference.second.map(json)),
      ])
    }
    return .object(members)
  }

  private static func json(_ line: TraceComparison.Line) -> JSONValue {
    .object(["line": .integer(line.number), "text": .string(line.text)])
  }
}
