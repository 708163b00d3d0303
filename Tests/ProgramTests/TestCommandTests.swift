import Foundation
import Testing

@Suite struct TestCommandTests {
  private let folder: TemporaryFolder

  /// A folder with two recordings: one that finishes, one of a tap.
  init() throws {
    folder = try TemporaryFolder()
    for (name, options) in [
      ("drag.evemu", ["--distance", "20.5mm"]), ("tap.evemu", ["--kind", "tap"]),
    ] {
      let made = try RunningProgram.run(["synthesize", "-o", folder.path(name)] + options)
      #expect(made.status == 0)
    }
  }

  private func expect(_ recordings: String) throws {
    try folder.write(
      #"{"recordings":{\#(recordings)},"schema":"pantograph.expectations/1"}"#,
      to: "expectations.json")
  }

  private func test(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(["test"] + arguments, in: folder.url)
  }

  private static let drag = """
    "drag.evemu":{"gestures":[{"axis":"x","direction":"right","end_reason":"lift","fingers":3,
      "min_margin":0.15,"outcome":"finish","progress":0.5,"rule":"threshold","tolerance":0.01}],
      "intent":"finish","options":["--direction","right"],"participant":"p1"}
    """

  @Test func `what is as expected is ok`() throws {
    try expect(Self.drag + #","tap.evemu":{"gestures":[]}"#)
    let run = try test(".")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        TAP version 14
        1..2
        ok 1 - ./drag.evemu
        ok 2 - ./tap.evemu
        # 2 of 2 as expected

        """)
  }

  @Test func `a folder, a file in it and the expectations themselves may be named`() throws {
    try expect(Self.drag + #","tap.evemu":{"gestures":[]}"#)
    #expect(
      try test("tap.evemu").lines[1...] == ["1..1", "ok 1 - tap.evemu", "# 1 of 1 as expected"])
    #expect(try test("expectations.json").lines[1] == "1..2")
    #expect(try test(folder.url.path).lines[2] == "ok 1 - \(folder.path("drag.evemu"))")
    #expect(try test(folder.url.path + "/").lines[2] == "ok 1 - \(folder.path("drag.evemu"))")
    #expect(try test(".", "tap.evemu").lines[1] == "1..3")
    #expect(try test("@pad-3f-flick-right-01").lines[2] == "ok 1 - @pad-3f-flick-right-01")
  }

  static let wrong: [(String, String)] = [
    (#""axis":"y""#, "axis is x, expected y"),
    (#""direction":"left""#, "direction is right, expected left"),
    (#""end_reason":"button""#, "end_reason is lift, expected button"),
    (#""fingers":2"#, "fingers is 3, expected 2"),
    (#""outcome":"cancel""#, "outcome is finish, expected cancel"),
    (#""rule":"velocity""#, "rule is threshold, expected velocity"),
    (#""progress":0.53"#, "expected 0.53 ± 0.02"),
    (#""progress":0.6,"tolerance":0.09"#, "expected 0.6 ± 0.09"),
    (#""min_margin":0.25"#, "expected 0.25 or more"),
  ]

  @Test(arguments: wrong)
  func `what is other than expected fails, with both`(field: String, message: String) throws {
    try expect(#""drag.evemu":{"gestures":[{\#(field)}],"options":["--fingers","3"]}"#)
    let run = try test("drag.evemu")
    #expect(run.status == 1)
    #expect(run.lines[2] == "not ok 1 - drag.evemu")
    #expect(run.lines[3] == "  ---")
    #expect(run.lines[4] == "  differences:")
    #expect(run.lines[5].hasPrefix("    - \"gesture 1: "))
    #expect(run.lines[5].contains(message), "\(run.lines[5])")
    #expect(run.lines[6].hasPrefix("  expected: [{"))
    #expect(run.lines[7].hasPrefix("  came: [{\"axis\":\"x\""))
    #expect(run.lines[8] == "  command: \"pantograph explain --fingers 3 drag.evemu\"")
    #expect(run.lines[9] == "  ...")
    #expect(run.lines[10] == "# 0 of 1 as expected")
  }

  @Test func `the tolerance of progress is a fiftieth unless stated`() throws {
    try expect(#""drag.evemu":{"gestures":[{"progress":0.485}]}"#)
    #expect(try test(".").status == 0)
    try expect(#""drag.evemu":{"gestures":[{"progress":0.485,"tolerance":0.001}]}"#)
    #expect(try test(".").status == 1)
  }

  @Test func `the number of gestures counts`() throws {
    try expect(#""drag.evemu":{"gestures":[]},"tap.evemu":{"gestures":[{"outcome":"cancel"}]}"#)
    let run = try test(".")
    #expect(run.status == 1)
    #expect(run.output.contains("0 gestures expected, 1 came"))
    #expect(run.output.contains("1 gesture expected, 0 came"))
  }

  @Test func `options of the command line win over those of the file`() throws {
    try expect(
      #""drag.evemu":{"gestures":[{"outcome":"finish"}],"options":["--threshold","0.4"]}"#)
    #expect(try test(".").status == 0)
    let run = try test(".", "--threshold", "0.6")
    #expect(run.status == 1)
    #expect(run.output.contains("explain --threshold 0.4 --threshold 0.6 ./drag.evemu"))
  }

  @Test func `a policy may stand in the file with its parameters`() throws {
    func expect(outcome: String, _ policy: String, _ more: String = "") throws {
      try self.expect(
        #""drag.evemu":{"gestures":[{"outcome":"\#(outcome)"}],"policy":\#(policy)\#(more)}"#)
    }
    try expect(outcome: "cancel", #"{"finish_threshold":0.6}"#)
    #expect(try test(".").status == 0)
    // The command line wins, and so do options beside it.
    #expect(try test(".", "--policy", "threshold").status == 1)
    let options = #","options":["--threshold","0.4"]"#
    try expect(outcome: "finish", #"{"finish_threshold":0.6}"#, options)
    #expect(try test(".").status == 0)
    try expect(outcome: "finish", #"{"finish_threshold":0.6}"#)
    let failed = try test("drag.evemu", "--fingers", "3")
    #expect(failed.status == 1)
    #expect(failed.output.contains(#"command: "pantograph test --fingers 3 drag.evemu""#))
    for (policy, more, message) in [
      (#"{"finish_treshold":0.6}"#, "", "'policy.finish_treshold' is no parameter of"),
      (#"{"tie":"maybe"}"#, "", "'policy.tie' must be one of"),
      (#"{"base":"exec:true"}"#, "", "a file starts no program"),
      ("{}", #","options":["--policy","flick"]"#, "it has a policy of its own beside --policy"),
    ] {
      try expect(outcome: "finish", policy, more)
      let run = try test(".")
      #expect(run.status == 1)
      #expect(
        run.output.contains("expectations.json: the options of its expectation: "),
        "\(run.output)")
      #expect(run.output.contains(message), "\(run.output)")
    }
  }

  @Test func `a recording without gestures is passed over, an unknown one is said`() throws {
    try expect(#""drag.evemu":{"intent":"finish"}"#)
    try folder.write("nothing that was recorded", to: "notes.txt")
    let run = try test(".")
    #expect(run.status == 0)
    #expect(run.lines[2] == "# ./tap.evemu: nothing is expected of it")
    #expect(run.lines[3] == "ok 1 - ./drag.evemu # SKIP no gestures are stated")
  }

  @Test func `files that are missing or broken fail, and the others run`() throws {
    try folder.write(
      "# EVEMU 1.3\nE: 0.000001 0003 zzzz 1\nE: 0.1 0000 0000 0000\n", to: "bad.evemu")
    try expect(
      #""bad.evemu":{"gestures":[]},"gone.evemu":{"gestures":[]},"tap.evemu":{"gestures":[]}"#)
    let run = try test(".")
    #expect(run.status == 1)
    #expect(run.lines.filter { $0.hasPrefix("not ok") }.count == 2)
    #expect(run.output.contains("line 2: "))
    #expect(run.output.contains("No such file or directory"))
    #expect(run.output.contains("ok 3 - ./tap.evemu"))
  }

  static let broken: [(String, String)] = [
    ("{", "a text is missing"),
    ("{\n\"schema\" 1}", "expectations.json:2: a colon is missing"),
    ("{} {}", "something follows the value"),
    (String(repeating: "[", count: 100), "the values are nested too deeply"),
    ("[]", "'the whole file' must be an object"),
    (#"{"recordings":{}}"#, "'schema' is missing"),
    (#"{"schema":"pantograph.expectations/2","recordings":{}}"#, "'schema' must be"),
    (#"{"schema":"pantograph.expectations/1"}"#, "'recordings' is missing"),
    (#"{"schema":"pantograph.expectations/1","recordings":[]}"#, "'recordings' must be an object"),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"gestures":[{"outcom":1}]}}}"#,
      "'recordings.a.gestures[0].outcom' is not known"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"gestures":[{"outcome":"won"}]}}}"#,
      "'recordings.a.gestures[0].outcome' must be one of finish, cancel"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"gestures":[{"progress":"1"}]}}}"#,
      "'recordings.a.gestures[0].progress' must be a number"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"gestures":[{"tolerance":-1}]}}}"#,
      "'recordings.a.gestures[0].tolerance' must be 0 or more"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"gestures":[{"fingers":1.5}]}}}"#,
      "'recordings.a.gestures[0].fingers' must be a whole number"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"options":[1]}}}"#,
      "'recordings.a.options' must be a list of texts"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"a":{"intent":"maybe"}}}"#,
      "'recordings.a.intent' must be one of finish, cancel, none"
    ),
    (
      #"{"schema":"pantograph.expectations/1","recordings":{"\u001b[2J":{"gestures":1}}}"#,
      #"'recordings.\x1b[2J.gestures' must be a list"#
    ),
  ]

  @Test(arguments: broken)
  func `expectations that cannot be read are told with the key`(text: String, message: String)
    throws
  {
    try folder.write(text, to: "expectations.json")
    let run = try test(".")
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("pantograph: ./expectations.json:"), "\(run.errors)")
    // Whoever reads the results alone must not take it for a success.
    #expect(run.lines[1...2] == ["1..1", "not ok 1 - ."])
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("\u{1b}"))
  }

  @Test func `options of the file that are wrong fail its recording alone`() throws {
    try expect(
      #""drag.evemu":{"gestures":[{}],"options":["--threshhold","1"]},"tap.evemu":{"gestures":[]}"#)
    let run = try test(".")
    #expect(run.status == 1)
    #expect(run.output.contains("the options of its expectation: unknown option '--threshhold'"))
    try expect(#""drag.evemu":{"gestures":[{}],"options":["--junit","/tmp/x"]}"#)
    #expect(try test(".").output.contains("unknown option '--junit'"))
  }

  @Test func `what cannot be found has its status`() throws {
    #expect(try test().status == 64)
    #expect(try test(".").status == 66)
    #expect(try test("-").status == 64)
    #expect(
      try test("@pad-3f-flick-right").errors.contains("did you mean '@pad-3f-flick-right-01'?"))
    try expect(Self.drag)
    #expect(try test("tap.evemu").errors.contains("expectations.json expects nothing of it"))
    #expect(try test("no.evemu").status == 66)
    #expect(try test("--threshold", "x", ".").status == 64)
  }

  @Test func `JUnit XML holds hostile names, and is not overwritten`() throws {
    let hostile = #"a&<b>\"'\u001b]]>.evemu"#
    try expect(#"\#(Self.drag),"\#(hostile)":{"gestures":[]},"tap.evemu":{}"#)
    let run = try test(".", "--junit", "results.xml")
    #expect(run.status == 1)
    #expect(!run.output.contains("\u{1b}"))
    let xml = try folder.read("results.xml")
    #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
    #expect(xml.contains(#"<testsuites tests="3" failures="1" errors="0" skipped="1">"#))
    #expect(xml.contains(#"name="./a&amp;&lt;b&gt;&quot;&#39;\x1b]]&gt;.evemu""#))
    #expect(xml.contains(#"<testcase classname="pantograph" name="./drag.evemu"/>"#))
    #expect(xml.contains("<skipped message=\"no gestures are stated\"/>"))
    #expect(!xml.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    let again = try test(".", "--junit", "results.xml")
    #expect(again.status == 73)
    #expect(again.output.isEmpty)
    #expect(try test("drag.evemu", "--junit", "results.xml", "--force").status == 0)
    #expect(try folder.read("results.xml").contains("tests=\"1\" failures=\"0\""))
  }

  @Test func `names cannot forge a result`() throws {
    try expect(#""x\nok 2 - y # SKIP.evemu":{"gestures":[]}"#)
    let run = try test(".")
    #expect(run.lines.contains(##"not ok 1 - ./x\\x0aok 2 - y \# SKIP.evemu"##))
    #expect(!run.lines.contains { $0.hasPrefix("ok 2") })
  }
}
