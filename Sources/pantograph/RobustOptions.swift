import Quantities
import Simulation
import Synthesis
import TouchInput
import Transitions

/// The options that ask for a gesture that a policy is sure to decide as wanted.
enum RobustOptions {
  static let all: [Option] = [
    Option(
      "robust", help: "of straight drags, with rests and ways back, the one with the largest margin"
    ),
    Option("want", nil, .word("END", ["finish", "cancel"]), help: "the end that is wanted"),
    Option(
      "policy", nil, .value("ID"),
      help: "what decides: one of compare --list, or a policy file [threshold]"),
    Option(
      "lost", nil, .value("SHARE"),
      help: "the share of the reports that may be lost, even in a row: 10%, at most 30% [10%]"),
    Option(
      "rates", nil, .value("A..B"),
      help: "the rates that the device may report with, in Hz [30..125]"),
  ]

  /// A gesture that was found.
  struct Found {
    /// The gesture.
    var specification: GestureSpecification

    /// What is proven of it.
    var note: String

    /// The options that find it again.
    var words: [String]
  }

  /// What a robust gesture has of the other options.
  private static let allowed: Set<String> = [
    "fingers", "direction", "start", "spread", "device", "name", "size", "resolution",
    "report-rate",
    "slots", "single-touch", "no-clickpad", "seed", "jitter",
  ]

  /// Finds the gesture that a command line asks for; `nil` if it asks for none.
  ///
  /// - Throws: What is wrong with the command line, or that no gesture is safe.
  static func gesture(_ arguments: Arguments) throws(Problem) -> Found? {
    guard arguments.has("robust") else {
      if let other = all.map(\.name).first(where: arguments.has) {
        throw Problem(.misused, "--\(other) goes with --robust")
      }
      return nil
    }
    for option in SynthesisOptions.all where !allowed.contains(option.name) {
      guard !arguments.has(option.name) else {
        throw Problem(.misused, "--robust chooses the motion: it does not go with --\(option.name)")
      }
    }
    guard let outcome = try arguments.word("want", Wanted.self)?.outcome else {
      throw Problem(.misused, "--robust needs the end that is wanted: --want finish or cancel")
    }
    var policy = PolicyDefinition.threshold
    if let name = arguments.path("policy") {
      policy = try PolicyArgument.policy(
        name,
        refusing: PolicyArgument.Refusal(
          reason: "what is sure to be decided is worked out from a policy's values"))
    }
    let bounds = try bounds(arguments)
    let (base, heading) = try SynthesisOptions.still(arguments)
    try checkSurface(base)
    var settings = ReplaySettings()
    settings.policy = policy
    let device: DeviceDescription
    do throws(SynthesisError) {
      device = try base.device.description()
    } catch {
      throw Problem(.misused, SynthesizeCommand.message(error))
    }
    var request = RobustGesture.Request(
      outcome, settings: settings, device: device, bounds: bounds, axis: heading.axis,
      fingers: base.fingers, longestWay: longestWay(base, heading))
    if request.isRecognizedByLibinput, base.start == .center {
      let margins = 2 * palmMargin(base.device.size[heading.axis])
      request.longestWay = max(0, request.longestWay - margins)
    }
    let robust: RobustGesture
    do throws(RobustGesture.Obstacle) {
      robust = try RobustGesture(request)
    } catch {
      throw problem(error, outcome, policy.id, request.longestWay)
    }
    var specification = base
    specification.motion = motion(robust.gesture, heading)
    specification.dwell = .nanoseconds(Int64((robust.gesture.dwell * 1e9).rounded()))
    return Found(
      specification: specification,
      note: note(robust, outcome, policy, bounds)
        + (request.isRecognizedByLibinput ? "; if libinput takes no step for a jump" : ""),
      words: arguments.words(of: all + SynthesisOptions.all))
  }

  private static func bounds(_ arguments: Arguments) throws(Problem) -> DeviceBounds {
    var bounds = DeviceBounds()
    let lost = try arguments.read("lost", as: "a share of 0% to 30%") { text -> Double? in
      let number = text.hasSuffix("%") ? DecimalNumber(text.dropLast()) : DecimalNumber(text)
      let share = number.map { text.hasSuffix("%") ? $0.value / 100 : $0.value }
      return share.flatMap { (0...0.3).contains($0) ? $0 : nil }
    }
    bounds.lost = lost ?? bounds.lost
    let rates = try arguments.read("rates", as: "two rates of 10 to 1000 Hz such as 30..125") {
      text -> ClosedRange<Double>? in
      guard let dots = text.firstRange(of: ".."),
        let low = DecimalNumber(text[..<dots.lowerBound])?.value,
        let high = DecimalNumber(text[dots.upperBound...])?.value, low <= high, low >= 10,
        high <= 1000
      else { return nil }
      return low...high
    }
    bounds.rates = rates ?? bounds.rates
    let jitter = try arguments.duration("jitter")?.seconds ?? bounds.jitter
    guard (0...0.1).contains(jitter) else {
      throw Problem(.misused, "--jitter must be 0 to 0.1 s")
    }
    bounds.jitter = jitter
    return bounds
  }

  /// How far from an edge fingers land that libinput may take for palms or for a press of a button, in
  /// millimeters: 8 % of the width, and 10 mm at the bottom (`evdev-mt-touchpad.c`).
  private static func palmMargin(_ length: Double) -> Double {
    max(0.08 * length, 10) + 1
  }

  /// Makes sure that the gesture makes sense, but for its motion.
  private static func checkSurface(_ base: GestureSpecification) throws(Problem) {
    var gesture = base
    gesture.motion = .tap
    do throws(SynthesisError) {
      try gesture.check()
    } catch {
      throw Problem(.misused, SynthesizeCommand.message(error))
    }
  }

  /// The longest way that stays on the surface, in millimeters, to a tenth.
  private static func longestWay(_ base: GestureSpecification, _ heading: Heading) -> Double {
    var (low, high) = (0, Int(base.device.size[heading.axis] * 10))
    while low < high {
      let middle = (low + high + 1) / 2
      var gesture = base
      let way = Double(middle) / 10 * Double(heading.sign)
      gesture.motion = .course(.init(along: heading.axis, through: [.init(time: 1, way: way)]))
      if (try? gesture.check()) != nil { low = middle } else { high = middle - 1 }
    }
    return Double(low) / 10
  }

  private static func motion(
    _ gesture: SteadyGesture, _ heading: Heading
  ) -> GestureSpecification.Motion {
    let places = gesture.corners.dropFirst(2).map { corner in
      GestureSpecification.Course.Place(
        time: corner.time - gesture.dwell, way: corner.way * Double(heading.sign))
    }
    return .course(.init(along: heading.axis, through: places))
  }

  // MARK: Words

  private enum Wanted: String, CaseIterable {
    case finish, cancel

    var outcome: Outcome { self == .finish ? .finish : .cancel }
  }

  /// What is proven of a gesture, in a line.
  private static func note(
    _ robust: RobustGesture, _ outcome: Outcome, _ policy: PolicyDefinition, _ bounds: DeviceBounds
  ) -> String {
    func range(_ interval: Interval) -> String {
      func text(_ value: Double) -> String {
        value.isInfinite ? (value < 0 ? "-∞" : "∞") : DecimalText.significant(value, digits: 4)
      }
      return text(interval.lower) == text(interval.upper)
        ? text(interval.lower) : "\(text(interval.lower))…\(text(interval.upper))"
    }
    let rates = bounds.rates
    let margin = DecimalText.significant(robust.guarantee.margin, digits: 4)
    return "\(PlainText.escaped(policy.id)): \(outcome.rawValue) by \(margin) "
      + "\(robust.guarantee.unit.rawValue) at least (progress \(range(robust.progress)), velocity "
      + "\(range(robust.velocity))), at \(DecimalText.significant(rates.lowerBound)) to "
      + "\(DecimalText.significant(rates.upperBound)) reports/s, "
      + "\(DecimalText.significant(bounds.lost * 100)) % of them lost, time stamps off by "
      + "\(DecimalText.significant(bounds.jitter * 1000)) ms"
  }

  private static func problem(
    _ obstacle: RobustGesture.Obstacle, _ outcome: Outcome, _ policy: String, _ longest: Double
  ) -> Problem {
    let head =
      "no drag of up to \(DecimalText.significant(longest)) mm is sure to \(outcome.rawValue) under "
      + "'\(PlainText.escaped(policy))': "
    switch obstacle {
    case .plan(let error): return RobustOptions.problem(error)
    case .mayNotBegin: return Problem(.failed, head + "its gesture may not begin")
    case .mayBeCut:
      return Problem(.failed, head + "progress depends on how the way is cut into reports")
    case .contrary(let rule):
      return Problem(
        .failed,
        head + "where it begins, step '\(rule.rawValue)' may decide otherwise within these bounds")
    }
  }

  private static func problem(_ error: ReplayError) -> Problem {
    let advice = error.advice.map { ": " + $0 } ?? ""
    return Problem(.misused, error.description + advice)
  }
}
