import Foundation
import Simulation
import Testing
import Transitions

@testable import Rendering

@Suite struct ReportPageTests {
  @Test func `the page's policy allows the page's own script alone`() throws {
    // The digest, as another program works it out.
    let process = Process()
    let output = Pipe()
    let input = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import base64, hashlib, sys\n"
        + "data = sys.stdin.buffer.read()\n"
        + "print('sha256-' + base64.b64encode(hashlib.sha256(data).digest()).decode())",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(ReportPage.script.utf8))
    try input.fileHandleForWriting.close()
    let digest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: digest, as: UTF8.self) == ReportPage.scriptHash + "\n")
  }

  @Test func `the page names nothing that could be fetched`() throws {
    let html = try Page.of(["pad-3f-flick-right-01.evemu"]).html
    for word in ["http:", "https:", "url(", "@import", "src=", "fetch(", "XMLHttp", "import("] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(!ReportPage.script.contains("</script") && !WebPage.style.contains("</style"))
  }

  @Test func `the script makes no markup`() {
    for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval", "Function("]
    {
      #expect(!ReportPage.script.contains(word), "\(word)")
    }
  }

  @Test func `without the script the page shows what was replayed`() throws {
    let page = try Page.of(["pad-3f-flick-right-01.evemu"], intents: ["finish"])
    let html = page.html
    #expect(html.contains(#"<strong class="outcome cancel">cancel</strong>"#))
    #expect(html.contains("threshold, 4.7% short of it"))
    #expect(html.contains("velocity, 2.55 /s past it"))
    #expect(html.contains("finish up to 25.3%"))
    #expect(html.contains("meant: finish"))
    // Whatever the script moves has its place before.
    #expect(html.contains(#"data-line="threshold""#) && html.contains(#"data-line="forward""#))
    #expect(html.contains(#"<section id="controls" hidden="""#))
  }

  @Test func `the pad is drawn whoever recognizes, with where the gesture begins and ends`() throws
  {
    let name = "pad-3f-flick-right-01.evemu"
    for (recognizer, begin, end) in [
      (ReplaySettings.Recognizer.direct, "◇ recognized", "● the end"),
      (.libinput, "◇ BEGIN", "● END"),
    ] {
      let page = try Page.of([name], by: recognizer)
      let html = page.html
      #expect(count(#"<figure class="pad""#, in: html) == 1)
      #expect(html.contains(begin) && html.contains(end))
      // A path, its begin and its end for each of three fingers, and the line that finishes.
      #expect(count(#"<polyline class="after c"#, in: html) == 3)
      #expect(count(#"<polygon class="begin c"#, in: html) == 3)
      #expect(count(#"<circle class="end c"#, in: html) == 3)
      #expect(count(#"<line class="threshold" data-line="threshold" data-axis="x""#, in: html) == 1)
    }
    let html = try Page.of([name], by: .libinput).html
    #expect(html.contains("libinput&#39;s BEGIN at ") && html.contains("END (lift)"))
  }

  @Test(arguments: [ReplaySettings.Recognizer.direct, .libinput])
  func `the mean of the fingers is where the pad's line says that their progress is`(
    recognizer: ReplaySettings.Recognizer
  ) throws {
    let name = "pad-3f-flick-right-01.evemu"
    let page = try Page.of([name], by: recognizer)
    let report = page.gestures[0].report
    let whole = try #require(report.axisProgress)
    func mean(_ time: Double) throws -> Double {
      let places = report.contacts.compactMap { $0.place(at: time)?.x }
      try #require(places.count == 3)
      return places.reduce(0, +) / 3
    }
    let first = try #require(report.trace.first)
    for row in report.trace.prefix(while: { $0.time < report.end }) {
      let way = try mean(row.time) - mean(first.time)
      #expect(abs(way * whole - (row.progress - first.progress)) < 0.01, "\(row)")
    }
  }

  @Test func `the same gestures make the same bytes`() throws {
    let names = ["pad-3f-flick-right-01.evemu", "phone-1f-drop-left-01.evemu"]
    #expect(try Page.of(names).html == Page.of(names).html)
  }

  @Test func `names are escaped in markup and in data`() throws {
    var page = try Page.of(["pad-3f-flick-right-01.evemu"])
    let plain = page.html
    for name in Hostile.names {
      page.recordings[0].name = name
      page.recordings[0].key = name
      page.recordings[0].facts = [ReportFact(name, name)]
      page.recordings[0].warnings = [name]
      page.recordings[0].problem = name
      page.options = [name]
      page.generator = name
      let html = page.html
      for mark in ["<script", "</script", "<!--", "<b ", "<img", "<iframe", "</style"] {
        #expect(count(mark, in: html) == count(mark, in: plain), "\(mark) in \(name)")
      }
      #expect(!html.contains("\u{2028}") && !html.contains("\u{2029}"))
    }
  }

  private func count(_ mark: String, in text: String) -> Int {
    text.components(separatedBy: mark).count - 1
  }

  @Test func `every number of the data is exact`() throws {
    let page = try Page.of(["pad-3f-flick-right-01.evemu"])
    let report = page.gestures[0].report
    let text = page.json.line
    // Foundation's reader of JSON rounds twice.
    #expect(text.contains(#""threshold":0.3,"#))
    #expect(text.contains("[\(report.progress.nextUp),\"cancel\",\"threshold\","))
    #expect(text.contains("[\(report.velocity.nextUp),["))
  }

  @Test func `numbers that are none do no harm`() throws {
    var page = try Page.of(["pad-3f-flick-right-01.evemu"])
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      var gesture = page.gestures[0]
      gesture.report.progress = value
      gesture.report.velocity = value
      gesture.report.peak = value
      gesture.report.axisProgress = value
      for index in gesture.report.trace.indices {
        gesture.report.trace[index].progress = value
        gesture.report.trace[index].velocity = value
        gesture.report.trace[index].shown = value
      }
      for index in gesture.report.contacts.indices {
        for point in gesture.report.contacts[index].points.indices {
          gesture.report.contacts[index].points[point].x = value
        }
      }
      page.gestures = [Page.gesture(gesture.report, 0, 1)]
      let html = page.html
      for word in ["nan", "inf\"", "inf ", "inf,"] {
        #expect(!html.contains("\(word)"), "\(word) of \(value)")
      }
    }
  }

  @Test func `thousands of gestures are listed, and the first have plots`() throws {
    var page = try Page.of(["pad-3f-flick-right-01.evemu"], intents: ["finish"])
    let whole = page.gestures[0]
    var bare = whole
    bare.report.trace = []
    bare.report.contacts = []
    page.gestures = Array(repeating: whole, count: 3) + Array(repeating: bare, count: 4997)
    page.leftOut = 7
    page.recordings[0].gestureCount = 5007
    let html = page.html
    #expect(count("<article", in: html) == 3)
    #expect(count("<tr data-gesture", in: html) == 5000)
    #expect(html.contains("7 more gestures would make the page too large"))
    #expect(html.contains("The first 3 gestures have plots"))
    #expect(html.utf8.count < 8_000_000)
  }

  @Test func `a page without a gesture says so`() {
    var page = ReportPage(generator: "test", policies: Page.policies)
    page.recordings = [ReportRecording(name: "empty.evemu", key: "empty.evemu")]
    #expect(page.html.contains("There is no gesture."))
    #expect(!page.html.contains("<article") && !page.html.contains("id=\"controls\""))
  }
}
