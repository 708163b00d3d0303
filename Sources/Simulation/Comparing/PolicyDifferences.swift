/// How often each two of several policies differ over touches, and what splits them.
public struct PolicyDifferences: Hashable, Sendable {
  /// Two policies, by their places, and how often they differ.
  public struct Pair: Hashable, Sendable {
    /// The earlier one.
    public var first: Int

    /// The later one.
    public var second: Int

    /// Over how many touches their outcomes differ.
    public var differing: Int

    /// Over how many touches both could be followed.
    public var touches: Int
  }

  /// A cause that split the policies, and how often.
  public struct Cause: Hashable, Sendable {
    /// What kind it is.
    public var kind: SplitCause.Kind

    /// The outcome that it led to.
    public var outcome: ComparedOutcome

    /// How many touches it split.
    public var touches = 0

    /// How many of them for each policy.
    public var policies: [Int]
  }

  /// The number of policies.
  public let count: Int

  /// The number of touches.
  public private(set) var touches = 0

  /// The number of touches over which some policies differ.
  public private(set) var split = 0

  private var differing: [Int]
  private var followed: [Int]
  private var found: [Cause] = []

  /// Creates a count of nothing.
  ///
  /// - Parameter count: How many policies there are, 0 or more.
  public init(policies count: Int) {
    self.count = count
    differing = Array(repeating: 0, count: count * count)
    followed = Array(repeating: 0, count: count * count)
  }

  /// Counts a touch.
  ///
  /// - Complexity: O(policies²).
  public mutating func add(_ touch: TouchComparison, _ split: OutcomeSplit) {
    touches += 1
    if split.base != nil { self.split += 1 }
    let outcomes = touch.outcomes
    for second in outcomes.indices.prefix(count) {
      guard let one = outcomes[second] else { continue }
      for first in 0..<second {
        guard let other = outcomes[first] else { continue }
        followed[first * count + second] += 1
        if one != other { differing[first * count + second] += 1 }
      }
    }
    var seen: Set<Int> = []
    for group in split.groups {
      let place = place(of: group)
      if seen.insert(place).inserted { found[place].touches += 1 }
      for policy in group.policies { found[place].policies[policy] += 1 }
    }
  }

  private mutating func place(of group: OutcomeSplit.Group) -> Int {
    let kind = group.cause.kind
    if let place = found.firstIndex(where: { $0.kind == kind && $0.outcome == group.outcome }) {
      return place
    }
    found.append(
      Cause(kind: kind, outcome: group.outcome, policies: Array(repeating: 0, count: count)))
    return found.count - 1
  }

  /// How often two policies differ.
  ///
  /// - Precondition: The places are those of two policies.
  public func pair(_ one: Int, _ other: Int) -> Pair {
    let (first, second) = (min(one, other), max(one, other))
    let place = first * count + second
    return Pair(
      first: first, second: second, differing: differing[place], touches: followed[place])
  }

  /// All pairs, those that differ most first, then by place.
  public var pairs: [Pair] {
    var pairs: [Pair] = []
    for second in 0..<count {
      for first in 0..<second { pairs.append(pair(first, second)) }
    }
    return pairs.sorted { one, other in
      one.differing != other.differing
        ? one.differing > other.differing : (one.first, one.second) < (other.first, other.second)
    }
  }

  /// The causes, those that split most touches first, then the more telling ones.
  public var causes: [Cause] {
    found.sorted { one, other in
      if one.touches != other.touches { return one.touches > other.touches }
      return one.kind != other.kind
        ? one.kind < other.kind : one.outcome.rawValue < other.outcome.rawValue
    }
  }
}
