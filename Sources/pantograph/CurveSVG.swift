import Curves
import Quantities
import Simulation

/// A curve as a picture.
enum CurveSVG {
  private static let size = (width: 720.0, height: 420.0)
  private static let frame = (left: 64.0, top: 40.0, right: 24.0, bottom: 48.0)

  static func text(_ table: CurveTable) -> String {
    let (least, most) = table.extremes
    // A curve that goes far beyond its ends is cut: the ends must stay to be seen.
    let low = max(min(least.value, 0), -4)
    let high = min(max(most.value, 1), 5)
    func x(_ share: Double) -> Double {
      frame.left + share * (size.width - frame.left - frame.right)
    }
    func y(_ value: Double) -> Double {
      let share = (min(max(value, low), high) - low) / (high - low)
      return size.height - frame.bottom - share * (size.height - frame.top - frame.bottom)
    }
    let name = JUnit.escaped(table.curve.description)
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 420\""
    text += " font-family=\"sans-serif\" font-size=\"13\">\n<title>\(name)</title>\n"
    text += "<rect width=\"720\" height=\"420\" fill=\"#ffffff\"/>\n"
    text += label(frame.left, 24, "start", name)
    for value in [0, 0.5, 1] {
      text += "<line x1=\"\(places(x(0)))\" y1=\"\(places(y(value)))\" x2=\"\(places(x(1)))\""
      text += " y2=\"\(places(y(value)))\" stroke=\"#dddddd\"/>\n"
      text += label(x(0) - 8, y(value) + 4, "end", DecimalText.significant(value))
    }
    for share in [0, 0.25, 0.5, 0.75, 1] {
      let time = DecimalText.significant(table.duration.seconds * share, digits: 4)
      text += label(x(share), size.height - frame.bottom + 20, "middle", "\(time) s")
    }
    let points = table.rows(361).filter(\.value.isFinite)
      .map { "\(places(x($0.share))),\(places(y($0.value)))" }
    text += "<polyline fill=\"none\" stroke=\"#1a5fb4\" stroke-width=\"2\""
    text += " points=\"\(points.joined(separator: " "))\"/>\n"
    return text + "</svg>\n"
  }

  private static func places(_ value: Double) -> String { DecimalText.fixed(value, places: 2) }

  private static func label(
    _ x: Double, _ y: Double, _ anchor: String, _ text: String
  ) -> String {
    "<text x=\"\(places(x))\" y=\"\(places(y))\" text-anchor=\"\(anchor)\">\(text)</text>\n"
  }
}
