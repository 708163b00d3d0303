import Quantities
@testable import Recordings
import Simulation
import TestSupport
import Testing
import TouchInput

@Suite struct RecordingSurveyTests {
  static func survey(
    _ scripts: [(device: Int, script: TouchScript)], of devices: [DeviceDescription],
    description: DeviceDescription? = nil
  ) -> RecordingSurvey {
    var survey = RecordingSurvey(description: description)
    var line = 0
    for (device, script) in scripts {
      var batch = EventBatch()
      for event in script.events {
        line += 1
        batch.events.append(RecordedEvent(event: event, line: line, device: device))
      }
      survey.handle(batch, of: devices)
    }
    survey.finish()
    return survey
  }

  @Test func `events, frames and time are those of all devices`() {
    var keys = TouchScript()
    keys.key(1000, 30, isDown: true)
    let survey = Self.survey(
      [(1, .swipe([0, 10, 20], from: 200)), (0, keys)], of: [.keyboard, .surface()])
    #expect(survey.events == 18)
    #expect(survey.frames == 5)
    #expect(survey.duration == .milliseconds(800))
    #expect(survey.devices.map(\.index) == [1, 0])
    #expect(survey.devices.map(\.events) == [16, 2])
    #expect(survey.devices.map(\.frames) == [4, 1])
  }

  @Test func `reports count where there are some, also those without events`() {
    var survey = RecordingSurvey()
    var batch = EventBatch()
    for (index, time) in [5, 8, 40].enumerated() {
      batch.reports.append(
        .init(time: Timestamp(nanoseconds: Int64(time) * 1_000_000), line: index, device: 0))
    }
    for event in TouchScript.swipe([0, 10], from: 8).events {
      batch.events.append(RecordedEvent(event: event, line: 1))
    }
    survey.handle(batch, of: [.surface(), .keyboard])
    batch.removeAll()
    batch.reports.append(.init(time: Timestamp(nanoseconds: 99_000_000), line: 4, device: 1))
    survey.handle(batch, of: [.surface(), .keyboard])
    survey.finish()
    #expect(survey.events == 4)
    #expect(survey.devices.map(\.events) == [3, 1])
    #expect(survey.duration == .milliseconds(94))
    #expect(survey.warnings(of: nil) == [])
  }

  @Test func `contacts and touches are counted, and places seen`() throws {
    var script = TouchScript()
    script.frame(0, [0: (100, 500), 1: (900, 40)])
    script.frame(8, [2: (300, 300)])
    script.frame(20, [0: nil, 1: nil, 2: nil])
    script.frame(900, [0: (950, 500)])
    let survey = Self.survey([(0, script)], of: [.surface()])
    let device = try #require(survey.device())
    #expect(device.mostContacts == 3)
    #expect(device.touches == 2)
    #expect(device.seen?.x == 100...950)
    #expect(device.seen?.y == 40...500)
    // The pause between two touches is none within one.
    #expect(device.shortestInterval == .milliseconds(8))
    #expect(device.longestInterval == .milliseconds(8))
    #expect(device.rate == 125)
    #expect(device.contactProtocol == .slots)
    #expect(survey.warnings(of: device) == [Warning(code: .contactLeftDown, count: 1, lines: [])])
  }

  @Test func `the device that is meant is the one that was touched first`() {
    var keys = TouchScript()
    keys.key(0, 30, isDown: true)
    let devices = [DeviceDescription.keyboard, .surface("A"), .surface("B")]
    let survey = Self.survey(
      [(0, keys), (2, .swipe([0, 10], from: 100)), (1, .swipe([0, 10], from: 200))], of: devices)
    #expect(survey.device()?.description.name == "B")
    #expect(survey.device(1)?.description.name == "A")
    #expect(survey.device(7) == nil)
    #expect(Self.survey([(0, keys)], of: devices).device()?.description.name == "Keyboard")
  }

  @Test func `a recording without events says so`() {
    let survey = Self.survey([], of: [.surface()])
    #expect(survey.duration == .zero)
    #expect(survey.device() == nil)
    #expect(survey.warnings(of: nil) == [Warning(code: .noEvents, count: 1, lines: [])])
  }

  @Test func `an unknown size is warned of where something was touched`() throws {
    let bare = DeviceDescription.surface(resolution: 0)
    let survey = Self.survey([(0, .swipe([0, 10]))], of: [bare])
    #expect(survey.warnings(of: survey.device()).map(\.code) == [.unknownSize])
    // Without ranges nothing is known that could have a size.
    let blank = Self.survey([(0, .swipe([0, 10]))], of: [])
    #expect(blank.warnings(of: blank.device()) == [])
    #expect(blank.device()?.surface == nil)
    let described = Self.survey([(0, .swipe([0, 10]))], of: [], description: .surface("Known"))
    #expect(described.device()?.description.name == "Known")
  }

  @Test func `time that runs backwards is no interval`() throws {
    var script = TouchScript()
    script.frame(500, [0: (0, 0)])
    script.frame(490, [0: (10, 0)])
    script.frame(510, [0: (20, 0)])
    let survey = Self.survey([(0, script)], of: [.surface()])
    #expect(survey.duration == .milliseconds(20))
    let device = try #require(survey.device())
    #expect(device.shortestInterval.map { $0 >= .zero } ?? false)
    #expect(survey.warnings(of: device).map(\.code).contains(.timeBackwards))
  }
}
