import Foundation
import Recordings
import Testing
import TouchInput

/// Small recordings with a fault that people met.
@Suite(.enabled(if: Cases.path != nil, "PANTOGRAPH_CASES names no folder"))
struct CaseTests {
  /// Reads a file of the folder by the start of its name.
  func reading(_ start: String) throws -> Reading {
    let folder = try #require(Cases.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.first { $0.hasPrefix(start) })
    return Reading([UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name))))
  }

  @Test func `a41, the last line is cut`() throws {
    let reading = try reading("a41-")
    #expect(reading.error == nil)
    #expect(reading.notices == [.cut(76)])
    #expect(reading.events.last?.line == 75)
  }

  @Test func `a43, zeros in front are no octal numbers`() throws {
    let values = try reading("a43-").inputs.filter { $0.code == 0x35 }.map(\.value)
    #expect(values == [100, 160, 220, 280, 340, 400, 460])
  }

  @Test func `a45, ffffffff is -1 and devices are apart`() throws {
    let reading = try reading("a45-")
    #expect(reading.format == .getevent)
    #expect(reading.devices.map(\.name) == ["gpio-keys", "touch_panel"])
    #expect(reading.events.filter { $0.device == 1 && $0.event.value == -1 }.count == 1)
    #expect(reading.events.filter { $0.device == 0 }.count == 2)
  }

  @Test func `a47, the ranges are those of the device that sends`() throws {
    let reading = try reading("a47-")
    #expect(reading.paths.compactMap(\.self).count == 3)
    #expect(Set(reading.events.map(\.device)) == [2])
    #expect(reading.devices.map { $0.axes[0x35]?.maximum } == [nil, 1080, 1000])
    #expect(reading.notices.map(\.kind) == [.noTimestamps])
  }

  @Test func `a49, there are no events`() throws {
    let reading = try reading("a49-")
    #expect(reading.error == nil)
    #expect(reading.events == [])
    #expect(reading.devices.map(\.name) == ["Test Screen No Events"])
  }

  @Test func `a51, the separator has an old name`() throws {
    let reading = try reading("a51-")
    #expect(reading.error == nil)
    #expect(reading.devices.first?.axes[53]?.maximum == 1000)
    #expect(reading.inputs.filter { $0.type == 0 && $0.code == 0 }.count > 6)
  }

  @Test func `every file is read or refused with a line`() throws {
    let folder = try #require(Cases.path)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("a") || name.hasPrefix("b") {
      let reading = try reading(name)
      let isGesture = !reading.events.isEmpty || reading.tables.contains { $0.sampleCount > 0 }
      guard let error = reading.error else {
        #expect(isGesture || name.hasPrefix("a49-"), "\(name)")
        continue
      }
      #expect(error.line != nil, "\(name)")
      guard case .unsupportedFormat = error.reason else {
        Issue.record("\(name): \(error)")
        continue
      }
    }
  }
}

/// Where the small recordings are.
enum Cases {
  /// The folder that the environment names, if it does.
  static var path: String? {
    let path = ProcessInfo.processInfo.environment["PANTOGRAPH_CASES"]
    return path == "" ? nil : path
  }
}
