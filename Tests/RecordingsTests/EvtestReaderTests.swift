import Recordings
import Testing
import TouchInput

@Suite struct EvtestReaderTests {
  @Test func `the description and the events are read`() {
    let reading = Reading(Sample.evtest)
    #expect(reading.format == .evtest)
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    #expect(
      reading.inputs == [
        InputEvent(160_278_880_972, 3, 57, 3), InputEvent(160_278_880_972, 4, 4, 0x90001),
        InputEvent(160_278_880_972, 0, 2, 0), InputEvent(160_278_880_000, 0, 0, 0),
        InputEvent(160_279_000_000, 3, 57, -1), InputEvent(160_279_000_000, 0, 0, 0),
      ])
    #expect(reading.events.map(\.line) == [22, 23, 24, 25, 26, 27])
    let device = reading.devices.first
    #expect(reading.devices.count == 1)
    #expect(device?.name == "Test Pad")
    #expect(
      device?.identity == .init(bus: 0x18, vendor: 0x4f3, product: 0x300b, version: 0x100))
    #expect(device?.properties == .clickpad)
    #expect(device?.codes == [1: [330], 3: [53, 54]])
    #expect(
      device?.axes == [
        53: .init(minimum: -100, maximum: 1000, fuzz: 4, flat: 2, resolution: 10),
        54: .init(minimum: 0, maximum: 680),
      ])
  }

  @Test(
    arguments: [
      ("-------------- SYN_REPORT ------------", 0), ("-------------- EV_SYN ------------", 0),
      ("-------------- SYN_CONFIG ------------", 1),
      ("++++++++++++++ SYN_MT_REPORT ++++++++++++", 2),
      ("++++++++++++++ EV_REL ++++++++++++", 2), (">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<", 3),
      ("++++++++++++++++++++ EV_SYN +++++++++++++++", 0),
      ("-------------- SYN_REPORT ------------                   ", 0),
      ("-------------- ? ------------", 0),
    ] as [(String, UInt16)])
  func `the signs of a separator tell its kind`(separator: String, code: UInt16) {
    let reading = Reading("Event: time 1.500000, \(separator)\n")
    #expect(reading.inputs == [InputEvent(1_500_000, 0, code, 0)])
  }

  @Test func `the tool of python-evdev is read`() {
    let reading = Reading(
      """
      time 1522193888.012784 --------- SYN_REPORT --------
      time 1522193888.02     type 3 (EV_ABS), code 0    (ABS_X), value 1502
      time 1522193888.02     type 1 (EV_KEY), code 272  (['BTN_LEFT', 'BTN_MOUSE']), value 1
      time 1522193888.02     type 4 (EV_MSC), code 4    (MSC_SCAN), value 90001
      time 1522193889.0      +++++++++ SYN_MT_REPORT ++++++++
      time 1522193889.0      --------- SYN_DROPPED --------

      """)
    #expect(
      reading.inputs == [
        InputEvent(1_522_193_888_012_784, 0, 0, 0), InputEvent(1_522_193_888_020_000, 3, 0, 1502),
        InputEvent(1_522_193_888_020_000, 1, 272, 1),
        InputEvent(1_522_193_888_020_000, 4, 4, 90001), InputEvent(1_522_193_889_000_000, 0, 2, 0),
        InputEvent(1_522_193_889_000_000, 0, 3, 0),
      ])
  }

  @Test func `values of scan codes are hexadecimal`() {
    let reading = Reading(
      """
      Event: time 1.0, type 4 (EV_MSC), code 4 (MSC_SCAN), value 7001e
      Event: time 1.0, type 4 (EV_MSC), code 3 (MSC_RAW), value ffffffff
      Event: time 1.0, type 4 (EV_MSC), code 5 (MSC_TIMESTAMP), value 196500
      Event: time 1.0, type 9 (?), code 3 (?), value -6291275

      """)
    #expect(reading.inputs.map(\.value) == [0x7001e, -1, 196_500, -6_291_275])
  }

  @Test func `lines in front of and among the events do no harm`() {
    let reading = Reading(
      """
      No device specified, trying to scan all of /dev/input/event*
      Available devices:
      /dev/input/event0:	Lid Switch
      Select the device event number [0-10]: Input driver version is 1.0.1
      Properties:
      Key repeat handling:
        Repeat type 20 (EV_REP)
          Repeat code 0 (REP_DELAY)
            Value    250
            Max     1000
      Testing ... (interrupt to exit)
      If the display isn't showing, this command may help:
      # a comment
      ....
      SYNC: Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 7

      """)
    #expect(reading.inputs == [InputEvent(1_000_000, 3, 53, 7)])
    #expect(reading.notices == [.unknown(12), .unknown(14)])
    #expect(reading.devices == [])
  }

  @Test func `logs one behind the other have a device each`() {
    let log = """
      Input driver version is 1.0.1
      Input device name: "a"
      Event: time 1.000000, -------------- SYN_REPORT ------------

      """
    let nameOnly = """
      Input device name: "b"
      Event: time 1.000000, -------------- SYN_REPORT ------------

      """
    let reading = Reading(
      "Event: time 1.000000, -------------- SYN_REPORT ------------\n" + log + nameOnly)
    #expect(reading.devices.map(\.name) == [nil, "a", "b"])
    #expect(reading.events.map(\.device) == [0, 1, 2])
  }

  @Test(arguments: [
    "    Event code 53 (ABS_MT_POSITION_X)", "  Event type x", "      Min    x",
    "  Property type 64 (?)", "Input device ID: bus x", "Input device name: Pad", "      Max 9 9 9",
    "  Repeat type x",
  ])
  func `a wrong line of the head is noticed`(line: String) {
    let reading = Reading("Supported events:\n\(line)\n")
    #expect(reading.format == .evtest)
    #expect(reading.notices == [.unknown(2)])
  }

  @Test(arguments: [
    ("", "the time is missing"), (" ti", "the time is missing"),
    (" time x, type 3", "the time is not a number that fits: 'x'"),
    (" time 1, type 3", "the time is not a number that fits: '1'"),
    (" time 1.5x, type 3", "the time is not a number that fits: '1.5x'"),
    (" time 9000000001.0, type 3", "the time is not a number that fits: '9000000001.0'"),
    (" time 1.5, ", "the type is missing"),
    (" time 1.5, -------", "the end of the separator is missing"),
    (" time 1.5, ------- SYN_REPORT", "the end of the separator is missing"),
    (" time 1.5, type", "the type is missing"),
    (" time 1.5, type x (EV_ABS)", "the type is not a number that fits: 'x'"),
    (" time 1.5, type 32 (?), code 1 (?), value 1", "the type is not a number that fits: '32'"),
    (" time 1.5, type 3 (EV_ABS)", "the code is missing"),
    (
      " time 1.5, type 3 (EV_ABS), code 65536 (?), value 1",
      "the code is not a number that fits: '65536'"
    ),
    (" time 1.5, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X)", "the value is missing"),
    (" time 1.5, type 3 (EV_ABS), code 53 (X), value", "the value is missing"),
    (
      " time 1.5, type 3 (EV_ABS), code 53 (X), value 12x",
      "the value is not a number that fits: '12x'"
    ),
    (
      " time 1.5, type 3 (EV_ABS), code 53 (X), value 2147483648",
      "the value is not a number that fits: '2147483648'"
    ),
    (
      " time 1.5, type 4 (EV_MSC), code 4 (X), value 100000000",
      "the value is not a number that fits: '100000000'"
    ),
  ])
  func `a wrong event is an error with its line`(rest: String, problem: String) {
    let good = "Event: time 1.000000, -------------- SYN_REPORT ------------\n"
    let reading = Reading(good + "Event:\(rest)\n" + good)
    #expect(reading.problem == "2: \(problem)")
    #expect(reading.events.count == 1)
  }
}
