import Gestures
import Quantities
import Simulation
import TouchInput
import Transitions

/// How a policy comes to its answer, step by step, in its own units.
struct PolicyStory {
  /// A step: its name or number, and what it says.
  typealias Step = (title: String, text: String)

  private let definition: PolicyDefinition
  private let kind: DeviceDescription.Kind
  private let gesture: GestureReport

  /// Creates a story of a gesture.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - definition: The policy that decided it.
  ///   - kind: The device.
  init(
    of gesture: GestureReport, under definition: PolicyDefinition, on kind: DeviceDescription.Kind
  ) {
    self.gesture = gesture
    self.definition = definition
    self.kind = kind
  }

  /// The steps, from the start to the one that settles it.
  var steps: [Step] {
    var steps: [Step] = gesture.isPlatform ? [("begins", begin)] : []
    steps.append(("progress", progress))
    if gesture.endReason.isDecided || gesture.decision.rule != .interrupted {
      steps.append(("velocity", velocity))
    }
    for (index, text) in decision.enumerated() { steps.append(("\(index + 1).", text)) }
    return steps
  }

  private func value(_ key: PolicyKey) -> PolicyValue {
    definition.value(key, on: kind, along: gesture.direction.axis)
  }

  // MARK: Units

  /// A share of the way in the policy's own unit.
  private func way(_ progress: Double) -> String {
    if case .length(let length) = value(.progressDistance), length.unit == .millimeters {
      return millimeters(progress) ?? Words.percent(progress)
    }
    return gesture.isPlatform
      ? Words.short(progress * gesture.units.pixels) + " px"
      : millimeters(progress) ?? Words.percent(progress)
  }

  private func millimeters(_ progress: Double) -> String? {
    gesture.units.millimeters.map { Words.short(progress * $0) + " mm" }
  }

  /// The unit that the policy states velocities in, and how many of it a progress per second is.
  private var speedUnit: (name: String, scale: Double) {
    let parameters: [Policy.Parameter] = [
      .flingForward, .flingBackward, .forceSpeed, .vetoVelocity, .projectionMinimumSpeed,
    ]
    for parameter in parameters {
      guard let key = PolicyKey(rawValue: parameter.rawValue),
        case .velocity(let stated) = value(key), let bar = gesture.policy[parameter],
        stated.number.value != 0, bar != 0
      else { continue }
      if stated.unit == .progress { return ("/s", 1) }
      return (stated.unit.rawValue, stated.number.value / bar)
    }
    return ("/s", 1)
  }

  /// A velocity in the policy's own unit, with as many digits as tell it from another one.
  private func speed(_ velocity: Double, besides other: Double? = nil) -> String {
    let unit = speedUnit
    return Self.figure(velocity * unit.scale, besides: other.map { $0 * unit.scale })
      + " " + unit.name
  }

  /// A number with four digits, or as many more as tell it from another one.
  private static func figure(_ value: Double, besides other: Double? = nil) -> String {
    for digits in 4..<9 {
      let text = DecimalText.significant(value, digits: digits)
      guard let other, other != value, text == DecimalText.significant(other, digits: digits) else {
        return text
      }
    }
    return DecimalText.significant(value)
  }

  // MARK: Begin and progress

  private var begin: String {
    var text: String
    if case .length(let start) = value(.startDistance), start.number.digits > 0 {
      let measure =
        switch value(.startMeasure) {
        case .word("axis"): "along one axis"
        case .word("path"): "forth and back along one axis"
        default: "in a straight line"
        }
      var stated = Words.length(start)
      if start.unit == .pixels, let whole = gesture.units.millimeters {
        stated += " (\(Words.short(start.number.value / gesture.units.pixels * whole)) mm)"
      }
      let isBeyond = value(.startAtDistance) == .flag(false)
      text = "after \(isBeyond ? "more than " : "")\(stated) \(measure)"
    } else {
      text = "with the first motion"
    }
    if case .number(let ratio) = value(.axisLockRatio) {
      let isEnough = value(.axisLockAtRatio) == .flag(true)
      text += ", \(isEnough ? "" : "more than ")\(ratio) times as far along as across"
    }
    text += ": at \(Words.time(gesture.begin))"
    guard gesture.slop != 0 else { return text }
    let lost = way(gesture.slop.magnitude)
    let words = millimeters(gesture.slop.magnitude).map { $0 == lost ? "" : " (\($0))" } ?? ""
    return text + "; the motion before, \(lost)\(words), is lost"
  }

  private var progress: String {
    let whole = way(1)
    let value = Self.figure(gesture.progress, besides: gesture.policy.finishThreshold)
    if case .number(let most) = self.value(.maxDeltaPerEvent) {
      let slow = self.value(.slowsDown) == .flag(true) ? ", the less the further it has come" : ""
      return "each motion by \(whole), at most \(most)\(slow): \(value) in all"
    }
    let kept =
      switch self.value(.clamp) {
      case .word("running"), .word("sum"): ", kept within 0 and 1"
      case .word("running_both_ways"): ", kept within -1 and 1"
      default: ""
      }
    return "\(way(gesture.progress)) ÷ \(whole) = \(value)\(kept)"
  }

  // MARK: Velocity

  /// What the velocity is made of.
  private var velocity: String {
    let terms = gesture.velocityTerms
    let method = gesture.policy.estimator.method
    if case .none = method { return "not looked at" }
    if terms.isForgotten { return "0: \(forgotten)" }
    guard terms.motions > 0 else { return "0: there are too few motions" }
    var text = "\(source(terms)): "
    let value = speed(gesture.velocity)
    switch method {
    case .leastSquares:
      text += "\(way(terms.way)) in \(milliseconds(terms.seconds ?? 0)), at the end \(value)"
    case .meanPerEvent:
      text += "\(way(terms.way)) ÷ \(terms.motions) = \(value)"
    case .lastEvents: text += value
    case .windowSlope, .endPoints, .lastPair, .none:
      text += quotient(terms, value)
    }
    if gesture.velocity != 0, speedUnit.name != "/s", terms.seconds != nil {
      text += " (\(Words.velocity(gesture.velocity)))"
    }
    return text + after(terms)
  }

  private func quotient(_ terms: GestureReport.VelocityTerms, _ value: String) -> String {
    let seconds = terms.seconds ?? 0
    let isCut = gesture.velocity == 0 && terms.way != 0
    let end = isCut ? "0, since the way is at its end" : value
    return speedUnit.name == "/s"
      ? "\(way(terms.way)) ÷ \(way(1)) ÷ \(milliseconds(seconds)) = \(end)"
      : "\(way(terms.way)) ÷ \(milliseconds(seconds)) = \(end)"
  }

  /// The motions that the velocity is made of.
  private func source(_ terms: GestureReport.VelocityTerms) -> String {
    switch gesture.policy.estimator.method {
    case .windowSlope(let window, let dropsFirst):
      "the deltas of the last \(Words.milliseconds(window))" + (dropsFirst ? " but the first" : "")
    case .endPoints(let window):
      "from the first motion of the last \(Words.milliseconds(window)) to the lift"
    case .lastPair(let least):
      least == .zero
        ? "the last motion" : "the last motion, over \(Words.milliseconds(least)) at least"
    case .leastSquares: "a parabola through the last \(terms.motions) motions"
    case .meanPerEvent: "all motions, forth and back"
    case .lastEvents: "the last \(Words.count(terms.motions, "motion"))"
    case .none: ""
    }
  }

  /// What a rest before the lift did.
  private func after(_ terms: GestureReport.VelocityTerms) -> String {
    guard gesture.rest >= 0.02 else { return "" }
    let rest = milliseconds(gesture.rest)
    let window: Double =
      if case .windowSlope(let window, _) = gesture.policy.estimator.method {
        window.seconds
      } else {
        .infinity
      }
    return switch gesture.policy.estimator.staleness {
    case .keep: ", kept over a rest of \(rest)"
    case .trimUnlessAllOld where gesture.rest > window:
      ", kept over a rest of \(rest), since no motion is younger"
    case .trimUnlessAllOld: ""
    case .zeroSampleAtRelease: ", the lift counting as a motion of length 0"
    case .trimAtRelease, .zeroAfter: ""
    }
  }

  private var forgotten: String {
    let rest = milliseconds(gesture.rest)
    return switch gesture.policy.estimator.staleness {
    case .zeroAfter(let age):
      "the last motion is \(rest) old, more than \(Words.milliseconds(age))"
    case .keep, .trimAtRelease, .trimUnlessAllOld, .zeroSampleAtRelease:
      "after a rest of \(rest) no motion is young enough"
    }
  }

  private func milliseconds(_ seconds: Double) -> String { Words.short(seconds * 1000) + " ms" }

  // MARK: Decision

  private var decision: [String] {
    guard gesture.decision.rule != .interrupted else {
      return ["\(Words.end(gesture.endReason)), which cancels whatever the progress"]
    }
    guard gesture.decision.rule != .asked else { return [answer] }
    var texts: [String] = []
    if !gesture.endReason.isDecided {
      texts.append("\(Words.end(gesture.endReason)), which counts as a lift")
    }
    for step in gesture.policy.steps(atProgress: gesture.progress, velocity: gesture.velocity) {
      var text = sentence(step)
      if let outcome = step.outcome { text += ": \(outcome.rawValue)" }
      texts.append(text)
    }
    return texts
  }

  /// What the program says that was asked.
  private var answer: String {
    let decision = gesture.decision
    var text = "asked, it answers \(decision.outcome.rawValue)"
    if let rule = decision.answer?.rule { text += ", by its rule '\(PlainText.escaped(rule))'" }
    if let margin = decision.margin, let unit = decision.unit {
      text += ", with a margin of \(Self.figure(margin)) \(unit == .progress ? "of the way" : "/s")"
    }
    return text
  }

  private func sentence(_ step: Policy.Step) -> String {
    let policy = gesture.policy
    let (p, v) = (gesture.progress, gesture.velocity)
    let atBar = policy.flingsAtBar
    /// A comparison with a bar that is enough itself, or has to be passed.
    func compared(_ value: String, _ bar: String, _ holds: Bool, at isEnough: Bool) -> String {
      isEnough
        ? holds ? "\(value) is \(bar) or more" : "\(value) is less than \(bar)"
        : holds ? "\(value) is more than \(bar)" : "\(value) is not more than \(bar)"
    }
    switch step.question {
    case .minimum(let bar):
      let text = compared(Self.figure(p, besides: bar), Self.figure(bar), !step.holds, at: true)
      return text + (step.holds ? ", the least there must be" : ", the least there must be; go on")
    case .force(let bar):
      let value = speed(v.magnitude, besides: bar)
      return compared(value, speed(bar), step.holds, at: true)
        + ", whatever its direction" + (step.holds ? "" : ": it is not forced")
    case .vetoProgress(let bar):
      let text = compared(Self.figure(p, besides: bar), Self.figure(bar), step.holds, at: false)
      return text + (step.holds ? ": a motion back counts" : ": a motion back does not count")
    case .veto(let bar):
      return "\(speed(v, besides: -bar)) is \(step.holds ? "" : "not ")below \(speed(-bar))"
        + (step.holds ? "" : ": no veto")
    case .flingProgress(let bar):
      let text = compared(
        Self.figure(p.magnitude, besides: bar), Self.figure(bar), step.holds, at: atBar)
      return text + (step.holds ? ": far enough for a fling" : ": too short a way for a fling")
    case .flingForward(let bar):
      return compared(speed(v, besides: bar), speed(bar), step.holds, at: atBar) + " forwards"
        + (step.holds ? "" : ": no fling")
    case .flingBackward(let bar):
      return compared(speed(-v, besides: bar), speed(bar), step.holds, at: atBar) + " backwards"
        + (step.holds ? "" : ": no fling back")
    case .projectionSpeed(let bar):
      return compared(speed(v.magnitude, besides: bar), speed(bar), step.holds, at: true)
        + (step.holds ? ": the motion is thought to go on" : ": no motion is thought to go on")
    case .projection(let whole, let kept):
      return projected(whole) + (kept == whole ? "" : ", kept within 0 and 1: \(Self.figure(kept))")
    case .threshold(let bar, let value):
      return compared(
        Self.figure(value, besides: bar), Self.figure(bar), step.holds, at: policy.tie == .finish)
    }
  }

  /// Where the motion would come to rest, as a sum.
  private func projected(_ whole: Double) -> String {
    let policy = gesture.policy
    let (p, v) = (gesture.progress, gesture.velocity)
    let sign = v < 0 ? "-" : "+"
    let result = Self.figure(whole, besides: policy.finishThreshold)
    switch policy.projection {
    case .none: return Self.figure(p)
    case .linear(let horizon):
      return "\(Self.figure(p)) \(sign) \(Self.figure(horizon)) s × "
        + "\(Self.figure(v.magnitude)) /s = \(result)"
    case .curve(let rate, let knee, let multiplier, let scale):
      let speed = v.magnitude * scale
      let slope = rate / (1 - rate) / 1000
      guard speed > knee else {
        return "\(Self.figure(p)) \(sign) \(Self.figure(slope)) × \(Self.figure(speed)) px/ms = "
          + result
      }
      let c = slope / (2 * multiplier)
      let (m, k) = (Self.figure(multiplier), Self.figure(knee))
      return
        "\(Self.figure(p)) \(sign) (\(m) × ((\(Self.figure(speed)) - \(k) + \(Self.figure(c)))²"
        + " - \(Self.figure(c))²) + \(k) × \(Self.figure(slope))) = \(result)"
    }
  }

  // MARK: Source

  /// Where the policy's values come from, and what is assumed and left out.
  static func origin(of definition: PolicyDefinition) -> [Step] {
    var steps: [Step] = []
    if let source = definition.source {
      let commit = source.commit.map { " at \($0.prefix(12))" } ?? ""
      let files = source.files.isEmpty ? "" : ": " + source.files.joined(separator: ", ")
      steps.append(("source", source.repository + commit + files))
    }
    steps += definition.assumptions.map { ("assumes", $0) }
    steps += definition.omissions.map { ("leaves out", $0) }
    return steps.map { ($0.title, PlainText.escaped($0.text)) }
  }
}
