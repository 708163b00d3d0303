import Gestures
import Quantities
import Simulation
import TouchInput
import Transitions

/// Progress, velocity and contacts of a gesture over the same time.
struct TimePlots {
  /// The most contacts that are drawn.
  private static let mostLanes = 10

  private let gesture: ReportGesture
  private let recording: ReportRecording
  private let threshold: Double
  private let flick: Double
  private let times: ClosedRange<Double>
  /// The frames under the fingers, the lift included, and those of settling from the lift on.
  private let following: ArraySlice<GestureReport.TraceRow>
  private let settling: ArraySlice<GestureReport.TraceRow>

  private var report: GestureReport { gesture.report }

  /// Creates the plots of a gesture.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - recording: Its recording.
  ///   - threshold: The threshold that is drawn first.
  ///   - flick: The velocity of a flick that is drawn first.
  init(_ gesture: ReportGesture, of recording: ReportRecording, threshold: Double, flick: Double) {
    self.gesture = gesture
    self.recording = recording
    self.threshold = threshold
    self.flick = flick
    let report = gesture.report
    let trace = report.trace
    let lift = trace.firstIndex { $0.time >= report.end } ?? trace.endIndex
    following = trace[..<min(lift + 1, trace.endIndex)]
    settling = trace[min(lift, trace.endIndex)...]
    let last = max(report.end, trace.last?.time ?? report.end)
    times = min(report.down, last)...last
  }

  /// Writes the plots.
  func write(to page: inout Markup, id: String) {
    page.element("figure", ["class": "plots", "aria-labelledby": "\(id)-plots"]) { page in
      page.element("figcaption", ["id": "\(id)-plots"]) { page in
        page.write("Progress, velocity and contacts over time")
        page.element("span", ["class": "keys", "aria-hidden": "true"]) { page in
          for (name, words) in [
            ("k-picture", "the picture"), ("k-finger", "the fingers"), ("k-settle", "it settles"),
            ("k-threshold", "the threshold"), ("k-flick", "a flick"),
          ] {
            page.element("span", ["class": name], words)
          }
        }
      }
      marks(&page)
      progress(&page)
      velocity(&page)
      contacts(&page)
      timeAxis(&page)
    }
    page.line()
  }

  // MARK: Rows

  private func row(
    _ page: inout Markup, _ name: String, title: String, style: String? = nil,
    labels: (inout Markup) -> Void, field: (inout Markup) -> Void
  ) {
    page.element("div", ["class": "row \(name)", "style": style]) { page in
      page.element("div", ["class": "title"], title)
      page.element("div", ["class": "labels", "aria-hidden": "true"], labels)
      page.element("div", ["class": "field"], field)
    }
    page.line()
  }

  private func picture(
    _ page: inout Markup, _ description: String, _ content: (inout Markup) -> Void
  ) {
    let size = PlotFrame.text(PlotFrame.size)
    page.element(
      "svg",
      [
        "viewBox": "0 0 \(size) \(size)", "preserveAspectRatio": "none", "role": "img",
        "aria-label": description,
      ]
    ) { page in
      for time in [report.deliveredBegin, report.begin, report.end].compactMap(\.self) {
        line(&page, "guide", x: frame(0...1).x(time))
      }
      for warning in warnings { line(&page, "guide warned", x: frame(0...1).x(warning.time)) }
      content(&page)
    }
  }

  private func line(_ page: inout Markup, _ name: String, x: Double) {
    page.empty(
      "line",
      [
        "class": name, "x1": PlotFrame.text(x), "x2": PlotFrame.text(x), "y1": "0", "y2": "1000",
      ], isSVG: true)
  }

  private func frame(_ up: ClosedRange<Double>) -> PlotFrame { PlotFrame(across: times, up: up) }

  // MARK: What happened

  private var warnings: [ReportMoment] {
    recording.timedWarnings.filter { times.contains($0.time) }
  }

  private func marks(_ page: inout Markup) {
    let frame = frame(0...1)
    var marks = beginMarks(frame)
    let end = report.endReason.isDecided ? "lift" : report.endReason.rawValue
    marks.append((1, report.end, report.deliveredBegin == nil ? end : "END (\(end))"))
    marks += warnings.enumerated().map { (2, $1.time, "⚠\($0 + 1)") }
    let kind = warnings.isEmpty ? "row marks" : "row marks warned"
    page.element("div", ["class": kind, "aria-hidden": "true"]) { page in
      page.element("div", ["class": "field"]) { page in
        for (line, time, words) in marks {
          let x = frame.x(time)
          let side = x < PlotFrame.size / 2 ? "to-right" : "to-left"
          page.element(
            "span",
            ["class": "m\(line) \(side)", "style": "left:\(PlotFrame.share(x))"], words)
        }
      }
    }
    page.line()
  }

  /// What to write where the gesture began, and on which line: libinput begins before the first
  /// motion that it tells, often by less than a word is wide.
  private func beginMarks(_ frame: PlotFrame) -> [(line: Int, time: Double, words: String)] {
    guard let delivered = report.deliveredBegin else { return [(0, report.begin, "recognized")] }
    let isNear = frame.x(report.begin) - frame.x(delivered) < PlotFrame.size / 8
    return isNear
      ? [(0, delivered, "BEGIN, recognized")]
      : [(0, delivered, "BEGIN"), (1, report.begin, "recognized")]
  }

  // MARK: Progress

  private func progress(_ page: inout Markup) {
    let shown = report.trace.flatMap { [$0.shown, $0.progress] }.filter(\.isFinite)
    let bottom = max(-0.5, min(0, shown.min() ?? 0))
    let top = min(1.5, max(1, shown.max() ?? 1))
    let frame = frame(bottom - 0.02...top + 0.02)
    row(&page, "progress", title: "progress") { page in
      for value in [0, 0.5, 1] {
        page.element(
          "span", ["style": "top:\(PlotFrame.share(frame.y(value)))"],
          DecimalText.fixed(value * 100, places: 0) + "%")
      }
    } field: { page in
      picture(&page, progressWords) { page in
        for value in [0, 0.5, 1] { level(&page, "grid", frame.y(value)) }
        let isBeyond = following.contains { ($0.progress - $0.shown).magnitude > 1e-9 }
        if isBeyond { curve(&page, "finger", frame, following.map { ($0.time, $0.progress) }) }
        curve(&page, "settle", frame, settling.map { ($0.time, $0.shown) })
        curve(&page, "shown", frame, following.map { ($0.time, $0.shown) })
        movable(&page, "threshold", frame, at: threshold)
        dot(&page, "lift", frame, report.end, report.progress)
      }
      page.element(
        "span",
        [
          "class": "bar-label", "data-label": "threshold",
          "data-from": PlotFrame.text(frame.y(0)), "data-step": PlotFrame.text(frame.stepDown),
          "style": "top:\(PlotFrame.share(frame.y(threshold)))", "aria-hidden": "true",
        ], PageWords.percent(threshold))
    }
  }

  private var progressWords: String {
    "Progress over time: recognized at \(PageWords.time(report.begin)), at most "
      + "\(PageWords.percent(report.peak)), \(PageWords.percent(report.progress)) at the end at "
      + "\(PageWords.time(report.end)), then it settles to "
      + "\(PageWords.percent(report.settle.outcome.progress))."
  }

  // MARK: Velocity

  private func velocity(_ page: inout Markup) {
    let values = following.map(\.velocity).filter(\.isFinite) + [report.velocity]
    let finite = values.filter(\.isFinite)
    let bottom = max(-100, min(-0.75, finite.min() ?? 0) * 1.05)
    let top = min(100, max(0.75, finite.max() ?? 0) * 1.05)
    let frame = frame(bottom...top)
    let ticks = PlotFrame.ticks(bottom...top, most: 4)
    row(&page, "velocity", title: "velocity, /s") { page in
      for value in ticks.values {
        page.element(
          "span", ["style": "top:\(PlotFrame.share(frame.y(value)))"],
          DecimalText.fixed(value, places: ticks.places))
      }
    } field: { page in
      picture(
        &page,
        "Velocity over time, in progress per second: \(PageWords.velocity(report.velocity)) at the "
          + "end."
      ) { page in
        level(&page, "grid", frame.y(0))
        movable(&page, "forward", frame, at: flick)
        movable(&page, "backward", frame, at: -flick, factor: -1)
        curve(&page, "shown", frame, following.map { ($0.time, $0.velocity) })
        dot(&page, "lift", frame, report.end, report.velocity)
      }
    }
  }

  // MARK: Contacts

  private func contacts(_ page: inout Markup) {
    let tracks = report.contacts.prefix(Self.mostLanes)
    guard !tracks.isEmpty else { return }
    let height = PlotFrame.size / Double(tracks.count)
    let left = report.contacts.count - tracks.count
    let title = left > 0 ? "contacts (\(left) more)" : "contacts"
    row(&page, "contacts", title: title, style: "--lanes:\(tracks.count)") { page in
      for index in tracks.indices {
        page.element(
          "span", ["style": "top:\(PlotFrame.share((Double(index) + 0.5) * height))"],
          tracks[index].tool == .finger ? "\(index + 1)" : "palm")
      }
    } field: { page in
      picture(&page, contactWords(Array(tracks))) { page in
        let frame = frame(0...1)
        for (index, track) in tracks.enumerated() {
          let start = frame.x(track.points.first?.time ?? times.lowerBound)
          let end = frame.x(min(track.end ?? report.end, times.upperBound))
          page.empty(
            "rect",
            [
              "class": "contact c\(index % 5 + 1)" + (track.tool == .finger ? "" : " palm"),
              "x": PlotFrame.text(start), "width": PlotFrame.text(max(2, end - start)),
              "y": PlotFrame.text((Double(index) + 0.25) * height),
              "height": PlotFrame.text(height / 2),
            ], isSVG: true)
        }
      }
    }
  }

  private func contactWords(_ tracks: [ContactTrack]) -> String {
    let spans = tracks.enumerated().map { index, track in
      let start = PageWords.time(track.points.first?.time ?? report.down)
      let name = track.tool == .finger ? "contact" : "palm"
      return "\(name) \(index + 1) from \(start) to "
        + (track.end.map(PageWords.time) ?? "beyond the end")
    }
    return "Contacts: " + spans.joined(separator: "; ") + "."
  }

  // MARK: Time

  private func timeAxis(_ page: inout Markup) {
    let frame = frame(0...1)
    let ticks = PlotFrame.ticks(times, most: 6)
    page.element("div", ["class": "row times", "aria-hidden": "true"]) { page in
      page.element("div", ["class": "field"]) { page in
        for value in ticks.values {
          page.element(
            "span", ["style": "left:\(PlotFrame.share(frame.x(value)))"],
            DecimalText.fixed(value, places: ticks.places) + " s")
        }
      }
    }
  }

  // MARK: Lines

  private func level(_ page: inout Markup, _ name: String, _ y: Double) {
    page.empty(
      "line",
      [
        "class": name, "x1": "0", "x2": "1000", "y1": PlotFrame.text(y), "y2": PlotFrame.text(y),
      ], isSVG: true)
  }

  /// A level that the script moves: to `from` + `step` times what was chosen.
  private func movable(
    _ page: inout Markup, _ name: String, _ frame: PlotFrame, at value: Double,
    factor: Double = 1
  ) {
    let y = PlotFrame.text(frame.y(value))
    page.empty(
      "line",
      [
        "class": name, "data-line": name, "data-axis": "y",
        "data-from": PlotFrame.text(frame.y(0)),
        "data-step": PlotFrame.text(frame.stepDown * factor), "x1": "0", "x2": "1000", "y1": y,
        "y2": y,
      ], isSVG: true)
  }

  private func curve(
    _ page: inout Markup, _ name: String, _ frame: PlotFrame, _ values: [(Double, Double)]
  ) {
    guard values.count > 1 else { return }
    page.empty("polyline", ["class": name, "points": frame.points(values)], isSVG: true)
  }

  /// A dot: a line of no length with round ends, which stays round however the picture is stretched.
  private func dot(
    _ page: inout Markup, _ name: String, _ frame: PlotFrame, _ time: Double, _ value: Double
  ) {
    let points = frame.points([(time, value), (time, value)])
    page.empty("polyline", ["class": "dot \(name)", "points": points], isSVG: true)
  }
}
