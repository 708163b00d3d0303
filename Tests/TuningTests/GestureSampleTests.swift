import Gestures
import Quantities
import Testing

@testable import Simulation
@testable import Tuning

@Suite struct GestureSampleTests {
  /// A gesture of the policy `threshold`.
  private func gesture(
    _ number: Int, _ progress: Double, _ change: (inout FeatureRecord) -> Void = { _ in }
  ) -> FeatureRecord {
    var record = FeatureRecord()
    record.recording = "a"
    record.gesture = number
    record.endReason = .lift
    record.travel = progress
    record.travelMillimeters = progress * 100
    record.views["threshold"] = FeatureRecord.View(began: true, progress: progress)
    change(&record)
    return record
  }

  private func sample(
    by traits: [GestureSample.Trait] = [], _ gestures: [FeatureRecord]
  ) -> GestureSample {
    var sample = GestureSample(by: traits, policy: "threshold")
    for gesture in gestures { sample.add(gesture) }
    return sample
  }

  private func share(_ report: SampleReport, at percent: Int) -> GestureStatistics.Finished? {
    report.part.groups.first?.finished.first { $0.threshold == Double(percent) / 100 }
  }

  @Test func `what reaches a threshold finishes, exactly there too`() throws {
    let report = SampleReport(
      sample([
        gesture(1, 0.3) { $0.intent = .finish }, gesture(2, 0.3.nextDown) { $0.intent = .cancel },
        gesture(3, 0.95), gesture(4, 1) { $0.endReason = .palm },
      ]))
    #expect(report.part.counts.gestures == 4)
    let at30 = try #require(share(report, at: 30))
    #expect(at30.count == 2 && at30.total == 4)
    #expect(at30.labels[.finish] == GestureStatistics.Share(count: 1, total: 1))
    #expect(at30.labels[.cancel] == GestureStatistics.Share(count: 0, total: 1))
    #expect(at30.labels[.none] == nil)
    #expect(share(report, at: 95)?.count == 1)
    #expect(share(report, at: 5)?.count == 3)
    #expect(report.part.groups[0].finished.count == 19)
    let gap = try #require(report.part.groups[0].gap)
    #expect(gap.lower == 0.3.nextDown && gap.upper == 0.3 && gap.mistakes == 0)
  }

  @Test func `whether a policy decides may be said besides how it ended`() throws {
    let report = SampleReport(
      sample([
        gesture(1, 0.9) {
          $0.endReason = .cancelEvent
          $0.views["threshold"]?.isDecided = true
        },
        gesture(2, 0.9) { $0.views["threshold"]?.isDecided = false },
      ]))
    #expect(share(report, at: 50)?.count == 1)
  }

  @Test func `a gesture counts once, and only if it is one of the policy`() {
    let sample = sample([
      gesture(1, 0.5), gesture(1, 0.5), gesture(2, 0.5) { $0.recording = "b" },
      gesture(3, 0.5) { $0.views["threshold"]?.began = false },
      gesture(4, 0.5) { $0.views = ["niri": FeatureRecord.View(began: true)] },
    ])
    #expect(sample.count == 2)
    #expect(sample.repetitions == 1)
    #expect(sample.unknowns == 1)
    #expect(sample.recordingCount == 2)
  }

  @Test func `groups are in the order of their keys, the unknown last`() {
    let gestures = [
      gesture(1, 0.1) { ($0.fingers, $0.deviceName) = (10, "b") },
      gesture(2, 0.2) { ($0.fingers, $0.deviceKind) = (2, "touchpad") },
      gesture(3, 0.3) { $0.deviceName = "a" },
      gesture(4, 0.4) { ($0.fingers, $0.deviceName, $0.deviceKind) = (2, "b", "touchpad") },
      gesture(5, 0.5) { ($0.fingers, $0.deviceName) = (2, "b") },
    ]
    let groups = sample(by: [.fingers, .device], gestures).groups
    #expect(
      groups.map(\.key) == [["2", "b"], ["2", "touchpad"], ["10", "b"], [nil, "a"]])
    #expect(groups.map(\.count) == [2, 1, 1, 1])
    #expect(groups[0].values(.travel) == [0.4, 0.5])
  }

  @Test func `the order of groups does not depend on that of gestures`() {
    let names = ["2", "10", "1a", "010", "b", "-3", "9"]
    var order = names
    for turn in 0..<names.count {
      order.append(order.removeFirst())
      let gestures = (turn.isMultiple(of: 2) ? order : order.reversed()).enumerated()
        .map { index, name in gesture(index + 1, 0.1) { $0.participant = name } }
      #expect(
        sample(by: [.person], gestures).groups.map(\.key)
          == [["-3"], ["2"], ["9"], ["010"], ["10"], ["1a"], ["b"]])
    }
  }

  @Test func `a session is one of a person`() {
    let gestures = [
      gesture(1, 0.1) { ($0.participant, $0.session) = ("p1", "s1") },
      gesture(2, 0.1) { ($0.participant, $0.session) = ("p2", "s1") },
      gesture(3, 0.1) { $0.session = "s1" },
    ]
    let sample = sample(by: [.session], gestures)
    #expect(sample.sessionCount == 3 && sample.personCount == 2)
    #expect(sample.groups.map(\.key) == [["p1 s1"], ["p2 s1"], ["s1"]])
  }

  @Test func `values that are not there, or no number, do not count`() {
    let report = SampleReport(
      sample([
        gesture(1, 0.5) { ($0.down, $0.end) = (1, 1.5) },
        gesture(2, 0.5) { ($0.down, $0.end) = (-1.7e308, 1.7e308) },
        gesture(3, 0.5) { $0.down = 1 },
      ]))
    let group = report.part.groups[0]
    #expect(group.quartiles[.duration]?.count == 1)
    #expect(group.quartiles[.duration]?.median == 0.5)
    #expect(group.quartiles[.rest] == nil)
    #expect(report.bins[.rest] == nil)
    #expect(group.histograms[.travel]?.reduce(0, +) == 3)
  }

  @Test func `sets are compared group by group, with the same bins`() throws {
    let first = sample(by: [.device], [gesture(1, 0.1) { $0.deviceName = "a" }, gesture(2, 0.2)])
    let second = sample(
      by: [.device],
      [
        gesture(1, 0.4) { $0.deviceName = "a" }, gesture(2, 0.6) { $0.deviceName = "a" },
        gesture(3, 0.7) { $0.deviceName = "b" },
      ])
    let report = SampleReport(first, against: second)
    #expect(report.comparisons.map(\.key) == [["a"]])
    let travel = try #require(report.comparisons[0].differences[.travel])
    #expect(travel.median == 0.4)
    #expect(travel.ranks.superiority == 1)
    let bins = try #require(report.bins[.travel])
    #expect(bins.edges.first == 0.1)
    #expect(try #require(bins.edges.last) > 0.7)
    #expect(report.comparisons[0].finished[5]?.difference == 1)
  }

  @Test func `an empty set has one group, of nothing`() {
    let report = SampleReport(sample([]), against: sample([]))
    #expect(report.part.counts.gestures == 0)
    #expect(report.part.groups.map(\.count) == [0])
    #expect(report.part.groups[0].quartiles.isEmpty)
    #expect(report.comparisons[0].differences.isEmpty)
    #expect(report.comparisons[0].finished.allSatisfy { $0 == nil })
    #expect(SampleReport(sample(by: [.label], [])).part.groups.isEmpty)
  }
}
