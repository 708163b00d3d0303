/// What is told of a set of gestures, alone or beside another.
package struct SampleReport: Sendable {
  /// How many gestures there are, and of how many.
  package struct Counts: Hashable, Sendable {
    /// How many gestures there are.
    package let gestures: Int

    /// Of how many recordings.
    package let recordings: Int

    /// On how many devices.
    package let devices: Int

    /// Of how many persons that are known.
    package let persons: Int

    /// Of how many sessions that are known.
    package let sessions: Int

    /// How many gestures came more than once, and were counted once.
    package let repetitions: Int

    /// How many touches tell nothing of the policy, and were left out.
    package let unknowns: Int

    init(_ sample: GestureSample) {
      gestures = sample.count
      recordings = sample.recordingCount
      devices = sample.deviceCount
      persons = sample.personCount
      sessions = sample.sessionCount
      repetitions = sample.repetitions
      unknowns = sample.unknowns
    }
  }

  /// A set: how many gestures it has, and what is told of each group.
  package struct Part: Sendable {
    /// The counts.
    package let counts: Counts

    /// The groups, in the order of their keys; all gestures, if nothing makes groups.
    package let groups: [GestureStatistics]
  }

  /// What groups are made by.
  package let traits: [GestureSample.Trait]

  /// The policy whose progress thresholds are compared with.
  package let policy: String

  /// The bins that all histograms of a measure have.
  package let bins: [Measure: Bins]

  /// The set.
  package let part: Part

  /// The second set, if there is one.
  package let other: Part?

  /// How the groups differ that are in both sets.
  package let comparisons: [SampleComparison]

  /// The most bins of a histogram.
  private static let mostBins = 16

  /// Works out what there is to tell.
  package init(_ sample: GestureSample, against other: GestureSample? = nil) {
    traits = sample.traits
    policy = sample.policy
    let groups = Self.groups(sample)
    let others = other.map(Self.groups) ?? []
    var bins: [Measure: Bins] = [:]
    for measure in Measure.allCases {
      var range: ClosedRange<Double>?
      for group in groups + others {
        let values = group.values(measure)
        guard let least = values.min(), let largest = values.max() else { continue }
        range = min(range?.lowerBound ?? least, least)...max(range?.upperBound ?? largest, largest)
      }
      bins[measure] = range.map { Bins(covering: $0, atMost: Self.mostBins) }
    }
    self.bins = bins
    part = Part(counts: Counts(sample), groups: groups.map { GestureStatistics($0, bins) })
    self.other = other.map { sample in
      Part(counts: Counts(sample), groups: others.map { GestureStatistics($0, bins) })
    }
    comparisons = groups.compactMap { group in
      others.first { $0.key == group.key }.map { SampleComparison(group, $0) }
    }
  }

  private static func groups(_ sample: GestureSample) -> [GestureSample.Group] {
    sample.traits.isEmpty ? [sample.whole] : sample.groups
  }
}
