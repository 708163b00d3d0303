import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: StepFolder.path != nil, "PANTOGRAPH_CASES names no folder"))
struct StepTests {
  @Test func `there are tables`() {
    #expect(!StepFolder.tables.isEmpty)
  }

  @Test(arguments: StepFolder.tables.keys.sorted())
  func `a table holds`(name: String) throws {
    let complaints = try #require(StepFolder.tables[name]).get().complaints()
    #expect(complaints == [])
  }
}

/// The folder of tables that the environment names.
enum StepFolder {
  static var path: String? {
    let path = ProcessInfo.processInfo.environment["PANTOGRAPH_CASES"]
    return path == "" ? nil : path
  }

  /// The tables of the folder, by the name of their file.
  ///
  /// Those are here that describe calls of the library; they must hold, to the last field and
  /// expectation. A table that is a recording is read and replayed by other tests.
  static let tables: [String: Result<StepTable, any Error>] = {
    guard let path else { return [:] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var tables: [String: Result<StepTable, any Error>] = [:]
    for name in names where name.hasSuffix(".json") {
      let file = URL(filePath: path).appending(path: name)
      guard let data = try? Data(contentsOf: file),
        let value = try? JSONDecoder().decode(VectorValue.self, from: data),
        case .object(let fields) = value, fields["schema"] == "sample-table/1",
        StepTable.isOfSteps(value)
      else { continue }
      tables[name] = Result { try StepTable(value) }
    }
    return tables
  }()
}
