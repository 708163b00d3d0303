import Simulation
import Transitions

/// The part of a page about one gesture.
struct GestureSection {
  /// The most frames of settling in the table of frames.
  private static let mostSettlingRows = 60

  private let page: ReportPage
  private let index: Int

  private var gesture: ReportGesture { page.gestures[index] }
  private var report: GestureReport { gesture.report }
  private var recording: ReportRecording { page.recordings[gesture.recording] }

  /// Creates the part about a gesture of a page.
  init(_ page: ReportPage, _ index: Int) {
    self.page = page
    self.index = index
  }

  /// Writes it.
  func write(to markup: inout Markup) {
    let id = "g\(index + 1)"
    let threshold = report.policy.finishThreshold
    markup.element(
      "article",
      ["class": "gesture", "id": id, "data-gesture": "\(index)", "aria-labelledby": "\(id)-title"]
    ) { markup in
      markup.element("h2", ["id": "\(id)-title", "tabindex": "-1"]) { markup in
        markup.write("Gesture \(gesture.number)")
        if page.recordings.count > 1 { markup.write(" of \(recording.name)") }
      }
      headline(&markup)
      markup.element("div", ["class": "figures"]) { markup in
        TimePlots(gesture, of: recording, threshold: threshold, flick: flick)
          .write(to: &markup, id: id)
        PadPicture(gesture, of: recording, threshold: threshold).write(to: &markup, id: id)
      }
      verdicts(&markup)
      markup.element("div", ["class": "words"]) { markup in
        moments(&markup)
        facts(&markup)
      }
      warnings(&markup)
      frames(&markup)
    }
    markup.line()
  }

  /// The velocity of a flick in the progress that the plots have.
  private var flick: Double {
    let index = page.policies.firstIndex(where: \.followsVelocity)
    return page.flick * (index.flatMap { gesture.verdicts[$0]?.scale } ?? 1)
  }

  /// The verdict of the policy in force.
  private func headline(_ markup: inout Markup) {
    let index = page.policyInForce
    markup.element("p", ["class": "headline"]) { markup in
      markup.element("span", ["class": "policy"], page.policies[index].name)
      markup.write(": ")
      outcome(&markup, of: index)
      if let intent = recording.intent {
        markup.write(" ")
        markup.element("span", ["class": "intent"], "meant: \(intent)")
      }
    }
  }

  private func step(of policy: Int) -> VerdictTable.Step? {
    gesture.verdicts[policy].flatMap { verdict in
      page.table(of: policy, verdict).step(
        threshold: verdict.policy.finishThreshold, velocity: page.flick)
    }
  }

  private func outcome(_ markup: inout Markup, of policy: Int) {
    guard let verdict = gesture.verdicts[policy], let step = step(of: policy) else {
      markup.element("strong", ["class": "outcome none"], "none")
      markup.write(" ")
      markup.element("span", ["class": "why"], "it does not begin")
      return
    }
    markup.element(
      "strong", ["class": "outcome \(step.outcome.rawValue)"], step.outcome.rawValue)
    markup.write(" ")
    markup.element(
      "span", ["class": "why"],
      PageWords.reason(step, threshold: verdict.policy.finishThreshold, velocity: page.flick))
  }

  // MARK: Verdicts

  private func verdicts(_ markup: inout Markup) {
    markup.element("div", ["class": "scroll"]) { markup in
      markup.element("table", ["class": "verdicts"]) { markup in
        markup.element("caption") { markup in
          markup.write("Verdicts per policy: ")
          let outcomes = page.policies.indices.map { step(of: $0)?.outcome }
          markup.element("span", ["class": "summary"], ReportPage.summary(outcomes))
        }
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            for title in ["policy", "verdict", "progress", "velocity", "turns", "what it is"] {
              markup.element("th", ["scope": "col"], title)
            }
          }
        }
        markup.element("tbody") { markup in
          for index in page.policies.indices { verdict(&markup, index) }
        }
      }
    }
    markup.line()
  }

  private func verdict(_ markup: inout Markup, _ index: Int) {
    let policy = page.policies[index]
    markup.element("tr", ["data-policy": "\(index)"]) { markup in
      markup.element("th", ["scope": "row"], policy.name)
      markup.element("td", ["class": "verdict"]) { outcome(&$0, of: index) }
      guard let verdict = gesture.verdicts[index] else {
        for name in ["number", "number", "turn"] { markup.element("td", ["class": name], "–") }
        markup.element("td", ["class": "about"], policy.summary)
        return
      }
      markup.element("td", ["class": "number"], PageWords.percent(verdict.progress))
      markup.element("td", ["class": "number"], PageWords.velocity(verdict.velocity))
      let band = page.table(of: index, verdict).bands.last { $0.velocity <= page.flick }
      markup.element("td", ["class": "turn"], PageWords.turn(band?.steps ?? []))
      markup.element("td", ["class": "about"], policy.summary)
    }
  }

  // MARK: Words

  private func moments(_ markup: inout Markup) {
    guard !gesture.moments.isEmpty else { return }
    markup.element("section") { markup in
      markup.element("h3", "What happened")
      markup.element("ol", ["class": "moments"]) { markup in
        for moment in gesture.moments {
          markup.element("li") { markup in
            markup.element("span", ["class": "time"], PageWords.time(moment.time))
            markup.write(" " + moment.text)
          }
        }
      }
    }
  }

  private func facts(_ markup: inout Markup) {
    guard !gesture.facts.isEmpty else { return }
    markup.element("section") { markup in
      markup.element("h3", "Figures, as it was replayed")
      ReportPage.list(gesture.facts, to: &markup)
    }
  }

  private func warnings(_ markup: inout Markup) {
    let last = max(report.end, report.trace.last?.time ?? report.end)
    let timed = recording.timedWarnings.filter {
      $0.time >= report.down && $0.time <= last
    }
    guard !timed.isEmpty else { return }
    markup.element("section", ["class": "warnings"]) { markup in
      markup.element("h3", "Warnings in this gesture")
      markup.element("ol", ["class": "moments"]) { markup in
        for (number, warning) in timed.enumerated() {
          markup.element("li") { markup in
            markup.element("span", ["class": "time"], PageWords.time(warning.time))
            markup.write(" ⚠\(number + 1) \(warning.text)")
          }
        }
      }
    }
    markup.line()
  }

  // MARK: Frames

  private func frames(_ markup: inout Markup) {
    guard !report.trace.isEmpty else { return }
    let lift = report.trace.firstIndex { $0.time >= report.end } ?? report.trace.count
    let settling = report.trace.count - lift - 1
    let stride = max(1, (settling + Self.mostSettlingRows - 1) / Self.mostSettlingRows)
    markup.element("details") { markup in
      markup.element("summary", "The frames as a table")
      markup.element("div", ["class": "scroll"]) { markup in
        markup.element("table", ["class": "frames"]) { markup in
          markup.element("caption", "Progress, velocity and what was shown, frame by frame")
          markup.element("thead") { markup in
            markup.element("tr") { markup in
              for title in ["time", "progress", "velocity", "shown", ""] {
                markup.element("th", ["scope": "col"], title)
              }
            }
          }
          markup.element("tbody") { markup in
            for (index, row) in report.trace.enumerated()
            where index <= lift || (index - lift).isMultiple(of: stride)
              || index == report.trace.count - 1
            {
              markup.element("tr") { markup in
                markup.element("td", ["class": "number"], PageWords.time(row.time))
                markup.element("td", ["class": "number"], PageWords.percent(row.progress))
                markup.element("td", ["class": "number"], PageWords.velocity(row.velocity))
                markup.element("td", ["class": "number"], PageWords.percent(row.shown))
                markup.element("td", index == lift ? "the end" : index > lift ? "settles" : "")
              }
            }
          }
        }
      }
    }
    markup.line()
  }
}
