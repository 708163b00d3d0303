import Foundation
import Testing

@Suite struct AnonymizeCommandTests {
  private func anonymize(_ arguments: [String], input: String = "") throws -> RunningProgram {
    try RunningProgram.run(["anonymize"] + arguments, input: input)
  }

  /// Words that no result may have, whatever the format is; numbers are those of the time.
  static let secrets = [
    "Anna", "Secret", "secret", "annas-laptop", "5c:f3:70", "SN-4711", "LENOVO", "6.1.0-hush",
    "by-id", "1342000000", "1342000", "KEY_A", "diary",
  ]

  static let evemu = """
    # EVEMU 1.3
    # Kernel: 6.1.0-hush
    # DMI: dmi:bvnLENOVO:annas-laptop
    # Anna's Secret diary
    N: Anna’s Magic Trackpad 5c:f3:70:8a:00:01
    I: 0005 05ac 0265 0001
    P: 01 00 00 00 00 00 00 00
    B: 01 00 00 00 40 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 01 00 00 00 00 00
    B: 01 20 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 81 60 02
    A: 00 0 1000 0 0 10
    A: 01 0 1000 0 0 10
    A: 28 0 65535 0 0 0
    A: 35 0 1000 0 0 10
    A: 36 0 1000 0 0 10
    E: 1342000000.100000 0003 0039 0001\t# Anna
    E: 1342000000.100000 0003 0028 4711\t# SN-4711
    E: 1342000000.100000 0003 0035 0100
    E: 1342000000.100000 0003 0036 0100
    E: 1342000000.100000 0001 014a 0001
    E: 1342000000.100000 0000 0000 0000
    E: 1342000000.110000 0004 0004 458756
    E: 1342000000.110000 0001 001e 0001
    E: 1342000000.110000 0000 0000 0000
    E: 1342000000.120000 0003 0035 0200
    E: 1342000000.120000 0001 001e 0000
    E: 1342000000.120000 0000 0000 0000
    E: 1342000000.130000 0003 0039 -001
    E: 1342000000.130000 0001 014a 0000
    E: 1342000000.130000 0000 0000 0000

    """

  static let libinput = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.22.1-Secret"
      git: "unknown"
    system:
      os: "debian:12-Secret"
      kernel: "6.1.0-hush"
      dmi: "dmi:bvnLENOVO:annas-laptop"
    devices:
    - node: /dev/input/by-id/usb-Secret_SN-4711-event
      evdev:
        # Name: Anna's Trackpad
        name: "Anna's Trackpad"
        id: [5, 1452, 613, 1]
        codes:
          1: [30, 325, 330] # EV_KEY
          3: [0, 1, 53, 54, 57] # EV_ABS
          4: [4] # EV_MSC
        absinfo:
          0: [0, 1000, 0, 0, 10]
          1: [0, 1000, 0, 0, 10]
          53: [0, 1000, 0, 0, 10]
          54: [0, 1000, 0, 0, 10]
        properties: [0]
      hid: [
        0x05, 0x01
      ]
      udev:
        properties:
        - ID_SERIAL=SN-4711
        - LIBINPUT_DEVICE_GROUP=5/5ac/265:5c:f3:70:8a:00:01
      quirks:
      - AttrSecret=1
      events:
      # Current time is 12:31:56, says Anna
      - evdev:
        - [1342000000, 100000,   3,  57,       1] # EV_ABS / ABS_MT_TRACKING_ID
        - [1342000000, 100000,   3,  53,     100]
        - [1342000000, 100000,   3,  54,     100]
        - [1342000000, 100000,   1, 330,       1]
        - [1342000000, 100000,   0,   0,       0]
      - evdev:
        - [1342000000, 110000,   4,   4,  458756]
        - [1342000000, 110000,   1,  30,       1] # EV_KEY / KEY_A
        - [1342000000, 110000,   0,   0,       0]
      - evdev:
        - [1342000000, 120000,   3,  57,      -1]
        - [1342000000, 120000,   1, 330,       0]
        - [1342000000, 120000,   0,   0,       0]
    - node: /dev/input/event3
      evdev:
        name: "Secret Keyboard of Anna"
        id: [3, 1, 1, 1]
        codes:
          1: [30, 31] # EV_KEY
        properties: []
      events:
      - evdev:
        - [1342000000, 105000,   1,  30,       1] # EV_KEY / KEY_A
        - [1342000000, 105000,   0,   0,       0]

    """

  static let evtest = """
    anna@annas-laptop:~/diary$ evtest /dev/input/by-id/Secret
    Input driver version is 1.0.1
    Input device ID: bus 0x5 vendor 0x5ac product 0x265 version 0x1
    Input device name: "Trackpad von Anna"
    Supported events:
      Event type 1 (EV_KEY)
        Event code 30 (KEY_A)
        Event code 325 (BTN_TOOL_FINGER)
        Event code 330 (BTN_TOUCH)
      Event type 3 (EV_ABS)
        Event code 0 (ABS_X)
          Min        0
          Max     1000
        Event code 1 (ABS_Y)
          Min        0
          Max     1000
    Properties:
      Property type 0 (INPUT_PROP_POINTER)
    Testing ... (interrupt to exit)
    # Anna's Secret
    Event: time 1342000000.100000, type 3 (EV_ABS), code 0 (ABS_X), value 100
    Event: time 1342000000.100000, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 1
    Event: time 1342000000.100000, -------------- SYN_REPORT ------------
    Event: time 1342000000.110000, type 1 (EV_KEY), code 30 (KEY_A), value 1
    Event: time 1342000000.110000, -------------- SYN_REPORT ------------
    Event: time 1342000000.120000, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 0
    Event: time 1342000000.120000, -------------- SYN_REPORT ------------

    """

  static let getevent = """
    add device 1: /dev/input/by-id/Secret-kbd
      name:     "Anna's Secret Keyboard"
      location: "annas-laptop"
      id:       "SN-4711"
      events:
        KEY (0001): KEY_A
    add device 2: /dev/input/event4
      bus:      0005
      vendor    05ac
      product   0265
      version   0001
      name:     "Touchscreen (Anna)"
      location: "5c:f3:70:8a:00:01"
      events:
        KEY (0001): BTN_TOUCH KEY_A
        ABS (0003): ABS_MT_POSITION_X : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 10
                    ABS_MT_POSITION_Y : value 0, min 0, max 1000, fuzz 0, flat 0, resolution 10
      input props:
        INPUT_PROP_DIRECT
    [1342000000.100000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   00000001
    [1342000000.100000] /dev/input/event4: EV_ABS       ABS_MT_POSITION_X    00000064
    [1342000000.100000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
    [1342000000.110000] /dev/input/by-id/Secret-kbd: EV_KEY       KEY_A                DOWN
    [1342000000.110000] /dev/input/by-id/Secret-kbd: EV_SYN       SYN_REPORT           00000000
    [1342000000.110000] /dev/input/event4: EV_KEY       KEY_A                DOWN
    [1342000000.110000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
    [1342000000.120000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [1342000000.120000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000

    """

  static let table = """
    {"schema": "sample-table/1", "title": "Anna's Secret", "travel": 1000, "author": "Anna",
     "columns": ["t", "x"], "variants": {
       "Anna at annas-laptop": {"samples": [[1342000000.1, 10], [1342000000.2, 30.5]],
                 "end": {"t": 1342000000.3, "kind": "lift"}},
       "diary": {"samples": [[1342000000.1, 10]]}}}

    """

  /// A touch of a screen, as its reports tell it.
  static let hid = """
    R: 65 05 0d 09 04 a1 01 09 22 a1 02 09 42 15 00 25 01 75 01 95 01 81 02 95 07 \
    81 03 09 51 25 7f 75 08 95 01 81 02 05 01 09 30 26 e8 03 75 10 81 02 09 \
    31 81 02 c0 05 0d 09 54 25 7f 75 08 95 01 81 02 c0
    N: Touchscreen
    I: 3 1234 5678
    E: 0.000000 7 01 00 64 00 32 00 01
    E: 0.010000 7 01 00 78 00 34 00 01
    E: 0.020000 7 00 00 78 00 34 00 01

    """

  static let formats = [
    ("evemu", evemu), ("libinput", libinput), ("evtest", evtest), ("getevent", getevent),
    ("sample-table", table),
  ]

  private func check(_ result: RunningProgram, _ comment: String) {
    #expect(result.status == 0, "\(comment): \(result.errors)")
    #expect(!result.output.isEmpty)
    for secret in Self.secrets {
      #expect(!result.output.contains(secret), "\(comment): \(secret)")
    }
    // What is typed is gone with its time: 458756 is a scan code, 30 is the key A.
    #expect(!result.output.contains("458756"), "\(comment)")
    #expect(!result.output.contains("0001 001e"), "\(comment)")
    #expect(result.output.matches(of: /0\.01\b|010000/).isEmpty, "\(comment)")
  }

  @Test(arguments: formats)
  func `no secret is in the result, in any format`(format: String, text: String) throws {
    let same = try anonymize(["-", "-o", "-"], input: text)
    check(same, format)
    let known = try RunningProgram.run(["info", "--json", "-"], input: same.output)
    #expect(known.output.contains("\"format\":\"\(format)\""))
    guard format != "sample-table" else { return }
    for target in ["evemu", "libinput", "evtest", "getevent", "uinput", "csv", "sample-table"] {
      check(try anonymize(["-", "--to", target, "-o", "-"], input: text), "\(format) to \(target)")
    }
    #expect(same.errors.contains("removed: "))
    #expect(same.errors.contains("the motion itself can tell a person apart"))
    #expect(try anonymize(["-", "-q", "-o", "-"], input: text).errors.isEmpty)
  }

  @Test func `records begin at 0 and have no keys`() throws {
    let folder = try TemporaryFolder()
    let raw = folder.path("a.raw")
    let evemu = try folder.write(Self.evemu, to: "a.evemu")
    #expect(try RunningProgram.run(["convert", "-q", evemu, "-o", raw]).status == 0)
    #expect(try anonymize([raw, "-q", "-o", folder.path("b.raw")]).status == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path("b.raw"))))
    #expect(bytes.count == 10 * 24)
    #expect(bytes.prefix(16).allSatisfy { $0 == 0 })
    for record in stride(from: 0, to: bytes.count, by: 24) {
      let (type, code) = (bytes[record + 16], bytes[record + 18])
      #expect([0, 3].contains(type) || type == 1 && code == 0x4a && bytes[record + 19] == 1)
      #expect(bytes[record..<record + 8].allSatisfy { $0 == 0 })
    }
  }

  @Test func `motion, ranges and numbers are kept`() throws {
    let result = try anonymize(["-", "-o", "-"], input: Self.evemu)
    let lines = result.lines
    #expect(lines.contains("N: Magic Trackpad"))
    #expect(lines.contains("I: 0005 05ac 0265 0001"))
    #expect(lines.contains("A: 35 0 1000 0 0 10"))
    #expect(!lines.contains { $0.hasPrefix("A: 28") })
    let events = lines.filter { $0.hasPrefix("E:") }.map { $0.prefix(26) }
    #expect(
      events == [
        "E: 0.000000 0003 0039 0000", "E: 0.000000 0003 0035 0100", "E: 0.000000 0003 0036 0100",
        "E: 0.000000 0001 014a 0001", "E: 0.000000 0000 0000 0000", "E: 0.020000 0003 0035 0200",
        "E: 0.020000 0000 0000 0000", "E: 0.030000 0003 0039 -001", "E: 0.030000 0001 014a 0000",
        "E: 0.030000 0000 0000 0000",
      ])
    #expect(result.errors.contains("the name 'Magic Trackpad'"))
    #expect(result.errors.contains("4 events that no touch sends"))
  }

  @Test(arguments: [
    ("SynPS/2 Synaptics TouchPad", "SynPS/2 Synaptics TouchPad"),
    ("ELAN0732:00 04F3:22E1", "ELAN0732:00 04F3:22E1"),
    ("DLL07BE:01 06CB:7A13 Touchpad", "DLL07BE:01 06CB:7A13 Touchpad"),
    ("Apple Inc. Magic Trackpad 2", "Apple Inc. Magic Trackpad 2"),
    ("VEN_0488:00 0488:1024 Touchpad", "VEN_0488:00 0488:1024 Touchpad"),
    ("ITE Tech. Inc. ITE Device(8595) Touchpad", "ITE Tech. Inc. ITE Device(8595) Touchpad"),
    ("N-Trig-MultiTouch-Virtual-Device", "N-Trig-MultiTouch-Virtual-Device"),
    ("Advanced Silicon S.A. CoolTouch® 10.1", "Advanced Silicon S.A. CoolTouch® 10.1"),
    ("Pad 1b4e28ba-2fa1-11d2-883f-0016d3cca427", "Pad"), ("Pad 10.0.0.17:8080/x/y", "Pad"),
    ("bcm5974", "bcm5974"), ("Pad [at home] 3", "Pad 3"), ("Pad (Anna Maria) 3", "Pad 3"),
    ("sec_touchscreen", "sec_touchscreen"),
    ("Anna's Trackpad", "Trackpad"), ("Anna’s Magic Trackpad 2", "Magic Trackpad 2"),
    ("Jonas' Trackpad", "Trackpad"), ("Trackpad de Anna Maria", "Trackpad"),
    ("Trackpad #2 of Anna", "Trackpad #2"), ("Touchpad (anna@home.org)", "Touchpad"),
    ("Touchpad annas-laptop.local", "Touchpad"), ("Pad 5c:f3:70:8a:00:01", "Pad"),
    ("Pad 5c-f3-70-8a-00-01", "Pad"), ("Pad 5CF3708A0001 2", "Pad 2"),
    ("Pad 5cf370fffe8a0001", "Pad"), ("Pad 0x5cf370fffe8a0001", "Pad"),
    ("Pad 5c-f3-70-ff-fe-8a-00-01", "Pad"), ("Pad 5cf3.708a.0001", "Pad"),
    ("Pad SN:XKCD", "Pad"), ("Pad SN-4A3F", "Pad"), ("Pad S/N: 4A3F", "Pad"),
    ("Pad SN 4711 mini", "Pad mini"), ("Pad SN4711", "Pad"), ("Pad serial=ABC1", "Pad"),
    ("Pad S/N4711", "Pad"),
    ("Pad-SN-4711", "Pad"), ("pad_SN4711", "pad"),
    ("Panel ver 01.03.12.00.", "Panel ver 01.03.12.00."),
    ("Pad #4A3F22C1", "Pad"), ("Pad 4A3F22C1", "Pad"), ("Pad 192.168.0.17", "Pad"),
    ("Pad 2024-05-17", "Pad"), ("Pad 17.5.2024", "Pad"), ("Pad 2024/05/17", "Pad"),
    ("anna-laptop Touchpad", "Touchpad"), ("Touchpad DESKTOP-4F3K2A1", "Touchpad"),
    ("Annas-MacBook-Pro Trackpad", "Trackpad"), ("MacBook-Pro-von-Karl", "MacBook-Pro"),
    ("MacBook-Pro-von-Karl Muster", "MacBook-Pro"), ("Karl’s-Trackpad 2", "Trackpad 2"),
    ("FTSC1000:00 2808:1015 UNKNOWN", "FTSC1000:00 2808:1015 UNKNOWN"),
    ("Wacom Serial Touchscreen", "Wacom Serial Touchscreen"),
    ("Wacom ISDv4 Tablet-PC E3", "Wacom ISDv4 Tablet-PC E3"),
    ("USB-Multi-Touch 2.1.3", "USB-Multi-Touch 2.1.3"),
    ("AlpsPS/2 ALPS GlidePoint", "AlpsPS/2 ALPS GlidePoint"),
    ("Pad SN20190412007", "Pad"), ("Anna's", "Unnamed touchpad"), ("\"Anna\"", "Unnamed touchpad"),
  ])
  func `a name keeps the model, not the owner`(name: String, kept: String) throws {
    let text = Self.evemu.replacing("Anna’s Magic Trackpad 5c:f3:70:8a:00:01", with: name)
    let result = try anonymize(["-", "-q", "-o", "-"], input: text)
    #expect(result.lines.first { $0.hasPrefix("N: ") } == "N: " + kept)
  }

  @Test func `another name may be given`() throws {
    let result = try anonymize(["-", "--name", "A Pad", "-q", "-o", "-"], input: Self.evemu)
    #expect(result.lines.contains("N: A Pad"))
  }

  @Test func `a recording without a touch device is refused`() throws {
    let folder = try TemporaryFolder()
    let text = """
      E: 0.000001 0001 001e 0001
      E: 0.000001 0000 0000 0000

      """
    let result = try anonymize(["-", "-o", folder.path("a.evemu")], input: text)
    #expect(result.status == 69)
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.evemu")))
    #expect(try anonymize(["nowhere", "-o", "-"]).status == 66)
    #expect(try anonymize(["-", "-o", "-"], input: "hello\n").status == 65)
    #expect(try anonymize(["-"]).status == 64)
    let path = try folder.write("old", to: "b.evemu")
    #expect(try anonymize(["@pad-3f-flick-right-01", "-o", path]).status == 73)
  }

  @Test func `the result of a sample replays the same`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.evemu")
    #expect(try anonymize(["@pad-3f-flick-right-01", "-q", "-o", path]).status == 0)
    let wanted = try RunningProgram.run(["replay", "-q", "@pad-3f-flick-right-01"]).lines
    #expect(try RunningProgram.run(["replay", "-q", path]).lines.last == wanted.last)
  }

  /// What replay says of a file, as JSON, but for its name and the numbers of lines.
  private func replayed(_ path: String) throws -> NSDictionary {
    let result = try RunningProgram.run(["replay", "--json", "--all", path])
    #expect(result.status == 0, "\(result.errors)")
    var report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["gestures"] != nil)
    report["recording"] = nil
    report["device"] = nil
    report["warnings"] = (report["warnings"] as? [[String: Any]])?.map { $0["code"] as? String }
    return report as NSDictionary
  }

  @Test(arguments: ConvertCommandTests.recordings)
  func `a recording replays the same`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.evemu")
    #expect(try anonymize(["recordings/" + name, "-q", "-o", path]).status == 0)
    #expect(try replayed(path) == replayed("recordings/" + name))
  }

  /// A drag with a rest of 11 s, which only the device's own clock reports.
  static let rest: String = {
    let device = evemu.split(separator: "\n").filter {
      !$0.hasPrefix("E:") && !$0.hasPrefix("#")
    }
    var text = device.joined(separator: "\n") + "\nB: 04 20 00 00 00 00 00 00 00\n"
    var (time, clock) = (0, 4_000_000_000)
    func frame(_ events: [String]) {
      let digits = String(String(1_000_000 + time % 1_000_000).dropFirst())
      let stamp = "\(1_342_000_000 + time / 1_000_000).\(digits)"
      let value = Int32(truncatingIfNeeded: clock)
      for event in events + ["0004 0005 \(value)", "0000 0000 0000"] {
        text += "E: \(stamp) \(event)\n"
      }
      time += 10_000
      clock += 10_000
    }
    frame([
      "0003 0039 4711", "0003 0038 4712", "0003 0035 0100", "0003 0036 0100", "0001 014a 0001",
    ])
    for step in 1...30 { frame(["0003 0035 \(100 + step * 15)"]) }
    for step in 0..<1100 { frame(step % 100 == 7 ? ["0001 001e 0001"] : []) }
    for step in 1...10 { frame(["0003 0035 \(550 + step * 15)"]) }
    frame(["0003 0039 -001", "0001 014a 0000"])
    frame(["0001 001e 0001"])
    frame(["0003 0039 4715", "0003 0038 4716", "0003 0035 0300", "0001 014a 0001"])
    frame(["0003 0039 -001", "0001 014a 0000"])
    return text
  }()

  @Test func `a finger at rest is reported as it was`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(Self.rest, to: "a.evemu")
    let path = folder.path("b.evemu")
    #expect(try anonymize([source, "-q", "-o", path]).status == 0)
    #expect(try replayed(path) == replayed(source))
    let text = try folder.read("b.evemu")
    #expect(text.contains("E: 0.000000 0004 0005 0000"))
    #expect(text.contains("E: 11.000000 0004 0005 11000000"))
    // A key that is typed while nothing is touched leaves no trace.
    #expect(text.contains("E: 11.410000 ") && !text.contains("E: 11.420000 "))
    #expect(text.contains("E: 11.430000 "))
  }

  @Test(arguments: ["evemu", "libinput", "evtest", "getevent", "csv"])
  func `touches are numbered from 0 in any format`(format: String) throws {
    let result = try anonymize(["-", "--to", format, "-q", "-o", "-"], input: Self.rest)
    #expect(result.status == 0)
    let isHexadecimal = format == "getevent"
    for number in [4711, 4712, 4715, 4716] {
      let secret = isHexadecimal ? "0000" + String(number, radix: 16) : "\(number)"
      #expect(!result.output.contains(secret), "\(secret)")
    }
    guard format == "evemu" else { return }
    let numbers = result.lines.filter { $0.contains(" 0003 0039 ") || $0.contains(" 0003 0038 ") }
    #expect(
      numbers.map { $0.split(separator: "\t")[0].suffix(9) } == [
        "0039 0000", "0038 0000", "0039 -001", "0039 0001", "0038 0001", "0039 -001",
      ])
  }

  @Test func `the name of the output tells the format, else the input has it`() throws {
    let folder = try TemporaryFolder()
    let heads = [
      "a.yml": "# libinput record\n", "a.evtest": "Input driver", "a.csv": "t,frame",
      "a.json": "{\n", "a.txt": "# EVEMU 1.3\n", "a": "# EVEMU 1.3\n",
    ]
    for (name, head) in heads {
      let path = folder.path(name)
      #expect(try anonymize(["-", "-q", "-o", path], input: Self.evemu).status == 0)
      #expect(try folder.read(name).hasPrefix(head), "\(name)")
    }
    let forced = folder.path("b.yml")
    #expect(
      try anonymize(["-", "-q", "--to", "evtest", "-o", forced], input: Self.evemu).status == 0)
    #expect(try folder.read("b.yml").hasPrefix("Input driver"))
  }

  @Test func `a format that is read alone asks for another`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.hid, to: "a.hid")
    let refused = try anonymize([path, "-o", folder.path("b")])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("a.hid: hid is read and cannot be written: --to evemu"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("b")))
    #expect(try anonymize([path, "-q", "-o", folder.path("b.yml")]).status == 0)
    #expect(try folder.read("b.yml").hasPrefix("# libinput record\n"))
  }

  @Test func `help teaches`() throws {
    let help = try RunningProgram.run(["help", "anonymize"])
    #expect(help.status == 0)
    #expect(help.lines.allSatisfy { $0.count <= 100 })
    #expect(help.output.contains("can tell a person apart"))
  }
}
