import Quantities
import TestSupport
import Testing
import TouchInput

@testable import Recordings

@Suite struct TouchSplitterTests {
  private let pad = DeviceDescription.multitouch()

  /// The touches that a stream has, each as a recording.
  private func touches(_ events: [InputEvent], isFinished: Bool = true) -> [[InputEvent]] {
    var splitter = TouchSplitter(device: pad)
    var pieces: [TouchSplitter.Piece] = []
    for event in events { splitter.take(event, into: &pieces) }
    if isFinished { splitter.finish(into: &pieces) }
    return Self.touches(pieces)
  }

  private static func touches(_ pieces: [TouchSplitter.Piece]) -> [[InputEvent]] {
    var touches: [[InputEvent]] = []
    var isInside = false
    var isLifted = false
    for piece in pieces {
      switch piece {
      case .begin:
        #expect(!isInside)
        (isInside, isLifted) = (true, false)
        touches.append([])
      case .event(let event):
        #expect(isInside)
        touches[touches.count - 1].append(event)
      case .lift:
        #expect(isInside && !isLifted)
        isLifted = true
      case .end:
        #expect(isInside && isLifted)
        isInside = false
      }
    }
    #expect(!isInside)
    return touches
  }

  /// Where the contacts are, frame by frame.
  private func positions(_ events: [InputEvent]) -> [[Vector<Device>]] {
    Decoding(events: events, device: pad).positions
  }

  private func touch(_ id: Int32, at x: Int32) -> [DeviceAction] {
    [.id(id), .x(x), .y(5), .touch(true), .report, .x(x + 9), .report]
      + [.id(-1), .touch(false), .report]
  }

  @Test func `a touch is from the first contact to all up, with idle frames close by`() {
    let idle: [DeviceAction] = [.absolute(AxisCode.singlePressure, 0), .report]
    let actions =
      [.wait(.seconds(1))] + idle + [.wait(.seconds(1))] + idle + touch(1, at: 10) + idle
      + [.wait(.seconds(1))] + idle + [.wait(.seconds(1))] + touch(2, at: 20)
    let events = [InputEvent].stream(actions)
    let touches = touches(events)
    #expect(touches.count == 2)
    // The idle frame behind the first one belongs to it, those long before it do not.
    #expect(touches[0] == events.filter { (2...2.5).contains($0.time.since(.zero).seconds) })
    #expect(touches[1].first?.time == touches[1].last?.time.advanced(by: .milliseconds(-16)))
    #expect(positions(touches[1]) == positions(Array(events.suffix(10))))
  }

  @Test func `touches that follow at once are not mixed`() {
    let events = [InputEvent].stream(touch(1, at: 10) + touch(2, at: 20) + touch(3, at: 30))
    let touches = touches(events)
    #expect(touches.flatMap { positions($0) } == positions(events))
    #expect(
      touches.map { $0.filter { $0.code == AxisCode.trackingID }.map(\.value) } == [
        [1, -1], [2, -1], [3, -1],
      ])
  }

  @Test func `a touch alone means what it meant in the whole`() {
    // The second touch is in the slot that was chosen before, and where the first one left.
    let actions: [DeviceAction] = [
      .slot(1), .id(1), .x(10), .y(5), .touch(true), .report, .id(-1), .touch(false), .report,
      .wait(.seconds(1)), .id(2), .y(6), .touch(true), .report, .x(40), .report, .id(-1),
      .touch(false), .report,
    ]
    let whole = Decoding([.slot(1)] + actions, device: pad)
    let touches = touches(.stream(actions))
    #expect(touches.count == 2)
    let alone = Decoding(events: touches[1], device: pad)
    #expect(alone.positions == Array(whole.positions.suffix(3)))
    #expect(alone.issues.isEmpty)
  }

  @Test func `events that the kernel threw away end a touch, and what is down then is another`() {
    let actions: [DeviceAction] = [
      .id(1), .x(10), .y(5), .report, .dropped, .report, .slot(0), .id(1), .x(20), .y(5), .report,
      .id(-1), .report,
    ]
    let touches = touches(.stream(actions))
    #expect(touches.count == 2)
    #expect(touches[0].suffix(2).map(\.code) == [3, 0])
    #expect(touches[1].count == 7)
  }

  @Test func `a touch that goes on at the end is ended, and so is one that has just left`() {
    #expect(touches(.stream([.id(1), .x(10), .y(5), .report, .x(7)])).map(\.count) == [5])
    var splitter = TouchSplitter(device: pad)
    var pieces: [TouchSplitter.Piece] = []
    for event in [InputEvent].stream(touch(1, at: 10)) {
      #expect(!splitter.isLeaving)
      splitter.take(event, into: &pieces)
    }
    #expect(splitter.isLeaving)
    #expect(pieces.last == .lift)
    splitter.settle(into: &pieces)
    #expect(pieces.last == .end)
    #expect(!splitter.isLeaving)
    let count = pieces.count
    splitter.settle(into: &pieces)
    splitter.finish(into: &pieces)
    #expect(pieces.count == count)
  }

  @Test func `any stream splits into touches that are closed`() {
    var numbers = RandomNumbers(seed: 5, for: 2)
    for _ in 0..<100 {
      var splitter = TouchSplitter(device: pad)
      var pieces: [TouchSplitter.Piece] = []
      for _ in 0..<300 {
        let event = InputEvent(
          time: Timestamp(nanoseconds: Int64(numbers.index(below: 500)) * 1_000_000),
          type: [0, 0, 3, 1][numbers.index(below: 4)],
          code: [0, 2, 3, 0x2f, 0x35, 0x39, 0x14a][numbers.index(below: 7)],
          value: Int32(numbers.index(below: 4)) - 1)
        splitter.take(event, into: &pieces)
        if numbers.index(below: 20) == 0 { splitter.settle(into: &pieces) }
      }
      splitter.finish(into: &pieces)
      for touch in Self.touches(pieces) { #expect(!touch.isEmpty) }
    }
  }
}
