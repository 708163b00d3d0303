import Foundation
import Recordings
import Simulation

var settings = ReplaySettings()
settings.threshold = Threshold("25mm")

var reader = RecordingReader()
var batch = EventBatch()
var replay = RecordingReplay(settings: settings)

let recording = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
try recording.withUnsafeBytes { try reader.read($0, into: &batch) }
try reader.finish(into: &batch)
try replay.handle(batch, of: reader)
try replay.finish(of: reader)

for case .gesture(let gesture) in replay.takeFindings() {
  let decision = gesture.decision
  print(decision.outcome, "by", decision.rule, "at", gesture.progress, "past", gesture.threshold)
}
