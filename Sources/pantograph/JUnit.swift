import Rendering
import Simulation

/// Results as JUnit XML, which build servers read.
enum JUnit {
  static func text(_ results: [(TestCase, TestResult)]) -> String {
    let failures = results.count { $0.1.isFailure }
    let skipped = results.count { $0.1.skipped != nil }
    let counts =
      "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\"pantograph test\" \(counts)>\n"
    for (item, result) in results { text += testCase(item, result) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private static func testCase(_ item: TestCase, _ result: TestResult) -> String {
    let head = "    <testcase classname=\"pantograph\" name=\"\(escaped(item.name))\""
    if let reason = result.skipped {
      return head + ">\n      <skipped message=\"\(escaped(reason))\"/>\n    </testcase>\n"
    }
    guard let first = result.complaints.first else { return head + "/>\n" }
    let lines =
      result.complaints + [
        "expected: \(result.expected.line)", "came: \(result.came.line)",
        "command: \(result.command)",
      ]
    return head + ">\n      <failure message=\"\(escaped(first))\">"
      + lines.map(escaped).joined(separator: "\n") + "</failure>\n    </testcase>\n"
  }

  /// A text that XML takes: XML 1.0 has no control characters, not even escaped ones.
  static func escaped(_ text: String) -> String {
    let scalars = Markup.escaped(text).unicodeScalars.map { scalar in
      ["\u{fffe}", "\u{ffff}"].contains(scalar) ? "\u{fffd}" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
