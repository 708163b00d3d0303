import Gestures
import Quantities
import Recordings
import Simulation
import Testing
import TouchInput

/// What reports have of contacts, and when warnings came.
@Suite struct ContactReportTests {
  private static let settings = ReplayTests.settings { $0.mostContactPoints = 720 }

  @Test func `a gesture has the ways of its contacts, if they are asked for`() throws {
    let script = TouchScript.swipe([100, 200, 600], fingers: 2)
    let gesture = try #require(
      ReplayTests.gestures(try ReplayTests.replay(script, Self.settings)).first)
    #expect(
      gesture.contacts.map { $0.points.map(\.x) } == [[0.1, 0.2, 0.6], [0.12, 0.22, 0.62]])
    #expect(gesture.contacts.map(\.end) == [gesture.end, gesture.end])
    #expect(gesture.contacts[0].points.map(\.time) == [0, 0.01, 0.02])
    #expect(gesture.axisProgress == 1)
    let plain = try #require(ReplayTests.gestures(try ReplayTests.replay(script)).first)
    #expect(plain.contacts.isEmpty)
  }

  @Test func `each gesture has its own contacts`() throws {
    var script = TouchScript.swipe([100, 400])
    script.append(TouchScript.swipe([300, 900, 950], from: 500).events)
    let gestures = ReplayTests.gestures(try ReplayTests.replay(script, Self.settings))
    #expect(gestures.map { $0.contacts.map(\.points.count) } == [[2], [3]])
  }

  @Test func `a touch that was no gesture has them too`() throws {
    let touch = try #require(
      ReplayTests.touches(
        try ReplayTests.replay(.swipe([100, 100]), Self.settings)
      ).first)
    #expect(touch.contacts.map(\.points.count) == [2])
  }

  @Test func `where positions are mapped, the mapped ones count`() throws {
    var settings = Self.settings
    settings.calibration = Calibration("-1 0 1 0 1 0")
    settings.direction = .left
    let gesture = try #require(
      ReplayTests.gestures(try ReplayTests.replay(.swipe([0, 400]), settings)).first)
    #expect(gesture.contacts[0].points.map(\.x) == [1, 0.6])
  }

  @Test func `gestures of libinput have no positions`() throws {
    let text = """
      -event5  DEVICE_ADDED            Touchpad                          seat0 default group1  cap:pg  size 100x50mm tap(dl off) left scroll-nat scroll-2fg-edge click-buttonareas-clickfinger
       event5  GESTURE_SWIPE_BEGIN     +1.000s\t3
       event5  GESTURE_SWIPE_UPDATE    +1.010s\t3  0.00/ 0.00 (200.00/ 0.00 unaccelerated)
       event5  GESTURE_SWIPE_END       +1.020s\t3

      """
    var reader = RecordingReader()
    var batch = EventBatch()
    var replay = RecordingReplay(settings: Self.settings)
    try Array(text.utf8).withUnsafeBytes { try reader.read($0, into: &batch) }
    try reader.finish(into: &batch)
    try replay.handle(batch, of: reader)
    try replay.finish(of: reader)
    let gesture = try #require(ReplayTests.gestures(replay.takeFindings()).first)
    #expect(gesture.contacts.isEmpty)
    #expect(gesture.axisProgress == nil)
  }

  @Test func `warnings that came at a time say when`() throws {
    var script = TouchScript()
    script.frame(1000, [0: (0, 500)])
    script.frame(1010, [0: (1100, 500)])
    script.frame(1040, [7: (3, 3)])
    script.frame(1050, [0: nil])
    let replay = try ReplayTests.replay(script)
    #expect(replay.warningTimes == [.valueOutOfRange: [0.01], .slotOutOfRange: [0.04]])
  }

  @Test func `a jump says when it was`() throws {
    let settings = ReplayTests.settings { $0.jumpFilter = .on }
    let replay = try ReplayTests.replay(.swipe([100, 110, 120, 620, 630], from: 2000), settings)
    #expect(replay.warningTimes == [.touchJump: [0.03]])
  }
}
