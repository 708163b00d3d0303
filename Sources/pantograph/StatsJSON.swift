import Simulation
import Tuning

/// Statistics as `pantograph.stats/1`.
enum StatsJSON {
  /// The object.
  static func value(_ report: SampleReport) -> JSONValue {
    var object = part(report.part, report)
    object["by"] = .array(report.traits.map { .string($0.rawValue) })
    object["policy"] = .string(report.policy)
    object["schema"] = .string("pantograph.stats/1")
    if let other = report.other {
      object["against"] = .object(part(other, report))
      object["differences"] = .array(report.comparisons.map { differences($0, report) })
    }
    return .object(object)
  }

  private static func part(
    _ part: SampleReport.Part, _ report: SampleReport
  ) -> [String: JSONValue] {
    let counts = part.counts
    return [
      "counts": .object([
        "devices": .integer(counts.devices), "gestures": .integer(counts.gestures),
        "persons": .integer(counts.persons), "recordings": .integer(counts.recordings),
        "repetitions": .integer(counts.repetitions), "sessions": .integer(counts.sessions),
        "unknown": .integer(counts.unknowns),
      ]),
      "groups": .array(part.groups.map { group($0, report) }),
    ]
  }

  private static func group(_ group: GestureStatistics, _ report: SampleReport) -> JSONValue {
    var measures: [String: JSONValue] = [:]
    for (measure, quartiles) in group.quartiles {
      measures[measure.rawValue] = .object([
        "bins": bins(group.histograms[measure], report.bins[measure]),
        "max": .number(quartiles.maximum), "median": .number(quartiles.median),
        "min": .number(quartiles.minimum), "n": .integer(quartiles.count),
        "q1": .number(quartiles.lower), "q3": .number(quartiles.upper),
      ])
    }
    return .object([
      "count": .integer(group.count),
      "finished": .array(
        group.finished.map { finished in
          .object([
            "count": .integer(finished.count),
            "labels": .object(
              labels(finished.labels) { share in
                .object(["count": .integer(share.count), "of": .integer(share.total)])
              }),
            "of": .integer(finished.total), "threshold": .number(finished.threshold),
          ])
        }),
      "gap": gap(group.gap), "gap_mm": gap(group.gapMillimeters),
      "key": key(group.key, report), "labels": .object(labels(group.labels, JSONValue.integer)),
      "measures": .object(measures),
    ])
  }

  private static func labels<Value>(
    _ labels: [RecordingExpectation.Intent: Value], _ json: (Value) -> JSONValue
  ) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: labels.map { ($0.key.rawValue, json($0.value)) })
  }

  private static func key(_ key: [String?], _ report: SampleReport) -> JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: zip(report.traits, key).map { ($0.rawValue, .optional($1)) }))
  }

  private static func bins(_ counts: [Int]?, _ bins: Bins?) -> JSONValue {
    guard let counts, let bins else { return .null }
    return .object([
      "counts": .array(counts.map(JSONValue.integer)),
      "edges": .array(bins.edges.map(JSONValue.number)),
    ])
  }

  private static func gap(_ gap: LabelGap?) -> JSONValue {
    guard let gap else { return .null }
    return .object([
      "lower": .optional(gap.lower), "mistakes": .integer(gap.mistakes),
      "of": .integer(gap.count), "upper": .optional(gap.upper),
    ])
  }

  private static func differences(
    _ comparison: SampleComparison, _ report: SampleReport
  ) -> JSONValue {
    var measures: [String: JSONValue] = [:]
    for (measure, difference) in comparison.differences {
      measures[measure.rawValue] = .object([
        "larger": .number(difference.ranks.superiority), "median": .number(difference.median),
        "n": .array([.integer(difference.first.count), .integer(difference.second.count)]),
        "p": .number(difference.ranks.probability),
      ])
    }
    let shares = zip(GestureStatistics.thresholds, comparison.finished)
    return .object([
      "finished": .array(
        shares.compactMap { percent, share in
          share.map { share in
            .object([
              "difference": .number(share.difference), "lower": .number(share.lower),
              "threshold": .number(Double(percent) / 100), "upper": .number(share.upper),
            ])
          }
        }),
      "key": key(comparison.key, report), "measures": .object(measures),
    ])
  }
}
