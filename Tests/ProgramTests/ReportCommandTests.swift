import Foundation
import Testing

@Suite struct ReportCommandTests {
  private let folder: TemporaryFolder

  /// A folder with two recordings: one that finishes, one that does not.
  init() throws {
    folder = try TemporaryFolder()
    for (name, distance) in [("long.evemu", "20.5mm"), ("short.evemu", "10mm")] {
      let made = try RunningProgram.run(
        ["synthesize", "-o", folder.path(name), "--distance", distance])
      #expect(made.status == 0)
    }
  }

  private func report(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram.run(["report"] + arguments, in: folder.url)
  }

  /// What the script of a page looks up.
  private func data(_ page: String) throws -> [String: Any] {
    let start = try #require(page.firstRange(of: #"id="data">"#)).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    return try #require(
      JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any])
  }

  private func recordings(_ page: String) throws -> [[String: Any]] {
    try #require(data(page)["recordings"] as? [[String: Any]])
  }

  @Test func `a page goes to standard output or to a file`() throws {
    let shown = try report("long.evemu")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(shown.output.hasPrefix("<!doctype html>\n") && shown.output.hasSuffix("</html>\n"))
    let written = try report("long.evemu", "-o", "page.html")
    #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty)
    #expect(try folder.read("page.html") == shown.output)
    #expect(try report("-o", "-", "long.evemu").output == shown.output)
  }

  @Test func `a file that exists is kept unless it may go`() throws {
    try folder.write("mine", to: "page.html")
    let refused = try report("long.evemu", "-o", "page.html")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("page.html: it exists already (--force overwrites it)"))
    #expect(try folder.read("page.html") == "mine")
    #expect(try report("long.evemu", "-o", "page.html", "--force").status == 0)
    #expect(try folder.read("page.html").hasPrefix("<!doctype html>"))
  }

  @Test func `what is read is never written over`() throws {
    let old = try folder.read("long.evemu")
    let run = try report("long.evemu", "-o", "./long.evemu", "--force")
    #expect(run.status == 73 && run.output.isEmpty)
    #expect(run.errors == "pantograph: ./long.evemu: it is read, and would be lost\n")
    #expect(try folder.read("long.evemu") == old)
  }

  @Test func `without a recording there is no page`() throws {
    #expect(try report().status == 64)
    let missing = try report("none.evemu", "-o", "page.html")
    #expect(missing.status == 66 && missing.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("page.html")))
    let misused = try report("long.evemu", "--threshold", "x")
    #expect(misused.status == 64 && misused.output.isEmpty)
  }

  @Test func `one that cannot be read does not stop the others`() throws {
    let page = try report("none.evemu", "long.evemu")
    #expect(page.status == 66)
    #expect(try recordings(page.output).map { $0["name"] as? String } == ["long.evemu"])
  }

  @Test func `what cannot be read to its end is shown up to there, and says so`() throws {
    let whole = try folder.read("long.evemu")
    try folder.write(
      whole + whole.replacingOccurrences(of: "E: 0", with: "E: x"), to: "broken.evemu")
    let page = try report("broken.evemu")
    #expect(page.status == 65)
    #expect(page.output.contains("It could not be read to its end: line "))
    #expect(try recordings(page.output).first?["gestures"] as? Int == 1)
  }

  @Test func `touches that were no gesture say why`() throws {
    let page = try report("@phone-1f-tap-01")
    #expect(page.status == 0)
    #expect(page.output.contains("There is no gesture."))
    #expect(page.output.contains("1 finger: it did not move far enough"))
  }

  @Test func `what was meant stands beside the recordings`() throws {
    try folder.write(
      """
      {"recordings":{"long.evemu":{"intent":"cancel"},"short.evemu":{"intent":"cancel"}},
       "schema":"pantograph.expectations/1"}
      """, to: "expectations.json")
    let page = try report(".")
    #expect(page.status == 0 && page.errors.isEmpty)
    #expect(try recordings(page.output).map { $0["intent"] as? String } == ["cancel", "cancel"])
    #expect(
      try recordings(page.output).map { $0["key"] as? String } == ["long.evemu", "short.evemu"])
    #expect(page.output.contains(#"id="curve""#))
    #expect(
      try recordings(try report("short.evemu").output).first?["intent"] as? String == "cancel")
    // A file that is wrong is told of, and the page is made without it.
    try folder.write("{}", to: "expectations.json")
    let without = try report(".")
    #expect(without.status == 65)
    #expect(without.errors.contains("expectations.json: 'schema' is missing"))
    #expect(without.errors.split(separator: "\n").count == 1)
    #expect(!without.output.contains(#"id="curve""#))
  }

  @Test func `samples know what was meant, and a pipe has a name`() throws {
    let sample = try recordings(try report("@pad-3f-flick-right-01").output)[0]
    #expect(sample["key"] as? String == "pad-3f-flick-right-01.evemu")
    #expect(sample["intent"] as? String == "finish")
    let piped = try RunningProgram.run(["report", "-"], input: folder.read("long.evemu"))
    #expect(try recordings(piped.output)[0]["key"] as? String == "recording")
  }

  @Test func `the options of the command line are those of a test that is copied`() throws {
    let page = try data(
      try report("long.evemu", "--direction", "right", "--threshold", "25mm", "--policy", "flick")
        .output)
    #expect(page["options"] as? [String] == ["--direction", "right"])
    #expect(page["threshold_option"] as? String == "25mm")
    #expect(page["policy"] as? Int == 1)
  }

  /// The outcome that the script of a page would find at a policy's own threshold.
  private func outcome(_ verdict: Any, flick: Double) throws -> String {
    guard let verdict = verdict as? [String: Any] else { return "none" }
    func last(_ entries: [[Any]], at value: Double) throws -> [Any] {
      try #require(entries.last { ($0[0] as? Double ?? .infinity) <= value })
    }
    let bands = try #require(verdict["table"] as? [[Any]])
    let steps = try #require(try last(bands, at: flick)[1] as? [[Any]])
    let bar = try #require(verdict["threshold"] as? Double)
    return try #require(try last(steps, at: bar)[1] as? String)
  }

  @Test(arguments: [
    ["@pad-3f-flick-right-01"], ["@phone-1f-back-right-01"], ["@pad-3f-click-right-01"],
    ["@phone-1f-edge-right-01", "--threshold", "0.45"],
    ["@bigpad-2f-back-right-01", "--policy", "niri"],
  ])
  func `the verdicts of a page are those that compare prints`(words: [String]) throws {
    let page = try data(try RunningProgram.run(["report"] + words).output)
    let options = words.contains("--policy") ? Array(words.prefix(1)) : words
    let compared = try RunningProgram.run(["compare", "--json"] + options)
    let results = try #require(
      (JSONSerialization.jsonObject(with: Data(compared.output.utf8)) as? [String: Any])?["results"]
        as? [[String: Any]])
    let flick = try #require(page["flick"] as? Double)
    let gestures = try #require(page["gestures"] as? [[String: Any]])
    let verdicts = try #require(gestures[0]["verdicts"] as? [Any])
    let names = try #require(page["policies"] as? [[String: Any]]).map { $0["name"] as? String }
    #expect(names == results.map { $0["policy"] as? String } && names.count > 16)
    for (result, verdict) in zip(results, verdicts) {
      #expect(try outcome(verdict, flick: flick) == result["outcome"] as? String, "\(result)")
    }
  }

  @Test func `a policy of a file stands beside those of the program`() throws {
    try folder.write(#"{"base":"niri","finish_threshold":0.9}"#, to: "niri.json")
    let page = try data(try report("long.evemu", "--policy", "niri.json").output)
    let policies = try #require(page["policies"] as? [[String: Any]])
    let index = try #require(page["policy"] as? Int)
    // Where the file is does not matter to whoever copies a test.
    #expect(policies[index]["argument"] is NSNull)
    // The name of each is its own, since the address of the page has it.
    let names = policies.compactMap { $0["name"] as? String }
    #expect(Set(names).count == policies.count && names.contains("niri"))
    let parameters = policies[index]["parameters"] as? [String: Any]
    #expect(parameters?["finish_threshold"] as? Double == 0.9)
  }

  @Test func `variants of a table are recordings of their own`() throws {
    let table = """
      {"schema":"sample-table/1","travel":100,"samples":[[0,0],[0.01,20],[0.02,40]],
       "end":{"t":0.03,"kind":"lift"},"variants":{"cut":{"end":{"t":0.03,"kind":"cancel"}},"late":{"end":{"t":0.05,"kind":"lift"}}}}
      """
    try folder.write(table, to: "a.json")
    let found = try recordings(try report("a.json").output)
    #expect(found.map { $0["key"] as? String } == ["a.json#cut", "a.json#late"])
  }

  @Test func `names of files and devices stay text`() throws {
    let name = "<img src=x onerror=alert(1)>\u{1b}[31m\".evemu"
    let recording = try folder.read("long.evemu").replacing(
      /N: .*/, with: "N: </script><script>alert(1)</script>")
    try folder.write(recording, to: name)
    let page = try report(name).output
    for mark in ["<img", "<script>alert", "\u{1b}"] { #expect(!page.contains(mark), "\(mark)") }
    #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  @Test func `thousands of gestures make a page of bounded size`() throws {
    let one = try folder.read("long.evemu").split(separator: "\n").map(String.init)
    let head = one.filter { !$0.hasPrefix("E:") }
    let events = one.filter { $0.hasPrefix("E:") }.map { $0.split(separator: " ").map(String.init) }
    var lines = head
    for round in 0..<2000 {
      for event in events {
        // Each two seconds later than the one before.
        let parts = event[1].split(separator: ".")
        let seconds = (Int(parts[0]) ?? 0) + 2 * round
        lines.append("E: \(seconds).\(parts[1]) " + event[2...].joined(separator: " "))
      }
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "long.evemu")
    let page = try report("long.evemu")
    #expect(page.status == 0)
    #expect(page.output.components(separatedBy: "<tr data-gesture").count == 2001)
    #expect(page.output.components(separatedBy: "<article").count == 101)
    #expect(page.output.utf8.count < 10_000_000)
  }
}
