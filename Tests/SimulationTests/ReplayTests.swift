import Curves
import Gestures
import Quantities
import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite struct ReplayTests {
  /// Settings under which a unit of a surface is a thousandth of the way, from the first motion on.
  static func settings(_ change: (inout ReplaySettings) -> Void = { _ in }) -> ReplaySettings {
    var settings = ReplaySettings()
    settings.direction = .right
    settings.travel = .length(.share(DecimalNumber(1)))
    settings.slop = .share(DecimalNumber(0))
    change(&settings)
    return settings
  }

  static func replay(
    _ script: TouchScript, _ settings: ReplaySettings = settings(),
    device: DeviceDescription = .surface()
  ) throws -> Replay {
    var replay = Replay(device: device, settings: settings)
    for (index, event) in script.events.enumerated() {
      try replay.handle(event, line: index + 1)
    }
    try replay.finish()
    return replay
  }

  static func gestures(_ replay: Replay) -> [GestureReport] { gestures(replay.findings) }

  static func gestures(_ findings: [Replay.Finding]) -> [GestureReport] {
    findings.compactMap { if case .gesture(let report) = $0 { report } else { nil } }
  }

  static func touches(_ replay: Replay) -> [TouchReport] {
    replay.findings.compactMap { if case .touch(let report) = $0 { report } else { nil } }
  }

  // MARK: Reports

  @Test func `a report has what its schema names`() throws {
    let replay = try Self.replay(.swipe([100, 100, 300, 600], from: 5000))
    let json = try #require(Self.gestures(replay).first).json.line
    #expect(
      json == """
        {"axis":"x","begin":0.02,"direction":"right","down":0,"end":0.04,"end_reason":"lift",\
        "fingers":1,"frames":3,"margin":0.2,"margin_unit":"progress","outcome":"finish",\
        "peak":0.5,"progress":0.5,"rule":"threshold","settle":{"curve":"ease-in-out",\
        "duration":0.175,"from":0.5,"to":1},"travel_mm":50,"velocity":16.6666667}
        """)
    #expect(replay.warnings == [])
    #expect(replay.kind == .touchscreen)
  }

  @Test func `times are relative to the first event, whatever it is`() throws {
    var script = TouchScript()
    script.key(2000, 0x110, isDown: false)
    script.append(TouchScript.swipe([0, 0, 400], from: 2500).events)
    var replay = Replay(device: .surface(), settings: Self.settings())
    for event in script.events { try replay.handle(event, line: 1) }
    let report = try #require(Self.gestures(replay).first)
    #expect([report.down, report.begin, report.end] == [0.5, 0.52, 0.53])
    var other = Replay(device: .surface(), settings: Self.settings(), origin: .zero)
    for event in script.events { try other.handle(event, line: 1) }
    #expect(Self.gestures(other).first?.down == 2.5)
  }

  @Test func `peak, progress and what is shown are told apart`() throws {
    let forth = try #require(
      Self.gestures(try Self.replay(.swipe([0, 400, 1300, 1200]))).first)
    #expect(forth.peak == 1.3)
    #expect(forth.progress == 1.2)
    #expect(forth.settle.initial == 1)
    #expect(forth.settle.duration == .zero)
    let back = try #require(Self.gestures(try Self.replay(.swipe([800, 700, 400, 500]))).first)
    #expect(back.peak == -0.1)
    #expect(back.progress == -0.3)
    #expect(back.direction == .right)
    #expect(back.travel == -30)
    #expect(back.settle.initial == 0)
    #expect(back.decision.outcome == .cancel)
  }

  @Test func `fingers are the most before recognition, and frames those from it on`() throws {
    var script = TouchScript()
    script.frame(0, [0: (100, 500)])
    script.frame(10, [1: (200, 500)])
    script.frame(20, [0: (110, 500), 1: (210, 500)])
    script.frame(30, [2: (900, 500)])
    script.frame(40, [0: (200, 500), 1: (300, 500), 2: (990, 500)])
    script.frame(50, [0: nil])
    script.frame(60, [1: nil, 2: nil])
    let replay = try Self.replay(script)
    let report = try #require(Self.gestures(replay).first)
    #expect(Self.gestures(replay).count == 1)
    #expect(report.fingers == 2)
    #expect(report.frames == 4)
    #expect(report.endReason == .fingersChanged)
    #expect(report.progress == 0.1)
    #expect([report.down, report.begin, report.end] == [0, 0.02, 0.05])
  }

  @Test func `an exact share of three fingers is exact`() throws {
    var script = TouchScript()
    script.frame(0, [0: (0, 500), 1: (10, 500), 2: (20, 500)])
    script.frame(10, [0: (300, 500), 1: (310, 500), 2: (320, 500)])
    script.frame(20, [0: (301, 500), 1: (309, 500)])
    script.frame(30, [0: nil, 1: nil, 2: nil])
    let report = try #require(Self.gestures(try Self.replay(script)).first)
    #expect(report.progress == 0.3)
    #expect(report.decision == Decision(.finish, by: .threshold, margin: 0))
  }

  @Test func `the other verdict is told where flick differs`() throws {
    let fast = TouchScript.swipe([0, 30, 60, 90, 120])
    let report = try #require(Self.gestures(try Self.replay(fast)).first)
    #expect(report.decision.outcome == .cancel)
    #expect(report.flick?.outcome == .finish)
    #expect(report.flick?.rule == .velocity)
    let flick = Self.settings { $0.policy = .flick }
    let flicked = try #require(Self.gestures(try Self.replay(fast, flick)).first)
    #expect(flicked.decision.outcome == .finish)
    #expect(flicked.flick == nil)
  }

  @Test func `the rest before the lift is told, with the velocity before it`() throws {
    var script = TouchScript()
    for index in 0...6 { script.frame(Double(index) * 10, [0: (20 * index, 500)]) }
    script.frame(360, [0: nil])
    let report = try #require(Self.gestures(try Self.replay(script)).first)
    #expect(abs(report.rest - 0.3) < 1e-12)
    #expect(report.velocity == 0)
    #expect(abs(report.lastVelocity - 2) < 1e-12)
    let patient = Self.settings { $0.maximumVelocityAge = .milliseconds(300) }
    let kept = try #require(Self.gestures(try Self.replay(script, patient)).first)
    #expect(abs(kept.velocity - 2) < 1e-12)
  }

  @Test func `turning the motion round mirrors its sign and nothing else`() throws {
    for inverted in [false, true] {
      let settings = Self.settings { $0.isInverted = inverted }
      let report = try #require(
        Self.gestures(try Self.replay(.swipe([0, 200, 600]), settings)).first)
      #expect(report.progress == (inverted ? -0.6 : 0.6))
      #expect(report.direction == .right)
      #expect(report.decision.outcome == (inverted ? .cancel : .finish))
      #expect(report.travel == (inverted ? -60 : 60))
      let free = Self.settings {
        $0.isInverted = inverted
        $0.direction = .any
      }
      let any = try #require(Self.gestures(try Self.replay(.swipe([0, 200, 600]), free)).first)
      #expect(any.progress == 0.6)
      #expect(any.direction == (inverted ? .left : .right))
    }
  }

  @Test func `without a size there are no millimeters`() throws {
    let device = DeviceDescription.surface(resolution: 0)
    let replay = try Self.replay(.swipe([0, 300]), device: device)
    let report = try #require(Self.gestures(replay).first)
    #expect(report.travel == nil)
    #expect(report.finishTravel == nil)
    #expect(report.json.line.contains(#""travel_mm":null"#))
    #expect(replay.warnings.map(\.code) == [.unknownSize])
  }

  // MARK: Ends

  @Test func `what is down at the end is cancelled`() throws {
    var script = TouchScript.swipe([0, 400, 800])
    script = TouchScript(events: Array(script.events.dropLast(3)))
    let replay = try Self.replay(script)
    let report = try #require(Self.gestures(replay).first)
    #expect(report.endReason == .endOfRecording)
    #expect(report.decision == .interrupted)
    #expect(report.progress == 0.8)
    #expect(report.json.line.contains(#""margin":null,"margin_unit":null"#))
    #expect(replay.warnings.map(\.code) == [.contactLeftDown])
  }

  @Test func `a frame that is not closed is`() throws {
    let script = TouchScript(events: TouchScript.swipe([0, 400, 800]).events.dropLast())
    let replay = try Self.replay(script)
    #expect(Self.gestures(replay).first?.endReason == .lift)
    #expect(replay.warnings == [Warning(code: .frameNotClosed, count: 1, lines: [])])
  }

  @Test func `dropped events interrupt, and the next touch is new`() throws {
    var script = TouchScript()
    script.frame(0, [0: (0, 500)])
    script.frame(10, [0: (500, 500)])
    script.drop(20)
    script.frame(30, [0: (900, 500)])
    script.frame(40, [0: (950, 500)])
    script.frame(50, [0: nil])
    let replay = try Self.replay(script)
    #expect(Self.gestures(replay).map(\.endReason) == [.dropped, .lift])
    #expect(Self.gestures(replay).map(\.progress) == [0.5, 0.05])
    #expect(replay.warnings == [Warning(code: .dropped, count: 1, lines: [10])])
  }

  @Test func `a click cancels if it shall`() throws {
    var script = TouchScript()
    script.frame(0, [0: (0, 500)])
    script.frame(10, [0: (500, 500)])
    script.key(20, KeyCode.left, isDown: true)
    script.frame(30, [0: (900, 500)])
    script.frame(40, [0: nil])
    for (button, reason, progress) in [
      (ReplaySettings.Button.cancel, PanEnd.button, 0.5), (.ignore, .lift, 0.9),
    ] {
      let replay = try Self.replay(script, Self.settings { $0.button = button })
      #expect(Self.gestures(replay).map(\.endReason) == [reason])
      #expect(Self.gestures(replay).map(\.progress) == [progress])
    }
    let clickpad = DeviceDescription.surface("Pad", [.pointer, .clickpad])
    let settings = Self.settings { settings in
      settings.fingers = .any
      settings.jumpFilter = .off
    }
    let auto = try Self.replay(script, settings, device: clickpad)
    #expect(Self.gestures(auto).map(\.endReason) == [.button])
  }

  @Test func `a pause of more than the gap ends it`() throws {
    var script = TouchScript()
    script.frame(0, [0: (0, 500)])
    script.frame(10, [0: (500, 500)])
    script.frame(2010, [0: (600, 500)])
    script.frame(4011, [0: (700, 500)])
    script.frame(4020, [0: nil])
    let replay = try Self.replay(script, Self.settings { $0.maximumGap = .seconds(2) })
    #expect(Self.gestures(replay).map(\.endReason) == [.gap])
    #expect(Self.gestures(replay).map(\.progress) == [0.6])
  }

  // MARK: What stands in the way

  @Test func `a device without ranges is refused at the frame of its first contact`() throws {
    let blank = DeviceDescription()
    #expect(throws: ReplayError(.unknownRanges, line: 5)) {
      try Self.replay(.swipe([0, 300]), device: blank)
    }
    let given = Self.settings { $0.axisRanges = PerAxis(both: 0...600) }
    #expect(
      Self.gestures(try Self.replay(.swipe([0, 300]), given, device: blank))[0].progress == 0.5)
  }

  @Test func `ranges that are given leave the units as they are`() throws {
    let given = Self.settings { settings in
      settings.axisRanges = PerAxis(x: 0...600, y: 0...2000)
      settings.threshold = Threshold("25mm")
    }
    let replay = try Self.replay(.swipe([0, 300]), given)
    #expect(replay.plan?.surface.millimeters == Size(width: 60, height: 200))
    #expect(Self.gestures(replay)[0].travel == 30)
    #expect(throws: ReplayError(.unknownSize(.threshold))) {
      try Self.replay(.swipe([0, 300]), given, device: .surface(resolution: 0))
    }
  }

  @Test func `what nobody touches is refused`() {
    #expect(throws: ReplayError(.noTouchDevice(name: "Keyboard"))) {
      try Self.replay(.swipe([0, 300]), device: .keyboard)
    }
  }

  @Test func `a setting that cannot be is refused`() throws {
    let device = DeviceDescription.surface(resolution: 0)
    let settings = Self.settings { $0.threshold = Threshold("25mm") }
    #expect(throws: ReplayError(.unknownSize(.threshold))) {
      try Self.replay(.swipe([0, 300]), settings, device: device)
    }
  }

  // MARK: Warnings

  @Test func `what is wrong is told with its line`() throws {
    var script = TouchScript()
    script.frame(0, [0: (0, 500)])
    script.frame(10, [0: (1100, 500)])
    script.frame(5, [7: (3, 3)])
    script.frame(20, [0: nil])
    let replay = try Self.replay(script)
    #expect(
      replay.warnings == [
        // Each event of the frame that is earlier than the one before it is.
        Warning(code: .timeBackwards, count: 1, lines: [10]),
        Warning(code: .slotOutOfRange, count: 1, lines: [10]),
        Warning(code: .valueOutOfRange, count: 1, lines: [7]),
      ])
  }

  @Test func `a jump is left out, and told with the line of its frame`() throws {
    let script = TouchScript.swipe([100, 110, 120, 620, 630])
    let off = Self.settings { $0.jumpFilter = .off }
    #expect(Self.gestures(try Self.replay(script, off))[0].progress == 0.53)
    let replay = try Self.replay(script, Self.settings { $0.jumpFilter = .on })
    #expect(Self.gestures(replay)[0].progress == 0.03)
    // The fourth frame ends with the 17th event.
    #expect(replay.warnings == [Warning(code: .touchJump, count: 1, lines: [17])])
  }

  @Test func `a device of one contact says so where more fingers are needed`() throws {
    let axis = DeviceDescription.AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10)
    let device = DeviceDescription(
      properties: .direct, axes: [AxisCode.x: axis, AxisCode.y: axis],
      codes: [EventType.key: [KeyCode.touch]])
    let events = [(KeyCode.touch, 1), (AxisCode.x, 10), (AxisCode.y, 10)].map { code, value in
      InputEvent(
        time: .zero, type: code == KeyCode.touch ? EventType.key : EventType.absolute, code: code,
        value: value)
    }
    let report = InputEvent(
      time: .zero, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
    let script = TouchScript(events: events + [report])
    let two = try Self.replay(script, Self.settings { $0.fingers = .oneOf([2]) }, device: device)
    #expect(two.warnings.map(\.code).contains(.oneContactOnly))
    let one = try Self.replay(script, Self.settings { $0.fingers = .oneOf([1]) }, device: device)
    #expect(!one.warnings.map(\.code).contains(.oneContactOnly))
  }

  @Test func `touches that were no gesture say why`() throws {
    let replay = try Self.replay(
      .swipe([0, 10, 12]), Self.settings { $0.slop = .millimeters(DecimalNumber(5)) })
    #expect(
      Self.touches(replay).map(\.json.line) == [
        #"{"began":false,"distance_mm":1.2,"down":0,"end":0.03,"fingers":1,"reason":"within-slop"}"#
      ])
    #expect(Self.gestures(replay).isEmpty)
  }

  // MARK: Traces

  @Test func `a trace has each frame, the lift, the frames of settling, and its end`() throws {
    let settings = Self.settings { settings in
      settings.isTraced = true
      settings.frameRate = 20
      settings.settle = .timed(.milliseconds(440), .linear)
    }
    let report = try #require(
      Self.gestures(try Self.replay(.swipe([0, 200, 500]), settings)).first)
    // Half of 0.44 s in frames of 0.05 s, and the end 0.02 s behind the last of them.
    let pace = 1 / 0.44
    let rows = [
      [0.01, 0.2, 20, 0.2], [0.02, 0.5, 25, 0.5], [0.03, 0.5, 25, 0.5],
      [0.08, 0.5 + 0.05 * pace, pace, 0.5 + 0.05 * pace],
      [0.13, 0.5 + 0.1 * pace, pace, 0.5 + 0.1 * pace],
      [0.18, 0.5 + 0.15 * pace, pace, 0.5 + 0.15 * pace],
      [0.23, 0.5 + 0.2 * pace, pace, 0.5 + 0.2 * pace], [0.25, 1, 0, 1],
    ]
    #expect(report.trace.count == rows.count)
    for (row, wanted) in zip(report.trace, rows) {
      let found = [row.time, row.progress, row.velocity, row.shown]
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found), not \(wanted)")
    }
    #expect(report.json.line.contains(#""trace":[[0.01,0.2,20,0.2],[0.02,"#))
    #expect(try Self.gestures(Self.replay(.swipe([0, 200, 500])))[0].trace == [])
  }

  @Test(arguments: [1, 59.94, 60, 144, 1000])
  func `a trace ends exactly where settling ends, however long that takes`(rate: Double) throws {
    for style in ["0.3s linear", "0s", "none", "spring", "spring damping=0.001", "3600s linear"] {
      var settings = Self.settings()
      settings.isTraced = true
      settings.frameRate = rate
      settings.settle = SettleStyle(style)
      try #require(settings.settle != nil)
      for places in [[0, 200, 500], [0, 100, 200]] {
        let report = try #require(Self.gestures(try Self.replay(.swipe(places), settings)).first)
        let last = try #require(report.trace.last)
        #expect(abs(last.time - report.end - report.settle.duration.seconds) < 1e-9, "\(style)")
        #expect(last.shown == report.decision.outcome.progress)
        #expect(report.trace.filter { $0.time == last.time }.count <= 2)
        #expect(zip(report.trace, report.trace.dropFirst()).allSatisfy { $0.time <= $1.time })
      }
    }
  }

  @Test func `a trace of no settling has one frame of it`() throws {
    let settings = Self.settings { settings in
      settings.isTraced = true
      settings.settle = .immediate
    }
    let report = try #require(Self.gestures(try Self.replay(.swipe([0, 500]), settings)).first)
    #expect(report.trace.map(\.shown) == [0.5, 0.5, 1])
  }

  @Test func `a trace may be kept short, and ends the same`() throws {
    let places = (0..<500).map { $0 }
    func report(_ most: Int?) throws -> GestureReport {
      let settings = Self.settings { settings in
        settings.isTraced = true
        settings.mostTraceRows = most
      }
      return try #require(Self.gestures(try Self.replay(.swipe(places), settings)).first)
    }
    let whole = try report(nil)
    for most in [-1, 2, 3, 10, 100, 1000] {
      let short = try report(most)
      let rows = short.trace.prefix { $0.time < short.end }
      #expect(rows.count <= max(most, 2))
      #expect(rows.count > min(500, most) / 3)
      #expect(rows.first == whole.trace.first)
      #expect(rows.allSatisfy(whole.trace.contains))
      let steps = zip(rows, rows.dropFirst()).map { ($1.time - $0.time) * 1000 }
      #expect(steps.allSatisfy { abs($0 - (steps.first ?? 0)) < 1e-6 })
      #expect(short.trace.suffix(3) == whole.trace.suffix(3))
    }
  }

  @Test func `the largest progress has its time, and the slop its share`() throws {
    let slop = Self.settings { $0.slop = .millimeters(DecimalNumber(5)) }
    let report = try #require(
      Self.gestures(try Self.replay(.swipe([0, 100, 500, 500, 300]), slop)).first)
    #expect(report.peak == 0.45)
    #expect(report.peakTime == 0.02)
    #expect(report.slop == 0.05)
    let left = Self.settings { settings in
      settings.direction = .left
      settings.slop = .millimeters(DecimalNumber(5))
    }
    let back = try #require(
      Self.gestures(try Self.replay(.swipe([500, 400, 300]), left)).first)
    #expect(back.slop == 0.05)
    #expect(back.peakTime == 0.02)
  }

  @Test func `each gesture has a trace of its own`() throws {
    var events = TouchScript.swipe([0, 200, 500]).events
    events += TouchScript.swipe([0, 100], from: 1000).events
    let settings = Self.settings { $0.isTraced = true }
    let reports = Self.gestures(try Self.replay(TouchScript(events: events), settings))
    #expect(reports.count == 2)
    #expect(reports[1].trace[0].time == 1.01)
    #expect(reports[1].trace[0].progress == 0.1)
  }

  // MARK: Once more

  @Test func `the same events give the same findings`() throws {
    var random = Seeded(5)
    var script = TouchScript()
    var now = 0.0
    for _ in 0..<300 {
      now += .random(in: 1...20, using: &random)
      let slot = Int.random(in: 0...2, using: &random)
      let isUp = Int.random(in: 0...5, using: &random) == 0
      script.frame(
        now,
        [
          slot: isUp
            ? nil : (.random(in: 0...1000, using: &random), .random(in: 0...1000, using: &random))
        ])
    }
    let settings = Self.settings { $0.isTraced = true }
    let first = try Self.replay(script, settings)
    #expect(!first.findings.isEmpty)
    #expect(try Self.replay(script, settings).findings == first.findings)
    for report in Self.gestures(first) {
      #expect(report.down <= report.begin && report.begin <= report.end)
      #expect(report.peak >= report.progress)
      #expect(report.frames >= 1)
      let margin = report.decision.margin
      #expect((margin == nil) == !report.endReason.isDecided)
      #expect(margin.map { ($0 >= 0) == (report.decision.outcome == .finish) } ?? true)
      #expect(report.trace.last?.shown == report.decision.outcome.progress)
    }
  }

  @Test func `findings are taken out once`() throws {
    var replay = try Self.replay(.swipe([0, 500]))
    #expect(replay.takeFindings().count == 1)
    #expect(replay.takeFindings().isEmpty)
  }
}

extension TouchScript {
  /// Creates a script of some events.
  init(events: some Sequence<InputEvent>) {
    self.init()
    append(events)
  }
}
