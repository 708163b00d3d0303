import Foundation
import Testing

@Suite struct ConvertCommandTests {
  private func convert(_ arguments: String..., input: String = "") throws -> RunningProgram {
    try RunningProgram.run(["convert"] + arguments, input: input)
  }

  /// What replay says of a file's gestures, as JSON.
  private func gestures(_ path: String, _ options: [String] = []) throws -> Substring {
    let result = try RunningProgram.run(
      ["replay", "--json", "--trace", "--all"] + options + [path])
    #expect(result.status == 0, "\(result.errors)")
    let start = try #require(result.output.firstRange(of: "\"gestures\":")).lowerBound
    let end = try #require(result.output.firstRange(of: ",\"recording\":")).lowerBound
    return result.output[start..<end]
  }

  static let recordings =
    (try? FileManager.default.contentsOfDirectory(
      atPath: RunningProgram.package.appending(path: "recordings").path))?
    .filter { $0.hasSuffix(".evemu") }.sorted() ?? []

  @Test(arguments: recordings)
  func `gestures are the same to the last digit in every format of the same facts`(
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = "recordings/" + name
    let wanted = try gestures(path)
    // Each goes on from the one before, so that nothing gets lost on a way round.
    var last = path
    for format in ["libinput", "getevent", "evtest", "evemu"] {
      let next = folder.path("a.\(format)")
      let result = try convert(last, "-o", next)
      #expect(result.status == 0)
      #expect(!result.errors.contains("does not hold the name"))
      #expect(try gestures(next) == wanted, "\(format)")
      last = next
    }
    // Records say nothing of the device; with its description they are the same.
    for format in ["raw", "raw-32"] {
      let next = folder.path(format)
      let result = try convert(path, "--to", format, "-o", next)
      #expect(result.errors.contains("\(format) does not hold the name of the device"))
      #expect(try gestures(next, ["--description", path]) == wanted, "\(format)")
      let merged = folder.path("merged-\(format).evemu")
      #expect(try convert(next, "--description", path, "-o", merged, "-q").status == 0)
      #expect(try gestures(merged) == wanted, "\(format)")
    }
  }

  @Test(arguments: recordings)
  func `commands for uinput hold the motion to the millisecond`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.uinput")
    let result = try convert("recordings/" + name, "-o", path)
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "uinput does not hold when it began (the first event comes half a second in)"))
    let info = try RunningProgram.run(["info", "--json", path]).output
    #expect(info.contains("\"format\":\"uinput\""))
    let original = try RunningProgram.run(["info", "--json", "recordings/" + name]).output
    for key in ["events", "frames"] {
      let pattern = try Regex("\"\(key)\":[0-9]+")
      #expect(try #require(info.firstMatch(of: pattern)?.0) == original.firstMatch(of: pattern)?.0)
    }
    // What was written is held as it is.
    let again = try convert(path, "-o", "-", "--to", "uinput")
    #expect(again.output == (try folder.read("a.uinput")))
    #expect(again.errors.isEmpty)
  }

  @Test func `each device is one of uinput's`() throws {
    let text = """
      add device 1: /dev/input/event0
        name:     "keys"
      add device 2: /dev/input/event4
        name:     "pad"
      [     460.609852] /dev/input/event4: 0003 0035 00000003
      [     460.609852] /dev/input/event4: 0000 0000 00000000
      [     460.600852] /dev/input/event0: 0001 0072 00000001
      [     460.700852] /dev/input/event4: 0000 0000 00000000

      """
    let result = try convert("-", "--to", "uinput", "-o", "-", input: text)
    #expect(
      result.output.hasSuffix(
        """
        {"id": 2, "command": "delay", "duration": 509}
        {"id": 2, "command": "inject", "events": [
          3, 53, 3,
          0, 0, 0
        ]}
        {"id": 1, "command": "delay", "duration": 500}
        {"id": 1, "command": "inject", "events": [
          1, 114, 1
        ]}
        {"id": 2, "command": "delay", "duration": 91}
        {"id": 2, "command": "inject", "events": [
          0, 0, 0
        ]}

        """))
    #expect(
      result.errors.contains("uinput does not hold the device file and when it began"))
  }

  @Test func `the name of the output tells the format, an option wins`() throws {
    let folder = try TemporaryFolder()
    #expect(try convert("@pad-3f-flick-right-01", "-o", folder.path("a.yml")).status == 0)
    #expect(try folder.read("a.yml").hasPrefix("# libinput record\n"))
    let forced = try convert(
      "@pad-3f-flick-right-01", "-o", folder.path("b.yml"), "--to", "evemu")
    #expect(forced.status == 0)
    #expect(try folder.read("b.yml").hasPrefix("# EVEMU 1.3\n"))
    let unknown = try convert("@pad-3f-flick-right-01", "-o", folder.path("c.txt"))
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("tells no format: --to takes evemu, libinput, evtest"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("c.txt")))
    #expect(try convert("@pad-3f-flick-right-01", "-o", "-").status == 64)
    #expect(try convert("@pad-3f-flick-right-01").errors.contains("needs -o OUT"))
    #expect(try convert("-o", "x.yml").status == 64)
    #expect(try convert("a", "b", "-o", "x.yml").status == 64)
    #expect(try convert("a", "-o", "x", "--to", "evem").errors.contains("did you mean 'evemu'?"))
  }

  @Test func `a format that is given is not looked for`() throws {
    let text = "# free words\nE: 0.000001 0003 0035 0012\nE: 0.000001 0000 0000 0000\n"
    let result = try convert(
      "--from", "evemu", "-", "--to", "evtest", "-o", "-", "-q", input: text)
    #expect(result.status == 0)
    #expect(result.output.contains("code 53 (ABS_MT_POSITION_X), value 12"))
    let wrong = try convert("--from", "sample-table", "-", "--to", "evemu", "-o", "-", input: text)
    #expect(wrong.status == 65)
    #expect(wrong.output.isEmpty)
  }

  @Test(arguments: ["evtest", "libinput", "getevent", "hid"])
  func `a format in which nothing is an event is no success`(format: String) throws {
    let folder = try TemporaryFolder()
    for name in ["recordings/pad-3f-flick-right-01.evemu", "README.md"] {
      let path = folder.path("a.evemu")
      let result = try convert("--from", format, name, "-o", path, "-q")
      #expect(result.status == 65, "\(name)")
      #expect(result.errors.contains(name))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a time in which nothing lies is told`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.evemu")
    let late = try convert("-", "--from-time", "9", "-o", path, "-q", input: Self.touches)
    #expect(late.status == 64)
    #expect(late.errors.contains("no frame begins in that time: the recording ends 0."))
    let empty = try convert(
      "-", "--from-time", "0", "-o", path, "-q", input: "# EVEMU 1.3\nN: Pad\n")
    #expect(empty.status == 64)
    #expect(empty.errors.contains("it has no events"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: ["evemu", "libinput", "evtest", "getevent"])
  func `ranges and a size that are given are written`(format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.\(format)")
    let given = ["--axis-range", "x=0..1000,y=0..2000", "--size", "100x200mm"]
    let part = ["convert", "-", "--gesture", "1", "--fingers", "1"]
    let refused = try RunningProgram.run(
      part + ["-o", path, "--to", format], input: Fixture.withoutRanges)
    #expect(refused.status != 0 && refused.errors.contains("--axis-range"))
    let result = try RunningProgram.run(
      part + given + ["-o", path, "--to", format], input: Fixture.withoutRanges)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("does not describe") && !result.errors.contains("rounded"))
    let replay = try RunningProgram.run(["replay", "--json", "--fingers", "1", path])
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(replay.output.contains("\"travel\":"))
  }

  @Test func `positions on odd axes get their ranges too`() throws {
    let text = Fixture.withoutRanges.split(separator: "\n").filter { !$0.contains("TRACKING") }
      .joined(separator: "\n").replacing("ABS_MT_POSITION_X", with: "ABS_Z")
      .replacing("ABS_MT_POSITION_Y", with: "ABS_RX")
    let result = try convert(
      "-", "--axis-range", "x=0..1000,y=0..2000", "--to", "evemu", "-o", "-", input: text + "\n")
    #expect(result.lines.contains("A: 02 0 1000 0 0 0"), "\(result.errors)")
    #expect(result.lines.contains("A: 03 0 2000 0 0 0"))
  }

  @Test func `a size that no resolution is equal to is told`() throws {
    let result = try convert(
      "-", "--axis-range", "x=0..1000,y=0..2000", "--size", "33x66mm", "--to", "evemu", "-o", "-",
      input: Fixture.withoutRanges)
    #expect(result.errors.contains("the size is rounded"))
    #expect(result.lines.contains("A: 35 0 1000 0 0 30"))
    #expect(result.lines.contains("A: 36 0 2000 0 0 30"))
    let alone = try convert(
      "-", "--size", "33x66mm", "--to", "evemu", "-o", "-", input: Fixture.withoutRanges)
    #expect(alone.status == 64 && alone.errors.contains("--axis-range"))
  }

  @Test func `a gesture in a frame that nothing closes gives a table its travel`() throws {
    let closed = try RunningProgram.run(
      ["convert", "recordings/pad-3f-flick-right-01.evemu", "--to", "evemu", "-q", "-o", "-"])
    var lines = closed.lines
    let last = try #require(lines.lastIndex { $0.contains(" 0000 0000 0000") })
    lines.removeSubrange(last...)
    let text = lines.joined(separator: "\n") + "\n"
    let result = try convert("-", "--to", "sample-table", "-o", "-", input: text)
    #expect(result.status == 0)
    #expect(result.output.contains("\"travel\": "))
    #expect(result.errors.contains("the last frame has no SYN_REPORT behind it"))
  }

  @Test func `times that are missing are told`() throws {
    let text = Fixture.withoutRanges.replacing(#/\[.*?\] /#, with: "")
    let result = try convert("-", "--to", "evemu", "-o", "-", input: text)
    #expect(result.status == 0)
    #expect(result.errors.contains("events have no times: each is written as if it came at 0"))
  }

  @Test func `an existing file needs to be forced, and nothing is read before`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a.evemu")
    let refused = try convert("nowhere.evemu", "-o", path)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("--force"))
    #expect(try folder.read("a.evemu") == "old")
    #expect(try convert("@pad-3f-flick-right-01", "-o", path, "--force", "-q").status == 0)
    // A recording may take its own place.
    let text = try folder.read("a.evemu")
    #expect(try convert(path, "-o", path, "--force", "-q").status == 0)
    #expect(try folder.read("a.evemu") == text)
    #expect(
      try convert("@pad-3f-flick-right-01", "-o", folder.url.path, "--to", "evemu").status == 73)
    #expect(try convert("@pad-3f-flick-right-01", "-o", folder.path("no/a.evemu")).status == 73)
  }

  @Test func `a recording that cannot be read leaves no file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.yml")
    #expect(try convert("nowhere.evemu", "-o", path).status == 66)
    let text = "E: 0.000001 0003 0035 0012\nE: 0.000001 0003 zzzz 0012\nE: 0.1 0000 0000 0\n"
    let broken = try convert("-", "-o", path, input: text)
    #expect(broken.status == 65)
    #expect(broken.errors.contains("-:2: the code is not a number"))
    #expect(try convert("-", "-o", path, input: "hello\n").status == 65)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a file that cannot be written to its end is removed`() throws {
    let folder = try TemporaryFolder()
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = [
      "-c",
      "ulimit -f 4; \"$0\" convert @pad-3f-rest-right-01 -q -o out.yml; echo $? > status",
      try RunningProgram.url.path,
    ]
    shell.currentDirectoryURL = folder.url
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(try folder.read("status") == "74\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.yml")))
  }

  // MARK: Parts

  /// Three touches: a flick, a tap and a drag back, with a first finger in slot 1.
  static let touches: String = {
    var text = ""
    func frame(_ time: Int, _ events: String...) {
      let stamp = "0.\(String(String(1_000_000 + time).dropFirst()))"
      for event in events { text += "E: \(stamp) \(event)\n" }
      text += "E: \(stamp) 0000 0000 0000\n"
    }
    for (number, start) in [100_000, 400_000, 700_000].enumerated() {
      // The third touch has the y of the second, which is not sent again.
      let y = number == 2 ? [] : ["0003 0036 0300"]
      let begin =
        ["0003 002f 0001", "0003 0039 000\(number + 1)", "0003 0035 0\(number)00"] + y
        + ["0001 014a 0001"]
      for event in begin { text += "E: 0.\(start) \(event)\n" }
      text += "E: 0.\(start) 0000 0000 0000\n"
      if number != 1 {
        for step in 1...8 {
          frame(start + step * 8000, "0003 0035 \(number * 100 + step * 90)")
        }
      }
      frame(start + 100_000, "0003 0039 -001", "0001 014a 0000")
    }
    return text
  }()

  private var head: String {
    """
    # EVEMU 1.3
    N: Screen
    I: 0003 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 2f 0 4 0 0 0
    A: 35 0 1000 0 0 10
    A: 36 0 1000 0 0 10
    A: 39 0 65535 0 0 0

    """
  }

  @Test func `a gesture alone comes out the same`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(head + Self.touches, to: "all.evemu")
    let all = try RunningProgram.run(["replay", "-q", path]).lines
    #expect(all.count == 3)
    for number in 1...2 {
      let part = folder.path("\(number).evemu")
      let result = try convert("--gesture", "\(number)", path, "-o", part)
      #expect(result.status == 0, "\(result.errors)")
      let alone = try RunningProgram.run(["replay", part])
      #expect(alone.lines.count == 2)
      #expect(alone.lines[1].dropFirst(12) == all[number].dropFirst(12))
      #expect(!alone.output.contains("warning"))
    }
    // The slot is named and the coordinate there that the part lacks.
    let part = try folder.read("2.evemu")
    let events = part.split(separator: "\n").filter { $0.hasPrefix("E:") }.map { $0.prefix(26) }
    #expect(
      events.prefix(7) == [
        "E: 0.700000 0003 002f 0001", "E: 0.700000 0003 002f 0001", "E: 0.700000 0003 0039 0003",
        "E: 0.700000 0003 0035 0100", "E: 0.700000 0003 0036 0300", "E: 0.700000 0003 0035 0200",
        "E: 0.700000 0001 014a 0001",
      ])
    #expect(events.last == "E: 0.800000 0000 0000 0000")
    let none = try convert("--gesture", "3", path, "-o", folder.path("3.evemu"))
    #expect(none.status == 64)
    #expect(none.errors.contains("it has 2 gestures, and no number 3"))
    // The options tell what a gesture is.
    #expect(try convert("--gesture", "1", "--fingers", "2", path, "-o", "x.evemu").status == 64)
  }

  @Test func `a time begins with what is down`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(head + Self.touches, to: "all.evemu")
    let part = try convert(
      "--from-time", "0.02", "--to-time", "0.03", path, "--to", "csv", "-o", "-", "-q")
    #expect(part.lines.dropFirst().map { $0.prefix(24) } == ["0.124000,1,1,1,270,300,,"])
    let both = try convert("--from-time", "2", "--to-time", "1", path, "--to", "csv", "-o", "-")
    #expect(both.status == 64)
    let gesture = try convert("--from-time", "2", "--gesture", "1", path, "--to", "csv", "-o", "-")
    #expect(gesture.status == 64)
    let none = try convert("--from-time", "9", path, "--to", "csv", "-o", "-", "-q")
    #expect(none.status == 64 && none.output.isEmpty)
  }

  // MARK: Devices

  private let two = """
    add device 1: /dev/input/event0
      name:     "keys"
      events:
        KEY (0001): KEY_A
    add device 2: /dev/input/event4
      name:     "Screen"
      events:
        KEY (0001): BTN_TOUCH
        ABS (0003): ABS_MT_POSITION_X : value 0, min 0, max 100, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_Y : value 0, min 0, max 100, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    [       1.000000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   00000003
    [       1.000000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
    [       1.500000] /dev/input/event0: EV_KEY       KEY_A                DOWN
    [       1.500000] /dev/input/event0: EV_SYN       SYN_REPORT           00000000
    [       1.600000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [       1.600000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000

    """

  @Test func `all devices are kept where the format holds them`() throws {
    let yaml = try convert("-", "--to", "libinput", "-o", "-", input: two)
    #expect(yaml.status == 0)
    #expect(yaml.errors.isEmpty)
    #expect(yaml.output.contains("ndevices: 2\n"))
    let nodes = yaml.lines.filter { $0.hasPrefix("- node: ") || $0.contains("- evdev:") }
    #expect(
      nodes == [
        "- node: /dev/input/event0", "  - evdev:", "- node: /dev/input/event4", "  - evdev:",
        "  - evdev:",
      ])
    let one = try convert("-", "--to", "evemu", "-o", "-", input: two)
    #expect(one.output.contains("N: Screen\n"))
    #expect(one.output.split(separator: "\n").count { $0.hasPrefix("E:") } == 4)
    #expect(one.errors.contains("evemu does not hold the device file and the other devices"))
    let keys = try convert("-", "--device", "keys", "--to", "evemu", "-o", "-", input: two)
    #expect(keys.output.contains("N: keys\n"))
    #expect(!keys.errors.contains("other devices"))
    let alone = try convert("-", "--device", "2", "--to", "getevent", "-o", "-", input: two)
    #expect(!alone.output.contains("event0"))
    let wrong = try convert("-", "--device", "9", "--to", "evemu", "-o", "-", input: two)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("the recording has no device '9'"))
    let touched = two.replacing("KEY_A                DOWN", with: "BTN_TOUCH            DOWN")
      .replacing(
        "    KEY (0001): KEY_A",
        with: "    KEY (0001): BTN_TOUCH BTN_TOOL_PEN\n"
          + "    ABS (0003): ABS_X ABS_Y")
    let both = try convert("-", "--to", "evemu", "-o", "-", input: touched)
    #expect(both.status == 65)
    #expect(both.errors.contains("several devices are touched, 'keys' (number 1), 'Screen'"))
  }

  // MARK: Tables

  private let table = """
    {"schema": "sample-table/1", "travel": 100, "units_per_mm": 2.5, "threshold": 0.4,
     "columns": ["t", "x"], "samples": [[0, 10], [0.1, 30.5], [0.2, 90]],
     "end": {"t": 0.3, "kind": "lift"}}

    """

  @Test func `a table becomes events of a device that is made up`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(table, to: "a.json")
    let result = try convert(path, "-o", folder.path("a.evemu"))
    #expect(result.status == 0)
    #expect(
      result.errors.split(separator: "\n").map { $0.drop { $0 != " " } } == [
        " \(path): the table has no device: one is made up, with one finger",
        " \(folder.path("a.evemu")): evemu does not hold what the table says beside its rows",
      ])
    let wanted = try gestures(path, ["--threshold", "0.4"])
    #expect(try gestures(folder.path("a.evemu"), ["--threshold", "0.4", "--slop", "0"]) == wanted)
    #expect(try convert(path, "-o", folder.path("b.json")).status == 0)
    #expect(try gestures(folder.path("b.json")) == gestures(path))
    #expect(try convert(path, "-o", folder.path("c.json"), "--gesture", "1").status == 64)
  }

  @Test func `a variant of a table is chosen as a device is`() throws {
    let text = """
      {"schema": "sample-table/1", "travel": 100, "variants": {
        "slow": {"samples": [[0, 10]]}, "fast": {"samples": [[0, 20]]}}}
      """
    let none = try convert("-", "--to", "csv", "-o", "-", input: text)
    #expect(none.status == 64)
    #expect(none.errors.contains("it has 2 tables ('slow', 'fast'): --device chooses one"))
    let fast = try convert("-", "--device", "fast", "--to", "csv", "-o", "-", input: text)
    #expect(fast.lines.last?.hasPrefix("0.000000,1,0,0,20,0,") ?? false)
  }

  @Test(arguments: recordings.filter { $0.contains("-1f-") })
  func `a table of one finger comes to the same as its recording`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(name + ".json")
    #expect(try convert("recordings/" + name, "-o", path, "-q").status == 0)
    func outcomes(_ path: String) throws -> [Substring] {
      try RunningProgram.run(["replay", "--json", path]).output
        .matches(of: /"outcome":"[a-z]+","peak":[0-9.]{3}/).map(\.output)
    }
    #expect(try outcomes(path) == outcomes("recordings/" + name))
  }

  @Test func `times before 0 begin at 0 where the format has none`() throws {
    let text = "E: -2.400000 0003 0035 0012\nE: -2.500000 0000 0000 0000\n"
    let result = try convert("-", "--to", "evtest", "-o", "-", input: text)
    #expect(result.output.contains("Event: time 0.000000, type 3"))
    #expect(result.output.contains("Event: time 0.100000, ----"))
    #expect(result.errors.contains("times before 0 (it begins at 0 instead)"))
    #expect(result.errors.contains("it does not describe the device: --description"))
    let kept = try convert("-", "--to", "evemu", "-o", "-", input: text)
    #expect(kept.output.contains("E: -2.400000 0003"))
  }

  @Test func `gestures without positions are refused`() throws {
    let text = """
      -event6   GESTURE_SWIPE_BEGIN  +0.000s\t3
       event6   GESTURE_SWIPE_UPDATE  +0.036s\t3 -0.26/ 9.64 (-0.29/10.84 unaccelerated)
       event6   GESTURE_SWIPE_END  +0.100s\t3

      """
    let result = try convert("-", "--to", "evemu", "-o", "-", input: text)
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("no positions, which no format takes"))
    let folder = try convert("recordings", "--to", "evemu", "-o", "-")
    #expect(folder.status == 65)
    #expect(folder.errors == "pantograph: recordings: it is a folder, not a recording\n")
  }

  @Test func `help teaches`() throws {
    let help = try RunningProgram.run(["help", "convert"])
    #expect(help.status == 0)
    #expect(help.lines.allSatisfy { $0.count <= 100 })
    for word in ["--gesture N", "--from-time S", "--to FORMAT", "tracking_id", ".raw32"] {
      #expect(help.output.contains(word))
    }
  }
}
