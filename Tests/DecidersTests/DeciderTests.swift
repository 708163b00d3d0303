import Glibc
import Testing

@testable import Deciders

@Suite struct DeciderTests {
  /// A program that a shell runs, asked with little patience where it is to be silent.
  private func decider(_ command: String, silence: Duration = .seconds(60)) -> Decider {
    var limits = Decider.Limits()
    limits.silence = silence
    limits.farewell = .seconds(60)
    return Decider(command: command.utf8CString.map { $0 }, limits: limits)
  }

  private func ask(_ decider: Decider, _ question: String) throws(DeciderError) -> String {
    String(decoding: try decider.ask(Array(question.utf8)), as: UTF8.self)
  }

  /// A shell that answers each line with something.
  private static func answering(_ answer: String) -> String {
    "while read -r line; do \(answer); done"
  }

  @Test func `one process answers all questions`() throws {
    let decider = decider(
      "count=0; while read -r line; do count=$((count + 1)); echo \"$count $line\"; done")
    #expect(try ask(decider, "a") == "1 a")
    #expect(try ask(decider, "b") == "2 b")
  }

  @Test func `nothing runs before it is asked`() throws {
    // Ending it would take a second if it ran.
    _ = decider("sleep 3600")
  }

  @Test func `a question larger than a pipe is answered`() throws {
    let question = String(repeating: "x", count: 3 << 20)
    let decider = decider(
      #"while read -r line; do printf '%s\n' "${#line}"; done"#)
    #expect(try ask(decider, question) == String(question.utf8.count))
  }

  @Test func `an answer in pieces is one answer`() throws {
    let decider = decider(Self.answering("printf 'a'; sleep 0; printf 'b\\n'"))
    #expect(try ask(decider, "?") == "ab")
    #expect(try ask(decider, "?") == "ab")
  }

  @Test(arguments: [
    ("exit 3", DeciderError.ended(3)), ("read -r line; exit 4", .ended(4)),
    ("read -r line; printf half; exit 0", .ended(0)), ("kill -9 $$", .killed(9)),
    ("there-is-no-such-command 2>/dev/null", .ended(127)),
    ("exec 1>&-; read -r line; read -r line", .closed),
    ("read -r line; printf 'a\\nb\\n'; read -r line", .unasked("b")),
    ("read -r line; head -c 70000 /dev/zero | tr '\\0' a; read -r line", .tooLong(1 << 16)),
  ])
  func `what gives no answer is an error`(command: String, error: DeciderError) throws {
    let decider = decider(command)
    #expect(throws: error) { try ask(decider, "?") }
    // And it stays one.
    #expect(throws: DeciderError.over) { try ask(decider, "?") }
  }

  @Test func `the longest answer is one`() throws {
    let decider = decider(
      Self.answering("head -c 65536 /dev/zero | tr '\\0' a; echo"))
    #expect(try ask(decider, "?") == String(repeating: "a", count: 1 << 16))
  }

  @Test func `silence is an error`() throws {
    let limit = Duration.milliseconds(50)
    let decider = decider("read -r line; read -r line", silence: limit)
    #expect(throws: DeciderError.silent(limit)) { try ask(decider, "?") }
    #expect(throws: DeciderError.over) { try ask(decider, "?") }
  }

  @Test func `one that does not read its question is silent`() throws {
    let limit = Duration.milliseconds(50)
    let decider = decider("exec 3<&0; read -r line < /dev/tty; sleep 3600", silence: limit)
    let question = String(repeating: "x", count: 1 << 20)
    #expect(throws: DeciderError.silent(limit)) { try ask(decider, question) }
  }

  @Test func `one that ended between two questions is told of`() throws {
    let decider = decider("read -r line; echo yes")
    #expect(try ask(decider, "?") == "yes")
    #expect(throws: DeciderError.ended(0)) { try ask(decider, "?") }
  }

  @Test func `it sees the end of its questions, and may say its last words`() throws {
    let note = "/tmp/pantograph-decider-\(UInt64.random(in: 0...(.max)))"
    do {
      let decider = decider(
        "while read -r line; do echo yes; done; head -c 200000 /dev/zero; echo over > \(note)")
      #expect(try ask(decider, "?") == "yes")
    }
    let reader = decider("read -r line; cat \(note); rm \(note)")
    #expect(try ask(reader, "?") == "over")
  }

  @Test func `a line that nobody asked for is an error by the next question`() throws {
    let decider = decider("read -r line; printf 'a\\n'; while :; do echo b; done")
    #expect(throws: DeciderError.unasked("b")) {
      _ = try ask(decider, "?")
      // By now there is another line, or there is at the next.
      while true { _ = try ask(decider, "?") }
    }
  }

  @Test func `a line that comes late is an error that names it, sooner or later`()
    throws
  {
    let note = "/tmp/pantograph-decider-\(UInt64.random(in: 0...(.max)))"
    defer { unlink(note) }
    // It writes again once it is told to, by nothing that it is asked.
    let late =
      "read -r line; echo yes; until [ -e \(note) ]; do sleep 0.01; done; echo 'no more'; "
    func asked() throws -> Decider {
      let decider = decider(late + "touch \(note).done; read -r line")
      #expect(try ask(decider, "?") == "yes")
      try decider.checkSilence()
      close(open(note, O_CREAT | O_WRONLY, 0o600))
      while access("\(note).done", F_OK) != 0 { usleep(1000) }
      unlink("\(note).done")
      return decider
    }
    let next = try asked()
    #expect(throws: DeciderError.unasked("no more")) { try ask(next, "?") }
    unlink(note)
    let last = try asked()
    #expect(throws: DeciderError.unasked("no more")) { try last.checkSilence() }
    #expect(throws: DeciderError.over) { try ask(last, "?") }
    try last.checkSilence()
  }

  @Test func `one that has ended, or was asked nothing, has kept silent`() throws {
    try decider("echo too early").checkSilence()
    let decider = decider("read -r line; echo yes")
    #expect(try ask(decider, "?") == "yes")
    try decider.checkSilence()
  }

  @Test func `one that does not end by itself is ended, with what it started`() throws {
    var limits = Decider.Limits()
    limits.silence = .seconds(60)
    limits.farewell = .milliseconds(10)
    limits.termination = .milliseconds(10)
    let command = "trap '' TERM; read -r line; sleep 3600 & echo $!; while :; do wait; done"
    var process = ""
    do {
      let decider = Decider(command: command.utf8CString.map { $0 }, limits: limits)
      process = try ask(decider, "?")
    }
    #expect(Int(process) != nil)
    // Its child is gone, or waits for somebody to take note of its end.
    let probe = decider(
      "read -r line; while kill -0 \(process) 2>/dev/null && ! grep -q '^State:.Z' /proc/\(process)/status"
        + "; do sleep 0.01; done; echo gone")
    #expect(try ask(probe, "?") == "gone")
  }

  @Test func `its environment and directory are those of the program`() throws {
    let decider = decider(Self.answering(#"echo "$PWD""#))
    #expect(try !ask(decider, "?").isEmpty)
  }
}
