import Testing

@testable import Tuning

@Suite struct CostsTests {
  static let counts: [Intent: Int] = [.finish: 60, .cancel: 30, .none: 10]

  @Test func `intents are as frequent as recorded unless somebody knows better`() {
    #expect(Costs().shares(of: Self.counts) == [.finish: 0.6, .cancel: 0.3, .none: 0.1])
    let known = Costs(baseRates: [.cancel: 0.1]).shares(of: Self.counts)
    #expect(known[.cancel] == 0.1)
    // The rest is shared as recorded: 6 to 1.
    let finish: Double = 0.9 * 6 / 7
    #expect(abs((known[.finish] ?? 0) - finish) < 1e-12)
    #expect(abs(known.values.reduce(0, +) - 1) < 1e-12)
  }

  @Test func `an intent that was not recorded has no share`() {
    let shares = Costs(baseRates: [.cancel: 0.1, .none: 0.5]).shares(
      of: [.finish: 10, .cancel: 10])
    #expect(shares[.none] == nil)
    #expect(abs(shares.values.reduce(0, +) - 1) < 1e-12)
    #expect(Costs().shares(of: [:]).isEmpty)
  }

  @Test func `a mistake counts as often as its intent is met`() {
    let costs = Costs(falseFinish: 3, falseCancel: 2, falseStart: 1, baseRates: [.cancel: 0.3])
    let weights = costs.weights(for: Self.counts, shares: Self.counts)
    #expect(abs(weights.falseFinish * 30 - 3 * 0.3) < 1e-12)
    #expect(abs(weights.falseCancel * 60 - 2 * 0.6) < 1e-12)
    #expect(abs(weights.falseStart * 10 - 0.1) < 1e-12)
    #expect(abs(weights.finishedStart * 10 - 0.3) < 1e-12)
  }
}
