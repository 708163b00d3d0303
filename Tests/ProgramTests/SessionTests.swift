import Foundation
import Testing

/// Sessions that `record --session` leads somebody through.
@Suite struct SessionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"schema":"pantograph.session/1","participant":"p1","session":"s1","hand":"right","seed":3,
       "feedback":"verdict","age":30,"patience":0,
       "swipes":[{"intent":"finish","direction":"right","speed":"fast","count":2},
                 {"intent":"cancel","direction":"up","fingers":3,"prompt":"Up, and back again"}]}
      """#, to: "plan.json")
  }

  /// What is known of each recording.
  private func expectations() throws -> [String: [String: Any]] {
    let data = Data(try folder.read("expectations.json").utf8)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return object?["recordings"] as? [String: [String: Any]] ?? [:]
  }

  private func start(_ words: String...) throws -> FollowedProgram {
    let program = try FollowedProgram(
      ["record", "-", "--json", "--session", "plan.json", "-o", "p.evemu"] + words,
      in: folder.url)
    _ = try program.next("started")
    return program
  }

  /// Swipes as somebody does who is asked to.
  private func swipe(_ asked: [String: Any], in stream: inout TouchStream) throws -> String {
    let direction = try #require(asked["direction"] as? String)
    let way = asked["intent"] as? String == "finish" ? "30mm" : "4mm"
    return try stream.add("--direction", direction, "--distance", way)
  }

  @Test func `a person is asked for all swipes of the plan, and each is stored`() throws {
    let program = try start()
    var stream = TouchStream()
    var trials: [Int] = []
    for _ in 0..<3 {
      let asked = try program.next("asked")
      trials.append(try #require(asked["trial"] as? Int))
      #expect(asked["of"] as? Int == 3)
      try program.write(swipe(asked, in: &stream))
      #expect(try program.next("accepted")["trial"] as? Int == trials.last)
    }
    #expect(trials == [1, 2, 3])
    #expect(try program.next("ended")["reason"] as? String == "session")
    #expect(try program.end() == 0)
    let errors = try program.errors
    #expect(errors.contains("of 3: swipe right fast, and go on\n"))
    #expect(errors.contains("\n  it went on\n"))
    #expect(errors.contains("of 3: Up, and back again\n  it sprang back\n"))
    #expect(errors.contains("That was the last one. Thank you!"))
    let known = try expectations()
    #expect(known.keys.sorted() == ["p-001.evemu", "p-002.evemu", "p-003.evemu"])
    #expect(known.values.count { $0["intent"] as? String == "finish" } == 2)
    for facts in known.values {
      #expect(facts["participant"] as? String == "p1" && facts["session"] as? String == "s1")
      #expect(facts["hand"] as? String == "right" && facts["feedback"] as? String == "verdict")
      #expect(facts["age"] as? Int == 30)
      let policy = facts["policy_in_force"] as? [String: Any]
      #expect(policy?["policy"] as? String == "threshold")
      #expect(policy?["finish_threshold"] as? Double == 0.3)
      let asked = facts["asked"] as? [String: Any]
      #expect(asked?["attempt"] as? Int == 1)
      let isUp = facts["intent"] as? String == "cancel"
      #expect(asked?["direction"] as? String == (isUp ? "up" : "right"))
    }
    // It can be tuned from.
    let features = try RunningProgram.run(["features", "."], in: folder.url)
    #expect(features.lines.count == 3)
    #expect(features.lines.allSatisfy { $0.contains(#""participant":"p1""#) })
    #expect(
      features.lines.allSatisfy { $0.contains(#""policy_in_force":{"finish_threshold":0.3"#) })
    #expect(try RunningProgram.run(["test", "."], in: folder.url).status == 0)
  }

  @Test func `a swipe that was not asked for is asked for again, and does not count`() throws {
    let program = try start("--participant", "p2", "--hand", "left", "--policy", "flick")
    var stream = TouchStream()
    let first = try program.next("asked")
    try program.write(stream.add("--direction", "left", "--distance", "30mm"))
    #expect(try program.next("refused")["why"] as? String == "direction")
    let again = try program.next("asked")
    #expect(again["trial"] as? Int == first["trial"] as? Int)
    #expect(again["attempt"] as? Int == 2)
    try program.write(stream.add("--distance", "0mm", "--fingers", "3", "--pause", "0.2"))
    #expect(try program.next("refused")["why"] as? String == "no-swipe")
    let third = try program.next("asked")
    #expect(third["attempt"] as? Int == 3)
    try program.write(swipe(third, in: &stream))
    #expect(try program.next("accepted")["trial"] as? Int == 1)
    program.send(SIGINT)
    #expect(try program.next("ended")["reason"] as? String == "interrupted")
    #expect(try program.end() == 0)
    let known = try expectations()
    #expect(known["p-001.evemu"]?["refused"] as? Bool == true)
    #expect(known["p-001.evemu"]?["intent"] == nil)
    #expect(known["p-002.evemu"]?["participant"] as? String == "p2")
    #expect(known["p-002.evemu"]?["hand"] as? String == "left")
    #expect(known["p-002.evemu"]?["intent"] != nil)
    let policy = known["p-002.evemu"]?["policy_in_force"] as? [String: Any]
    #expect(policy?["policy"] as? String == "flick")
  }

  @Test func `who does not swipe is asked again`() throws {
    let text = try folder.read("plan.json").replacing(#""patience":0"#, with: #""patience":0.05"#)
    try folder.write(text, to: "plan.json")
    let program = try start()
    let first = try program.next("asked")
    let second = try program.next("asked")
    #expect(second["trial"] as? Int == first["trial"] as? Int)
    program.send(SIGTERM)
    #expect(try program.end() == 0)
  }

  @Test func `another seed is another order`() throws {
    func order(_ words: String...) throws -> [String] {
      let program = try FollowedProgram(
        ["record", "-", "--json", "--session", "plan.json", "-o", "\(UUID()).evemu"] + words,
        in: folder.url)
      var stream = TouchStream()
      return try (0..<3).map { _ in
        let asked = try program.next("asked")
        try program.write(swipe(asked, in: &stream))
        return asked["direction"] as? String ?? ""
      }
    }
    let first = try order("--seed", "1")
    #expect(try order("--seed", "1") == first)
    #expect(try (2...6).contains { try order("--seed", "\($0)") != first })
  }

  @Test func `a plan that is wrong is told, and nothing is recorded`() throws {
    try folder.write(#"{"schema":"pantograph.session/1","swipes":[{"intent":"finish"}]}"#, to: "x")
    let run = try RunningProgram.run(
      ["record", "-", "--session", "x", "-o", "p.evemu"], in: folder.url)
    #expect(run.status == 65)
    #expect(run.errors == "pantograph: x: 'swipes[0].direction' is missing\n")
    let both = try RunningProgram.run(
      ["record", "-", "--session", "plan.json", "--label", "finish", "-o", "p"], in: folder.url)
    #expect(both.status == 64)
  }

  // MARK: Keys

  /// Presses keys on a terminal: the program's own, whose line `ask` waits for comes first each time.
  private static let terminal = #"""
    import os, pty, re, select, sys
    program, keys, feed = sys.argv[1:4]
    words = sys.argv[4:]
    read, write = os.pipe()
    child, screen = pty.fork()
    if child == 0:
        os.dup2(read, 0)
        os.execv(program, [program] + words)
    os.close(read)
    seen = b""
    def wait(pattern):
        global seen
        while not re.search(pattern, seen):
            if not select.select([screen], [], [], 120)[0]:
                sys.exit("nothing is shown after " + repr(seen))
            try:
                more = os.read(screen, 65536)
            except OSError:
                more = b""
            if not more:
                sys.exit("it ended after " + repr(seen))
            seen += more
        seen = seen[re.search(pattern, seen).end():]
    for step in keys.split("|"):
        what, _, text = step.partition(":")
        if what == "see":
            wait(text.encode())
        elif what == "press":
            os.write(screen, text.encode())
        elif what == "feed":
            os.write(write, open(os.path.join(feed, text), "rb").read())
    os.set_blocking(screen, True)
    while True:
        try:
            if not os.read(screen, 65536):
                break
        except OSError:
            break
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """#

  private func press(_ steps: String..., words: [String]) throws -> RunningProgram {
    try folder.write(Self.terminal, to: "terminal.py")
    let arguments = [try RunningProgram.url.path, steps.joined(separator: "|"), "."] + words
    return try RunningProgram.shell(
      "python3 terminal.py " + arguments.map { "'\($0)'" }.joined(separator: " "), in: folder.url)
  }

  @Test(.enabled(if: Tool.isInstalled("python3"), "python3 is not installed"))
  func `a key makes the last swipe anew, another one ends it`() throws {
    var stream = TouchStream()
    // The order of the plan's seed is found out first.
    let program = try start()
    var swipes: [String] = []
    for index in 0..<3 {
      swipes.append(try swipe(program.next("asked"), in: &stream))
      try program.write(swipes[index])
      _ = try program.next("accepted")
    }
    _ = try program.end()
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    where file != "plan.json" {
      try FileManager.default.removeItem(atPath: folder.path(file))
    }
    try folder.write(swipes[0], to: "first")
    try folder.write(swipes[1], to: "second")
    let run = try press(
      "see:1 of 3", "feed:first", "see:2 of 3", "press:r", "see:once more", "see:1 of 3",
      "feed:second", "see:[123] of 3", "press:q",
      words: ["record", "-", "--session", "plan.json", "-o", "p.evemu"])
    #expect(run.status == 0, "\(run.errors)")
    let known = try expectations()
    #expect(known["p-001.evemu"]?["redone"] as? Bool == true)
    #expect(known["p-001.evemu"]?["intent"] == nil)
    #expect(known["p-001.evemu"]?["participant"] as? String == "p1")
    #expect(known["p-002.evemu"] != nil)
  }

  @Test(.enabled(if: Tool.isInstalled("python3"), "python3 is not installed"))
  func `space saves the latest time`() throws {
    try folder.write(try TouchStream.three().text, to: "stream")
    let run = try press(
      "see:are kept", "feed:stream", "see:3 gestures", "press: ", "see:ring-001.evemu: ",
      "press: ", "see:ring-002.evemu: ", "press:q",
      words: ["record", "-", "--ring", "60s", "-o", "ring.evemu"])
    #expect(run.status == 0, "\(run.errors)")
    let replay = try RunningProgram.run(["replay", "-q", "ring-002.evemu"], in: folder.url)
    #expect(replay.lines.count == 4)
  }
}
