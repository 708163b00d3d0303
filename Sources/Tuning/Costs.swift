/// What mistakes cost, and how often people mean what.
///
/// The cost of a gesture is what mistakes cost on the average, where intents are as frequent as in
/// use: recordings have as many cancels as somebody asked for.
public struct Costs: Hashable, Sendable {
  /// What finishing costs where the person meant to cancel, 0 or more.
  public var falseFinish: Double

  /// What cancelling costs where the person meant to finish, 0 or more.
  public var falseCancel: Double

  /// What beginning costs where no gesture was meant, 0 or more; that it finishes costs
  /// ``falseFinish`` on top.
  public var falseStart: Double

  /// The share of intents that are known for use, 0…1 each; the others share the rest as they do in
  /// the recordings.
  public var baseRates: [Intent: Double]

  /// Creates costs; by default each mistake costs 1, and intents are as frequent as recorded.
  public init(
    falseFinish: Double = 1, falseCancel: Double = 1, falseStart: Double = 1,
    baseRates: [Intent: Double] = [:]
  ) {
    self.falseFinish = falseFinish
    self.falseCancel = falseCancel
    self.falseStart = falseStart
    self.baseRates = baseRates
  }

  /// The share of each intent in use.
  ///
  /// - Parameter counts: How many gestures of each intent there are.
  /// - Returns: The shares, which add up to 1; an intent without gestures has none, whatever is
  ///   known of it, since nothing tells how often it goes wrong.
  public func shares(of counts: [Intent: Int]) -> [Intent: Double] {
    let present = Intent.allCases.filter { counts[$0, default: 0] > 0 }
    let known = present.compactMap { baseRates[$0] }.reduce(0, +)
    let others = present.filter { baseRates[$0] == nil }
    let rest = Double(others.reduce(0) { $0 + counts[$1, default: 0] })
    var shares: [Intent: Double] = [:]
    for intent in present {
      shares[intent] =
        baseRates[intent]
        ?? max(0, 1 - known) * Double(counts[intent, default: 0]) / rest
    }
    // Where nothing shares the rest, what is known is of those that are there.
    guard others.isEmpty, known > 0 else { return shares }
    for intent in present { shares[intent] = shares[intent, default: 0] / known }
    return shares
  }

  /// The weights of counts in the cost of a gesture.
  ///
  /// - Parameters:
  ///   - counts: How many gestures of each intent the counts are of.
  ///   - whole: How many there are of each in all recordings, which tells the shares.
  /// - Returns: The weights.
  func weights(for counts: [Intent: Int], shares whole: [Intent: Int]) -> CostWeights {
    let shares = shares(of: whole)
    func weight(_ cost: Double, _ intent: Intent) -> Double {
      let count = counts[intent, default: 0]
      return count > 0 ? cost * shares[intent, default: 0] / Double(count) : 0
    }
    return CostWeights(
      falseFinish: weight(falseFinish, .cancel), falseCancel: weight(falseCancel, .finish),
      falseStart: weight(falseStart, .none), finishedStart: weight(falseFinish, .none))
  }
}

/// What one more mistake of a kind adds to the cost of a gesture.
struct CostWeights: Hashable, Sendable {
  var falseFinish: Double
  var falseCancel: Double
  var falseStart: Double
  var finishedStart: Double
}
