import Foundation
import Recordings
import Testing

/// Small recordings with a fault that people met, in a folder of any files.
@Suite(.enabled(if: Cases.path != nil, "PANTOGRAPH_CASES names no folder"))
struct CaseTests {
  @Test func `every file is read or refused with a line`() throws {
    let folder = try #require(Cases.path)
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let file = URL(filePath: folder).appending(path: name)
      let reading = Reading([UInt8](try Data(contentsOf: file)))
      guard let error = reading.error else {
        count += 1
        #expect(reading.format != nil, "\(name)")
        continue
      }
      #expect(error.line != nil || error.reason == .unknownFormat, "\(name): \(error)")
    }
    #expect(count > 0)
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
