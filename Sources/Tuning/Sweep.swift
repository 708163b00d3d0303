import Transitions

/// How many gestures of each intent finish, at each of many values.
///
/// Each gesture is decided once: where its outcome turns round tells all values, so that a hundred
/// thousand gestures over a thousand values cost a hundred thousand decisions.
struct Sweep: Sendable {
  /// Values that are tried together.
  struct Point: Hashable, Sendable {
    /// Which policy.
    var policy: Int

    /// The value of each variation, in their order.
    var values: [ParameterValue]
  }

  /// The most points.
  static let mostPoints = 20_000

  let points: [Point]
  let cellCount: Int

  /// How many gestures of a cell and an intent finish at each point.
  private(set) var finishing: [Int32]

  /// How many gestures there are of each intent in each cell.
  private(set) var totals: [Int32]

  /// How many gestures began that were not meant to be any, for each policy and cell.
  private(set) var starts: [Int32]

  /// The points of each policy.
  let ranges: [Range<Int>]

  static let intents = Intent.allCases

  /// Decides gestures at all values.
  ///
  /// - Parameters:
  ///   - table: The gestures.
  ///   - columns: What each policy sees of them.
  ///   - policies: The policies, in the order of the columns.
  ///   - variations: What is tried of each; all combinations are.
  ///   - cells: The cell of each gesture; −1 for those that do not count.
  ///   - cellCount: How many cells there are.
  ///   - intents: What each gesture was meant to do.
  /// - Throws: The parameter that cannot be set.
  init(
    _ table: GestureTable, columns: [GestureTable.PolicyColumn], policies: [any TunedPolicy],
    variations: [[ParameterRange]], cells: [Int32], cellCount: Int, intents: [Intent?]
  ) throws(ParameterError) {
    var points: [Point] = []
    var ranges: [Range<Int>] = []
    for index in policies.indices {
      let start = points.count
      points += Self.combinations(variations[index]).map { Point(policy: index, values: $0) }
      ranges.append(start..<points.count)
    }
    self.points = points
    self.ranges = ranges
    self.cellCount = cellCount
    let kinds = Self.intents.count
    finishing = Array(repeating: 0, count: cellCount * kinds * points.count)
    totals = Array(repeating: 0, count: cellCount * kinds)
    starts = Array(repeating: 0, count: cellCount * policies.count)
    var kind = Array(repeating: Int32(-1), count: table.count)
    for row in kind.indices where cells[row] >= 0 {
      guard let intent = intents[row], let place = Self.intents.firstIndex(of: intent) else {
        continue
      }
      kind[row] = cells[row] * Int32(kinds) + Int32(place)
      totals[Int(kind[row])] += 1
    }
    for index in policies.indices {
      try count(
        table, columns[index], policies[index], variations[index], index, kind)
    }
  }

  /// All combinations of values, those of the last variation changing first.
  private static func combinations(_ variations: [ParameterRange]) -> [[ParameterValue]] {
    variations.reduce([[]]) { lists, variation in
      lists.flatMap { list in variation.values.map { list + [$0] } }
    }
  }

  /// What a policy is in a situation: all that is needed to decide at each value.
  private struct Resolved {
    var policy: Policy

    /// The values of the last variation as the policy counts them, if its number is all it sets.
    var bars: [Double]

    /// Else a policy for each value.
    var policies: [Policy]
  }

  private mutating func count(
    _ table: GestureTable, _ column: GestureTable.PolicyColumn, _ policy: any TunedPolicy,
    _ variations: [ParameterRange], _ index: Int, _ kind: [Int32]
  ) throws(ParameterError) {
    let meaningless = Self.intents.firstIndex(of: .none) ?? 0
    let kinds = Self.intents.count
    for row in kind.indices where kind[row] >= 0 && Int(kind[row]) % kinds == meaningless {
      if column.began(row) { starts[index * cellCount + Int(kind[row]) / kinds] += 1 }
    }
    // What a policy is where nothing is decided need not be known.
    var isMet = column.situations.map { _ in false }
    for row in kind.indices where kind[row] >= 0 && column.began(row) {
      isMet[column.situation(row)] = true
    }
    let inner = variations.last
    let width = inner?.values.count ?? 1
    let parameter = inner.flatMap { policy.number(setBy: $0.parameter) }
    let outer = Self.combinations(Array(variations.dropLast()))
    // Differences between neighbors; their sums are the counts.
    var steps = Array(repeating: Int32(0), count: cellCount * kinds * (width + 1))
    for (block, values) in outer.enumerated() {
      var changes: [String: ParameterValue] = [:]
      for (variation, value) in zip(variations, values) { changes[variation.parameter] = value }
      var resolved: [Resolved] = []
      for (number, situation) in column.situations.enumerated() {
        resolved.append(
          isMet[number]
            ? try Self.resolve(policy, changes, inner, parameter, situation)
            : Resolved(policy: Policy(), bars: [], policies: []))
      }
      for place in steps.indices { steps[place] = 0 }
      for row in kind.indices where kind[row] >= 0 {
        guard column.isDecided(row), column.began(row) else { continue }
        let base = Int(kind[row]) * (width + 1)
        let device = column.situation(row)
        let (progress, velocity) = (column.progress[row], column.velocity[row])
        Self.note(
          resolved[device], parameter, progress, velocity, at: base, width, in: &steps)
      }
      let start = ranges[index].lowerBound + block * width
      for cell in 0..<cellCount * kinds {
        var sum: Int32 = 0
        for place in 0..<width {
          sum += steps[cell * (width + 1) + place]
          finishing[cell * points.count + start + place] = sum
        }
      }
    }
  }

  private static func resolve(
    _ policy: any TunedPolicy, _ changes: [String: ParameterValue], _ inner: ParameterRange?,
    _ parameter: Policy.Parameter?, _ situation: GestureTable.Situation
  ) throws(ParameterError) -> Resolved {
    let base = try policy.policy(with: changes, in: situation)
    guard let inner else { return Resolved(policy: base, bars: [], policies: [base]) }
    var policies: [Policy] = []
    for value in inner.values {
      var changes = changes
      changes[inner.parameter] = value
      policies.append(try policy.policy(with: changes, in: situation))
    }
    guard let parameter else { return Resolved(policy: base, bars: [], policies: policies) }
    let bars = policies.compactMap { $0[parameter] }
    // A value may mean that there is no such step; then there is no bar to compare with.
    guard bars.count == policies.count, zip(bars, bars.dropFirst()).allSatisfy({ $0 <= $1 }),
      let first = policies.first
    else { return Resolved(policy: base, bars: [], policies: policies) }
    return Resolved(policy: first, bars: bars, policies: [])
  }

  private static func note(
    _ resolved: Resolved, _ parameter: Policy.Parameter?, _ progress: Double, _ velocity: Double,
    at base: Int, _ width: Int, in steps: inout [Int32]
  ) {
    guard let parameter, !resolved.bars.isEmpty else {
      var last: Int32 = 0
      for (place, policy) in resolved.policies.enumerated() {
        let outcome = policy.decision(atProgress: progress, velocity: velocity).outcome
        let finishes: Int32 = outcome == .finish ? 1 : 0
        steps[base + place] += finishes - last
        last = finishes
      }
      return
    }
    let dependence = resolved.policy.dependence(
      on: parameter, atProgress: progress, velocity: velocity)
    switch dependence {
    case .always(.cancel): break
    case .always(.finish): steps[base] += 1
    case .finishesUpTo(let bar):
      steps[base] += 1
      steps[base + resolved.bars.firstPlace { $0 > bar }] -= 1
    case .finishesBelow(let bar):
      steps[base] += 1
      steps[base + resolved.bars.firstPlace { $0 >= bar }] -= 1
    case .cancelsUpTo(let bar): steps[base + resolved.bars.firstPlace { $0 > bar }] += 1
    case .cancelsBelow(let bar): steps[base + resolved.bars.firstPlace { $0 >= bar }] += 1
    }
  }

  // MARK: Counts

  /// How many gestures of an intent in a cell finish, at each point.
  func finishing(_ intent: Intent, cell: Int) -> ArraySlice<Int32> {
    let kind = cell * Self.intents.count + (Self.intents.firstIndex(of: intent) ?? 0)
    return finishing[kind * points.count..<(kind + 1) * points.count]
  }

  /// How many gestures of an intent there are in a cell.
  func total(_ intent: Intent, cell: Int) -> Int {
    Int(totals[cell * Self.intents.count + (Self.intents.firstIndex(of: intent) ?? 0)])
  }

  /// How many gestures of a cell began under a policy that were not meant to be any.
  func starts(policy: Int, cell: Int) -> Int { Int(starts[policy * cellCount + cell]) }
}

extension Array where Element == Double {
  /// The first place where something holds that goes on to hold, or the count.
  fileprivate func firstPlace(where holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
