import Gestures

/// What splits the policies over a touch: who differs from the most, and what makes them differ.
public struct OutcomeSplit: Hashable, Sendable {
  /// Policies that chose the same outcome for the same cause.
  public struct Group: Hashable, Sendable {
    /// The outcome.
    public var outcome: ComparedOutcome

    /// The cause; of several that differ in their numbers alone, that of the first policy.
    public var cause: SplitCause

    /// The policies, by their places.
    public var policies: [Int]

    /// The causes of the policies, in their order.
    public var causes: [SplitCause]
  }

  /// The outcome that the groups differ from; `nil` where nobody differs.
  public var base: ComparedOutcome?

  /// Who differs; outcomes in the order finish, cancel, none, causes from the most telling on.
  public var groups: [Group] = []

  /// Works out what splits the policies over a touch.
  ///
  /// The outcome that most chose is the base. Where two have as many, it is the one that leaves
  /// fewer causes to tell, or more telling ones.
  ///
  /// - Parameter touch: The touch.
  /// - Complexity: O(policies).
  public init(_ touch: TouchComparison) {
    let outcomes = touch.outcomes
    guard Set(outcomes.compactMap(\.self)).count > 1 else { return }
    var best: Self?
    for base in touch.leaders {
      let split = Self(touch, outcomes, against: base)
      guard let other = best else {
        best = split
        continue
      }
      if split.groups.count < other.groups.count
        || split.groups.count == other.groups.count && split.weight < other.weight
      {
        best = split
      }
    }
    if let best { self = best }
  }

  private init(
    _ touch: TouchComparison, _ outcomes: [ComparedOutcome?], against base: ComparedOutcome
  ) {
    self.base = base
    let others = outcomes.indices.filter { outcomes[$0] == base }.compactMap { touch.verdicts[$0] }
    let othersTurn = 2 * others.count { $0.turnsOnVelocity } > others.count
    for (index, outcome) in outcomes.enumerated() {
      guard let outcome, outcome != base else { continue }
      let cause =
        touch.verdicts[index]?.cause(against: others, othersTurn: othersTurn)
        ?? touch.absences[index]?.cause ?? .rejected(.interrupted)
      let place = groups.firstIndex { $0.outcome == outcome && Self.isSame($0.cause, cause) }
      if let place {
        groups[place].policies.append(index)
        groups[place].causes.append(cause)
      } else {
        groups.append(Group(outcome: outcome, cause: cause, policies: [index], causes: [cause]))
      }
    }
    groups.sort { one, other in
      let (first, second) = (Self.order(one), Self.order(other))
      return first == second
        ? one.policies[0] < other.policies[0] : first.lexicographicallyPrecedes(second)
    }
  }

  /// Whether two causes make one sentence.
  private static func isSame(_ one: SplitCause, _ other: SplitCause) -> Bool {
    switch (one, other) {
    case (.lessWay, .lessWay), (.moreWay, .moreWay): true
    default: one == other
    }
  }

  private static func order(_ group: Group) -> [Int] {
    [ComparedOutcome.allCases.firstIndex(of: group.outcome) ?? 0, group.cause.kind.rawValue]
  }

  /// How little its causes tell.
  private var weight: Int { groups.reduce(0) { $0 + $1.cause.kind.rawValue } }
}
