import Foundation
import Simulation
import Testing
import Transitions

/// What the program's own page gives away as a test, checked by the program.
@Suite(
  .serialized,
  .enabled(if: Browser.isThere, "there is no browser (packages chromium, chromium-driver)"))
struct ReportCopyTests {
  /// A page of the program, the recordings beside it.
  private final class Place {
    let folder: URL
    let recordings: [String]

    init(_ recordings: [String]) throws {
      self.recordings = recordings
      folder = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in recordings {
        try FileManager.default.copyItem(
          at: Page.recordings.appending(path: name), to: folder.appending(path: name))
      }
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    /// Runs the program.
    func run(_ words: [String]) throws -> (status: Int32, output: String) {
      let tests = try #require(Bundle.main.executableURL)
      let process = Process()
      process.executableURL = tests.deletingLastPathComponent().appending(path: "pantograph")
      process.arguments = words
      process.currentDirectoryURL = folder
      let output = folder.appending(path: "output.txt")
      try Data().write(to: output)
      process.standardOutput = try FileHandle(forWritingTo: output)
      try process.run()
      process.waitUntilExit()
      return (
        process.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self)
      )
    }

    /// Does something with the page of the recordings in a browser, which is gone behind it: while
    /// there is one, nobody hears of the end of another program.
    func withPage<Value>(
      _ words: [String] = [], _ body: (Browser) throws -> Value
    ) throws -> Value {
      #expect(try run(["report", "-o", "page.html", "--force"] + words + recordings).status == 0)
      let browser = try Browser()
      defer { browser.close() }
      try browser.open(folder.appending(path: "page.html").absoluteString)
      return try body(browser)
    }
  }

  /// What the page copies where something was moved, and what it shows of it.
  private struct Copy {
    let label: String
    let text: String
    /// The verdict of each gesture of the recording, as the page shows it.
    let shown: [String]
  }

  /// Moves policy, threshold and velocity by hand, and takes what the page copies of each recording.
  private static let script = """
    const [positions] = arguments;
    const put = (id, text, kind) => {
      const field = document.getElementById(id);
      field.value = text;
      field.dispatchEvent(new Event(kind, { bubbles: true }));
    };
    const firsts = data.recordings.map((_, recording) =>
      data.gestures.findIndex((gesture) => gesture.recording === recording));
    return data.policies.flatMap(({ name }) => positions.flatMap(([threshold, flick]) => {
      document.getElementById("reset").click();
      put("policy", name, "change");
      if (threshold !== "") put("threshold", threshold, "input");
      if (flick !== "") put("velocity-slider", flick, "input");
      return firsts.filter((index) => index >= 0).map((first) => {
        choose({ gesture: first }, 0);
        const shown = data.gestures.map((_, index) => index)
          .filter((index) => data.gestures[index].recording === data.gestures[first].recording)
          .map((index) => {
            choose({ gesture: index }, 0);
            return document.querySelector("article:not([hidden]) .headline .outcome").textContent;
          });
        choose({ gesture: first }, 0);
        const button = document.getElementById("copy-test");
        if (button.disabled) return [name, threshold, flick, button.title, shown];
        button.click();
        return [name, threshold, flick, document.getElementById("copied-text").value, shown];
      });
    }));
    """

  private func copies(_ browser: Browser, _ positions: [[String]]) throws -> [Copy] {
    let answer = try browser.run(Self.script, positions) as? [[Any]]
    return try #require(answer).map { row in
      Copy(
        label: row.prefix(3).map { "\($0)" }.joined(separator: " "),
        text: try #require(row[3] as? String), shown: try #require(row[4] as? [String]))
    }
  }

  /// Puts copies into one file of expectations, each for a recording of its own.
  private func expectations(_ copies: [Copy], in place: Place) throws -> [String: Copy] {
    var recordings: [String: RecordingExpectation] = [:]
    var known: [String: Copy] = [:]
    for (number, copy) in copies.enumerated() {
      let read = try Expectations(json: JSONValue(reading: Array(copy.text.utf8))).recordings
      let (name, expectation) = try #require(read.first)
      let link = "\(number)-\(name)"
      try FileManager.default.createSymbolicLink(
        atPath: place.folder.appending(path: link).path, withDestinationPath: name)
      recordings[link] = expectation
      known[link] = copy
      let outcomes = expectation.gestures?.compactMap { $0.outcome?.rawValue }
      #expect(outcomes == copy.shown.filter { $0 != "none" }, "\(copy.label)")
    }
    try Data(Expectations(recordings: recordings).text.utf8).write(
      to: place.folder.appending(path: "expectations.json"))
    return known
  }

  private static let names = [
    "pad-3f-flick-right-01.evemu", "bigpad-2f-back-right-01.evemu", "pad-3f-click-right-01.evemu",
    "phone-1f-drag-up-01.evemu",
  ]

  /// What the sliders stand at, and what somebody typed: as it was replayed, break points and values
  /// beside them, the ends.
  private static let positions = [
    ["", ""], ["0.3", "0.5"], ["0.2529286472543051", "0.05"], ["0.185", "1.35"], ["0", "0"],
    ["1", "5"], ["", "3.05"], ["0.253", "3.0500000000000003"],
  ]

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [[], ["--recognizer", "libinput"], ["--policy", "niri"], ["--threshold", "15mm"]])
  func `what is copied as a test answers what the page shows, wherever the sliders stand`(
    words: [String]
  ) throws {
    let names = Self.names.filter { words.first != "--recognizer" || $0.contains("pad-") }
    let place = try Place(names)
    let copies = try place.withPage(words) { try self.copies($0, Self.positions) }
    #expect(copies.count == names.count * Self.positions.count * 22, "\(copies.count)")
    let known = try expectations(copies, in: place)
    let tested = try place.run(["test", "expectations.json"])
    #expect(tested.status == 0)
    for line in tested.output.split(separator: "\n") where line.hasPrefix("not ok") {
      let name = line.split(separator: " ").last.map(String.init) ?? ""
      Issue.record("\(name): \(known[name]?.label ?? "")\n\(known[name]?.text ?? "")")
    }
    // A test that expects the other end fails.
    let turned = copies.prefix(1).map { copy in
      Copy(
        label: copy.label,
        text: copy.text.replacing(
          "\"outcome\": \"cancel\"", with: "\"outcome\": \"finish\""), shown: ["finish"])
    }
    try FileManager.default.removeItem(at: place.folder.appending(path: "0-\(names[0])"))
    _ = try expectations(turned, in: place)
    #expect(try place.run(["test", "expectations.json"]).status == 1)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a policy of a file is copied with its parameters, wherever the file is`() throws {
    let place = try Place(["pad-3f-flick-right-01.evemu"])
    let file = place.folder.appending(path: "mine.json")
    try Data(#"{"base":"niri","finish_threshold":0.9,"fling_forward":0.25}"#.utf8).write(to: file)
    let all = try place.withPage(["--policy", "mine.json"]) {
      try self.copies($0, [["", ""], ["0.4", ""]])
    }
    let mine = all.filter { $0.label.hasPrefix("mine ") }
    try #require(mine.count == 2)
    try FileManager.default.removeItem(at: file)
    _ = try expectations(mine, in: place)
    #expect(try place.run(["test", "expectations.json"]).status == 0)
  }
}
