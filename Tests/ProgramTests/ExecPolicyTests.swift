import Foundation
import Testing

/// `--policy exec:CMD`: a program of the user's own decides.
@Suite(.enabled(if: Tool.works("/usr/bin/python3 -c 'import json'"), "there is no python3"))
struct ExecPolicyTests {
  private let folder: TemporaryFolder
  private let recordings = RunningProgram.package.appending(path: "recordings").path

  /// A program that decides as the policy `threshold` does, and keeps what it is asked.
  private static let threshold = """
    import json, sys
    asked = open("asked", "a")
    for line in sys.stdin:
        question = json.loads(line)
        margin = question["progress"] - question["threshold"]
        answer = {"outcome": "finish" if margin >= 0 else "cancel", "rule": "threshold",
                  "margin": margin, "id": question["id"]}
        asked.write(line)
        print(json.dumps(answer), flush=True)

    """

  private static let policy = "exec:/usr/bin/python3 threshold.py"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.threshold, to: "threshold.py")
    try folder.write(Fixture.synthetic("--distance", "20.5mm"), to: "drag.evemu")
  }

  private func run(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(arguments, in: folder.url)
  }

  /// A policy that answers each question with a text.
  private func answering(_ answer: String) throws -> String {
    try folder.write(answer + "\n", to: "answer")
    return "exec:while read -r line; do cat answer; done"
  }

  // MARK: Verdicts

  @Test(arguments: [
    [], ["--trace", "--threshold", "8mm"], ["--trace", "--settle", "none"],
    ["--recognizer", "libinput"],
  ])
  func `one that decides as threshold does comes to the same`(options: [String]) throws {
    let own = try RunningProgram.run(
      ["replay", "--json", recordings] + options, in: folder.url)
    let asked = try RunningProgram.run(
      ["replay", "--json", recordings, "--policy", Self.policy] + options, in: folder.url)
    #expect(asked.status == own.status)
    #expect(own.output.contains(#""outcome":"finish""#))
    #expect(own.output.contains(#""outcome":"cancel""#))
    #expect(
      asked.output
        == own.output.replacing(
          #""policy":"threshold""#, with: "\"policy\":\"\(Self.policy)\""))
  }

  @Test func `compare asks several programs beside other policies`() throws {
    try folder.write(
      #"{"outcome":"cancel","margin":-2,"margin_unit":"progress/s"}"# + "\n", to: "no")
    let no = "exec:while read -r line; do cat no; done"
    let policies = ["--policy", "threshold", "--policy", Self.policy, "--policy", no]
    let run = try RunningProgram.run(
      ["compare", "--json", recordings] + policies, in: folder.url)
    #expect(run.status == 0)
    struct Comparison: Decodable {
      struct Result: Decodable, Equatable {
        var outcome: String
        var margin: Double?
        var margin_unit: String?
        var rule: String?
        var began: Bool
      }
      var results: [Result]
    }
    var count = 0
    for line in run.lines {
      let results = try JSONDecoder().decode(Comparison.self, from: Data(line.utf8)).results
      for start in stride(from: 0, to: results.count, by: 3) {
        #expect(results[start + 1] == results[start])
        guard results[start].began, results[start].rule != "interrupted" else { continue }
        count += 1
        let answer = Comparison.Result(
          outcome: "cancel", margin: -2, margin_unit: "progress/s", rule: "exec", began: true)
        #expect(results[start + 2] == answer)
      }
    }
    #expect(count > 30)
    for form in [[], ["--long"], ["--markdown"], ["--html"], ["--csv"]] {
      let other = try RunningProgram.run(
        ["compare", recordings] + policies + form, in: folder.url)
      #expect(other.status == 0)
      #expect(other.output.contains("exec:"))
    }
  }

  @Test func `explain tells what the program said, and nothing that it did not`() throws {
    let policy = try answering(#"{"outcome":"cancel","rule":"mood","margin":-0.25}"#)
    let run = try run("explain", "drag.evemu", "--policy", policy)
    #expect(run.status == 0)
    #expect(run.output.contains("it went back (cancel)"))
    #expect(run.output.contains("the program that was asked says so, by its rule 'mood'"))
    #expect(run.output.contains("asked, it answers cancel, by its rule 'mood', with a margin"))
    #expect(!run.output.contains("It would have"))
    let markdown = try self.run("explain", "--markdown", "drag.evemu", "--policy", policy)
    #expect(markdown.output.contains("asked, it answers cancel, by its rule 'mood'"))
  }

  @Test func `test compares what the program says`() throws {
    try folder.write(
      #"{"recordings":{"drag.evemu":{"gestures":[{"outcome":"finish","rule":"threshold"}]}},"#
        + #""schema":"pantograph.expectations/1"}"#, to: "expectations.json")
    #expect(try run("test", ".", "--policy", Self.policy).status == 0)
    #expect(try run("test", "--stress", ".", "--policy", Self.policy).status == 0)
    let failed = try run("test", ".", "--policy", answering(#"{"outcome":"cancel"}"#))
    #expect(failed.status == 1)
    #expect(failed.output.contains("outcome is cancel, expected finish"))
    #expect(failed.output.contains("rule is exec, expected threshold"))
  }

  @Test func `a table is asked about too`() throws {
    try folder.write(Fixture.table([0, 10, 30, 40]), to: "table.json")
    let run = try run("replay", "--json", "table.json", "--policy", Self.policy)
    #expect(run.status == 0)
    #expect(run.output.contains(#""outcome":"finish""#))
  }

  @Test func `one process is asked, and not about gestures that were broken off`() throws {
    try folder.write(
      Fixture.synthetic("--distance", "20mm").split(separator: "\n").dropLast(12)
        .joined(separator: "\n") + "\n", to: "cut.evemu")
    let policy = "exec:echo x >> started; exec /usr/bin/python3 threshold.py"
    let run = try run("replay", "drag.evemu", "cut.evemu", "drag.evemu", "--policy", policy)
    #expect(run.status == 0)
    #expect(run.output.contains("interrupted: end-of-recording"))
    #expect(try folder.read("started") == "x\n")
    #expect(try folder.read("asked").split(separator: "\n").count == 2)
    // Nothing is started where there is nothing to ask.
    #expect(try self.run("replay", "cut.evemu", "--policy", policy).status == 0)
    #expect(try folder.read("started") == "x\n")
  }

  @Test func `questions and answers agree with their schemas`() throws {
    guard Tool.works("/usr/bin/python3 -c 'import jsonschema'") else { return }
    for options in [[], ["--recognizer", "libinput"], ["--matrix", "0 1 0 -1 0 1"]] {
      let run = try RunningProgram.run(
        ["replay", recordings, "--policy", Self.policy] + options, in: folder.url)
      // Not all are of touchpads.
      #expect([0, 64].contains(run.status))
    }
    try folder.write(LibinputGestureTests.swipe, to: "gestures.txt")
    #expect(try run("replay", "gestures.txt", "--policy", Self.policy).status == 0)
    try folder.write(
      """
      {"outcome":"cancel"}
      {"outcome":"finish","rule":"mine","margin":0.5,"margin_unit":"progress/s","id":1,"more":2}
      {"outcome":"finish","rule":null,"margin":null,"margin_unit":null,"id":null}

      """, to: "answers")
    try folder.write(
      """
      {"outcome":"maybe"}
      {"rule":"mine"}
      {"outcome":"finish","rule":""}
      {"outcome":"finish","margin":"much"}
      {"outcome":"finish","margin_unit":"mm"}

      """, to: "wrong")
    let script = RunningProgram.package.appending(path: "Tests/ProgramTests/schemas.py").path
    for (check, name, file) in [
      ("valid", "question", "asked"), ("covered", "question", "asked"),
      ("strict", "question", "asked"), ("valid", "answer", "answers"),
      ("covered", "answer", "answers"), ("invalid", "answer", "wrong"),
    ] {
      try folder.write(try run("schema", name).output, to: name)
      if check == "strict" {
        let first = try folder.read("asked").split(separator: "\n").prefix(1)
        try folder.write(first.joined() + "\n", to: "asked")
      }
      let complaints = try RunningProgram.shell(
        "/usr/bin/python3 \"$1\" \(check) \(name) \(file)", script, in: folder.url)
      #expect(complaints.output == "\n", "\(check) \(name)")
    }
  }

  // MARK: Errors

  @Test(arguments: [
    ("nonsense", "it is no JSON"), ("[1]", "it is no object"),
    (#"{"outcome":"maybe"}"#, #"its 'outcome' is "maybe", not "finish" or "cancel""#),
    ("{}", "its 'outcome' is missing"), (#"{"outcome":true}"#, "its 'outcome' is true"),
    (#"{"outcome":"finish","margin":"x"}"#, #"its 'margin' is "x", not a number"#),
    (#"{"outcome":"finish","margin":1e999}"#, "its 'margin' is null, not a number that fits"),
    (#"{"outcome":"finish","margin":-1}"#, "its 'margin' is -1, not 0 or more"),
    (#"{"outcome":"finish","rule":7}"#, "its 'rule' is 7"),
    (#"{"outcome":"finish","margin":1,"margin_unit":"mm"}"#, #"its 'margin_unit' is "mm""#),
    (#"{"outcome":"finish","id":7}"#, "its 'id' is 7, not 1"),
  ])
  func `a wrong answer ends it all`(
    answer: String, message: String
  ) throws {
    try folder.write(answer + "\n", to: "answer")
    let policy =
      #"exec:read -r l; cat answer; while read -r l; do echo '{"outcome":"finish"}'; done"#
    let run = try run("replay", "--json", "drag.evemu", "drag.evemu", "--policy", policy)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("pantograph: drag.evemu: gesture 1: \(policy): "))
    #expect(run.errors.contains("its answer is wrong: \(message)"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.lines.count == 1)
    #expect(run.lines[0].contains(#""error":{"line":null,"message":"gesture 1: "#))
    #expect(run.lines[0].contains(#""gestures":[]"#))
  }

  @Test(arguments: [
    ("exit 3", "it ended with status 3"), ("kill -9 $$", "signal 9 ended it"),
    ("read -r l; exec 1>&-; read -r l", "it closed its end of the pipe"),
    ("read -r l; printf 'a\\nb\\n'; read -r l", "the one line that answers a question: 'b'"),
    ("read -r l; head -c 70000 /dev/zero; read -r l", "its answer has more than 65536 bytes"),
  ])
  func `a program that is gone ends it all`(command: String, message: String) throws {
    let run = try run(
      "replay", "--json", "drag.evemu", "drag.evemu", "--policy", "exec:" + command)
    #expect(run.status == 74)
    #expect(run.errors.contains("drag.evemu: gesture 1: exec:"))
    #expect(run.errors.contains(message))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.lines.count == 1)
    #expect(run.lines[0].contains(#""gestures":[]"#))
    for command in [["compare", "--json"], ["explain"], ["test"]] {
      try folder.write(
        #"{"recordings":{"drag.evemu":{"gestures":[{"outcome":"finish"}]}},"#
          + #""schema":"pantograph.expectations/1"}"#, to: "expectations.json")
      let other = try RunningProgram.run(
        command + ["drag.evemu", "--policy", "exec:exit 3"], in: folder.url)
      #expect(other.status == 74)
      #expect(!other.output.contains("finish"))
    }
  }

  @Test func `what the program writes for people passes through`() throws {
    let policy = #"exec:echo for you >&2; while read -r l; do echo '{"outcome":"finish"}'; done"#
    let run = try run("replay", "drag.evemu", "--policy", policy)
    #expect(run.status == 0)
    #expect(run.errors == "for you\n")
  }

  @Test func `a hostile rule stays text`() throws {
    let policy = try answering(
      #"{"outcome":"finish","rule":"\u001b[31m<script>=1|`\"\n"}"#)
    for command in [
      ["replay"], ["replay", "--json"], ["explain"], ["explain", "--markdown"], ["compare"],
      ["compare", "--json"], ["compare", "--csv"], ["compare", "--html"],
      ["compare", "--markdown"],
    ] {
      let run = try RunningProgram.run(
        command + ["drag.evemu", "--policy", policy], in: folder.url)
      #expect(run.status == 0, "\(command)")
      #expect(!run.output.contains("\u{1b}"), "\(command)")
      if ["--html", "--markdown"].contains(command.last) {
        #expect(!run.output.replacing("\\<", with: "").contains("<script"))
      }
    }
  }

  // MARK: Where it may be

  @Test func `a file starts no program`() throws {
    try folder.write(
      #"{"recordings":{"drag.evemu":{"gestures":[],"options":["--policy","exec:touch started"]}},"#
        + #""schema":"pantograph.expectations/1"}"#, to: "expectations.json")
    let run = try run("test", ".")
    #expect(run.status == 1)
    #expect(run.output.contains("a file starts no program"))
    try folder.write(#"{"base":"exec:touch started"}"#, to: "policy.json")
    let other = try self.run("replay", "drag.evemu", "--policy", "policy.json")
    #expect(other.status == 65)
    #expect(other.errors.contains("a file starts no program"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("started")))
  }

  @Test(arguments: [
    ["features", "drag.evemu"], ["stats", "drag.evemu"], ["tune", "drag.evemu"],
    ["report", "drag.evemu"], ["synthesize", "--robust", "--want", "finish"],
    ["compare", "--show", "exec:touch started"],
  ])
  func `what decides again and again says why it asks no program`(command: [String]) throws {
    let option = command[0] == "compare" ? [] : ["--policy", "exec:touch started"]
    let run = try RunningProgram.run(command + option, in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("asks a program about a gesture, once, when it is over: "))
    #expect(run.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("started")))
  }

  @Test func `it needs a command`() throws {
    let run = try run("replay", "drag.evemu", "--policy", "exec: ")
    #expect(run.status == 64)
    #expect(run.errors.contains("needs a command"))
  }
}
