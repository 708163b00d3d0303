import Simulation
import Tuning

/// False finishes, false cancels and the cost over the values tried, as a picture.
enum TuneSVG {
  private static let size = (width: 720.0, height: 420.0)
  private static let frame = (left: 64.0, top: 40.0, right: 24.0, bottom: 64.0)

  static func text(_ answer: TuneAnswer) -> String {
    let choice = answer.recommendation.choice
    let parameter = answer.variations.first?.parameter ?? ""
    let curve = choice.curve
    let numbers = curve.map(\.value.number)
    let (low, high) = (numbers.first ?? 0, numbers.last ?? 1)
    let finishes = Double(max(1, choice.best.mistakes.falseFinish.count))
    let cancels = Double(max(1, choice.best.mistakes.falseCancel.count))
    let lines: [(name: String, color: String, values: [Double])] = [
      ("false finishes", "#b3261e", curve.map { Double($0.falseFinishes) / finishes }),
      ("false cancels", "#1a5fb4", curve.map { Double($0.falseCancels) / cancels }),
      ("cost of a gesture", "#555555", curve.map(\.cost)),
    ]
    let top = max(0.05, lines.flatMap(\.values).max() ?? 1)
    func x(_ value: Double) -> Double {
      let share = high > low ? (value - low) / (high - low) : 0
      return frame.left + share * (size.width - frame.left - frame.right)
    }
    func y(_ value: Double) -> Double {
      size.height - frame.bottom - value / top * (size.height - frame.top - frame.bottom)
    }
    let (left, right) = (frame.left, size.width - frame.right)
    let (upper, lower) = (frame.top, size.height - frame.bottom)
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 420\""
    text += " font-family=\"sans-serif\" font-size=\"13\">\n"
    text += "<title>\(JUnit.escaped("\(choice.id): mistakes over \(parameter)"))</title>\n"
    text += "<rect width=\"720\" height=\"420\" fill=\"#ffffff\"/>\n"
    if let range = choice.ranges.first {
      let (start, end) = (x(range.low.number), x(range.high.number))
      text += "<rect x=\"\(places(start))\" y=\"\(places(upper))\""
      text += " width=\"\(places(max(1, end - start)))\" height=\"\(places(lower - upper))\""
      text += " fill=\"#e8f3e8\"><title>as good</title></rect>\n"
    }
    for share in stride(from: 0.0, through: 1, by: 0.25) {
      let height = y(share * top)
      text += line(left, height, right, height, "#dddddd")
      text += label(left - 8, height + 4, "end", percent(share * top))
      let value = low + share * (high - low)
      text += label(x(value), lower + 20, "middle", DecimalText.significant(value, digits: 3))
    }
    if let now = choice.now?.values[parameter], now.number >= low, now.number <= high {
      text += line(x(now.number), upper, x(now.number), lower, "#888888", dashes: true)
      text += label(x(now.number), upper - 6, "middle", "as it is")
    }
    if let best = choice.best.values[parameter] {
      text += line(x(best.number), upper, x(best.number), lower, "#2e7d32")
      text += label(
        x(best.number), upper - 22, "middle", "best \(DecimalText.significant(best.number))")
    }
    for (index, drawn) in lines.enumerated() {
      let points = zip(numbers, drawn.values).map { "\(places(x($0))),\(places(y($1)))" }
      text += "<polyline fill=\"none\" stroke=\"\(drawn.color)\" stroke-width=\"2\""
      if index == 2 { text += " stroke-dasharray=\"6 4\"" }
      text += " points=\"\(points.joined(separator: " "))\"/>\n"
      let place = left + Double(index) * 190
      text += line(place, size.height - 14, place + 24, size.height - 14, drawn.color)
      text += label(place + 30, size.height - 10, "start", drawn.name)
    }
    let unit = curve.first?.value.unit ?? ""
    text += label(
      right, lower + 38, "end", unit.isEmpty ? parameter : "\(parameter), \(unit)")
    return text + "</svg>\n"
  }

  private static func places(_ value: Double) -> String { DecimalText.fixed(value, places: 2) }

  private static func percent(_ share: Double) -> String {
    DecimalText.fixed(share * 100, places: 1) + "%"
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, dashes: Bool = false
  ) -> String {
    "<line x1=\"\(places(x1))\" y1=\"\(places(y1))\" x2=\"\(places(x2))\" y2=\"\(places(y2))\""
      + " stroke=\"\(color)\"" + (dashes ? " stroke-dasharray=\"4 3\"" : "") + "/>\n"
  }

  private static func label(
    _ x: Double, _ y: Double, _ anchor: String, _ text: String
  ) -> String {
    "<text x=\"\(places(x))\" y=\"\(places(y))\" text-anchor=\"\(anchor)\">"
      + "\(JUnit.escaped(text))</text>\n"
  }
}
