import Foundation
import Quantities
import Recordings
import Simulation
import Testing
import Transitions

@testable import Tuning

@Suite struct TunedDefinitionTests {
  /// What all policies made of a recording of the project.
  static func verdicts(_ name: String) throws -> [PolicyVerdict] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "recordings")
    let data = try Data(contentsOf: folder.appending(path: name))
    var settings = ReplaySettings()
    settings.comparedPolicies = PolicyLibrary.all
    var reader = RecordingReader()
    var batch = EventBatch()
    var replay = RecordingReplay(settings: settings)
    try data.withUnsafeBytes { bytes in
      try reader.read(bytes, into: &batch)
      try replay.handle(batch, of: reader)
      batch.removeAll()
      try reader.finish(into: &batch)
      try replay.handle(batch, of: reader)
    }
    try replay.finish(of: reader)
    return replay.takeComparisons().flatMap { $0.verdicts.compactMap { $0 } }
  }

  static func isNear(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    // The engine divides once, exactly; here a quotient of rounded numbers is taken.
    return one == other || abs(one - other) <= 1e-12 * max(abs(one), abs(other))
  }

  @Test(arguments: [
    "pad-3f-flick-right-01.evemu", "phone-1f-drag-up-01.evemu",
  ])
  func `a policy is what the engine makes of it, by the units that features tell`(
    name: String
  ) throws {
    let verdicts = try Self.verdicts(name)
    #expect(verdicts.count > 10)
    for verdict in verdicts {
      let definition = try #require(PolicyLibrary.policy(named: verdict.policy))
      var units = [
        "dp": verdict.units.densityIndependentPixels, "px": verdict.units.pixels,
        "output": verdict.units.screens,
      ]
      units["mm"] = verdict.units.millimeters
      let isVertical = verdict.heading.axis == .y
      let situation = GestureTable.Situation(
        units: units, isTouchscreen: name.hasPrefix("phone"), isVertical: isVertical)
      let policy = try TunedDefinition(definition).policy(with: [:], in: situation)
      for parameter in Policy.Parameter.allCases {
        #expect(
          Self.isNear(policy[parameter], verdict.rule[parameter]),
          "\(verdict.policy) \(parameter)")
      }
      #expect(policy.tie == verdict.rule.tie)
      #expect(policy.flingsAtBar == verdict.rule.flingsAtBar)
      #expect(policy.clampsProjection == verdict.rule.clampsProjection)
      for (progress, velocity) in [(0.2, 0.7), (0.4, -0.7), (0.49, 3), (0.9, 0)] {
        #expect(
          Self.isNear(
            policy.projectedProgress(from: progress, velocity: velocity),
            verdict.rule.projectedProgress(from: progress, velocity: velocity)))
      }
    }
  }

  @Test func `a bar in millimeters is the share that the engine works out of it`() throws {
    let threshold = TunedDefinition(.threshold)
    let plain = PlainPolicy("threshold", .threshold())
    for (way, tenths) in [(38.1, 381), (28.5, 285), (57.3, 573)] {
      let situation = GestureTable.Situation(units: ["mm": way])
      for millimeters in 1...60 {
        let bar = ["finish_threshold": ParameterValue(Double(millimeters), unit: "mm")]
        let share = Ratio(Int128(millimeters * 10), over: Int128(tenths)).value
        #expect(try threshold.policy(with: bar, in: situation).finishThreshold == share)
        #expect(try plain.policy(with: bar, in: situation).finishThreshold == share)
      }
    }
  }

  @Test func `parameters have the names and units of policy files`() throws {
    let niri = TunedDefinition(try #require(PolicyLibrary.policy(named: "niri")))
    #expect(niri.id == "niri")
    #expect(niri.value(of: "finish_threshold") == ParameterValue(0.5))
    #expect(niri.value(of: "fling_forward") == nil)
    let situation = GestureTable.Situation(units: ["px": 300, "mm": 28.5])
    let policy = try niri.policy(
      with: [
        "finish_threshold": ParameterValue(14.25, unit: "mm"),
        "fling_forward": ParameterValue(0.6, unit: "px/ms"),
        "projection_horizon": ParameterValue(0.25),
      ], in: situation)
    #expect(policy.finishThreshold == 0.5)
    #expect(policy.flingForward == 2)
    #expect(policy.projection == .linear(horizon: 0.25))
    let changed = try niri.changed(["finish_threshold": ParameterValue(0.41)])
    #expect(changed.fileText.contains("\"finish_threshold\": 0.41"))
  }

  @Test func `what cannot be set is told`() throws {
    let flick = TunedDefinition(.flick)
    #expect(throws: ParameterError.unknownParameter("luck", policy: "flick")) {
      try flick.check(["luck": ParameterValue(1)])
    }
    #expect(throws: ParameterError.notDecision("progress_distance")) {
      try flick.check(["progress_distance": ParameterValue(1, unit: "mm")])
    }
    #expect(throws: ParameterError.self) {
      try flick.check(["fling_backward": ParameterValue(-1)])
    }
    #expect(
      throws: ParameterError.unknownUnit("mm", parameter: "finish_threshold", policy: "flick")
    ) {
      _ = try flick.policy(
        with: ["finish_threshold": ParameterValue(1, unit: "mm")], in: GestureTable.Situation())
    }
  }
}
