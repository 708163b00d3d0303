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
  /// expectation. A table that is a recording, and JSON of another schema, is for other tests.
  static let tables: [String: Result<StepTable, any Error>] = {
    guard let path else { return [:] }
    var tables: [String: Result<StepTable, any Error>] = [:]
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      return [path: .failure(error)]
    }
    for name in names where name.hasSuffix(".json") {
      let file = URL(filePath: path).appending(path: name)
      do {
        let value = try JSONDecoder().decode(VectorValue.self, from: Data(contentsOf: file))
        guard case .object(let fields) = value, fields["schema"] == "sample-table/1",
          StepTable.isOfSteps(value)
        else { continue }
        tables[name] = Result { try StepTable(value) }
      } catch {
        // JSON that cannot be read must not look like a table of another kind.
        tables[name] = .failure(error)
      }
    }
    return tables
  }()
}
