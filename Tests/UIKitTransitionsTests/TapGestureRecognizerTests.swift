import Layers
import Quantities
import TestSupport
import Testing
import TouchInput
import UIKitTransitions

/// A mapping whose device units are points.
private let mapping = TouchMapping(
  window: Size(width: 320, height: 568), origin: .zero, pointsPerUnit: PerAxis(both: 1))

/// A frame of touches at places in points, each with its serial number.
private func frame(_ milliseconds: Int64, _ touches: (Int, Int, Int)...) -> ContactFrame {
  ContactFrame(
    time: Timestamp(nanoseconds: milliseconds * 1_000_000),
    contacts: touches.map { Contact(serial: $0.0, position: Vector(x: $0.1, y: $0.2)) })
}

@Suite struct TapGestureRecognizerTests {
  private var tap = TapGestureRecognizer(mapping)

  @Test mutating func `a tap ends at its lift, and says where it was`() {
    #expect(tap.handle(frame(0, (1, 100, 200))) == nil)
    #expect(tap.state == .possible)
    #expect(tap.handle(frame(100, (1, 130, 200))) == nil)
    #expect(tap.handle(frame(200)) == .ended)
    #expect(tap.location == Point(x: 100, y: 200))
    tap.reset()
    #expect(tap.state == .possible)
    // Or else the next touch makes it possible.
    _ = tap.handle(frame(900, (2, 10, 10)))
    #expect(tap.handle(frame(1000)) == .ended)
    _ = tap.handle(frame(1100, (3, 10, 10)))
    #expect(tap.state == .possible)
  }

  @Test mutating func `what goes too far fails, and is no tap at its lift`() {
    _ = tap.handle(frame(0, (1, 100, 100)))
    _ = tap.handle(frame(10, (1, 127, 136)))
    #expect(tap.state == .possible)
    _ = tap.handle(frame(20, (1, 127, 137)))
    #expect(tap.state == .failed)
    #expect(tap.handle(frame(30)) == nil)
    #expect(tap.state == .failed)
  }

  @Test(
    arguments: [(749, .ended), (750, .failed)] as [(Int64, PanGestureRecognizer.State)])
  mutating func `a tap that lasts too long fails`(
    milliseconds: Int64, state: PanGestureRecognizer.State
  ) {
    _ = tap.handle(frame(0, (1, 100, 100)))
    #expect(tap.deadline == Timestamp(nanoseconds: 750_000_000))
    _ = tap.handle(frame(milliseconds))
    #expect(tap.state == state)
    #expect(tap.deadline == nil)
  }

  @Test(
    arguments: [
      (349, 100, .ended), (350, 100, .possible), (100, 145, .ended), (100, 146, .failed),
    ] as [(Int64, Int, PanGestureRecognizer.State)])
  mutating func `the second tap must come soon and near`(
    pause: Int64, x: Int, state: PanGestureRecognizer.State
  ) {
    tap.numberOfTapsRequired = 2
    _ = tap.handle(frame(0, (1, 100, 100)))
    #expect(tap.handle(frame(100)) == nil)
    #expect(tap.state == .possible)
    _ = tap.handle(frame(100 + pause, (2, x, 100)))
    _ = tap.handle(frame(150 + pause))
    // One that came too late is the first of the next two.
    #expect(tap.state == state)
  }

  @Test mutating func `all touches of a tap have to be there, and no more`() {
    tap.numberOfTouchesRequired = 2
    _ = tap.handle(frame(0, (1, 100, 100)))
    _ = tap.handle(frame(10, (1, 100, 100), (2, 200, 100)))
    _ = tap.handle(frame(20, (2, 200, 100)))
    #expect(tap.handle(frame(30)) == .ended)
    _ = tap.handle(frame(100, (3, 100, 100)))
    #expect(tap.handle(frame(110)) == nil)
    #expect(tap.state == .failed)
    _ = tap.handle(frame(200, (4, 100, 100), (5, 150, 100), (6, 200, 100)))
    #expect(tap.state == .failed)
    // A finger that is put down again is another touch.
    _ = tap.handle(frame(300))
    _ = tap.handle(frame(400, (7, 100, 100), (8, 150, 100)))
    _ = tap.handle(frame(410, (7, 100, 100)))
    _ = tap.handle(frame(420, (7, 100, 100), (9, 150, 100)))
    #expect(tap.state == .failed)
  }

  @Test(arguments: ["cancelled", "disabled", "refused"])
  mutating func `what is taken away fails, for there is nothing to cancel`(why: String) {
    tap.shouldBegin = why != "refused"
    _ = tap.handle(frame(0, (1, 100, 100)))
    switch why {
    case "cancelled":
      #expect(tap.handle(ContactFrame(time: .zero, interruption: .cancelled)) == nil)
    case "disabled": tap.setEnabled(false)
    default: #expect(tap.handle(frame(10)) == nil)
    }
    #expect(tap.state == .failed)
    #expect(tap.handle(frame(20)) == nil)
    #expect(tap.state == .failed)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  mutating func `under any touches its states are those of a discrete recognizer`(seed: UInt64) {
    var random = Seeded(seed)
    tap.numberOfTapsRequired = Int.random(in: 1...3, using: &random)
    tap.numberOfTouchesRequired = Int.random(in: 1...2, using: &random)
    var time: Int64 = 0
    for serial in 0..<60 {
      time += Int64.random(in: 1...400, using: &random)
      let before = tap.state
      var next = frame(time)
      if Bool.random(using: &random) {
        next = frame(time, (serial / 3, Int.random(in: 90...150, using: &random), 100))
      }
      if Int.random(in: 0..<10, using: &random) == 0 { next.interruption = .dropped }
      let action = tap.handle(next)
      #expect([.possible, .ended, .failed].contains(tap.state))
      #expect(action == nil || action == .ended && before == .possible && tap.state == .ended)
      if next.count == 0 { tap.reset() }
    }
  }
}

@Suite struct TapArbiterTests {
  private let tap = GestureRecognizer.tap(TapGestureRecognizer(mapping))
  private let pan = GestureRecognizer.pan(PanGestureRecognizer(mapping))

  private var twice: GestureRecognizer {
    var twice = TapGestureRecognizer(mapping)
    twice.numberOfTapsRequired = 2
    return .tap(twice)
  }

  /// What recognizers say to frames, with a reset whenever nothing is down.
  private func actions(_ arbiter: inout GestureArbiter, _ frames: [ContactFrame]) -> [String] {
    frames.flatMap { frame in
      let actions = arbiter.handle(frame)
      if frame.count == 0 { arbiter.reset() }
      return actions.map { "\($0.recognizer) \($0.state)" }
    }
  }

  private let tapped = [frame(0, (1, 100, 100)), frame(50)]
  private let tappedAgain = [frame(150, (2, 100, 100)), frame(200)]

  @Test func `a touch that stays is a tap, and one that goes is a pan`() {
    var arbiter = GestureArbiter([tap, pan])
    #expect(actions(&arbiter, tapped) == ["0 ended"])
    let moved = [frame(500, (3, 100, 100)), frame(510, (3, 120, 100)), frame(520)]
    #expect(actions(&arbiter, moved) == ["1 began", "1 ended"])
    #expect(arbiter.recognizers.map(\.state) == [.possible, .possible])
  }

  @Test func `one that does not wait is told of the first of two taps`() {
    var arbiter = GestureArbiter([twice, tap])
    #expect(actions(&arbiter, tapped + tappedAgain) == ["1 ended", "0 ended"])
  }

  @Test func `one that waits for two taps is told when the second does not come`() {
    var arbiter = GestureArbiter([tap, twice, pan])
    arbiter.require(0, toFail: 1)
    arbiter.require(0, toFail: 2)
    #expect(actions(&arbiter, tapped + tappedAgain) == ["1 ended"])
    #expect(arbiter.recognizers.map(\.state) == [.possible, .possible, .possible])
    let later = [frame(1000, (3, 100, 100)), frame(1050)]
    #expect(actions(&arbiter, later) == [])
    #expect(arbiter.deadline == Timestamp(nanoseconds: 1_400_000_000))
    #expect(arbiter.advance(to: Timestamp(nanoseconds: 1_399_999_999)) == [])
    #expect(
      arbiter.advance(to: Timestamp(nanoseconds: 1_400_000_000))
        == [.init(recognizer: 0, state: .ended)])
    #expect(
      arbiter.events == [
        .state(recognizer: 1, .failed), .shouldBegin(recognizer: 0, answer: true),
        .state(recognizer: 0, .ended),
      ])
    arbiter.reset()
    #expect(arbiter.recognizers.map(\.state) == [.possible, .possible, .possible])
    #expect(arbiter.deadline == nil)
  }

  @Test func `a touch that comes too late for two taps is a first one again`() {
    var arbiter = GestureArbiter([tap, twice])
    arbiter.require(0, toFail: 1)
    let late = [frame(900, (2, 100, 100)), frame(950), frame(1000, (3, 100, 100)), frame(1050)]
    #expect(actions(&arbiter, tapped + late) == ["0 ended", "1 ended"])
  }

  @Test func `nobody waits for one that is off, or has none of the touches`() {
    var arbiter = GestureArbiter([tap, twice])
    arbiter.require(0, toFail: 1)
    _ = arbiter.setEnabled(false, of: 1)
    #expect(actions(&arbiter, tapped) == ["0 ended"])

    var edge = PanGestureRecognizer(mapping)
    edge.edges = [.left]
    var pans = GestureArbiter([pan, .pan(edge)])
    pans.require(0, toFail: 1)
    let heard = [frame(0, (1, 5, 100)), frame(10, (1, 50, 100))].flatMap { frame in
      pans.handle(frame, receives: { index, _ in index == 0 })
    }
    #expect(heard == [.init(recognizer: 0, state: .began)])
  }

  @Test func `one that waits and is refused fails without an action`() {
    var arbiter = GestureArbiter([tap])
    let actions = tapped.flatMap { arbiter.handle($0, shouldBegin: { _, _ in false }) }
    #expect(actions == [])
    #expect(arbiter.recognizers[0].state == .failed)
    #expect(
      arbiter.events == [
        .shouldBegin(recognizer: 0, answer: false), .state(recognizer: 0, .failed),
      ])
  }
}
