import Gestures
import Quantities
import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput
import Transitions

@Suite struct TableReplayTests {
  /// A table of one touch along x, a row every 10 ms, in tenths of a unit.
  static func table(
    _ places: [Int], end: SampleTable.End.Kind? = .lift, lifted: Int? = nil,
    travel: DecimalNumber? = DecimalNumber(100), _ change: (inout SampleTable) -> Void = { _ in }
  ) -> SampleTable {
    var table = SampleTable()
    table.scale = 10
    table.travel = travel
    let samples = places.enumerated().map { index, x in
      SampleTable.Sample(
        time: .milliseconds(500 + Double(index) * 10), position: Vector(x: x, y: 0))
    }
    let last = Timestamp.milliseconds(500 + Double(places.count) * 10)
    table.touches = [
      SampleTable.Touch(
        samples: samples,
        end: end.map { kind in
          SampleTable.End(
            time: last, kind: kind, position: lifted.map { Vector(x: $0, y: 0) })
        })
    ]
    change(&table)
    return table
  }

  static func replay(
    _ table: SampleTable, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> TableReplay {
    var settings = ReplaySettings()
    settings.direction = .right
    change(&settings)
    return try TableReplay(table, settings: settings)
  }

  static func gestures(
    _ table: SampleTable, _ change: (inout ReplaySettings) -> Void = { _ in }
  ) throws -> [GestureReport] {
    ReplayTests.gestures(try replay(table, change).findings)
  }

  @Test func `progress is a share of the table's way, from the first row on`() throws {
    let report = try #require(try Self.gestures(Self.table([700, 705, 1000])).first)
    #expect(report.progress == 0.3)
    #expect(report.decision == Decision(.finish, by: .threshold, margin: 0))
    #expect([report.down, report.begin, report.end] == [0, 0.01, 0.03])
    #expect(report.travel == nil)
    #expect(try Self.replay(Self.table([0, 500])).warnings == [])
  }

  @Test func `the position that a lift carries is the last motion`() throws {
    let report = try #require(
      try Self.gestures(Self.table([0, 280], lifted: 340)).first)
    #expect(report.progress == 0.34)
    #expect(report.end == 0.02)
    #expect(report.endReason == .lift)
    #expect(report.frames == 3)
  }

  @Test(arguments: [
    (SampleTable.End.Kind.cancel, PanEnd.cancelEvent), (.deviceRemoved, .deviceRemoved),
  ])
  func `a touch that is taken away is cancelled`(kind: SampleTable.End.Kind, reason: PanEnd)
    throws
  {
    let replay = try Self.replay(Self.table([0, 400, 800], end: kind))
    let report = try #require(ReplayTests.gestures(replay.findings).first)
    #expect(report.endReason == reason)
    #expect(report.progress == 0.8)
    #expect(report.decision == .interrupted)
    #expect(replay.warnings == [])
  }

  @Test func `a table that stops in the touch ends it`() throws {
    let replay = try Self.replay(Self.table([0, 400, 800], end: nil))
    #expect(ReplayTests.gestures(replay.findings).map(\.endReason) == [.endOfRecording])
    #expect(replay.warnings.map(\.code) == [.contactLeftDown])
  }

  @Test func `what the table says holds, and what is given wins`() throws {
    let table = Self.table([0, 250, 500]) { table in
      table.threshold = DecimalNumber(6, fractionDigits: 1)
      table.isInverted = true
      table.activationDistance = DecimalNumber(20)
    }
    let own = try #require(try Self.gestures(table).first)
    #expect(own.threshold == 0.6)
    // It goes the other way; its slop took 20 of the 50 units.
    #expect(abs(own.progress + 0.3) < 1e-9)
    #expect(own.decision.outcome == .cancel)
    let given = try #require(
      try Self.gestures(table) { settings in
        settings.threshold = Threshold("0.5")
        settings.isInverted = false
        settings.slop = .share(DecimalNumber(0))
      }.first)
    #expect(given.threshold == 0.5)
    #expect(given.progress == 0.5)
    #expect(given.decision.outcome == .finish)
    let half = try #require(
      try Self.gestures(table) { settings in
        settings.travel = .length(.share(DecimalNumber(5, fractionDigits: 1)))
        settings.isInverted = false
        settings.slop = .share(DecimalNumber(0))
      }.first)
    #expect(half.progress == 1)
  }

  @Test func `a way can be given to a table without one`() throws {
    let bare = Self.table([0, 300], travel: nil)
    #expect(throws: ReplayError(.unknownTravel)) { try Self.replay(bare) }
    let share = try #require(
      try Self.gestures(bare) { $0.travel = .length(.share(DecimalNumber(60))) }.first)
    #expect(share.progress == 0.5)
    let millimeters = Self.table([0, 300], travel: nil) { $0.unit = .millimeters }
    let report = try #require(
      try Self.gestures(millimeters) { $0.travel = .length(.millimeters(DecimalNumber(60))) }.first)
    #expect(report.progress == 0.5)
    #expect(report.travel == 30)
    let pixels = Self.table([0, 300], travel: nil) { $0.unit = .pixels }
    #expect(
      try Self.gestures(pixels) { $0.travel = .length(.pixels(DecimalNumber(60))) }
        .map(\.progress) == [0.5])
    #expect(throws: ReplayError(.unknownTravel)) {
      try Self.gestures(pixels) { $0.travel = .length(.millimeters(DecimalNumber(60))) }
    }
  }

  @Test func `millimeters are known where units of them are`() throws {
    let table = Self.table([0, 300]) { $0.unitsPerMillimeter = Ratio(2) }
    let report = try #require(
      try Self.gestures(table) { $0.threshold = Threshold("15mm") }.first)
    #expect(report.travel == 15)
    #expect(report.threshold == 0.3)
    #expect(report.decision == Decision(.finish, by: .threshold, margin: 0))
    #expect(throws: ReplayError(.unknownSize(.threshold))) {
      try Self.replay(Self.table([0, 300])) { $0.threshold = Threshold("15mm") }
    }
  }

  @Test func `pixels are the units of a table of pixels`() throws {
    let table = Self.table([0, 300]) { $0.unit = .pixels }
    #expect(
      try Self.gestures(table) { $0.threshold = Threshold("30px") }.map(\.decision.margin) == [0])
    #expect(throws: ReplayError(.unknownPixels(.threshold))) {
      try Self.replay(Self.table([0, 300])) { $0.threshold = Threshold("30px") }
    }
  }

  @Test func `a rubber band shows what gives way`() throws {
    let table = Self.table([500, 200, 0]) { $0.hasRubberBand = true }
    let report = try #require(try Self.gestures(table) { $0.isTraced = true }.first)
    #expect(report.progress == -0.5)
    #expect(report.settle.initial == Overscroll.rubber.shown(-0.5))
    #expect(report.trace[0].shown == Overscroll.rubber.shown(-0.3))
  }

  @Test func `the largest lag is that between a motion and its reading`() {
    let table = Self.table([0, 10, 20]) { table in
      for (index, lag) in [300.0, 280, 310].enumerated() {
        let time = table.touches[0].samples[index].time
        table.touches[0].samples[index].readTime = time.advanced(by: .milliseconds(Int(lag)))
      }
    }
    #expect(table.largestLag == .milliseconds(310))
    #expect(Self.table([0, 10]).largestLag == nil)
  }

  @Test func `the one finger of a table is enough, on a touchpad too`() throws {
    let pad = Self.table([0, 500]) { $0.device = .touchpad }
    #expect(try Self.gestures(pad).map(\.progress) == [0.5])
  }
}
