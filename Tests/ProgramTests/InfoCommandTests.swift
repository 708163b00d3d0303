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
    #expect(titles == ["format", "device", "size", "ranges", "events", "rate", "contacts"])
    #expect(run.lines.contains("  device     touchpad, 'Synthetic Touchpad', 5 slots, clickpad"))
    #expect(run.lines.contains("  size       104 x 70 mm, 31 x 31 units per mm"))
    #expect(run.lines.contains("  contacts   at most 3, in 1 touch, protocol B"))
  }

  @Test func `JSON has the keys of its schema`() throws {
    let run = try info("--json", "a.evemu")
    #expect(run.status == 0)
    let object = try object(run)
    #expect(
      object.keys.sorted() == [
        "clock", "contacts_max", "device", "duration", "events", "format", "frames",
        "range_declared", "range_seen", "rate_hz", "recording", "schema", "start", "touches",
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
  }

  @Test func `two runs give the same bytes`() throws {
    for options in [[], ["--json"]] {
      let run = try RunningProgram.run(["info"] + options + ["recordings"])
      #expect(run.status == 0)
      #expect(try RunningProgram.run(["info"] + options + ["recordings"]).output == run.output)
    }
  }
}
