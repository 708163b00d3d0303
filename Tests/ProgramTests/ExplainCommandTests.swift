import Foundation
import Testing

@Suite struct ExplainCommandTests {
  private func explain(_ options: String..., recording: String = "-", text: String = "") throws
    -> RunningProgram
  {
    let run = try RunningProgram.run(["explain"] + options + [recording], input: text)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    return run
  }

  /// The lines of the plot, without the axis.
  private func plot(_ run: RunningProgram) -> [Substring] {
    run.lines.compactMap { $0.firstMatch(of: /^ {2}.{6} \|(.*)$/)?.1 }
  }

  private func figure(_ title: String, _ run: RunningProgram) throws -> String {
    try #require(run.lines.first { $0.hasPrefix("  \(title) ") }).dropFirst(12).description
  }

  @Test func `the answer comes first, then when, how far, and what would change it`() throws {
    let run = try explain(recording: "@pad-3f-flick-right-01")
    #expect(run.lines[0] == "@pad-3f-flick-right-01: touchpad, 'Synthetic Pad', 104 x 70 mm")
    #expect(run.lines[2] == "gesture 1: it went back (cancel), because 25.3% is below 30%")
    #expect(
      run.lines[4...6].map { $0.prefix(12) }
        == ["    0.000 s ", "    0.120 s ", "    0.144 s "])
    #expect(run.lines[5].hasSuffix("recognized: 3 fingers, right, after a slop of 1.5 mm"))
    for title in ["travel", "progress", "slop", "velocity", "rule", "settles"] {
      _ = try figure(title, run)
    }
    let changes = run.lines.drop { $0 != "  It would have finished" }.dropFirst()
      .prefix { !$0.isEmpty }
    #expect(changes.count == 3)
  }

  /// What explain says would turn a gesture round does so, and a little less does not.
  @Test(arguments: ["pad-3f-flick-right-01", "phone-1f-edge-right-01", "phone-1f-drag-up-01"])
  func `another threshold turns the gesture round where it says`(sample: String) throws {
    func replay(_ threshold: Double) throws -> String {
      let text = String((threshold * 1e4).rounded() / 1e4)
      return try RunningProgram.run(["replay", "-q", "--threshold", text, "@" + sample]).output
    }
    let run = try explain(recording: "@" + sample)
    let wasCancelled = run.output.contains("it went back")
    let text = try #require(run.output.firstMatch(of: /\(--threshold ([0-9.]+)\)/)?.1)
    let bar = try #require(Double(text))
    let step = wasCancelled ? 0.0001 : -0.0001
    #expect(try replay(bar).contains(wasCancelled ? "  finish  " : "  cancel  "))
    #expect(try replay(bar + step).contains(wasCancelled ? "  cancel  " : "  finish  "))
  }

  @Test func `the plot says what its letters mean`() throws {
    let run = try explain(recording: "@pad-3f-flick-right-01")
    #expect(
      run.lines.contains("          # it follows the fingers   o it settles   - the threshold"))
    let plot = plot(run)
    #expect(plot.count == 11)
    #expect(plot[0].isEmpty)
    #expect(plot[7] == String(repeating: "-", count: 60)[...])
    // No column is without a letter, and what was followed comes first.
    let columns = (0..<60).map { column in
      plot.compactMap { line in
        column < line.count ? line[line.index(line.startIndex, offsetBy: column)] : nil
      }.first { $0 == "#" || $0 == "o" }
    }
    #expect(!columns.contains(nil))
    #expect(columns == columns.sorted { $0 == "#" && $1 == "o" })
  }

  @Test func `the plot has room for a spring that goes beyond its end`() throws {
    let run = try explain(
      "--policy", "flick", "--settle", "spring response=0.4s damping=0.3",
      recording: "@phone-1f-flick-left-01")
    let plot = plot(run)
    #expect(plot.count == 14)
    #expect(plot[0].contains("o"))
    #expect(run.lines.contains { $0.hasPrefix("    100% |") && $0.contains("oooooooo") })
    let back = try explain(
      "--settle", "spring response=0.4s damping=0.2", recording: "@phone-1f-flick-left-01")
    #expect(self.plot(back).count == 13)
    #expect(self.plot(back)[12].contains("o"))
  }

  @Test func `a pan that goes further than the picture says so`() throws {
    let text = try Fixture.synthetic("--distance", "60mm", "--size", "200x100mm")
    let run = try explain(text: text)
    #expect(try figure("progress", run).hasSuffix(": the picture stopped at 100%"))
    #expect(plot(run).count == 11)
    // A rubber band gives way when it is pulled the wrong way.
    let table = { (isRubber: Bool) in
      Fixture.table([0, -50, -90], more: #","at_edge_negative":\#(isRubber)"#)
    }
    let (rubber, stiff) = try (
      explain("--direction", "right", text: table(true)),
      explain("--direction", "right", text: table(false))
    )
    #expect(plot(rubber).count > 11)
    #expect(plot(stiff).count == 11)
  }

  @Test func `the velocity is told with the time that it was made of`() throws {
    let long = try explain(
      text: Fixture.table([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100]))
    #expect(try figure("velocity", long).hasSuffix(", the slope over the last 100 ms of motion"))
    let short = try explain(text: Fixture.table([0, 10, 24, 40]))
    #expect(
      try figure("velocity", short)
        == "13.33 /s, the slope over the last 30 ms of motion, from before it was recognized")
    let one = try explain(text: Fixture.table([0, 60]))
    #expect(try figure("velocity", one).contains("the slope over the last 10 ms of motion"))
    let before = try explain(recording: "@pad-3f-flick-right-01")
    #expect(try figure("velocity", before).hasSuffix("of motion, from before it was recognized"))
    let rest = try explain(text: Fixture.table([0, 10, 20, 25], lift: 0.2))
    #expect(
      try figure("velocity", rest).hasPrefix("0 /s: the last motion is older than 100 ms (it had "))
  }

  @Test func `a motion against the direction is told as one`() throws {
    let text = try Fixture.synthetic("--distance", "12mm", "--direction", "left")
    let run = try explain("--direction", "right", text: text)
    #expect(
      run.output.contains(
        "recognized: 3 fingers, left, against the direction right, after a slop of 1.5 mm\n"))
    #expect(!run.output.contains("furthest"))
    #expect(try figure("slop", run).hasPrefix("1.5 mm (3.9%) the other way went before"))
    #expect(try figure("progress", run).hasSuffix(": behind where it began"))
    #expect(run.output.contains("\n  --direction left takes this way as forward\n"))
    let forward = try explain("--direction", "left", text: text)
    #expect(!forward.output.contains("against") && !forward.output.contains("--direction"))
  }

  @Test func `a share is told as one of what it is of`() throws {
    let text = try Fixture.synthetic()
    let run = try explain("--slop", "0.02", "--travel", "0.5", text: text)
    #expect(run.output.contains("after a slop of 2% of the axis\n"))
    #expect(try figure("travel", run) == "100% is 52 mm, so it finishes from 15.6 mm (30%)")
    let edge = try explain("--edge", "0.1", text: text)
    #expect(edge.output.contains("within 10% of the axis from the edge that it leads away from"))
    let table = Fixture.table([0, 50])
    #expect(
      try figure("travel", explain(text: table))
        == "100% is 100 units, so it finishes from 30% of that")
  }

  static let endings: [([String], String)] = [
    (["--click"], "a button was pressed"),
    (["--drop"], "the kernel dropped events"),
  ]

  @Test(arguments: endings)
  func `what broke a gesture off is the reason, and a lift is compared`(
    options: [String], reason: String
  ) throws {
    let made = try RunningProgram.run(["synthesize", "--distance", "40mm"] + options)
    let run = try explain(text: made.output)
    #expect(run.lines[2] == "gesture 1: it went back (cancel), because \(reason)")
    #expect(try figure("rule", run) == "none: \(reason), so it is cancelled")
    #expect(run.output.contains("lift"))
    #expect(run.output.contains("--button ignore") == options.contains("--click"))
  }

  static let touches: [([String], [String], String)] = [
    (["--kind", "tap"], [], "a gesture begins after 1.5 mm (--slop)"),
    ([], ["--fingers", "4+"], "a gesture takes 4 or more fingers here: --fingers any takes each"),
    (["--fingers", "4"], ["--fingers", "2,3"], "a gesture takes 2 or 3 fingers here"),
    ([], ["--direction", "up"], "the direction is up: --direction any takes each way"),
    ([], ["--edge", "5mm"], "it must start within 5 mm from the edge that it leads away from"),
  ]

  @Test(arguments: touches)
  func `a touch that was no gesture is told why, and what would take it`(
    made: [String], options: [String], hint: String
  ) throws {
    let text = try RunningProgram.run(["synthesize"] + made).output
    let run = try RunningProgram.run(["explain"] + options + ["-"], input: text)
    #expect(run.lines[2].hasPrefix("no gesture: "))
    #expect(run.output.contains(hint), "\(run.output)")
  }

  @Test func `of nothing there is nothing to explain`() throws {
    let run = try explain(text: "# EVEMU 1.3\nN: Pad\n")
    #expect(run.lines.contains("nothing was touched"))
    #expect(run.lines.contains("warning: the recording has no events"))
    #expect(!(try explain("-q", text: "# EVEMU 1.3\nN: Pad\n")).output.contains("warning"))
  }

  @Test func `two runs give the same bytes`() throws {
    let run = try explain(recording: "recordings")
    #expect(run.lines.count > 500)
    #expect(try explain(recording: "recordings").output == run.output)
  }
}
