import Quantities
import Recordings
import Testing
import TouchInput

@Suite struct UinputReaderTests {
  @Test func `the descriptions and the events are read`() {
    let reading = Reading(Sample.uinput)
    #expect(reading.format == .uinput)
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    #expect(
      reading.inputs == [
        InputEvent(500_000, 3, 57, 3), InputEvent(500_000, 3, 53, -91),
        InputEvent(500_000, 1, 330, 1), InputEvent(500_000, 0, 0, 0), InputEvent(0, 1, 114, 1),
        InputEvent(0, 0, 0, 0), InputEvent(507_000, 3, 57, -1), InputEvent(507_000, 0, 0, 0),
      ])
    #expect(reading.events.map(\.line) == [24, 25, 26, 27, 30, 30, 32, 32])
    #expect(reading.events.map(\.device) == [0, 0, 0, 0, 1, 1, 0, 0])
    #expect(
      reading.devices == [
        DeviceDescription(
          name: "Test Pad", identity: .init(bus: 0x18, vendor: 0x4f3, product: 0x300b),
          properties: [.pointer, .clickpad],
          axes: [53: .init(minimum: -100, maximum: 1000, fuzz: 4, flat: 2, resolution: 10)],
          codes: [1: [325, 330], 3: [53, 57]]),
        DeviceDescription(codes: [1: [114]]),
      ])
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `chunks change nothing`(chunkSize: Int) {
    #expect(Reading(Sample.uinput, chunkSize: chunkSize) == Reading(Sample.uinput))
    let windows = Sample.uinput.replacing("\n", with: "\r\n")
    #expect(Reading(windows, chunkSize: chunkSize) == Reading(Sample.uinput))
  }

  static let head = "{\"command\": \"sync\"}\n"

  @Test(arguments: [
    ("3", 3), ("-3", -3), ("+3", 3), ("0x1F", 31), ("-0x10", -16), ("010", 8), ("\"7\"", 7),
    ("\"0x10\"", 16), ("'12'", 12), ("2147483647", .max), ("-2147483648", .min), ("0", 0),
    ("-0x80000000", .min), ("/* a */ 4 // b\n", 4), ("# c }\n5", 5), ("\"\\u0036\"", 6),
  ])
  func `numbers are read in every form`(text: String, value: Int32) {
    let reading = Reading(Self.head + "{\"command\":\"inject\",\"events\":[3,53,\(text)]}")
    #expect(reading.problem == nil)
    #expect(reading.inputs == [InputEvent(0, 3, 53, value)])
  }

  @Test(arguments: [
    "08", "0x", "1.5", "2147483648", "0xffffffff", "-", "ten", "\"\"", "1e3",
    "99999999999999999999",
  ])
  func `what is no number of 32 bits is an error`(text: String) {
    let reading = Reading(Self.head + "{\"command\":\"inject\",\"events\":[3,53,\(text)]}")
    let problem =
      text == "\"\"" ? "the value is missing" : "the value is not a number that fits: '\(text)'"
    #expect(reading.problem == "2: \(problem)")
  }

  @Test(arguments: [
    ("[EV_ABS, ABS_X, 1]", "1, 2"), ("{\"a\": 1, \"b\": [[], {}, {'c': 'd'}],}", "1,2,"),
    ("\"\\\"}\"", "0x1, 0x2"), ("'}'", "1 , 2"), ("null", "1, /* , */ 2"), ("true", "1,\n\n2"),
  ])
  func `what nobody asks for is passed over`(value: String, numbers: String) {
    let reading = Reading(
      "{\"command\": \"register\", \"x\": \(value), \"configuration\": "
        + "[{\"data_\": 1, \"type\": 101, \"data\": [\(numbers)]}, {\"type\": 108, \"data\": \"x\"}]}"
    )
    #expect(reading.problem == nil)
    #expect(reading.devices == [DeviceDescription(codes: [1: [1, 2]])])
  }

  @Test(arguments: [
    ("\"usb\"", 3), ("\"BlueTooth\"", 5), ("\"amd_sfh\"", 0x20), ("24", 24), ("0x18", 24),
    ("\"0x18\"", 24),
  ])
  func `a bus is a name or a number`(text: String, bus: UInt16) {
    let reading = Reading(
      "{\"command\":\"Register\",\"bus\":\(text),\"vid\":\"0xffff\",\"pid\":2,\"version\":3}")
    #expect(reading.problem == nil)
    #expect(
      reading.devices.map(\.identity) == [.init(bus: bus, vendor: 0xffff, product: 2, version: 3)])
  }

  @Test(arguments: [
    ("\"Pad \\\"1\\\" \\u00e9\\n\\/\"", "Pad \"1\" é\n/"), ("'it\\'s \"x\"'", "it's \"x\""),
    ("'a\\\\'", "a\\"), ("Pad", "Pad"), ("\"\"", nil), ("\"{ // }\"", "{ // }"),
  ])
  func `a name is a text of any form`(text: String, name: String?) {
    let reading = Reading(Self.head + "{\"command\":\"register\",\"name\":\(text)}")
    #expect(reading.problem == nil)
    #expect(reading.devices.map(\.name) == [name])
  }

  @Test func `each device has a time of its own`() {
    let reading = Reading(
      """
      {"id": 1, "command": "register"}
      {"id": 2, "command": "register"}
      {"id": 1, "command": "delay", "duration": 2147483647}
      {"id": 1, "command": "delay", "duration": 0}
      {"id": 2, "command": "delay", "duration": 5}
      {"id": 3, "command": "delay", "duration": 5}
      {"id": 1, "command": "inject", "events": [0, 0, 0]}
      {"id": 2, "command": "updateTimeBase"}
      {"id": 2, "command": "inject", "events": [0, 0, 0]}
      {"id": 2, "command": "inject", "events": []}
      {"id": 3, "command": "inject", "events": [0, 0, 0]}
      {"command": "inject", "events": [0, 0, 0]}

      """)
    #expect(reading.problem == nil)
    #expect(reading.notices == [])
    #expect(reading.inputs.map(\.time.nanoseconds) == [2_147_483_647_000_000, 5_000_000, 0, 0])
    #expect(reading.events.map(\.device) == [0, 1, 2, 3])
    #expect(reading.devices.map(\.isEmpty) == [true, true, true, true])
  }

  @Test func `a device that is not registered yet can be later, and only once`() {
    let reading = Reading(
      """
      {"id": 1, "command": "inject", "events": [0, 0, 0]}
      {"id": 1, "command": "register", "name": "a"}
      {"id": 1, "command": "register", "name": "b"}
      {"id": 1, "command": "syncToken"}

      """)
    #expect(reading.devices.map(\.name) == ["a"])
    #expect(reading.notices == [.unknown(3), .unknown(4)])
  }

  @Test func `repeated keys come with their codes`() {
    let reading = Reading(
      #"{"command":"register","configuration":[{"type":"UI_SET_EVBIT","data":["EV_REP",0x16]},"#
        + #"{"type":110,"data":[64,-1,63]},{"type":101,"data":[-1,768]}]}"#)
    #expect(
      reading.devices == [
        DeviceDescription(properties: .init(rawValue: 1 << 63), codes: [0x14: [0, 1]])
      ])
  }

  @Test(arguments: [
    ("{\"command\" \"sync\"}", "3: a colon is missing"),
    ("{\"command\": \"sync\"\n\"id\": 1}", "4: a comma is missing"),
    ("{\"id\": 1}", "3: a command is missing"), ("{}", "3: a command is missing"),
    ("{\"command\": \"delay\"}", "3: the duration is missing"),
    ("{\"command\": \"delay\", \"duration\": -1}", "3: a delay cannot be negative"),
    ("{\"command\": \"inject\"}", "3: the events are missing"),
    ("{\"command\": \"inject\", \"events\": 3}", "3: an array is missing"),
    (
      "{\"command\": \"inject\", \"events\": [3,\n53]}",
      "4: an event needs a type, a code and a value"
    ),
    ("{\"command\": \"inject\", \"events\": [3,53,1,,]}", "3: a value is missing"),
    ("{\"command\":\"inject\",\"events\":[32,1,1]}", "3: the type is not a number that fits: '32'"),
    (
      "{\"command\":\"inject\",\"events\":[3,65536,1]}",
      "3: the code is not a number that fits: '65536'"
    ),
    (
      "{\"command\":\"inject\",\"events\":[\"EV_ABS\",\"ABS_NO\",1]}",
      "3: the code is not a number that fits: 'ABS_NO'"
    ),
    (
      "{\"command\":\"register\",\"configuration\":[{\"data\":[1],\"type\":100}]}",
      "3: the type of a configuration has to stand in front of its data"
    ),
    (
      "{\"command\":\"register\",\"abs_info\":[{\"code\":1}]}", "3: an axis needs a code and info"
    ),
    ("{\"command\":\"register\",\"bus\":\"tram\"}", "3: the bus is not a number that fits: 'tram'"),
    ("{\"command\": \"a\nb\"}", "3: a text does not end in its line"),
    ("{\"command\": \"a\\\nb\"}", "3: a text does not end in its line"),
    ("{\"id\" 1, \"command\": \"a\nb\"}", "3: a colon is missing"),
    ("{\"a\": \"\\q\", \"command\": 1}", "3: a text has an escape that there is not"),
    ("{\"a\": ]}", "3: a value is missing"), ("{\"a\": [}", "3: a value is missing"),
    ("[{\"command\": \"sync\"}]", "3: an object is missing"), (",", "3: an object is missing"),
    ("\"a\"", "3: an object is missing"), ("}", "3: an object is missing"),
    ("/ {}", "3: an object is missing"),
    (
      "{\"a\": \(String(repeating: "[", count: 99))\(String(repeating: "]", count: 99))}",
      "3: the values are nested too deeply"
    ),
  ])
  func `a wrong command is an error with its line`(command: String, problem: String) {
    let text = Self.head + "{\"command\": \"inject\", \"events\": [0, 0, 0]}\n" + command
    for text in [text, text + "\n" + Self.head] {
      for chunkSize in [1, .max] {
        let reading = Reading(text, chunkSize: chunkSize)
        #expect(reading.problem == problem)
        #expect(reading.inputs == [InputEvent(0, 0, 0, 0)])
      }
    }
  }

  @Test func `a file may be cut anywhere`() {
    let bytes = Array(Sample.uinput.utf8)
    let whole = Reading(bytes)
    let first = Sample.uinput.utf8.firstIndex(of: UInt8(ascii: "{")).map {
      Sample.uinput.utf8.distance(from: Sample.uinput.startIndex, to: $0)
    }
    for count in (first ?? 0) + 40..<bytes.count {
      let reading = Reading(Array(bytes[..<count]))
      #expect(reading.problem == nil, "\(count)")
      #expect(reading.notices.allSatisfy { $0.kind == .fileCut })
      #expect(reading.notices.count <= 1)
      #expect(reading.events == Array(whole.events.prefix(reading.events.count)))
    }
    let cut = Reading(Self.head + "\n{\"id\": 1,\n\"command\": \"syn")
    #expect(cut.notices == [.cut(3)])
  }

  @Test func `a part of a command with something wrong is not cut but wrong`() {
    let reading = Reading(Self.head + "{\"id\": 1\n\"command\": \"inject\", \"events\": [0,")
    #expect(reading.problem == "3: a comma is missing")
  }

  @Test(arguments: [1 << 10, .max])
  func `a command has at most 1 MB`(chunkSize: Int) {
    let blanks = String(repeating: " ", count: 1 << 20)
    let long = Self.head + "\n{\"command\":\n\"sync\"\(blanks)}"
    #expect(Reading(long, chunkSize: chunkSize).problem == "3: a command may have at most 1 MB")
    let wrong = Self.head + "\n{\"command\"\n\"sync\"\(blanks)}"
    #expect(Reading(wrong, chunkSize: chunkSize).problem == "4: a colon is missing")
    let events = String(repeating: "0, 0, 0,\n", count: 100_000)
    let most =
      Self.head + "{\"command\": \"inject\", \"events\": [\(events)]}\n//\(blanks)\(blanks)"
    #expect(Reading(most, chunkSize: chunkSize).problem == nil)
    #expect(Reading(most, chunkSize: chunkSize).events.count == 100_000)
  }

  @Test func `delays can add up to 285 years and no more`() {
    let delay = "{\"command\": \"delay\", \"duration\": 2147483647}\n"
    let text = "{\"command\": \"register\"}\n" + String(repeating: delay, count: 4285)
    #expect(Reading(text).problem == "4286: the delays are longer than 285 years")
  }

  @Test func `more than 64 devices are an error`() {
    let text = (0..<66).map { "{\"id\": \($0), \"command\": \"register\"}\n" }.joined()
    #expect(Reading(text).problem == "65: there are more than 64 devices")
  }

  @Test func `other commands of a frame that is long are one frame`() {
    var whole = Written(Reading([]))
    whole.devices = [WrittenDevice(EvemuWriterTests.description)]
    whole.events = (0..<5000).map { index in
      RecordedEvent(event: InputEvent(500_000, 3, 53, Int32(index)), line: 0)
    }
    let bytes = whole.bytes(.uinput)
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: "inject").count == 6)
    #expect(Written(Reading(bytes)) == whole)
  }
}
