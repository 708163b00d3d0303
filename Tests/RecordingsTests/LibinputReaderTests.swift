import Recordings
import Testing
import TouchInput

@Suite struct LibinputReaderTests {
  @Test func `the description and the events are read`() {
    let reading = Reading(Sample.libinput)
    #expect(reading.format == .libinput)
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    #expect(
      reading.inputs == [
        InputEvent(0, 3, 57, 3), InputEvent(0, 3, 53, -91), InputEvent(0, 0, 0, 0),
        InputEvent(1_123_442_602, 3, 57, -1), InputEvent(1_123_442_602, 0, 0, 0),
      ])
    #expect(reading.events.map(\.line) == [32, 33, 34, 38, 39])
    #expect(reading.paths == ["/dev/input/event4"])
    let device = reading.devices.first
    #expect(device?.name == "Test Pad")
    #expect(
      device?.identity == .init(bus: 24, vendor: 1267, product: 12299, version: 256))
    #expect(device?.properties == [.pointer, .clickpad])
    #expect(device?.codes == [1: [325, 330], 3: [47, 53]])
    #expect(
      device?.axes == [
        47: .init(minimum: 0, maximum: 9),
        53: .init(minimum: -100, maximum: 1000, fuzz: 4, flat: 2, resolution: 10),
      ])
  }

  @Test func `events belong to the device that they stand under`() {
    let reading = Reading(
      """
      ndevices: 2
      devices:
      - node: /dev/input/event4
        evdev:
          name: "Pad"
        events:
        - evdev:
          - [  1,      0,   3,  53,     100] # a
      - node: /dev/input/event5
        evdev:
          name: "Screen"
        events:
        - evdev:
          - [  0, 500000,   3,  53,     200] # b

      """)
    #expect(reading.devices.map(\.name) == ["Pad", "Screen"])
    #expect(reading.paths == ["/dev/input/event4", "/dev/input/event5"])
    #expect(reading.events.map(\.device) == [0, 1])
    #expect(reading.inputs.map(\.value) == [100, 200])
  }

  @Test func `a fragment without a head is read`() {
    let reading = Reading(
      """
        - evdev:
          - [1123, 442602,   3,  47,       3] # EV_ABS / ABS_MT_SLOT               3
          - [1123, 442602,   0,   0,       1] # ------------ SYN_REPORT (1) ----------
      """)
    #expect(reading.format == .libinput)
    #expect(reading.devices == [])
    #expect(reading.inputs.map(\.value) == [3, 1])
  }

  @Test func `what mails and shells add does no harm`() {
    let reading = Reading(
      """
      user@host:~$ sudo libinput record
      Recording to 'stdout'.
      > # libinput record
      > - node: /dev/input/event1
      >   evdev:
      >     name: "Mouse"
      >     codes:
      > \t1: [272, 273,
      >         274] # EV_KEY
      > \t4: [4] # EV_MSC
       udev:
          properties:
      ....
      >   events:
      >   - evdev:
      >     - [  0,\t   0,\t4,   4,      30] # EV_MSC / MSC_SCAN\t\t     30 (obfuscated)
      >>     - [1, 207892, 1, 273, +1] # EV_KEY / BTN_RIGHT
      ---
      ...
      """)
    #expect(reading.inputs == [InputEvent(0, 4, 4, 30), InputEvent(1_207_892, 1, 273, 1)])
    #expect(reading.devices.first?.codes == [1: [272, 273, 274], 4: [4]])
    #expect(reading.notices == [.unknown(1), .unknown(2), .unknown(13)])
  }

  @Test func `frames of another kind are skipped`() {
    let reading = Reading(
      """
      - node: /dev/input/event1
        libinput:
          size: [104, 70]
          capabilities: [pointer, gesture]
        events:
        - hid:
          time: [  0,      0]
          hidraw0: [
            0x01, 0x02,
            0x03
          ]
        - evdev:
          - [  0,      1,   3,  53,     100]
        - gesture:
          - [  1, 2, 3, 4, 5]
        - evdev:
          - [  0,      2,   0,   0,       0]

      """)
    #expect(reading.inputs == [InputEvent(1, 3, 53, 100), InputEvent(2, 0, 0, 0)])
    #expect(reading.notices == [])
  }

  @Test func `a list that is never closed swallows nothing`() {
    let reading = Reading(
      """
      - node: /dev/input/event1
        hid: [
          0x05, 0x01,
        events:
        - evdev:
          - [  0,      1,   3,  53,     100]

      """)
    #expect(reading.inputs == [InputEvent(1, 3, 53, 100)])
  }

  @Test func `an events list with nothing below has no events`() {
    let reading = Reading("# libinput record\ndevices:\n- node: /dev/input/event4\n  events:\n")
    #expect(reading.error == nil)
    #expect(reading.events == [])
    #expect(reading.devices.count == 1)
  }

  @Test(arguments: [
    (#""Test Pad""#, "Test Pad"), (#""a \"b\" \\ \x41\u00e9\U0001F44B""#, "a \"b\" \\ Aé👋"),
    (#""3" Pad""#, "3\" Pad"), (#""C:\q \xzz""#, #"C:\q \xzz"#), (#""tab\tend\""#, "tab\tend\\"),
    ("'it''s'", "it's"), ("plain text # comment", "plain text"), (#""open"#, #""open"#),
  ])
  func `a name is taken out of its quotes`(text: String, name: String) {
    let reading = Reading("- node: /dev/input/event1\n  evdev:\n    name: \(text)\n")
    #expect(reading.devices.map(\.name) == [name])
  }

  @Test func `a description that is cut or wrong gives what is there`() {
    let reading = Reading(
      """
      - node: /dev/input/event1
        evdev:
          name:
          id: [24, 99999, 1, 1]
          codes:
            1: [9999, x
            99: [1]
          absinfo:
            53: [0
            54: [0, 99999999999, 1]
            53: [0, 5]
            99: [0, 1, 0, 0, 0]
          properties: [99, 1]

      """)
    #expect(
      reading.devices == [
        DeviceDescription(
          properties: .direct,
          axes: [53: .init(minimum: 0, maximum: 5), 54: .init(minimum: 0, maximum: 1)],
          codes: [3: [53, 54]])
      ])
  }

  @Test(arguments: [
    ("[", "the time in seconds is missing"),
    ("[x, 0, 3, 53, 1]", "the time in seconds is not a number that fits: 'x'"),
    ("[-1, 0, 3, 53, 1]", "the time in seconds is not a number that fits: '-1'"),
    ("[9000000001, 0, 3, 53, 1]", "the time in seconds is not a number that fits: '9000000001'"),
    ("[0]", "an event is a list of five numbers"),
    ("[0, 1000000, 3, 53, 1]", "the time in microseconds is not a number that fits: '1000000'"),
    ("[0, 0, 32, 53, 1]", "the type is not a number that fits: '32'"),
    ("[0, 0, 3, 65536, 1]", "the code is not a number that fits: '65536'"),
    ("[0, 0, 3, 53]", "an event is a list of five numbers"),
    ("[0, 0, 3, 53,", "the value is missing"),
    ("[0, 0, 3, 53, 2147483648]", "the value is not a number that fits: '2147483648'"),
    ("[0, 0, 3, 53, 1", "an event is a list of five numbers"),
    ("[0, 0, 3, 53, 1, 2]", "an event is a list of five numbers"),
    ("[0, 0, 3, 53, *f]", "the value is not a number that fits: '*f'"),
  ])
  func `a wrong event is an error with its line`(list: String, problem: String) {
    let text = "- evdev:\n- [0, 1, 0, 0, 0]\n- \(list)\n- [0, 2, 0, 0, 0]\n"
    let reading = Reading(text)
    #expect(reading.problem == "3: \(problem)")
    #expect(reading.events.count == 1)
  }

  @Test func `events in front of a description are of another device`() {
    let reading = Reading(
      "- [0, 1, 0, 0, 0]\n- node: /dev/input/event1\n  events:\n  - [0, 2, 0, 0, 0]\n")
    #expect(reading.events.map(\.device) == [0, 1])
    #expect(reading.paths == [nil, "/dev/input/event1"])
  }
}
