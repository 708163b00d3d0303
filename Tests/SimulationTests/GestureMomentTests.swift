import Gestures
import Quantities
import Recordings
import Simulation
import Testing
import Transitions
import TouchInput

@Suite struct GestureMomentTests {
  private let told = ReplayTests.settings { settings in
    settings.tellsMoments = true
    settings.tellsContacts = true
  }

  private func batch(_ script: TouchScript) -> EventBatch {
    var batch = EventBatch()
    for (index, event) in script.events.enumerated() {
      batch.append(RecordedEvent(event: event, line: index + 1))
    }
    return batch
  }

  private func moments(
    _ script: TouchScript, _ settings: ReplaySettings
  ) throws -> [GestureMoment] {
    var replay = RecordingReplay(settings: settings)
    try replay.handle(batch(script), of: [.surface()])
    try replay.finish(of: [.surface()])
    return replay.takeMoments()
  }

  @Test func `a gesture is told from its begin to its end`() throws {
    let moments = try moments(.swipe([100, 100, 300, 600], from: 5000), told)
    #expect(moments.map(\.time) == [0.02, 0.02, 0.03, 0.04])
    #expect(moments.first?.timestamp == Timestamp(nanoseconds: 5_020_000_000))
    guard case .begin(let begin) = moments.first?.kind else {
      Issue.record("a gesture begins")
      return
    }
    #expect(begin.down == 0 && begin.fingers == 1 && begin.direction == .right)
    #expect(begin.threshold == 0.3)
    let progress = moments.compactMap { moment -> Double? in
      if case .progress(let progress) = moment.kind { progress.progress } else { nil }
    }
    #expect(progress == [0.2, 0.5])
    guard case .end(.gesture(let report)) = moments.last?.kind else {
      Issue.record("a gesture ends")
      return
    }
    #expect(report.progress == progress.last)
  }

  @Test func `a touch that was no gesture is told at its end`() throws {
    let moments = try moments(
      .swipe([100, 100, 100]), ReplayTests.settings { $0.tellsMoments = true })
    #expect(moments.count == 1)
    guard case .end(.touch(let touch)) = moments.first?.kind else {
      Issue.record("a touch ends")
      return
    }
    #expect(touch.reason == .withinSlop)
  }

  @Test func `nothing is told unless it is asked for`() throws {
    var replay = RecordingReplay(settings: ReplayTests.settings())
    try replay.handle(batch(.swipe([100, 100, 300, 600])), of: [.surface()])
    #expect(replay.takeMoments().isEmpty && replay.takeContacts().isEmpty)
    #expect(replay.takeFindings().count == 1)
  }

  @Test func `frames of contacts are told as they are closed`() throws {
    var replay = RecordingReplay(settings: told)
    try replay.handle(batch(.swipe([100, 200], fingers: 2)), of: [.surface()])
    #expect(replay.takeContacts().map(\.count) == [2, 2, 0])
    #expect(replay.takeContacts().isEmpty)
  }

  @Test func `a device that goes away cancels the gesture once`() throws {
    var replay = RecordingReplay(settings: told)
    var script = TouchScript()
    for (index, x) in [100, 100, 300, 600].enumerated() {
      script.frame(Double(index) * 10, [0: (x: x, y: 500)])
    }
    try replay.handle(batch(script), of: [.surface()])
    replay.abandon(by: .deviceRemoved)
    replay.abandon(by: .deviceRemoved)
    let reports = ReplayTests.gestures(replay.takeFindings())
    #expect(reports.map(\.endReason) == [.deviceRemoved])
    #expect(reports.first?.decision.outcome == .cancel)
  }

  @Test func `other settings hold from the next touch on`() throws {
    var replay = RecordingReplay(settings: told)
    try replay.handle(batch(.swipe([100, 100, 300, 600])), of: [.surface()])
    var half = told
    half.threshold = Threshold("0.9")
    var script = TouchScript()
    for (index, x) in [100, 100, 300, 600].enumerated() {
      script.frame(1000 + Double(index) * 10, [0: (x: x, y: 500)])
    }
    try replay.handle(batch(script), of: [.surface()])
    replay.change(to: half)
    var lift = TouchScript()
    lift.frame(1050, [0: nil])
    try replay.handle(batch(lift), of: [.surface()])
    try replay.handle(batch(.swipe([100, 100, 300, 600], from: 2000)), of: [.surface()])
    let reports = ReplayTests.gestures(replay.takeFindings())
    #expect(reports.map(\.decision.outcome) == [.finish, .finish, .cancel])
    #expect(reports.map(\.down) == [0, 1, 2])
  }

  @Test func `a change of settings loses nothing that came before it`() throws {
    var settings = told
    settings.comparedPolicies = [.flick]
    var replay = RecordingReplay(settings: settings)
    let swipe = TouchScript.swipe([100, 100, 300, 600]).events
    var begin = TouchScript()
    begin.append(Array(swipe.dropLast()))
    try replay.handle(batch(begin), of: [.surface()])
    settings.threshold = Threshold("0.9")
    replay.change(to: settings)
    // The end of a gesture, and the whole of another, in the same batch.
    var rest = TouchScript()
    rest.append(swipe.suffix(1) + TouchScript.swipe([100, 100, 300, 600], from: 1000).events)
    try replay.handle(batch(rest), of: [.surface()])
    var news = ReplayNews()
    replay.take(into: &news)
    let ends = news.moments.filter { if case .end = $0.kind { true } else { false } }
    #expect(ends.count == 2 && news.comparisons.count == 2 && news.findings.count == 2)
    #expect(news.moments.map(\.time) == news.moments.map(\.time).sorted())
    #expect(ReplayTests.gestures(news.findings).map(\.decision.outcome) == [.finish, .cancel])
    replay.take(into: &news)
    #expect(news.isEmpty)
  }

  // MARK: Losses

  /// A swipe whose events are dropped at 30 ms, and the same finger at that very time or later.
  private func dropped(knownAt time: Double) -> TouchScript {
    var script = TouchScript()
    for (index, x) in [100, 100, 300].enumerated() {
      script.frame(Double(index) * 10, [0: (x: x, y: 500)])
    }
    script.drop(30)
    for (index, x) in [400, 600, 800].enumerated() {
      script.frame(time + Double(index) * 10, [0: (x: x, y: 500)])
    }
    script.frame(100, [0: nil])
    script.append(TouchScript.swipe([100, 100, 600], from: 200).events)
    return script
  }

  @Test func `what is known to be down after a loss makes no gesture before it was up`() throws {
    let resumed = try ReplayTests.replay(dropped(knownAt: 30))
    let reports = ReplayTests.gestures(resumed)
    #expect(reports.map(\.endReason) == [.dropped, .lift])
    #expect(reports.last?.down == 0.2)
    #expect(ReplayTests.touches(resumed).isEmpty)
    let landed = try ReplayTests.replay(dropped(knownAt: 40))
    #expect(ReplayTests.gestures(landed).map(\.endReason) == [.dropped, .lift, .lift])
  }
}
