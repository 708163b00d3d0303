import TestSupport
import Testing
import Transitions

@testable import Tuning

@Suite struct StudyTests {
  static func recommendation(
    _ gestures: [Persons.Gesture], vary: String = "finish_threshold=0.06..0.9:0.02",
    policy: Policy = .threshold(), _ change: (inout Study) -> Void = { _ in }
  ) throws -> Recommendation {
    let table = try GestureTable(gestures)
    var study = Study()
    study.mostSeries = 300
    change(&study)
    return try study.recommendation(
      table, intents: table.intents,
      candidates: [
        Study.Candidate(
          PlainPolicy("threshold", policy), variations: [try #require(ParameterRange(vary))])
      ])
  }

  static func threshold(_ trial: Recommendation.Trial) -> Double {
    trial.values["finish_threshold"]?.number ?? .nan
  }

  // MARK: The value

  @Test(arguments: [(40, 8), (200, 10), (1000, 20)])
  func `the range holds the planted optimum in at least 93 of 100 draws`(
    count: Int, persons: Int
  ) throws {
    let world = Persons()
    let best = world.bestThreshold
    var held = 0
    var width = 0.0
    for draw in 0..<100 {
      let gestures = world.gestures(count, of: persons, seed: UInt64(draw) &* 7919 &+ 1)
      let result = try Self.recommendation(gestures) { $0.seed = UInt64(draw) }
      let range = try #require(result.choice.ranges.first)
      if range.low.number <= best, best <= range.high.number { held += 1 }
      width += (range.high.number - range.low.number) / 100
    }
    #expect(held >= 93, "\(count) gestures")
    // A range that holds everything would say nothing.
    #expect(width < (count == 40 ? 0.4 : count == 200 ? 0.25 : 0.15))
  }

  @Test func `costs and base rates move the best value`() throws {
    let gestures = Persons().gestures(600, of: 12, seed: 5)
    let plain = Self.threshold(try Self.recommendation(gestures).choice.best)
    let dear = Self.threshold(
      try Self.recommendation(gestures) { $0.costs = Costs(falseFinish: 10) }.choice.best)
    let rare = Self.threshold(
      try Self.recommendation(gestures) { $0.costs = Costs(baseRates: [.cancel: 0.02]) }.choice
        .best)
    #expect(dear > plain + 0.05)
    #expect(rare < plain - 0.02)
  }

  @Test func `counts at the best value are those of deciding there`() throws {
    let gestures = Persons().gestures(300, of: 10, seed: 9)
    let result = try Self.recommendation(gestures)
    let best = Self.threshold(result.choice.best)
    let mistakes = result.choice.best.mistakes
    #expect(
      mistakes.falseFinish.mistakes
        == gestures.count { $0.intent == .cancel && $0.progress >= best })
    #expect(
      mistakes.falseCancel.mistakes
        == gestures.count { $0.intent == .finish && $0.progress < best })
    #expect(mistakes.falseFinish.count == 150)
    let now = try #require(result.choice.now?.mistakes)
    #expect(
      now.falseFinish.mistakes == gestures.count { $0.intent == .cancel && $0.progress >= 0.3 })
    #expect(result.flips.count == gestures.count { ($0.progress >= best) != ($0.progress >= 0.3) })
    #expect(result.choice.curve.map(\.cost).min() == mistakes.cost)
  }

  @Test func `the middle of equal values is the best`() throws {
    var gestures = Persons().gestures(60, of: 10, seed: 1)
    for index in gestures.indices {
      gestures[index].progress = gestures[index].intent == .finish ? 0.8 : 0.2
    }
    let result = try Self.recommendation(gestures, vary: "finish_threshold=0.1..0.9:0.1")
    // 0.3 to 0.8 make no mistake.
    #expect(Self.threshold(result.choice.best) == 0.5)
    #expect(result.choice.best.mistakes.cost == 0)
    let range = try #require(result.choice.ranges.first)
    #expect((range.low.number, range.high.number) == (0.3, 0.8))
    #expect(result.choice.nowMayBeBest == true)
    #expect(!range.isOpenBelow && !range.isOpenAbove)
  }

  @Test func `a range that ends with what was tried says so`() throws {
    let result = try Self.recommendation(
      Persons().gestures(100, of: 10, seed: 3), vary: "finish_threshold=0.05..0.3:0.01")
    #expect(result.choice.ranges.first?.isOpenAbove == true)
    #expect(result.choice.ranges.first?.isOpenBelow == false)
  }

  @Test func `the order of gestures does not matter`() throws {
    var random = Seeded(1)
    let gestures = Persons().gestures(200, of: 9, seed: 2).enumerated().map { index, gesture in
      var gesture = gesture
      gesture.recording = "r\(index)"
      return gesture
    }
    let one = try Self.recommendation(gestures)
    let other = try Self.recommendation(gestures.shuffled(using: &random))
    #expect(one.choice.ranges == other.choice.ranges)
    #expect(one.choice.best.mistakes == other.choice.best.mistakes)
    #expect(one.choice.crossValidated == other.choice.crossValidated)
    #expect(one.groups == other.groups)
    #expect(one.flips == other.flips)
    #expect(one.basis == other.basis)
  }

  // MARK: How sure

  @Test func `mistakes are no fewer where values are chosen by others`() throws {
    var more = 0
    for seed in 0..<20 {
      let result = try Self.recommendation(
        Persons(spread: 0.1).gestures(60, of: 6, seed: UInt64(seed)))
      let judged = try #require(result.choice.crossValidated)
      #expect(judged.cost >= result.choice.best.mistakes.cost - 1e-12)
      if judged.cost > result.choice.best.mistakes.cost { more += 1 }
    }
    #expect(more > 10)
  }

  @Test func `bounds know that persons differ`() throws {
    // Two of ten persons always go wrong: many gestures do not make their share sure.
    var gestures = Persons().gestures(2000, of: 10, seed: 1)
    for index in gestures.indices {
      let isWrong = gestures[index].person < 2 && gestures[index].intent == .cancel
      gestures[index].progress = gestures[index].intent == .finish || isWrong ? 0.8 : 0.1
    }
    let rate = try Self.recommendation(gestures, vary: "finish_threshold=0.5").choice.best.mistakes
      .falseFinish
    #expect(rate.share == 0.2)
    #expect(rate.binomialUpper < 0.225)
    #expect(rate.upper > 0.35)
  }

  @Test func `fewer than 8 persons do not stand for everyone`() throws {
    #expect(
      try !Self.recommendation(Persons().gestures(70, of: 7, seed: 1)).isForEveryone)
    #expect(try Self.recommendation(Persons().gestures(80, of: 8, seed: 1)).isForEveryone)
  }

  @Test func `the worst group comes first`() throws {
    var gestures = Persons(spread: 0).gestures(400, of: 10, seed: 4)
    for index in gestures.indices where gestures[index].person == 3 {
      gestures[index].progress = 0.35
    }
    let result = try Self.recommendation(gestures)
    #expect(result.groups.first { $0.kind == .participant }?.name == "p3")
    #expect(!result.groups.contains { $0.kind == .device || $0.kind == .hand })
  }

  // MARK: Devices

  @Test func `a device with another best value is found, and one without is not`() throws {
    var found = 0
    var claimed = 0
    for seed in 0..<10 {
      var gestures = Persons().gestures(480, of: 12, seed: UInt64(seed))
      for index in gestures.indices {
        let isSecond = gestures[index].person.isMultiple(of: 2)
        gestures[index].device = isSecond ? "Pad B" : "Pad A"
      }
      let same = try Self.recommendation(gestures) { $0.isPerDevice = true }
      if try #require(same.perDevice).isBetter { claimed += 1 }
      for index in gestures.indices where gestures[index].device == "Pad B" {
        gestures[index].progress += 0.3
      }
      let other = try #require(
        try Self.recommendation(gestures) { $0.isPerDevice = true }.perDevice)
      if other.isBetter { found += 1 }
      #expect(other.devices.map(\.name) == ["Pad A", "Pad B"])
    }
    #expect(found == 10)
    #expect(claimed <= 2)
  }

  // MARK: What was in force

  @Test(arguments: [
    (#""policy_in_force":{"finish_threshold":0.36},"#, Extrapolation.near(0.36)),
    (#""policy_in_force":{"finish_threshold":0.7,"policy":"threshold"},"#, .far(0.7)),
    (#""policy_in_force":"niri","#, .otherPolicy("niri")), (#""policy_in_force":null,"#, .unknown),
    (#""policy_in_force":[1],"#, .unknown),
  ])
  func `values far from those in force are extrapolated`(
    more: String, extrapolation: Extrapolation
  ) throws {
    var gestures = Persons().gestures(200, of: 10, seed: 6)
    for index in gestures.indices { gestures[index].more = more }
    #expect(try Self.recommendation(gestures).extrapolation == extrapolation)
  }

  // MARK: What is missing

  @Test func `what is missing is told`() throws {
    var gestures = Persons().gestures(40, of: 4, seed: 1)
    #expect(throws: Study.Failure.noIntent(.cancel)) {
      _ = try Self.recommendation(gestures.filter { $0.intent == .finish })
    }
    for index in gestures.indices { gestures[index].intent = nil }
    #expect(throws: Study.Failure.noLabels) { _ = try Self.recommendation(gestures) }
    let table = try GestureTable(Persons().gestures(40, of: 4, seed: 1))
    func failure(_ id: String, _ vary: [String]) throws -> Study.Failure? {
      let variations = try vary.map { try #require(ParameterRange($0)) }
      do {
        _ = try Study().recommendation(
          table, intents: table.intents,
          candidates: [
            Study.Candidate(PlainPolicy(id, .threshold()), variations: variations)
          ])
        return nil
      } catch {
        return error
      }
    }
    #expect(try failure("niri", []) == .noFeatures(policy: "niri"))
    #expect(
      try failure("threshold", ["finish_threshold=0..1:0.001", "fling_forward=0..1:0.01"])
        == .tooManyValues(limit: 20_000))
    #expect(
      try failure("threshold", ["finish_threshold=1furlong"])
        == .parameter(
          .unknownUnit("furlong", parameter: "finish_threshold", policy: "threshold")))
    #expect(
      try failure("threshold", ["luck=1"])
        == .parameter(.unknownParameter("luck", policy: "threshold")))
  }
}
