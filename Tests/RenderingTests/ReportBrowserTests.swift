import Foundation
import Simulation
import Testing
import Transitions

@testable import Rendering

/// A page as a person has it before them: in a browser, opened from disk.
@Suite(
  .serialized,
  .enabled(if: Browser.isThere, "there is no browser (packages chromium, chromium-driver)"))
struct ReportBrowserTests {
  private static let names = [
    "pad-3f-flick-right-01.evemu", "bigpad-2f-back-right-01.evemu", "pad-3f-click-right-01.evemu",
    "phone-1f-drag-up-01.evemu", "pad-3f-drop-left-01.evemu",
  ]
  private static let intents = ["finish", "cancel", "cancel", "cancel", nil]

  /// Opens a page in a browser.
  private func with(
    _ page: ReportPage, hash: String = "", _ body: (Browser, String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a page.html")
    try Data(page.html.utf8).write(to: file)
    let url = file.absoluteString
    let browser = try Browser()
    do {
      try browser.open(url + hash)
      try body(browser, url)
      // Whatever was done: nothing failed, and nothing but the page itself was asked for.
      let messages = try browser.log("browser")
      #expect(messages == [])
      // The browser begins with a page of its own.
      let requests = try browser.requests().filter { !$0.document.hasPrefix("chrome:") }
      #expect(!requests.isEmpty)
      for request in requests {
        #expect(request.url.hasPrefix(url), "\(request.url)")
      }
    } catch {
      browser.close()
      throw error
    }
    browser.close()
  }

  /// Moves what can be moved, as often as there are pairs of numbers, and gives the verdicts of all
  /// policies that the page shows each time.
  private static let verdicts = """
    const [pairs] = arguments;
    const move = (id, text) => {
      const field = document.getElementById(id);
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return pairs.map(([threshold, velocity]) => {
      move("threshold", threshold);
      move("velocity", velocity);
      const shown = [...document.querySelectorAll("article:not([hidden]) tr[data-policy]")];
      const row = document.querySelector("#gestures tr.current .outcome");
      return [...shown, row.closest("tr")].map((row) => [
        row.querySelector(".outcome").textContent, row.querySelector(".why")?.textContent ?? "",
      ]);
    });
    """

  @Test(.timeLimit(.minutes(2)))
  func `the verdicts are those of the engine at each break point and next to it`() throws {
    let page = try Page.of(Self.names, intents: Self.intents)
    try #require(page.gestures.count >= 5)
    try with(page) { browser, url in
      var compared = 0
      for (index, gesture) in page.gestures.enumerated() {
        try browser.open("\(url)#g=\(index + 1)")
        let tables = gesture.verdicts.enumerated().compactMap { policy, verdict in
          verdict.map { page.table(of: policy, $0) }
        }
        func around(_ values: [Double]) -> [Double] {
          Set(values.flatMap { [$0.nextDown, $0, $0.nextUp] }.filter { $0 >= 0 }).sorted()
        }
        let thresholds = around(
          tables.flatMap { $0.bands.flatMap { $0.steps.map(\.threshold) } } + [0.3, 1])
        let velocities = around(tables.flatMap { $0.bands.map(\.velocity) } + [0.5])
        let pairs = thresholds.flatMap { threshold in velocities.map { (threshold, $0) } }
        let answer = try browser.run(
          Self.verdicts, pairs.map { ["\($0.0)", "\($0.1)"] })
        let shown = try #require(answer as? [[[String]]])
        try #require(shown.count == pairs.count)
        for ((threshold, velocity), rows) in zip(pairs, shown) {
          try #require(rows.count == page.policies.count + 1)
          for policy in page.policies.indices {
            let decision = try #require(
              Page.decision(gesture, policy: policy, threshold: threshold, flick: velocity))
            #expect(
              rows[policy][0] == decision.outcome.rawValue,
              "gesture \(index + 1), \(page.policies[policy].name), \(threshold), \(velocity)")
            #expect(rows[policy][1].hasPrefix(decision.rule.rawValue))
            #expect(
              rows[policy][1].contains("short of it") == ((decision.margin ?? 0) < 0),
              "\(rows[policy][1]) \(decision)")
            #expect(
              rows[policy][1].contains("exactly at it") == (decision.margin == 0))
            compared += 1
          }
          // The overview has the verdict of the policy in force.
          #expect(rows.last?[0] == rows[0][0])
        }
      }
      #expect(compared > 500)
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `the address has what was chosen, and gives it back`() throws {
    let page = try Page.of(Self.names, intents: Self.intents)
    let state = """
      const field = (id) => document.getElementById(id).value;
      const shown = [...document.querySelectorAll("article")].filter((it) => !it.hidden);
      return [
        field("threshold"), field("velocity"), field("policy"), shown.map((it) => it.id).join(),
        document.querySelector("article:not([hidden]) .headline .policy").textContent,
      ];
      """
    try with(page, hash: "#t=0.31&v=1.25&g=2&p=flick") { browser, url in
      let first = try browser.run(state) as? [String]
      #expect(first == ["0.31", "1.25", "flick", "g2", "flick"])
      // What somebody mistyped is left out.
      try browser.open(url + "#t=-1&v=NaN&g=99&p=%3Cb%3E&s=constructor&f=x")
      #expect(
        try browser.run(state) as? [String] == ["0.3", "0.5", "threshold", "g1", "threshold"])
      try browser.run("document.getElementById('next').click()")
      try wait(for: "g=2", in: browser)
      try browser.run(
        """
        const field = document.getElementById("threshold-slider");
        field.value = "0.6";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        """)
      try wait(for: "t=0.6&g=2", in: browser)
      #expect(
        try browser.run(state) as? [String] == ["0.6", "0.5", "threshold", "g2", "threshold"])
      try browser.back()
      try wait(for: "g=2", in: browser)
      #expect(
        try browser.run(state) as? [String] == ["0.3", "0.5", "threshold", "g2", "threshold"])
    }
  }

  /// Waits until the address has a state.
  private func wait(for hash: String, in browser: Browser) throws {
    for _ in 0..<100 {
      if try browser.run("return location.hash") as? String == "#" + hash { return }
      try browser.run("return new Promise((done) => setTimeout(done, 20))")
    }
    let found = try browser.run("return location.hash") as? String
    #expect(found == "#" + hash)
  }

  @Test(.timeLimit(.minutes(2)))
  func `keys move the threshold, and reach everything that can be moved`() throws {
    let page = try Page.of(Self.names, intents: Self.intents)
    try with(page) { browser, _ in
      try browser.run("document.getElementById('threshold-slider').focus()")
      try browser.press(Key.left, Key.left)
      #expect(
        try browser.run("return document.getElementById('threshold').value") as? String
          == "0.29")
      // A screen reader hears of it once the hand rests.
      var told: String?
      for _ in 0..<500 where told?.isEmpty ?? true {
        told =
          try browser.run("return document.getElementById('status').textContent") as? String
        if told?.isEmpty ?? true { usleep(20_000) }
      }
      #expect(told == "29%: threshold: cancel – threshold, 3.7% short of it")
      var reached: [String] = []
      for _ in 0..<14 {
        try browser.press(Key.tab)
        let id = try browser.run(
          "const it = document.activeElement; return it.id || it.textContent")
        reached.append(id as? String ?? "")
      }
      for id in [
        "threshold", "velocity-slider", "velocity", "policy", "reset", "copy-test", "copy-policy",
        "previous", "next", "filter", "gesture",
      ] {
        #expect(reached.contains(id), "\(id): \(reached)")
      }
      // The heads of the table sort it.
      try browser.run("document.querySelectorAll('thead button')[3].focus()")
      try browser.press(Key.enter)
      let order = try browser.run(
        """
        return [...document.querySelectorAll("#gestures tbody tr")]
          .map((row) => parseFloat(row.cells[3].textContent));
        """)
      let numbers = try #require(order as? [Double])
      #expect(numbers == numbers.sorted() && numbers.count == page.gestures.count)
      #expect(
        try browser.run(
          "return document.querySelector('th[aria-sort]').textContent") as? String == "progress")
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `the curve counts what the engine would get wrong`() throws {
    let page = try Page.of(Self.names, intents: Self.intents)
    let words = """
      const field = document.getElementById("threshold");
      return arguments[0].map((text) => {
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        return document.getElementById("curve-words").textContent;
      });
      """
    try with(page) { browser, _ in
      let thresholds = stride(from: 0, through: 1, by: 0.05).map { $0 }
      let answer = try browser.run(words, thresholds.map { "\($0)" })
      let shown = try #require(answer as? [String])
      for (threshold, text) in zip(thresholds, shown) {
        var (finishes, cancels) = (0, 0)
        for gesture in page.gestures {
          let intent = page.recordings[gesture.recording].intent
          let outcome = Page.decision(gesture, policy: 0, threshold: threshold, flick: 0.5)?.outcome
          if intent == "cancel", outcome == .finish { finishes += 1 }
          if intent == "finish", outcome == .cancel { cancels += 1 }
        }
        #expect(text.contains(": \(finishes) of 3 meant to cancel finish"), "\(text)")
        #expect(text.contains(" \(cancels) of 1 meant to finish cancel"), "\(text)")
      }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `what is copied as a test is what the engine answers, and the policy is one`() throws {
    let page = try Page.of(Self.names, intents: Self.intents)
    try with(page, hash: "#t=0.2529286472543051&g=1") { browser, _ in
      for (index, gesture) in page.gestures.enumerated() {
        try browser.run("restore(); choose({ gesture: arguments[0] }, 0)", index)
        let text = try #require(try browser.run("return testText()") as? String)
        let recordings = try Expectations(json: JSONValue(reading: Array(text.utf8))).recordings
        let name = page.recordings[gesture.recording].key
        let expectation = try #require(recordings[name])
        // A threshold of the command line has nine digits; the nearest may be on the other side.
        let threshold = try #require(expectation.options.last.flatMap { Double($0) })
        #expect((threshold - 0.2529286472543051).magnitude <= 1.5e-9)
        #expect(expectation.options.first == "--threshold")
        let gestures = page.gestures.filter { $0.recording == gesture.recording }
        try #require(expectation.gestures?.count == gestures.count)
        for (expected, gesture) in zip(expectation.gestures ?? [], gestures) {
          var report = gesture.report
          report.decision = try #require(
            Page.decision(gesture, policy: 0, threshold: threshold, flick: 0.5))
          #expect(expected.differences(from: report) == [])
          #expect(
            expected.outcome
              == Page.decision(gesture, policy: 0, threshold: 0.2529286472543051, flick: 0.5)?
              .outcome)
        }
      }
      let policy = try browser.run("choose({ policy: 1, velocity: 0.75 }, 0); return policyText()")
      #expect(
        try JSONValue(reading: Array((policy as? String ?? "").utf8)).line
          == #"{"finish_threshold":0.252928647,"fling_backward":0.75,"fling_forward":0.75}"#)
      // No option names such a flick: it stands in the test.
      let text = try browser.run("return testText()") as? String ?? ""
      let recordings = try Expectations(json: JSONValue(reading: Array(text.utf8))).recordings
      #expect(
        recordings.values.first?.policy == [
          "base": .string("flick"), "fling_backward": .number(0.75), "fling_forward": .number(0.75),
        ])
      #expect(
        try browser.run("return document.getElementById('copy-test').disabled") as? Bool == false)
      // Neither options nor files take such a number.
      try browser.run("choose({ velocity: 1e12 }, 0)")
      #expect(
        try browser.run("return document.getElementById('copy-test').title") as? String
          == "a test takes numbers of 9 digits, below 1000000000")
      try browser.run("choose({ velocity: 0.75 }, 0)")
      try browser.run("document.getElementById('copy-policy').click()")
      #expect(
        try browser.run("return document.getElementById('copied-text').value") as? String
          == policy as? String)
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `names stay text, whatever they hold`() throws {
    var page = try Page.of(["pad-3f-flick-right-01.evemu", "pad-3f-flick-right-02.evemu"])
    let evil = Hostile.names
    for (index, name) in evil.prefix(2).enumerated() {
      page.recordings[index].name = name
      page.recordings[index].key = name
      page.recordings[index].warnings = evil
      page.recordings[index].facts = evil.map { ReportFact($0, $0) }
    }
    for index in page.gestures.indices {
      page.gestures[index].facts = evil.map { ReportFact($0, $0) }
    }
    try with(page) { browser, _ in
      #expect(try browser.run("return window.hurt === undefined") as? Bool == true)
      #expect(
        try browser.run(
          "return document.querySelectorAll('img, b, iframe, a[href^=javascript]').length") as? Int
          == 0)
      let title = try browser.run("return document.querySelector('article h2').textContent")
      #expect((title as? String)?.contains("<script>") == true)
      #expect(
        try browser.run("return data.recordings.map(({ key }) => key)") as? [String]
          == Array(evil.prefix(2)))
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `pictures are drawn in light and dark, wide and narrow, and no wider than the screen`()
    throws
  {
    let page = try Page.of(Self.names, intents: Self.intents)
    // For a person to look at.
    let folder = ProcessInfo.processInfo.environment["PANTOGRAPH_PICTURES"].map {
      URL(filePath: $0)
    }
    try with(page) { browser, _ in
      var papers: [String] = []
      for (scheme, width) in [("light", 1200), ("dark", 1200), ("light", 400), ("dark", 400)] {
        try browser.send(
          "Emulation.setDeviceMetricsOverride",
          ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false])
        try browser.send(
          "Emulation.setEmulatedMedia",
          ["features": [["name": "prefers-color-scheme", "value": scheme]]])
        papers.append(
          try browser.run("return getComputedStyle(document.body).backgroundColor")
            as? String ?? "")
        let wide = try browser.run("return document.documentElement.scrollWidth") as? Int
        #expect(wide == width)
        let picture = try browser.picture()
        #expect(picture.count > 20_000)
        if let folder {
          try picture.write(to: folder.appending(path: "report-\(scheme)-\(width).png"))
        }
      }
      #expect(papers[0] != papers[1] && papers[0] == papers[2])
    }
  }
}
