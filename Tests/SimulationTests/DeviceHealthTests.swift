import Quantities
@testable import Recordings
@testable import Simulation
import TestSupport
import Testing
import TouchInput

@Suite struct DeviceHealthTests {
  /// The health of a device that sends events, which stand on lines of their own.
  private func health(
    _ events: [InputEvent], of device: DeviceDescription = .surface()
  ) throws -> DeviceHealth {
    var survey = RecordingSurvey()
    var batch = EventBatch()
    batch.events = events.enumerated().map { RecordedEvent(event: $1, line: $0 + 1) }
    survey.handle(batch, of: [device])
    survey.finish()
    return try #require(survey.device()).health
  }

  private func health(
    _ actions: [DeviceAction], of device: DeviceDescription = .surface()
  ) throws -> DeviceHealth {
    try health(.stream(actions), of: device)
  }

  @Test func `intervals are those within touches, pauses those between`() throws {
    var script = TouchScript()
    for (index, time) in [0.0, 8, 16, 24, 36, 44].enumerated() {
      script.frame(time, [0: (index, 0)])
    }
    script.frame(52, [0: nil])
    script.frame(452, [0: (0, 0)])
    script.frame(460, [0: nil])
    script.frame(560, [0: (0, 0)])
    let health = try health(script.events)
    #expect(health.intervals.count == 5)
    #expect(health.intervals.median == 8)
    #expect(health.intervals.longest == 12)
    #expect(health.intervals.deviation?.largest == 4)
    #expect(health.medianRate == 125)
    #expect(health.longestPause == .milliseconds(400))
  }

  @Test func `a device that is not touched has no figures`() throws {
    let health = try health([.key(KeyCode.left, 1), .report, .key(KeyCode.left, 0), .report])
    #expect(health.medianRate == nil && health.longestPause == nil && health.noise == nil)
    #expect(health.rangeUsed(along: .x) == nil && !health.hasRange)
    #expect(health.slotsUsed == 0)
  }

  @Test func `frames that come twice, or hold nothing, are counted with their line`() throws {
    let health = try health([
      .slot(0), .id(1), .x(5), .y(5), .report,  // 1…5
      .x(6), .report, .x(6), .report, .x(6), .y(7), .report,  // 6…12
      .report, .report, .x(8), .report,  // 13…16
    ])
    #expect(health.repeatedFrames.count == 1)
    #expect(health.repeatedFrames.line == 9)
    #expect(health.emptyFrames.count == 2)
    #expect(health.emptyFrames.line == 13)
  }

  @Test func `keys that repeat and gaps are no frames that come twice`() throws {
    let repeated: [DeviceAction] = [.key(30, 2), .report(1)]
    let dropped: [DeviceAction] = [.dropped, .report]
    let health = try health([.key(30, 1), .report] + repeated + repeated + dropped + dropped)
    #expect(health.repeatedFrames.count == 0)
    #expect(health.emptyFrames.count == 0)
  }

  @Test func `times that come twice or run back are counted with their line`() throws {
    let times: [Double] = [0, 8, 8, 16, 15, 14, 30, 5]
    var script = TouchScript()
    for (index, time) in times.enumerated() { script.frame(time, [0: (index, 0)]) }
    let health = try health(script.events)
    // The first frame has an event more.
    func line(frame: Int, event: Int) -> Int { 1 + frame * 4 + event }
    #expect(health.repeatedTimes.count == 1)
    #expect(health.repeatedTimes.line == line(frame: 2, event: 4))
    #expect(health.backwardTimes.count == 3)
    #expect(health.backwardTimes.line == line(frame: 4, event: 1))
    #expect(health.largestStepBack == .milliseconds(25))
  }

  @Test func `BTN_TOOL is held against the slots`() throws {
    let health = try health(
      [
        .slot(0), .id(1), .x(1), .y(1), .touch(true), .key(KeyCode.finger, 1), .report,  // 1…7
        .key(KeyCode.finger, 0), .key(KeyCode.twoFingers, 1), .report,  // 8…10
        .x(2), .report,  // 11, 12
        .slot(1), .id(2), .x(9), .y(9), .report,  // 13…17: now they agree
      ], of: .multitouch())
    #expect(health.fingerCountMismatches.count == 2)
    #expect(health.fingerCountMismatches.line == 10)
  }

  @Test func `slots that do not reach so far are no disagreement`() throws {
    let health = try health(
      [
        .slot(0), .id(1), .x(1), .y(1), .slot(1), .id(2), .x(9), .y(9), .touch(true),
        .key(KeyCode.threeFingers, 1), .report, .x(8), .report,
      ], of: .multitouch(slots: 2))
    #expect(health.fingerCountMismatches.count == 0)
    #expect(health.slotsUsed == 2)
  }

  @Test func `slots that a contact was in are counted`() throws {
    let health = try health([
      .slot(0), .id(1), .x(1), .y(1), .slot(3), .id(2), .x(1), .y(1), .report,
      .slot(2), .id(-1), .slot(3), .id(-1), .report, .slot(3), .id(4), .report,
      .slot(1000), .id(9), .slot(-7), .id(9), .report,
    ])
    #expect(health.slotsUsed == 2)
  }

  @Test func `contacts that never have a position are counted once`() throws {
    let health = try health([
      .slot(0), .id(1), .report,  // 3: no position yet
      .x(5), .y(5), .report,  // 6: here it is
      .slot(1), .id(2), .x(7), .report,  // 10: y never comes
      .x(8), .report, .id(-1), .report,
      .slot(2), .id(3), .report,  // 17: down to the end
    ])
    #expect(health.contactsWithoutPosition.count == 2)
    #expect(health.contactsWithoutPosition.line == 10)
  }

  @Test func `the range that is used, and what lies outside of it, are told for each axis`() throws
  {
    let health = try health([
      .slot(0), .id(1), .x(100), .y(1000), .report, .x(350), .report,  // 1…7
      .x(1001), .report, .x(-5), .report, .y(2000), .report,  // 8…13
      .y(1000), .x(1000), .report,
    ])
    #expect(health.rangeUsed(along: .x) == 0.9)
    #expect(health.rangeUsed(along: .y) == 0)
    // A position counts as often as it is reported, with the coordinate that was not.
    #expect(health.outside.x.count == 3)
    #expect(health.outside.x.line == 9)
    #expect(health.outside.y.count == 1)
    #expect(health.outside.y.line == 13)
    #expect(try self.health([.slot(0), .id(1), .x(1), .report], of: .init()).hasRange == false)
  }

  @Test func `a table has the health of its rows`() throws {
    var table = SampleTable()
    let samples = (0..<20).map { index in
      SampleTable.Sample(
        time: .milliseconds(Double(index) * 10), position: Vector(x: index % 2, y: 0))
    }
    table.touches = [.init(samples: samples, end: .init(time: .milliseconds(200), kind: .lift))]
    table.unitsPerMillimeter = Ratio(10)
    var survey = RecordingSurvey()
    survey.take(table)
    let health = try #require(survey.tableHealth)
    #expect(health.medianRate == 100)
    #expect(health.intervals.count == 19)
    #expect(health.noise?.stretches == 1)
    #expect(health.noise?.isInMillimeters == true)
    #expect(!health.hasRange)
  }

  @Test(arguments: [1, 1000])
  func `the travel of a table is no range, and its unit is its own`(scale: Int) throws {
    var table = SampleTable()
    table.scale = scale
    table.travel = DecimalNumber("100")
    let samples = (0..<200).map { index in
      SampleTable.Sample(
        time: .milliseconds(Double(index) * 10),
        position: Vector(x: (200 + index * 7919 % 3 % 2) * scale, y: 0))
    }
    table.touches = [.init(samples: samples, end: nil)]
    func noise() throws -> RestingNoise {
      var survey = RecordingSurvey()
      survey.take(table)
      let health = try #require(survey.tableHealth)
      #expect(!health.hasRange && health.outside.x.count == 0)
      return try #require(health.noise)
    }
    // A step of a unit is more than 0.5 % of 100 units, and less than that of 1000.
    #expect(try noise().rootMeanSquare == nil)
    table.travel = DecimalNumber("1000")
    #expect(try noise().rootMeanSquare(along: .x).map { abs($0 - 0.47) < 0.1 } == true)
    #expect(try !noise().isInMillimeters)
    table.unit = .millimeters
    #expect(try noise().rootMeanSquare == nil)
    #expect(try noise().isInMillimeters)
    table.unitsPerMillimeter = Ratio(4)
    #expect(try noise().rootMeanSquare(along: .x).map { abs($0 - 0.12) < 0.03 } == true)
    table.travel = nil
    table.unit = .pixels
    table.screen = PerAxis(x: DecimalNumber(400), y: DecimalNumber(800))
    var survey = RecordingSurvey()
    survey.take(table)
    #expect(survey.tableHealth?.rangeUsed(along: .x) == 0.0025)
  }

  @Test(arguments: 1...8)
  func `no event is too odd`(seed: UInt64) throws {
    var numbers = Seeded(seed)
    let codes: [(UInt16, UInt16)] =
      [AxisCode.slot, AxisCode.trackingID, AxisCode.contactX, AxisCode.contactY, AxisCode.x]
      .map { (EventType.absolute, $0) }
      + [KeyCode.touch, KeyCode.finger, KeyCode.twoFingers, KeyCode.fiveFingers]
      .map { (EventType.key, $0) }
      + [SynchronizationCode.report, SynchronizationCode.report, SynchronizationCode.contactReport]
      .map { (EventType.synchronization, $0) }
    let values: [Int32] = [-1, 0, 1, 2, 3, 500, 1001, .min, .max]
    var now = Timestamp.zero
    let events = (0..<5000).map { _ in
      switch Int.random(in: 0..<200, using: &numbers) {
      case 0: now = Timestamp(nanoseconds: .min)
      case 1: now = Timestamp(nanoseconds: .max)
      case 2: now = .zero
      default: now = now.advanced(by: .milliseconds(Int.random(in: -1...9, using: &numbers)))
      }
      let (type, code) = codes.randomElement(using: &numbers) ?? (0, 0)
      return InputEvent(
        time: now, type: type, code: code, value: values.randomElement(using: &numbers) ?? 0)
    }
    for device in [DeviceDescription(), .surface(), .multitouch(slots: 2), .single()] {
      let health = try health(events, of: device)
      #expect(health.backwardTimes.count > 0)
      for axis in Axis.allCases {
        #expect(health.rangeUsed(along: axis).map { (0...1).contains($0) } ?? true)
        #expect(health.noise?.rootMeanSquare(along: axis).map { $0.isFinite && $0 >= 0 } ?? true)
      }
      #expect(health.intervals.median.map { $0 >= 0 } ?? true)
      #expect(health.longestPause.map { $0 >= .zero } ?? true)
    }
  }
}
