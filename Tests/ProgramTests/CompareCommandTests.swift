import Foundation
import Testing

@Suite struct CompareCommandTests {
  private func compare(_ words: String..., input: String = "") throws -> RunningProgram {
    let run = try RunningProgram.run(["compare"] + words, input: input)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    return run
  }

  /// A drag of a touchpad at 1.2 px/ms, and a rest before the lift.
  private func drag(restingFor milliseconds: Int) -> String {
    let rows = (0...14).map { "[\(Double($0) / 100),\($0 * 8)]" }
    let end = 0.14 + Double(milliseconds) / 1000
    return #"{"schema":"sample-table/1","device":"touchpad","unit":"px","travel":400,"samples":["#
      + rows.joined(separator: ",") + #"],"end":{"t":\#(end),"kind":"lift"}}"#
  }

  // MARK: One recording

  @Test func `a gesture is a block, with who differs and what splits them`() throws {
    let run = try compare(
      "--policy", "gnome-shell", "--policy", "niri", "--policy", "flick", "-",
      input: drag(restingFor: 180))
    #expect(run.lines[2] == "gesture 1, 0.000 s to 0.320 s: 1 finish, 2 cancel")
    #expect(
      run.lines.contains {
        $0.wholeMatch(of: /\  \* gnome-shell +\+0\.67 \/s  velocity +26% +2\.17 \/s +38 mm/) != nil
      }, "\(run.output)")
    #expect(run.lines.contains("  what splits them"))
    #expect(run.output.contains("velocity kept after a 180 ms rest: gnome-shell"))
    #expect(run.lines.last == "what a policy assumes and leaves out: pantograph compare --show ID")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `those that differ from most are marked`() throws {
    let run = try compare("@pad-3f-flick-right-01")
    let marked = run.lines.compactMap { $0.firstMatch(of: /^  \* ([a-z-]+)/)?.1 }
    let plain = run.lines.compactMap { $0.firstMatch(of: /^    ([a-z-]+) +[+-][0-9]/)?.1 }
    #expect(marked.contains("threshold"))
    #expect(plain.contains("flick"))
    #expect(marked.count + plain.count == 22)
    #expect(marked.count < plain.count)
  }

  @Test func `a recording without a gesture tells why`() throws {
    let run = try compare("--policy", "threshold", "--policy", "niri", "@pad-3f-pinch-01")
    #expect(run.output.contains("no gesture, 0"))
    #expect(run.output.contains("the fingers moved against each other"))
  }

  @Test func `a policy that cannot be followed tells why`() throws {
    let run = try compare(
      "--policy", "threshold", "--policy", "niri", "-",
      input: drag(restingFor: 5).replacing(#""travel":400,"#, with: ""))
    #expect(
      run.output.contains(
        """
          cannot be followed
            threshold               the table does not say which way makes progress 1
        """), "\(run.output)")
  }

  // MARK: Several recordings

  @Test func `several recordings are a matrix that fits a terminal`() throws {
    let run = try compare("recordings")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    let rows = run.lines.filter { $0.hasPrefix("recordings/") || $0.hasPrefix("…") }
    #expect(rows.count == 4 * 40)
    #expect(run.lines.contains { $0.contains(" 40 gestures") })
    #expect(run.lines.contains("how often each pair differs"))
    #expect(run.lines.contains("what splits them"))
  }

  @Test func `the figures of the matrix are those of the JSON`() throws {
    let words = ["--policy", "threshold", "--policy", "firefox", "--policy", "niri", "recordings"]
    let matrix = try RunningProgram.run(["compare"] + words)
    let json = try RunningProgram.run(["compare", "--json"] + words)
    let rows = matrix.lines.filter { $0.hasPrefix("recordings/") || $0.hasPrefix("…") }
    try #require(rows.count == json.lines.count)
    for (row, line) in zip(rows, json.lines) {
      let letters = line.matches(of: /"outcome":"(finish|cancel|none)"/).map { match in
        ["finish": "F", "cancel": "c", "none": "·"][String(match.1)] ?? ""
      }
      #expect(row.dropFirst(30).filter { "Fc·".contains($0) } == letters.joined(), "\(row)")
    }
  }

  @Test func `pairs are counted as often as the JSON has them differ`() throws {
    let words = ["--policy", "threshold", "--policy", "firefox", "recordings"]
    let run = try RunningProgram.run(["compare"] + words)
    let differing = try RunningProgram.run(["compare", "--json"] + words).lines.count { line in
      Set(line.matches(of: /"outcome":"([a-z]+)"/).map(\.1)).count > 1
    }
    #expect(differing > 0)
    #expect(run.lines.contains("     \(differing) of 40  threshold, firefox"), "\(run.output)")
  }

  @Test func `a long form of several is a block a gesture and the counts`() throws {
    let run = try compare(
      "--long", "--policy", "kwin", "--policy", "niri", "@pad-3f-flick-right-01",
      "@pad-3f-rest-right-01")
    #expect(run.lines.count { $0.hasPrefix("gesture 1, ") } == 2)
    #expect(run.lines.contains { $0.contains("of 2 gestures") })
  }

  // MARK: Tables

  @Test func `a row of values is a recording, gesture and policy`() throws {
    let run = try compare("--csv", "--policy", "kwin", "--policy", "niri", "@pad-3f-flick-right-01")
    #expect(run.lines.count == 3)
    let columns = run.lines[0].split(separator: ",").map(String.init)
    #expect(columns.prefix(3) == ["recording", "gesture", "policy"])
    for line in run.lines {
      #expect(line.count { $0 == "," } == columns.count - 1)
    }
    #expect(run.lines[1].hasPrefix("\"'@pad-3f-flick-right-01\",1,kwin,true,finish,"))
  }

  @Test func `Markdown has the matrix, the pairs and the sentences`() throws {
    let one = try compare(
      "--markdown", "--policy", "kwin", "--policy", "threshold", "@pad-3f-flick-right-01")
    #expect(one.lines[0] == "| recording | `kwin` | `threshold` |")
    #expect(one.lines[1] == "|---|--:|--:|")
    #expect(one.lines[2].hasPrefix("| `@pad-3f-flick-right-01` | F +22% | c -4.7% |"))
    #expect(one.lines.contains { $0.hasPrefix("- ") && $0.contains("`kwin`") })
    #expect(!one.output.contains("each pair"))
    let all = try compare("--markdown", "recordings")
    #expect(all.lines.count { $0.hasPrefix("| `recordings/") } == 40)
    #expect(all.output.contains("How often each pair differs, over 40 gestures:"))
    for line in all.lines where line.hasPrefix("|") && line.contains("recordings/") {
      #expect(line.count { $0 == "|" } == 24)
    }
  }

  @Test func `what a file is called stays text`() throws {
    let folder = try TemporaryFolder()
    let name = "=a|b`c`\u{1b}[31m<script>,\"d\".json"
    try folder.write(drag(restingFor: 5), to: name)
    for form in ["--json", "--csv", "--markdown", "--long", "-q"] {
      let run = try RunningProgram.run(
        ["compare", form, "--policy", "niri", name, name], in: folder.url)
      #expect(run.status == 0)
      #expect(!run.output.contains("\u{1b}"), "\(form)")
    }
    let csv = try RunningProgram.run(
      ["compare", "--csv", "--policy", "niri", name], in: folder.url)
    #expect(csv.lines[1].hasPrefix(#""'=a|b`c`\x1b[31m<script>,""d"".json",1,niri,"#))
    let markdown = try RunningProgram.run(
      ["compare", "--markdown", "--policy", "niri", name], in: folder.url)
    #expect(markdown.lines[2].hasPrefix(#"| `=a\x7cb\x60c\x60\x1b[31m<script>,"d".json` | "#))
  }

  // MARK: Pages and changes

  @Test func `a page needs nothing but itself, and what a file is called stays text`() throws {
    let folder = try TemporaryFolder()
    let name = "<script>alert(\"1\")&.json"
    try folder.write(drag(restingFor: 180), to: name)
    let run = try RunningProgram.run(
      [
        "compare", "--html", "--policy", "niri", "--policy", "flick", "--policy", "gnome-shell",
        name,
      ],
      in: folder.url)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("<!doctype html>\n"))
    #expect(run.output.hasSuffix("</html>\n"))
    #expect(!run.output.contains("<script"))
    #expect(run.output.contains("&lt;script&gt;alert(&quot;1&quot;)&amp;.json"))
    #expect(!run.output.contains("http:") && !run.output.contains("https:"))
    #expect(run.output.contains("velocity kept after a 180 ms rest: gnome-shell (finish)"))
    #expect(run.output.contains("<td class=\"finish differs\""))
    // What stands around it is what stands around a report, which runs a script besides.
    let report = try RunningProgram.run(["report", name], in: folder.url)
    func frame(_ page: String) -> [String] {
      page.split(separator: "\n").filter { line in
        ["<html", "<meta", "</head>", "<body>", ".finish"].contains { line.hasPrefix($0) }
      }.map { String($0).replacing(#/ script-src &#39;[^;]*;;/#, with: "") }
    }
    #expect(frame(run.output).count >= 7 && frame(run.output) == frame(report.output))
    for page in [run.output, report.output] { #expect(page.contains("<footer><p>Made by pant")) }
  }

  @Test func `what changed since an earlier comparison is told`() throws {
    let folder = try TemporaryFolder()
    try folder.write(drag(restingFor: 5), to: "a.json")
    try folder.write(drag(restingFor: 5), to: "b.json")
    let words = ["compare", "--policy", "gnome-shell", "--policy", "kwin"]
    let old = try RunningProgram.run(words + ["--json", "a.json", "b.json"], in: folder.url)
    try folder.write(old.output, to: "old.json")
    func against(_ more: String...) throws -> RunningProgram {
      let run = try RunningProgram.run(words + ["--against", "old.json"] + more, in: folder.url)
      #expect(run.status == 0, "\(run.errors)")
      return run
    }
    #expect(
      try against("a.json", "b.json").output == "0 of 4 verdicts changed, 0 are new, 0 are gone\n")
    // Exactly 150 ms of rest make GNOME Shell forget the velocity.
    try folder.write(drag(restingFor: 150), to: "a.json")
    let run = try against("a.json", "b.json")
    #expect(run.lines.count == 2)
    #expect(run.lines[0].hasPrefix("a.json: gnome-shell: finish +"))
    #expect(run.lines[0].contains(" → cancel -"))
    #expect(run.lines.last == "1 of 4 verdicts changed, 0 are new, 0 are gone")
    let json = try against("--json", "a.json", "b.json")
    #expect(json.lines[0].hasPrefix(#"{"changes":[{"from":{"margin":"#))
    #expect(json.lines[1].hasPrefix(#"{"changes":[],"recording":"b.json""#))
    let markdown = try against("--markdown", "a.json")
    #expect(markdown.lines[2].hasPrefix("| `a.json` | `gnome-shell` | finish +"))
    let rows = try against("--csv", "a.json").lines
    #expect(
      rows[0]
        == "recording,gesture,policy,was,was_margin,was_margin_unit,is,is_margin,is_margin_unit")
    #expect(rows[1].hasPrefix("a.json,1,gnome-shell,finish,") && rows[1].contains(",cancel,-"))
    #expect(rows.count == 2)
    let page = try against("--html", "a.json").output
    #expect(page.hasPrefix("<!doctype html>\n") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<td>1</td><td>gnome-shell</td><td>finish +"))
    #expect(page.contains("<p>1 of 2 verdicts changed, 0 are new, 0 are gone</p>"))
    let none = try against("--csv", "b.json")
    #expect(none.lines == [rows[0]])
    #expect(none.errors == "pantograph: 1 recording of old.json is not among these: 'a.json'\n")
    // What is not there any more is said, once.
    let rest = try against("b.json")
    #expect(rest.lines.first == "1 recording of old.json is not among these: 'a.json'")
    #expect(try against("--json", "b.json").errors == "pantograph: \(rest.lines[0])\n")
    #expect(
      try against("--policy", "niri", "b.json").lines.last
        == "0 of 3 verdicts changed, 1 are new, 0 are gone")
  }

  @Test func `an earlier comparison may come on standard input, alone there`() throws {
    let words = ["compare", "--policy", "kwin", "@pad-3f-flick-right-01"]
    let old = try RunningProgram.run(words + ["--json"]).output
    let run = try RunningProgram.run(words + ["--against", "-"], input: old)
    #expect(run.output == "0 of 1 verdict changed, 0 are new, 0 are gone\n")
    let both = try RunningProgram.run(words + ["--against", "-", "-"], input: old)
    #expect(both.status == 64 && both.output.isEmpty)
    #expect(both.errors.contains("cannot both be standard input"))
  }

  @Test(arguments: ["", "{}", "{\"schema\":\"pantograph.replay/1\"}", "[1", "\u{1}"])
  func `an earlier comparison that is none is refused with its line`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "old.json")
    let run = try RunningProgram.run(
      ["compare", "--against", "old.json", "@pad-3f-flick-right-01"], in: folder.url)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("pantograph: old.json:" + (text.isEmpty ? " it holds no" : "1: ")))
  }

  // MARK: Misuse

  @Test func `two forms at once are refused`() throws {
    let run = try RunningProgram.run(["compare", "--json", "--csv", "@pad-3f-flick-right-01"])
    #expect(run.status == 64)
    #expect(run.errors.contains("--json and --csv do not go together"))
  }

  @Test func `a recording that cannot be read does not stop the others`() throws {
    let run = try RunningProgram.run(
      ["compare", "--policy", "kwin", "nowhere.evemu", "@pad-3f-flick-right-01"])
    #expect(run.status == 66)
    #expect(run.lines.contains { $0.hasPrefix("@pad-3f-flick-right-01 ") })
    #expect(!run.output.contains("nowhere"))
  }
}
