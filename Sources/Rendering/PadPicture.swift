import Quantities
import Simulation
import TouchInput
import Transitions

/// The surface, where the contacts went on it, and the line that finishes.
struct PadPicture {
  /// The longer side of the surface in units of the picture.
  private static let size = 1000.0

  private let gesture: ReportGesture
  private let recording: ReportRecording
  private let threshold: Double
  private let width: Double
  private let height: Double

  private var report: GestureReport { gesture.report }

  /// Creates a picture of a gesture.
  init(_ gesture: ReportGesture, of recording: ReportRecording, threshold: Double) {
    self.gesture = gesture
    self.recording = recording
    self.threshold = threshold
    let aspect = max(0.2, min(5, recording.aspect ?? 1))
    width = aspect <= 1 ? Self.size : Self.size / aspect
    height = aspect <= 1 ? Self.size * aspect : Self.size
  }

  /// Writes the picture, if there are positions.
  func write(to page: inout Markup, id: String) {
    guard !report.contacts.isEmpty else { return }
    let box = viewBox
    page.element("figure", ["class": "pad", "aria-labelledby": "\(id)-pad"]) { page in
      page.element("figcaption", ["id": "\(id)-pad"], caption)
      page.element(
        "svg",
        [
          "viewBox": box.map(PlotFrame.text).joined(separator: " "), "role": "img",
          "aria-label": words,
        ]
      ) { page in
        page.empty(
          "rect",
          [
            "class": "surface", "x": "0", "y": "0", "width": PlotFrame.text(width),
            "height": PlotFrame.text(height), "rx": "24",
          ], isSVG: true)
        bar(&page)
        for (index, track) in report.contacts.enumerated() { path(&page, index, track) }
      }
    }
    page.line()
  }

  private var caption: String {
    let line = origin == nil ? "" : ", and the line their mean must cross"
    let (begin, end) = report.deliveredBegin == nil ? ("recognized", "the end") : ("BEGIN", "END")
    return "Where the contacts went\(line): ○ landed, ◇ \(begin), ● \(end)"
  }

  /// When the gesture began for who recognizes it.
  private var begin: Double { report.deliveredBegin ?? report.begin }

  private var words: String {
    let tracks = report.contacts.enumerated().compactMap { index, track -> String? in
      guard let first = track.points.first, let last = track.points.last else { return nil }
      func place(_ point: ContactTrack.Point) -> String {
        "\(PageWords.percent(point.x)) across and \(PageWords.percent(point.y)) down"
      }
      return "\(track.tool == .finger ? "contact" : "palm") \(index + 1) went from "
        + "\(place(first)) to \(place(last))"
    }
    let (from, to) = (PageWords.time(begin), PageWords.time(report.end))
    let span =
      report.deliveredBegin == nil
      ? "Recognized at \(from), the end at \(to)."
      : "libinput's BEGIN at \(from), its END at \(to)."
    return "The surface: " + tracks.joined(separator: "; ") + ". " + span
  }

  /// The surface, and as much around it as the contacts used.
  private var viewBox: [Double] {
    var (left, top, right, bottom) = (0.0, 0.0, 1.0, 1.0)
    for point in report.contacts.flatMap(\.points) {
      left = max(-0.5, min(left, point.x))
      right = min(1.5, max(right, point.x))
      top = max(-0.5, min(top, point.y))
      bottom = min(1.5, max(bottom, point.y))
    }
    let margin = 12.0
    return [
      left * width - margin, top * height - margin, (right - left) * width + 2 * margin,
      (bottom - top) * height + 2 * margin,
    ]
  }

  // MARK: Contacts

  private func path(_ page: inout Markup, _ index: Int, _ track: ContactTrack) {
    guard let first = track.points.first, let last = track.points.last else { return }
    let kind = "c\(index % 5 + 1)" + (track.tool == .finger ? "" : " palm")
    let before = track.points.filter { $0.time <= report.begin }
    let after = track.points.filter { $0.time >= report.begin }
    for (name, points) in [("before", before), ("after", after)] where points.count > 1 {
      page.empty(
        "polyline",
        ["class": "\(name) \(kind)", "points": points.map(text).joined(separator: " ")],
        isSVG: true)
    }
    circle(&page, "start \(kind)", first, radius: 16)
    if let place = track.place(at: begin) { diamond(&page, "begin \(kind)", place, radius: 18) }
    circle(&page, "end \(kind)", last, radius: 12)
    page.element(
      "text",
      [
        "x": PlotFrame.text(x(first)), "y": PlotFrame.text(y(first) - 26),
        "text-anchor": "middle",
      ], "\(index + 1)")
  }

  private func circle(
    _ page: inout Markup, _ name: String, _ point: ContactTrack.Point, radius: Int
  ) {
    page.empty(
      "circle",
      [
        "class": name, "cx": PlotFrame.text(x(point)), "cy": PlotFrame.text(y(point)),
        "r": "\(radius)",
      ], isSVG: true)
  }

  private func diamond(
    _ page: inout Markup, _ name: String, _ point: ContactTrack.Point, radius: Double
  ) {
    let (x, y) = (x(point), y(point))
    let corners = [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)]
    let points = corners.map { "\(PlotFrame.text($0)),\(PlotFrame.text($1))" }
    page.empty(
      "polygon", ["class": name, "points": points.joined(separator: " ")], isSVG: true)
  }

  private func text(_ point: ContactTrack.Point) -> String {
    "\(PlotFrame.text(x(point))),\(PlotFrame.text(y(point)))"
  }

  private func x(_ point: ContactTrack.Point) -> Double { bounded(point.x) * width }
  private func y(_ point: ContactTrack.Point) -> Double { bounded(point.y) * height }

  /// Far outside it is all the same, and no picture holds any number.
  private func bounded(_ share: Double) -> Double { max(-20, min(20, share)) }

  // MARK: The line that finishes

  /// Where the mean of the fingers is at progress 0, as a share of the axis, and how much of the
  /// axis progress 1 is; `nil` where not all fingers stayed from the beginning to the end.
  private var origin: (start: Double, whole: Double)? {
    guard let axisProgress = report.axisProgress, axisProgress.isFinite, axisProgress > 0,
      let begin = report.trace.first?.progress, begin.isFinite
    else { return nil }
    let places = report.contacts.compactMap { track -> ContactTrack.Point? in
      (track.end ?? .infinity) >= report.end ? track.place(at: report.begin) : nil
    }
    guard !places.isEmpty, places.count == report.fingers else { return nil }
    let axis = report.direction.axis
    let mean =
      places.reduce(0) { $0 + (axis == .x ? $1.x : $1.y) } / Double(places.count)
    let forward = Double(report.direction.sign) * (recording.isInverted ? -1 : 1)
    let whole = forward / axisProgress
    return (mean - begin * whole, whole)
  }

  private func bar(_ page: inout Markup) {
    guard let origin else { return }
    let isAcross = report.direction.axis == .x
    let length = isAcross ? width : height
    let from = PlotFrame.text(bounded(origin.start) * length)
    let step = PlotFrame.text(bounded(origin.whole) * length)
    let place = PlotFrame.text(bounded(origin.start + threshold * origin.whole) * length)
    let end = PlotFrame.text(isAcross ? height : width)
    page.empty(
      "line",
      [
        "class": "origin", isAcross ? "x1" : "y1": from, isAcross ? "x2" : "y2": from,
        isAcross ? "y1" : "x1": "0", isAcross ? "y2" : "x2": end,
      ], isSVG: true)
    page.empty(
      "line",
      [
        "class": "threshold", "data-line": "threshold", "data-axis": isAcross ? "x" : "y",
        "data-from": from, "data-step": step, isAcross ? "x1" : "y1": place,
        isAcross ? "x2" : "y2": place, isAcross ? "y1" : "x1": "0", isAcross ? "y2" : "x2": end,
      ], isSVG: true)
  }
}
