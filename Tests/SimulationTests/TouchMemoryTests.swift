import Foundation
import Gestures
import Quantities
import Recordings
import Simulation
import Testing
import TouchInput

@Suite struct TouchMemoryTests {
  /// The settings that verdicts are compared under: another threshold, another rule, platforms that
  /// follow contacts and such that follow what libinput makes of them.
  static let settings: [ReplaySettings] = {
    var low = ReplaySettings()
    low.threshold = Threshold("0.2")
    return [ReplaySettings(), low]
      + ["flick", "niri", "gnome-shell", "firefox", "chromium-touchpad"].map { name in
        var settings = ReplaySettings()
        settings.policy = PolicyLibrary.policy(named: name) ?? .threshold
        return settings
      }
  }()

  /// The device and the events of a recording.
  private func recording(_ name: String) throws -> (DeviceDescription, [InputEvent]) {
    var reader = RecordingReader()
    var batch = EventBatch()
    var events: [InputEvent] = []
    try Golden.data(name).withUnsafeBytes { try reader.read($0, into: &batch) }
    events += batch.events.map(\.event)
    batch.removeAll()
    try reader.finish(into: &batch)
    return (try #require(reader.devices.first), events + batch.events.map(\.event))
  }

  /// The gestures that a replay of all events finds.
  private func gestures(
    _ device: DeviceDescription, _ events: [InputEvent], _ settings: ReplaySettings
  ) throws -> [GestureReport] {
    var replay = Replay(device: device, settings: settings)
    for event in events { try replay.handle(event, line: 0) }
    try replay.finish()
    return gestures(replay.takeFindings())
  }

  private func gestures(_ findings: [Replay.Finding?]) -> [GestureReport] {
    findings.compactMap { if case .gesture(let gesture)? = $0 { gesture } else { nil } }
  }

  /// The same events again and again, each time later, as fingers on a device send them.
  private func repeated(_ events: [InputEvent], _ count: Int) -> [InputEvent] {
    guard let first = events.first, let last = events.last else { return [] }
    let period = last.time.since(first.time) + .seconds(1)
    // A recording begins in slot 0, as one does that begins with the device.
    let slot = InputEvent(
      time: first.time, type: EventType.absolute, code: AxisCode.slot, value: 0)
    return (0..<count).flatMap { round in
      ([slot] + events).map { event in
        var event = event
        event.time = event.time.advanced(by: period * round)
        return event
      }
    }
  }

  @Test(arguments: Golden.recordings)
  func `touches are judged as in the whole, and anew as if it had been so from the start`(
    name: String
  ) throws {
    let (device, once) = try recording(name)
    let events = repeated(once, 3)
    for settings in Self.settings {
      guard let whole = try? gestures(device, events, settings) else { continue }
      var memory = TouchMemory(device: device)
      var touches = events.compactMap { memory.take($0, judgedBy: Self.settings[0]) }
      if let last = memory.finish(by: .endOfRecording, judgedBy: Self.settings[0]) {
        touches.append(last)
      }
      #expect(
        try gestures(touches.map(\.finding)) == gestures(device, events, Self.settings[0]))
      #expect(gestures(memory.judge(by: settings).map(\.finding)) == whole, "\(settings.policy.id)")
      #expect(
        memory.judge(by: Self.settings[0]).map(\.finding)
          == touches.filter(\.isRemembered).map(\.finding))
    }
  }

  @Test func `what compared policies make of a touch stays whatever the settings`() throws {
    let (device, events) = try recording("pad-3f-flick-right-01.evemu")
    var comparing = ReplaySettings()
    comparing.comparedPolicies = ["gnome-shell", "niri"].compactMap(PolicyLibrary.policy)
    var whole = Replay(device: device, settings: comparing)
    for event in events { try whole.handle(event, line: 0) }
    var memory = TouchMemory(device: device, comparing: comparing)
    _ = events.compactMap { memory.take($0, judgedBy: Self.settings[0]) }
    _ = memory.finish(by: .endOfRecording, judgedBy: Self.settings[0])
    let comparison = try #require(whole.takeComparisons().first)
    for settings in Self.settings {
      #expect(memory.judge(by: settings).map(\.comparison) == [comparison])
    }
  }

  @Test func `a touch that the device's end breaks off stays broken off`() throws {
    let (device, events) = try recording("pad-3f-rest-right-01.evemu")
    var memory = TouchMemory(device: device)
    let half = events.prefix(events.count * 2 / 3)
    for event in half { #expect(memory.take(event, judgedBy: Self.settings[0]) == nil) }
    let touch = memory.finish(by: .deviceRemoved, judgedBy: Self.settings[0])
    for touch in [touch] + memory.judge(by: Self.settings[1]) {
      guard case .gesture(let gesture)? = touch?.finding else {
        Issue.record("it was no gesture")
        continue
      }
      #expect(gesture.endReason == .deviceRemoved)
    }
  }

  @Test func `memory is bounded, and tells what it has forgotten`() throws {
    let (device, once) = try recording("phone-1f-tap-01.evemu")
    var memory = TouchMemory(device: device)
    let rounds = TouchMemory.mostTouches + 5
    var count = 0
    for event in repeated(once, rounds)
    where memory.take(event, judgedBy: Self.settings[0]) != nil { count += 1 }
    _ = memory.finish(by: .endOfRecording, judgedBy: Self.settings[0])
    #expect(count == rounds)
    #expect(memory.judge(by: Self.settings[0]).count == TouchMemory.mostTouches)
    #expect(memory.firstRemembered == 5)
    #expect(memory.events(of: 4) == nil)
    #expect(memory.events(of: 5) != nil)
  }

  @Test func `too few fingers are not worth remembering`() throws {
    let (device, events) = try recording("pad-3f-flick-right-01.evemu")
    var settings = ReplaySettings()
    settings.fingers = FingerRequirement("4")
    var memory = TouchMemory(device: device)
    let touches = events.compactMap { memory.take($0, judgedBy: settings) }
    #expect(touches.map(\.isRemembered) == [false])
    #expect(memory.judge(by: settings) == [])
  }

  @Test func `the events of a touch are a recording with the same verdict`() throws {
    let (device, once) = try recording("pad-3f-flick-right-01.evemu")
    let events = repeated(once, 2)
    var memory = TouchMemory(device: device)
    let touches = events.compactMap { memory.take($0, judgedBy: Self.settings[0]) }
    let second = try #require(touches.last)
    let alone = try gestures(
      device, try #require(memory.events(of: second.number)), Self.settings[0])
    let lone = try #require(alone.first)
    let whole = try #require(gestures([second.finding]).first)
    #expect(lone.progress == whole.progress)
    #expect(lone.decision == whole.decision)
  }
}
