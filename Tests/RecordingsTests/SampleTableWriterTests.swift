import Foundation
import Quantities
import Recordings
import Testing
import TouchInput

@Suite struct SampleTableWriterTests {
  private func bytes(_ tables: [SampleTable]) -> [UInt8] {
    var bytes: [UInt8] = []
    SampleTableWriter.write(tables, to: &bytes)
    return bytes
  }

  @Test func `a table comes back with all that it says`() throws {
    let whole = """
      {"schema": "sample-table/1", "unit": "px", "device": "touchscreen", "travel": 100.25,
       "surface": {"width": 1080, "height": 2340.5}, "units_per_mm": 12.5, "threshold": 0.3,
       "activation_distance": 8, "invert": true, "at_edge_negative": true,
       "columns": ["t", "t_read", "x", "y"],
       "gestures": [
         {"samples": [[-0.5, -0.4, 1.5, -0.125], [0.000000001, 0.1, 2, 3]],
          "end": {"t": 1.5, "t_read": 2, "kind": "cancel"}},
         {"columns": ["t", "x"], "samples": [[2, 7]], "end": {"t": 3, "x": 8}},
         {"columns": ["t", "dx"], "samples": [[4, 7], [5, 1]]}
       ]}
      """
    for text in [whole, Sample.table, #"{"schema": "sample-table/1", "samples": []}"#] {
      let tables = Reading(text).tables
      try #require(tables.count == 1)
      let again = Reading(bytes(tables))
      #expect(again.error == nil)
      #expect(again.tables == tables)
    }
  }

  @Test func `variants keep their names`() throws {
    let text = """
      {"schema": "sample-table/1", "travel": 10, "columns": ["t", "x"], "variants": {
        "a \\"b\\" \\\\ \\u0007é": {"samples": [[0, 1], [1, 2.5]]},
        "c": {"travel": 20, "samples": [[0, 1]], "end": {"t": 2}}}}
      """
    let tables = Reading(text).tables
    try #require(tables.count == 2)
    #expect(Reading(bytes(tables)).tables == tables)
    #expect(Reading(bytes([tables[0]])).tables == [tables[0]])
  }

  @Test(.enabled(if: Cases.path != nil, "PANTOGRAPH_CASES names no folder"))
  func `every table that is handed over comes back`() throws {
    let folder = try #require(Cases.path)
    var count = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where name.hasSuffix(".json") {
      let reading = Reading([UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name))))
      guard reading.error == nil, !reading.tables.isEmpty else { continue }
      count += 1
      #expect(Reading(bytes(reading.tables)).tables == reading.tables, "\(name)")
    }
    #expect(count > 0)
  }

  @Test func `a table becomes the events of a device`() throws {
    let text = """
      {"schema": "sample-table/1", "travel": 100, "units_per_mm": 2.5, "columns": ["t", "x", "y"],
       "gestures": [
         {"samples": [[0, 10, 1], [0.5, 20.5, -1]], "end": {"t": 1, "x": 30}},
         {"samples": [[2, 0, 0]], "end": {"t": 3, "kind": "cancel"}},
         {"samples": [[4, 0, 0]], "end": {"t": 5, "kind": "device_removed"}}]}
      """
    let recording = TableRecording(try #require(Reading(text).tables.first))
    #expect(recording.device.kind == .touchscreen)
    #expect(
      recording.device.axes[AxisCode.contactX] == .init(minimum: 0, maximum: 1000, resolution: 25))
    var decoder = TouchDecoder(device: recording.device)
    var frames: [String] = []
    for event in recording.events {
      let output = decoder.handle(event)
      guard output.isFrame else { continue }
      let contacts = decoder.frame.contacts.map { contact in
        "\(contact.position.x),\(contact.position.y)\(contact.tool == .palm ? " palm" : "")"
      }
      frames.append("\(decoder.frame.time.nanoseconds / 1_000_000): \(contacts)")
    }
    #expect(
      frames == [
        "0: [\"100,10\"]", "500: [\"205,-10\"]", "1000: [\"300,-10\"]", "1000: []",
        "2000: [\"0,0\"]", "3000: [\"0,0 palm\"]", "3000: []", "4000: [\"0,0\"]",
      ])
  }

  @Test func `positions that no axis has are made smaller`() throws {
    let text = """
      {"schema": "sample-table/1", "travel": 100000000, "units_per_mm": 10,
       "columns": ["t", "x"], "samples": [[0, 0.5], [1, 25000000000.5]]}
      """
    let table = try #require(Reading(text).tables.first)
    let recording = TableRecording(table)
    #expect(recording.losesDigits)
    #expect(recording.events.map(\.value).max() == 250_000_000)
    #expect(recording.device.axes[AxisCode.x]?.maximum == 1_000_000)
  }
}
