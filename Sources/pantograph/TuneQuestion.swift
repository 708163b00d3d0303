import Quantities
import Simulation
import Transitions
import Tuning

/// What `tune` is asked.
struct TuneQuestion {
  private let policies: [TunedDefinition]

  /// Whether all policies are meant that the gestures tell of.
  private let isAll: Bool

  let variations: [ParameterRange]
  private let requirements: [Requirement]
  private let labels: TuneCommand.LabelSource
  private var study = Study()

  /// The policies that gestures must tell of, or `nil` for all.
  var definitions: [PolicyDefinition]? { isAll ? nil : policies.map(\.definition) }

  /// The values that are tried unless others are asked for.
  private static let usual = "finish_threshold=0.05..0.95:0.01"

  /// Reads the command line.
  init(_ arguments: Arguments) throws(Problem) {
    var names = arguments.values("policy")
    isAll = names.contains("all")
    if names.isEmpty { names = ["threshold"] }
    var policies: [TunedDefinition] = []
    for name in names where name != "all" {
      var definition = try PolicyArgument.policy(
        name,
        refusing: PolicyArgument.Refusal(
          reason: "tune decides each again and again, by values that a program does not have"))
      if let text = arguments.value("threshold") {
        guard let value = PolicyValue(text, for: .finishThreshold) else {
          throw Problem(
            .misused,
            "--threshold takes a share, mm or px such as 0.3, 25mm, min(0.3,60mm), "
              + "not '\(Arguments.shown(text))'")
        }
        definition.set(.finishThreshold, to: value)
      }
      policies.append(TunedDefinition(definition))
    }
    self.policies = policies
    var variations: [ParameterRange] = []
    for text in arguments.values("vary").isEmpty ? [Self.usual] : arguments.values("vary") {
      guard let variation = ParameterRange(text) else {
        throw Problem(
          .misused,
          "--vary takes a parameter and values such as finish_threshold=0.1..0.6:0.01, "
            + "not '\(Arguments.shown(text))'")
      }
      guard !variations.contains(where: { $0.parameter == variation.parameter }) else {
        throw Problem(
          .misused, "--vary is given twice for '\(Arguments.shown(variation.parameter))'")
      }
      variations.append(variation)
    }
    self.variations = variations
    var requirements: [Requirement] = []
    for text in arguments.values("require") {
      guard let requirement = Requirement(text) else {
        throw Problem(
          .misused,
          "--require takes a rate and its limit such as 'false-cancel<=0.02', "
            + "not '\(Arguments.shown(text))'")
      }
      requirements.append(requirement)
    }
    self.requirements = requirements
    labels = try arguments.word("label-from", TuneCommand.LabelSource.self) ?? .intent
    guard labels == .intent || !arguments.has("intents") else {
      throw Arguments.misuse("--label-from retry and --intents do not go together", "tune")
    }
    study.isPerDevice = arguments.has("per-device")
    if let seed = try arguments.whole("seed", 0...Int.max) { study.seed = UInt64(seed) }
    study.costs = try Self.costs(arguments)
  }

  private static func costs(_ arguments: Arguments) throws(Problem) -> Costs {
    var costs = Costs()
    for text in arguments.values("cost") {
      guard let (name, number) = assignment(text), let kind = Mistakes.Kind(rawValue: name),
        number >= 0
      else {
        throw Problem(
          .misused,
          "--cost takes a mistake and a number such as false-finish=3, "
            + "not '\(Arguments.shown(text))'")
      }
      switch kind {
      case .falseFinish: costs.falseFinish = number
      case .falseCancel: costs.falseCancel = number
      case .falseStart: costs.falseStart = number
      }
    }
    for text in arguments.values("base-rate") {
      guard let (name, number) = assignment(text), let intent = Intent(rawValue: name),
        (0...1).contains(number)
      else {
        throw Problem(
          .misused,
          "--base-rate takes an intent and its share such as cancel=0.1, "
            + "not '\(Arguments.shown(text))'")
      }
      costs.baseRates[intent] = number
    }
    guard costs.baseRates.values.reduce(0, +) <= 1 + 1e-9 else {
      throw Problem(.misused, "the shares of --base-rate add up to more than 1")
    }
    guard costs.falseFinish + costs.falseCancel > 0 else {
      throw Problem(.misused, "--cost leaves no mistake that costs anything")
    }
    return costs
  }

  private static func assignment(_ text: String) -> (String, Double)? {
    let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, let number = DecimalNumber(pair[1])?.value else { return nil }
    return (String(pair[0]), number)
  }

  /// Answers it.
  func answer(_ table: GestureTable, labels source: String) throws(Problem) -> TuneAnswer {
    guard table.count > 0 else { throw Problem(.badInput, "there is no gesture") }
    var policies = policies
    var notes: [String] = []
    if isAll {
      let known = table.policies.map(\.id).sorted()
      policies = known.compactMap { PolicyLibrary.policy(named: $0).map(TunedDefinition.init) }
      let unknown = known.filter { id in !policies.contains { $0.id == id } }
      if !unknown.isEmpty {
        notes.append(
          "policies that are not known are left out: "
            + PlainText.escaped(unknown.joined(separator: ", ")))
      }
    }
    guard let first = policies.first else {
      throw Problem(.badInput, "the gestures tell of no policy that is known")
    }
    let intents: [Intent?]
    let candidates: [Study.Candidate]
    do throws(ParameterError) {
      intents =
        labels == .retry ? try RetryLabels.intents(of: table, under: first) : table.intents
      candidates = try self.candidates(policies, &notes)
    } catch {
      throw Problem(.misused, PlainText.escaped(error.description))
    }
    let recommendation: Recommendation
    do throws(Study.Failure) {
      recommendation = try study.recommendation(table, intents: intents, candidates: candidates)
    } catch {
      throw Self.problem(error)
    }
    let chosen = policies.first { $0.id == recommendation.choice.id } ?? first
    let changed: PolicyDefinition
    do throws(ParameterError) {
      changed = try chosen.changed(recommendation.choice.best.values)
    } catch {
      throw Problem(.misused, PlainText.escaped(error.description))
    }
    return TuneAnswer(
      recommendation: recommendation, requirements: requirements, costs: study.costs,
      labels: labels == .retry ? "retry" : source, notes: notes, policyFile: changed.fileText,
      variations: variations)
  }

  /// What is tried of each policy; one that lacks a parameter is left out of several.
  private func candidates(
    _ policies: [TunedDefinition], _ notes: inout [String]
  ) throws(ParameterError) -> [Study.Candidate] {
    var candidates: [Study.Candidate] = []
    var failure: ParameterError?
    for policy in policies {
      do throws(ParameterError) {
        var changes: [String: ParameterValue] = [:]
        for variation in variations {
          if let value = variation.values.first { changes[variation.parameter] = value }
        }
        try policy.check(changes)
        candidates.append(Study.Candidate(policy, variations: variations))
      } catch {
        failure = failure ?? error
        notes.append("\(policy.id) is left out: \(error.description)")
      }
    }
    if candidates.isEmpty, let failure { throw failure }
    return candidates
  }

  private static func problem(_ failure: Study.Failure) -> Problem {
    switch failure {
    case .noLabels:
      Problem(
        .badInput, "no gesture says what was meant (see --intents and --label-from)")
    case .noIntent(let intent):
      Problem(
        .badInput,
        "no gesture was meant to \(intent.rawValue): a threshold lies between those "
          + "meant to finish and those meant to cancel")
    case .noFeatures(let policy):
      Problem(
        .badInput, "the gestures do not tell what the policy '\(PlainText.escaped(policy))' sees")
    case .tooManyValues(let limit):
      Problem(.misused, "--vary makes more than \(limit) combinations of values")
    case .parameter(let error): Problem(.misused, PlainText.escaped(error.description))
    }
  }
}
