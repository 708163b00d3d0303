import Foundation
import Gestures
import Quantities
import Recordings
@testable import Simulation
import Testing
import TouchInput
import Transitions

/// The words of schemas are those of the types.
@Suite struct SchemaTests {
  /// The values that a schema names for a key of a definition.
  private func words(_ schema: String, _ definition: String?, _ key: String) throws -> [String] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = package.appending(path: "Sources/pantograph/Schemas/\(schema).json")
    var node = try JSONValue(reading: Array(Data(contentsOf: file)))
    func member(_ key: String) throws {
      guard case .object(let members) = node else { throw CocoaError(.coderInvalidValue) }
      node = try #require(members[key], "\(key)")
    }
    if let definition { for key in ["$defs", definition] { try member(key) } }
    for key in ["properties", key, "enum"] { try member(key) }
    guard case .array(let values) = node else { throw CocoaError(.coderInvalidValue) }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private func names<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }

  @Test(arguments: ["replay", "info"])
  func `warnings and formats are those there are`(schema: String) throws {
    #expect(try words(schema, "warning", "code") == names(Warning.Code.self))
    #expect(try words(schema, nil, "format") == names(RecordingFormat.self))
    #expect(
      try words(schema, "device", "kind").allSatisfy { DeviceDescription.Kind(rawValue: $0) != nil }
    )
  }

  @Test(arguments: ["replay", "expectations"])
  func `the words of a gesture are those there are`(schema: String) throws {
    #expect(try words(schema, "gesture", "end_reason") == names(PanEnd.self))
    // A program that is asked has words of its own.
    if schema != "replay" {
      #expect(try words(schema, "gesture", "rule") == names(Decision.Rule.self))
    }
    #expect(try words(schema, "gesture", "axis") == names(Axis.self))
    #expect(try words(schema, "gesture", "direction") == names(Heading.self))
    #expect(try words(schema, "gesture", "outcome") == names(Outcome.self))
  }

  @Test func `other words are those there are`() throws {
    #expect(try words("replay", "touch", "reason") == names(PanRejection.self))
    #expect(try words("replay", "settings", "direction") == names(PanDirection.self))
    #expect(try words("replay", "settings", "deltas") == names(ReplaySettings.Deltas.self))
    #expect(try words("replay", "settings", "jump_filter") == names(ReplaySettings.Choice.self))
    #expect(try words("replay", "settings", "button") == names(ReplaySettings.Button.self))
    #expect(
      try words("expectations", "recording", "intent")
        == names(RecordingExpectation.Intent.self))
    #expect(
      try words("info", nil, "clock").allSatisfy { RecordingSurvey.Clock(rawValue: $0) != nil })
  }
}
