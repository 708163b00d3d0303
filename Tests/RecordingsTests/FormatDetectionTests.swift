import Recordings
import Testing

@Suite struct FormatDetectionTests {
  static let unknown =
    "this is no recording: neither evemu, libinput record or debug-events, evtest, getevent, "
    + "uinput, hid-recorder, raw input_event nor a sample table"

  @Test func `words in a program do not make a recording of it`() {
    let line = "\nInput driver version is 1.0.1\n"
    for count in [1, 16] {
      #expect(Reading(String(repeating: "\0", count: count) + line).format == .evtest)
    }
    let program = Reading("\u{7f}ELF" + String(repeating: "\0", count: 17) + line)
    #expect(program.format == nil && program.problem == "-: " + Self.unknown)
  }

  @Test(
    arguments: [
      ("# EVEMU 1.3", .evemu), ("E: 0.000001 0003 0039 0003", .evemu), ("A: 2f 0 9 0 0 0", .evemu),
      ("E: 1312973472.106153 0003 0039 -1", .evemu), ("I: 0003 05ac 0236 0111", .evemu),
      ("P: 02 00 00 00 00 00 00 00", .evemu), ("B: 00 0b 00 00 00 00 00 00 00", .evemu),
      ("N: bcm5974", .evemu), ("E: 0.0 3 035 1", .evemu), ("# libinput record", .libinput),
      ("ndevices: 1", .libinput), ("- node: /dev/input/event4", .libinput),
      ("  - evdev:", .libinput),
      ("    - [  0,      0,   3,  57,       3] # EV_ABS", .libinput),
      ("    - [  0,\t   0,\t4,   4,      30]", .libinput),
      ("Input driver version is 1.0.1", .evtest),
      ("Event: time 1.5, -------------- SYN_REPORT ------------", .evtest),
      ("Testing ... (interrupt to exit)", .evtest), ("Supported events:", .evtest),
      ("time 1522193888.012784 --------- SYN_REPORT --------", .evtest),
      ("[     460.609852] EV_ABS       ABS_MT_POSITION_X    00000273", .getevent),
      ("[     460.609852] 0003 0035 00000273", .getevent),
      ("460-609852: 0003 0035 00000273", .getevent),
      ("/dev/input/event2: 0003 0035 00000273", .getevent), ("0003 0035 00000273", .getevent),
      ("EV_ABS       ABS_MT_POSITION_X    00000273", .getevent),
      ("-event6  GESTURE_SWIPE_UPDATE +0.036s\t3 -0.26/ 9.64", .debugEvents),
      (" event4   POINTER_MOTION          +0.000s", .debugEvents),
      ("> > -event1   DEVICE_ADDED                Power Button  seat0", .debugEvents),
      ("add device 1: /dev/input/event0", .getevent),
      ("could not get driver version for /dev/input/mouse0, Not a typewriter", .getevent),
      ("R: 176 05 01 09", .hid), ("D:0", .hid), ("D: 1", .hid),
      ("E: 000000.124738 8 01 00 00", .hid), ("E: 12.000000 1024 01 00", .hid),
      ("{\"schema\": \"sample-table/1\"}", .sampleTable),
      ("{\"id\": 1, \"command\": \"sync\"}", .uinput), ("{command: sync}", .uinput),
      ("/* a */ // b\n\n// c\n{'command': /* } */ \"sync\" // }\n}", .uinput),
      ("{\"x\": {\"schema\": 1}, \"y\": \"schema\", \"command\": \"sync\"}", .uinput),
    ] as [(String, RecordingFormat)])
  func `the first telling line tells the format`(line: String, format: RecordingFormat) {
    #expect(Reading(line).format == format)
    #expect(Reading(line + "\n").format == format)
    #expect(Reading("\u{FEFF}\(line)\r\n").format == format)
    #expect(Reading("\n\r\n  \n\0\0\0\(line)\n").format == format)
    #expect(Reading("> \(line)\n").format == format)
    guard format != .sampleTable, format != .uinput else { return }
    let junk = "$ cat file\n# a comment\nSubject: my touchpad\n"
    #expect(Reading(junk + line + "\n").format == format)
    #expect(Reading(String(repeating: junk, count: 1000) + line + "\n").format == format)
  }

  @Test(arguments: [
    "{\"command\": \"sync\", \"schema\": \"sample-table/1\"}",
    "{\"schema\": \"sample-table/1\", \"command\": \"sync\"}", "{\"a\": {\"command\": 1}}",
    "{\"a\": \"command\"}", "{\"a\": [\"command\"]} {\"command\": \"sync\"}", "{}", "{",
    "{\"command\"",
  ])
  func `an object without a command, or with a schema, is a table`(text: String) {
    for chunkSize in [1, 5, .max] {
      let problem = Reading(text, chunkSize: chunkSize).problem
      let isTable = RecordingReader(assuming: .sampleTable).problem(with: text)
      #expect(problem == isTable, "\(chunkSize)")
    }
  }

  @Test func `keys beyond 64 KiB tell nothing`() {
    let blanks = String(repeating: " \n", count: 1 << 15)
    let text = "{\"command\": \"register\", \(blanks) \"id\": 1}"
    for chunkSize in [1000, .max] {
      #expect(Reading(text, chunkSize: chunkSize).format == .uinput)
      #expect(Reading("{\(blanks)" + text.dropFirst(), chunkSize: chunkSize).format == nil)
    }
  }

  @Test(arguments: ["// a\n", "/* a */", "// a\n[1]\n", "/* a\n*/ {\"schema\": 1}\n", "/", "//"])
  func `a comment alone tells nothing`(text: String) {
    for chunkSize in [1, .max] {
      #expect(Reading(text, chunkSize: chunkSize).problem == "1: \(Self.unknown)")
      let line = "\n0003 0035 00000273\n"
      #expect(Reading(text + line, chunkSize: chunkSize).format == .getevent)
    }
  }

  @Test func `a telling line is enough while more may come`() throws {
    for (name, bytes) in Sample.all where name != "sample table" {
      var reader = RecordingReader()
      var batch = EventBatch()
      let head =
        switch name {
        case "raw", "narrow raw": 72
        // An object is, with all of its keys.
        case "uinput": bytes.count / 2
        default: try #require(bytes.firstIndex(of: 0x0a)) + 1
        }
      try bytes[..<head].withUnsafeBytes { try reader.read($0, into: &batch) }
      #expect(reader.format != nil, "\(name)")
    }
  }

  @Test(arguments: [
    (
      "P: /devices/platform/i8042/serio1",
      "a dump of umockdev-record is not read: record with evemu-record instead"
    ),
    (
      "@DEV /dev/input/event5",
      "a dump of umockdev-record is not read: record with evemu-record instead"
    ),
    ("r 0 ^@^@^@^@abc", "a dump of umockdev-record is not read: record with evemu-record instead"),
  ])
  func `what is known and not read is refused with its line`(line: String, sentence: String) {
    for text in [line, line + "\n", "# a comment\n\nhello\n\(line)\nE: 0.000001 0003 0039 0003\n"] {
      let reading = Reading(text)
      #expect(reading.format == nil)
      let number = text.hasPrefix("#") ? 4 : 1
      #expect(
        reading.error == RecordingError(.unsupportedFormat(sentence), line: number), "\(text)")
    }
  }

  @Test func `recordings of revent are refused`() {
    let bytes = Array("REVENT".utf8) + [2, 0] + [UInt8](repeating: 0, count: 100)
    #expect(Reading(bytes).problem == "-: recordings of revent are not read yet")
  }

  @Test(arguments: ["hello\nworld\n", "hello", "E: 1 2\n", "[1, 2]\n", "<html>\n", "\n\n", "# x\n"])
  func `other text is unknown at its first line`(text: String) {
    let reading = Reading(text)
    #expect(reading.problem == "1: \(Self.unknown)")
    #expect(reading.error?.reason == .unknownFormat)
  }

  @Test func `other bytes are unknown as a whole`() {
    #expect(Reading([]).problem == "-: \(Self.unknown)")
    #expect(
      Reading([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]).problem == "-: \(Self.unknown)")
    #expect(Reading([0, 0, 0]).problem == "-: \(Self.unknown)")
  }

  @Test func `no more than 64 KiB are looked through`() {
    let head = String(repeating: "# a comment\n", count: 6000)
    #expect(Reading(head + "# EVEMU 1.3\n").format == nil)
    #expect(Reading(head + "# EVEMU 1.3\n").problem == "1: \(Self.unknown)")
    #expect(Reading(head + "# EVEMU 1.3\n", chunkSize: 100).problem == "1: \(Self.unknown)")
    #expect(
      Reading(String(repeating: "x", count: 1 << 20), chunkSize: 1000).problem
        == "1: \(Self.unknown)")
  }
}

extension RecordingReader {
  /// What is wrong with a text, as a person reads it.
  fileprivate consuming func problem(with text: String) -> String? {
    var batch = EventBatch()
    do throws(RecordingError) {
      var text = text
      try text.withUTF8 { bytes in
        Result { () throws(RecordingError) in try read(UnsafeRawBufferPointer(bytes), into: &batch)
        }
      }.get()
      try finish(into: &batch)
      return nil
    } catch {
      return "\(error.line.map { "\($0)" } ?? "-"): \(error)"
    }
  }
}
