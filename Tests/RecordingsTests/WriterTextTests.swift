import Recordings
import Testing
import TouchInput

/// What writers print, letter by letter.
@Suite struct WriterTextTests {
  private func text(_ format: WritableFormat) -> String {
    var whole = Written(Reading([]))
    whole.devices = [WrittenDevice(EvemuWriterTests.description, path: "/dev/input/event4")]
    whole.events = [
      InputEvent(1_500_001, 3, 0x39, 3), InputEvent(1_500_001, 3, 0x35, -91),
      InputEvent(1_500_001, 1, 0x14a, 1), InputEvent(1_500_001, 4, 4, 0x90001),
      InputEvent(1_500_001, 0, 0, 0), InputEvent(1_507_001, 3, 0x37, 2),
      InputEvent(1_507_001, 3, 0x39, -1), InputEvent(1_507_001, 9, 0x99, 7),
      InputEvent(1_507_001, 0, 2, 0), InputEvent(1_507_001, 0, 0, 1),
    ].map { RecordedEvent(event: $0, line: 0) }
    return String(decoding: whole.bytes(format), as: UTF8.self)
  }

  @Test func `libinput's YAML`() {
    #expect(
      text(.libinput) == """
        # libinput record
        version: 1
        ndevices: 1
        libinput:
          version: "unknown"
          git: "unknown"
        system:
          os: "unknown"
          kernel: "unknown"
          dmi: "unknown"
        devices:
        - node: /dev/input/event4
          evdev:
            # Name: Test Pad
            # ID: bus 0x18 vendor 0x4f3 product 0x300b version 0x100
            # Size in mm: 100x50
            # Supported Events:
            # Event type 0 (EV_SYN)
            # Event type 1 (EV_KEY)
            #   Event code 325 (BTN_TOOL_FINGER)
            #   Event code 330 (BTN_TOUCH)
            # Event type 3 (EV_ABS)
            #   Event code 0 (ABS_X)
            #       Min             0
            #       Max          1000
            #       Fuzz            0
            #       Flat            0
            #       Resolution     10
            #   Event code 1 (ABS_Y)
            #       Min             0
            #       Max           500
            #       Fuzz            0
            #       Flat            0
            #       Resolution     10
            #   Event code 53 (ABS_MT_POSITION_X)
            #       Min          -100
            #       Max          1000
            #       Fuzz            4
            #       Flat            2
            #       Resolution     10
            # Properties:
            #    Property 0 (INPUT_PROP_POINTER)
            #    Property 2 (INPUT_PROP_BUTTONPAD)
            name: "Test Pad"
            id: [24, 1267, 12299, 256]
            codes:
              0: [0, 1, 2, 3] # EV_SYN
              1: [325, 330] # EV_KEY
              3: [0, 1, 53] # EV_ABS
            absinfo:
              0: [0, 1000, 0, 0, 10]
              1: [0, 500, 0, 0, 10]
              53: [-100, 1000, 4, 2, 10]
            properties: [0, 2]
          udev:
            properties:
            - ID_INPUT=1
            - ID_INPUT_HEIGHT_MM=50
            - ID_INPUT_TOUCHPAD=1
            - ID_INPUT_WIDTH_MM=100
          quirks:
          events:
          - evdev:
            - [  1, 500001,   3,  57,       3] # EV_ABS / ABS_MT_TRACKING_ID        3
            - [  1, 500001,   3,  53,     -91] # EV_ABS / ABS_MT_POSITION_X       -91
            - [  1, 500001,   1, 330,       1] # EV_KEY / BTN_TOUCH                 1
            - [  1, 500001,   4,   4,  589825] # EV_MSC / MSC_SCAN             589825
            - [  1, 500001,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
          - evdev:
            - [  1, 507001,   3,  55,       2] # EV_ABS / ABS_MT_TOOL_TYPE          2
            - [  1, 507001,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
            - [  1, 507001,   9, 153,       7] # (null) / (null)                    7
            - [  1, 507001,   0,   2,       0] # ++++++++++++ SYN_MT_REPORT (0) ++++++++++
            - [  1, 507001,   0,   0,       1] # ------------ SYN_REPORT (1) ---------- +7ms

        """)
  }

  @Test func `the text of evtest`() {
    #expect(
      text(.evtest) == """
        Input driver version is 1.0.1
        Input device ID: bus 0x18 vendor 0x4f3 product 0x300b version 0x100
        Input device name: "Test Pad"
        Supported events:
          Event type 0 (EV_SYN)
          Event type 1 (EV_KEY)
            Event code 325 (BTN_TOOL_FINGER)
            Event code 330 (BTN_TOUCH)
          Event type 3 (EV_ABS)
            Event code 0 (ABS_X)
              Value        0
              Min          0
              Max       1000
              Resolution      10
            Event code 1 (ABS_Y)
              Value        0
              Min          0
              Max        500
              Resolution      10
            Event code 53 (ABS_MT_POSITION_X)
              Value        0
              Min       -100
              Max       1000
              Fuzz         4
              Flat         2
              Resolution      10
        Properties:
          Property type 0 (INPUT_PROP_POINTER)
          Property type 2 (INPUT_PROP_BUTTONPAD)
        Testing ... (interrupt to exit)
        Event: time 1.500001, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 3
        Event: time 1.500001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value -91
        Event: time 1.500001, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 1
        Event: time 1.500001, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
        Event: time 1.500001, -------------- SYN_REPORT ------------
        Event: time 1.507001, type 3 (EV_ABS), code 55 (ABS_MT_TOOL_TYPE), value 2
        Event: time 1.507001, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
        Event: time 1.507001, type 9 (?), code 153 (?), value 7
        Event: time 1.507001, ++++++++++++++ SYN_MT_REPORT ++++++++++++
        Event: time 1.507001, -------------- SYN_REPORT ------------

        """)
  }

  @Test func `the text of getevent`() {
    let lines = text(.getevent).split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(
      lines.joined(separator: "\n") == """
        add device 1: /dev/input/event4
          bus:      0018
          vendor    04f3
          product   300b
          version   0100
          name:     "Test Pad"
          events:
            KEY (0001): BTN_TOOL_FINGER       BTN_TOUCH
            ABS (0003): ABS_X                 : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 10
                        ABS_Y                 : value 0, min 0, max 500, fuzz 0, flat 0, resolution 10
                        ABS_MT_POSITION_X     : value 0, min -100, max 1000, fuzz 4, flat 2, resolution 10
          input props:
            INPUT_PROP_POINTER
            INPUT_PROP_BUTTONPAD
        [       1.500001] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   00000003
        [       1.500001] /dev/input/event4: EV_ABS       ABS_MT_POSITION_X    ffffffa5
        [       1.500001] /dev/input/event4: EV_KEY       BTN_TOUCH            DOWN
        [       1.500001] /dev/input/event4: EV_MSC       MSC_SCAN             00090001
        [       1.500001] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
        [       1.507001] /dev/input/event4: EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM
        [       1.507001] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [       1.507001] /dev/input/event4: 0009         0099                 00000007
        [       1.507001] /dev/input/event4: EV_SYN       SYN_MT_REPORT        00000000
        [       1.507001] /dev/input/event4: EV_SYN       SYN_REPORT           00000001
        """)
    #expect(
      text(.getevent).contains(
        "] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   00000003            \n"))
  }

  @Test func `commands for uinput`() {
    #expect(
      text(.uinput) == """
        {
          "id": 1,
          "command": "register",
          "name": "Test Pad",
          "vid": 0x04f3,
          "pid": 0x300b,
          "version": 0x0100,
          "bus": "i2c",
          "configuration": [
            // kinds of events
            {"type": 100, "data": [1, 3]},
            // EV_KEY
            {"type": 101, "data": [325, 330]},
            // EV_ABS
            {"type": 103, "data": [0, 1, 53]},
            // properties
            {"type": 110, "data": [0, 2]}
          ],
          "abs_info": [
            // ABS_X
            {"code": 0, "info": {"value": 0, "minimum": 0, "maximum": 1000, "fuzz": 0, "flat": 0, \
        "resolution": 10}},
            // ABS_Y
            {"code": 1, "info": {"value": 0, "minimum": 0, "maximum": 500, "fuzz": 0, "flat": 0, \
        "resolution": 10}},
            // ABS_MT_POSITION_X
            {"code": 53, "info": {"value": 0, "minimum": -100, "maximum": 1000, "fuzz": 4, "flat": 2, \
        "resolution": 10}}
          ]
        }
        {"id": 1, "command": "delay", "duration": 1500}
        {"id": 1, "command": "inject", "events": [
          3, 57, 3,
          3, 53, -91,
          1, 330, 1,
          4, 4, 589825,
          0, 0, 0
        ]}
        {"id": 1, "command": "delay", "duration": 7}
        {"id": 1, "command": "inject", "events": [
          3, 55, 2,
          3, 57, -1,
          9, 153, 7,
          0, 2, 0,
          0, 0, 1
        ]}

        """)
  }

  @Test func `records of both widths`() {
    #expect(Written(Reading(Sample.raw)).bytes(.raw) == Sample.raw)
    #expect(Written(Reading(Sample.raw)).bytes(.narrowRaw) == Sample.narrowRaw)
  }

  @Test func `a table of several contacts has their mean`() {
    var whole = Written(Reading([]))
    var description = EvemuWriterTests.description
    description.axes[0x36] = .init(minimum: 0, maximum: 500, resolution: 20)
    whole.devices = [WrittenDevice(description)]
    func frame(_ time: Int64, _ events: (UInt16, Int32)...) -> [InputEvent] {
      events.map { InputEvent(time, $0.0 == 0x14a ? 1 : 3, $0.0, $0.1) }
        + [InputEvent(time, 0, 0, 0)]
    }
    whole.events = [
      frame(1000, (0x39, 1), (0x35, 100), (0x36, 200), (0x14a, 1)),
      frame(2000, (0x35, 110)),
      // A finger lands: nothing moves.
      frame(3000, (0x2f, 1), (0x39, 2), (0x35, 900), (0x36, 400)),
      frame(4000, (0x2f, 0), (0x35, 111), (0x2f, 1), (0x36, 401)),
      frame(5000, (0x2f, 2), (0x39, 3), (0x35, 500), (0x36, 1)),
      frame(6000, (0x35, 501)),
      frame(7000, (0x39, -1), (0x2f, 1), (0x39, -1), (0x2f, 0), (0x39, -1), (0x14a, 0)),
      frame(9000, (0x39, 4), (0x14a, 1)), frame(9500, (0x37, 2)), frame(9600, (0x35, 0)),
      frame(9700, (0x39, -1), (0x14a, 0)), frame(9800, (0x39, 5), (0x14a, 1)),
      frame(9900, (0x37, 0)), frame(9950, (0x35, -7)),
    ].flatMap { $0 }.map { RecordedEvent(event: $0, line: 0) }
    let text = String(decoding: whole.bytes(.sampleTable), as: UTF8.self)
    #expect(
      text == """
        {
          "schema": "sample-table/1",
          "device": "touchpad",
          "units_per_mm": 10,
          "columns": ["t", "x", "y"],
          "gestures": [
            {"samples": [
              [0.001, 100, 100],
              [0.002, 110, 100],
              [0.003, 110, 100],
              [0.004, 110.5, 100.25],
              [0.005, 110.5, 100.25],
              [0.006, 110.8333, 100.25]
            ], "end": {"t": 0.007, "kind": "lift"}},
            {"samples": [
              [0.009, 111, 100]
            ], "end": {"t": 0.0095, "kind": "cancel"}},
            {"samples": [
              [0.0099, 0, 100],
              [0.00995, -7, 100]
            ]}
          ]
        }

        """)
  }
}
