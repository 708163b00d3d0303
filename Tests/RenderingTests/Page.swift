import Foundation
import Gestures
import Quantities
import Rendering
import Recordings
import Simulation
import Testing
import TouchInput
import Transitions

/// Pages of the project's own recordings.
enum Page {
  /// The folder that they are in.
  static var recordings: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "recordings")
  }

  /// The policies of a page.
  static let policies = [
    ReportPolicy(name: "threshold", argument: "threshold", summary: "progress alone"),
    ReportPolicy(
      name: "flick", argument: "flick", summary: "a velocity", followsVelocity: true),
  ]

  /// A page of some recordings.
  ///
  /// - Parameters:
  ///   - names: Their files.
  ///   - intents: What was meant, for each.
  ///   - recognizer: What recognizes the gestures, if not what the policy wants.
  /// - Returns: The page.
  /// - Throws: That a recording cannot be read.
  static func of(
    _ names: [String], intents: [String?] = [], by recognizer: ReplaySettings.Recognizer? = nil
  ) throws -> ReportPage {
    var page = ReportPage(generator: "pantograph test", policies: policies)
    for (index, name) in names.enumerated() {
      var settings = ReplaySettings()
      settings.recognizer = recognizer
      settings.isTraced = true
      settings.mostTraceRows = 240
      settings.mostContactPoints = 720
      var replay = RecordingReplay(settings: settings)
      var reader = RecordingReader()
      var batch = EventBatch()
      let bytes = [UInt8](try Data(contentsOf: recordings.appending(path: name)))
      try bytes.withUnsafeBytes { try reader.read($0, into: &batch) }
      try reader.finish(into: &batch)
      try replay.handle(batch, of: reader)
      try replay.finish(of: reader)
      var recording = ReportRecording(name: name, key: name)
      recording.aspect = replay.size.map { $0.height / $0.width }
      recording.intent = intents.indices.contains(index) ? intents[index] : nil
      recording.timedWarnings = replay.warningTimes.flatMap { code, times in
        times.map { ReportMoment($0, code.message(on: replay.kind)) }
      }.sorted { ($0.time, $0.text) < ($1.time, $1.text) }
      for case .gesture(let gesture) in replay.takeFindings() {
        recording.gestureCount += 1
        page.gestures.append(Self.gesture(gesture, index, recording.gestureCount))
      }
      page.recordings.append(recording)
    }
    return page
  }

  /// A gesture of a page.
  static func gesture(_ report: GestureReport, _ recording: Int, _ number: Int) -> ReportGesture {
    let bar = report.policy.finishThreshold
    return ReportGesture(
      recording: recording, number: number, report: report,
      verdicts: [Policy.threshold(bar), .flick(bar)].map {
        ReportVerdict(
          policy: $0, progress: report.progress, velocity: report.velocity,
          isDecided: report.endReason.isDecided)
      }, moments: [ReportMoment(report.begin, "recognized")],
      facts: [ReportFact("travel", "some")])
  }

  /// A gesture under the policies of a page where something was moved.
  static func decision(
    _ gesture: ReportGesture, policy: Int, threshold: Double, flick: Double
  ) -> Decision? {
    guard let verdict = gesture.verdicts[policy] else { return nil }
    guard verdict.isDecided else { return .interrupted }
    var asked = verdict.policy
    asked.finishThreshold = threshold
    if policies[policy].followsVelocity {
      asked.flingForward = flick
      asked.flingBackward = flick
    }
    return asked.decision(atProgress: verdict.progress, velocity: verdict.velocity)
  }
}
