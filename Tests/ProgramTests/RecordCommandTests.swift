import Foundation
import Testing

@Suite struct RecordCommandTests {
  static let formats = ["evemu", "yml"]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func record(_ words: String..., input: String) throws -> RunningProgram {
    try RunningProgram.run(["record", "-"] + words, input: input, in: folder.url)
  }

  /// Starts to record what is written to it, once it says so.
  private func start(_ words: String...) throws -> FollowedProgram {
    let program = try FollowedProgram(["record", "-", "--json"] + words, in: folder.url)
    _ = try program.next("started")
    return program
  }

  /// The gestures that replay finds in a file, or in a text.
  private func gestures(_ file: String, input: String = "") throws -> [NSDictionary] {
    let run = try RunningProgram.run(
      ["replay", "--json", file], input: input, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    let object =
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return object?["gestures"] as? [NSDictionary] ?? []
  }

  /// The gestures without their times.
  private func verdicts(_ gestures: [NSDictionary]) -> [[String: NSObject]] {
    gestures.map { gesture in
      var verdict = gesture as? [String: NSObject] ?? [:]
      for key in ["begin", "down", "end"] { verdict[key] = nil }
      return verdict
    }
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  // MARK: What is recorded

  @Test(arguments: formats)
  func `a recording replays as what it was made of`(format: String) throws {
    let stream = try TouchStream.three().text
    let run = try record("-o", "swipes.\(format)", input: stream)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        pantograph: recording -
        pantograph: swipes.\(format): 111 frames, 3.9 s, 3 gestures

        """)
    let expected = try gestures("-", input: stream)
    #expect(expected.count == 3)
    #expect(try gestures("swipes.\(format)") == expected)
    let quiet = try record("-q", "-o", "-", "--to", "libinput", input: stream)
    #expect(quiet.errors.isEmpty)
    #expect(quiet.output.hasPrefix("# libinput record\n"))
    #expect(try gestures("-", input: quiet.output) == expected)
  }

  @Test func `what keyboards send is not written, nor that there is one`() throws {
    var stream = try TouchStream.three().text
    stream = stream.replacing("N: Synthetic", with: "N: Combined")
      .replacing("B: 01 00", with: "B: 01 fe", maxReplacements: 1)
    let typed = ["0004 0004 458782", "0001 001e 0001", "0000 0000 0000"].map {
      TouchStream.event(100, $0)
    }.joined()
    let place = try #require(stream.range(of: "E: "))
    stream.insert(contentsOf: typed, at: place.lowerBound)
    #expect(try record("-o", "a.evemu", input: stream).status == 0)
    let text = try folder.read("a.evemu")
    #expect(!text.contains("0001 001e") && !text.contains("458782") && !text.contains("KEY_"))
    #expect(text.contains("BTN_LEFT"))
    #expect(text.contains("E: 0.000001 0003 002f"))
    #expect(try gestures("a.evemu").count == 3)
  }

  @Test func `a keyboard is refused, and leaves no file`() throws {
    let run = try record("-o", "a.evemu", input: Fixture.keyboard)
    #expect(run.status == 69)
    #expect(run.errors.contains("what is typed is never recorded"))
    #expect(try files().isEmpty)
  }

  @Test func `a pipe without ranges is recorded with those that are given`() throws {
    let run = try record(
      "-o", "a.evemu", "--axis-range", "x=0..1079,y=0..1919", input: Fixture.withoutRanges)
    #expect(run.status == 0)
    #expect(try gestures("a.evemu").count == 1)
    let bare = try record("-o", "b.evemu", input: Fixture.withoutRanges)
    #expect(bare.status == 0)
    #expect(bare.errors.contains("gestures are not followed: "))
    #expect(
      try RunningProgram.run(
        ["replay", "--axis-range", "x=0..1079,y=0..1919", "b.evemu"], in: folder.url
      ).status == 0)
    let split = try record("-o", "c.evemu", "--split", input: Fixture.withoutRanges)
    #expect(split.status == 65)
    #expect(try files() == ["a.evemu", "b.evemu"])
  }

  @Test func `of several devices the one that is touched is recorded, or the one that is chosen`()
    throws
  {
    let pad = try folder.write(try TouchStream.three().text, to: "pad.evemu")
    let keys = try folder.write(Fixture.keyboard, to: "keys.evemu")
    // Both in one recording, the keyboard first.
    let head = try RunningProgram.shell(
      #"""
      pantograph convert -q "$1" --to libinput -o - > keys.yml
      pantograph convert -q "$2" --to libinput -o - > pad.yml
      { sed 's/ndevices: 1/ndevices: 2/' keys.yml
        sed -n '/^- node/,$p' pad.yml | sed 's/event0/event1/'; }
      """#, keys, pad, in: folder.url)
    #expect(head.status == 0)
    let run = try record("-o", "a.evemu", input: head.output)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try gestures("a.evemu") == gestures(pad))
    let chosen = try record("--device", "event1", "-o", "b.evemu", input: head.output)
    #expect(chosen.status == 0)
    #expect(try folder.read("b.evemu") == folder.read("a.evemu"))
    #expect(try record("--device", "1", "-o", "c.evemu", input: head.output).status == 69)
    #expect(try record("--device", "9", "-o", "c.evemu", input: head.output).status == 64)
  }

  @Test func `events that the kernel dropped end the gesture as they did`() throws {
    let lines = try TouchStream.three().text.split(separator: "\n")
    let middle = try #require(lines.lastIndex { $0.contains("SYN_REPORT") }) - 100
    let place = try #require(lines[..<middle].lastIndex { $0.contains("0000 0000 0000") })
    let time = try #require(lines[place].split(separator: " ").dropFirst().first)
    let stream =
      (lines[...place] + ["E: \(time) 0000 0003 0000", "E: \(time) 0000 0000 0000"]
      + lines[(place + 1)...]).joined(separator: "\n") + "\n"
    let expected = try gestures("-", input: stream)
    #expect(expected.last?["end_reason"] as? String == "dropped")
    #expect(try record("-o", "a.yml", input: stream).status == 0)
    #expect(try gestures("a.yml") == expected)
    #expect(try record("--split", "-o", "s.yml", input: stream).status == 0)
    #expect(try verdicts(gestures("s-003.yml")) == verdicts([expected[2]]))
  }

  @Test func `a gesture that is cut off gets no label`() throws {
    let text = try TouchStream.three().text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let lift = try #require(lines.lastIndex { $0.contains("0003 0039 -") })
    let start = try #require(lines[..<lift].lastIndex { $0.contains("0000 0000 0000") })
    let cut = lines[...start].joined(separator: "\n") + "\n"
    let ends = try gestures("-", input: cut).map { $0["end_reason"] as? String }
    #expect(ends == ["lift", "lift", "end-of-recording"])
    #expect(try record("--split", "--label", "finish", "-o", "s.evemu", input: cut).status == 0)
    let expectations =
      try JSONSerialization.jsonObject(with: Data(folder.read("expectations.json").utf8))
      as? [String: Any]
    let recordings = try #require(expectations?["recordings"] as? [String: [String: Any]])
    #expect(Set(recordings.keys) == ["s-001.evemu", "s-002.evemu"])
    #expect(recordings.values.allSatisfy { $0["intent"] as? String == "finish" })
    #expect(try gestures("s-003.evemu").count == 1)
  }

  // MARK: When it ends

  @Test func `it ends after the gestures or the time that were asked for`() throws {
    let stream = try TouchStream.three().text
    let expected = try gestures("-", input: stream)
    let two = try record("--json", "--gestures", "2", "-o", "a.evemu", input: stream)
    #expect(two.status == 0)
    #expect(two.lines.last?.contains("\"reason\":\"gestures\"") == true)
    #expect(try gestures("a.evemu") == Array(expected[..<2]))
    let short = try record("--json", "--duration", "1s", "-o", "b.evemu", input: stream)
    #expect(short.lines.last?.contains("\"reason\":\"duration\"") == true)
    #expect(try gestures("b.evemu") == Array(expected[..<1]))
  }

  @Test func `it ends after the time though nothing comes`() throws {
    let program = try start("--duration", "50ms", "-o", "a.evemu")
    #expect(try program.next("ended")["reason"] as? String == "duration")
    #expect(try program.end() == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it cleanly`(signal: Int32) throws {
    let stream = try TouchStream.three().text
    let program = try start("-o", "a.evemu")
    try program.write(stream)
    for _ in 0..<3 { _ = try program.next("gesture") }
    program.send(signal)
    #expect(try program.next("saved")["frames"] as? Int == 111)
    #expect(try program.next("ended")["reason"] as? String == "interrupted")
    #expect(try program.end() == 0)
    #expect(try gestures("a.evemu") == gestures("-", input: stream))
  }

  @Test(arguments: formats)
  func `what was seen is there after a kill`(format: String) throws {
    let stream = try TouchStream.three().text
    let expected = try gestures("-", input: stream)
    let program = try start("-o", "a.\(format)")
    try program.write(stream)
    for _ in 0..<3 { _ = try program.next("gesture") }
    program.send(SIGKILL)
    #expect(try program.end() == -SIGKILL)
    #expect(try gestures("a.\(format)") == expected)
    let split = try start("--split", "--label", "finish", "-o", "s.\(format)")
    try split.write(stream)
    for _ in 0..<3 { _ = try split.next("gesture") }
    split.send(SIGKILL)
    #expect(try split.end() == -SIGKILL)
    for number in 1...3 {
      #expect(
        try verdicts(gestures("s-00\(number).\(format)")) == verdicts([expected[number - 1]]))
    }
  }

  @Test func `an input that is broken ends it, and what came before is kept`() throws {
    let stream = try TouchStream.three().text
    let run = try record(
      "-o", "a.evemu", input: stream + "E: 9.000000 zzzz 0000 0000\nE: 9.000000 0000 0000 0000\n")
    #expect(run.status == 65)
    #expect(run.errors.contains("-:"))
    #expect(try gestures("a.evemu").count == 3)
    let empty = try record("-o", "b.evemu", input: "")
    #expect(empty.status == 65)
    #expect(empty.errors.contains("it is empty"))
  }

  // MARK: Files

  @Test func `a file that is there is not overwritten without being asked`() throws {
    let stream = try TouchStream.three().text
    try folder.write("mine", to: "a.evemu")
    let refused = try record("-o", "a.evemu", input: stream)
    #expect(refused.status == 73)
    #expect(refused.errors == "pantograph: a.evemu: it exists already (--force overwrites it)\n")
    #expect(try folder.read("a.evemu") == "mine")
    #expect(try record("--force", "-o", "a.evemu", input: stream).status == 0)
    #expect(try gestures("a.evemu").count == 3)
    #expect(try record("-o", "none/a.evemu", input: stream).status == 73)
  }

  @Test(arguments: formats)
  func `where the disk is full, the file is whole up to there`(format: String) throws {
    let stream = try folder.write(try TouchStream.three().text, to: "stream.evemu")
    for blocks in [8, 13, 21] {
      let run = try RunningProgram.shell(
        "ulimit -f \(blocks); pantograph record --force --json - -o full.\(format) < \"$1\"",
        stream, in: folder.url)
      #expect(run.status == 74)
      #expect(
        run.errors.hasSuffix(
          "pantograph: full.\(format): cannot write: File too large; what was recorded before is kept\n"
        ))
      #expect(run.lines.last?.contains("\"reason\":\"error\"") == true)
      let text = try folder.read("full.\(format)")
      #expect(text.utf8.count > blocks * 1024 - 4096 && text.utf8.count <= blocks * 1024)
      #expect(text.hasSuffix("ms\n"))
      let info = try RunningProgram.run(["info", "full.\(format)"], in: folder.url)
      #expect(info.status == 0)
      #expect(!info.output.contains("stops in the middle"))
    }
    let head = try RunningProgram.shell(
      "ulimit -f 1; pantograph record - -o none.\(format) < \"$1\"", stream, in: folder.url)
    #expect(head.status == 74)
    #expect(try !files().contains("none.\(format)"))
    let full = try RunningProgram.shell(
      "pantograph record -q - -o - < \"$1\" > /dev/full", stream, in: folder.url)
    #expect(full.status == 74)
    #expect(
      full.errors == "pantograph: standard output: cannot write: No space left on device\n")
  }

  @Test(arguments: formats)
  func `each gesture is a file that replays alone as it did`(format: String) throws {
    let stream = try TouchStream.three().text
    let expected = try gestures("-", input: stream)
    try folder.write(
      #"{"mine":1,"recordings":{"s-002.\#(format)":{"hand":"left"}},"#
        + #""schema":"pantograph.expectations/1"}"#, to: "expectations.json")
    let run = try record("--split", "--label", "cancel", "-o", "s.\(format)", input: stream)
    #expect(run.status == 0)
    for number in 1...3 {
      let alone = try gestures("s-00\(number).\(format)")
      #expect(verdicts(alone) == verdicts([expected[number - 1]]))
      #expect(alone.first?["down"] as? Double == 0)
    }
    #expect(
      try folder.read("expectations.json") == """
        {"mine":1,"recordings":{
        "s-001.\(format)":{"intent":"cancel"},
        "s-002.\(format)":{"hand":"left","intent":"cancel"},
        "s-003.\(format)":{"intent":"cancel"}
        },"schema":"pantograph.expectations/1"}

        """)
    // Numbers that are taken are passed over.
    #expect(try record("--split", "-o", "s.\(format)", input: stream).status == 0)
    #expect(try files().count == 7)
    #expect(try folder.read("s-005.\(format)") == folder.read("s-002.\(format)"))
  }

  @Test func `a touch that is no gesture leaves no file`() throws {
    var stream = TouchStream()
    try stream.add("--distance", "30mm", "--fingers", "1")
    try stream.add("--distance", "30mm", "--fingers", "3")
    try stream.add("--distance", "0mm", "--fingers", "3", "--pause", "0.2")
    let run = try record("--split", "-o", "s.evemu", input: stream.text)
    #expect(run.status == 0)
    #expect(try files() == ["s-001.evemu"])
    #expect(try gestures("s-001.evemu").first?["fingers"] as? Int == 3)
  }

  @Test func `a label goes into expectations beside the file`() throws {
    let stream = try TouchStream.three().text
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "sub"), withIntermediateDirectories: true)
    #expect(try record("--label", "finish", "-o", "sub/a.evemu", input: stream).status == 0)
    #expect(
      try folder.read("sub/expectations.json") == """
        {"recordings":{
        "a.evemu":{"intent":"finish"}
        },"schema":"pantograph.expectations/1"}

        """)
    try folder.write("[]", to: "expectations.json")
    let broken = try record("--label", "finish", "-o", "a.evemu", input: stream)
    #expect(broken.status == 65)
    #expect(broken.errors.contains("expectations.json: "))
    #expect(try !files().contains("a.evemu"))
    #expect(try folder.read("expectations.json") == "[]")
  }

  // MARK: The latest time

  @Test func `the latest time is written each time that a signal says so`() throws {
    var stream = TouchStream()
    let program = try start("--ring", "2.5s", "--label", "none", "-o", "ring.evemu")
    program.send(SIGUSR1)
    try program.write(try stream.add("--distance", "30mm"))
    _ = try program.next("gesture")
    try program.write(try stream.add("--distance", "5mm", "--seed", "2"))
    _ = try program.next("gesture")
    program.send(SIGUSR1)
    #expect(try program.next("saved")["file"] as? String == "ring-001.evemu")
    try program.write(try stream.add("--distance", "25mm", "--direction", "left"))
    _ = try program.next("gesture")
    program.send(SIGUSR1)
    #expect(try program.next("saved")["intent"] as? String == "none")
    program.send(SIGTERM)
    #expect(try program.end() == 0)
    #expect(try program.errors.contains("there is nothing to save"))
    let expected = try verdicts(gestures("-", input: stream.text))
    #expect(expected.count == 3)
    #expect(try verdicts(gestures("ring-001.evemu")) == Array(expected[..<2]))
    #expect(try verdicts(gestures("ring-002.evemu")) == Array(expected[1...]))
    #expect(try files() == ["expectations.json", "ring-001.evemu", "ring-002.evemu"])
  }

  // MARK: The command line

  static let misuse: [([String], String)] = [
    (["-"], "record needs -o OUT"),
    (["-", "-", "-o", "a"], "record takes one device"),
    (["-", "-o", "a.raw"], "record writes evemu or libinput, not raw"),
    (["-", "-o", "a", "--to", "csv"], "--to takes evemu or libinput, not 'csv'"),
    (["-", "-o", "a", "--split", "--ring", "9"], "--split and --ring do not go together"),
    (["-", "-o", "-", "--split"], "standard output is one file"),
    (["-", "-o", "-", "--json"], "--json does not go with -o -"),
    (["-", "-o", "-", "--label", "finish"], "--label does not go with -o -"),
    (["-", "-o", "a", "--ring", "0"], "--ring takes a time of at most an hour"),
    (["-", "-o", "a", "--gestures", "0"], "--gestures takes a whole number of 1 to 1000000"),
    (["-", "-o", "a", "--hand", "left"], "--hand is for --session"),
    (["-", "-o", "a", "--label", "maybe"], "--label takes finish, cancel, none, not 'maybe'"),
  ]

  @Test(arguments: misuse)
  func `what cannot be recorded is told before anything is`(words: [String], message: String)
    throws
  {
    let run = try RunningProgram.run(["record"] + words, in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("pantograph: " + message), "\(run.errors)")
    #expect(try files().isEmpty)
  }

  @Test func `a device that there is not is told`() throws {
    let run = try RunningProgram.run(
      ["record", "/dev/input/no-such-device", "-o", "a"], in: folder.url)
    #expect(run.status == 66)
    #expect(try files().isEmpty)
  }
}
