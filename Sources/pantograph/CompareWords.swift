import Gestures
import Quantities
import Simulation
import Transitions

/// How a comparison is said to a person.
enum CompareWords {
  /// What a velocity of a verdict counts, in few letters.
  static func velocityUnit(_ verdict: PolicyVerdict) -> String {
    Words.velocityUnit(verdict.rule.estimator)
  }

  // MARK: The matrix

  /// The outcome and the margin in few letters.
  ///
  /// - Parameters:
  ///   - outcome: The outcome; `nil` if the policy cannot be followed.
  ///   - verdict: The verdict, if a gesture began.
  ///   - width: How wide it is at least.
  /// - Returns: The text.
  static func cell(
    _ outcome: ComparedOutcome?, _ verdict: PolicyVerdict?, width: Int = 0
  ) -> String {
    guard let outcome else { return Words.column("–", width) }
    guard let verdict else { return Words.column("·", width) }
    let letter = outcome == .finish ? "F" : "c"
    guard let margin = verdict.decision.margin else { return Words.column(letter, width) }
    let text = shortMargin(margin, isVelocity: verdict.decision.unit != .progress)
    return letter + Words.aligned(text, max(width - 1, text.count + 1))
  }

  /// A margin of at most five letters: in percent, or a velocity with a `v`.
  static func shortMargin(_ margin: Double, isVelocity: Bool) -> String {
    let value = (isVelocity ? margin : margin * 100).magnitude
    let unit = isVelocity ? "v" : "%"
    guard margin != 0 else { return "0" + unit }
    let sign = margin < 0 ? "-" : "+"
    let digits =
      value < 0.05
      ? "0"
      : value < 9.95
        ? DecimalText.fixed(value, places: 1, isPadded: true)
        : value < 999.5
          ? DecimalText.fixed(value, places: 0)
          : "1e" + String(max(3, exponent(of: value)))
    return sign + digits + unit
  }

  private static func exponent(of value: Double) -> Int {
    var (rest, exponent) = (value, 0)
    while rest >= 10, exponent < 308 {
      rest /= 10
      exponent += 1
    }
    return exponent
  }

  /// How often a pair differs; a dash where the two were never followed together.
  static func count(_ pair: PolicyDifferences.Pair) -> String {
    pair.touches > 0 ? String(pair.differing) : "–"
  }

  /// What the letters of the matrix mean.
  static func legend(mark: String) -> String {
    "F finish, c cancel, · no gesture, – cannot be followed; then the margin past the bar, in % of "
      + "the way, or in progress per second or event (v); \(mark): differs from most"
  }

  // MARK: Causes

  /// What splits the policies over a gesture, a sentence a cause.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - names: The policies.
  ///   - write: How a name is written.
  /// - Returns: The sentences.
  static func sentences(
    _ gesture: ComparedGesture, _ names: [String], _ write: (String) -> String
  ) -> [String] {
    gesture.split.groups.map { group in
      let list = zip(group.policies, group.causes).map { policy, cause in
        write(names[policy]) + (way(cause).map { " (\($0))" } ?? "")
      }
      return "\(sentence(group.cause)): \(list.joined(separator: ", ")) \(verb(group.outcome))"
    }
  }

  /// What split the policies over many gestures, counted, a sentence a cause.
  static func sentences(
    _ differences: PolicyDifferences, _ names: [String], _ write: (String) -> String
  ) -> [String] {
    differences.causes.map { cause in
      let places = names.indices.filter { cause.policies[$0] > 0 }
        .sorted { (cause.policies[$1], $0) < (cause.policies[$0], $1) }
      let list = places.map { "\(write(names[$0])) \(cause.policies[$0])" }
      return "\(cause.touches) of \(differences.touches): \(sentence(cause.kind)): "
        + "\(list.joined(separator: ", ")) \(verb(cause.outcome))"
    }
  }

  private static func verb(_ outcome: ComparedOutcome) -> String {
    switch outcome {
    case .finish: "(finish)"
    case .cancel: "(cancel)"
    case .none: "(no gesture)"
    }
  }

  /// The way that a cause tells, which is each policy's own.
  private static func way(_ cause: SplitCause) -> String? {
    switch cause {
    case .lessWay(let way?), .moreWay(let way?): "\(Words.short(way)) mm"
    default: nil
    }
  }

  /// A cause with its numbers.
  static func sentence(_ cause: SplitCause) -> String {
    func rest(_ seconds: Double) -> String {
      "a \(DecimalText.fixed(seconds * 1000, places: 0)) ms rest"
    }
    return switch cause {
    case .keptVelocity(let seconds): "velocity kept after \(rest(seconds))"
    case .forgottenVelocity(let seconds): "velocity 0 after \(rest(seconds))"
    case .wornVelocity(let seconds): "velocity worn down by \(rest(seconds))"
    case .interrupted(let end): "\(Words.end(end)), which cancels"
    case .otherHeading(let heading): "\(heading.rawValue) was forward by its first motion"
    case .lateStart(let start, let millimeters): lateStart(start, millimeters)
    case .rejected(let reason): Words.reason(reason)
    case .decidedInterruption, .asked, .veto, .fastBackwards, .carriedBack, .ignoredReversal,
      .force, .fast,
      .carried, .ignoredVelocity, .tooSlow, .shortFling, .lessWay, .moreWay, .earlyStart, .slanted,
      .undelivered:
      sentence(cause.kind)
    }
  }

  /// A kind of cause.
  static func sentence(_ kind: SplitCause.Kind) -> String {
    switch kind {
    case .keptVelocity: "velocity kept after a rest"
    case .forgottenVelocity: "velocity 0 after a rest"
    case .wornVelocity: "velocity worn down by a rest"
    case .decidedInterruption: "the system's cancel counts as a lift"
    case .interrupted: "broken off, which cancels"
    case .asked: "a program of its own decides"
    case .otherHeading: "another way was forward by its first motion"
    case .veto: "a motion back at the end cancels"
    case .fastBackwards: "fast enough backwards to cancel"
    case .carriedBack: "the velocity carries it back behind the bar"
    case .ignoredReversal: "a motion back at the end does not matter"
    case .force: "the speed finishes it, whatever its direction"
    case .fast: "fast enough to finish, whatever the way"
    case .carried: "the velocity carries it past the bar"
    case .ignoredVelocity: "the velocity does not matter"
    case .tooSlow: "not fast enough"
    case .shortFling: "fast enough, but not after so short a way"
    case .lessWay: "a shorter way is enough"
    case .moreWay: "it takes a longer way"
    case .earlyStart: "a gesture began"
    case .lateStart: "more motion begins a gesture"
    case .undelivered: "libinput tells of no gesture"
    case .slanted: "not clearly enough along an axis"
    case .rejected: "no gesture for its fingers, place or button"
    }
  }

  /// Why there was no gesture.
  static func reason(_ absence: PolicyAbsence) -> String {
    switch absence.reason {
    case .notFollowed(let error): error.description
    case .undelivered: sentence(SplitCause.Kind.undelivered)
    case .slanted: sentence(SplitCause.Kind.slanted)
    case .rejected(.withinSlop): lateStart(absence.start, absence.startMillimeters)
    case .rejected(let reason): Words.reason(reason)
    }
  }

  private static func lateStart(_ start: String?, _ millimeters: Double?) -> String {
    let stated = start.map(Words.length)
    let way = millimeters.flatMap { $0 > 0 ? "\(Words.short($0)) mm" : nil }
    return switch (stated, way) {
    case (let stated?, let way?) where stated != way && stated.hasSuffix(" px"):
      "needs \(stated) (\(way)) to begin"
    case (_, let way?): "needs \(way) to begin"
    case (let stated?, nil) where millimeters == nil: "needs \(stated) to begin"
    default: "it did not move"
    }
  }
}

extension PolicyVerdict {
  /// What the margin counts.
  var marginUnit: String? {
    guard let unit = decision.unit, unit != .progress else { return decision.unit?.rawValue }
    return switch rule.estimator.method {
    case .meanPerEvent: "progress/event"
    case .lastEvents(let count): "progress/\(count) events"
    case .windowSlope, .endPoints, .lastPair, .leastSquares, .none: unit.rawValue
    }
  }
}
