import Foundation
import Testing

@Suite struct FeaturesCommandTests {
  private let folder: TemporaryFolder
  private let recordings = RunningProgram.package.appending(path: "recordings").path

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let cases = ProcessInfo.processInfo.environment["PANTOGRAPH_CASES"]

  private func features(_ arguments: String..., input: String = "") throws -> RunningProgram {
    try RunningProgram.run(["features"] + arguments, input: input, in: folder.url)
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func number(_ value: Any?) throws -> Double {
    try #require(value as? NSNumber).doubleValue
  }

  /// The names of the shipped recordings.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: recordings)
      .filter { $0.hasSuffix(".evemu") }.sorted()
  }

  /// Whether two numbers are the same but for digits that JSON of other commands does not have.
  private func isSame(_ exact: Double, _ rounded: Double) -> Bool {
    abs(exact - rounded) <= 1e-8 * max(1, abs(exact))
  }

  // MARK: What a line tells

  @Test func `a line has what replay tells of the gesture`() throws {
    var seen = 0
    for name in try names() {
      let file = "\(recordings)/\(name)"
      let lines = try features(file).lines.map(object)
      let replay = try object(RunningProgram.run(["replay", "--json", file]).lines[0])
      let gestures = try #require(replay["gestures"] as? [[String: Any]])
      let own = lines.filter { !($0["begin"] is NSNull) }
      #expect(own.count == gestures.count, "\(name)")
      for (line, gesture) in zip(own, gestures) {
        seen += 1
        for key in ["begin", "down", "end", "travel_mm"] {
          #expect(isSame(try number(line[key]), try number(gesture[key])), "\(name) \(key)")
        }
        for key in ["direction", "end_reason"] {
          #expect(line[key] as? String == gesture[key] as? String)
        }
        for key in ["fingers", "frames"] { #expect(line[key] as? Int == gesture[key] as? Int) }
        let policies = try #require(line["policies"] as? [String: [String: Any]])
        let threshold = try #require(policies["threshold"])
        let units = try #require(threshold["units"] as? [String: Double])
        let whole = try #require(units["mm"])
        #expect(isSame(try number(threshold["progress"]), try number(gesture["progress"])))
        #expect(isSame(try number(threshold["velocity"]), try number(gesture["velocity"])))
        #expect(isSame(try number(line["peak_mm"]) / whole, try number(gesture["peak"])))
        #expect(isSame(try number(line["velocity_mm"]) / whole, try number(gesture["velocity"])))
        // A share is one of the axis of the device.
        let device = try #require(line["device"] as? [String: Any])
        let isAcross = ["left", "right"].contains(line["direction"] as? String)
        let axis = try number(device[isAcross ? "width_mm" : "height_mm"])
        for key in ["travel", "peak", "velocity"] {
          #expect(isSame(try number(line[key]) * axis, try number(line["\(key)_mm"])))
        }
      }
    }
    #expect(seen > 30)
  }

  @Test func `each policy sees what compare tells of it`() throws {
    let lines = try features(recordings).lines.map(object)
    var results: [String: [String: Any]] = [:]
    for line in try RunningProgram.run(["compare", "--json", recordings]).lines {
      let recording = try object(line)
      for result in try #require(recording["results"] as? [[String: Any]]) {
        let name = try #require(recording["recording"] as? String)
        results["\(name) \(result["gesture"] ?? "") \(result["policy"] ?? "")"] = result
      }
    }
    for line in lines {
      let policies = try #require(line["policies"] as? [String: [String: Any]])
      #expect(policies.count > 20)
      #expect(policies.values.contains { $0["began"] as? Bool == true })
      for (policy, view) in policies {
        let place = "\(line["recording"] ?? "") \(line["gesture"] ?? "") \(policy)"
        let result = try #require(results[place], "\(place)")
        #expect(view["began"] as? Bool == result["began"] as? Bool)
        for key in ["progress", "velocity"] {
          #expect(isSame(try number(view[key]), try number(result[key])), "\(place) \(key)")
        }
        #expect((view["units"] as? [String: Any])?.isEmpty == (view["began"] as? Bool != true))
      }
    }
  }

  @Test func `keys are sorted, and numbers are read as they were`() throws {
    let line = try #require(try features("@pad-3f-flick-right-01").lines.first)
    let keys = line.matches(of: /"([a-z_]+)":/).map { String($0.1) }
    #expect(keys.first == "begin" && keys.last == "velocity_mm")
    let sorted = try RunningProgram.shell(
      #"pantograph features @pad-3f-flick-right-01 | jq -e 'all(.. | objects; keys_unsorted == keys)'"#
    )
    #expect(sorted.output == "true\n")
    for match in line.matches(of: /-?[0-9]+\.[0-9]+(e-?[0-9]+)?/) {
      let text = String(line[match.range])
      #expect(Double(text)?.description == text)
    }
  }

  @Test func `policies can be picked, and do not change what else is told`() throws {
    func without(_ line: String) throws -> [String: Any] {
      var object = try object(line)
      object["policies"] = nil
      return object
    }
    let file = "\(recordings)/pad-3f-flick-right-01.evemu"
    let all = try #require(try features(file).lines.first)
    try folder.write(#"{"finish_threshold":"0.1"}"#, to: "mine.json")
    let some = try #require(
      try features("--policy", "niri", "--policy", "mine.json", file).lines.first)
    let policies = try #require(try object(some)["policies"] as? [String: Any])
    #expect(policies.keys.sorted() == ["mine", "niri"])
    #expect(try without(some) as NSDictionary == without(all) as NSDictionary)
  }

  @Test func `a touch that is a gesture of no policy has no line`() throws {
    let tap = try features("--policy", "threshold", "@tablet-4f-tap-01")
    #expect(tap.status == 0)
    #expect(tap.output == "")
  }

  @Test func `gestures that libinput recognized have what policies see of them`() throws {
    let run = try features("-", input: LibinputGestureTests.swipe)
    #expect(run.status == 0 && run.lines.count == 1)
    let line = try object(run.lines[0])
    let policies = try #require(line["policies"] as? [String: [String: Any]])
    for policy in ["flick", "threshold", "gnome-shell", "niri"] {
      #expect(policies[policy]?["began"] as? Bool == true)
    }
    #expect(isSame(try number(policies["flick"]?["progress"]), 0.5))
    #expect(isSame(try number(line["travel_mm"]), 19))
    #expect(line["fingers"] as? Int == 3)
  }

  // MARK: What stands beside recordings

  @Test func `what is known of the person comes from beside the recording`() throws {
    try folder.write(try Fixture.synthetic("--distance", "20mm"), to: "a.evemu")
    try folder.write(try Fixture.synthetic("--distance", "20mm"), to: "b.evemu")
    let variants = [1, 2, 3].map {
      #""v\#($0)":{"travel":100,"samples":[[0,0],[0.01,10],[0.02,40]],"end":{"t":0.03}}"#
    }
    try folder.write(
      #"{"schema":"sample-table/1","variants":{\#(variants.joined(separator: ","))}}"#,
      to: "t.json")
    try folder.write(
      #"""
      {"schema":"pantograph.expectations/1","recordings":{
        "a.evemu":{"intent":"cancel","participant":7,"session":"s\u001b1","hand":"left",
          "device":"Mine","policy_in_force":{"policy":"niri","finish_threshold":0.5},
          "feedback":"page"},
        "t.json":{"participant":"all"},"t.json#v2":{"participant":"two"}}}
      """#, to: "expectations.json")
    for run in [try features("a.evemu", "b.evemu", "t.json"), try features(".")] {
      #expect(run.status == 0, "\(run.errors)")
      let lines = try run.lines.map(object)
      try #require(lines.count == 5)
      #expect(lines[0]["intent"] as? String == "cancel")
      #expect(lines[0]["participant"] as? String == "7")
      #expect(lines[0]["session"] as? String == "s\u{1b}1")
      #expect(run.lines[0].contains(#""session":"s\u001b1""#))
      #expect(lines[0]["hand"] as? String == "left")
      #expect((lines[0]["device"] as? [String: Any])?["name"] as? String == "Mine")
      #expect(
        run.lines[0].contains(
          #""policy_in_force":{"finish_threshold":0.5,"policy":"niri"}"#))
      #expect(lines[0]["feedback"] as? String == "page")
      for key in ["intent", "participant", "session", "hand", "policy_in_force", "feedback"] {
        #expect(lines[1][key] is NSNull)
      }
      #expect(lines[2...].map { $0["participant"] as? String } == ["all", "two", "all"])
    }
  }

  @Test func `what cannot be read beside recordings is told once, and they go on`() throws {
    for name in ["a.evemu", "b.evemu"] {
      try folder.write(try Fixture.synthetic("--distance", "20mm"), to: name)
    }
    try folder.write(
      #"{"schema":"pantograph.expectations/1","recordings":{"a.evemu":{"hand":[]}}}"#,
      to: "expectations.json")
    let run = try features("a.evemu", "b.evemu")
    #expect(run.status == 65)
    #expect(
      run.errors == "pantograph: expectations.json: 'recordings.a.evemu.hand' must be a text or "
        + "a whole number\n")
    #expect(run.lines.count == 2)
  }

  @Test func `names are escaped, whatever they are`() throws {
    let text = try Fixture.synthetic("--distance", "20mm").replacing(
      /N: .*/, with: "N: <b>\u{1b}[2J\"\\\u{202e}")
    try folder.write(text, to: "a\n\"b.evemu")
    let run = try features("a\n\"b.evemu")
    #expect(run.status == 0 && run.lines.count == 1)
    #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    let line = try object(run.lines[0])
    #expect(line["recording"] as? String == "a\n\"b.evemu")
    #expect((line["device"] as? [String: Any])?["name"] as? String == "<b>\u{1b}[2J\"\\\u{202e}")
  }

  // MARK: Many at once

  @Test func `the bytes do not depend on how many are worked on at once`() throws {
    try folder.write("nothing that was recorded\n", to: "notes.txt")
    try folder.write("# EVEMU 1.3\nE: x\n", to: "broken.evemu")
    let operands =
      ["notes.txt", recordings, "broken.evemu", "missing", "@pad-3f-flick-right-01"]
      + (Self.cases.map { [$0] } ?? []) + [recordings]
    let one = try RunningProgram.run(["features", "--jobs", "1"] + operands, in: folder.url)
    #expect(one.status == 65)
    #expect(one.lines.count > 80)
    #expect(one.errors.hasPrefix("pantograph: notes.txt:"))
    #expect(one.errors.contains("pantograph: missing: No such file or directory\n"))
    for jobs in [["--jobs", "2"], ["--jobs", "3"], ["--jobs", "64"], []] {
      let many = try RunningProgram.run(["features"] + jobs + operands, in: folder.url)
      #expect(many.output == one.output)
      #expect(many.errors == one.errors)
      #expect(many.status == one.status)
    }
  }

  @Test func `a folder without a recording is told`() throws {
    let run = try features(".", "@pad-3f-flick-right-01")
    #expect(run.status == 66)
    #expect(run.errors == "pantograph: .: the folder holds no recording\n")
    #expect(run.lines.count == 1)
  }

  @Test func `more than is kept in memory comes in order too`() throws {
    let one = try RunningProgram.run(["features", recordings]).output
    let large = String(repeating: one, count: 20)
    for name in ["a", "b", "c"] { try folder.write(large + "\n", to: name) }
    let expected = large + one + large + large + one
    for jobs in ["1", "4"] {
      let run = try features("--jobs", jobs, "a", recordings, "b", "c", recordings)
      #expect(run.status == 0)
      #expect(run.output == expected)
    }
  }

  // MARK: Lines that are read again

  @Test func `shards in any order and number give the bytes of one run`() throws {
    let files = try names().map { "\(recordings)/\($0)" }
    for (count, isTurned) in [(1, false), (2, true), (3, false), (7, true), (40, false)] {
      var operands: [String] = []
      var direct: [String] = []
      let size = (files.count + count - 1) / count
      var parts = stride(from: 0, to: files.count, by: size).map {
        Array(files[$0..<min($0 + size, files.count)])
      }
      if isTurned { parts.reverse() }
      for (index, part) in parts.enumerated() {
        let run = try RunningProgram.run(["features"] + part)
        operands.append(try folder.write(run.output, to: "shard-\(count)-\(index)"))
        direct += part
      }
      let whole = try RunningProgram.run(["features"] + direct).output
      #expect(try RunningProgram.run(["features"] + operands).output == whole)
      let joined = try operands.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      #expect(joined == whole)
      #expect(try features("-", input: joined).output == whole)
    }
  }

  @Test func `lines pass as they are`() throws {
    let line =
      #"{"schema":"pantograph.features/1","recording":"a","gesture":1,"mine":[1e3, {"x":null}],"#
      + #""end_reason":"lift","policies":{}}"#
    for text in [
      line, "\n \n\(line)\r\n\n", "\u{FEFF}\(line)\n", "\n\(line)   ",
    ] {
      let run = try features("-", input: text)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.trimmingCharacters(in: .whitespaces).hasPrefix(line))
      #expect(run.lines.count == 1)
    }
    try folder.write(line, to: "shard")
    #expect(try features(".").output == line + "\n")
    #expect(
      try RunningProgram.shell(#"pantograph features <(cat "$1")"#, folder.path("shard")).output
        == line + "\n")
  }

  /// A line with no more than it needs.
  private static let line =
    #"{"schema":"pantograph.features/1","recording":"a","gesture":1,"#
    + #""end_reason":"lift","policies":{}}"#

  static let broken: [(String, String)] = [
    (String(line.dropLast()), "a comma is missing"),
    (line + " x", "something follows the object"),
    (line.replacing("/1", with: "/2"), "the schema is 'pantograph.features/2', not"),
    (
      #"{"a":"pantograph.features/1","recording":"","gesture":1,"policies":{}}"#,
      "it names no schema"
    ),
    (line.replacing(#""gesture":1,"#, with: ""), "'gesture' is missing"),
    (line.replacing(#""end_reason":"lift","#, with: ""), "'end_reason' is missing"),
    (line.replacing(#","policies":{}"#, with: ""), "'policies' is missing"),
    (line.replacing(#""gesture":1"#, with: #""gesture":0"#), "'gesture' must be a whole number of"),
    (line.replacing(#""gesture":1"#, with: #""gesture":9e99"#), "'gesture' must be a whole number"),
    (line.replacing(#""a""#, with: "null"), "'recording' is missing"),
    (line.replacing(#""a""#, with: "[]"), "'recording' must be a text"),
    (line.replacing(#""a""#, with: #""a","travel":"1""#), "'travel' must be a number"),
    (line.replacing(#""a""#, with: #""a","peak_mm":true"#), "'peak_mm' must be a number"),
    (line.replacing(#""a""#, with: #""a","travel":1e999"#), "a value is not a number that fits"),
    (line.replacing(#""a""#, with: #""a","travel":01"#), "a value is not a number"),
    (line.replacing(#""a""#, with: #""a","fingers":1.5"#), "'fingers' must be a whole number of"),
    (line.replacing(#""a""#, with: #""a","intent":"stop""#), "'intent' must be one of finish, "),
    (line.replacing(#""a""#, with: #""a","direction":7"#), "'direction' must be one of right, "),
    (line.replacing(#""lift""#, with: #""x""#), "'end_reason' must be one of lift, "),
    (line.replacing(#""a""#, with: #""a","device":[]"#), "'device' must be an object"),
    (line.replacing("{}", with: #"{"threshold":{"began":1}}"#), "'began' must be true or false"),
    (line.replacing("{}", with: #"{"threshold":{"progress":""}}"#), "'progress' must be a number"),
    (line.replacing("/1", with: #"\u001b[2J"#), #"the schema is 'pantograph.features\u001b"#),
    (#"["pantograph.features/1"]"#, "an object is missing"),
    ("# EVEMU 1.3", "an object is missing"),
  ]

  @Test(arguments: broken)
  func `a line that is wrong is told with its place`(text: String, message: String) throws {
    try folder.write("\(Self.line)\n\n\(text)\n\(Self.line)\n", to: "shard")
    let tuned = try RunningProgram.run(["tune", "-q", "shard"], in: folder.url)
    #expect(tuned.errors.hasPrefix("pantograph: shard:3: \(message)"), "\(tuned.errors)")
    for command in ["features", "stats"] {
      let run = try RunningProgram.run(
        [command, "-q", "shard", "@pad-3f-flick-right-01"], in: folder.url)
      #expect(run.status == 65)
      #expect(run.errors.hasPrefix("pantograph: shard:3: \(message)"), "\(run.errors)")
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
      guard command == "features" else { continue }
      #expect(run.lines.first == Self.line && run.lines.count == 2)
    }
  }

  @Test func `what it writes is not read again`() throws {
    try folder.write("\(Self.line)\n", to: "shard")
    // By the time the folder is read, the file has lines.
    let run = try RunningProgram.shell(
      "cat shard > gestures; timeout 60 pantograph features . >> gestures", in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try folder.read("gestures") == "\(Self.line)\n\(Self.line)\n")
    let named = try RunningProgram.shell(
      "timeout 60 pantograph features shard gestures shard >> gestures", in: folder.url)
    #expect(named.status == 65)
    #expect(named.errors == "pantograph: gestures: it is where the output goes\n")
    #expect(try folder.read("gestures").split(separator: "\n").count == 4)
  }

  @Test func `a line of more than a MiB is refused`() throws {
    try folder.write(
      Self.line + "\n" + String(repeating: " ", count: 1 << 21) + Self.line + "\n", to: "shard")
    let run = try features("shard")
    #expect(run.status == 65)
    #expect(run.errors == "pantograph: shard:2: a line may have at most 1024 KiB\n")
  }

  // MARK: The output

  @Test func `a reader that goes away ends it quietly`() throws {
    let run = try RunningProgram.shell(
      #"(pantograph features "$1" "$1" "$1" "$1"; echo "$?" >&2) | head -n 1"#, recordings)
    #expect(run.lines.count == 1)
    #expect(run.errors == "0\n" || run.errors == "141\n", "\(run.errors)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `output that cannot be written ends it all`() throws {
    for jobs in ["1", "4"] {
      let run = try RunningProgram.shell(
        #"pantograph features --jobs "$2" "$1" "$1" >/dev/full"#, recordings, jobs)
      #expect(run.status == 74)
      #expect(run.errors.hasPrefix("pantograph: standard output: cannot write: "))
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
  }
}
