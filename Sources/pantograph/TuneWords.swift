import Simulation
import Tuning

/// How sure `tune` is, and what to record next, in sentences.
enum TuneWords {
  /// What is missing to show what is required.
  static func finding(_ finding: Requirement.Finding, _ requirement: Requirement) -> String {
    switch finding {
    case .met: ""
    case .needsGestures(let count):
      "\(Words.count(count, "more gesture")) \(meant(requirement.kind)) needed, none of them wrong."
    case .needsPersons(let count):
      "The persons differ too much: with others like them, about \(count) are needed in all."
    case .exceeded:
      "The share that was seen is beyond the limit: more gestures will not show it."
    }
  }

  private static func meant(_ kind: Mistakes.Kind) -> String {
    switch kind {
    case .falseFinish: "meant to cancel"
    case .falseCancel: "meant to finish"
    case .falseStart: "not meant as gestures"
    }
  }

  /// How sure it all is, and what to record next.
  static func certainty(_ answer: TuneAnswer) -> [String] {
    let result = answer.recommendation
    let basis = result.basis
    var sentences: [String] = []
    let sure = "\(DecimalText.fixed(basis.confidence * 100, places: 0))%"
    switch basis.level {
    case "persons":
      sentences.append(
        "\(sure) sure, by \(basis.series) series of persons and their sessions drawn anew.")
    case "sessions":
      sentences.append(
        "\(sure) sure for these persons alone, by \(basis.series) series of sessions drawn anew.")
    default:
      sentences.append(
        "\(sure) sure for gestures like these alone, by \(basis.series) series of "
          + "\(basis.level) drawn anew: nobody says whose they are.")
    }
    if !result.isForEveryone {
      let missing = Recommendation.fewestPersons - basis.persons
      sentences.append(
        basis.persons > 0
          ? "This is not for everyone: \(Words.count(basis.persons, "person")) "
            + "cannot stand for all. Record \(missing) more at least."
          : "This is not for everyone: no gesture says who made it. Name the participants, "
            + "\(Recommendation.fewestPersons) at least.")
    }
    sentences += extrapolation(answer)
    return sentences
  }

  private static func extrapolation(_ answer: TuneAnswer) -> [String] {
    let result = answer.recommendation
    let best = answer.variations.map { variation in
      let value = result.choice.best.values[variation.parameter]
      return
        "\(variation.parameter) \(value.map { DecimalText.significant($0.number) + $0.unit } ?? "none")"
    }.joined(separator: ", ")
    let confirm = "Confirm it: record with \(best) in force, \(plan(answer))."
    return switch result.extrapolation {
    case .unknown:
      [
        "No recording says which policy was in force. People get used to what they feel, so that "
          + "other values are a guess until tried.", confirm,
      ]
    case .near: result.choice.nowMayBeBest == true ? [] : [confirm]
    case .far(let value):
      [
        "Extrapolated: \(DecimalText.significant(value)) was in force while recording, and people "
          + "stop where they have learned that it is enough.", confirm,
      ]
    case .otherPolicy(let id):
      [
        "Extrapolated: another policy was in force while recording, "
          + "'\(PlainText.escaped(id))'.", confirm,
      ]
    }
  }

  /// How many gestures show that the rates are not much more than they seem.
  private static func plan(_ answer: TuneAnswer) -> String {
    let judged = answer.judged
    func count(_ rate: MistakeRate) -> Int {
      // Twice the rate seen, or 2 %: what no more mistakes than expected would show.
      let limit = max(0.02, min(0.5, 2 * rate.share))
      var needed = 149
      for _ in 0..<20 {
        let expected = Int((Double(needed) * rate.share).rounded())
        guard let next = BinomialBound.count(for: expected, atMost: limit), next > needed else {
          break
        }
        needed = next
      }
      return needed
    }
    return "\(Recommendation.fewestPersons) persons or more, "
      + "\(count(judged.falseCancel)) gestures meant to finish and "
      + "\(count(judged.falseFinish)) to cancel"
  }
}
