import Foundation
import Testing

/// What is told of input that cannot be read: one message a problem, with file and line.
@Suite struct ErrorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: ["replay", "explain", "compare", "features", "stats", "tune", "report", "info"])
  func `standard input is read once`(command: String) throws {
    let run = try RunningProgram.run([command, "-", "-"])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("pantograph: standard input is named twice"), "\(run.errors)")
  }

  private static let head = "# EVEMU 1.3\nN: Pad\n"
  private static let end = "E: 9.0 0000 0000 0\n"
  private static let unknown = "this is no recording: neither evemu, libinput record or "

  /// What is written, the line that is told, and the message.
  static let inputs: [(text: String, line: Int?, message: String)] = [
    ("", nil, "it is empty"),
    ("hello\nworld\n", 1, unknown),
    ("\0\0\0\0\u{1}binary\0\0", nil, unknown),
    (head + "E: x 0003 0035 1\n" + end, 3, "the time is not a number that fits: 'x'"),
    (head + "E: 1.0 q 0035 1\n" + end, 3, "the type is not a number that fits: 'q'"),
    (head + "E: 1.0 0003 zz 1\n" + end, 3, "the code is not a number that fits: 'zz'"),
    (
      head + "\n\nE: 1.0 0003 0035 99999999999\n" + end, 5,
      "the value is not a number that fits: '99999999999'"
    ),
    (head + "E: 1.0 0003\n" + end, 3, "the code is missing"),
    (
      head + "E: 1.0 0003 \u{1b}[2J 1\n" + end, 3, #"the code is not a number that fits: '\x1b[2J'"#
    ),
    (
      "[   1.000000] EV_ABS       ABS_MT_TRACKING_ID   0000000g\n"
        + "[   1.000000] EV_SYN       SYN_REPORT           00000000\n", 1,
      "the value is not a number that fits: '0000000g'"
    ),
    (
      "Input driver version is 1.0.1\n"
        + "Event: time 1.0, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value zz\n"
        + "Event: time 1.0, -------------- SYN_REPORT ------------\n", 2,
      "the value is not a number that fits: 'zz'"
    ),
    (
      "version: 1\nndevices: 1\nlibinput:\n  version: \"1.10\"\ndevices:\n"
        + "- node: /dev/input/event5\n  evdev:\n    name: \"x\"\n  events:\n  - evdev:\n"
        + "    - [  0,      0,   3,  53,  xx]\n    - [  0,      0,   0,   0, 0]\n", 11,
      "the value is not a number that fits: 'xx'"
    ),
    (
      #"{"schema":"sample-table/1","samples":[[0,0],"# + "\n" + #"[0.1,"x"]]}"#, 2,
      #"a value is not a number that fits: '"x"'"#
    ),
    (
      #"{"schema":"sample-table/1","# + "\n" + #""samples":[[0,0],[0.1,1]"#, 2, "a comma is missing"
    ),
    (#"{"schema":"sample-table/2"}"#, 1, "the schema is 'sample-table/2', not sample-table/1"),
    (#"{"a":1}"#, 1, "a sample table needs the schema sample-table/1"),
    (
      #"{"schema":"sample-table/1","travel":9,"samples":[[1,0],[0.1,5]]}"#, 1,
      "the time runs backwards"
    ),
    (
      #"{"schema":"sample-table/1","samples":[[0,0],[0.1,5]]}"#, nil,
      "the table does not say which way makes progress 1"
    ),
    (Fixture.withoutRanges, 4, "the recording does not say the ranges of its axes"),
  ]

  @Test(arguments: inputs)
  func `input that cannot be read is told with its line`(
    text: String, line: Int?, message: String
  ) throws {
    try folder.write(text, to: "in")
    let place = "pantograph: in:\(line.map { "\($0):" } ?? "") "
    for command in ["replay", "explain"] {
      let run = try RunningProgram.run([command, "in"], in: folder.url)
      #expect(run.status == 65)
      #expect(run.errors.hasPrefix(place + message), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
      // What was read before the error is no result of it.
      #expect(!run.output.contains("contact down"))
    }
  }

  @Test(arguments: [["replay"], ["explain"], ["info"]])
  func `nothing is printed of what cannot be read at all`(command: [String]) throws {
    for text in ["", "hello\n"] {
      let run = try RunningProgram.run(command + ["-"], input: text)
      #expect(run.status == 65)
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `what has no ranges has no heading and no warnings`() throws {
    // The recording ends with the contact down, which an error must not claim.
    let lines = Fixture.withoutRanges.split(separator: "\n").prefix(6).map { $0 + "\n" }.joined()
    for text in [lines, "what is this?\n" + lines] {
      for command in ["replay", "explain"] {
        let run = try RunningProgram.run([command, "-"], input: text)
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
      }
      let json = try RunningProgram.run(["replay", "--json", "-"], input: text)
      #expect(json.output.contains("\"error\":{"))
      #expect(!json.output.contains("contact-left-down"))
    }
  }

  // MARK: Files

  @Test(arguments: ["replay", "explain", "info", "test"])
  func `a missing file, an empty folder and a missing right are told`(command: String) throws {
    func errors(_ path: String, status: Int32) throws -> String {
      let run = try RunningProgram.run([command, path], in: folder.url)
      #expect(run.status == status, "\(run.errors)")
      return run.errors
    }
    #expect(
      try errors("no.evemu", status: 66) == "pantograph: no.evemu: No such file or directory\n")
    #expect(
      try errors("no/no.evemu", status: 66)
        == "pantograph: no/no.evemu: No such file or directory\n")
    #expect(try errors("@no-such-sample-at-all", status: 66).contains("there is no such sample"))
    #expect(
      try errors(".", status: 66).hasPrefix(
        command == "test"
          ? "pantograph: .: there is no ./expectations.json"
          : "pantograph: .: the folder holds no recording\n"))
    try folder.write("a text\n", to: "notes.txt")
    #expect(try errors(".", status: 66).split(separator: "\n").count == 1)
  }

  @Test(arguments: ["replay", "explain", "info"])
  func `what may not be read, or breaks while it is read, has its status`(command: String) throws {
    // Nobody may read the first, root included; reading the second fails at its first byte.
    let denied = try RunningProgram.run([command, "/proc/sys/vm/drop_caches"])
    #expect(denied.status == 77)
    #expect(denied.errors == "pantograph: /proc/sys/vm/drop_caches: Permission denied\n")
    let broken = try RunningProgram.run([command, "/proc/self/mem"])
    #expect(broken.status == 74)
    #expect(broken.errors == "pantograph: /proc/self/mem: Input/output error\n")
  }

  // MARK: Devices

  @Test func `a keyboard is no touch device`() throws {
    for command in ["replay", "explain"] {
      let run = try RunningProgram.run([command, "-"], input: Fixture.keyboard)
      #expect(run.status == 69)
      #expect(
        run.errors
          == "pantograph: -: no device of the recording can be touched ('AT Keyboard')\n")
    }
  }

  @Test(arguments: ["0", "2", "3", "event9", "Keyboard"])
  func `a device that the recording does not have is told with those it has`(device: String) throws
  {
    let text = try Fixture.synthetic()
    for command in ["replay", "explain", "info"] {
      let run = try RunningProgram.run([command, "--device", device, "-"], input: text)
      #expect(run.status == 64)
      #expect(
        run.errors == "pantograph: -: the recording has no device '\(device)': "
          + "it has 'Synthetic Touchpad' (number 1)\n")
    }
  }

  @Test(arguments: ["touchpad", "touchscreen"])
  func `an unknown size is told as what it means on the device`(kind: String) throws {
    let text = try Fixture.synthetic("--device", kind)
      .replacing(/(?<head>A: [0-9a-f]+ \S+ \S+ \S+ \S+) [0-9]+/) { "\($0.head) 0" }
    let meaning = kind == "touchpad" ? "it counts as 69 x 50 mm" : "nothing is known in mm"
    for command in [["replay"], ["replay", "--json"], ["explain"], ["info"], ["info", "--json"]] {
      let run = try RunningProgram.run(command + ["-"], input: text)
      #expect(
        run.output.contains(
          "the device does not say how large it is (--size WxHmm does); \(meaning)"))
    }
    let refused = try RunningProgram.run(["replay", "--threshold", "25mm", "-"], input: text)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--size WxHmm"))
    let given = ["replay", "--threshold", "25mm", "--size", "100x60mm", "-"]
    #expect(try RunningProgram.run(given, input: text).status == 0)
  }

  // MARK: Values of options

  static let values: [(words: [String], message: String)] = [
    (["replay", "--threshold", "30%"], "not '30%', did you mean '0.3'?"),
    (["replay", "--threshold", "min(30%,60mm)"], "did you mean 'min(0.3,60mm)'?"),
    (["replay", "--threshold", "25 mm"], "not '25 mm', did you mean '25mm'?"),
    (["replay", "--threshold", "0,3"], "not '0,3', did you mean '0.3'?"),
    (["replay", "--threshold", "-0.1"], "--threshold takes a share, mm or px such as"),
    (["replay", "--travel", "80%"], "not '80%', did you mean '0.8'?"),
    (["replay", "--travel", "4cm"], "not '4cm', did you mean '40mm'?"),
    (["replay", "--travel", "0"], "--travel must be more than 0"),
    (["replay", "--edge", "5%"], "not '5%', did you mean '0.05'?"),
    (["replay", "--edge", "5"], "not '5', did you mean '5mm'?"),
    (["replay", "--slop", "2"], "not '2', did you mean '2mm'?"),
    (["replay", "--slop", "2%"], "not '2%', did you mean '0.02'?"),
    (["replay", "--size", "104x70"], "not '104x70', did you mean '104x70mm'?"),
    (["replay", "--fingers", "3 +"], "did you mean '3+'?"),
    (["replay", "--max-gap", "10 s"], "--max-gap takes a time such as 0.25 or 250ms"),
    (["replay", "--max-velocity-age", "-1"], "--max-velocity-age takes a time such as 0.25"),
    (["replay", "--settle", "soon"], "--settle takes '0.35s ease-in-out', "),
    (["replay", "--rate", "0"], "--rate takes frames per second, 1 to 1000, not '0'"),
    (["replay", "--speed", "0"], "--speed takes a number such as 10, not '0'"),
    (["replay", "--matrix", "1 0"], "--matrix takes six numbers such as "),
    (["replay", "--axis-range", "x=1..2"], "--axis-range takes two ranges such as "),
    (["replay", "--description", "-"], "--description and the recording cannot both be standard"),
    (["replay", "--threshold", "\u{1b}[2J%"], #"not '\x1b[2J%'"#),
    (["synthesize", "--distance", "30"], "not '30', did you mean '30mm'?"),
    (["synthesize", "--distance", "40%"], "not '40%', did you mean '0.4'?"),
    (["synthesize", "--spread", "18"], "not '18', did you mean '18mm'?"),
    (["synthesize", "--release", "60%"], "not '60%', did you mean '0.6'?"),
    (["synthesize", "--start", "20,35"], "did you mean '20,35mm'?"),
    (["synthesize", "--velocity", "300mm"], "did you mean '300mm/s'?"),
    (["synthesize", "--pause", "soon"], "--pause takes a time such as 0.25 or 250ms, not 'soon'"),
  ]

  @Test(arguments: values)
  func `a value of another form is told with what may be meant`(words: [String], message: String)
    throws
  {
    let operands = words[0] == "replay" ? ["-"] : []
    let run = try RunningProgram.run(words + operands)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("pantograph: "))
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  static let durations = ["0.25", "0.25s", "250ms", ".25", "250.0ms"]

  @Test(arguments: durations)
  func `each duration is read in the same ways`(text: String) throws {
    let options = ["--max-gap", text, "--max-velocity-age", text, "--settle", text + " linear"]
    let run = try RunningProgram.run(["replay", "--json"] + options + ["@phone-1f-drag-up-01"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""max_gap":"0.25s","max_velocity_age":"0.25s""#))
    #expect(run.output.contains(#""settle":"0.25s linear""#))
    let made = try RunningProgram.run(
      ["synthesize", "--duration", text, "--dwell", text, "--pause", text])
    #expect(made.output == (try Fixture.synthetic("--dwell", "0.25", "--pause", "0.25")))
  }
}
