import Gestures
import Quantities
@testable import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite struct LibinputReplayTests {
  /// What `libinput debug-events` prints of a touchpad of 100 × 60 mm.
  static func text(_ lines: [String], size: String? = "100x60") -> String {
    let size = size.map { "  size \($0)mm" } ?? ""
    let head = "-event6   DEVICE_ADDED  Some Pad  seat0 default group1  cap:pg\(size) tap(dl off)"
    return ([head] + lines.map { " event6   " + $0 }).joined(separator: "\n") + "\n"
  }

  /// A swipe of equal steps along both axes, in pixels of both kinds, every 10 ms from 1 s on.
  static func swipe(
    fingers: Int = 3, steps: Int, accelerated: (Double, Double), unaccelerated: (Double, Double),
    rest: Int = 0, end: String = ""
  ) -> [String] {
    func time(_ step: Int) -> String {
      "+\(Double(1000 + step * 10 + (step > steps ? rest : 0)) / 1000)s"
    }
    let motions = (1...steps).map { step in
      "GESTURE_SWIPE_UPDATE \(time(step)) \(fingers) \(accelerated.0)/\(accelerated.1) "
        + "(\(unaccelerated.0)/\(unaccelerated.1) unaccelerated)"
    }
    return ["GESTURE_SWIPE_BEGIN \(time(0)) \(fingers)"] + motions
      + ["GESTURE_SWIPE_END \(time(steps + 1)) \(fingers)\(end)"]
  }

  static func replay(
    _ text: String, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> RecordingReplay {
    var settings = ReplaySettings()
    change(&settings)
    var reader = RecordingReader()
    var batch = EventBatch()
    var replay = RecordingReplay(settings: settings)
    try Array(text.utf8).withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    try replay.handle(batch, of: reader)
    try replay.finish(of: reader)
    return replay
  }

  static func gestures(
    _ text: String, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> [GestureReport] {
    var replay = try replay(text, change)
    return ReplayTests.gestures(replay.takeFindings())
  }

  static func touches(
    _ text: String, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> [TouchReport] {
    var replay = try replay(text, change)
    return replay.takeFindings().compactMap {
      if case .touch(let touch) = $0 { touch } else { nil }
    }
  }

  /// 19 mm, half of the way across a touchpad, are 199.88 gesture pixels.
  static let half = swipe(steps: 4, accelerated: (80, 0.5), unaccelerated: (49.97, 0.5))

  @Test func `progress is the sum of the unaccelerated deltas since BEGIN`() throws {
    let report = try #require(try Self.gestures(Self.text(Self.half)).first)
    #expect(report.progress == 0.5)
    #expect(report.travel == 19)
    #expect(report.direction == .right && report.fingers == 3)
    #expect(report.decision.outcome == .finish && report.endReason == .lift)
    #expect([report.down, report.begin, report.end] == [0, 0.01, 0.05])
    #expect(report.slop == 0)
  }

  @Test func `what held is said`() throws {
    let replay = try Self.replay(Self.text(Self.half))
    #expect(replay.plan?.texts["recognizer"] == "libinput")
    #expect(replay.plan?.texts["deltas"] == "unaccelerated")
    #expect(replay.kind == .touchpad && replay.device.name == "Some Pad")
    #expect(replay.size == Size(width: 100, height: 60))
    #expect(replay.warnings == [])
  }

  @Test func `accelerated deltas are asked for, and tell no millimeters`() throws {
    var replay = try Self.replay(Self.text(Self.half)) { $0.deltas = .accelerated }
    #expect(replay.warnings.map(\.code) == [.acceleratedDeltas])
    #expect(replay.plan?.texts["deltas"] == "accelerated")
    let report = try #require(ReplayTests.gestures(replay.takeFindings()).first)
    // 320 of GNOME's 400 pixels, which are 38 mm at 10.52.
    #expect(abs(report.progress - 320 / 399.76) < 1e-4)
    #expect(report.travel == nil)
    #expect(throws: ReplayError(.unknownSize(.threshold), line: 2)) {
      try Self.replay(Self.text(Self.half)) {
        $0.deltas = .accelerated
        $0.threshold = Threshold("25mm")
      }
    }
  }

  @Test func `lengths in every unit hold`() throws {
    for (threshold, share) in [("0.3", 0.3), ("19mm", 0.5), ("100px", 100 / 399.76)] {
      let report = try #require(
        try Self.gestures(Self.text(Self.half)) { $0.threshold = Threshold(threshold) }.first)
      #expect(abs(report.threshold - share) < 1e-9, "\(threshold)")
    }
    let whole = try Self.gestures(Self.text(Self.half)) {
      $0.travel = .length(.share(DecimalNumber(1)))
    }
    #expect(whole.map(\.progress) == [0.19])
  }

  @Test func `a pad that does not say its size is one of 69 x 50 mm`() throws {
    let text = Self.text(Self.half, size: nil)
    var replay = try Self.replay(text)
    #expect(replay.warnings.map(\.code) == [.unknownSize])
    #expect(replay.size == nil)
    let report = try #require(ReplayTests.gestures(replay.takeFindings()).first)
    // Its pixels are known all the same.
    #expect(report.progress == 0.5 && report.travel == 19)
    let given = try Self.replay(text) {
      $0.size = PerAxis(x: DecimalNumber(30), y: DecimalNumber(20))
    }
    #expect(given.warnings == [] && given.size == Size(width: 30, height: 20))
    #expect(given.plan?.texts["travel"] == "1.0 across, 1.0 up")
  }

  @Test func `a slop that is asked for is taken off`() throws {
    let report = try #require(
      try Self.gestures(Self.text(Self.half)) { $0.slop = .millimeters(DecimalNumber(1)) }.first)
    #expect(abs(report.progress - 18.0 / 38) < 1e-4)
  }

  @Test func `what libinput cancelled is cancelled`() throws {
    let lines = Self.swipe(
      steps: 4, accelerated: (80, 0), unaccelerated: (80, 0), end: " cancelled")
    let report = try #require(try Self.gestures(Self.text(lines)).first)
    #expect(report.endReason == .cancelEvent && report.decision == .interrupted)
    #expect(report.progress > 0.5)
  }

  @Test func `a gesture of a device that is gone is cancelled once`() throws {
    let lines = Self.half.dropLast() + ["DEVICE_REMOVED Some Pad seat0 default group1"]
    let replay = try Self.replay(Self.text(Array(lines)))
    #expect(replay.warnings == [])
    let reports = try Self.gestures(Self.text(Array(lines)))
    #expect(reports.map(\.endReason) == [.deviceRemoved])
    #expect(reports.map(\.end) == [0.04])
  }

  @Test func `touches that cannot be followed are warned of, and no events are not`() throws {
    let screen = "-event4 DEVICE_ADDED Screen seat0 default group1 cap:t size 276x155mm\n"
    let touch = " event4 TOUCH_DOWN +1.0s\t0 (0) 12.3/56.7 (31.00/45.00mm)\n"
    var replay = try Self.replay(screen + touch + touch)
    #expect(replay.warnings == [Warning(code: .touchNotFollowed, count: 2, lines: [2, 3])])
    #expect(replay.kind == .touchscreen && replay.takeFindings() == [])
    #expect(replay.size == Size(width: 276, height: 155))
  }

  @Test func `the velocity is that of the deltas, and a rest before the lift ends it`() throws {
    let flick = Self.swipe(steps: 3, accelerated: (10, 0), unaccelerated: (10, 0))
    let rested = Self.swipe(steps: 3, accelerated: (10, 0), unaccelerated: (10, 0), rest: 200)
    let velocities = try [flick, rested].map { lines in
      try Self.gestures(Self.text(lines)) { $0.policy = .flick }.map(\.velocity)
    }
    // 10 of 399.76 pixels in 10 ms.
    #expect(abs(velocities[0][0] - 2.5015) < 1e-3)
    #expect(velocities[1] == [0])
  }

  @Test func `two fingers that scroll are a swipe of two, until they stop`() throws {
    let scroll = (1...4).map {
      "POINTER_SCROLL_FINGER +1.0\($0)s vert 29.97/0.0* horiz 0.00/0.0 (finger)"
    }
    let stop = "POINTER_SCROLL_FINGER +1.20s vert 0.00/0.0* horiz 0.00/0.0 (finger)"
    let reports = try Self.gestures(Self.text(scroll + [stop] + scroll + [stop]))
    #expect(reports.map(\.fingers) == [2, 2] && reports.map(\.direction) == [.down, .down])
    #expect(reports.map(\.endReason) == [.lift, .lift])
    // 119.88 of 28.5 mm.
    #expect(abs(reports[0].progress - 119.88 / 299.82) < 1e-9)
  }

  @Test func `pinches and holds are no pans`() throws {
    let text = Self.text([
      "GESTURE_HOLD_BEGIN +1.0s 3", "GESTURE_HOLD_END +1.3s 3", "GESTURE_PINCH_BEGIN +2.0s 2",
      "GESTURE_PINCH_UPDATE +2.1s 2 9.0/0.0 (9.0/0.0 unaccelerated) 1.1 @ 0.2",
      "GESTURE_PINCH_END +2.5s 2",
    ])
    let touches = try Self.touches(text)
    #expect(touches.map(\.reason) == [.withinSlop, .pinch])
    #expect(touches.map(\.fingers) == [3, 2])
    #expect(touches.map(\.down) == [0, 1] && touches.map(\.end) == [0.3, 1.5])
  }

  @Test func `the number of fingers that is asked for holds`() throws {
    let touches = try Self.touches(Self.text(Self.half)) { $0.fingers = FingerRequirement("4") }
    #expect(touches.map(\.reason) == [.tooFewFingers])
  }

  @Test func `text that was cut is taken as far as it goes`() throws {
    // Neither begin nor end.
    var inside = try Self.replay(Self.text(Array(Self.half.dropFirst().dropLast())))
    #expect(inside.warnings.map(\.code) == [.joinedLate, .contactLeftDown])
    #expect(ReplayTests.gestures(inside.takeFindings()).map(\.endReason) == [.endOfRecording])
    // A begin where another has not ended.
    let twice = try Self.gestures(Self.text(Self.half.dropLast() + Self.half))
    #expect(twice.map(\.endReason) == [.cancelEvent, .lift])
    // An end that belongs to none.
    #expect(try Self.gestures(Self.text(["GESTURE_SWIPE_END +1.0s 3"])) == [])
  }

  @Test func `what needs positions is refused`() {
    #expect(throws: ReplayError(.noPositions(.edge), line: 2)) {
      try Self.replay(Self.text(Self.half)) { $0.edge = .millimeters(DecimalNumber(5)) }
    }
  }

  @Test func `of two touchpads one is to be chosen`() throws {
    let text =
      Self.text(Self.half)
      + Self.half.map { " event9   " + $0 + "\n" }.joined()
    #expect(
      throws: ReplayError(
        .severalDevices(
          ReplayError.Label(number: 1, name: "Some Pad"),
          ReplayError.Label(number: 2, name: "/dev/input/event9")), line: 8)
    ) { try Self.replay(text) }
  }

  // MARK: Beside the contacts

  @Test func `libinput's own gestures stand beside those of the contacts`() throws {
    let script = TouchScript.swipe([0, 100, 200, 300, 400])
    let settings = ReplayTests.settings { settings in
      settings.fingers = .any
      settings.direction = .any
    }
    var replay = RecordingReplay(settings: settings)
    var batch = EventBatch()
    for event in script.events { batch.events.append(RecordedEvent(event: event, line: 1)) }
    for (step, time) in [(0, 20), (-1052, 30), (-1052, 40)] {
      let motion = LibinputEvent.Motion(
        accelerated: nil, unaccelerated: Vector(x: 0, y: step))
      batch.libinputEvents.append(
        LibinputEvent(
          time: .milliseconds(Double(time)), kind: .swipe,
          phase: step == 0 ? .begin : .update(motion), fingers: 3, line: 9))
    }
    batch.libinputEvents.append(
      LibinputEvent(
        time: .milliseconds(60), kind: .swipe, phase: .end(isCancelled: false), fingers: 3, line: 9)
    )
    try replay.handle(batch, of: [DeviceDescription.surface("Pad")])
    try replay.finish(of: [DeviceDescription.surface("Pad")])
    #expect(ReplayTests.gestures(replay.takeFindings()).map(\.direction) == [.right])
    let theirs = ReplayTests.gestures(replay.takeLibinputFindings())
    #expect(theirs.map(\.direction) == [.up] && theirs.map(\.travel) == [2])
    #expect(replay.takeLibinputFindings() == [])
  }
}
