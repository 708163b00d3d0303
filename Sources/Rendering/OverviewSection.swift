import Quantities
import Simulation
import Transitions

/// The part of a page that lists all gestures.
struct OverviewSection {
  private let page: ReportPage

  /// Creates the overview of a page.
  init(_ page: ReportPage) {
    self.page = page
  }

  /// Writes it.
  func write(to markup: inout Markup) {
    markup.element("section", ["id": "overview", "aria-labelledby": "overview-title"]) { markup in
      markup.element("h2", ["id": "overview-title"], "All gestures")
      if page.knowsIntents { curve(&markup) }
      filter(&markup)
      table(&markup)
      if page.leftOut > 0 {
        markup.element(
          "p", ["class": "note"],
          "\(PageWords.count(page.leftOut, "more gesture")) would make the page too large, and "
            + "\(page.leftOut == 1 ? "was" : "were") left out.")
      }
      if page.detailCount < page.gestures.count {
        markup.element(
          "p", ["class": "note"],
          "The first \(page.detailCount) gestures have plots on this page; for the others, make a "
            + "report of their recording alone.")
      }
    }
    markup.line()
  }

  // MARK: The curve

  private func curve(_ markup: inout Markup) {
    markup.element(
      "figure", ["class": "curve", "id": "curve", "hidden": "", "aria-labelledby": "curve-title"]
    ) { markup in
      markup.element("figcaption", ["id": "curve-title"]) { markup in
        markup.write("False finishes and false cancels by threshold, under ")
        markup.element("span", ["class": "policy"], page.policies[page.policyInForce].name)
        markup.element("span", ["class": "keys", "aria-hidden": "true"]) { markup in
          markup.element("span", ["class": "k-false-finish"], "false finishes")
          markup.element("span", ["class": "k-false-cancel"], "false cancels")
          markup.element("span", ["class": "k-threshold"], "the threshold")
        }
      }
      markup.element("div", ["class": "row"]) { markup in
        markup.element("div", ["class": "labels", "aria-hidden": "true"]) { markup in
          for (place, label) in [("0%", "100%"), ("50%", "50%"), ("100%", "0%")] {
            markup.element("span", ["style": "top:\(place)"], label)
          }
        }
        markup.element("div", ["class": "field"]) { markup in
          markup.element(
            "svg",
            [
              "viewBox": "0 0 1000 1000", "preserveAspectRatio": "none", "role": "img",
              "aria-labelledby": "curve-title curve-words",
            ]
          ) { markup in
            for y in ["0", "500", "1000"] {
              markup.empty(
                "line", ["class": "grid", "x1": "0", "x2": "1000", "y1": y, "y2": y], isSVG: true)
            }
            markup.empty("polyline", ["class": "false-finish", "points": ""], isSVG: true)
            markup.empty("polyline", ["class": "false-cancel", "points": ""], isSVG: true)
            markup.empty(
              "line",
              [
                "class": "threshold", "data-line": "threshold", "data-axis": "x", "data-from": "0",
                "data-step": "1000", "x1": "300", "x2": "300", "y1": "0", "y2": "1000",
              ], isSVG: true)
          }
        }
      }
      markup.element("div", ["class": "row times", "aria-hidden": "true"]) { markup in
        markup.element("div", ["class": "field"]) { markup in
          for share in [0, 20, 40, 60, 80, 100] {
            markup.element("span", ["style": "left:\(share)%"], "\(share)%")
          }
        }
      }
      markup.element("p", ["id": "curve-words"], "")
    }
    markup.line()
  }

  // MARK: The table

  private func filter(_ markup: inout Markup) {
    markup.element("p", ["class": "filter", "hidden": ""]) { markup in
      markup.element("label", ["for": "filter"], "Show")
      markup.write(" ")
      markup.element("select", ["id": "filter"]) { markup in
        for (value, words) in [
          ("", "all gestures"), ("disagree", "where the policies disagree"),
          ("finish", "those that finish"), ("cancel", "those that cancel"),
          ("wrong", "those against the intent"),
        ] where value != "wrong" || page.knowsIntents {
          markup.element("option", ["value": value], words)
        }
      }
      markup.write(" ")
      markup.element("span", ["id": "filter-count", "role": "status"], "")
    }
  }

  private func table(_ markup: inout Markup) {
    var titles = ["gesture", "fingers", "direction", "progress", "velocity", "verdict", "turns"]
    if page.knowsIntents { titles.append("meant") }
    markup.element(
      "div",
      ["class": "scroll tall", "tabindex": "0", "role": "region", "aria-label": "All gestures"]
    ) { markup in
      markup.element("table", ["class": "overview", "id": "gestures"]) { markup in
        markup.element("caption") { markup in
          markup.write("Every gesture, and its verdict under ")
          markup.element("span", ["class": "policy"], page.policies[page.policyInForce].name)
        }
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            for title in titles { markup.element("th", ["scope": "col"], title) }
          }
        }
        markup.element("tbody") { markup in
          for index in page.gestures.indices { row(&markup, index) }
        }
      }
    }
    markup.line()
  }

  private func row(_ markup: inout Markup, _ index: Int) {
    let gesture = page.gestures[index]
    let recording = page.recordings[gesture.recording]
    let policy = page.policyInForce
    let verdict = gesture.verdicts[policy]
    let table = verdict.map { page.table(of: policy, $0) }
    let step = table?.step(
      threshold: verdict?.policy.finishThreshold ?? 0, velocity: page.flick)
    markup.element("tr", ["data-gesture": "\(index)"]) { markup in
      markup.element("th", ["scope": "row"]) { markup in
        let name = recording.name + (recording.gestureCount > 1 ? ", \(gesture.number)" : "")
        if index < page.detailCount {
          markup.element("a", ["href": "#g\(index + 1)"], name)
        } else {
          markup.write(name)
        }
      }
      markup.element("td", ["class": "number"], "\(gesture.report.fingers)")
      markup.element("td", gesture.report.direction.rawValue)
      markup.element("td", ["class": "number"], PageWords.percent(gesture.report.progress))
      markup.element("td", ["class": "number"], PageWords.velocity(gesture.report.velocity))
      let outcome = step?.outcome.rawValue ?? "none"
      markup.element("td") { markup in
        markup.element("strong", ["class": "outcome \(outcome)"], outcome)
      }
      let band = table?.bands.last { $0.velocity <= page.flick }
      markup.element("td", ["class": "turn"], PageWords.turn(band?.steps ?? []))
      if page.knowsIntents { markup.element("td", recording.intent ?? "") }
    }
    markup.line()
  }
}
