/// How a group of gestures differs from the group of a second set that has the same in common.
package struct SampleComparison: Sendable {
  /// How a measure differs.
  package struct Difference: Hashable, Sendable {
    /// How many gestures of the first set have the measure.
    package let first: Quartiles

    /// How many of the second do.
    package let second: Quartiles

    /// How the values lie beside one another.
    package let ranks: RankComparison

    /// The median of the second set less that of the first.
    package var median: Double { second.median - first.median }
  }

  /// What the gestures have in common, a text for each trait; `nil`: that it is not known.
  package let key: [String?]

  /// The measures that both sets have.
  package let differences: [Measure: Difference]

  /// The shares that finish at each threshold, second less first; `nil` where a set is empty.
  package let finished: [ShareComparison?]

  init(_ first: GestureSample.Group, _ second: GestureSample.Group) {
    key = first.key
    var differences: [Measure: Difference] = [:]
    for measure in Measure.allCases {
      let (one, other) = (first.values(measure), second.values(measure))
      guard let ranks = RankComparison(one, other), let quartiles = Quartiles(one),
        let others = Quartiles(other)
      else { continue }
      differences[measure] = Difference(first: quartiles, second: others, ranks: ranks)
    }
    self.differences = differences
    let bins: [Measure: Bins] = [:]
    let (one, other) = (GestureStatistics(first, bins), GestureStatistics(second, bins))
    finished = zip(one.finished, other.finished).map { one, other in
      ShareComparison((one.count, of: one.total), (other.count, of: other.total))
    }
  }
}
