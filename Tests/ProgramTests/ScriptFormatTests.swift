import Foundation
import Testing

@Suite struct ScriptFormatTests {
  private static func synthesize(_ options: String...) throws -> RunningProgram {
    try RunningProgram.run(["synthesize"] + options)
  }

  @Test func `W3C actions are JSON, and what they do not hold is told`() throws {
    let run = try Self.synthesize("--fingers", "2", "--to", "w3c-actions", "--surface", "390x844")
    #expect(run.status == 0)
    #expect(
      run.errors == "pantograph: w3c-actions does not hold the device and parts of a pixel; "
        + "the driver adds its own time to each tick\n")
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let sources = try #require(body["actions"] as? [[String: Any]])
    #expect(sources.map { $0["id"] as? String } == ["finger1", "finger2"])
    let lists = try sources.map { try #require($0["actions"] as? [[String: Any]]) }
    #expect(lists[0].count == lists[1].count)
    for (first, second) in zip(lists[0], lists[1]) {
      // A tick lasts as long as the longest of its actions.
      let durations = [first, second].map { $0["duration"] as? Int ?? 0 }
      #expect(durations[0] == durations[1] || durations.contains(0))
    }
  }

  @Test(
    .enabled(
      if: Tool.isInstalled("chromedriver"),
      "chromedriver is not installed (package chromium-driver)"))
  func `a browser that performs the actions sees the fingers at their places`() throws {
    let script = RunningProgram.package.appending(path: "Tests/ProgramTests/webdriver.py").path
    let run = try RunningProgram.shell(
      """
      pantograph synthesize --device touchscreen --fingers 2 --distance 20mm --to w3c-actions \
        --surface 390x700 | timeout 240 python3 "$1" 390 700
      """, script)
    try #require(run.status == 0, "\(run.errors)")
    let events = try run.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
    }
    #expect(events.allSatisfy { $0[5] as? String == "touch" })
    let fingers = Dictionary(grouping: events) { $0[1] as? Int ?? 0 }
    #expect(fingers.count == 2)
    for (_, events) in fingers {
      #expect(events.first?[0] as? String == "pointerdown")
      #expect(events.last?[0] as? String == "pointerup")
      let xs = events.compactMap { $0[2] as? Double }
      // 20 of 68 mm on 390 pixels; fingers differ by some percent, and tremble.
      let (first, last) = (try #require(xs.first), try #require(xs.last))
      let way = last - first
      #expect(abs(way - 390 * 20 / 68) < 6)
      let ys = events.compactMap { $0[3] as? Double }
      #expect((ys.max() ?? 0) - (ys.min() ?? 0) < 3)
      // The driver is slower than the fingers, never faster.
      let times = events.compactMap { $0[4] as? Double }
      let (start, end) = (try #require(times.first), try #require(times.last))
      #expect(end - start >= 250)
    }
  }

  @Test func `a sample table is replayed to the same progress`() throws {
    let folder = try TemporaryFolder()
    for (name, format) in [("a.evemu", "evemu"), ("a.json", "sample-table"), ("a.raw", "raw")] {
      let run = try Self.synthesize(
        "--device", "touchscreen", "--distance", "0.5", "--to", format, "-o", folder.path(name))
      #expect(run.status == 0)
    }
    func progress(_ name: String) throws -> Double {
      let run = try RunningProgram.run(["replay", "--json", folder.path(name)])
      let text = try #require(run.output.firstMatch(of: /"progress":([0-9.]+)/)).1
      return try #require(Double(text))
    }
    #expect(abs(try progress("a.evemu") - progress("a.json")) < 1e-3)
    let raw = try Data(contentsOf: folder.url.appending(path: "a.raw"))
    #expect(raw.count % 24 == 0 && raw.count > 1000)
  }

  @Test func `code for XCUITest and Espresso is written, with what it lacks`() throws {
    let swift = try Self.synthesize("--fingers", "2", "--to", "xcuitest")
    #expect(swift.output.contains("start.press(\n"))
    #expect(swift.errors.contains("fingers but the first"))
    let back = try Self.synthesize("--back", "20mm", "--to", "xcuitest")
    #expect(back.status == 64)
    #expect(back.errors.contains("cannot turn back"))
    let kotlin = try Self.synthesize("--fingers", "2", "--to", "espresso")
    #expect(kotlin.output.contains("GeneralSwipeAction("))
    #expect(kotlin.errors == "pantograph: espresso does not hold the device\n")
    let long = try Self.synthesize("--duration", "15", "--to", "espresso")
    #expect(long.status == 64)
    #expect(long.errors.contains("at most 1000 reports"))
  }

  static let misuses: [([String], String)] = [
    (["--to", "w3c-actions"], "needs the viewport that is touched, such as --surface 390x844"),
    (["--to", "w3c"], "--to takes evemu, "),
    (["--to", "w3c-action"], "did you mean 'w3c-actions'?"),
    (["--surface", "9x9"], "--surface is for --to w3c-actions alone"),
    (["--to", "w3c-actions", "--surface", "0x9"], "--surface takes a width and height"),
    (["--to", "w3c-actions", "--surface", "9x99999999999999999999"], "--surface takes"),
    (["--want", "finish"], "--want goes with --robust"),
    (["--robust"], "--robust needs the end that is wanted"),
    (["--robust", "--want", "end"], "--want takes finish, cancel"),
    (["--robust", "--want", "finish", "--distance", "9mm"], "it does not go with --distance"),
    (["--robust", "--want", "finish", "--lost", "40%"], "--lost takes a share of 0% to 30%"),
    (["--robust", "--want", "finish", "--rates", "125..30"], "--rates takes two rates"),
    (["--robust", "--want", "finish", "--jitter", "1"], "--jitter must be 0 to 0.1 s"),
    (["--robust", "--want", "finish", "--policy", "nir"], "did you mean 'niri'?"),
    (["--samples", "x", "--to", "raw"], "--samples and --to do not go together"),
  ]

  @Test(arguments: misuses)
  func `nonsense is told, with the option`(options: [String], message: String) throws {
    let run = try RunningProgram.run(["synthesize"] + options)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `a robust gesture is decided as wanted, and says by what margin`() throws {
    let run = try Self.synthesize(
      "--robust", "--want", "cancel", "--policy", "niri", "--device", "touchscreen")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(
      lines[2]
        == "# pantograph synthesize --robust --want cancel --policy niri --device touchscreen")
    let note = String(lines[3].dropFirst(2))
    #expect(run.errors == "pantograph: \(note)\n")
    let words = try #require(note.firstMatch(of: /cancel by ([0-9.]+) progress at least/)).1
    let margin = try #require(Double(words))
    let folder = try TemporaryFolder()
    try folder.write(run.output, to: "a.evemu")
    let replayed = try RunningProgram.run(
      ["replay", "--json", "--policy", "niri", folder.path("a.evemu")])
    #expect(replayed.output.contains(#""outcome":"cancel""#))
    let text = try #require(replayed.output.firstMatch(of: /"margin":-([0-9.]+)/)).1
    let came = try #require(Double(text))
    #expect(came >= margin)
  }

  @Test func `where no gesture is safe, the step that may decide otherwise is told`() throws {
    let run = try Self.synthesize(
      "--robust", "--want", "finish", "--policy", "firefox", "--device", "touchscreen")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "pantograph: no drag of up to 68 mm is sure to finish under 'firefox': where it "
        + "begins, step 'projection' may decide otherwise within these bounds\n")
  }
}
