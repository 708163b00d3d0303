import Foundation
import Testing

@Suite struct ReplayCommandTests {
  private let folder: TemporaryFolder

  /// A folder with a drag that finishes, one that goes back, a tap, and a text.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Fixture.synthetic("--distance", "20.5mm"), to: "b.evemu")
    try folder.write(try Fixture.synthetic("--distance", "8mm"), to: "a.evemu")
    try folder.write(try Fixture.synthetic("--kind", "tap"), to: "c.evemu")
    try folder.write("nothing that was recorded\n", to: "notes.txt")
  }

  private func replay(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try RunningProgram.run(
      ["replay"] + arguments, input: input, environment: environment, in: folder.url)
  }

  private func objects(_ run: RunningProgram) throws -> [[String: Any]] {
    try run.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func gestures(_ run: RunningProgram) throws -> [[String: Any]] {
    try objects(run).flatMap { try #require($0["gestures"] as? [[String: Any]]) }
  }

  // MARK: JSON

  @Test func `JSON is an object a recording, with the keys in order`() throws {
    let run = try replay("--json", "--all", "a.evemu", "c.evemu")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.utf8.allSatisfy { $0 == 0x0a || (0x20..<0x7f).contains($0) })
    #expect(run.output.hasSuffix("}\n"))
    let objects = try objects(run)
    #expect(objects.map { $0["recording"] as? String } == ["a.evemu", "c.evemu"])
    for object in objects {
      #expect(object["schema"] as? String == "pantograph.replay/1")
      #expect(object["format"] as? String == "evemu")
      #expect(
        object.keys.sorted() == [
          "device", "format", "gestures", "recording", "schema", "settings", "touches", "warnings",
        ])
      let device = try #require(object["device"] as? [String: Any])
      #expect(device.keys.sorted() == ["height_mm", "kind", "name", "slots", "width_mm"])
      let settings = try #require(object["settings"] as? [String: String])
      #expect(settings["fingers"] == "2+")
      #expect(settings["travel"] == "38mm across, 28.5mm up")
    }
    let gestures = try gestures(run)
    #expect(gestures.count == 1)
    #expect(
      gestures[0].keys.sorted() == [
        "axis", "begin", "direction", "down", "end", "end_reason", "fingers", "frames", "margin",
        "margin_unit", "outcome", "peak", "progress", "rule", "settle", "travel_mm", "velocity",
      ])
    let settle = try #require(gestures[0]["settle"] as? [String: Any])
    #expect(settle.keys.sorted() == ["curve", "duration", "from", "to"])
    #expect(settle["to"] as? Int == 0)
    let touches = try #require(objects[1]["touches"] as? [[String: Any]])
    #expect(touches.map { $0["reason"] as? String } == ["within-slop"])
  }

  @Test(arguments: ["replay --json --trace --all", "info --json"])
  func `keys are sorted at every depth, and digits are nine at most`(command: String) throws {
    let run = try RunningProgram.shell(
      """
      pantograph \(command) recordings > "$1"
      jq -es 'length == 40 and all(.. | objects; keys_unsorted == keys)' "$1"
      """, folder.path("all.json"))
    #expect(run.status == 0)
    #expect(run.output == "true\n")
    for number in try folder.read("all.json").matches(of: /[:,\[]-?([0-9][0-9.]*)/) {
      let digits = number.1.filter(\.isNumber).drop { $0 == "0" }
      #expect(digits.count <= 9, "\(number.1)")
    }
  }

  @Test func `a warning has its code, its lines and its count`() throws {
    let text = try folder.read("a.evemu")
    try folder.write(text + "what is this?\nand this?\n", to: "odd.evemu")
    let last = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let object = try #require(try objects(replay("--json", "odd.evemu")).first)
    let warnings = try #require(object["warnings"] as? [[String: Any]])
    #expect(warnings.map { $0["code"] as? String } == ["unknown-line"])
    #expect(warnings[0].keys.sorted() == ["code", "count", "line", "lines", "message"])
    #expect(warnings[0]["count"] as? Int == 2)
    #expect(warnings[0]["line"] as? Int == last)
    #expect(warnings[0]["lines"] as? [Int] == [last, last + 1])
  }

  @Test func `an error in the middle leaves what came before, and says so`() throws {
    let text = try folder.read("b.evemu")
    try folder.write(text + "E: 9.0 0003 zz 1\nE: 9.0 0000 0000 0\n", to: "bad.evemu")
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let run = try replay("--json", "bad.evemu", "a.evemu")
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("pantograph: bad.evemu:\(line): "))
    let objects = try objects(run)
    #expect(objects.map { $0["recording"] as? String } == ["bad.evemu", "a.evemu"])
    #expect((objects[0]["gestures"] as? [Any])?.count == 1)
    let error = try #require(objects[0]["error"] as? [String: Any])
    #expect(error.keys.sorted() == ["line", "message"])
    #expect(error["line"] as? Int == line)
    #expect(objects[1]["error"] == nil)
  }

  @Test func `a trace goes from the recognition to where it settles`() throws {
    let gesture = try #require(try gestures(replay("--json", "--trace", "a.evemu")).first)
    let trace = try #require(gesture["trace"] as? [[Double]])
    #expect(trace.allSatisfy { $0.count == 4 })
    let times = trace.map { $0[0] }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(times.first == gesture["begin"] as? Double)
    let end = try #require(gesture["end"] as? Double)
    let frames = try #require(gesture["frames"] as? Int)
    #expect(trace.count { $0[0] <= end } == frames)
    let settle = try #require(gesture["settle"] as? [String: Any])
    let duration = try #require(settle["duration"] as? Double)
    #expect(abs((times.last ?? 0) - end - duration) < 1e-6)
    #expect(trace.last?[3] == 0)
  }

  // MARK: Text

  @Test func `a line a gesture, and a row a frame of a trace`() throws {
    let run = try replay("a.evemu")
    #expect(run.lines.count == 2)
    #expect(run.lines[0] == "a.evemu: touchpad, 'Synthetic Touchpad', 104 x 70 mm")
    #expect(run.lines[1].contains("3 fingers  right"))
    #expect(run.lines[1].contains("cancel  threshold, "))
    let traced = try replay("--trace", "a.evemu")
    #expect(Array(traced.lines.prefix(2)) == run.lines)
    let gesture = try #require(try gestures(replay("--json", "--trace", "a.evemu")).first)
    #expect(traced.lines.count - 2 == (gesture["trace"] as? [Any])?.count)
    #expect(traced.lines.dropFirst(2).allSatisfy { $0.hasSuffix(" shown") })
    #expect(traced.lines.last?.hasSuffix(" 0% shown") ?? false)
  }

  @Test func `touches that were no gesture are counted, listed or kept quiet`() throws {
    let counted = try replay("c.evemu")
    #expect(
      counted.lines.dropFirst() == [
        "  no gesture",
        "  1 touch was no gesture: it did not move far enough (--all lists them)",
      ])
    let listed = try replay("--all", "c.evemu")
    #expect(listed.lines.count == 3)
    #expect(listed.lines[1].hasSuffix("3 fingers, no gesture: it did not move far enough"))
    for option in ["-q", "--quiet"] {
      #expect(try replay(option, "c.evemu").lines.dropFirst() == ["  no gesture"])
    }
  }

  @Test func `quiet leaves warnings out, and no result`() throws {
    try folder.write(try folder.read("a.evemu") + "what is this?\n", to: "odd.evemu")
    let run = try replay("odd.evemu")
    let quiet = try replay("-q", "odd.evemu")
    #expect(run.output.contains("  warning: "))
    #expect(quiet.lines == run.lines.filter { !$0.contains("warning: ") })
  }

  // MARK: Inputs

  @Test func `several files come in the order they are named`() throws {
    let run = try replay("b.evemu", "a.evemu")
    #expect(run.status == 0)
    #expect(
      run.lines == (try replay("b.evemu").lines) + (try replay("a.evemu").lines))
  }

  @Test func `a folder is the recordings in it, in the order of names`() throws {
    let run = try replay("--json", ".")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      try objects(run).map { $0["recording"] as? String } == [
        "./a.evemu", "./b.evemu", "./c.evemu",
      ]
    )
  }

  @Test func `standard input and a pipe give the bytes that a file gives`() throws {
    for options in [[], ["--json"], ["--trace"]] {
      let file = try RunningProgram.run(["replay"] + options + ["a.evemu"], in: folder.url)
      let input = try RunningProgram.run(
        ["replay"] + options + ["-"], input: try folder.read("a.evemu"))
      #expect(input.status == 0)
      #expect(
        input.output.replacing("-:", with: "a.evemu:").replacing("\"-\"", with: "\"a.evemu\"")
          == file.output)
      let pipe = try RunningProgram.shell(
        "cat a.evemu | pantograph replay \(options.joined(separator: " ")) -", in: folder.url)
      #expect(pipe.output == input.output)
    }
  }

  @Test func `a wrong file among right ones is told, and the others are replayed`() throws {
    let run = try replay("a.evemu", "missing.evemu", "notes.txt", "b.evemu")
    #expect(run.status == 66)
    #expect(run.lines == (try replay("a.evemu").lines) + (try replay("b.evemu").lines))
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors[0] == "pantograph: missing.evemu: No such file or directory")
    #expect(errors[1].hasPrefix("pantograph: notes.txt:1: this is no recording"))
    // The first problem gives the status.
    #expect(try replay("notes.txt", "missing.evemu").status == 65)
  }

  @Test func `a variant of a table is a recording of its own`() throws {
    let variants = #","variants":{"slow":{},"fast":{"travel":50}}"#
    try folder.write(Fixture.table([0, 10, 30, 40], more: variants), to: "t.json")
    let names = try objects(replay("--json", "t.json")).map { $0["recording"] as? String }
    #expect(names == ["t.json#slow", "t.json#fast"])
  }

  // MARK: The same bytes

  static let forms: [[String]] = [
    [], ["--json"], ["--json", "--trace", "--all"], ["--trace"],
    ["--policy", "flick", "--settle", "spring response=0.4s damping=0.7", "--trace"],
  ]

  @Test(arguments: forms)
  func `two runs give the same bytes, also at another speed`(options: [String]) throws {
    let command = ["replay"] + options
    let first = try RunningProgram.run(command + ["a.evemu", "b.evemu"], in: folder.url)
    #expect(first.status == 0)
    for more in [[], ["--speed", "10"]] {
      let again = try RunningProgram.run(command + more + ["a.evemu", "b.evemu"], in: folder.url)
      #expect(again.output == first.output)
    }
  }

  // MARK: The output

  @Test func `a gesture is printed while the recording goes on`() throws {
    let run = try RunningProgram.shell(
      """
      coproc pantograph replay -
      cat b.evemu >&${COPROC[1]}
      # Nothing more is written: the time is for a program that waits for more.
      read -r -t 60 head <&${COPROC[0]} && read -r -t 60 line <&${COPROC[0]} && echo "$line"
      eval "exec ${COPROC[1]}>&-"
      wait $COPROC_PID
      """, in: folder.url)
    #expect(run.status == 0)
    #expect(run.output.contains("3 fingers  right"))
    #expect(run.output.contains("finish"))
  }

  static let printing = [
    "replay @phone-1f-drag-up-01", "replay --json @phone-1f-drag-up-01",
    "explain @phone-1f-drag-up-01", "info @phone-1f-drag-up-01", "test @phone-1f-drag-up-01",
    "synthesize", "completion bash", "help replay", "explain @", "--version",
  ]

  @Test(arguments: printing)
  func `a full disk is an error, and so is a closed output`(command: String) throws {
    let full = try RunningProgram.shell("pantograph \(command) > /dev/full")
    #expect(full.status == 74)
    #expect(full.errors == "pantograph: standard output: cannot write: No space left on device\n")
    let closed = try RunningProgram.shell("pantograph \(command) >&-")
    #expect(closed.status == 74)
    #expect(closed.errors == "pantograph: standard output: cannot write: Bad file descriptor\n")
  }

  @Test(arguments: ["replay", "replay --json", "explain", "info", "test"], ["", "trap '' PIPE"])
  func `a reader that goes away ends it quietly`(command: String, trap: String) throws {
    // The pipe has a reader as long as it takes to open it for writing.
    let run = try RunningProgram.shell(
      """
      \(trap)
      mkfifo "$1"
      exec 3<>"$1" 4>"$1" 3>&-
      pantograph \(command) recordings >&4
      echo $?
      """, folder.path("pipe"))
    // The signal ends it, unless whoever started it ignores that.
    #expect(run.output == (trap.isEmpty ? "141\n" : "0\n"))
    #expect(run.errors.isEmpty)
  }

  // MARK: Color and hostile names

  static let colors: [(options: String, variables: String, isColored: Bool)] = [
    ("", "TERM=xterm", true), ("", "TERM=dumb", false), ("", "TERM=xterm NO_COLOR=1", false),
    ("", "TERM=xterm NO_COLOR=", true), ("--color never", "TERM=xterm", false),
    ("--color=always", "TERM=xterm NO_COLOR=1", true),
  ]

  @Test(arguments: colors)
  func `a terminal has colors unless they are not wanted`(
    options: String, variables: String, isColored: Bool
  ) throws {
    // `script` runs a command on a terminal of its own.
    let run = try RunningProgram.shell(
      "script -qec 'env \(variables) pantograph replay \(options) @phone-1f-tap-01' /dev/null")
    #expect(run.status == 0)
    #expect(run.output.contains("\u{1b}[") == isColored)
  }

  @Test func `a file has colors only if they are asked for`() throws {
    #expect(!(try replay("a.evemu", environment: ["TERM": "xterm"])).output.contains("\u{1b}"))
    let colored = try replay("--color", "always", "a.evemu")
    #expect(colored.output.contains("\u{1b}[31mcancel\u{1b}[0m"))
    #expect(!(try replay("--color", "always", "--json", "a.evemu")).output.contains("\u{1b}"))
  }

  static let printers = [
    ["replay"], ["explain"], ["info"], ["replay", "--json"], ["info", "--json"],
  ]

  @Test(arguments: printers)
  func `names of devices and files are shown escaped`(command: [String]) throws {
    let text = try folder.read("a.evemu").replacing(
      "Synthetic Touchpad", with: "a\u{1b}[2J\u{202e}b")
    try folder.write(text, to: "e\u{1b}[31m.evemu")
    let run = try RunningProgram.run(
      command + ["e\u{1b}[31m.evemu", "m\u{7}.evemu"], in: folder.url)
    #expect(run.status == 66)
    let isJSON = command.contains("--json")
    #expect(run.output.contains(isJSON ? #"a\u001b[2J\u202eb"# : #"a\x1b[2J\u{202e}b"#))
    #expect(run.output.contains(isJSON ? #"e\u001b[31m.evemu"# : #"e\x1b[31m.evemu"#))
    #expect(run.errors == "pantograph: m\\x07.evemu: No such file or directory\n")
    let printed = (run.output + run.errors).unicodeScalars
    #expect(!printed.contains { ($0.value < 0x20 && $0 != "\n") || $0 == "\u{202e}" })
  }
}
