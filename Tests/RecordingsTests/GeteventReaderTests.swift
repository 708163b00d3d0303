import Recordings
import Testing
import TouchInput

@Suite struct GeteventReaderTests {
  @Test func `the descriptions and the events are read`() {
    let reading = Reading(Sample.getevent)
    #expect(reading.format == .getevent)
    #expect(reading.error == nil)
    #expect(reading.notices == [])
    #expect(
      reading.inputs == [
        InputEvent(460_609_852, 3, 57, 3), InputEvent(460_609_852, 1, 330, 1),
        InputEvent(460_609_852, 0, 0, 0), InputEvent(460_700_000, 1, 0x72, 1),
        InputEvent(460_700_000, 3, 57, -1), InputEvent(460_700_000, 0, 0, 0),
      ])
    #expect(reading.events.map(\.line) == [18, 19, 20, 21, 22, 23])
    #expect(reading.events.map(\.device) == [1, 1, 1, 0, 1, 1])
    #expect(reading.paths == ["/dev/input/event0", "/dev/input/event4"])
    #expect(reading.devices.map(\.name) == ["gpio-keys", "Test Pad"])
    let device = reading.devices.last
    #expect(
      device?.identity == .init(bus: 0x18, vendor: 0x4f3, product: 0x300b, version: 0x100))
    #expect(device?.properties == .direct)
    #expect(device?.codes == [1: [0x14a, 0x145], 3: [53, 57]])
    #expect(
      device?.axes == [
        53: .init(minimum: -100, maximum: 1000, fuzz: 4, flat: 2, resolution: 10),
        57: .init(minimum: 0, maximum: 65535),
      ])
  }

  @Test(arguments: [
    "[     460.609852] EV_ABS       ABS_MT_POSITION_X    00000273            ",
    "[     460.609852] EV_ABS       ABS_MT_POSITION_X    00000273            \r",
    "[     460.609852] 0003 0035 00000273", "[ 460.609852] 0003 0035 00000273 rate 120",
    "[     460.609852] EV_ABS       0035                 00000273            ",
    "460-609852: EV_ABS       ABS_MT_POSITION_X    00000273            ",
    "460-609852: 0003 0035 00000273", "  [     460.609852] 0003 0035 00000273",
  ])
  func `every form of an event is read`(line: String) {
    let reading = Reading(line + "\n")
    #expect(reading.format == .getevent)
    #expect(reading.inputs == [InputEvent(460_609_852, 3, 53, 0x273)])
    #expect(reading.events.map(\.device) == [0])
    #expect(reading.devices == [])
    #expect(reading.notices == [])
  }

  @Test(arguments: [
    "/dev/input/event2: 0003 0035 00000273", "0003 0035 00000273",
    "EV_ABS       ABS_MT_POSITION_X    00000273            ",
    "/dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000273            ",
  ])
  func `events without a time are noticed once`(line: String) {
    let reading = Reading("\(line)\n\(line)\n")
    #expect(reading.inputs == [InputEvent(0, 3, 53, 0x273), InputEvent(0, 3, 53, 0x273)])
    #expect(reading.notices == [.init(.noTimestamps, line: 1)])
  }

  @Test(arguments: [
    ("EV_KEY       BTN_TOUCH            DOWN                ", InputEvent(0, 1, 330, 1)),
    ("EV_KEY       BTN_TOUCH            UP                  ", InputEvent(0, 1, 330, 0)),
    ("EV_KEY       BTN_DIGI             REPEAT              ", InputEvent(0, 1, 320, 2)),
    ("EV_KEY       KEY_SELECTIVE_SCREEN DOWN                ", InputEvent(0, 1, 0x27a, 1)),
    ("EV_KEY       02fe                 DOWN                ", InputEvent(0, 1, 0x2fe, 1)),
    ("EV_ABS       ABS_MT_TRACKING_ID   ffffffff            ", InputEvent(0, 3, 57, -1)),
    ("EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM        ", InputEvent(0, 3, 55, 2)),
    ("EV_ABS       ABS_MT_POSITION_Y    80000000            ", InputEvent(0, 3, 54, .min)),
    ("EV_SYN       SYN_MT_REPORT        00000000            ", InputEvent(0, 0, 2, 0)),
    ("0017         0000                 0000000A            ", InputEvent(0, 0x17, 0, 10)),
  ])
  func `labels stand for their numbers`(line: String, event: InputEvent) {
    let reading = Reading("[       0.000000] \(line)\n")
    #expect(reading.inputs == [event])
  }

  @Test func `a listing with labels is read`() {
    let reading = Reading(
      """
      add device 3: /dev/input/event11
        name:     "touch_panel"
        events:
          KEY (0001): KEY_POWER*            BTN_TOUCH             KEY_NOBODY_KNOWS     02fe                 
                      BTN_TOOL_FINGER      
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 5, min 0, max 1000, fuzz 0, flat 0, resolution 10
          SW  (0005): SW_LID
        input props:
          INPUT_PROP_POINTER
          0002
          <none>
        HID descriptor: 0018:04F3:300B.0001

          05 01 09 02
      remove device 3: /dev/input/event11

      """)
    #expect(
      reading.devices == [
        DeviceDescription(
          name: "touch_panel", properties: [.pointer, .clickpad],
          axes: [
            47: .init(minimum: 0, maximum: 9),
            53: .init(minimum: 0, maximum: 1000, resolution: 10),
          ],
          codes: [1: [116, 330, 0x2fe, 325], 3: [47, 53], 5: [0]])
      ])
    #expect(reading.notices == [])
  }

  @Test func `an old listing is read`() {
    let reading = Reading(
      "add device 1: /dev/input/event0\n  events:\n"
        + "    ABS (0003): 0035  value 0, min 0, max 320, fuzz 0 flat 0\n")
    #expect(reading.devices.first?.axes == [53: .init(minimum: 0, maximum: 320)])
  }

  @Test func `devices that are not described are told apart by their files`() {
    let reading = Reading(
      "/dev/input/event1: 0003 0035 00000001\n/dev/input/event2: 0003 0035 00000002\n"
        + "/dev/input/event1: 0000 0000 00000000\n")
    #expect(reading.events.map(\.device) == [0, 1, 0])
    #expect(reading.devices.map(\.isEmpty) == [true, true])
    #expect(reading.paths == ["/dev/input/event1", "/dev/input/event2"])
  }

  @Test func `a device that comes again is the same`() {
    let reading = Reading(
      "add device 1: /dev/input/event1\n  name:     \"a\"\n"
        + "remove device 1: /dev/input/event1\nadd device 1: /dev/input/event1\n"
        + "[ 1.000000] /dev/input/event1: 0000 0000 00000000\n")
    #expect(reading.devices.map(\.name) == ["a"])
    #expect(reading.events.map(\.device) == [0])
  }

  @Test func `events without a device are of the one with contacts`() {
    let listing = """
      add device 1: /dev/input/event0
        name:     "keys"
      add device 2: /dev/input/event1
        name:     "screen"
        events:
          ABS (0003): 0035  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      0036  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0

      """
    let event = "[ 1.000000] 0000 0000 00000000\n"
    #expect(Reading(listing + event).events.map(\.device) == [1])
    let two = listing + listing.replacing("event1", with: "event2") + event
    #expect(Reading(two).events.map(\.device) == [3])
    let another = two + "[ 1.000000] /dev/input/event9: 0000 0000 00000000\n"
    #expect(Reading(another).events.map(\.device) == [3, 4])
    #expect(Reading(another).paths.suffix(2) == [nil, "/dev/input/event9"])
    #expect(Reading(event + listing).devices.map(\.name) == [nil, "keys", "screen"])
  }

  @Test func `each event is of the device whose file it names`() {
    func device(_ number: Int, _ file: String, codes: String) -> String {
      "add device \(number): /dev/input/\(file)\n  name:     \"\(file)\"\n  events:\n\(codes)"
    }
    func axis(_ maximum: Int) -> String {
      "    ABS (0003): 0035  : value 0, min 0, max \(maximum), fuzz 0, flat 0, resolution 0\n"
    }
    // The keyboard has keys of the same numbers as axes; the wrapper has another range.
    let reading = Reading(
      device(1, "event1", codes: "    KEY (0001): 0001  0035  0036\n")
        + device(2, "event0", codes: axis(1080)) + device(3, "event11", codes: axis(1000))
        + "/dev/input/event11: 0003 0039 000009c0\n/dev/input/event11: 0003 0039 ffffffff\n"
        + "/dev/input/event1: 0001 0035 00000001\n")
    #expect(reading.events.map(\.device) == [2, 2, 0])
    #expect(reading.events.map(\.event.value) == [0x9c0, -1, 1])
    #expect(reading.devices.map { $0.axes[0x35]?.maximum } == [nil, 1080, 1000])
    #expect(reading.notices.map(\.kind) == [.noTimestamps])
  }

  @Test func `more than 64 devices are an error`() {
    let text = (0..<66).map { "[ 1.000000] /dev/input/event\($0): 0000 0000 00000000\n" }.joined()
    #expect(Reading(text).problem == "65: there are more than 64 devices")
  }

  @Test(arguments: [
    ("[ 460.60x852] 0003 0035 00000273", "the time is not a number that fits: '460.60x852'"),
    ("[ 460] 0003 0035 00000273", "the time is not a number that fits: '460'"),
    ("460-6098520: 0003 0035 00000273", "the time is not a number that fits: '460-6098520:'"),
    ("[ 1.0] 00g3 0035 00000273", "the type is not a number that fits: '00g3'"),
    ("[ 1.0] 0020 0035 00000273", "the type is not a number that fits: '0020'"),
    ("[ 1.0] EV_FOO ABS_X 00000273", "the type is not a number that fits: 'EV_FOO'"),
    ("[ 1.0] 0003", "the code is missing"),
    ("[ 1.0] EV_ABS ABS_MT_POSI", "the code is not a number that fits: 'ABS_MT_POSI'"),
    ("[ 1.0] EV_ABS ABS_NO 00000001", "the code is not a number that fits: 'ABS_NO'"),
    ("[ 1.0] 0003 035 00000273", "the code is not a number that fits: '035'"),
    ("[ 1.0] 0003 0035", "the value is missing"),
    ("[ 1.0] 0003 0035 0000273", "the value is not a number that fits: '0000273'"),
    ("[ 1.0] 0003 0035 000000273", "the value is not a number that fits: '000000273'"),
    ("[ 1.0] EV_KEY BTN_TOUCH DOW", "the value is not a number that fits: 'DOW'"),
    ("/dev/input/event1: 0003 0035 xyz", "the value is not a number that fits: 'xyz'"),
    ("0003 0035 123", "the value is not a number that fits: '123'"),
    ("EV_ABS", "the code is missing"),
  ])
  func `a wrong event is an error with its line`(line: String, problem: String) {
    let good = "[ 1.000000] 0000 0000 00000000\n"
    let reading = Reading(good + line + "\n" + good)
    #expect(reading.problem == "2: \(problem)")
    #expect(reading.events.count == 1)
  }

  @Test(arguments: [
    "[    1.234567] usb 1-1: new high-speed USB device", "[INFO] hello", "$ adb shell getevent",
    "[    1.234567] input: Power Button", "  name: \"x\"", "[ 1.0] EV_KEY KEY_NOBODY_KNOWS DOWN",
    "/dev/input/event1: Permission denied", "dead beefs", "add device 1",
  ])
  func `lines that are like nothing are noticed`(line: String) {
    let reading = Reading("[ 1.000000] 0000 0000 00000000\n\(line)\n")
    #expect(reading.notices == [.unknown(2)])
    #expect(reading.events.count == 1)
  }

  @Test func `a wrong line of a listing is noticed`() {
    let reading = Reading(
      """
      add device 1: /dev/input/event0
        name: x
        hello
        events:
          0001
          KEY (0001): x
          KEY (0001): ffff
          ABS (0003): 0035  : value 0
        input props:
          hello

      """)
    #expect(reading.notices == [2, 3, 5, 6, 7, 8, 10].map { .unknown($0) })
  }
}
