import Foundation
import Testing

@Suite struct StressTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(
    _ options: [String], expecting gesture: String, more: String = ""
  ) throws {
    let made = try RunningProgram.run(
      ["synthesize", "--force", "-o", folder.path("a.evemu")] + options)
    #expect(made.status == 0)
    try folder.write(
      #"{"recordings":{"a.evemu":{"gestures":[\#(gesture)]\#(more)}},"#
        + #""schema":"pantograph.expectations/1"}"#,
      to: "expectations.json")
  }

  private func stress(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(["test", "--stress"] + arguments, in: folder.url)
  }

  @Test func `each variation is a test of its own, and the least margin is told`() throws {
    try make(["--distance", "25mm"], expecting: #"{"outcome":"finish","progress":0.618}"#)
    let run = try stress("a.evemu")
    #expect(run.status == 0)
    #expect(
      run.lines.prefix(12) == [
        "TAP version 14", "1..10", "ok 1 - a.evemu", "ok 2 - a.evemu (half rate)",
        "ok 3 - a.evemu (half rate, the other half)", "ok 4 - a.evemu (double rate)",
        "ok 5 - a.evemu (10 % of frames lost, seed 1)",
        "ok 6 - a.evemu (10 % of frames lost, seed 2)",
        "ok 7 - a.evemu (10 % of frames lost, seed 3)",
        "ok 8 - a.evemu (time stamps ±8 ms, seed 1)",
        "ok 9 - a.evemu (time stamps ±8 ms, seed 2)", "ok 10 - a.evemu (time stamps ±8 ms, seed 3)",
      ])
    #expect(run.lines.dropFirst(12).first?.hasPrefix("# least margin: 0.31") ?? false)
    #expect(run.lines.last == "# 10 of 10 as expected")
    #expect(try stress("a.evemu").output == run.output)
  }

  /// A flick that lifts in motion: what of it the last report tells decides.
  private static let edge = [
    "--distance", "13.2mm", "--release", "0.5", "--duration", "0.05", "--dwell", "0.038",
  ]

  @Test func `an expectation that a lost frame turns is fragile`() throws {
    try make(
      Self.edge,
      expecting: #"{"outcome":"finish","end_reason":"lift"}"#)
    let path = folder.path("r.xml")
    let run = try stress("--junit", path, ".")
    #expect(run.status == 1)
    #expect(run.output.contains("ok 1 - ./a.evemu\n"))
    #expect(run.output.contains("not ok 2 - ./a.evemu (half rate)\n"))
    #expect(run.output.contains("gesture 1: outcome is cancel, expected finish"))
    #expect(run.output.contains("command: \"pantograph test --stress ./a.evemu\""))
    let line = try #require(run.lines.first { $0.hasPrefix("# fragile: ./a.evemu: ") })
    #expect(line.contains("it holds by -0."))
    #expect(line.contains("progress at worst (half rate), by 0.0"))
    let xml = try folder.read("r.xml")
    #expect(xml.contains("name=\"./a.evemu (half rate)\">\n      <failure"))
    #expect(xml.contains("tests=\"10\""))
    #expect(try RunningProgram.run(["test", "."], in: folder.url).status == 0)
  }

  @Test func `what is on an edge on purpose is left out`() throws {
    try make(
      Self.edge,
      expecting: #"{"outcome":"finish"}"#, more: #","stress":false"#)
    let run = try stress(".")
    #expect(run.status == 0)
    #expect(run.lines[1] == "1..1")
    try make(["--kind", "tap"], expecting: "", more: #","stress":"no""#)
    let wrong = try stress(".")
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("stress"))
  }

  @Test func `progress may differ by what the lost frames can change, not by more`() throws {
    // The last report of a flick is a large step, which half the rate loses.
    try make(
      ["--distance", "25mm", "--release", "0.5", "--duration", "0.06"],
      expecting: #"{"outcome":"finish","progress":0.618,"tolerance":0.02}"#)
    #expect(try stress(".").status == 0)
    try make(["--distance", "25mm"], expecting: #"{"progress":0.58,"tolerance":0.02}"#)
    let run = try stress(".")
    #expect(run.status == 1)
    #expect(run.output.contains("not ok 1 - ./a.evemu\n"))
  }

  @Test func `sample tables are varied row by row`() throws {
    let rows = (0...20).map { "[\(Double($0) / 50), \($0 * 3)]" }.joined(separator: ", ")
    try folder.write(
      """
      {"schema": "sample-table/1", "travel": 100, "samples": [\(rows)],
        "end": {"t": 0.42, "kind": "lift"}}
      """, to: "a.json")
    try folder.write(
      #"{"recordings":{"a.json":{"gestures":[{"outcome":"finish","progress":0.6}]}},"#
        + #""schema":"pantograph.expectations/1"}"#, to: "expectations.json")
    let run = try stress(".")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.lines[1] == "1..10")
    #expect(run.output.contains("ok 4 - ./a.json (double rate)\n"))
  }

  @Test func `the samples hold under stress`() throws {
    let run = try RunningProgram.run(["test", "--stress", "recordings"])
    #expect(run.status == 0)
    #expect(run.lines.last == "# 400 of 400 as expected")
  }
}
