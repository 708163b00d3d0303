import Recordings
import Testing
import TouchInput

@Suite struct RawReaderTests {
  @Test(arguments: [true, false])
  func `records of both layouts are read`(wide: Bool) {
    let reading = Reading(Sample.records(wide: wide))
    #expect(reading.format == .raw)
    #expect(reading.inputs == Sample.events)
    #expect(reading.events.map(\.line) == [1, 2, 3, 4, 5])
    #expect(reading.notices == [])
    #expect(reading.devices == [])
  }

  @Test(arguments: [(true, 24), (false, 16)])
  func `a partial record at the end is a cut`(wide: Bool, size: Int) {
    for missing in 1..<size {
      let reading = Reading(Array(Sample.records(wide: wide).dropLast(missing)))
      #expect(reading.inputs == Array(Sample.events.dropLast()))
      #expect(reading.notices == [.cut(5)])
    }
  }

  @Test func `times near 0 are no records of the other layout`() {
    let events = (0..<20).map { InputEvent($0 * 7000 + 1, $0 % 2 == 0 ? 3 : 0, 0, 0) }
    for wide in [true, false] {
      let reading = Reading(Sample.records(wide: wide, of: events))
      #expect(reading.inputs == events)
    }
    let zeros = Array(repeating: InputEvent(0, 0, 0, 0), count: 3) + events
    #expect(Reading(Sample.records(wide: true, of: zeros)).inputs == zeros)
    #expect(Reading(Sample.records(wide: false, of: zeros)).inputs == zeros)
  }

  @Test(arguments: 1...3, [true, false])
  func `few records are enough`(count: Int, wide: Bool) {
    let events = Array(Sample.events.prefix(count))
    #expect(Reading(Sample.records(wide: wide, of: events)).inputs == events)
  }

  @Test func `a wrong record is an error with its number`() {
    var bytes = Sample.raw
    bytes[3 * 24 + 16] = 0x20
    let type = Reading(bytes)
    #expect(type.problem == "4: the type is not a number that fits: '32'")
    #expect(type.inputs == Array(Sample.events.prefix(3)))
    bytes = Sample.raw
    bytes[3 * 24 + 11] = 1
    #expect(
      Reading(bytes).problem
        == "4: the time is not a number that fits: '1342000001 s 16777216 µs'")
  }

  @Test func `nothing but zeros is no recording`() {
    #expect(Reading([UInt8](repeating: 0, count: 480)).problem?.hasPrefix("-: this is no") == true)
  }
}
