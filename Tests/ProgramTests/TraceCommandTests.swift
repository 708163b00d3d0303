import Foundation
import Testing

@Suite struct TraceCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      # pantograph.trace/1
      0.000000 call list viewWillDisappear
      0.100000 value detail opacity=0.25
      0.200000 value detail opacity=0.5
      0.300000 state transition done

      """, to: "a")
  }

  private func run(_ words: String..., other: String) throws -> RunningProgram {
    try folder.write(other, to: "b")
    return try RunningProgram.run(["trace", "diff"] + words + ["a", "b"], in: folder.url)
  }

  private var log: String { get throws { try folder.read("a") } }

  @Test func `traces that agree are told to`() throws {
    let run = try run(other: log.replacing("0.5", with: "+5e-1"))
    #expect(run.status == 0)
    #expect(run.output == "no difference in 4 lines\n")
    #expect(try self.run("-q", other: log).output.isEmpty)
  }

  @Test func `the first difference has what stands around it`() throws {
    let run = try run("--context", "1", other: log.replacing("=0.5", with: "=0.6"))
    #expect(run.status == 1)
    #expect(
      run.lines == [
        "a:4 and b:4 differ: opacity=0.5 is not opacity=0.6",
        "  0.100000 value detail opacity=0.25", "- 0.200000 value detail opacity=0.5",
        "+ 0.200000 value detail opacity=0.6", "  0.300000 state transition done",
      ])
    #expect(run.errors.isEmpty)
  }

  @Test func `lines that one of them has not are told as such`() throws {
    let gone = try run(
      other: log.replacing("0.100000 value detail opacity=0.25\n", with: ""))
    #expect(gone.status == 1)
    #expect(gone.lines.first == "a:3: 1 line not in b")
    let more = try run(other: log + "0.4 call a \u{1b}[2J\n")
    #expect(more.lines.first == "b:6: 1 line not in a")
    #expect(more.lines.contains(#"+ 0.4 call a \x1b[2J"#))
  }

  @Test func `a tolerance, times and kinds are options`() throws {
    let near = try log.replacing("0.25", with: "0.2505").replacing("0.1000", with: "0.1004")
    #expect(try run(other: near).status == 1)
    #expect(try run("--tolerance", "0.0005", other: near).status == 0)
    #expect(try run("--tolerance=0.0005", "--time-tolerance=0", other: near).status == 1)
    #expect(try run("--ignore-times", "--tolerance=0.0005", other: near).status == 0)
    #expect(try run("--only", "call,state", other: near).status == 0)
  }

  @Test func `a file may be standard input`() throws {
    let run = try RunningProgram.run(
      ["trace", "diff", "a", "-"], input: try log, in: folder.url)
    #expect(run.status == 0)
  }

  @Test func `a mark of the byte order is no part of a log`() throws {
    let run = try run(other: "\u{feff}" + log)
    #expect(run.output == "no difference in 4 lines\n")
    let marked = try RunningProgram.run(
      ["trace", "diff", "a", "-"], input: "\u{feff}" + log, in: folder.url)
    #expect(marked.status == 0)
  }

  @Test func `a log that is too large is refused, and not compared in part`() throws {
    let long = String(
      repeating: "0.1 value a b=\(String(repeating: "1", count: 1000))\n", count: 67_000)
    let run = try RunningProgram.run(["trace", "diff", "a", "-"], input: long, in: folder.url)
    #expect(run.status == 65)
    #expect(run.errors == "pantograph: standard input may have at most 64 MB\n")
  }

  @Test(arguments: [("", ""), ("\u{0}\u{1}\u{2}", "\u{0}\u{1}\u{2}"), ("", "\u{0}"), ("#", "\n")])
  func `what is no log is compared as well`(one: String, other: String) throws {
    try folder.write(one, to: "a")
    let run = try run(other: other)
    #expect(run.status == (one == other || other == "\n" ? 0 : 1))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    ([], 64, "trace needs 'diff' and two files"),
    (["dif", "a", "a"], 64, "unknown word 'dif', did you mean 'diff'?"),
    (["diff", "a"], 64, "trace diff takes two files"),
    (["diff", "-", "-"], 64, "only one of two files is standard input"),
    (["diff", "--only", "calls", "a", "a"], 64, "--only takes kinds out of call, state and value"),
    (["diff", "--tolerance", "-1", "a", "a"], 64, "--tolerance takes a number such as 0.001"),
    (
      ["diff", "--ignore-times", "--time-tolerance", "1", "a", "a"], 64,
      "times that do not count have no --time-tolerance"
    ),
    (["diff", "a", "none"], 66, "none: "),
  ])
  func `what is wrong is told`(words: [String], status: Int32, message: String) throws {
    let run = try RunningProgram.run(["trace"] + words, in: folder.url)
    #expect(run.status == status)
    #expect(run.errors.hasPrefix("pantograph: " + message), "\(run.errors)")
  }
}
