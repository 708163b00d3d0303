import Quantities
import Recordings
import Testing
import TouchInput

@Suite struct RecordingPartTests {
  /// The frames of some events, from a number of them on.
  private func frames(_ events: [InputEvent], from start: Int = 0) -> [[String]] {
    var decoder = TouchDecoder()
    var frames: [[String]] = []
    for event in events {
      let output = decoder.handle(event)
      #expect(output.issues.isEmpty)
      guard output.isFrame else { continue }
      let frame = decoder.frame
      frames.append(
        [frame.isButtonDown ? "button" : "-"]
          + frame.contacts.map { "\($0.position.x),\($0.position.y) \($0.isXKnown)" })
    }
    return Array(frames.dropFirst(start))
  }

  static let slots: [[InputEvent]] = [
    [(0x2f, 1), (0x39, 4), (0x35, 10), (0x36, 20), (0x14a, 1)],
    [(0x2f, 2), (0x39, 5), (0x35, 30), (0x36, 40), (0x110, 1)],
    [(0x35, 31), (0x2f, 1), (0x39, -1)],
    // Again in slot 1, with the same x; what was sent of it is above.
    [(0x39, 6), (0x36, 21)],
    [(0x39, -1), (0x2f, 2), (0x39, -1), (0x14a, 0), (0x110, 0)],
    [(0x39, 7), (0x14a, 1)],
    [(0x2f, 1), (0x39, 8), (0x35, 12)],
    [(0x39, -1), (0x2f, 2), (0x39, -1), (0x14a, 0)],
  ].enumerated().map { number, frame in
    frame.map { code, value in
      InputEvent(Int64(number), code >= 0x100 ? 1 : 3, code, Int32(value))
    } + [InputEvent(Int64(number), 0, 0, 0)]
  }

  static let single: [[InputEvent]] = [
    [(0, 5), (1, 6), (0x14a, 1)], [(0, 7)], [(0x14a, 0)], [(0x14a, 1)], [(1, 9)], [(0x14a, 0)],
  ].enumerated().map { number, frame in
    frame.map { code, value in
      InputEvent(Int64(number), code >= 0x100 ? 1 : 3, UInt16(code), Int32(value))
    } + [InputEvent(Int64(number), 0, 0, 0)]
  }

  @Test(arguments: [slots, single])
  func `a part means what it meant in the whole`(recording: [[InputEvent]]) {
    for start in recording.indices {
      var part = RecordingPart()
      for event in recording[..<start].flatMap({ $0 }) { part.skip(event) }
      var events: [InputEvent] = []
      for event in recording[start...].flatMap({ $0 }) { part.take(event, into: &events) }
      #expect(frames(events) == frames(recording.flatMap { $0 }, from: start), "from \(start)")
    }
  }

  @Test func `groups of protocol A lack nothing`() {
    let events = [
      InputEvent(0, 3, 0x39, 1), InputEvent(0, 3, 0x35, 1), InputEvent(0, 0, 2, 0),
      InputEvent(0, 0, 0, 0), InputEvent(1, 3, 0x39, 1), InputEvent(1, 3, 0x35, 2),
      InputEvent(1, 0, 2, 0), InputEvent(1, 0, 0, 0),
    ]
    var part = RecordingPart()
    events[..<4].forEach { part.skip($0) }
    var taken: [InputEvent] = []
    events[4...].forEach { part.take($0, into: &taken) }
    #expect(taken == Array(events[4...]))
  }

  @Test func `what was dropped is not known any more`() {
    var part = RecordingPart()
    for event in Self.slots[0] + [InputEvent(1, 0, 3, 0), InputEvent(1, 0, 0, 0)] {
      part.skip(event)
    }
    var taken: [InputEvent] = []
    part.take(InputEvent(2, 0, 0, 0), into: &taken)
    #expect(taken == [InputEvent(2, 0, 0, 0)])
  }
}
