import Quantities
import Recordings
import TouchInput

/// What comes of reading some bytes.
struct Reading: Equatable {
  var format: RecordingFormat?
  var events: [RecordedEvent] = []
  var libinputEvents: [LibinputEvent] = []
  var reports: [EventBatch.Report] = []
  var notices: [EventBatch.Notice] = []
  var error: RecordingError?
  var devices: [DeviceDescription] = []
  var paths: [String?] = []
  var tables: [SampleTable] = []

  /// Reads a text.
  init(_ text: String, chunkSize: Int = .max) {
    self.init(Array(text.utf8), chunkSize: chunkSize)
  }

  /// Reads bytes in chunks of a size.
  init(_ bytes: [UInt8], chunkSize: Int = .max) {
    var reader = RecordingReader()
    var batch = EventBatch()
    do throws(RecordingError) {
      var place = 0
      while place < bytes.count {
        let end = place + min(chunkSize, bytes.count - place)
        try Self.read(bytes, place..<end, with: &reader, into: &batch)
        place = end
      }
      try reader.finish(into: &batch)
    } catch {
      self.error = error
    }
    format = reader.format
    events = batch.events
    libinputEvents = batch.libinputEvents
    reports = batch.reports
    notices = batch.notices
    devices = reader.devices
    paths = reader.devicePaths
    tables = reader.tables
  }

  private static func read(
    _ bytes: [UInt8], _ range: Range<Int>, with reader: inout RecordingReader,
    into batch: inout EventBatch
  ) throws(RecordingError) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(RecordingError) in
        try reader.read(UnsafeRawBufferPointer(rebasing: bytes[range]), into: &batch)
      }
    }.get()
  }

  /// The events without their places.
  var inputs: [InputEvent] { events.map(\.event) }

  /// The error as a person reads it, with its line.
  var problem: String? {
    error.map { "\($0.line.map { "\($0)" } ?? "-"): \($0)" }
  }
}

extension InputEvent {
  /// An event at a time in microseconds.
  init(_ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
    self.init(
      time: .init(nanoseconds: microseconds * 1000), type: type, code: code, value: value)
  }
}

extension EventBatch.Notice {
  /// A notice of a line that nothing is like.
  static func unknown(_ line: Int) -> Self { Self(.unknownLine, line: line) }

  /// A notice of a file that is cut in a line.
  static func cut(_ line: Int) -> Self { Self(.fileCut, line: line) }
}

/// A small recording of each format, with all that its reader knows.
enum Sample {
  static let evemu = """
    # EVEMU 1.3
    # Kernel: 6.1
    N: Test Pad
    I: 0018 04f3 300b 0100
    P: 05 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 01 00 00 00 00 00
    B: 01 20 e4 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 00 0 1000 0 0 10
    A: 01 0 -2000 0 0 20
    A: 35 -100 1000 4 2 10
    E: 0.000001 0003 0039 0003	# EV_ABS / ABS_MT_TRACKING_ID   3
    E: 0.000001 0003 0035 -091	# EV_ABS / ABS_MT_POSITION_X    -91
    E: 0.000001 0001 014a 0001	# EV_KEY / BTN_TOUCH            1
    E: 0.000001 0000 0000 0000	# ------------ SYN_REPORT (0) ---------- +0ms
    E: 12.345678 0003 0036 458792
    E: 12.345678 0000 0000 0000	# ------------ SYN_REPORT (0) ---------- +12345ms

    """

  static let libinput = """
    # libinput record
    version: 1
    ndevices: 1
    libinput:
      version: "1.26.0"
      git: "unknown"
    devices:
    - node: /dev/input/event4
      evdev:
        # Name: Test Pad
        name: "Test Pad"
        id: [24, 1267, 12299, 256]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          1: [325, 330] # EV_KEY
          3: [47, 53] # EV_ABS
        absinfo:
          47: [0, 9, 0, 0, 0]
          53: [-100, 1000, 4, 2, 10]
        properties: [0, 2]
      hid: [
        0x05, 0x01, 0x09,
        0xa1, 0x01
      ]
      udev:
        properties:
        - ID_INPUT=1
      quirks:
      events:
      # Current time is 12:31:56
      - evdev:
        - [  0,      0,   3,  57,       3] # EV_ABS / ABS_MT_TRACKING_ID     3
        - [  0,      0,   3,  53,     -91] # EV_ABS / ABS_MT_POSITION_X    -91 (+0)
        - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      - libinput:
        - {time: 0.000000, type: POINTER_MOTION, delta: [  1.00,   0.00]}
      - evdev:
        - [1123, 442602,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID    -1
        - [1123, 442602,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +9ms
                                     # Touch device in neutral state

    """

  static let evtest = """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x4f3 product 0x300b version 0x100
    Input device name: "Test Pad"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH)
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min     -100
          Max     1000
          Fuzz       4
          Flat       2
          Resolution      10 Event code 54 (ABS_MT_POSITION_Y)
          Value      0
          Min        0
          Max      680
    Properties:
      Property type 2 (INPUT_PROP_BUTTONPAD)
    Testing ... (interrupt to exit)
    Event: time 160278.880972, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 3
    Event: time 160278.880972, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
    Event: time 160278.880972, ++++++++++++++ SYN_MT_REPORT ++++++++++++
    Event: time 160278.88, -------------- EV_SYN ------------
    Event: time 160279.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
    Event: time 160279.000000, -------------- SYN_REPORT ------------

    """

  static let getevent = """
    add device 1: /dev/input/event0
      name:     "gpio-keys"
    add device 2: /dev/input/event4
      bus:      0018
      vendor    04f3
      product   300b
      version   0100
      name:     "Test Pad"
      location: ""
      version:  1.0.1
      events:
        KEY (0001): 014a  0145*
        ABS (0003): 0035  : value 0, min -100, max 1000, fuzz 4, flat 2, resolution 10
                    0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    could not get driver version for /dev/input/mouse0, Not a typewriter
    [     460.609852] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   00000003            
    [     460.609852] /dev/input/event4: EV_KEY       BTN_TOUCH            DOWN                
    [     460.609852] /dev/input/event4: 0000 0000 00000000
    [     460.700000] /dev/input/event0: 0001 0072 00000001
    [     460.700000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   ffffffff            
    [     460.700000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000            

    """

  static let uinput = """
    // A touchpad, and a key.
    {
      "id": 7,
      "command": "register",
      "name": "Test Pad",
      "vid": 0x04f3, "pid": 0x300b, /* on I²C */ "bus": "i2c",
      "configuration": [
        {"type": 100, "data": [1, 3]},  // UI_SET_EVBIT: EV_KEY and EV_ABS
        {"type": "UI_SET_KEYBIT", "data": ["BTN_TOUCH", 325]},
        {"type": "UI_SET_ABSBIT", "data": ["ABS_MT_POSITION_X", 0x39]},
        {"type": 110, "data": ["INPUT_PROP_POINTER", 2]},
      ],
      "abs_info": [
        {"code": "ABS_MT_POSITION_X", "info": {
          "value": 20, "minimum": -100, "maximum": 1000, "fuzz": 4, "flat": 2, "resolution": 10
        }}
      ]
    }
    {"id": 1, "command": "register", "configuration": [{"type": 101, "data": [0x72]}]}
    {"id": 7, "command": "delay", "duration": 500}
    {
      "id": 7,
      "command": "inject",
      "events": ["EV_ABS", "ABS_MT_TRACKING_ID", 3,
                 "EV_ABS", "ABS_MT_POSITION_X", -91,
                 0x01, 0x14a, 0x1,   // EV_KEY, BTN_TOUCH, DOWN
                 0x00, 0x00, 0x00
                ]
    }
    {"id": 1, "command": "inject", "events": [1, 114, 1, 0, 0, 0]}
    {"id": 7, "command": "delay", "duration": 7}
    {"id": 7, "command": "inject", "events": [3, 57, -1, 0, 0, 0]}
    {"id": 7, "command": "sync", "syncToken": "done"}

    """

  static let table = """
    {
      "schema": "sample-table/1",
      "title": "A swipe",
      "travel": 1000,
      "threshold": 0.3,
      "units_per_mm": 12.5,
      "columns": ["t", "x", "y"],
      "samples": [
        [0, 100, 50],
        [0.0086, 117.14, 50.5],
        [0.0171, 134.2, 51]
      ],
      "end": {"t": 0.02, "kind": "lift", "x": 140},
      "expect": {"progress": 0.04}
    }

    """

  /// Records of 24 bytes.
  static let raw = records(wide: true)

  /// Records of 16 bytes.
  static let narrowRaw = records(wide: false)

  static let events = [
    InputEvent(1_342_000_000_184_428, 3, 57, 3), InputEvent(1_342_000_000_184_428, 3, 53, -91),
    InputEvent(1_342_000_000_184_428, 0, 0, 0), InputEvent(1_342_000_001_000_000, 3, 57, -1),
    InputEvent(1_342_000_001_000_000, 0, 0, 0),
  ]

  /// The records of the sample events.
  static func records(wide: Bool, of events: [InputEvent] = events) -> [UInt8] {
    events.flatMap { event in
      let microseconds = event.time.nanoseconds / 1000
      let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      let time =
        wide
        ? bytes(of: seconds) + bytes(of: rest)
        : bytes(of: Int32(seconds)) + bytes(of: Int32(rest))
      return time + bytes(of: event.type) + bytes(of: event.code) + bytes(of: event.value)
    }
  }

  private static func bytes(of value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// All samples.
  static let all: [(name: String, bytes: [UInt8])] = [
    ("evemu", Array(evemu.utf8)), ("libinput", Array(libinput.utf8)),
    ("evtest", Array(evtest.utf8)), ("getevent", Array(getevent.utf8)), ("raw", raw),
    ("uinput", Array(uinput.utf8)), ("hid", Array(HIDSample.text.utf8)), ("narrow raw", narrowRaw),
    ("sample table", Array(table.utf8)),
  ]
}
