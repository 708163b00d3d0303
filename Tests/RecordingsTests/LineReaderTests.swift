import Recordings
import Testing
import TouchInput

@Suite struct LineReaderTests {
  /// An event line of each text format, and what of it is broken.
  static let formats = [
    (head: "# EVEMU 1.3", event: "E: 0.000001 0003 0035 0100", broken: "E: 0.000001 0003 00"),
    ("# libinput record", "- [0, 1, 3, 53, 100]", "- [0, 1, 3,"),
    (
      "Supported events:", "Event: time 0.000001, type 3 (EV_ABS), code 53 (X), value 100",
      "Event: time 0.000001, type 3 (EV"
    ),
    (
      "add device 1: /dev/input/event0", "[ 0.000001] /dev/input/event0: 0003 0035 00000064",
      "[ 0.000001] /dev/input/event0: 0003 00"
    ),
  ]

  @Test(arguments: formats)
  func `a broken last line is a cut`(format: (head: String, event: String, broken: String)) {
    for end in ["", "\n", "\r\n", "\n\n \t\n", "\n\0\0\0"] {
      let reading = Reading("\(format.head)\n\(format.event)\n\(format.broken)\(end)")
      #expect(reading.error == nil)
      #expect(reading.inputs == [InputEvent(1, 3, 53, 100)])
      #expect(reading.notices == [.cut(3)], "\(end)")
    }
  }

  @Test(arguments: formats)
  func `a broken line in the middle is an error`(
    format: (head: String, event: String, broken: String)
  ) {
    for next in [format.event, "# a comment", "x"] {
      let reading = Reading("\(format.head)\n\(format.event)\n\(format.broken)\n\n\(next)")
      #expect(reading.error?.line == 3)
      #expect(reading.inputs == [InputEvent(1, 3, 53, 100)])
    }
  }

  @Test(arguments: formats)
  func `a last line that has no end and is like nothing is a cut`(
    format: (head: String, event: String, broken: String)
  ) {
    let reading = Reading("\(format.head)\n\(format.event)\n~\n~")
    #expect(reading.notices == [.unknown(3), .cut(4)])
  }

  @Test(arguments: formats)
  func `the ends of lines do not matter`(format: (head: String, event: String, broken: String)) {
    let lines = [format.head] + Array(repeating: format.event, count: 5)
    let events = Array(repeating: InputEvent(1, 3, 53, 100), count: 5)
    for end in ["\n", "\r\n", "\n\r", "\r\n\r\n"] {
      for chunkSize in [1, 4096] {
        let reading = Reading(lines.joined(separator: end), chunkSize: chunkSize)
        #expect(reading.inputs == events)
        #expect(reading.notices == [])
      }
    }
  }

  @Test(arguments: formats)
  func `lines may be endless`(format: (head: String, event: String, broken: String)) {
    for filler in ["A", "9", " ", "\t", "[", "\\", "# ", "\0", ">"] {
      let line = String(repeating: filler, count: 70_000)
      let text = "\(format.head)\n\(line)\n\(format.event)\n"
      let reading = Reading(text)
      #expect(reading == Reading(text, chunkSize: 1000))
      #expect(reading.inputs == [InputEvent(1, 3, 53, 100)], "\(filler)")
      let comment = "\(format.head)\n\(format.event) \(line)\n\(format.event)\n"
      #expect(Reading(comment) == Reading(comment, chunkSize: 1000))
    }
  }

  @Test func `after an error everything throws it again`() {
    var reader = RecordingReader()
    var batch = EventBatch()
    let text = Array("# EVEMU 1.3\nN: a\nE: x\nE: y\n".utf8)
    let wrong = RecordingError(.invalidNumber(field: "the time", text: "x"), line: 3)
    for _ in 0..<2 {
      #expect(throws: wrong) { try text.withUnsafeBytes { try reader.read($0, into: &batch) } }
    }
    #expect(throws: wrong) { try reader.finish(into: &batch) }
    #expect(reader.format == .evemu)
    #expect(reader.devices.map(\.name) == ["a"])
  }
}
