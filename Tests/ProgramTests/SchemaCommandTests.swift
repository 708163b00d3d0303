import Foundation
import Testing

@Suite(
  .enabled(
    if: Tool.works("/usr/bin/python3 -c 'import jsonschema'"),
    "Debian's python3-jsonschema is not installed"))
struct SchemaCommandTests {
  static let names = [
    "replay",
    "frames",
    "info",
    "compare",
    "features",
    "stats",
    "tune",
    "curve",
    "trace-diff",
    "inject",
    "devices",
    "record",
    "session",
    "policy",
    "expectations",
    "question",
    "answer",
    "sample-table",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in Self.names {
      try folder.write(try RunningProgram.run(["schema", name]).output, to: "\(name).schema")
    }
  }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["PANTOGRAPH_\(name)"]
  }

  /// What the checker complains of; nothing if all is as it should be.
  private func complaints(_ check: String, _ name: String, of files: [String] = []) throws -> String
  {
    let script = RunningProgram.package.appending(path: "Tests/ProgramTests/schemas.py").path
    let words = ["/usr/bin/python3", script, check, "\(name).schema"] + files
    let run = try RunningProgram.shell(
      words.map { "'\($0)'" }.joined(separator: " "), in: folder.url)
    #expect(run.errors.isEmpty, "\(run.errors.suffix(500))")
    #expect(run.status == (run.output == "\n" ? 0 : 1))
    return run.output.trimmingCharacters(in: .newlines)
  }

  /// Writes what a command prints of recordings; those that it refuses have what it says of them.
  private func print(_ command: [String], of files: [String], to name: String) throws {
    let more = command.first == "replay" ? ["--json", "--trace", "--all"] : ["--json"]
    let run = try RunningProgram.run(command + more + files, in: folder.url)
    #expect(run.status >= 0)
    #expect(!run.output.isEmpty)
    try folder.write(run.output, to: name)
  }

  private let recordings = RunningProgram.package.appending(path: "recordings").path

  /// Recordings that have what the shipped ones have not.
  private func oddRecordings() throws -> [String] {
    try folder.write(LibinputGestureTests.recorded, to: "both.yml")
    try folder.write(LibinputGestureTests.swipe, to: "gestures.txt")
    try folder.write(Fixture.keyboard, to: "keyboard.evemu")
    try folder.write(Fixture.withoutRanges, to: "bare.getevent")
    try folder.write(Fixture.table([0, 10, 30, 40]), to: "table.json")
    try folder.write(
      #"{"schema":"sample-table/1","travel":10,"columns":["t","t_read","x"],"#
        + #""samples":[[0,0.1,0],[0.1,0.2,5]]}"#, to: "read.json")
    try folder.write(
      """
      add device 1: /dev/input/event0
        name:     "gpio-keys"
      add device 2: /dev/input/event4
        name:     "touch_panel"
      [   1.000000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   00000001
      [   1.000000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000

      """, to: "two.getevent")
    let whole = try Fixture.synthetic()
    try folder.write(
      whole.split(separator: "\n", omittingEmptySubsequences: false).dropLast(20)
        .joined(separator: "\n") + "\nE: x 0003 0035 1\n" + whole.suffix(2000), to: "broken.evemu")
    return [
      "both.yml", "gestures.txt", "keyboard.evemu", "bare.getevent", "table.json", "read.json",
      "two.getevent", "broken.evemu",
    ]
  }

  // MARK: The command

  @Test(arguments: names)
  func `a schema is the file of that name, and describes each key`(name: String) throws {
    let file = RunningProgram.package.appending(path: "Sources/pantograph/Schemas/\(name).json")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let run = try RunningProgram.run(["schema", name])
    #expect(run.status == 0)
    #expect(run.output == text)
    #expect(try complaints("check", name) == "")
    let identifier = name == "sample-table" ? "\(name)/1" : "pantograph.\(name)/1"
    #expect(text.contains("\"title\": \"\(identifier)\""))
    #expect(try RunningProgram.run(["schema", identifier]).output == text)
    #expect(try RunningProgram.run(["schema"]).lines.contains { $0.contains(" \(identifier) ") })
  }

  @Test func `each schema that the sources name is there`() throws {
    let sources = RunningProgram.package.appending(path: "Sources").path
    let found = try RunningProgram.shell(
      #"grep -rhoE "(pantograph\.[a-z-]+|sample-table)/[0-9]+" --include='*.swift' "$1" | sort -u"#,
      sources)
    // What a program answers names no schema.
    let identifiers = Self.names.filter { $0 != "answer" }.map {
      $0 == "sample-table" ? "\($0)/1" : "pantograph.\($0)/1"
    }
    // A trace is lines of text, which have no schema.
    #expect(found.lines == (identifiers + ["pantograph.trace/1"]).sorted())
    #expect(try RunningProgram.run(["schema"]).lines.count == Self.names.count)
  }

  // MARK: What is printed

  @Test(arguments: ["replay", "info", "compare"])
  func `what is printed of the shipped recordings agrees, and its keys are documented`(
    command: String
  ) throws {
    try print([command], of: [recordings], to: "shipped")
    #expect(try complaints("valid", command, of: ["shipped"]) == "")
    try print([command], of: oddRecordings(), to: "odd")
    #expect(try complaints("valid", command, of: ["odd"]) == "")
    var outputs = ["shipped", "odd"]
    if command == "replay" {
      try print([command, "--matrix", "0 1 0 -1 0 1"], of: [recordings], to: "turned")
      #expect(try complaints("valid", command, of: ["turned"]) == "")
      try print([command, "--scene", "swipe-back"], of: [recordings], to: "scene")
      #expect(try complaints("valid", command, of: ["scene"]) == "")
      try print([command, "--scene", "edge-swipe-back"], of: [recordings], to: "touches")
      #expect(try complaints("valid", command, of: ["touches"]) == "")
      outputs += ["turned", "scene", "touches"]
    }
    if command == "compare" {
      try print(["compare", "--threshold", "0.6"], of: [recordings], to: "old")
      let words = ["compare", "--json", "--policy", "niri", "--against", "old", recordings]
      try folder.write(try RunningProgram.run(words, in: folder.url).output, to: "changed")
      #expect(try complaints("valid", command, of: ["changed"]) == "")
      outputs.append("changed")
    }
    #expect(try complaints("covered", command, of: outputs) == "")
  }

  @Test func `what tune prints agrees, and its keys are documented`() throws {
    try folder.write(
      TuneCommandTests.lines().map { $0 + "\n" }.joined()
        + (0..<5).map {
          TuneCommandTests.line(500 + $0, intent: "none", progress: 0.1) + "\n"
        }.joined(), to: "gestures")
    var outputs: [String] = []
    for (index, options) in [
      ["--require", "false-cancel<=0.02", "--require", "false-finish<=0.5"],
      ["--per-device", "--policy", "all", "--cost", "false-finish=2"],
      ["--vary", "finish_threshold=5mm..30mm:1mm", "--vary", "fling_forward=0.1,1"],
    ].enumerated() {
      let run = try RunningProgram.run(["tune", "gestures", "--json"] + options, in: folder.url)
      #expect(!run.output.isEmpty)
      outputs.append("tune-\(index)")
      try folder.write(run.output, to: outputs[index])
    }
    #expect(try complaints("valid", "tune", of: outputs) == "")
    #expect(try complaints("covered", "tune", of: outputs) == "")
    #expect(try complaints("strict", "tune", of: [outputs[2]]) == "")
  }

  @Test func `what curve prints agrees, and its keys are documented`() throws {
    var outputs: [String] = []
    for (index, curve) in ["ease-in-out", "overshoot", "uiview-spring 0.4s 0.7 0.3", "spring"]
      .enumerated()
    {
      let run = try RunningProgram.run(["curve", "--json", curve], in: folder.url)
      #expect(run.status == 0)
      outputs.append("curve-\(index)")
      try folder.write(run.output, to: outputs[index])
    }
    #expect(try complaints("valid", "curve", of: outputs) == "")
    #expect(try complaints("covered", "curve", of: outputs) == "")
    #expect(try complaints("strict", "curve", of: [outputs[0]]) == "")
  }

  @Test func `what trace diff prints agrees, and its keys are documented`() throws {
    try folder.write("0 call a b\n0.1 state a c\n", to: "a.trace")
    try folder.write("0 call a b\n0.2 state a c\n0.2 call a d\n", to: "b.trace")
    for (index, other) in ["a.trace", "b.trace"].enumerated() {
      let run = try RunningProgram.run(
        ["trace", "diff", "--json", "a.trace", other], in: folder.url)
      #expect(run.status == Int32(index))
      try folder.write(run.output, to: "diff-\(index)")
    }
    #expect(try complaints("valid", "trace-diff", of: ["diff-0", "diff-1"]) == "")
    #expect(try complaints("covered", "trace-diff", of: ["diff-0", "diff-1"]) == "")
    #expect(try complaints("strict", "trace-diff", of: ["diff-0"]) == "")
  }

  @Test(arguments: ["replay", "info", "compare"])
  func `a key more or less is noticed`(command: String) throws {
    let short = ["pad-2f-pinch-01", "pad-3f-drop-left-01"].map { "\(recordings)/\($0).evemu" }
    // Without the trace, whose rows have no keys.
    let run = try RunningProgram.run([command, "--json"] + short)
    try folder.write(run.output, to: "short")
    try print(
      [command],
      of: ["both.yml", "read.json", "two.getevent", "broken.evemu"].filter {
        try oddRecordings().contains($0)
      }, to: "odd")
    #expect(try complaints("strict", command, of: ["short", "odd"]) == "")
  }

  @Test(
    .enabled(if: variable("CORPUS") != nil, "PANTOGRAPH_CORPUS names no folder"),
    arguments: ["replay", "info", "compare"])
  func `what is printed of others' recordings agrees`(command: String) throws {
    let files = try RunningProgram.shell(
      #"find "$1" -type f | LC_ALL=C sort"#, Self.variable("CORPUS") ?? "")
    try print([command], of: files.lines, to: "corpus")
    #expect(try complaints("valid", command, of: ["corpus"]) == "")
  }

  @Test(
    .enabled(if: variable("CASES") != nil, "PANTOGRAPH_CASES names no folder"),
    arguments: ["replay", "info", "compare"])
  func `what is printed of the cases agrees`(command: String) throws {
    try print([command], of: [Self.variable("CASES") ?? ""], to: "cases")
    #expect(try complaints("valid", command, of: ["cases"]) == "")
  }

  @Test func `features that are printed agree, and their keys are documented`() throws {
    let shipped = try RunningProgram.run(["features", recordings])
    try folder.write(shipped.output, to: "shipped")
    #expect(try complaints("valid", "features", of: ["shipped"]) == "")
    try folder.write(
      #"{"recordings":{"read.json":{"device":"Mine","feedback":{"page":1},"hand":"left","#
        + #""policy_in_force":{"policy":"niri","finish_threshold":0.4}}},"#
        + #""schema":"pantograph.expectations/1"}"#, to: "expectations.json")
    let odd = try RunningProgram.run(["features"] + oddRecordings(), in: folder.url)
    try folder.write(odd.output, to: "odd")
    #expect(try complaints("valid", "features", of: ["odd"]) == "")
    try folder.write(
      #"{"schema":"sample-table/1","travel":10,"columns":["t","x"],"samples":[[0,0],[0.1,9]],"#
        + #""end":{"t":0.2,"kind":"cancel"}}"#, to: "taken.json")
    let taken = try RunningProgram.run(["features", "taken.json"], in: folder.url)
    #expect(taken.output.contains("\"decided\":"))
    try folder.write(taken.output, to: "taken")
    #expect(try complaints("valid", "features", of: ["taken"]) == "")
    #expect(try complaints("covered", "features", of: ["shipped", "odd", "taken"]) == "")
  }

  @Test(.enabled(if: variable("CASES") != nil, "PANTOGRAPH_CASES names no folder"))
  func `features of the cases agree`() throws {
    let cases = try RunningProgram.run(["features", Self.variable("CASES") ?? ""])
    #expect(cases.lines.count > 50)
    try folder.write(cases.output, to: "cases")
    #expect(try complaints("valid", "features", of: ["cases"]) == "")
  }

  @Test func `policies that are printed agree`() throws {
    let names = try RunningProgram.run(["compare", "--list"]).lines.compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    #expect(names.count == 22)
    for name in names {
      let run = try RunningProgram.run(["compare", "--show", name])
      try folder.write(run.output, to: "\(name).json")
    }
    #expect(try complaints("valid", "policy", of: names.map { "\($0).json" }) == "")
  }

  @Test func `statistics that are printed agree, and their keys are documented`() throws {
    let shipped = try RunningProgram.run(["stats", "--json", recordings])
    try folder.write(shipped.output, to: "shipped")
    let both = try RunningProgram.run(
      ["stats", "--json", "--by", "label", "--by", "device", "--against", recordings, recordings])
    try folder.write(both.output, to: "both")
    let none = try RunningProgram.run(
      ["stats", "--json", "-"],
      input: #"{"schema":"pantograph.features/1","recording":"a","gesture":1,"intent":"none","#
        + #""end_reason":"lift","policies":{"threshold":{"began":true}}}"#)
    try folder.write(none.output, to: "none")
    #expect(try complaints("valid", "stats", of: ["shipped", "both", "none"]) == "")
    #expect(try complaints("covered", "stats", of: ["shipped", "both", "none"]) == "")
    #expect(try complaints("strict", "stats", of: ["shipped"]) == "")
  }

  @Test func `what record prints agrees, and its keys are documented`() throws {
    let stream = try TouchStream.three().text
    let whole = try RunningProgram.run(
      ["record", "-", "--json", "--label", "none", "-o", "a.evemu"], input: stream, in: folder.url)
    let split = try RunningProgram.run(
      ["record", "-", "--json", "--split", "-o", "s.evemu"], input: stream, in: folder.url)
    try folder.write(
      #"{"schema":"pantograph.session/1","swipes":[{"intent":"none","direction":"right"},"#
        + #"{"intent":"cancel","direction":"right","speed":"slow","fingers":3,"count":4}]}"#,
      to: "plan.json")
    let session = try RunningProgram.run(
      ["record", "-", "--json", "--session", "plan.json", "-o", "p.evemu"], input: stream,
      in: folder.url)
    try folder.write(whole.output + split.output + session.output, to: "lines")
    for kind in ["started", "gesture", "saved", "asked", "accepted", "refused", "ended"] {
      #expect(session.output.contains("\"kind\":\"\(kind)\""))
    }
    #expect(try complaints("valid", "record", of: ["lines"]) == "")
  }

  @Test func `plans of sessions that are read agree, and others do not`() throws {
    try folder.write(
      #"{"schema":"pantograph.session/1","participant":"p","session":1,"hand":"left","seed":2,"#
        + #""feedback":"none","policy_in_force":"niri","patience":3,"mine":[],"swipes":[{"#
        + #""intent":"finish","direction":"up","count":2,"fingers":3,"prompt":"go","#
        + #""speed":"slow","note":1}]}"#, to: "plan.json")
    #expect(try complaints("valid", "session", of: ["plan.json"]) == "")
    #expect(try complaints("covered", "session", of: ["plan.json"]) == "")
    var wrong: [String] = []
    for part in [
      #""swipes":[]"#, #""swipes":[{"intent":"finish"}]"#,
      #""swipes":[{"intent":"finish","direction":"up","count":0}]"#,
      #""swipes":[{"intent":"finish","direction":"up"}],"gestures":[]"#,
      #""swipes":[{"intent":"finish","direction":"up"}],"patience":-1"#,
    ] {
      wrong.append("plan-\(wrong.count).json")
      try folder.write(
        #"{"schema":"pantograph.session/1",\#(part)}"#, to: wrong[wrong.count - 1])
      let run = try RunningProgram.run(
        ["record", "-", "--session", wrong[wrong.count - 1], "-o", "a"], in: folder.url)
      #expect(run.status == 65)
    }
    #expect(try complaints("invalid", "session", of: wrong) == "")
  }

  // MARK: What is read

  @Test func `expectations that are read agree, and others do not`() throws {
    #expect(
      try complaints("valid", "expectations", of: ["\(recordings)/expectations.json"]) == "")
    try folder.write(
      #"{"schema":"pantograph.expectations/1","mine":1,"recordings":{"a":{"gestures":[],"x":[1],"#
        + #""device":null,"feedback":[],"policy_in_force":"niri","participant":7,"#
        + #""policy":{"finish_threshold":0.4},"stress":false,"asked":{"trial":1},"redone":true,"refused":false}}}"#,
      to: "mine.json")
    #expect(try complaints("valid", "expectations", of: ["mine.json"]) == "")
    #expect(
      try complaints(
        "covered", "expectations", of: ["\(recordings)/expectations.json", "mine.json"]) == "")
    var wrong: [String] = []
    for (text, _) in TestCommandTests.broken
    where (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil {
      wrong.append("wrong-\(wrong.count).json")
      try folder.write(text, to: wrong[wrong.count - 1])
    }
    #expect(wrong.count > 8)
    #expect(try complaints("invalid", "expectations", of: wrong) == "")
  }

  /// Tables that use all there is.
  static let tables = [
    #"""
    {"schema":"sample-table/1","unit":"px","device":"touchscreen","threshold":0.4,"invert":false,
     "surface":{"width":1080,"height":2340},"activation_distance":8,"at_edge_negative":true,
     "columns":["t","t_read","x","y","note"],
     "gestures":[
       {"samples":[[0,0.01,540,900,"down"],[0.016,0.02,500,900,null]],
        "end":{"t":0.032,"t_read":0.04,"kind":"lift","x":480,"y":900}},
       {"columns":["t_event","dx"],"samples":[[1,0],[1.1,-9.5]],"end":{"t_event":2,"kind":"cancel"}}
     ]}
    """#,
    #"""
    {"schema":"sample-table/1","units_per_mm":10,"title":"variants",
     "variants":{"a":{"travel":600,"samples":[[0,0],[0.1,50]],"end":{"t":0.2}},
                 "b":{"travel":60,"unit":"mm","columns":["t","x"],"samples":[[0,0]],
                      "gestures":[{"samples":[[0,0]]}],"device":"touchpad","threshold":0.1,
                      "activation_distance":1,"at_edge_negative":false,"invert":true,
                      "surface":{"width":1,"height":1},"units_per_mm":1}}}
    """#,
    #"{"schema":"sample-table/1","travel":1,"samples":[[0,0]],"end":{"t":1,"kind":"device_removed"}}"#,
  ]

  @Test func `tables that are read agree`() throws {
    var files: [String] = []
    for table in Self.tables {
      files.append("table-\(files.count).json")
      try folder.write(table, to: files[files.count - 1])
      #expect(
        try RunningProgram.run(["info", files[files.count - 1]], in: folder.url).status == 0)
    }
    #expect(try complaints("valid", "sample-table", of: files) == "")
    #expect(try complaints("covered", "sample-table", of: files) == "")
  }

  @Test func `tables that are written agree`() throws {
    var files: [String] = []
    for name in ["pad-3f-flick-right-01", "phone-1f-drag-up-01"] {
      files.append("\(name).json")
      let run = try RunningProgram.run(
        ["convert", "-q", "\(recordings)/\(name).evemu", "-o", files[files.count - 1]],
        in: folder.url)
      try #require(run.status == 0, "\(run.errors)")
    }
    #expect(try complaints("valid", "sample-table", of: files) == "")
  }

  @Test func `tables that are refused do not agree`() throws {
    let parts = [
      #""unit":"cm","samples":[[0,0]]"#, #""device":"mouse","samples":[[0,0]]"#,
      #""travel":0,"samples":[[0,0]]"#, #""travel":"1","samples":[[0,0]]"#,
      #""units_per_mm":-1,"samples":[[0,0]]"#, #""invert":1,"samples":[[0,0]]"#,
      #""columns":["t"],"samples":[[0]]"#, #""columns":["x","y"],"samples":[[0,0]]"#,
      #""surface":{"width":1},"samples":[[0,0]]"#, #""samples":[0,0]"#,
      #""samples":[[0,0]],"end":{"kind":"lift"}"#, #""samples":[[0,0]],"end":{"t":1,"kind":"up"}"#,
      #""gestures":{}"#, #""travel":1"#,
    ]
    var files: [String] = []
    for part in parts {
      files.append("wrong-\(files.count).json")
      try folder.write(#"{"schema":"sample-table/1",\#(part)}"#, to: files[files.count - 1])
      let run = try RunningProgram.run(["info", files[files.count - 1]], in: folder.url)
      #expect(run.status == 65, "\(part)")
    }
    #expect(try complaints("invalid", "sample-table", of: files) == "")
  }

  @Test(.enabled(if: variable("CASES") != nil, "PANTOGRAPH_CASES names no folder"))
  func `the tables of the cases agree as far as they are recordings`() throws {
    let cases = Self.variable("CASES") ?? ""
    let tables = try FileManager.default.contentsOfDirectory(atPath: cases).sorted()
      .filter { $0.hasSuffix(".json") }.map { "\(cases)/\($0)" }
      .filter { try RunningProgram.run(["info", $0]).status == 0 }
    #expect(!tables.isEmpty)
    #expect(try complaints("valid", "sample-table", of: tables) == "")
  }
}
