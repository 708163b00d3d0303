import Foundation
import Gestures
import Quantities
import Recordings
@testable import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

/// Contacts of a touchpad that are replayed as libinput would have delivered them.
@Suite struct LibinputRecognitionTests {
  /// A touchpad of 100 × 100 mm with 10 units a millimeter.
  static let pad = DeviceDescription.surface("Pad", .pointer)

  static func settings(_ change: (inout ReplaySettings) -> Void = { _ in }) -> ReplaySettings {
    var settings = ReplaySettings()
    settings.recognizer = .libinput
    change(&settings)
    return settings
  }

  static func replay(
    _ script: TouchScript, device: DeviceDescription = pad,
    _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> Replay {
    try ReplayTests.replay(script, settings(change), device: device)
  }

  /// Fingers that land, wait two frames, and go right by 3 mm five times.
  static func swipe(_ fingers: Int = 3, from start: Int = 200) -> TouchScript {
    .swipe([0, 0, 0, 30, 60, 90, 120, 150].map { start + $0 }, fingers: fingers)
  }

  // MARK: Gestures

  @Test(arguments: [2, 3, 4])
  func `progress is what libinput tells: all but what went before it began`(fingers: Int) throws {
    let replay = try Self.replay(Self.swipe(fingers))
    let report = try #require(ReplayTests.gestures(replay).first)
    // It begins with the first 3 mm, and tells the 12 mm after.
    #expect(report.travel == 12)
    #expect(report.progress == 12.0 / 38)
    #expect(report.fingers == fingers && report.direction == .right)
    #expect(report.endReason == .lift && report.decision.outcome == .finish)
    #expect([report.down, report.begin, report.end] == [0, 0.04, 0.08])
    #expect(report.slop == 0)
  }

  /// Three fingers that rest, tremble by some tenths of a millimeter, and go right by 15 mm.
  static func trembling(by steps: [(x: Int, y: Int)]) -> TouchScript {
    var script = TouchScript()
    var (x, y) = (200, 500)
    func place(_ milliseconds: Double) {
      let fingers = (0..<3).map { ($0, Optional((x: x, y: y + 150 * $0))) }
      script.frame(milliseconds, Dictionary(uniqueKeysWithValues: fingers))
    }
    place(0)
    // libinput takes fingers side by side for a swipe after 150 ms.
    place(200)
    for (index, step) in (steps + Array(repeating: (x: 30, y: 0), count: 5)).enumerated() {
      x += step.x
      y += step.y
      place(210 + Double(index) * 10)
    }
    script.frame(310, [0: nil, 1: nil, 2: nil])
    return script
  }

  @Test(
    arguments: [
      [(0, -1)], [(0, 1)], [(-1, 0)], [(1, 0)], [(0, -4)], [(0, 6)], [(-5, 0)], [(-3, 4)],
      [(0, -3), (0, 3), (0, -3)], [(-2, -2), (-2, 2), (0, 3)],
    ] as [[(x: Int, y: Int)]], [PanDirection.any, .horizontal])
  func `fingers that tremble after a rest do not choose the way`(
    steps: [(x: Int, y: Int)], direction: PanDirection
  ) throws {
    let replay = try Self.replay(Self.trembling(by: steps)) { $0.direction = direction }
    let report = try #require(ReplayTests.gestures(replay).first)
    #expect(report.direction == .right && report.decision.outcome == .finish)
    // No way is lost for it.
    let tremble = steps.reduce(0) { $0 + $1.x }
    #expect(report.slop == 0)
    #expect(try #require(report.travel) >= 15 + Double(tremble) / 10 - 3.1)
    let right = try Self.replay(Self.trembling(by: steps)) { $0.direction = .right }
    #expect(ReplayTests.gestures(right).first?.progress == report.progress)
  }

  @Test func `a trembling that never goes anywhere is no gesture`() throws {
    var script = TouchScript()
    for index in 0..<60 {
      let fingers = (0..<3).map { ($0, Optional((x: 200 + index % 2 * 4, y: 500 + 150 * $0))) }
      script.frame(Double(index) * 10, Dictionary(uniqueKeysWithValues: fingers))
    }
    script.frame(600, [0: nil, 1: nil, 2: nil])
    #expect(ReplayTests.gestures(try Self.replay(script)).isEmpty)
  }

  @Test func `what held is said`() throws {
    let replay = try Self.replay(Self.swipe())
    let texts = try #require(replay.plan?.texts)
    #expect(texts["recognizer"] == "libinput" && texts["deltas"] == "unaccelerated")
    #expect(texts["slop"] == "0" && texts["jump_filter"] == "on" && texts["button"] == "auto")
    #expect(replay.warnings == [])
    let direct = try ReplayTests.replay(Self.swipe(), ReplaySettings(), device: Self.pad)
    #expect(direct.plan?.texts["recognizer"] == "direct")
    #expect(direct.plan?.texts["deltas"] == nil)
  }

  @Test func `lengths in every unit hold`() throws {
    for (threshold, share) in [("0.5", 0.5), ("19mm", 0.5), ("199.88px", 0.5)] {
      let replay = try Self.replay(Self.swipe()) { $0.threshold = Threshold(threshold) }
      #expect(ReplayTests.gestures(replay).map(\.threshold) == [share], "\(threshold)")
    }
    let slop = try Self.replay(Self.swipe()) { $0.slop = .millimeters(DecimalNumber(3)) }
    #expect(ReplayTests.gestures(slop).map(\.progress) == [9.0 / 38])
    // Half as large, the way is half as long, and begins a frame later.
    let small = try Self.replay(Self.swipe()) {
      $0.size = PerAxis(x: DecimalNumber(50), y: DecimalNumber(50))
    }
    #expect(ReplayTests.gestures(small).map(\.travel) == [4.5])
  }

  @Test func `a matrix is applied before libinput sees the contacts`() throws {
    let replay = try Self.replay(Self.swipe()) { $0.calibration = Calibration("0 1 0 1 0 0") }
    let report = try #require(ReplayTests.gestures(replay).first)
    #expect(report.direction == .down && report.travel == 12)
    #expect(replay.plan?.texts["matrix"] == "0 1 0 1 0 0")
  }

  @Test func `a touchpad that does not say its size is one of 69 x 50 mm`() throws {
    // 14 units a millimeter across: 1.5 mm are 21 units, and so begins a scroll with the first 30.
    let pad = DeviceDescription.surface("Pad", .pointer, resolution: 0)
    let replay = try Self.replay(Self.swipe(2), device: pad)
    #expect(replay.warnings.map(\.code) == [.unknownSize])
    let report = try #require(ReplayTests.gestures(replay).first)
    #expect(report.travel == nil)
    #expect(abs(report.progress - 120 / (1000.0 / 69 * 38)) < 1e-12)
    #expect(throws: ReplayError(.unknownSize(.threshold))) {
      try Self.replay(Self.swipe(2), device: pad) { $0.threshold = Threshold("10mm") }
    }
  }

  // MARK: Ends

  @Test func `a finger that leaves cancels after 100 ms, as an event would`() throws {
    var script = TouchScript.swipe([200, 200, 200, 230, 260, 290], fingers: 3)
    // The lift of all is taken back: a single one leaves.
    script = TouchScript()
    for (index, x) in [200, 200, 200, 230, 260, 290].enumerated() {
      script.frame(Double(index) * 10, [0: (x, 500), 1: (x + 20, 500), 2: (x + 40, 500)])
    }
    script.frame(60, [0: nil])
    for step in 7..<30 {
      script.frame(Double(step) * 10, [1: (310, 500), 2: (330 + step % 2, 500)])
    }
    script.frame(300, [1: nil, 2: nil])
    let replay = try Self.replay(script)
    let report = try #require(ReplayTests.gestures(replay).first)
    #expect(report.endReason == .cancelEvent && report.decision == .interrupted)
    #expect(report.end == 0.16 && report.travel == 6)
  }

  @Test func `the fingers may leave one by one within 100 ms`() throws {
    var script = TouchScript()
    for (index, x) in [200, 200, 200, 230, 260, 290].enumerated() {
      script.frame(Double(index) * 10, [0: (x, 500), 1: (x + 20, 500), 2: (x + 40, 500)])
    }
    script.frame(60, [0: nil])
    script.frame(110, [2: nil])
    script.frame(200, [1: nil])
    let replay = try Self.replay(script)
    #expect(ReplayTests.gestures(replay).map(\.endReason) == [.lift])
    #expect(ReplayTests.gestures(replay).map(\.end) == [0.2])
  }

  @Test func `dropped events end the gesture as such`() throws {
    var script = TouchScript()
    for (index, x) in [200, 200, 200, 230, 260, 290].enumerated() {
      script.frame(Double(index) * 10, [0: (x, 500), 1: (x + 20, 500), 2: (x + 40, 500)])
    }
    script.drop(60)
    let replay = try Self.replay(script)
    #expect(ReplayTests.gestures(replay).map(\.endReason) == [.dropped])
    #expect(replay.warnings.map(\.code) == [.dropped])
  }

  @Test func `fingers that stay down at the end were left down`() throws {
    var script = TouchScript()
    for (index, x) in [200, 200, 200, 230, 260, 290].enumerated() {
      script.frame(Double(index) * 10, [0: (x, 500), 1: (x + 20, 500), 2: (x + 40, 500)])
    }
    let replay = try Self.replay(script)
    #expect(ReplayTests.gestures(replay).map(\.endReason) == [.endOfRecording])
    #expect(replay.warnings.map(\.code) == [.contactLeftDown])
  }

  @Test(arguments: [
    (ReplaySettings.Button.auto, PanEnd.lift, 0.055), (.cancel, .button, 0.055),
    (.ignore, .lift, 0.08),
  ])
  func `a click on a clickpad ends for libinput as a lift does, unless it is asked otherwise`(
    button: ReplaySettings.Button, end: PanEnd, time: Double
  ) throws {
    var pad = Self.pad
    pad.properties.insert(.clickpad)
    let replay = try Self.replay(Self.click, device: pad) { $0.button = button }
    #expect(ReplayTests.gestures(replay).map(\.endReason) == [end])
    #expect(ReplayTests.gestures(replay).map(\.end) == [time])
    #expect(replay.plan?.texts["button"] == button.rawValue)
  }

  @Test(arguments: [
    (ReplaySettings.Button.auto, PanEnd.lift), (.cancel, .button), (.ignore, .lift),
  ])
  func `a click on another touchpad is nothing to libinput, but may be watched`(
    button: ReplaySettings.Button, end: PanEnd
  ) throws {
    let replay = try Self.replay(Self.click) { $0.button = button }
    #expect(ReplayTests.gestures(replay).map(\.endReason) == [end])
  }

  /// Three fingers that swipe, and click meanwhile.
  static var click: TouchScript {
    var script = TouchScript()
    for (index, x) in [200, 200, 200, 230, 260, 290, 300, 310].enumerated() {
      script.frame(Double(index) * 10, [0: (x, 500), 1: (x + 20, 500), 2: (x + 40, 500)])
      if index == 5 { script.key(55, KeyCode.left, isDown: true) }
    }
    script.frame(80, [0: nil, 1: nil, 2: nil])
    return script
  }

  @Test func `a step that no finger can make is left out and warned of, unless it may stay`() throws
  {
    let jump = TouchScript.swipe([200, 200, 200, 230, 260, 760, 790, 820], fingers: 3)
    let replay = try Self.replay(jump)
    // The jump begins the history anew, and so the frame after it is the first that tells again.
    #expect(ReplayTests.gestures(replay).map(\.travel) == [3 + 3 + 3])
    #expect(replay.warnings.map(\.code) == [.touchJump])
    let all = try Self.replay(jump) { $0.jumpFilter = .off }
    #expect(ReplayTests.gestures(all).map(\.travel) == [59])
    #expect(all.warnings == [] && all.plan?.texts["jump_filter"] == "off")
  }

  // MARK: Touches

  @Test func `what libinput says nothing of is a touch all the same`() throws {
    var script = TouchScript.swipe([200, 200, 200], fingers: 3)
    script.append(TouchScript.swipe([500, 600, 700], from: 1000).events)
    script.append(TouchScript.swipe([200, 300, 400, 500], fingers: 5, from: 2000).events)
    let touches = try ReplayTests.touches(Self.replay(script))
    #expect(touches.map(\.reason) == [.withinSlop, .tooFewFingers, .tooManyFingers])
    #expect(touches.map(\.fingers) == [3, 1, 5])
    #expect(touches.map(\.down) == [0, 1, 2] && touches.map(\.end) == [0.03, 1.03, 2.04])
  }

  @Test func `holds, pinches and swipes of too few fingers are touches`() throws {
    var script = TouchScript()
    for step in 0..<10 {
      script.frame(Double(step) * 10, [0: (300 - step * 10, 500), 1: (500 + step * 10, 500)])
    }
    script.frame(100, [0: nil, 1: nil])
    script.frame(1000, [0: (300, 500), 1: (320, 500)])
    script.frame(1300, [0: nil, 1: nil])
    script.append(
      Self.swipe(2).events.map { event in
        InputEvent(
          time: event.time.advanced(by: .seconds(2)), type: event.type, code: event.code,
          value: event.value)
      })
    let replay = try Self.replay(script) { $0.fingers = .oneOf([3]) }
    #expect(ReplayTests.gestures(replay) == [])
    #expect(ReplayTests.touches(replay).map(\.reason) == [.pinch, .withinSlop, .tooFewFingers])
    #expect(ReplayTests.touches(replay).map(\.down) == [0, 1, 2])
  }

  // MARK: Contacts

  @Test func `a gesture has the ways of its contacts, and when libinput began it`() throws {
    let replay = try Self.replay(Self.swipe()) { $0.mostContactPoints = 720 }
    let report = try #require(ReplayTests.gestures(replay).first)
    let ways: [Double] = [200, 200, 200, 230, 260, 290, 320, 350]
    #expect(
      report.contacts.map { $0.points.map(\.x) }
        == [0, 20, 40].map { side in ways.map { ($0 + side) / 1000 } })
    #expect(report.contacts.map(\.end) == [report.end, report.end, report.end])
    #expect(report.deliveredBegin == 0.03 && report.begin == 0.04)
    // Progress of the whole pad, which is 100 mm wide.
    #expect(report.axisProgress == 100.0 / 38)
    let plain = try #require(ReplayTests.gestures(try Self.replay(Self.swipe())).first)
    #expect(plain.contacts.isEmpty)
  }

  @Test func `where positions are mapped, contacts are where the mapped ones are`() throws {
    let replay = try Self.replay(Self.swipe()) {
      $0.calibration = Calibration("0 1 0 1 0 0")
      $0.mostContactPoints = 720
    }
    let report = try #require(ReplayTests.gestures(replay).first)
    #expect(report.contacts.first?.points.map(\.x) == Array(repeating: 0.5, count: 8))
    #expect(report.contacts.first?.points.last?.y == 0.35)
  }

  @Test func `of several gestures in a touch each has what came behind the one before`() throws {
    var script = TouchScript()
    func move(_ time: Double, _ x: Int, fingers: Int) {
      let contacts = (0..<fingers).map { ($0, Optional((x: x + 20 * $0, y: 500))) }
      script.frame(time, Dictionary(uniqueKeysWithValues: contacts))
    }
    for (index, x) in [100, 100, 100, 130, 160, 190].enumerated() {
      move(Double(index) * 10, x, fingers: 3)
    }
    // A fourth finger ends it after 100 ms, and all four swipe on.
    for step in 6..<40 { move(Double(step) * 10, 190 + (step < 25 ? 0 : step * 10), fingers: 4) }
    script.frame(400, [0: nil, 1: nil, 2: nil, 3: nil])
    let gestures = ReplayTests.gestures(
      try Self.replay(script) { $0.mostContactPoints = 720 })
    #expect(gestures.map(\.fingers) == [3, 4] && gestures.map(\.end) == [0.16, 0.4])
    #expect(gestures.map(\.contacts.count) == [4, 4])
    #expect(gestures[0].contacts.map(\.points.last?.time) == Array(repeating: 0.16, count: 4))
    #expect(gestures[0].contacts.allSatisfy { $0.end == nil })
    #expect(gestures[1].contacts.map(\.points.first?.time) == Array(repeating: 0.16, count: 4))
    let begins = gestures.map(\.deliveredBegin)
    #expect(begins[0] == 0.03 && (begins[1] ?? 0) > 0.16)
  }

  // MARK: Refusals

  @Test func `other devices and tables have no gestures of libinput`() throws {
    let error = ReplayError(.noTouchpad(.recognizer))
    #expect(throws: error) { try Self.replay(Self.swipe(), device: .surface("Screen", .direct)) }
    #expect(error.isMisuse && error.description.contains("touchpads alone"))
    let table = #"{"schema":"sample-table/1","travel":100,"samples":[[0,0],[0.1,50]]}"#
    var reader = RecordingReader()
    var batch = EventBatch()
    try Array(table.utf8).withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    var replay = RecordingReplay(settings: Self.settings())
    try replay.handle(batch, of: reader)
    #expect(throws: error) { try replay.finish(of: reader) }
  }

  @Test func `edges and accelerated deltas are refused`() throws {
    #expect(throws: ReplayError(.noPositions(.edge))) {
      try Self.replay(Self.swipe()) { $0.edge = .millimeters(DecimalNumber(5)) }
    }
    #expect(throws: ReplayError(.noAcceleratedDeltas)) {
      try Self.replay(Self.swipe()) { $0.deltas = .accelerated }
    }
  }

  // MARK: Agreement

  /// The recordings of touchpads that the project has.
  static let recordings = Golden.recordings.filter { $0.contains("pad-") }

  @Test(arguments: recordings)
  func `a recording of what libinput delivered would come out the same`(name: String) throws {
    var reader = RecordingReader()
    var batch = EventBatch()
    let data = try Golden.data(name)
    try data.withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    let device = try #require(reader.devices.first)
    let surface = try #require(device.surface(.contacts))
    let origin = try #require(batch.events.first).event.time
    // What `libinput record` would have written of it, in hundredths of a gesture pixel.
    var recognizer = LibinputRecognizer(
      LibinputSettings(device: device, surface: surface, axes: .contacts))
    var delivered = try LibinputReplay(
      device: device, settings: ReplaySettings(), origin: origin)
    var decoder = TouchDecoder(device: device)
    for event in batch.events where decoder.handle(event.event).isFrame {
      recognizer.handle(decoder.frame)
      for gesture in recognizer.gestures {
        delivered.handle(LibinputEvent(gesture, recognizer.settings))
      }
    }
    var replay = RecordingReplay(settings: Self.settings())
    try replay.handle(batch, of: reader)
    try replay.finish(of: reader)
    let ours = ReplayTests.gestures(replay.takeFindings())
    let theirs = ReplayTests.gestures(delivered.takeFindings())
    #expect(ours.count == theirs.count)
    for (our, their) in zip(ours, theirs) {
      #expect(our.direction == their.direction && our.fingers == their.fingers)
      #expect(our.decision.outcome == their.decision.outcome)
      // A recording of libinput does not tell why events were dropped, nor when fingers came down.
      if our.endReason != .dropped { #expect(our.endReason == their.endReason) }
      #expect(our.begin == their.begin && our.end == their.end && our.frames == their.frames)
      // The hundredths are rounded with each motion.
      let tolerance = 0.0005 * Double(our.frames)
      #expect(abs(our.progress - their.progress) < tolerance / 38)
      let (way, other) = try (#require(our.travel), #require(their.travel))
      #expect(abs(way - other) < tolerance)
    }
  }
}

extension LibinputEvent {
  /// What a recording of libinput has of a gesture.
  fileprivate init(_ gesture: LibinputGesture, _ settings: LibinputSettings) {
    let kind: Kind =
      switch gesture.kind {
      case .swipe: .swipe
      case .pinch: .pinch
      case .hold: .hold
      case .scroll: .scroll
      }
    let phase: Phase
    switch gesture.phase {
    case .begin: phase = .begin
    case .update(let motion):
      func hundredths(_ axis: Axis) -> Int {
        let units = Double(motion.displacement[axis: axis]) / Double(Centroid.partsPerUnit)
        return Int((units / settings.unitsPerMillimeter[axis] * 1052).rounded())
      }
      phase = .update(
        Motion(accelerated: nil, unaccelerated: Vector(x: hundredths(.x), y: hundredths(.y))))
    case .end(let end): phase = .end(isCancelled: end != .lift)
    }
    self.init(time: gesture.time, kind: kind, phase: phase, fingers: gesture.fingers, line: 1)
  }
}
