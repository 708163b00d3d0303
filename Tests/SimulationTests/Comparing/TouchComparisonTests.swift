import Gestures
import Quantities
import Recordings
import Simulation
import TestSupport
import Testing
import Transitions

@Suite struct TouchComparisonTests {
  /// What policies make of a table of a touchscreen in pixels.
  private func comparison(
    _ positions: [Double], _ ids: String..., device: String = "touchscreen", more: String = "",
    end: String = "lift", rest: Double = 0
  ) throws -> TouchComparison {
    let rows = positions.enumerated().map { "[\(Double($0.offset) / 100),\($0.element)]" }
    let text =
      #"{"schema":"sample-table/1","device":"\#(device)","unit":"px","samples":["#
      + rows.joined(separator: ",")
      + #"],"end":{"t":\#(Double(positions.count) / 100 + rest),"kind":"\#(end)"}\#(more)}"#
    var settings = ReplaySettings()
    settings.comparedPolicies = try ids.map { try #require(PolicyLibrary.policy(named: $0)) }
    var reader = RecordingReader()
    var batch = EventBatch()
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    var replay = RecordingReplay(settings: settings)
    try replay.handle(batch, of: reader)
    try replay.finish(of: reader)
    let comparisons = replay.takeComparisons()
    try #require(comparisons.count == 1)
    return comparisons[0]
  }

  private let screen = #","surface":{"width":1000,"height":500}"#

  @Test func `a policy that a table is not enough for is not followed`() throws {
    let touch = try comparison(
      (0...12).map { 20 * Double($0) }, "threshold", "gnome-shell", device: "touchpad")
    #expect(touch.absences[0]?.reason == .notFollowed(ReplayError(.unknownTravel)))
    #expect(touch.verdicts[0] == nil)
    #expect(touch.verdicts[1]?.decision.outcome == .finish)
    #expect(touch.absences[1] == nil)
    #expect(touch.outcomes == [nil, .finish])
  }

  @Test func `a touch that is too short tells how far it should have gone`() throws {
    let touch = try comparison([0, 5, 10], "gnome-shell", "firefox", more: screen)
    #expect(
      touch.absences[0]
        == PolicyAbsence(reason: .rejected(.withinSlop), start: "16px", startMillimeters: nil))
    #expect(touch.outcomes == [ComparedOutcome.none, .cancel])
  }

  @Test func `the rest and the velocity before it are told`() throws {
    let touch = try comparison(
      [0, 100, 200, 300], "gnome-shell", "flick", more: screen + #","travel":1000"#, rest: 0.3)
    let verdict = try #require(touch.verdicts[1])
    #expect(verdict.rest == 0.31)
    #expect(verdict.velocity == 0)
    #expect(verdict.lastVelocity > 5)
    #expect(verdict.finishTravel == nil)
  }

  @Test func `what the system takes away is interrupted before a gesture`() throws {
    let touch = try comparison([0, 5, 10], "niri", more: screen, end: "cancel")
    #expect(touch.absences[0]?.reason == .rejected(.interrupted))
  }
}
