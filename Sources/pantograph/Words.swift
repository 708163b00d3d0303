import Gestures
import Quantities
import Simulation
import TouchInput
import Transitions

/// How things are said to a person.
enum Words {
  /// A text with blanks behind it, up to a width.
  static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A text with blanks in front of it, up to a width.
  static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A text of at most so many letters; of a longer one the beginning.
  static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : String(text.prefix(max(0, width - 1))) + "…"
  }

  /// A text of at most so many letters; of a longer one the end.
  static func tail(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : "…" + text.suffix(max(0, width - 1))
  }

  /// A text in lines of at most 80 letters, broken at blanks.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - indent: The blanks before the first line.
  ///   - hanging: The blanks before the others.
  /// - Returns: The lines, one at least.
  static func wrapped(_ text: String, indent: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > 80 {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// A moment in seconds.
  static func time(_ seconds: Double) -> String {
    DecimalText.fixed(seconds, places: 3, isPadded: true) + " s"
  }

  /// A number with one digit behind the point at most, or the first digit of a smaller one.
  static func short(_ value: Double) -> String {
    value.magnitude < 0.05 && value != 0
      ? DecimalText.significant(value, digits: 1) : DecimalText.fixed(value, places: 1)
  }

  /// A number with one digit behind the point, on the far side of it seen from 0.
  ///
  /// Whoever needs so much more has enough with it.
  static func enough(_ value: Double) -> String {
    DecimalText.fixed((value * 10 + 1e-6).rounded(.up) / 10, places: 1)
  }

  /// The name of a device as it says it, cut where it is too long for a line.
  static func name(_ name: String) -> String {
    let most = 120
    let scalars = name.unicodeScalars
    let start = String(String.UnicodeScalarView(scalars.prefix(most)))
    return "'\(PlainText.escaped(start))\(scalars.count > most ? "…" : "")'"
  }

  /// A length as a setting has it, for a sentence: `1.5mm` is 1.5 mm, `0.01` is 1% of the axis.
  static func length(_ setting: String) -> String {
    guard let length = Length(setting) else {
      return PolicyLength(setting).map(Self.length) ?? setting
    }
    return switch length {
    case .share(let share): percent(share.value) + " of the axis"
    case .millimeters(let number): "\(number) mm"
    case .pixels(let number): "\(number) px"
    }
  }

  /// A way as a policy states it, for a sentence.
  static func length(_ length: PolicyLength) -> String {
    let share = percent(length.number.value)
    return switch length.unit {
    case .pixels, .densityIndependent, .millimeters: "\(length.number) \(length.unit.rawValue)"
    case .axis: "\(share) of the axis"
    case .longerSide: "\(share) of the screen's longer side"
    case .padAxis: "\(share) of the pad along the axis"
    case .shorterPadSide: "\(share) of the pad's shorter side"
    }
  }

  /// How many fingers a gesture takes, as a setting has it: `2+` is 2 or more.
  static func fingers(_ setting: String) -> String {
    if setting.hasSuffix("+") { return "\(setting.dropLast()) or more fingers" }
    guard setting != "1" else { return "1 finger" }
    var counts = setting.split(separator: ",").map(String.init)
    guard counts.count > 1, let last = counts.popLast() else { return "\(setting) fingers" }
    return "\(counts.joined(separator: ", ")) or \(last) fingers"
  }

  /// A progress in percent, with as many digits as show which side of a bar it is on.
  static func percent(_ progress: Double, besides bar: Double? = nil) -> String {
    for places in 1..<6 {
      let text = DecimalText.fixed(progress * 100, places: places)
      guard let bar, progress != bar else { return text + "%" }
      if text != DecimalText.fixed(bar * 100, places: places) { return text + "%" }
    }
    return DecimalText.fixed(progress * 100, places: 6) + "%"
  }

  /// Progress against the threshold: `#` up to the progress, `|` at the threshold.
  static func bar(_ gesture: GestureReport) -> String {
    let cells = 20
    func cell(_ progress: Double) -> Int {
      // A bar is cut, not rounded: it is full at 100 % and not before.
      Int((max(0, min(1, progress)) * Double(cells) + 1e-9).rounded(.down))
    }
    let filled = cell(gesture.progress)
    let mark = cell(gesture.threshold)
    var text = ""
    for index in 0...cells {
      if index == mark { text += "|" }
      if index < cells { text += index < filled ? "#" : "." }
    }
    return "[" + text + "]"
  }

  /// What ended a gesture.
  static func end(_ reason: PanEnd) -> String {
    switch reason {
    case .lift: "all fingers left"
    case .fingersChanged: "a finger left, others stayed"
    case .button: "a button was pressed"
    case .palm: "a finger turned out to be a palm"
    case .gap: "nothing was reported for too long"
    case .cancelEvent: "the system took the touch away"
    case .dropped: "the kernel dropped events"
    case .deviceRemoved: "the device was removed"
    case .endOfRecording: "the recording ended"
    }
  }

  /// A velocity, with as many digits as show that it is one.
  ///
  /// - Parameters:
  ///   - velocity: The velocity.
  ///   - unit: What it counts.
  ///   - bar: What it is told apart from.
  /// - Returns: The text.
  static func velocity(
    _ velocity: Double, _ unit: String = "/s", besides bar: Double? = nil
  ) -> String {
    var text = number(velocity)
    if let bar, bar != velocity, text == number(bar) {
      for digits in 3..<9 where text == number(bar) || text == DecimalText.significant(bar) {
        text = DecimalText.significant(velocity, digits: digits)
      }
    }
    return text + " " + unit
  }

  /// What a velocity counts, in few letters.
  static func velocityUnit(_ estimator: VelocityEstimator) -> String {
    switch estimator.method {
    case .meanPerEvent: "/ev"
    case .lastEvents(let count): "/\(count)ev"
    case .windowSlope, .endPoints, .lastPair, .leastSquares, .none: "/s"
    }
  }

  /// A number with two digits behind the point at most, or the first digit of a smaller one.
  static func number(_ value: Double) -> String {
    value.magnitude < 0.005 && value != 0
      ? DecimalText.significant(value, digits: 1) : DecimalText.fixed(value, places: 2)
  }

  /// Why a lift is decided as it is: what was compared with what.
  static func reason(
    _ decision: Decision, atProgress progress: Double, velocity: Double, _ policy: Policy
  ) -> String {
    let bar = policy.finishThreshold
    let unit = velocityUnit(policy.estimator)
    let share = percent(progress, besides: bar)
    switch decision.rule {
    case .interrupted: return "it was broken off"
    case .asked:
      let rule = decision.answer?.rule.map { ", by its rule '\(PlainText.escaped($0))'" } ?? ""
      return "the program that was asked says so" + rule
    case .threshold:
      // Progress below the least that a policy asks for has another bar.
      let bar = progress - (decision.margin ?? 0)
      let share = percent(progress, besides: bar)
      return "\(share) is \(decision.outcome == .finish ? "at or above" : "below") \(percent(bar))"
    case .projection:
      let projected = percent(bar + (decision.margin ?? 0), besides: bar)
      return "\(share) at \(Self.velocity(velocity, unit)) would come to rest at \(projected), "
        + "\(decision.outcome == .finish ? "at or above" : "below") \(percent(bar))"
    case .velocity, .force, .veto:
      let limit =
        decision.rule == .force
        ? velocity.magnitude - (decision.margin ?? 0)
        : (velocity - (decision.margin ?? 0)).magnitude
      let speed = Self.velocity(velocity.magnitude, unit, besides: limit)
      let way = decision.rule == .force ? "" : velocity < 0 ? " backwards" : " forwards"
      return
        "\(speed)\(way) is \(Self.velocity(limit, unit)) or more"
    }
  }

  /// A number of things.
  static func count(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
    "\(count) \(count == 1 ? thing : things ?? thing + "s")"
  }

  /// A duration in milliseconds.
  static func milliseconds(_ duration: Duration) -> String {
    "\(short(duration.seconds * 1000)) ms"
  }

  /// Which rule decided, and by how much.
  static func rule(_ gesture: GestureReport) -> String {
    let decision = gesture.decision
    let name = PlainText.escaped(decision.ruleName)
    guard let margin = decision.margin else {
      return decision.rule == .asked ? name : "interrupted: \(gesture.endReason.rawValue)"
    }
    let side = margin < 0 ? "short of" : "past"
    let size =
      decision.unit == .progress
      ? percent(margin.magnitude, besides: 0)
      : velocity(margin.magnitude, velocityUnit(gesture.policy.estimator))
    return margin == 0
      ? "\(name), exactly at it"
      : "\(name), \(size) \(side) it"
  }

  /// Why a touch was no gesture.
  static func reason(_ reason: PanRejection) -> String {
    switch reason {
    case .withinSlop: "it did not move far enough"
    case .tooFewFingers: "too few fingers"
    case .tooManyFingers: "too many fingers"
    case .otherAxis: "it moved along the other axis"
    case .notAtEdge: "it did not start at the edge"
    case .pinch: "the fingers moved against each other"
    case .button: "a button was down"
    case .palm: "it was a palm"
    case .interrupted: "it was interrupted"
    }
  }

  /// A warning about a kind of device, with the lines it is about.
  static func warning(_ warning: Warning, on kind: DeviceDescription.Kind?) -> String {
    var text = warning.code.message(on: kind)
    if let first = warning.lines.first {
      text += " (line \(first)" + (warning.count > 1 ? ", \(warning.count) times" : "") + ")"
    } else if warning.count > 1 {
      text += " (\(warning.count) times)"
    }
    return text
  }
}
