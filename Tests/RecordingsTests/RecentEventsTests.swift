import Quantities
import TestSupport
import Testing
import TouchInput

@testable import Recordings

@Suite struct RecentEventsTests {
  private let pad = DeviceDescription.multitouch()

  private func memory(
    _ actions: [DeviceAction], keeping time: Duration = .seconds(1), atMost most: Int = 1000
  ) -> RecentEvents {
    var memory = RecentEvents(keeping: time, of: pad, atMost: most)
    for event in [InputEvent].stream(actions) { memory.take(event) }
    return memory
  }

  /// A touch of two frames.
  private func touch(_ id: Int32, at x: Int32) -> [DeviceAction] {
    [.id(id), .x(x), .y(5), .touch(true), .report, .id(-1), .touch(false), .report]
  }

  @Test func `what is young enough is kept, from a frame in front of which nothing touches`() {
    let actions = touch(1, at: 10) + [.wait(.milliseconds(900))] + touch(2, at: 20)
    #expect(memory(actions).recording == .stream(actions))
    let later = actions + [.wait(.milliseconds(500))] + touch(3, at: 30)
    let recording = memory(later).recording
    let young = [InputEvent].stream(later).filter { $0.time >= .milliseconds(900) }
    #expect(recording.first?.time == young.first?.time)
    let positions = Decoding(events: recording, device: pad).positions
    #expect(positions == Decoding(events: young, device: pad).positions)
    #expect(!memory(later).isShort)
  }

  @Test func `a touch whose start is too old is left out, with what it left behind`() {
    // The second finger comes down where the first one left: its x is not sent again.
    let actions: [DeviceAction] =
      [.id(1), .x(10), .y(5), .touch(true), .report]
      + (0..<20).flatMap { step -> [DeviceAction] in
        [.wait(.milliseconds(92)), .x(11 + step), .report]
      } + [.id(-1), .touch(false), .report, .id(2), .y(9), .touch(true), .report]
    let recording = memory(actions).recording
    let first = recording.prefix { $0.type != EventType.synchronization }
    #expect(first.contains { $0.code == AxisCode.contactX && $0.value == 30 })
    #expect(recording.count { $0.code == AxisCode.trackingID } == 1)
  }

  @Test func `a finger that rests all the time begins the recording`() {
    let actions: [DeviceAction] =
      [.id(1), .x(10), .y(5), .touch(true), .report]
      + (0..<20).flatMap { [.wait(.milliseconds(92)), .x(11 + $0), .report] }
    let recording = memory(actions).recording
    let start = recording.first?.time
    #expect(recording.prefix { $0.time == start }.contains { $0.code == AxisCode.trackingID })
    let decoding = Decoding(events: recording, device: pad)
    #expect(decoding.frames.first?.count == 1)
    #expect(decoding.issues.isEmpty)
  }

  @Test func `it never holds more than it may`() {
    var memory = RecentEvents(keeping: .seconds(3600), of: pad, atMost: 100)
    var most = 0
    for event in [InputEvent].stream((0..<5000).flatMap { touch($0, at: 3) }) {
      memory.take(event)
      most = max(most, memory.count)
    }
    #expect(most == 100)
    #expect(memory.isShort)
    #expect(memory.recording.count > 80)
    var endless = RecentEvents(keeping: .seconds(1), of: pad, atMost: 100)
    for _ in 0..<1000 {
      endless.take(InputEvent(time: .zero, type: 3, code: 0x35, value: 1))
      #expect(endless.count <= 100)
    }
  }

  @Test func `a frame that has not ended is left out`() {
    let actions = touch(1, at: 10)
    #expect(memory(actions + [.id(2), .x(3)]).recording == .stream(actions))
    #expect(memory([.id(2), .x(3)]).recording.isEmpty)
    #expect(memory([]).recording.isEmpty)
  }

  @Test func `any stream leaves a recording that can be followed`() {
    var numbers = RandomNumbers(seed: 3, for: 1)
    for _ in 0..<50 {
      var memory = RecentEvents(keeping: .milliseconds(200), of: pad, atMost: 64)
      for _ in 0..<400 {
        let event = InputEvent(
          time: Timestamp(nanoseconds: Int64(numbers.index(below: 900)) * 1_000_000),
          type: [0, 0, 3, 1][numbers.index(below: 4)],
          code: [0, 3, 0x2f, 0x39, 0x14a][numbers.index(below: 5)],
          value: Int32(numbers.index(below: 4)) - 1)
        memory.take(event)
        #expect(memory.count <= 64)
      }
      let recording = memory.recording
      #expect(recording.isEmpty || recording.last?.endsFrame == true)
    }
  }
}
