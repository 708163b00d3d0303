package import Simulation

/// What is told of a group of gestures.
package struct GestureStatistics: Sendable {
  /// The thresholds at which it is told how many gestures finish, in hundredths: 5 %, 10 %, … 95 %.
  package static let thresholds = Array(stride(from: 5, through: 95, by: 5))

  /// How many gestures finish at a threshold, of how many.
  package struct Finished: Hashable, Sendable {
    /// The threshold, as progress.
    package let threshold: Double

    /// How many finish.
    package let count: Int

    /// How many there are.
    package let total: Int

    /// The same of those with a label.
    package let labels: [RecordingExpectation.Intent: Share]
  }

  /// How many of how many.
  package struct Share: Hashable, Sendable {
    /// How many.
    package let count: Int

    /// Of how many.
    package let total: Int
  }

  /// What the gestures have in common, a text for each trait; `nil`: that it is not known.
  package let key: [String?]

  /// How many there are.
  package let count: Int

  /// How many have a label, by the label.
  package let labels: [RecordingExpectation.Intent: Int]

  /// The quartiles of each measure that a gesture has.
  package let quartiles: [Measure: Quartiles]

  /// How many gestures are in each bin of each measure.
  package let histograms: [Measure: [Int]]

  /// How many finish at each threshold, in their order.
  package let finished: [Finished]

  /// The thresholds that separate labels best, as progress; `nil` unless both occur.
  package let gap: LabelGap?

  /// The same in millimeters of travel, of the gestures whose size is known.
  package let gapMillimeters: LabelGap?

  init(_ group: GestureSample.Group, _ bins: [Measure: Bins]) {
    key = group.key
    count = group.count
    labels = group.labels
    var quartiles: [Measure: Quartiles] = [:]
    var histograms: [Measure: [Int]] = [:]
    for measure in Measure.allCases {
      let values = group.values(measure)
      quartiles[measure] = Quartiles(values)
      if let bins = bins[measure], !values.isEmpty { histograms[measure] = bins.counts(values) }
    }
    self.quartiles = quartiles
    self.histograms = histograms
    finished = Self.finished(group)
    func gap(_ value: (GestureSample.Lift) -> Double?) -> LabelGap? {
      LabelGap(
        finish: group.lifts.filter { $0.intent == .finish }.compactMap(value),
        cancel: group.lifts.filter { $0.intent == .cancel }.compactMap(value))
    }
    self.gap = gap(\.progress)
    gapMillimeters = gap(\.millimeters)
  }

  private static func finished(_ group: GestureSample.Group) -> [Finished] {
    func sorted(_ intent: RecordingExpectation.Intent?) -> [Double] {
      group.lifts.filter { intent == nil || $0.intent == intent }.map(\.progress).sorted()
    }
    let all = sorted(nil)
    let parts = group.labels.keys.map { ($0, sorted($0)) }
    return thresholds.map { percent in
      let threshold = Double(percent) / 100
      func count(_ progress: [Double]) -> Int {
        progress.count - (progress.firstIndex { $0 >= threshold } ?? progress.count)
      }
      var labels: [RecordingExpectation.Intent: Share] = [:]
      for (intent, progress) in parts {
        labels[intent] = Share(count: count(progress), total: group.labels[intent] ?? 0)
      }
      return Finished(
        threshold: threshold, count: count(all), total: group.count, labels: labels)
    }
  }
}
