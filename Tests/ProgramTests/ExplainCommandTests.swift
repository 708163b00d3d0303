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

  // MARK: Platforms

  /// A drag of 5 px every 20 ms on a touchpad, for so many motions.
  private func drag(_ count: Int) -> String {
    let rows = (0...count).map { "[\(Double($0) / 50),\($0 == 0 ? 0 : 5)]" }
    return #"{"schema":"sample-table/1","device":"touchpad","unit":"px","columns":["t","dx"],"#
      + #""samples":["# + rows.joined(separator: ",")
      + #"],"end":{"t":\#(Double(count) / 50 + 0.005),"kind":"lift"}}"#
  }

  /// The steps under the title, wrapped lines joined.
  private func steps(_ run: RunningProgram) -> [String] {
    var steps: [String] = []
    for line in run.lines.drop(while: { !$0.hasPrefix("  how ") }).dropFirst() {
      guard line.hasPrefix("    ") else { break }
      let text = line.drop { $0 == " " }
      if line.hasPrefix(String(repeating: " ", count: 16)), let last = steps.popLast() {
        steps.append(last + " " + text)
      } else {
        let parts = text.split(separator: " ", maxSplits: 1)
        steps.append("\(parts[0]) \(parts[1].drop { $0 == " " })")
      }
    }
    return steps
  }

  @Test func `a platform's arithmetic is told step by step, in its own units`() throws {
    let run = try explain("--policy", "gnome-shell", text: drag(30))
    #expect(run.lines.contains("  how gnome-shell decides"))
    #expect(
      steps(run) == [
        "begins after 16 px (1.5 mm) in a straight line: at 0.080 s; the motion before, "
          + "15 px (1.4 mm), is lost",
        "progress 135 px ÷ 400 px = 0.3375, kept within 0 and 1",
        "velocity the deltas of the last 150 ms but the first: 35 px ÷ 140 ms = 0.25 px/ms "
          + "(0.62 /s)",
        "1. 0.25 px/ms is less than 0.6 px/ms forwards: no fling",
        "2. 0.25 px/ms is less than 0.6 px/ms: no motion is thought to go on",
        "3. 0.3375 is not more than 0.5: cancel",
      ])
    #expect(run.output.contains("  source      GNOME/gnome-shell at 8f78208660d6: js/ui/swipe"))
    #expect(run.output.contains("  leaves out  several snap points"))
  }

  @Test func `a projection is told as a sum`() throws {
    let run = try explain("--policy", "firefox", text: drag(60))
    #expect(
      steps(run).suffix(4) == [
        "velocity the last motion, over 8 ms at least: 5 px ÷ 1100 px ÷ 20 ms = 0.2273 /s",
        "1. 0.2273 /s is not below -0.0000001 /s: no veto",
        "2. 0.2727 + 0.05 s × 0.2273 /s = 0.2841", "3. 0.2841 is 0.25 or more: finish",
      ])
  }

  @Test func `speeds that are no progress per second keep their unit`() throws {
    let run = try explain("--policy", "hyprland", text: drag(40))
    #expect(steps(run).contains("velocity all motions, forth and back: 200 px ÷ 40 = 5 px/event"))
    #expect(steps(run).contains { $0.contains("less than 30 px/event") })
    #expect(!run.output.contains(" /s ("))
  }

  @Test func `a threshold has no arithmetic to show`() throws {
    #expect(!(try explain(recording: "@pad-3f-flick-right-01").output.contains("  how ")))
  }

  @Test func `what would turn a platform's outcome round does so`() throws {
    let run = try explain("--policy", "niri", text: drag(12))
    let text = try #require(run.output.firstMatch(of: /\(--threshold ([0-9.]+)\)/)?.1)
    #expect(run.output.contains("it went back"))
    let other = try explain("--policy", "niri", "--threshold", String(text), text: drag(12))
    #expect(other.output.contains("it finished"))
    #expect(run.output.contains("mm more"))
    #expect(run.output.contains("or more forwards at the lift"))
  }

  @Test func `Markdown tells the same`() throws {
    let text = try explain("--policy", "gnome-shell", text: drag(30))
    let run = try explain("--markdown", "--policy", "gnome-shell", text: drag(30))
    #expect(run.lines[0].hasPrefix("### `-`: touchpad"))
    #expect(run.lines[2].hasPrefix("**Gesture 1: it went back (cancel)**, because 33.8% is below"))
    #expect(run.lines.count { $0 == "```" } == 1)
    #expect(run.lines.contains("How `gnome-shell` decides:"))
    for step in steps(text) {
      let body = step.drop { $0 != " " }.dropFirst()
      #expect(run.output.contains(body), "\(body)")
    }
    #expect(run.output.contains("- assumes: `two snap points, 0 and 1`"))
  }
}
