import Recordings
import TestSupport
import Testing
import TouchInput

@Suite struct EvemuWriterTests {
  /// Writes a recording.
  static func text(_ description: DeviceDescription, _ events: [InputEvent]) -> String {
    var writer = EvemuWriter()
    var bytes: [UInt8] = []
    writer.write(description, to: &bytes)
    for event in events { writer.write(event, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name as formats hold it that quote nothing.
  static func onOneLine(_ name: String) -> String {
    Reading(text(DeviceDescription(name: name), [])).devices.first?.name ?? ""
  }

  static let description = DeviceDescription(
    name: "Test Pad", identity: .init(bus: 0x18, vendor: 0x4f3, product: 0x300b, version: 0x100),
    properties: [.pointer, .clickpad],
    axes: [
      0: .init(minimum: 0, maximum: 1000, resolution: 10),
      1: .init(minimum: 0, maximum: 500, resolution: 10),
      0x35: .init(minimum: -100, maximum: 1000, fuzz: 4, flat: 2, resolution: 10),
    ],
    codes: [1: [0x145, 0x14a], 3: [0, 1, 0x35]])

  @Test func `a recording is written as evemu writes it`() {
    let text = Self.text(
      Self.description,
      [
        InputEvent(1, 3, 0x35, 3), InputEvent(1, 3, 0x35, -91), InputEvent(1, 0, 2, 0),
        InputEvent(1, 0, 0, 0), InputEvent(7001, 3, 0x39, -1), InputEvent(7001, 9, 0x99, 123_456),
        InputEvent(7001, 0, 0, 1), InputEvent(1000, 0, 3, 0),
      ])
    #expect(
      text == """
        # EVEMU 1.3
        # Input device name: "Test Pad"
        # Input device ID: bus 0x18 vendor 0x4f3 product 0x300b version 0x100
        # Size in mm: 100x50
        # Supported events:
        #   Event type 0 (EV_SYN)
        #   Event type 1 (EV_KEY)
        #     Event code 325 (BTN_TOOL_FINGER)
        #     Event code 330 (BTN_TOUCH)
        #   Event type 3 (EV_ABS)
        #     Event code 0 (ABS_X)
        #       Min          0
        #       Max       1000
        #       Fuzz         0
        #       Flat         0
        #       Resolution  10
        #     Event code 1 (ABS_Y)
        #       Min          0
        #       Max        500
        #       Fuzz         0
        #       Flat         0
        #       Resolution  10
        #     Event code 53 (ABS_MT_POSITION_X)
        #       Min       -100
        #       Max       1000
        #       Fuzz         4
        #       Flat         2
        #       Resolution  10
        # Properties:
        #   Property  type 0 (INPUT_PROP_POINTER)
        #   Property  type 2 (INPUT_PROP_BUTTONPAD)
        N: Test Pad
        I: 0018 04f3 300b 0100
        P: 05 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 20 04 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 02 00 00 00 00 00 00 00 00
        B: 03 03 00 00 00 00 00 20 00
        B: 04 00 00 00 00 00 00 00 00
        B: 05 00 00 00 00 00 00 00 00
        B: 11 00 00 00 00 00 00 00 00
        B: 12 00 00 00 00 00 00 00 00
        B: 14 00 00 00 00 00 00 00 00
        B: 15 00 00 00 00 00 00 00 00
        B: 15 00 00 00 00 00 00 00 00
        A: 00 0 1000 0 0 10
        A: 01 0 500 0 0 10
        A: 35 -100 1000 4 2 10
        E: 0.000001 0003 0035 0003	# EV_ABS / ABS_MT_POSITION_X    3
        E: 0.000001 0003 0035 -091	# EV_ABS / ABS_MT_POSITION_X    -91
        E: 0.000001 0000 0002 0000	# ++++++++++++ SYN_MT_REPORT (0) ++++++++++
        E: 0.000001 0000 0000 0000	# ------------ SYN_REPORT (0) ---------- +0ms
        E: 0.007001 0003 0039 -001	# EV_ABS / ABS_MT_TRACKING_ID   -1
        E: 0.007001 0009 0099 123456	# (null) / (null)               123456
        E: 0.007001 0000 0000 0001	# ------------ SYN_REPORT (1) ---------- +7ms
        E: 0.001000 0000 0003 0000	# ------------ SYN_DROPPED (0) ---------- -6ms

        """)
  }

  @Test func `reading what was written gives the same`() {
    var random = Seeded(5)
    let events = (0..<500).map { _ in
      InputEvent(
        Int64.random(in: -9_000_000_000_000_000...9_000_000_000_000_000, using: &random)
          >> Int64.random(in: 0...50, using: &random),
        UInt16.random(in: 0...0x1f, using: &random), UInt16.random(in: 0...0xffff, using: &random),
        Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random))
    }
    let reading = Reading(Self.text(Self.description, events))
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    #expect(reading.devices == [Self.description])
    #expect(reading.inputs == events)
  }

  @Test(arguments: Sample.all.filter { $0.name != "sample table" }.map(\.bytes))
  func `every recording can be written`(bytes: [UInt8]) {
    let reading = Reading(bytes)
    let device = reading.devices.last ?? DeviceDescription()
    let again = Reading(Self.text(device, reading.inputs))
    #expect(again.devices == [device])
    #expect(again.inputs == reading.inputs)
  }

  @Test func `a device without a description can be written`() {
    let reading = Reading(Self.text(DeviceDescription(), []))
    #expect(reading.format == .evemu)
    #expect(reading.devices == [DeviceDescription()])
    #expect(Reading(Self.text(DeviceDescription(name: ""), [])).devices == [DeviceDescription()])
  }

  @Test func `axes that are not listed are written as codes too`() {
    let axes: [UInt16: DeviceDescription.AbsoluteAxis] = [0x35: .init(minimum: 0, maximum: 9)]
    let reading = Reading(Self.text(DeviceDescription(axes: axes, codes: [0: [1], 2: []]), []))
    #expect(reading.devices == [DeviceDescription(axes: axes, codes: [3: [0x35]])])
  }

  @Test func `codes beyond the usual lines are written`() {
    let codes: [UInt16: Set<UInt16>] = [1: [0, 0x2ff], 2: [64, 127], 0x16: [1]]
    #expect(Reading(Self.text(DeviceDescription(codes: codes), [])).devices.first?.codes == codes)
  }

  @Test(arguments: [
    ("a\nE: 0.000001 0003 0039 0003", "a?E: 0.000001 0003 0039 0003"),
    ("\r\u{0}\u{7f}\u{85}\u{1b}[31m", "?????[31m"),
    ("a\u{2028}b\u{2029}", "a?b?"), ("\"Cool®\" 👋\u{200d}", "\"Cool®\" 👋\u{200d}"), (" x ", " x "),
  ])
  func `a name cannot begin a line of its own`(name: String, written: String) {
    let reading = Reading(Self.text(DeviceDescription(name: name), []))
    #expect(reading.devices.map(\.name) == [written])
    #expect(reading.events == [])
    #expect(reading.notices == [])
  }
}
