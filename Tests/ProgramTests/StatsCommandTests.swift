import Foundation
import Testing

@Suite struct StatsCommandTests {
  private let folder: TemporaryFolder
  private let recordings = RunningProgram.package.appending(path: "recordings").path

  init() throws {
    folder = try TemporaryFolder()
  }

  private func stats(_ arguments: String..., input: String = "") throws -> RunningProgram {
    try RunningProgram.run(["stats"] + arguments, input: input, in: folder.url)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// A line of features.
  private static func line(
    _ number: Int, travel: Double, device: String = "Pad", intent: String = "finish"
  ) -> String {
    let name = String(
      decoding: (try? JSONEncoder().encode(device)) ?? Data("null".utf8), as: UTF8.self)
    return #"{"schema":"pantograph.features/1","recording":"a","gesture":\#(number),"#
      + #""device":{"name":\#(name)},"intent":"\#(intent)","end_reason":"lift","#
      + #""travel":\#(travel),"down":1,"end":1.\#(number),"#
      + #""policies":{"threshold":{"began":true,"progress":\#(travel)}}}"# + "\n"
  }

  private static let lines =
    line(1, travel: 0.1, intent: "cancel") + line(2, travel: 0.2, intent: "cancel")
    + line(3, travel: 0.4) + line(4, travel: 0.8)

  @Test func `hand-made lines have the answers that one works out by hand`() throws {
    let run = try stats("--json", "-", input: Self.lines)
    #expect(run.status == 0 && run.errors.isEmpty)
    let object = try object(run.output)
    let counts = try #require(object["counts"] as? [String: Int])
    #expect(
      counts == [
        "devices": 1, "gestures": 4, "persons": 0, "recordings": 1, "repetitions": 0,
        "sessions": 0, "unknown": 0,
      ])
    let groups = try #require(object["groups"] as? [[String: Any]])
    #expect(groups.count == 1)
    let measures = try #require(groups[0]["measures"] as? [String: [String: Any]])
    #expect(measures.keys.sorted() == ["duration", "travel"])
    let travel = try #require(measures["travel"])
    for (key, value) in [
      ("min", 0.1), ("q1", 0.175), ("median", 0.3), ("q3", 0.5), ("max", 0.8), ("n", 4),
    ] { #expect((travel[key] as? NSNumber)?.doubleValue == value) }
    let bins = try #require(travel["bins"] as? [String: [Double]])
    #expect(bins["edges"]?.first == 0.1 && bins["edges"]?[1] == 0.15)
    #expect(bins["counts"] == [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
    let finished = try #require(groups[0]["finished"] as? [[String: Any]])
    #expect(
      finished.map { $0["count"] as? Int } == [4, 4, 3, 3] + [2, 2, 2, 2]
        + Array(repeating: 1, count: 8) + [0, 0, 0])
    let gap = try #require(groups[0]["gap"] as? [String: Double])
    #expect(gap == ["lower": 0.2, "upper": 0.4, "mistakes": 0, "of": 4])
    #expect(groups[0]["gap_mm"] is NSNull)
  }

  @Test func `text is 80 columns wide, and says the same`() throws {
    let run = try stats("-", input: Self.lines)
    #expect(run.lines[0] == "4 gestures of 1 recording, 1 device")
    #expect(
      run.lines.contains {
        $0.hasPrefix("travel %            4     10   17.5     30     50     80")
      })
    #expect(run.lines.contains("labels part at 20% to 40% of progress, 20% wide: none of 4 wrong"))
    for options in [[], ["--by", "device", "--by", "label"], ["--against", recordings]] {
      let run = try RunningProgram.run(["stats"] + options + [recordings])
      #expect(run.status == 0)
      #expect(run.lines.count > 10)
      for line in run.lines { #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)") }
    }
  }

  @Test func `recordings, folders, lines and shards of them give the same bytes`() throws {
    let whole = try stats("--json", "--by", "device", recordings).output
    try folder.write(try RunningProgram.run(["features", recordings]).output, to: "gestures")
    #expect(try stats("--json", "--by", "device", "gestures").output == whole)
    #expect(
      try stats("--json", "--by", "device", "-", input: folder.read("gestures")).output == whole)
    let lines = try folder.read("gestures").split(separator: "\n")
    try folder.write(lines[20...].joined(separator: "\n"), to: "second")
    try folder.write(lines[..<20].joined(separator: "\n"), to: "first")
    #expect(try stats("--json", "--by", "device", "second", "first").output == whole)
    #expect(try stats("--json", "--by", "device", "--jobs", "1", "second", "first").output == whole)
    let twice = try stats("--by", "device", "first", "gestures")
    let note = /pantograph: 1[0-9] gestures came more than once, and counted once\n/
    #expect(twice.errors.wholeMatch(of: note) != nil, "\(twice.errors)")
    #expect(try stats("-q", "first", "gestures").errors.isEmpty)
  }

  @Test func `what counts is a gesture of the policy`() throws {
    try folder.write(try RunningProgram.run(["features", recordings]).output, to: "gestures")
    for policy in ["niri", "flick", "kwin"] {
      let whole = try stats("--json", "--policy", policy, recordings).output
      #expect(whole.contains(#""policy":"\#(policy)""#))
      #expect(try stats("--json", "--policy", policy, "gestures").output == whole)
    }
    let none = try stats("--policy", "niri", "-", input: Self.lines)
    #expect(none.status == 0)
    #expect(
      none.errors == "pantograph: 4 gestures told nothing of the policy 'niri', and did not count\n"
    )
  }

  @Test func `sets are compared, and a set with itself does not differ`() throws {
    let object = try object(stats("--json", "--against", recordings, recordings).output)
    let differences = try #require(object["differences"] as? [[String: Any]])
    let measures = try #require(differences[0]["measures"] as? [String: [String: Any]])
    #expect(measures.count == 9)
    for (_, difference) in measures {
      #expect((difference["median"] as? NSNumber)?.doubleValue == 0)
      #expect((difference["larger"] as? NSNumber)?.doubleValue == 0.5)
      #expect((difference["p"] as? NSNumber)?.doubleValue == 1)
    }
    for share in try #require(differences[0]["finished"] as? [[String: Double]]) {
      #expect(share["difference"] == 0)
      #expect(share["lower"].map { $0 < 0 } == true && share["upper"].map { $0 > 0 } == true)
    }
  }

  // MARK: Tables

  static let hostile = "a,\"b\"|<i>\n\u{1b}[2J*"

  @Test func `CSV is read as it was, whatever names are`() throws {
    let input = Self.line(1, travel: 0.5, device: Self.hostile) + Self.line(2, travel: 0.5)
    let run = try stats("--csv", "--by", "device", "-", input: input)
    #expect(run.lines[0] == "set,device,measure,unit,n,min,q1,median,q3,max")
    #expect(run.lines[1] == "first,Pad,travel,share,1,0.5,0.5,0.5,0.5,0.5")
    #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    try folder.write(run.output, to: "table.csv")
    let read = try RunningProgram.shell(
      #"/usr/bin/python3 -c 'import csv,sys; print([r["device"] for r in csv.DictReader(open(sys.argv[1]))])' "$1""#,
      folder.path("table.csv"))
    #expect(
      read.output == #"['Pad', 'Pad', 'a,"b"|<i>\\x0a\\x1b[2J*', 'a,"b"|<i>\\x0a\\x1b[2J*']"# + "\n"
    )
  }

  @Test func `no name gets out of its cell, its line or its place`() throws {
    let input = Self.line(1, travel: 0.5, device: Self.hostile)
    let markdown = try stats("--markdown", "--by", "device", "-", input: input)
    #expect(markdown.lines.count == 4)
    #expect(markdown.lines[2].contains(##"a,"b"\|\<i\>\\x0a\\x1b\[2J\*"##))
    for line in markdown.lines {
      #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 11)
    }
    for options in [[], ["--json"]] {
      let run = try RunningProgram.run(
        ["stats", "--by", "device"] + options + ["-"], input: input)
      #expect(run.status == 0)
      #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
  }

  @Test func `each table can be had`() throws {
    let finished = try stats("--csv", "--table", "finished", "-", input: Self.lines)
    #expect(finished.lines[0] == "set,label,threshold,finished,of")
    #expect(finished.lines.contains("first,,0.3,2,4"))
    #expect(finished.lines.contains("first,cancel,0.15,1,2"))
    try folder.write(Self.lines, to: "lines")
    let differences = try stats("--csv", "--against", "lines", "lines")
    #expect(
      differences.lines[0]
        == "measure,unit,n_first,n_second,median_first,median_second,difference,larger,p")
    #expect(differences.lines[1] == "travel,share,4,4,0.3,0.3,0,0.5,1")
    let both = try stats("--csv", "--table", "measures", "--against", "lines", "lines")
    #expect(
      both.lines.map { $0.prefix { $0 != "," } } == ["set", "first", "first", "second", "second"])
  }

  // MARK: The command line

  static let misuses: [([String], String)] = [
    ([], "stats needs recordings, or what features printed"),
    (["--json", "--csv", "a"], "--json and --csv do not go together"),
    (
      ["--by", "devise", "a"], "--by takes device, direction, label, person, session, fingers, not"
    ),
    (["--table", "differences", "a"], "--table differences needs --against"),
    (["--policy", "niri", "--policy", "kwin", "a"], "stats takes one --policy"),
    (["--against", "-", "-"], "--against and PATH cannot both be standard input"),
  ]

  @Test(arguments: misuses)
  func `what cannot be is told`(words: [String], message: String) throws {
    let run = try RunningProgram.run(["stats"] + words)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("pantograph: \(message)"), "\(run.errors)")
  }

  @Test func `what cannot be read does not stop the rest, and is the status`() throws {
    try folder.write("nothing\n", to: "notes.txt")
    let run = try stats("--json", "notes.txt", "@pad-3f-flick-right-01", "missing")
    #expect(run.status == 65)
    #expect(run.errors.filter { $0 == "\n" }.count == 2)
    #expect(run.output.contains(#""gestures":1,"#))
    #expect(try stats("--against", "missing", "@pad-3f-flick-right-01").status == 66)
  }

  @Test func `nothing is a set too`() throws {
    for options in [[], ["--json"], ["--csv"], ["--markdown"], ["--by", "label"]] {
      let run = try RunningProgram.run(["stats"] + options + ["@tablet-4f-tap-01"])
      #expect(run.status == 0)
      #expect(!run.output.isEmpty)
    }
    #expect(try stats("@tablet-4f-tap-01").output == "0 gestures of 0 recordings\n")
  }
}
