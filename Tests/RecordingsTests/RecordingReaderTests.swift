import Recordings
import TestSupport
import Testing
import TouchInput

@Suite struct RecordingReaderTests {
  @Test(arguments: Sample.all.map(\.bytes))
  func `the same bytes in other chunks give the same`(bytes: [UInt8]) {
    // Behind what is read fast there has to be room, so that it is.
    let padded = bytes + (bytes.contains(0x7b) || bytes[0] != 0x23 ? [] : Self.comment)
    let whole = Reading(padded)
    #expect(whole.format != nil)
    #expect(!whole.events.isEmpty || !whole.tables.isEmpty)
    for chunkSize in [1, 2, 7, 100, 4096] {
      #expect(Reading(padded, chunkSize: chunkSize) == whole)
    }
  }

  static let comment = Array(("# " + String(repeating: "-", count: 100) + "\n").utf8)

  /// What mutations put in place of a byte.
  static let values = [
    0x00, 0x09, 0x0a, 0x0d, 0x20, 0x2d, 0x2e, 0x30, 0x39, 0x3a, 0x5b, 0x7b, 0xff,
  ]
  .map { UInt8($0) }

  @Test(arguments: Sample.all.map(\.bytes))
  func `any byte changed gives an error or a valid recording`(bytes: [UInt8]) {
    var random = Seeded(1)
    for place in bytes.indices {
      var changed = bytes
      for value in [bytes[place] ^ 1 << UInt8.random(in: 0..<8, using: &random)]
        + [Self.values.randomElement(using: &random), UInt8.random(in: 0...255, using: &random)]
        .compactMap(\.self)
      {
        changed[place] = value
        let reading = Reading(changed)
        // What is read fast and what is read byte by byte has to be the same.
        #expect(Reading(changed, chunkSize: 61) == reading, "byte \(place) as \(value)")
        Self.check(reading)
      }
    }
  }

  @Test(arguments: Sample.all.map(\.bytes))
  func `any part missing or doubled gives an error or a valid recording`(bytes: [UInt8]) {
    var random = Seeded(2)
    for _ in 0..<200 {
      let start = Int.random(in: bytes.indices, using: &random)
      let end = min(start + Int.random(in: 1...64, using: &random), bytes.count)
      let missing = Array(bytes[..<start] + bytes[end...])
      let doubled = Array(bytes[..<end] + bytes[start...])
      for changed in [missing, doubled, Array(bytes[..<start])] {
        let reading = Reading(changed)
        #expect(Reading(changed, chunkSize: 7) == reading)
        Self.check(reading)
      }
    }
  }

  @Test func `random bytes give an error or a valid recording`() {
    var random = Seeded(3)
    for _ in 0..<500 {
      let count = Int.random(in: 0...300, using: &random)
      let bytes = (0..<count).map { _ in
        Bool.random(using: &random)
          ? Self.values.randomElement(using: &random) ?? 0
          : UInt8.random(in: 0...255, using: &random)
      }
      let reading = Reading(bytes)
      #expect(Reading(bytes, chunkSize: 7) == reading)
      Self.check(reading)
    }
  }

  /// Checks what holds for whatever was read.
  static func check(_ reading: Reading) {
    #expect(reading.devices.count <= RecordingReader.mostDevices)
    #expect(reading.paths.count == reading.devices.count)
    #expect(reading.events.allSatisfy { $0.event.type <= 0x1f && $0.line > 0 && $0.device >= 0 })
    #expect(reading.events.map(\.line) == reading.events.map(\.line).sorted())
    #expect(
      reading.devices.allSatisfy { $0.codes.allSatisfy { $0.key <= 0x1f && $0.value.count <= 768 } }
    )
    #expect(
      reading.tables.allSatisfy { $0.scale >= 1 && $0.touches.allSatisfy { !$0.samples.isEmpty } })
  }

  @Test func `a batch is filled behind what it holds`() throws {
    var reader = RecordingReader()
    var batch = EventBatch()
    let text = Array("E: 0.000001 0003 0035 0001\n".utf8)
    for _ in 0..<3 { try text.withUnsafeBytes { try reader.read($0, into: &batch) } }
    #expect(batch.events.map(\.line) == [1, 2, 3])
    batch.removeAll()
    try reader.finish(into: &batch)
    #expect(batch.events == [])
  }
}
