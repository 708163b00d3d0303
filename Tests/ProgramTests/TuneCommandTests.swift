import Foundation
import Testing

@Suite struct TuneCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A gesture's line of features under the policies `threshold` and `flick`.
  static func line(
    _ number: Int, person: String = "p1", session: String = "s1", intent: String? = "finish",
    progress: Double, velocity: Double = 0, device: String = "Pad", recording: String? = nil,
    down: Double = 0, inForce: String = "null"
  ) -> String {
    let policy =
      #"{"began":true,"progress":\#(progress),"units":{"mm":38,"px":400},"velocity":\#(velocity)}"#
    return #"{"device":{"kind":"touchpad","name":"\#(device)"},"direction":"right","#
      + #""down":\#(down),"end":\#(down + 0.5),"end_reason":"lift","fingers":3,"gesture":1,"#
      + #""hand":"left","intent":\#(intent.map { "\"\($0)\"" } ?? "null"),"#
      + #""participant":"\#(person)","policies":{"flick":\#(policy),"threshold":\#(policy)},"#
      + #""policy_in_force":\#(inForce),"recording":"\#(recording ?? "g\(number).evemu")","#
      + #""schema":"pantograph.features/1","session":"\#(session)","travel":0.4}"#
  }

  /// Gestures of some persons: those meant to cancel go up to 0.42 and a little more, the others
  /// begin at 0.38.
  static func lines(persons: Int = 9, each: Int = 40, inForce: String = "null") -> [String] {
    (0..<persons * each).map { index in
      let (person, round) = (index % persons, index / persons)
      let isFinish = round.isMultiple(of: 2)
      let place = Double(round / 2) / Double(each / 2 - 1)
      let progress = (isFinish ? 0.38 : 0.02) + 0.4 * place + 0.002 * Double(person)
      return line(
        index, person: "p\(person)", session: "s\(round / 4 % 2)",
        intent: isFinish ? "finish" : "cancel", progress: (progress * 1e4).rounded() / 1e4,
        velocity: isFinish ? 0.2 : -0.2, device: person % 2 == 0 ? "Pad A" : "Pad B",
        inForce: inForce)
    }
  }

  private func write(_ lines: [String], to name: String = "gestures") throws {
    try folder.write(lines.map { $0 + "\n" }.joined(), to: name)
  }

  private func tune(_ arguments: String..., input: String = "") throws -> RunningProgram {
    try RunningProgram.run(["tune"] + arguments, input: input, in: folder.url)
  }

  // MARK: What it says

  @Test func `a person reads what is best, how sure it is, and what to do next`() throws {
    try write(Self.lines())
    let run = try tune("gestures")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    for text in [
      "360 gestures: 180 meant to finish, 180 to cancel; of 9 persons, 18 sessions",
      "threshold: best finish_threshold 0.38 (14.4 mm)", "  as good  ",
      "  as the policy is   0.3 (11.4 mm)", "The policy as it is is worse, beyond chance.",
      "false finishes", "false cancels", "judged by others",
      "f false finishes  c false cancels  * both  ^ best  = as good",
      "gestures would change:", "95% sure, by 1000 series of persons",
      "No recording says which policy was in force.",
      "Confirm it: record with finish_threshold 0.38 in force, 8 persons or more,",
    ] {
      #expect(run.output.contains(text), "\(text)")
    }
    #expect(!run.output.contains("not for everyone"))
  }

  @Test func `few persons are not everyone, and nobody's gestures are nobody's`() throws {
    try write(Self.lines(persons: 3))
    let few = try tune("gestures").output.replacing("\n", with: " ")
    #expect(few.contains("This is not for everyone: 3 persons cannot stand for all. Record 5 more"))
    try write(Self.lines().map { $0.replacing(#""participant":"p"#, with: #""other":"p"#) })
    let none = try tune("gestures").output.replacing("\n", with: " ")
    #expect(none.contains("no gesture says who made it"))
    #expect(none.contains("sure for these persons alone, by 1000 series of sessions drawn anew"))
  }

  @Test func `what was in force is compared with what is recommended`() throws {
    try write(Self.lines(inForce: #"{"finish_threshold":0.7}"#))
    let far = try tune("gestures").output
    #expect(far.contains("Extrapolated: 0.7 was in force"))
    // 0.05 to 0.59 are farther than a tenth from it, and so is all above 0.8.
    #expect(far.contains("          +....................."))
    #expect(far.contains("----------.........."))
    #expect(try tune("gestures", "--csv").output.contains(",0.59,,"))
    try write(Self.lines(inForce: #"{"finish_threshold":0.4}"#))
    let near = try tune("gestures").output
    #expect(!near.contains("Extrapolated"))
    #expect(near.contains("Confirm it"))
    try write(Self.lines(inForce: "\"niri\""))
    #expect(try tune("gestures").output.contains("'niri'"))
  }

  @Test func `the same gestures give the same bytes, in whatever order and files`() throws {
    let lines = Self.lines()
    try write(lines)
    try write(Array(lines[..<100].reversed()), to: "one")
    try write(Array(lines[100...].reversed()), to: "other")
    for format in [[], ["--json"], ["--csv"]] {
      let run = try RunningProgram.run(
        ["tune", "--per-device", "--policy", "all"] + format + ["gestures"], in: folder.url)
      #expect(run.status == 0)
      let shards = try RunningProgram.run(
        ["tune", "--per-device", "--policy", "all"] + format + ["other", "one"], in: folder.url)
      #expect(shards.output == run.output)
      let piped = try RunningProgram.run(
        ["tune", "--per-device", "--policy", "all"] + format + ["-"],
        input: lines.map { $0 + "\n" }.joined(), in: folder.url)
      #expect(piped.output == run.output)
    }
    #expect(
      try tune("gestures", "--json", "--seed", "1").output
        == (try tune("gestures", "--json").output))
  }

  @Test func `several policies stand side by side`() throws {
    try write(Self.lines())
    let run = try tune("gestures", "--policy", "threshold", "--policy", "flick", "--per-device")
    #expect(run.status == 0)
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.output.contains("\n  threshold  "))
    #expect(run.output.contains("\n  flick  "))
    #expect(run.output.contains("a value for each device is no better than chance makes it:"))
  }

  @Test func `names are never printed raw`() throws {
    let odd = #"\u001b[31m\u0007evil"#
    try write(
      Self.lines().map {
        $0.replacing("Pad A", with: odd).replacing(#""p3""#, with: #""\#(odd)""#)
          .replacing("g7.evemu", with: odd)
      })
    for format in [[], ["--json"], ["--csv"], ["--svg", "-"], ["--flips", "--per-device"]] {
      let run = try RunningProgram.run(["tune", "gestures"] + format, in: folder.url)
      #expect(run.status == 0)
      #expect(run.output.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0a || $0 == 0x0d })
    }
  }

  // MARK: What is required

  /// Gestures without a mistake at 0.5.
  private static func clean(_ count: Int) -> [String] {
    (0..<count * 2).map {
      line(
        $0, person: "p\($0 % 10)", intent: $0 < count ? "finish" : "cancel",
        progress: $0 < count ? 0.9 : 0.1)
    }
  }

  @Test func `149 gestures without a mistake show 2 percent, 148 do not`() throws {
    let requirement = ["--require", "false-cancel<=0.02"]
    try write(Self.clean(149))
    let shown = try RunningProgram.run(["tune", "gestures"] + requirement, in: folder.url)
    #expect(shown.status == 0)
    #expect(shown.output.contains("shown: false-cancel<=0.02: 0% 0/149, at most 2%"))
    try write(Self.clean(148))
    let missing = try RunningProgram.run(
      ["tune", "gestures", "--junit", "junit.xml"] + requirement, in: folder.url)
    #expect(missing.status == 1)
    #expect(missing.output.contains("not shown: false-cancel<=0.02"))
    #expect(
      missing.output.contains("1 more gesture meant to finish needed, none of them wrong."))
    let report = try folder.read("junit.xml")
    #expect(report.contains(#"<testsuites tests="1" failures="1""#))
    #expect(report.contains(#"name="threshold false-cancel&lt;=0.02""#))
  }

  @Test func `one value can be tested`() throws {
    try write(Self.lines())
    let run = try tune(
      "gestures", "--vary", "finish_threshold=0.35", "--require", "false-cancel<=0.05",
      "--require", "false-finish<=0.05", "--json")
    #expect(run.status == 1)
    #expect(run.output.contains(#""kind":"false-cancel","limit":0.05,"met":true"#))
    #expect(run.output.contains(#""kind":"false-finish","limit":0.05,"met":false"#))
  }

  // MARK: What is meant

  @Test func `intents come from a table or from expectations`() throws {
    let unlabelled = Self.lines().map {
      $0.replacing(#""intent":"finish""#, with: #""intent":null"#)
        .replacing(#""intent":"cancel""#, with: #""intent":null"#)
    }
    try write(Self.lines())
    let whole = try tune("gestures", "--csv").output
    try write(unlabelled)
    let bare = try tune("gestures")
    #expect(bare.status == 65)
    #expect(bare.errors.contains("no gesture says what was meant (see --intents"))
    var table = "recording\tintent\n"
    var members: [String] = []
    for index in 0..<360 {
      let intent = index / 9 % 2 == 0 ? "finish" : "cancel"
      table += "g\(index).evemu\t\(intent)\n"
      members.append(#""g\#(index).evemu":{"intent":"\#(intent)"}"#)
    }
    try folder.write(table, to: "intents.tsv")
    try folder.write(
      #"{"schema":"pantograph.expectations/1","recordings":{\#(members.joined(separator: ","))}}"#,
      to: "expectations.json")
    #expect(try tune("gestures", "--csv", "--intents", "intents.tsv").output == whole)
    #expect(try tune("gestures", "--csv", "--intents", "expectations.json").output == whole)
    try folder.write(table + "no.evemu\tfinish\n", to: "intents.tsv")
    let more = try tune("gestures", "--csv", "--intents", "intents.tsv")
    #expect(more.output == whole)
    #expect(more.errors == "pantograph: intents.tsv: 'no.evemu': no gesture of it came\n")
  }

  @Test func `intents come from what people did next`() throws {
    // A cancel and the same swipe again, sixty times; and cancels that nothing follows.
    var lines: [String] = []
    for index in 0..<60 {
      let start = Double(index) * 100
      for (offset, progress) in [(0.0, 0.2), (1.0, 0.8), (50.0, 0.05)] {
        lines.append(
          Self.line(
            lines.count, person: "p\(index % 10)", intent: nil, progress: progress,
            recording: "day\(lines.count / 3)", down: start + offset
          ).replacing(#""gesture":1"#, with: #""gesture":\#(lines.count % 3 + 1)"#))
      }
    }
    try write(lines)
    let run = try tune("gestures", "--label-from", "retry")
    #expect(run.status == 0)
    #expect(run.output.contains("120 meant to finish, 60 to cancel"))
    #expect(run.output.contains("intents by what people did next"))
    #expect(run.output.contains("best finish_threshold 0.13"))
  }

  @Test func `recordings are judged as their features are`() throws {
    let recordings = RunningProgram.package.appending(path: "recordings").path
    let whole = try tune(recordings, "--json")
    #expect(whole.status == 0)
    #expect(whole.output.contains(#""labels":"lines","persons":"#))
    try folder.write(
      try RunningProgram.run(["features", recordings], in: folder.url).output, to: "gestures")
    #expect(try tune("gestures", "--json").output == whole.output)
    let all = try tune(recordings, "--policy", "all", "--json")
    #expect(all.status == 0)
    #expect(try tune("gestures", "--policy", "all", "--json").output == all.output)
    #expect(all.output.contains(#""id":"niri""#))
  }

  // MARK: What it writes

  @Test func `the curve, the policy and the report are written, and nothing is overwritten`() throws
  {
    try write(Self.lines())
    let files = ["--svg", "curve.svg", "--write", "policy.json", "--junit", "junit.xml"]
    #expect(try RunningProgram.run(["tune", "gestures"] + files, in: folder.url).status == 0)
    let picture = try folder.read("curve.svg")
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(picture.ranges(of: "<polyline").count == 3)
    #expect(!picture.contains("nan") && !picture.contains("?"))
    #expect(try folder.read("policy.json").contains("\"finish_threshold\": 0.38"))
    for name in ["curve.svg", "policy.json", "junit.xml"] {
      let option = name == "curve.svg" ? "--svg" : name == "policy.json" ? "--write" : "--junit"
      let run = try tune("gestures", option, name)
      #expect(run.status == 73)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("it exists already"))
    }
    #expect(
      try RunningProgram.run(["tune", "gestures", "--force"] + files, in: folder.url).status == 0)
  }

  @Test func `each value is a row of the table`() throws {
    try write(Self.lines())
    let rows = try tune("gestures", "--csv", "--vary", "finish_threshold=0.3..0.5:0.1").output
      .split(separator: "\r\n").map(String.init)
    #expect(rows.count == 4)
    #expect(
      rows[0]
        == "policy,parameter,value,unit,false_finishes,false_cancels,cost,may_be_best,extrapolated")
    #expect(rows[2].hasPrefix("threshold,finish_threshold,0.4,,"))
    #expect(rows[2].hasSuffix(",true,false"))
    #expect(rows[1].hasSuffix(",false,false"))
  }

  // MARK: What is wrong

  @Test func `neither what is read nor another result is written over`() throws {
    try write(Self.lines())
    let old = try folder.read("gestures")
    let read = try RunningProgram.run(
      ["tune", "gestures", "--write", "gestures", "--force"], in: folder.url)
    #expect(read.status == 73)
    #expect(read.errors == "pantograph: gestures: it is read, and would be lost\n")
    #expect(try folder.read("gestures") == old)
    let both = try RunningProgram.run(
      ["tune", "gestures", "--svg", "new", "--write", "new", "--force"], in: folder.url)
    #expect(both.status == 64)
    #expect(both.errors == "pantograph: new: it cannot hold two results\n")
    #expect(throws: (any Error).self) { try folder.read("new") }
  }

  @Test(arguments: [
    ([], "tune needs recordings, or what features printed of them"),
    (["gestures", "--json", "--csv"], "--json and --csv do not go together"),
    (["gestures", "--policy", "treshold"], "did you mean 'threshold'?"),
    (["gestures", "--vary", "finish_threshold=1..0:0.1"], "--vary takes a parameter and values"),
    (["gestures", "--vary", "a=1", "--vary", "a=2"], "--vary is given twice for 'a'"),
    (["gestures", "--vary", "luck=1"], "has no 'luck'"),
    (["gestures", "--vary", "slop=1"], "has no 'slop'"),
    (
      ["gestures", "--vary", "start_distance=1mm"],
      "'start_distance' changes what the policy sees of a gesture, not how it decides"
    ),
    (
      ["gestures", "--csv", "--vary", "finish_threshold=0.3", "--vary", "fling_forward=1"],
      "--csv needs a single --vary"
    ),
    (
      ["gestures", "--vary", "finish_threshold=1furlong"], "'finish_threshold' takes a bar such as"
    ),
    (["gestures", "--require", "x<=1"], "--require takes a rate and its limit"),
    (["gestures", "--cost", "x=1"], "--cost takes a mistake and a number"),
    (["gestures", "--cost", "false-finish=-1"], "--cost takes a mistake and a number"),
    (["gestures", "--base-rate", "cancel=2"], "--base-rate takes an intent and its share"),
    (
      ["gestures", "--base-rate", "cancel=0.6", "--base-rate", "finish=0.6"],
      "the shares of --base-rate add up to more than 1"
    ),
    (["gestures", "--seed", "-1"], "--seed takes a whole number"),
    (
      ["gestures", "--label-from", "retry", "--intents", "x"],
      "--label-from retry and --intents do not go together"
    ),
  ])
  func `a slip on the command line is told`(words: [String], message: String) throws {
    try write(Self.lines())
    let run = try RunningProgram.run(["tune"] + words, in: folder.url)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `a line that is wrong is told with its file`() throws {
    try write(Self.lines() + ["{\"schema\":\"pantograph.replay/1\"}"])
    let run = try tune("gestures")
    #expect(run.status == 65)
    // What came before it counts, as it does of a recording that breaks off.
    #expect(run.output.hasPrefix("360 gestures"), "\(run.output)")
    #expect(
      run.errors
        == "pantograph: gestures:361: the schema is 'pantograph.replay/1', not "
        + "'pantograph.features/1'\n")
    #expect(try tune("no-such-file").status == 66)
    #expect(
      try tune("-", input: Fixture.keyboard).errors
        .hasPrefix("pantograph: -: "))
    // The same as stats says, and the others still count.
    let stats = try RunningProgram.run(["stats", "gestures", "no-such-file"], in: folder.url)
    #expect(stats.status == 65)
    #expect(stats.errors.hasPrefix(run.errors + "pantograph: no-such-file: "))
    try folder.write("recording\tintent\n\ta\n", to: "intents.tsv")
    try write(Self.lines())
    let intents = try tune("gestures", "--intents", "intents.tsv")
    #expect(intents.status == 65)
    #expect(intents.errors == "pantograph: intents.tsv:2: the recording is missing\n")
    try folder.write("recording\tintent\nother\tfinish\n", to: "intents.tsv")
    #expect(try tune("gestures", "--intents", "intents.tsv").status == 65)
  }

  @Test func `what cannot be judged is told`() throws {
    try write(Self.lines().filter { $0.contains(#""intent":"finish""#) })
    let run = try tune("gestures")
    #expect(run.status == 65)
    #expect(run.errors.contains("no gesture was meant to cancel"))
    try folder.write("", to: "empty")
    let empty = try tune("empty")
    #expect(empty.status == 65)
    // That it has no gesture goes without saying.
    #expect(empty.errors == "pantograph: empty: it is empty\n")
  }
}
