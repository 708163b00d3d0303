import Gestures
import Simulation
import Transitions

/// Labelled gestures, and what is asked of them.
public struct Study: Sendable {
  /// A policy, and what is tried of it.
  public struct Candidate: Sendable {
    /// The policy.
    public var policy: any TunedPolicy

    /// The parameters that are varied; all combinations of their values are tried.
    public var variations: [ParameterRange]

    /// Creates a candidate.
    public init(_ policy: any TunedPolicy, variations: [ParameterRange]) {
      self.policy = policy
      self.variations = variations
    }
  }

  /// A study that cannot be made.
  public enum Failure: Error, Hashable, Sendable {
    /// No gesture has an intent.
    case noLabels

    /// No gesture of one of the intents that a threshold lies between.
    case noIntent(Intent)

    /// No gesture tells what the policy sees.
    case noFeatures(policy: String)

    /// There are more combinations of values than can be judged.
    case tooManyValues(limit: Int)

    /// A parameter cannot be set.
    case parameter(ParameterError)
  }

  /// What mistakes cost.
  public var costs = Costs()

  /// What all chance comes from.
  public var seed: UInt64 = 1

  /// How sure ranges and bounds are, between 0.5 and 1.
  public var confidence = 0.95

  /// Whether a value for each device is tried.
  public var isPerDevice = false

  /// Creates a study.
  public init() {}

  /// The most cells that are drawn anew, for some number of points.
  ///
  /// Counts are kept for each cell and point, so that this bounds their memory to some 100 MB.
  private static func mostCells(_ points: Int) -> Int { max(48, min(512, 6_000_000 / points)) }

  /// How many series are drawn anew, so that it takes about a second at most.
  private func seriesCount(_ cells: Int, _ points: Int) -> Int {
    max(200, min(mostSeries, 300_000_000 / max(1, cells * points)))
  }

  /// The most series that are drawn anew.
  var mostSeries = 1000

  /// Judges values.
  ///
  /// - Parameters:
  ///   - table: The gestures.
  ///   - intents: What each was meant to do; `nil` where that is not known.
  ///   - candidates: The policies and what is tried of them.
  /// - Returns: What comes of it: the same for the same gestures, in whatever order they were read.
  /// - Throws: What is missing.
  public func recommendation(
    _ table: GestureTable, intents: [Intent?], candidates: [Candidate]
  ) throws(Failure) -> Recommendation {
    var columns: [GestureTable.PolicyColumn] = []
    for candidate in candidates {
      guard let column = table.policy(candidate.policy.id) else {
        throw .noFeatures(policy: candidate.policy.id)
      }
      columns.append(column)
    }
    var counts = intents.map { $0 != nil }
    guard counts.contains(true) else { throw .noLabels }
    var incomplete = 0
    for row in counts.indices where counts[row] && !columns.allSatisfy({ $0.isKnown(row) }) {
      counts[row] = false
      incomplete += 1
    }
    for intent in [Intent.finish, .cancel]
    where !zip(intents, counts).contains(where: { $0 == intent && $1 }) {
      throw .noIntent(intent)
    }
    var points = candidates.count
    for candidate in candidates {
      points += candidate.variations.reduce(1) { min($0 * $1.values.count, Sweep.mostPoints + 1) }
    }
    guard points <= Sweep.mostPoints + candidates.count else {
      throw .tooManyValues(limit: Sweep.mostPoints)
    }
    do throws(ParameterError) {
      return try judged(
        Material(
          table: table, intents: intents, counts: counts, incomplete: incomplete,
          columns: columns, candidates: candidates, points: points))
    } catch {
      throw .parameter(error)
    }
  }

  /// What is judged.
  private struct Material {
    let table: GestureTable
    let intents: [Intent?]
    let counts: [Bool]
    let incomplete: Int
    let columns: [GestureTable.PolicyColumn]
    let candidates: [Candidate]
    let points: Int

    var policies: [any TunedPolicy] { candidates.map(\.policy) }
  }

  private func judged(_ material: Material) throws(ParameterError) -> Recommendation {
    let table = material.table
    let count = material.candidates.count
    let clusters = Clusters(
      table, counting: material.counts, most: Self.mostCells(material.points), seed: seed)
    let cellCount = clusters.units.count
    // Behind the values that are tried stands each policy as it is.
    let sweep = try Sweep(
      table, columns: material.columns + material.columns,
      policies: material.policies + material.policies,
      variations: material.candidates.map(\.variations) + Array(repeating: [], count: count),
      cells: clusters.cells, cellCount: cellCount, intents: material.intents)
    let sizes = material.candidates.map { $0.variations.map(\.values.count) }
    let curve = CostCurve(sweep, cells: 0..<cellCount, costs: costs)
    let resampling = Resampling(
      clusters, count: seriesCount(cellCount, sweep.points.count), confidence: confidence,
      seed: seed)
    let spread = BestRegion.Deviations(
      costs: curve.costs,
      values: resampling.sums(of: curve.influences(sweep), width: sweep.points.count),
      resampling: resampling, gestures: material.counts.count { $0 })
    let leasts = (0..<count).map { curve.best(sweep, sizes: sizes, among: $0..<$0 + 1) }
    let all = BestRegion(
      spread, competitors: Array(0..<sweep.ranges[count - 1].upperBound), others: leasts,
      isEachTested: false, confidence: confidence
    ).points
    let folds = CrossValidation.Folds(
      sweep, whole: curve, clusters: clusters, costs: costs, seed: seed)
    let judge = Judge(
      sweep: sweep, curve: curve, resampling: resampling, confidence: confidence)
    var results: [Recommendation.PolicyResult] = []
    for index in 0..<count {
      let now = sweep.ranges[count + index].lowerBound
      let own = BestRegion(
        spread, competitors: Array(sweep.ranges[index]), others: [now], confidence: confidence
      ).points
      let best = leasts[index]
      let validation = CrossValidation(
        sweep, folds: folds, sizes: sizes, policies: index..<index + 1)
      let variations = material.candidates[index].variations
      results.append(
        Recommendation.PolicyResult(
          id: material.policies[index].id,
          now: Recommendation.Trial(
            values: Self.values(of: material.policies[index], variations),
            mistakes: judge.mistakes(at: now)),
          best: Recommendation.Trial(
            values: Self.values(sweep.points[best], variations),
            mistakes: judge.mistakes(at: best)),
          ranges: Self.ranges(sweep, own, sweep.ranges[index], variations),
          nowMayBeBest: own.contains(now),
          mayBeBest: all.contains(best),
          crossValidated: validation.folds >= 2 ? judge.mistakes(of: validation) : nil,
          ways: Self.ways(material, index),
          curve: Self.curve(
            sweep, curve, own, sweep.ranges[index], variations,
            Self.thresholdsInForce(material, material.policies[index].id))))
    }
    // The least cost decides where values were chosen without the persons judged.
    let chosen =
      results.indices.min {
        let (one, other) = (results[$0], results[$1])
        return (one.crossValidated?.cost ?? one.best.mistakes.cost, $0)
          < (other.crossValidated?.cost ?? other.best.mistakes.cost, $1)
      } ?? 0
    let policy = material.policies[chosen]
    let new = try Trials(
      table, material.columns[chosen], policy, results[chosen].best.values,
      counting: material.counts)
    let old = try Trials(
      table, material.columns[chosen], policy, [:], counting: material.counts)
    return Recommendation(
      basis: basis(material, clusters, resampling, curve),
      policies: results,
      chosen: chosen,
      groups: groups(material, new, curve),
      flips: Self.flips(material, old, new),
      perDevice: isPerDevice
        ? try perDevice(material, clusters, policy: chosen, sizes: sizes[chosen]) : nil,
      extrapolation: Self.extrapolation(material, results[chosen]))
  }

  // MARK: Parts of the result

  private static func values(
    _ point: Sweep.Point, _ variations: [ParameterRange]
  ) -> Recommendation.Values {
    Dictionary(
      zip(variations, point.values).map { ($0.parameter, $1) }, uniquingKeysWith: { $1 })
  }

  private static func values(
    of policy: any TunedPolicy, _ variations: [ParameterRange]
  ) -> Recommendation.Values {
    var values: Recommendation.Values = [:]
    for variation in variations {
      if let value = policy.value(of: variation.parameter) { values[variation.parameter] = value }
    }
    return values
  }

  private static func ranges(
    _ sweep: Sweep, _ region: Set<Int>, _ points: Range<Int>, _ variations: [ParameterRange]
  ) -> [Recommendation.Range] {
    variations.enumerated().compactMap { place, variation in
      let values = points.filter(region.contains).map { sweep.points[$0].values[place] }
      guard let low = values.min(by: { $0.number < $1.number }),
        let high = values.max(by: { $0.number < $1.number })
      else { return nil }
      let isSingle = variation.values.count == 1
      return Recommendation.Range(
        parameter: variation.parameter, low: low, high: high,
        isOpenBelow: !isSingle && low == variation.values.first,
        isOpenAbove: !isSingle && high == variation.values.last)
    }
  }

  /// The lengths of the way under a policy on the devices that count.
  private static func ways(_ material: Material, _ index: Int) -> [Double] {
    let column = material.columns[index]
    var isUsed = column.situations.map { _ in false }
    for row in material.counts.indices where material.counts[row] {
      isUsed[column.situation(row)] = true
    }
    return Set(zip(column.situations, isUsed).compactMap { $1 ? $0.units["mm"] : nil }).sorted()
  }

  private static func curve(
    _ sweep: Sweep, _ curve: CostCurve, _ region: Set<Int>, _ points: Range<Int>,
    _ variations: [ParameterRange], _ inForce: [Double]
  ) -> [Recommendation.CurvePoint] {
    guard variations.count == 1 else { return [] }
    let isThreshold = variations.first?.parameter == Policy.Parameter.finishThreshold.rawValue
    return points.compactMap { point in
      guard let value = sweep.points[point].values.first else { return nil }
      return Recommendation.CurvePoint(
        value: value, falseFinishes: curve.falseFinishes[point],
        falseCancels: curve.falseCancels[point], cost: curve.costs[point],
        mayBeBest: region.contains(point),
        isExtrapolated: isThreshold && value.unit.isEmpty && !inForce.isEmpty
          && inForce.allSatisfy { abs($0 - value.number) > Extrapolation.farthest + 1e-9 })
    }
  }

  private func basis(
    _ material: Material, _ clusters: Clusters, _ resampling: Resampling, _ curve: CostCurve
  ) -> Recommendation.Basis {
    let table = material.table
    let counted = table.rows.indices.filter { material.counts[$0] }
    func different(_ key: (GestureTable.Row) -> Int32) -> Int {
      Set(counted.map { key(table.rows[$0]) }.filter { $0 >= 0 }).count
    }
    let sessions = Set(
      counted.filter { table.rows[$0].session >= 0 }.map {
        Int(table.rows[$0].participant) << 32 | Int(table.rows[$0].session)
      })
    return Recommendation.Basis(
      counts: curve.counts, shares: costs.shares(of: curve.counts),
      unlabelled: material.intents.count { $0 == nil }, incomplete: material.incomplete,
      interrupted: counted.count { !(table.rows[$0].endReason?.isDecided ?? false) },
      repetitions: table.repetitions, persons: different(\.participant),
      sessions: sessions.count, devices: different(\.device), level: clusters.level.rawValue,
      units: clusters.unitCount,
      series: resampling.count, confidence: confidence)
  }

  /// The mistakes that a group has made.
  private struct Tally {
    var falseFinishes = 0
    var cancels = 0
    var falseCancels = 0
    var finishes = 0
  }

  private struct GroupName: Hashable {
    var kind: Recommendation.Group.Kind
    var name: String
  }

  private func groups(
    _ material: Material, _ trials: Trials, _ curve: CostCurve
  ) -> [Recommendation.Group] {
    var tallies: [GroupName: Tally] = [:]
    // Texts are looked up once for each combination, not for each gesture.
    var rows: [[Int32]: [Int]] = [:]
    for row in material.counts.indices where material.counts[row] {
      let gesture = material.table.rows[row]
      rows[
        [gesture.participant, gesture.session, gesture.hand, gesture.device], default: []
      ].append(row)
    }
    for members in rows.values {
      guard let first = members.first else { continue }
      var tally = Tally()
      for row in members {
        switch material.intents[row] {
        case .cancel:
          tally.cancels += 1
          if trials.finishes[row] { tally.falseFinishes += 1 }
        case .finish:
          tally.finishes += 1
          if !trials.finishes[row] { tally.falseCancels += 1 }
        case .some(.none), nil: break
        }
      }
      for group in material.table.groups(first) {
        let name = GroupName(kind: group.kind, name: group.name)
        tallies[name, default: Tally()].falseFinishes += tally.falseFinishes
        tallies[name, default: Tally()].cancels += tally.cancels
        tallies[name, default: Tally()].falseCancels += tally.falseCancels
        tallies[name, default: Tally()].finishes += tally.finishes
      }
    }
    let kinds = Dictionary(grouping: tallies.keys, by: \.kind)
    let groups = tallies.compactMap { name, tally -> Recommendation.Group? in
      // A group that all are in is no group.
      guard kinds[name.kind, default: []].count > 1, tally.cancels + tally.finishes > 0 else {
        return nil
      }
      let weights = costs.weights(
        for: [.cancel: tally.cancels, .finish: tally.finishes], shares: curve.counts)
      return Recommendation.Group(
        kind: name.kind, name: name.name,
        falseFinish: MistakeRate(
          tally.falseFinishes, of: tally.cancels, confidence: confidence),
        falseCancel: MistakeRate(
          tally.falseCancels, of: tally.finishes, confidence: confidence),
        cost: weights.falseFinish * Double(tally.falseFinishes)
          + weights.falseCancel * Double(tally.falseCancels))
    }
    return groups.sorted {
      ($1.cost, $1.count, $0.kind.rawValue, $0.name) < (
        $0.cost, $0.count, $1.kind.rawValue, $1.name
      )
    }
  }

  private static func flips(
    _ material: Material, _ old: Trials, _ new: Trials
  ) -> [Recommendation.Flip] {
    let table = material.table
    var flips: [Recommendation.Flip] = []
    for row in material.counts.indices where material.counts[row] {
      guard old.finishes[row] != new.finishes[row], let intent = material.intents[row] else {
        continue
      }
      flips.append(
        Recommendation.Flip(
          recording: table.recordings.texts[Int(table.rows[row].recording)],
          gesture: table.rows[row].gesture, intent: intent, finishes: new.finishes[row]))
    }
    return flips.sorted {
      $0.recording == $1.recording
        ? $0.gesture < $1.gesture
        : $0.recording.unicodeScalars.lexicographicallyPrecedes($1.recording.unicodeScalars)
    }
  }

  /// The fewest gestures of each intent that a device needs for a value of its own.
  private static let fewestOnDevice = 10

  private func perDevice(
    _ material: Material, _ clusters: Clusters, policy: Int, sizes: [Int]
  ) throws(ParameterError) -> Recommendation.PerDevice? {
    let table = material.table
    var counts: [String: [Intent: Int]] = [:]
    let names = table.rows.map { table.deviceName($0.device) }
    for row in material.counts.indices where material.counts[row] {
      guard let name = names[row], let intent = material.intents[row] else { continue }
      counts[name, default: [:]][intent, default: 0] += 1
    }
    let devices = counts.filter { _, counts in
      [Intent.finish, .cancel].allSatisfy { counts[$0, default: 0] >= Self.fewestOnDevice }
    }.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    guard devices.count >= 2 else { return nil }
    let numbers = Dictionary(uniqueKeysWithValues: zip(devices, devices.indices))
    let cells = table.rows.indices.map { row -> Int32 in
      guard clusters.cells[row] >= 0, let name = names[row], let device = numbers[name] else {
        return -1
      }
      return Int32(clusters.units[Int(clusters.cells[row])] * devices.count + device)
    }
    let cellCount = clusters.unitCount * devices.count
    let variations = material.candidates[policy].variations
    let sweep = try Sweep(
      table, columns: [material.columns[policy]], policies: [material.policies[policy]],
      variations: [variations], cells: cells, cellCount: cellCount, intents: material.intents)
    let curve = CostCurve(sweep, cells: 0..<cellCount, costs: costs)
    let test = DeviceTest(
      sweep, curve: curve, sizes: sizes, devices: devices.count, costs: costs, seed: seed)
    return Recommendation.PerDevice(
      devices: zip(devices, test.best).map { name, point in
        let count = counts[name, default: [:]].values.reduce(0, +)
        return (name, count, Self.values(sweep.points[point], variations))
      },
      gain: test.gain, probability: test.probability)
  }

  /// What was in force while recording, as far as recordings tell.
  private static func inForce(_ material: Material) -> [PolicyInForce] {
    var used: Set<Int32> = []
    for row in material.counts.indices where material.counts[row] {
      used.insert(material.table.rows[row].policyInForce)
    }
    return used.filter { $0 >= 0 }.compactMap {
      PolicyInForce(json: material.table.policiesInForce.texts[Int($0)])
    }.sorted { ($0.threshold ?? -1, $0.id ?? "") < ($1.threshold ?? -1, $1.id ?? "") }
  }

  /// The thresholds of a policy that were in force while recording, as shares.
  private static func thresholdsInForce(_ material: Material, _ id: String) -> [Double] {
    inForce(material).filter { ($0.id ?? id) == id }.compactMap(\.threshold)
  }

  private static func extrapolation(
    _ material: Material, _ result: Recommendation.PolicyResult
  ) -> Extrapolation {
    let inForce = inForce(material)
    guard !inForce.isEmpty else { return .unknown }
    let same = inForce.filter { ($0.id ?? result.id) == result.id }
    guard !same.isEmpty else { return .otherPolicy(inForce.compactMap(\.id).first ?? "") }
    guard let value = result.best.values["finish_threshold"], value.unit.isEmpty else {
      return .unknown
    }
    let nearest = same.compactMap(\.threshold).min {
      abs($0 - value.number) < abs($1 - value.number)
    }
    guard let nearest else { return .unknown }
    return abs(nearest - value.number) <= Extrapolation.farthest + 1e-9
      ? .near(nearest) : .far(nearest)
  }
}
