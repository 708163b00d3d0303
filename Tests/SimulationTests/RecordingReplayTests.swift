import Gestures
import Quantities
@testable import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite struct RecordingReplayTests {
  /// Devices, and what each of them sends.
  struct Recording {
    var devices: [DeviceDescription]
    var events: [(device: Int, event: InputEvent)] = []

    /// Lets a device send events, in the order of time.
    mutating func send(_ device: Int, _ script: TouchScript) {
      events += script.events.map { (device, $0) }
      events.sort { $0.event.time < $1.event.time }
    }

    /// The device files, as far as they are known.
    var paths: [String?] = []

    init(devices: [DeviceDescription]) {
      self.devices = devices
    }

    /// Replays it in chunks of some events.
    func replay(
      _ choice: DeviceChoice = .touched, description: DeviceDescription? = nil, chunk: Int = 3
    ) throws -> RecordingReplay {
      var replay = RecordingReplay(
        settings: ReplayTests.settings { settings in
          settings.fingers = .any
          settings.jumpFilter = .off
        }, device: choice, description: description)
      var rest = events.enumerated().map { index, sent in
        RecordedEvent(event: sent.event, line: index + 1, device: sent.device)
      }[...]
      // What describes the devices comes before their events.
      try replay.handle(EventBatch(), of: devices, at: paths)
      while !rest.isEmpty {
        var batch = EventBatch()
        for event in rest.prefix(chunk) { batch.events.append(event) }
        rest = rest.dropFirst(chunk)
        try replay.handle(batch, of: devices, at: paths)
      }
      try replay.finish(of: devices, at: paths)
      return replay
    }
  }

  static func progresses(_ replay: RecordingReplay) -> [Double] {
    var replay = replay
    return replay.takeFindings().compactMap { finding in
      if case .gesture(let report) = finding { report.progress } else { nil }
    }
  }

  static let mouse = DeviceDescription(
    name: "Mouse", codes: [EventType.key: [KeyCode.left], 2: [0, 1]])
  static let pad = DeviceDescription.surface("Pad", .pointer)
  static let screen = DeviceDescription.surface("Screen")

  static var noise: TouchScript {
    var script = TouchScript()
    for index in 0..<5 { script.key(Double(index) * 7 + 1, 30, isDown: index % 2 == 0) }
    return script
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `the device that is touched is followed`(chunk: Int) throws {
    var recording = Recording(devices: [.keyboard, Self.pad, Self.screen])
    recording.send(0, Self.noise)
    recording.send(2, .swipe([0, 200, 500], from: 100))
    let replay = try recording.replay(chunk: chunk)
    #expect(Self.progresses(replay) == [0.5])
    #expect(replay.device.name == "Screen")
    #expect(replay.kind == .touchscreen)
    #expect(replay.warnings == [])
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `events of others between its own change nothing, and each has its line`(
    chunk: Int
  ) throws {
    var recording = Recording(devices: [.keyboard, Self.screen])
    recording.send(1, .swipe([0, 200, 500]))
    recording.send(0, Self.noise)
    let devices = recording.events.map(\.device)
    #expect(devices.first == 1 && devices.last == 1 && devices.contains(0))
    let last = try #require(
      recording.events.lastIndex { $0.device == 1 && $0.event.code == AxisCode.contactY })
    recording.events[last].event.value = 5000
    let replay = try recording.replay(chunk: chunk)
    #expect(Self.progresses(replay) == [0.5])
    #expect(replay.warnings == [Warning(code: .valueOutOfRange, count: 1, lines: [last + 1])])
  }

  @Test func `times are relative to the first event of all devices`() throws {
    var recording = Recording(devices: [.keyboard, Self.screen])
    recording.send(0, Self.noise)
    recording.send(1, .swipe([0, 200, 500], from: 100))
    var replay = try recording.replay()
    guard case .gesture(let report) = try #require(replay.takeFindings().first) else {
      Issue.record("no gesture")
      return
    }
    #expect(report.down == 0.099)
  }

  @Test func `two devices that are touched are an error naming both`() {
    var recording = Recording(devices: [Self.pad, Self.screen])
    recording.send(0, .swipe([0, 200, 500]))
    recording.send(1, .swipe([0, 400], from: 100))
    func expect(_ first: String?, _ second: String?) {
      let labels = (
        ReplayError.Label(number: 1, name: first), ReplayError.Label(number: 2, name: second)
      )
      #expect(throws: ReplayError(.severalDevices(labels.0, labels.1), line: 17)) {
        try recording.replay()
      }
    }
    expect("Pad", "Screen")
    recording.devices = [.surface(nil), .surface("")]
    expect(nil, nil)
    recording.paths = ["/dev/input/event4", "/dev/input/event7"]
    expect("/dev/input/event4", "/dev/input/event7")
  }

  @Test func `the error that names both tells them apart, whatever they are called`() {
    func text(_ first: String?, _ second: String?) -> String {
      ReplayError(
        .severalDevices(
          ReplayError.Label(number: 1, name: first), ReplayError.Label(number: 3, name: second))
      ).description
    }
    #expect(
      text("Pad", "Pad") == "two devices are touched, 'Pad' (number 1) and 'Pad' (number 3)")
    #expect(text(nil, "/dev/input/event7").contains("touched, number 1 and '/dev/input/event7'"))
  }

  @Test(arguments: [
    (DeviceChoice.number(1), 0.5), (.number(2), 0.4), (.name("Pad"), 0.5), (.name("Screen"), 0.4),
    (.name("cree"), 0.4), (.name("/dev/input/event11"), 0.5), (.name("event1"), 0.4),
    (.name("event11"), 0.5),
  ])
  func `a device can be chosen`(choice: DeviceChoice, progress: Double) throws {
    var recording = Recording(devices: [Self.pad, Self.screen])
    recording.send(0, .swipe([0, 200, 500]))
    recording.send(1, .swipe([0, 400], from: 100))
    recording.paths = ["/dev/input/event11", "/dev/input/event1"]
    #expect(Self.progresses(try recording.replay(choice)) == [progress])
  }

  @Test func `a choice that no device answers is refused`() {
    var recording = Recording(devices: [Self.pad, .surface("Pad 2", .pointer)])
    recording.send(0, .swipe([0, 200, 500]))
    for (choice, name) in [
      (DeviceChoice.number(3), "3"), (.number(0), "0"), (.number(-1), "-1"),
      (.name("Glove"), "Glove"),
      // Two have that in their name.
      (.name("ad"), "ad"), (.name(""), ""), (.name("event5"), "event5"), (.name("input"), "input"),
    ] {
      recording.paths = [nil, "/dev/input/event55"]
      let labels = [
        ReplayError.Label(number: 1, name: "Pad"), ReplayError.Label(number: 2, name: "Pad 2"),
      ]
      #expect(throws: ReplayError(.noSuchDevice(name, of: labels))) {
        try recording.replay(choice)
      }
    }
  }

  @Test func `a choice that is refused is told what there is`() {
    let labels = (1...10).map { ReplayError.Label(number: $0, name: $0 == 2 ? nil : "Pad") }
    #expect(
      ReplayError(.noSuchDevice("x", of: Array(labels.prefix(2)))).description
        == "the recording has no device 'x': it has 'Pad' (number 1), number 2")
    #expect(ReplayError(.noSuchDevice("x", of: labels)).description.hasSuffix(" and 2 more"))
    #expect(
      ReplayError(.noSuchDevice("x", of: [])).description == "the recording has no device 'x'")
  }

  @Test(arguments: [DeviceChoice.number(1), .name("Keyboard"), .name("event2")])
  func `a keyboard that is chosen is no touch device`(choice: DeviceChoice) throws {
    var recording = Recording(devices: [.keyboard, Self.screen])
    recording.paths = ["/dev/input/event2", nil]
    recording.send(1, .swipe([0, 200, 500], from: 100))
    // With events of its own or without them.
    #expect(throws: ReplayError(.noTouchDevice(name: "Keyboard"))) {
      try recording.replay(choice)
    }
    recording.send(0, Self.noise)
    #expect(throws: ReplayError(.noTouchDevice(name: "Keyboard"))) {
      try recording.replay(choice)
    }
  }

  @Test func `a device that is chosen and sends nothing is told all the same`() throws {
    var recording = Recording(devices: [Self.pad, Self.screen])
    recording.send(0, .swipe([0, 200, 500]))
    let replay = try recording.replay(.number(2))
    #expect(Self.progresses(replay) == [])
    #expect(replay.device.name == "Screen")
    #expect(replay.kind == .touchscreen)
  }

  @Test func `nothing tells the kind of a device that is not described and not touched`() throws {
    var recording = Recording(devices: [])
    recording.send(0, Self.noise)
    #expect(try recording.replay().kind == nil)
  }

  @Test func `a name that is exact goes before one that contains it`() throws {
    var recording = Recording(devices: [.surface("Pad 2", .pointer), Self.pad])
    recording.send(0, .swipe([0, 200, 500]))
    recording.send(1, .swipe([0, 400], from: 100))
    #expect(Self.progresses(try recording.replay(.name("Pad"))) == [0.4])
    #expect(DeviceChoice.name("Pad").index(in: recording.devices) == 1)
    #expect(DeviceChoice.touched.index(in: recording.devices) == nil)
    #expect(DeviceChoice.number(2).index(in: recording.devices) == 1)
  }

  @Test func `devices that nobody touches are no touch device`() throws {
    var recording = Recording(devices: [.keyboard, Self.mouse])
    recording.send(0, Self.noise)
    #expect(throws: ReplayError(.noTouchDevice(name: "Keyboard"))) { try recording.replay() }
    // Without an event it is a recording of nothing, which is a warning.
    let empty = try Recording(devices: [.keyboard]).replay()
    #expect(empty.warnings.map(\.code) == [.noEvents])
    #expect(empty.device.name == "Keyboard")
  }

  @Test func `reports of a device that nobody touches are worth no event, and are no touch`() throws
  {
    var replay = RecordingReplay(settings: ReplayTests.settings())
    var batch = EventBatch()
    batch.reports.append(.init(time: Timestamp(nanoseconds: 7), line: 4, device: 0))
    try replay.handle(batch, of: [.keyboard])
    #expect(throws: ReplayError(.noTouchDevice(name: "Keyboard"))) {
      try replay.finish(of: [.keyboard])
    }
    #expect(replay.warnings == [])
  }

  @Test func `keys of a keyboard are no touch, even on its own`() {
    var recording = Recording(devices: [.keyboard])
    recording.send(0, Self.noise)
    #expect(throws: ReplayError(.noTouchDevice(name: "Keyboard"))) { try recording.replay() }
  }

  @Test func `what is not described can be described elsewhere`() throws {
    var recording = Recording(devices: [])
    recording.send(0, .swipe([0, 200, 500]))
    #expect(throws: ReplayError(.unknownRanges, line: 5)) { try recording.replay() }
    #expect(Self.progresses(try recording.replay(description: Self.screen)) == [0.5])
  }

  @Test func `warnings of the reader and of the device come together`() throws {
    let screen = Self.screen
    var replay = RecordingReplay(settings: ReplayTests.settings())
    var batch = EventBatch()
    batch.notices.append(EventBatch.Notice(.unknownLine, line: 4))
    var script = TouchScript()
    script.frame(0, [0: (0, 500)])
    script.frame(10, [0: (1500, 500)])
    for (index, event) in script.events.enumerated() {
      batch.events.append(RecordedEvent(event: event, line: index + 10))
    }
    batch.notices.append(EventBatch.Notice(.fileCut, line: 30))
    try replay.handle(batch, of: [screen])
    try replay.finish(of: [screen])
    #expect(
      replay.warnings == [
        Warning(code: .fileCut, count: 1, lines: [30]),
        Warning(code: .valueOutOfRange, count: 1, lines: [16]),
        Warning(code: .unknownLine, count: 1, lines: [4]),
        Warning(code: .contactLeftDown, count: 1, lines: []),
      ])
  }

  @Test func `after an error what is down is ended`() throws {
    let screen = Self.screen
    var replay = RecordingReplay(settings: ReplayTests.settings())
    var batch = EventBatch()
    for event in TouchScript.swipe([0, 200, 500]).events.dropLast(3) {
      batch.events.append(RecordedEvent(event: event, line: 1))
    }
    try replay.handle(batch, of: [screen])
    #expect(replay.takeFindings().isEmpty)
    replay.abandon()
    guard case .gesture(let report) = try #require(replay.takeFindings().first) else {
      Issue.record("no gesture")
      return
    }
    #expect(report.endReason == .endOfRecording)
    #expect(report.decision == .interrupted)
  }

  @Test func `a recording of tables is replayed at its end, whatever one of them lacks`() throws {
    let text = """
      {"schema": "sample-table/1", "time_unit": "ms", "axis": "x", "samples": [[0, 0], [10, 50]],
        "variants": {"whole": {"travel": 100}, "bare": {}, "half": {"travel": 200}}}
      """
    var reader = RecordingReader()
    var batch = EventBatch()
    var settings = ReplaySettings()
    settings.direction = .right
    var replay = RecordingReplay(settings: settings)
    try Array(text.utf8).withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    try replay.handle(batch, of: reader)
    #expect(throws: ReplayError(.unknownTravel)) { try replay.finish(of: reader) }
    #expect(Self.progresses(replay) == [0.5, 0.25])
    #expect(replay.tables.map { (try? $0.get())?.table.variant } == ["whole", nil, "half"])
    #expect(!replay.takeFindings().isEmpty)
    #expect(replay.takeFindings().isEmpty)
  }
}
