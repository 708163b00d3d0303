import Foundation
import Recordings
import Simulation
import Testing
import TouchInput

/// Each recording of the project against its stored report.
///
/// `RECORD_GOLDEN=1 swift test --filter GoldenTests` writes the reports anew; the difference is
/// read before it is committed.
@Suite(.enabled(if: !Golden.recordings.isEmpty, "recordings/ holds no recording"))
struct GoldenTests {
  @Test(arguments: Golden.recordings)
  func `a recording gives its stored report`(name: String) throws {
    let report = try Golden.report(name)
    let file = Golden.reports.appending(path: name + ".txt")
    if Golden.isRecording {
      try FileManager.default.createDirectory(
        at: Golden.reports, withIntermediateDirectories: true)
      try Data(report.utf8).write(to: file)
    }
    let stored = try #require(try? Data(contentsOf: file), "RECORD_GOLDEN=1 stores a report")
    #expect(
      report.split(separator: "\n")
        == String(decoding: stored, as: UTF8.self).split(separator: "\n"))
  }

  @Test func `every stored report has its recording`() throws {
    let stored = try FileManager.default.contentsOfDirectory(atPath: Golden.reports.path)
      .filter { $0.hasSuffix(".txt") }
    let wanted = Set(Golden.recordings.map { $0 + ".txt" })
    let orphans = stored.filter { !wanted.contains($0) }
    if Golden.isRecording {
      for name in orphans {
        try FileManager.default.removeItem(at: Golden.reports.appending(path: name))
      }
    } else {
      #expect(orphans == [])
    }
  }
}

/// The recordings of the project, and what a replay says of them.
enum Golden {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  /// Where reports are stored.
  static let reports = tests.appending(path: "Golden")

  private static let folder = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "recordings")

  /// The names of the recordings.
  static let recordings: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      !name.hasPrefix(".") && !["expectations.json", "README.md"].contains(name)
    }.sorted()
  }()

  /// The bytes of a recording.
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: name))
  }

  /// What a replay says of a recording, a line each: settings, gestures, touches and warnings.
  static func report(_ name: String) throws -> String {
    var reader = RecordingReader()
    var replay = RecordingReplay(settings: ReplaySettings())
    var batch = EventBatch()
    let data = try data(name)
    try data.withUnsafeBytes { bytes in
      try reader.read(bytes, into: &batch)
      try replay.handle(batch, of: reader)
      batch.removeAll()
      try reader.finish(into: &batch)
      try replay.handle(batch, of: reader)
    }
    try replay.finish(of: reader)
    guard replay.tables.isEmpty else {
      return try replay.tables.map { result in
        let replay = try result.get()
        let name = "table " + (replay.table.variant ?? "")
        return text(name, replay.findings, replay.plan, replay.warnings)
      }.joined()
    }
    let findings = replay.takeFindings()
    let heading = "device " + JSONValue.optional(replay.device.name).line
    return text(heading, findings, replay.plan, replay.warnings)
  }

  private static func text(
    _ heading: String, _ findings: [Replay.Finding], _ plan: ReplayPlan?, _ warnings: [Warning]
  ) -> String {
    let settings = (plan?.texts ?? [:]).mapValues(JSONValue.string)
    var lines = [heading, "settings " + JSONValue.object(settings).line]
    for finding in findings {
      switch finding {
      case .gesture(let gesture): lines.append("gesture " + gesture.json.line)
      case .touch(let touch): lines.append("touch " + touch.json.line)
      }
    }
    lines += warnings.map { "warning " + $0.json(on: nil).line }
    return lines.joined(separator: "\n") + "\n"
  }
}
