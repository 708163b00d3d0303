import Simulation

/// Prints results by the Test Anything Protocol, version 14.
struct TAPOutput: ~Copyable {
  private var output = Output()
  private var failures = 0
  private var skips = 0
  private var count = 0

  mutating func begin(count: Int, comments: [String]) throws(Problem) {
    self.count = count
    try output.line("TAP version 14")
    try output.line("1..\(count)" + (count == 0 ? " # SKIP nothing is expected" : ""))
    for comment in comments { try output.line("# " + PlainText.escaped(comment)) }
  }

  mutating func print(
    _ result: TestResult, of item: TestCase, number: Int
  ) throws(Problem) {
    let name = Self.escaped(item.name)
    if let reason = result.skipped {
      skips += 1
      try output.line("ok \(number) - \(name) # SKIP \(reason)")
      return
    }
    guard result.isFailure else {
      try output.line("ok \(number) - \(name)")
      return
    }
    failures += 1
    try output.line("not ok \(number) - \(name)")
    try output.line("  ---")
    // A text of JSON is one of YAML.
    try output.line("  differences:")
    for complaint in result.complaints {
      try output.line("    - \(JSONValue.string(PlainText.escaped(complaint)).line)")
    }
    try output.line("  expected: \(result.expected.line)")
    try output.line("  came: \(result.came.line)")
    try output.line("  command: \(JSONValue.string(PlainText.escaped(result.command)).line)")
    try output.line("  ...")
    try output.flush()
  }

  /// Ends the results, with what else there is to say.
  mutating func end(comments: [String]) throws(Problem) {
    for comment in comments { try output.line("# " + PlainText.escaped(comment)) }
    let skipped = skips > 0 ? ", \(skips) skipped" : ""
    try output.line("# \(count - failures - skips) of \(count - skips) as expected\(skipped)")
    try output.flush()
  }

  /// A name in which no number sign begins a directive.
  private static func escaped(_ name: String) -> String {
    PlainText.escaped(name).split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\").split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\\#")
  }
}
