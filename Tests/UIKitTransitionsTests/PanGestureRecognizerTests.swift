import Layers
import Quantities
import Testing
import TestSupport
import TouchInput
import UIKitTransitions

@Suite struct PanGestureRecognizerTests {
  private typealias State = PanGestureRecognizer.State

  private var pan = PanGestureRecognizer(
    screen: Size(width: 320, height: 568), pointsPerUnit: PerAxis(both: 0.5))

  /// A frame of touches at places in points, each with its serial number.
  private func frame(_ seconds: Double, _ touches: (Int, Double, Double)...) -> ContactFrame {
    ContactFrame(
      time: Timestamp(seconds: seconds) ?? .zero,
      contacts: touches.map {
        Contact(serial: $0.0, position: Vector(x: Int($0.1 * 2), y: Int($0.2 * 2)))
      })
  }

  @Test mutating func `a pan begins after ten points, the way included`() {
    #expect(pan.handle(frame(0, (1, 100, 100))) == nil)
    #expect(pan.handle(frame(0.1, (1, 106, 107.5))) == nil)
    #expect(pan.state == .possible)
    #expect(pan.translation == .zero)
    #expect(pan.velocity == .zero)
    #expect(pan.handle(frame(0.2, (1, 106, 108))) == .began)
    #expect(pan.translation == Point(x: 6, y: 8))
    #expect(pan.handle(frame(0.3, (1, 116, 108))) == .changed)
    #expect(abs(pan.velocity.x - 100) < 1e-9)
    #expect(pan.velocity.y == 0)
    // Where the touch is not moved, nothing is told.
    #expect(pan.handle(frame(0.4, (1, 116, 108))) == nil)
    #expect(pan.handle(frame(0.5)) == .ended)
    #expect(pan.translation == Point(x: 16, y: 8))
    #expect(abs(pan.velocity.x - 100) < 1e-9)
  }

  @Test mutating func `a touch that does not go far fails, and the next may begin`() {
    _ = pan.handle(frame(0, (1, 100, 100)))
    #expect(pan.handle(frame(0.1)) == nil)
    #expect(pan.state == .failed)
    #expect(pan.handle(frame(1, (2, 100, 100))) == nil)
    #expect(pan.state == .possible)
    #expect(pan.handle(frame(1.1, (2, 80, 100))) == .began)
    #expect(pan.translation == Point(x: -20, y: 0))
  }

  @Test mutating func `a finger more or less does not jump`() {
    _ = pan.handle(frame(0, (1, 100, 100)))
    _ = pan.handle(frame(0.1, (1, 120, 100)))
    #expect(pan.handle(frame(0.2, (1, 120, 100), (2, 200, 300))) == nil)
    #expect(pan.translation == Point(x: 20, y: 0))
    #expect(pan.handle(frame(0.3, (1, 130, 100), (2, 210, 300))) == .changed)
    #expect(pan.translation == Point(x: 30, y: 0))
    #expect(pan.handle(frame(0.4, (2, 210, 300))) == nil)
    #expect(pan.translation == Point(x: 30, y: 0))
    #expect(pan.handle(frame(0.5)) == .ended)
  }

  @Test mutating func `too many touches before the beginning fail, and too few end it`() {
    pan.maximumNumberOfTouches = 2
    pan.minimumNumberOfTouches = 2
    _ = pan.handle(frame(0, (1, 100, 100)))
    #expect(pan.handle(frame(0.1, (1, 150, 100))) == nil)
    #expect(pan.handle(frame(0.2, (1, 150, 100), (2, 10, 10))) == .began)
    #expect(pan.handle(frame(0.3, (1, 160, 100))) == .ended)
    #expect(pan.handle(frame(0.4, (1, 200, 100))) == nil)
    _ = pan.handle(frame(0.5))
    #expect(pan.handle(frame(0.6, (3, 0, 0), (4, 9, 9), (5, 20, 20))) == nil)
    #expect(pan.state == .failed)
  }

  @Test mutating func `a touch that is taken away is cancelled, or fails`() {
    _ = pan.handle(frame(0, (1, 100, 100)))
    _ = pan.handle(frame(0.1, (1, 150, 100)))
    let away = ContactFrame(time: Timestamp(seconds: 0.2) ?? .zero, interruption: .cancelled)
    #expect(pan.handle(away) == .cancelled)
    _ = pan.handle(frame(0.3, (2, 100, 100)))
    #expect(pan.handle(away) == nil)
    #expect(pan.state == .failed)
    _ = pan.handle(frame(0.4, (3, 100, 100)))
    _ = pan.handle(frame(0.5, (3, 150, 100)))
    #expect(pan.setEnabled(false) == .cancelled)
    #expect(pan.handle(frame(0.6, (4, 150, 100))) == nil)
    #expect(pan.setEnabled(true) == nil)
  }

  @Test mutating func `one that should not begin fails`() {
    pan.shouldBegin = false
    _ = pan.handle(frame(0, (1, 100, 100)))
    #expect(pan.handle(frame(0.1, (1, 150, 100))) == nil)
    #expect(pan.state == .failed)
  }

  @Test mutating func `a translation that is set counts from there, at no velocity`() {
    _ = pan.handle(frame(0, (1, 100, 100)))
    _ = pan.handle(frame(0.1, (1, 150, 100)))
    pan.setTranslation(Point(x: 7, y: 0))
    #expect(pan.translation == Point(x: 7, y: 0))
    #expect(pan.velocity == .zero)
    _ = pan.handle(frame(0.2, (1, 160, 100)))
    #expect(pan.translation == Point(x: 17, y: 0))
  }

  @Test(arguments: [
    (PanGestureRecognizer.Edge.left, 20.0, 300.0, true), (.left, 20.5, 300, false),
    (.right, 300, 300, true), (.top, 160, 20, true), (.bottom, 160, 548, true),
    (.bottom, 160, 547, false),
  ])
  mutating func `an edge pan starts near its side`(
    edge: PanGestureRecognizer.Edge, x: Double, y: Double, begins: Bool
  ) {
    pan.edges = [edge]
    _ = pan.handle(frame(0, (1, x, y)))
    // More touches are ignored.
    let state = pan.handle(frame(0.1, (1, x + 30, y), (2, 0, 0), (3, 5, 5)))
    #expect((state == .began) == begins)
    pan.edges = []
    _ = pan.handle(frame(0.2))
    _ = pan.handle(frame(0.3, (4, x, y)))
    #expect(pan.handle(frame(0.4, (4, x + 30, y))) == nil)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  mutating func `any touches lead from state to state as they may`(seed: UInt64) {
    var random = Seeded(seed)
    let next: [State: Set<State>] = [
      .possible: [.possible, .began, .failed], .began: [.began, .changed, .ended, .cancelled],
      .changed: [.changed, .ended, .cancelled], .ended: [.ended, .possible, .failed],
      .cancelled: [.cancelled, .possible, .failed], .failed: [.failed, .possible],
    ]
    var down: Set<Int> = []
    var serial = 0
    for step in 0..<200 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        serial += 1
        down.insert(serial)
      }
      if Int.random(in: 0..<4, using: &random) == 0, let gone = down.min() { down.remove(gone) }
      let time = Timestamp(nanoseconds: Int64(step) * 8_000_000)
      let contacts = down.sorted().map {
        Contact(
          serial: $0,
          position: Vector(
            x: Int.random(in: -1000...1000, using: &random),
            y: Int.random(in: -1000...1000, using: &random)))
      }
      let isBroken = Int.random(in: 0..<20, using: &random) == 0
      if isBroken { down = [] }
      let before = pan.state
      let action = pan.handle(
        isBroken
          ? ContactFrame(time: time, interruption: .cancelled)
          : ContactFrame(time: time, contacts: contacts))
      #expect(next[before]?.contains(pan.state) == true, "\(before) to \(pan.state)")
      #expect(action == nil || action == pan.state)
      #expect(action != .possible && action != .failed)
    }
  }
}

@Suite struct GestureArbiterTests {
  private var arbiter: GestureArbiter

  init() {
    var edge = PanGestureRecognizer(
      screen: Size(width: 320, height: 568), pointsPerUnit: PerAxis(both: 1))
    edge.edges = [.left]
    var pan = edge
    pan.edges = nil
    pan.hysteresis = 5
    arbiter = GestureArbiter([edge, pan])
  }

  private mutating func states(_ places: [(Int, Int)?]) -> [GestureArbiter.Action] {
    places.enumerated().flatMap { index, place in
      arbiter.handle(
        ContactFrame(
          time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
          contacts: place.map {
            [Contact(serial: 1, position: Vector(x: $0.0, y: $0.1))]
          } ?? []))
    }
  }

  private func action(_ recognizer: Int, _ state: PanGestureRecognizer.State)
    -> GestureArbiter.Action
  {
    .init(recognizer: recognizer, state: state)
  }

  @Test mutating func `the first that can begin has the touch`() {
    // The pan needs five points only.
    #expect(
      states([(5, 100), (12, 100), (30, 100), nil]) == [
        action(1, .began), action(1, .changed), action(1, .ended),
      ])
    #expect(arbiter.recognizers[0].state == .failed)
  }

  @Test mutating func `among two that can at once, the one in front has it`() {
    #expect(
      states([(5, 100), (30, 100), nil]) == [action(0, .began), action(0, .ended)])
    #expect(arbiter.recognizers[1].state == .failed)
  }

  @Test mutating func `one that waits begins when the other has failed`() {
    arbiter.require(1, toFail: 0)
    #expect(
      states([(5, 100), (12, 100), (30, 100), nil]) == [action(0, .began), action(0, .ended)])
    // Away from the edge the other fails at once.
    #expect(
      states([(100, 100), (112, 100), nil]) == [action(1, .began), action(1, .ended)])
  }

  @Test mutating func `those that go together both begin`() {
    arbiter.allow(0, together: 1)
    #expect(
      states([(5, 100), (30, 100), nil]) == [
        action(0, .began), action(1, .began), action(0, .ended), action(1, .ended),
      ])
  }

  // MARK: What is told

  @Test mutating func `one that is refused fails, and lets the one that waits begin at once`() {
    // The one that waits stands in front, and is refused nothing.
    arbiter.require(0, toFail: 1)
    let down = ContactFrame(
      time: .zero, contacts: [Contact(serial: 1, position: Vector(x: 5, y: 100))])
    _ = arbiter.handle(down)
    let moved = ContactFrame(
      time: Timestamp(nanoseconds: 1),
      contacts: [Contact(serial: 1, position: Vector(x: 30, y: 100))])
    var asked: [Int] = []
    let actions = arbiter.handle(
      moved,
      shouldBegin: { index, recognizer in
        asked.append(index)
        // Its delegate sees how far it went.
        #expect(recognizer.translation == Point(x: 25, y: 0))
        return index == 0
      })
    #expect(asked == [1, 0])
    #expect(actions == [action(0, .began)])
    #expect(
      arbiter.events == [
        .shouldBegin(recognizer: 1, answer: false), .state(recognizer: 1, .failed),
        .shouldBegin(recognizer: 0, answer: true), .state(recognizer: 0, .began),
      ])
  }

  @Test mutating func `a touch that is not for a recognizer is none for it`() {
    let frames = [(5, 100), (30, 100)].map {
      ContactFrame(
        time: .zero, contacts: [Contact(serial: 7, position: Vector(x: $0.0, y: $0.1))])
    }
    var asked: [Int] = []
    var actions: [GestureArbiter.Action] = []
    for frame in frames {
      actions += arbiter.handle(
        frame,
        receives: { index, contact in
          asked.append(index)
          return index == 1
        })
    }
    // Once, as it comes down.
    #expect(asked == [0, 1])
    #expect(actions == [action(1, .began)])
    #expect(arbiter.recognizers[0].state == .possible)
  }

  @Test mutating func `what has ended is possible again once all is up`() {
    _ = states([(5, 100), (30, 100)])
    arbiter.reset()
    // A touch is down.
    #expect(arbiter.recognizers.map(\.state) == [.began, .failed] && arbiter.events == [])
    _ = arbiter.handle(ContactFrame(time: Timestamp(nanoseconds: 90_000_000)))
    #expect(arbiter.recognizers.map(\.state) == [.ended, .failed])
    arbiter.reset()
    #expect(arbiter.recognizers.map(\.state) == [.possible, .possible])
    #expect(arbiter.recognizers[0].translation == .zero)
    #expect(arbiter.events == [.state(recognizer: 0, .possible), .state(recognizer: 1, .possible)])
  }

  @Test mutating func `one that is switched off is cancelled`() {
    _ = states([(5, 100), (30, 100)])
    let cancelled = arbiter.setEnabled(false, of: 0)
    #expect(cancelled == action(0, .cancelled))
    #expect(arbiter.events == [.state(recognizer: 0, .cancelled)])
  }
}
