import Foundation
import Testing

@Suite struct InfoCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Fixture.synthetic("--distance", "20.5mm"), to: "a.evemu")
  }

  private func info(_ arguments: String..., input: String = "") throws -> RunningProgram {
    try RunningProgram.run(["info"] + arguments, input: input, in: folder.url)
  }

  private func object(_ run: RunningProgram) throws -> [String: Any] {
    #expect(run.lines.count == 1)
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func `text says what a recording holds`() throws {
    let run = try info("a.evemu")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines[0] == "a.evemu")
    let titles = run.lines.dropFirst().map { $0.split(separator: " ")[0] }
    #expect(
      titles == [
        "format", "device", "size", "ranges", "events", "contacts", "rate", "jitter", "gaps",
        "noise", "used", "faults",
      ])
    #expect(run.lines.contains("  device     touchpad, 'Synthetic Touchpad', 5 slots, clickpad"))
    #expect(run.lines.contains("  size       104 x 70 mm, 31 x 31 units per mm"))
    #expect(run.lines.contains("  contacts   at most 3, in 1 touch, protocol B, 3 of 5 slots used"))
    #expect(run.lines.contains("  faults     none in times, positions and finger counts"))
  }

  @Test func `JSON has the keys of its schema`() throws {
    let run = try info("--json", "a.evemu")
    #expect(run.status == 0)
    let object = try object(run)
    #expect(
      object.keys.sorted() == [
        "clock", "contacts_max", "device", "duration", "events", "format", "frames",
        "health", "range_declared", "range_seen", "rate_hz", "recording", "schema", "start",
        "touches",
        "warnings",
      ])
    #expect(object["schema"] as? String == "pantograph.info/1")
    #expect(object["contacts_max"] as? Int == 3)
    let events = try folder.read("a.evemu").split(separator: "\n").filter { $0.hasPrefix("E: ") }
    #expect(object["events"] as? Int == events.count)
    #expect(object["frames"] as? Int == events.count { $0.contains(" 0000 0000 ") })
    let device = try #require(object["device"] as? [String: Any])
    #expect(device.keys.sorted() == ["height_mm", "kind", "name", "slots", "width_mm"])
    #expect(device["width_mm"] as? Int == 104)
  }

  /// The health of a finger that rests for 20 s on a device made to measure.
  private func health(_ options: String...) throws -> [String: Any] {
    let made = try RunningProgram.run(
      ["synthesize", "--kind", "tap", "--fingers", "1", "--duration", "20", "--tremor", "0mm"]
        + options)
    try #require(made.status == 0, "\(made.errors)")
    let json = try object(info("--json", "-", input: made.output))
    return try #require(json["health"] as? [String: Any])
  }

  @Test(arguments: [0, 0.5, 2])
  func `jitter is told as it was put in`(jitter: Double) throws {
    let health = try health(
      "--jitter", "\(jitter)ms", "--report-rate", "125", "--resolution", "1000")
    let interval = try #require(health["interval_ms"] as? [String: Double])
    func near(_ key: String, _ value: Double, _ tolerance: Double) {
      #expect(abs((interval[key] ?? .nan) - value) <= tolerance, "\(key) \(interval)")
    }
    // The difference of two even deviations has the density of a triangle, 2 jitters either way;
    // 2500 intervals find its quantiles within some percent of it, and to 0.1 ms.
    near("median", 8, 0.1 + 0.05 * jitter)
    near("deviation_median", 2 * jitter * (1 - 0.5.squareRoot()), 0.1 + 0.1 * jitter)
    near("deviation_p95", 2 * jitter * (1 - 0.05.squareRoot()), 0.1 + 0.1 * jitter)
    near("deviation_max", 2 * jitter, 0.1 + 0.2 * jitter)
    #expect(interval["deviation_max"] ?? .nan <= 2 * jitter + 0.11)
    #expect(interval["resolution"] == 0.1)
    let rate = try #require(health["rate_median_hz"] as? Double)
    #expect(abs(rate - 125) <= 4)
  }

  @Test(arguments: [0.01, 0.02, 0.1])
  func `noise is told as it was put in`(noise: Double) throws {
    let health = try health("--noise", "\(noise)mm", "--resolution", "1000")
    let found = try #require(health["noise"] as? [String: Any])
    #expect(found["unit"] as? String == "mm")
    // Of 2500 frames the deviation of a deviation is 1.5 %, of two axes 1 %.
    #expect(abs((found["rms"] as? Double ?? .nan) / noise - 1) < 0.04, "\(found)")
    #expect(abs((found["x"] as? Double ?? .nan) / noise - 1) < 0.06, "\(found)")
    #expect(abs((found["y"] as? Double ?? .nan) / noise - 1) < 0.06, "\(found)")
  }

  @Test func `each shipped recording has the health of the device it was made of`() throws {
    let run = try info("--json", RunningProgram.package.appending(path: "recordings").path)
    #expect(run.status == 0)
    /// Reports a second, the largest deviation of an interval in ms, and the noise in mm.
    let devices: [String: (rate: Double, deviation: Double, noise: Double)] = [
      "Synthetic Minipad": (80, 1.8, 0.03), "Synthetic Pad": (125, 0.8, 0.02),
      "Synthetic Bigpad": (90, 4, 0.015), "Synthetic Phone": (120, 0.6, 0.02),
      "Synthetic Tablet": (60, 2, 0.04),
    ]
    var noises: [String: [Double]] = [:]
    for line in run.lines {
      let json = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require((json["device"] as? [String: Any])?["name"] as? String)
      let device = try #require(devices[name], "\(name)")
      let health = try #require(json["health"] as? [String: Any])
      let rate = try #require(health["rate_median_hz"] as? Double)
      // A dozen intervals have a median that strays with their jitter.
      #expect(abs(rate / device.rate - 1) < 0.12, "\(json["recording"] ?? "")")
      let interval = try #require(health["interval_ms"] as? [String: Double])
      // Longer ones are frames in which nothing changed, and which the kernel keeps to itself.
      #expect(interval["deviation_median"] ?? .nan <= device.deviation + 0.2)
      #expect(health["protocol"] as? String == "B")
      if let noise = (health["noise"] as? [String: Any])?["rms"] as? Double {
        noises[name, default: []].append(noise)
      }
      for key in ["frames_repeated", "times_backward", "contacts_without_position"] {
        #expect((health[key] as? [String: Any])?["count"] as? Int == 0, "\(key)")
      }
    }
    for (name, values) in noises {
      let device = try #require(devices[name])
      // Tremor and whole units come on top, a rest of 100 ms is a small sample.
      #expect(values.allSatisfy { $0 > device.noise * 0.4 && $0 < 0.15 }, "\(name) \(values)")
    }
    #expect(!noises.isEmpty)
  }

  @Test func `what is unknown of the health is said`() throws {
    try folder.write(Fixture.withoutRanges, to: "r.txt")
    let text = try info("r.txt")
    #expect(text.output.contains("  noise      unknown: no contact rests for 100 ms\n"))
    #expect(!text.output.contains("  used "))
    let health = try #require(try object(info("--json", "r.txt"))["health"] as? [String: Any])
    #expect(health["noise"] is NSNull && health["range_used"] is NSNull)
    #expect(health["slots_used"] as? Int == 1)
    let keys = try #require(
      try object(info("--json", "-", input: Fixture.keyboard))["health"] as? [String: Any])
    #expect(keys["interval_ms"] is NSNull && keys["gap_in_touch_max_ms"] is NSNull)
  }

  @Test func `faults are told with their line`() throws {
    let text = try folder.read("a.evemu")
    let frames = text.matches(of: /(?:E: .*\n)+?E: \S+ 0000 0000 .*\n/)
    let frame = text[frames[5].range]
    var broken = text
    broken.replaceSubrange(frames[5].range, with: frame + frame)
    let run = try info("-", input: broken)
    let line =
      text[..<frames[5].range.upperBound].count { $0 == "\n" }
      + frame.count { $0 == "\n" }
    #expect(
      run.output.contains(
        "  faults     1 frame at the time of the last (line \(line)); "
          + "1 frame repeats the last (line \(line))\n"))
  }

  @Test func `what replay refuses is read, and what to give it is said`() throws {
    let recording = try folder.write(Fixture.withoutRanges, to: "r.txt")
    #expect(try RunningProgram.run(["replay", recording]).status == 65)
    let run = try info("r.txt")
    #expect(run.status == 0)
    #expect(run.output.contains("not declared; seen: x 100..700, y 900..900\n"))
    let hint = try #require(run.output.firstMatch(of: /--axis-range (x=\S+)/)).1
    #expect(hint == "x=0..700,y=0..900")
    let replayed = try RunningProgram.run(["replay", "--axis-range", String(hint), recording])
    #expect(replayed.status == 0)
    #expect(replayed.output.contains("finish"))
    let json = try object(info("--json", "r.txt"))
    #expect(json["range_declared"] is NSNull)
    #expect((json["range_seen"] as? [String: [Int]])?["x"] == [100, 700])
  }

  @Test func `a keyboard is told as what it is`() throws {
    let run = try info("-", input: Fixture.keyboard)
    #expect(run.status == 0)
    #expect(run.output.contains("  device     other, 'AT Keyboard'\n"))
    #expect(run.output.contains("  events     4 events in 2 frames, 0.1 s\n"))
  }

  @Test func `each device of a recording with several is told, with the one that is meant`() throws
  {
    let path = try folder.write(
      """
      add device 1: /dev/input/event0
        name:     "gpio-keys"
      add device 2: /dev/input/event4
        name:     "touch_panel"

      """
        + Fixture.withoutRanges.split(separator: "\n").map { line in
          let end = line.index(after: line.firstIndex(of: "]") ?? line.startIndex)
          return line[..<end] + " /dev/input/event4:" + line[end...] + "\n"
        }.joined(), to: "two.txt")
    for options in [[], ["--device", "2"], ["--device", "event4"], ["--device", "panel"]] {
      let run = try RunningProgram.run(["info"] + options + [path])
      #expect(run.output.contains("device     'touch_panel', number 2 of 2 devices\n"))
      #expect(run.output.contains("1, 'gpio-keys', /dev/input/event0, 0 events, 0 touches\n"))
      #expect(run.output.contains("2, 'touch_panel', /dev/input/event4, 8 events, 1 touch\n"))
    }
    for command in ["info", "replay"] {
      let wrong = try RunningProgram.run([command, "--device", "3", path])
      #expect(wrong.status == 64)
      #expect(
        wrong.errors == "pantograph: \(path): the recording has no device '3': "
          + "it has 'gpio-keys' (number 1), 'touch_panel' (number 2)\n")
    }
  }

  @Test func `warnings are the last thing, unless they are not wanted`() throws {
    try folder.write(try folder.read("a.evemu") + "what is this?\n", to: "odd.evemu")
    let run = try info("odd.evemu")
    #expect(run.lines.last?.hasPrefix("  warning: the line is none that this format has") ?? false)
    #expect(try info("-q", "odd.evemu").lines == run.lines.dropLast())
  }

  @Test func `a table is told by its rows`() throws {
    let run = try info("-", input: Fixture.table([0, 10, 30, 40]))
    #expect(run.status == 0)
    #expect(run.output.contains("  format     sample-table\n"))
    #expect(run.output.contains("  table      4 rows in 1 touch\n"))
    #expect(run.output.contains("  rate       100 frames/s by the median interval\n"))
    // The way that makes progress 1 is no range.
    let far = try info("-", input: Fixture.table([0, 10, 130]))
    #expect(
      far.output.contains("  faults     none in times, positions and finger counts\n")
        && !far.output.contains("  used "))
  }

  @Test func `two runs give the same bytes`() throws {
    for options in [[], ["--json"]] {
      let run = try RunningProgram.run(["info"] + options + ["recordings"])
      #expect(run.status == 0)
      #expect(try RunningProgram.run(["info"] + options + ["recordings"]).output == run.output)
    }
  }
}
