import Recordings
import Testing
import TouchInput

@Suite struct EvemuReaderTests {
  @Test func `the description and the events of version 1.3 are read`() {
    let reading = Reading(Sample.evemu)
    #expect(reading.format == .evemu)
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    #expect(
      reading.inputs == [
        InputEvent(1, 3, 0x39, 3), InputEvent(1, 3, 0x35, -91), InputEvent(1, 1, 0x14a, 1),
        InputEvent(1, 0, 0, 0), InputEvent(12_345_678, 3, 0x36, 458_792),
        InputEvent(12_345_678, 0, 0, 0),
      ])
    #expect(reading.events.map(\.line) == [17, 18, 19, 20, 21, 22])
    let device = reading.devices.first
    #expect(reading.devices.count == 1)
    #expect(device?.name == "Test Pad")
    #expect(
      device?.identity == .init(bus: 0x18, vendor: 0x4f3, product: 0x300b, version: 0x100))
    #expect(device?.properties == [.pointer, .clickpad])
    #expect(device?.codes == [1: [0x110, 0x145, 0x14a, 0x14d, 0x14e, 0x14f], 3: Self.axes])
    #expect(
      device?.axes == [
        0: .init(minimum: 0, maximum: 1000, resolution: 10),
        1: .init(minimum: 0, maximum: -2000, resolution: 20),
        0x35: .init(minimum: -100, maximum: 1000, fuzz: 4, flat: 2, resolution: 10),
      ])
  }

  static let axes: Set<UInt16> = [0, 1, 0x2f, 0x35, 0x36, 0x39]

  @Test func `versions 1.0 to 1.2 are read`() {
    let old = Reading("E: 1312973472.106153 0003 0039 0\nE: 1312973472.106160 0000 0000 0\n")
    #expect(
      old.inputs == [
        InputEvent(1_312_973_472_106_153, 3, 0x39, 0), InputEvent(1_312_973_472_106_160, 0, 0, 0),
      ])
    #expect(old.devices == [])
    let head = Reading("N: bcm5974\nI: 0003 05ac 0236 0111\nA: 35 -4824 5342 30 0\n")
    #expect(head.format == .evemu)
    #expect(head.events == [])
    #expect(head.devices.map(\.name) == ["bcm5974"])
    #expect(head.devices.first?.axes == [0x35: .init(minimum: -4824, maximum: 5342, fuzz: 30)])
    for version in ["1.1", "1.2"] {
      let reading = Reading("# EVEMU \(version)\nN: x\nE: 5.000000 0001 014a 0001\n")
      #expect(reading.inputs == [InputEvent(5_000_000, 1, 0x14a, 1)])
    }
  }

  @Test func `a file may hold nothing but axes`() {
    let reading = Reading("A: 00 1472 5472 0 0 55\nA: 35 1472 5472 0 0 55\nA: 18 0 255 0 0 0\n")
    #expect(reading.format == .evemu)
    #expect(reading.devices.count == 1)
    #expect(reading.devices.first?.name == nil)
    #expect(reading.devices.first?.axes.count == 3)
    #expect(reading.devices.first?.codes == [3: [0, 0x35, 0x18]])
  }

  @Test func `what is written by hand around the lines does no harm`() {
    let text = """
      # https://example.org/recording

      > N: Quoted Pad\r
      > A: 35 0 100\r
        E: 0.000001 0003 0035 0039  EV_ABS / ABS_MT_POSITION_X\r
      E:  0.000002  0000  0000  +0
      L: 00 0
      S: 00 1
      """
    let reading = Reading(text)
    #expect(reading.inputs == [InputEvent(1, 3, 0x35, 39), InputEvent(2, 0, 0, 0)])
    #expect(reading.notices == [])
    #expect(reading.devices.map(\.name) == ["Quoted Pad"])
  }

  @Test func `a second description is another device`() {
    let reading = Reading(
      "N: a\nA: 35 0 1\nE: 0.0 0000 0000 0\nN: b\nA: 35 0 2\nE: 0.0 0000 0000 0\n")
    #expect(reading.devices.map(\.name) == ["a", "b"])
    #expect(reading.devices.map { $0.axes[0x35]?.maximum } == [1, 2])
    #expect(reading.events.map(\.device) == [0, 1])
  }

  @Test func `a name is text that nobody has checked`() {
    #expect(
      Reading("N: Cool®\u{1B}[31m \nI: 0 0 0 0\n").devices.map(\.name) == ["Cool®\u{1B}[31m "])
    #expect(Reading("N:\nI: 0 0 0 0\n").devices.map(\.name) == [nil])
    #expect(Reading([0x4e, 0x3a, 0x20, 0xff, 0x0a]).devices.map(\.name) == ["\u{FFFD}"])
  }

  @Test func `more than 64 devices are an error`() {
    let text = String(repeating: "N: a\nI: 0001 0001 0001 0001\n", count: 65) + "E: 0 0 0 0\n"
    let reading = Reading(text)
    #expect(reading.problem == "129: there are more than 64 devices")
    #expect(reading.devices.count == 64)
  }

  @Test func `codes beyond those of the kernel are left out`() {
    let lines = String(repeating: "B: 01 ff ff ff ff ff ff ff ff\n", count: 20)
    #expect(Reading(lines).devices.first?.codes[1]?.max() == 0x2ff)
    #expect(Reading("N: a\nB: 20 ff ff ff ff ff ff ff ff\n").notices == [.unknown(2)])
    #expect(Reading("N: a\nA: 40 0 1 0 0 0\n").notices == [.unknown(2)])
  }

  @Test(arguments: [
    ("", "the time is missing"),
    ("x.000001 0003 0035 1", "the time is not a number that fits: 'x.000001'"),
    ("1 0003 0035 1", "the time is not a number that fits: '1'"),
    ("1.1000000 0003 0035 1", "the time is not a number that fits: '1.1000000'"),
    ("9000000001.0 0003 0035 1", "the time is not a number that fits: '9000000001.0'"),
    ("1.000001", "the type is missing"),
    ("1.000001 00g3 0035 1", "the type is not a number that fits: '00g3'"),
    ("1.000001 0020 0035 1", "the type is not a number that fits: '0020'"),
    ("1.000001 0003", "the code is missing"),
    ("1.000001 0003 no number", "the code is not a number that fits: 'no'"),
    ("1.000001 0003 10000 1", "the code is not a number that fits: '10000'"),
    ("1.000001 0003 0035", "the value is missing"),
    ("1.000001 0003 0035 12x", "the value is not a number that fits: '12x'"),
    ("1.000001 0003 0035 -", "the value is not a number that fits: '-'"),
    ("1.000001 0003 0035 2147483648", "the value is not a number that fits: '2147483648'"),
    (
      "1.000001 0003 0035 \(String(repeating: "9", count: 400))",
      "the value is not a number that fits: '\(String(repeating: "9", count: 60))'"
    ),
  ])
  func `a wrong event is an error with its line`(fields: String, problem: String) {
    let text = "# EVEMU 1.3\nE: 0.000001 0000 0000 0\nE: \(fields)\nE: 0.000002 0000 0000 0\n"
    let reading = Reading(text)
    #expect(reading.problem == "3: \(problem)")
    #expect(reading.events.count == 1)
  }

  @Test func `the limits of the fields are read`() {
    let text =
      "E: 9000000000.999999 001f ffff -2147483648\nE: 0.000000 0000 0000 2147483647\n"
      + "E: -5.000001 0000 0000 000000000000000000000001\n"
    #expect(
      Reading(text).inputs == [
        InputEvent(9_000_000_000_999_999, 0x1f, 0xffff, .min), InputEvent(0, 0, 0, .max),
        InputEvent(-4_999_999, 0, 0, 1),
      ])
  }

  @Test(arguments: [
    ("0100", 100), ("000460", 460), ("0017", 17), ("0008", 8), ("-0091", -91), ("0000", 0),
  ])
  func `zeros in front do not make a value octal`(text: String, value: Int32) {
    #expect(Reading("E: 1.000000 0003 0035 \(text)\n").inputs.map(\.value) == [value])
  }

  @Test func `lines that are like nothing are noticed`() {
    let reading = Reading(
      "# EVEMU 1.3\nhello\nI: 1 2\nP: x\nB:\nA: 35\nQ: 1\nE: 0.000001 0000 0000 0\n")
    #expect(reading.notices == [2, 3, 4, 5, 6, 7].map { .unknown($0) })
    #expect(reading.events.count == 1)
  }
}
