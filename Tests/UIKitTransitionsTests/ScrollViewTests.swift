import Curves
import Layers
import Quantities
import Testing
import TestSupport
import Transitions
import UIKitTransitions

@Suite struct ScrollViewTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  /// A view that scrolls across.
  private func across(
    _ viewport: Double, _ content: Double, offset: Double = 0, isPaged: Bool = false
  ) -> ScrollView {
    var layout = ScrollLayout(
      bounds: Size(width: viewport, height: 100), content: Size(width: content, height: 100))
    layout.isPagingEnabled = isPaged
    return ScrollView(layout, offset: Point(x: offset, y: 0))
  }

  private func x(_ x: Double) -> Point { Point(x: x, y: 0) }

  /// The calls of a drag across and of what follows, frame by frame.
  private func calls(
    _ view: inout ScrollView, drag: Double, velocity: Double, until end: Double = 20
  ) -> [ScrollView.Call] {
    var calls = view.beginDragging(at: at(0))
    calls += view.drag(by: x(drag), at: at(0.1))
    calls += view.endDragging(velocity: x(velocity), at: at(0.1))
    for frame in 0...Int(end * 60) { calls += view.advance(to: at(0.1 + Double(frame) / 60)) }
    return calls
  }

  private func told(_ calls: [ScrollView.Call]) -> [ScrollView.Call] {
    calls.filter { if case .didScroll = $0 { false } else { true } }
  }

  @Test func `a page is turned, and its delegate is told in order`() {
    var view = across(320, 1600, offset: 320, isPaged: true)
    let calls = calls(&view, drag: -200, velocity: -400)
    #expect(
      told(calls) == [
        .willBeginDragging, .willEndDragging(velocity: x(0.4), target: x(640)),
        .didEndDragging(willDecelerate: true), .willBeginDecelerating, .didEndDecelerating,
      ])
    #expect(view.offset(at: at(30)).x == 640)
    #expect(calls[1] == .didScroll(offset: x(520)))
    #expect(calls.dropLast().last == .didScroll(offset: x(640)))
  }

  @Test func `a lift on a page at no velocity is over at once`() {
    var view = across(320, 1600, offset: 320, isPaged: true)
    #expect(
      told(calls(&view, drag: 0, velocity: 0)) == [
        .willBeginDragging, .willEndDragging(velocity: x(0), target: x(320)),
        .didEndDragging(willDecelerate: false),
      ])
  }

  @Test func `without pages it slows down, as far as the exact way to the stop`() throws {
    var view = across(500, 10_000, offset: 2000)
    let way = Deceleration.normal.stoppingDistance(of: 1000)
    let calls = calls(&view, drag: 0, velocity: -1000)
    guard case .willEndDragging(let speed, let end) = calls[1] else {
      Issue.record("no end")
      return
    }
    let target = end.x
    #expect(speed == x(1))
    #expect(abs(target - (2000 + way)) < 1e-9)
    #expect(abs(view.offset(at: at(30)).x - target) < 0.500_001)
    #expect(told(calls).last == .didEndDecelerating)
    var again = across(500, 10_000, offset: 2000)
    _ = again.beginDragging(at: at(0))
    _ = again.endDragging(velocity: x(-1000), at: at(0))
    #expect(
      abs(
        again.offset(at: at(0.5)).x - 2000
          - Deceleration.normal.position(at: .milliseconds(500), from: 1000)) < 1e-9)
  }

  @Test func `beyond the content it gives way, and comes back`() {
    var view = across(320, 1600)
    _ = view.beginDragging(at: at(0))
    _ = view.drag(by: x(100), at: at(0.1))
    #expect(abs(view.offset(at: at(0.1)).x + RubberBand(dimension: 320).value(at: 100)) < 1e-9)
    let end = view.endDragging(velocity: x(0), at: at(0.1))
    #expect(end.contains(.didEndDragging(willDecelerate: true)))
    var last = view.offset(at: at(0.1)).x
    for frame in 0...200 {
      _ = view.advance(to: at(0.1 + Double(frame) / 60))
      let offset = view.offset(at: at(0.1 + Double(frame) / 60)).x
      #expect(offset >= last - 1e-9)
      last = offset
    }
    #expect(last == 0)
  }

  @Test func `one that runs into the end goes a little beyond, and comes back`() {
    var view = across(500, 1000, offset: 400)
    var most = 0.0
    let calls = calls(&view, drag: 0, velocity: -2000)
    for case .didScroll(let offset) in calls { most = max(most, offset.x) }
    #expect(most > 501 && most < 700)
    #expect(view.offset(at: at(30)).x == 500)
    #expect(told(calls).last == .didEndDecelerating)
    #expect(told(calls).count { $0 == .didEndDecelerating } == 1)
  }

  @Test func `a touch catches it where it is`() {
    var view = across(320, 1600, isPaged: true)
    _ = view.beginDragging(at: at(0))
    _ = view.drag(by: x(-200), at: at(0.1))
    _ = view.endDragging(velocity: x(-400), at: at(0.1))
    let shown = view.offset(at: at(0.2)).x
    #expect(view.beginDragging(at: at(0.2)).last == .willBeginDragging)
    #expect(abs(view.offset(at: at(0.2)).x - shown) < 1e-9)
    #expect(view.isDragging && !view.isDecelerating)
  }

  @Test func `the delegate may stop it elsewhere`() {
    var view = across(500, 10_000)
    _ = view.beginDragging(at: at(0))
    _ = view.endDragging(velocity: x(-1000), at: at(0), answer: x(300))
    _ = view.advance(to: at(20))
    #expect(view.offset(at: at(20)).x == 300)
  }

  @Test func `code scrolls it at once, or in a time`() {
    var view = across(320, 1600)
    #expect(view.scroll(to: x(9000), isAnimated: false, at: at(0)) == [.didScroll(offset: x(1280))])
    #expect(view.scroll(to: x(0), isAnimated: true, at: at(1)) == [])
    #expect(abs(view.offset(at: at(1.15)).x - 640) < 1e-9)
    #expect(
      view.advance(to: at(2)) == [.didScroll(offset: x(0)), .didEndScrollingAnimation])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `in any order of calls it comes to rest within the content, at no jump`(seed: UInt64) {
    var random = Seeded(seed)
    var view = across(320, 1600, offset: 320, isPaged: seed.isMultiple(of: 2))
    var time = 0.0
    var ends = 0
    var begins = 0
    func note(_ calls: [ScrollView.Call]) {
      for call in calls {
        if call == .willBeginDecelerating { begins += 1 }
        if call == .didEndDecelerating { ends += 1 }
      }
    }
    for _ in 0..<60 {
      time += Double.random(in: 0...0.1, using: &random)
      note(view.advance(to: at(time)))
      let before = view.offset(at: at(time)).x
      switch Int.random(in: 0..<4, using: &random) {
      case 0: note(view.beginDragging(at: at(time)))
      case 1:
        note(view.drag(by: x(Double.random(in: -300...300, using: &random)), at: at(time)))
        continue
      case 2:
        note(
          view.endDragging(
            velocity: x(Double.random(in: -3000...3000, using: &random)), at: at(time)))
      default: break
      }
      #expect(abs(view.offset(at: at(time)).x - before) < 1 + 1e-6)
    }
    note(view.endDragging(velocity: x(0), at: at(time)))
    note(view.advance(to: at(time + 60)))
    #expect((0...1280).contains(view.offset(at: at(time + 60)).x))
    #expect(ends <= begins)
    #expect(!view.isDecelerating && !view.isDragging)
  }

  @Test(arguments: [30.0, 60, 120])
  func `it stops at the same place and moment at any rate`(rate: Double) {
    var view = across(500, 1000, offset: 100)
    _ = view.beginDragging(at: at(0))
    _ = view.endDragging(velocity: x(-1500), at: at(0))
    for frame in 1...Int(rate) { _ = view.advance(to: at(Double(frame) / rate)) }
    var once = across(500, 1000, offset: 100)
    _ = once.beginDragging(at: at(0))
    _ = once.endDragging(velocity: x(-1500), at: at(0))
    _ = once.advance(to: at(1))
    #expect(abs(view.offset(at: at(1)).x - once.offset(at: at(1)).x) < 1e-6)
  }

  @Test func `a call is an entry of a trace`() {
    let call = ScrollView.Call.willEndDragging(velocity: x(0.4), target: x(640))
    #expect(
      call.entry(of: "scroll", at: .milliseconds(100)).description
        == "0.100000 call scroll willEndDragging velocity=(0.4,0) target=(640,0)")
  }

  // MARK: Interruptions

  /// A view that slows down since 0 s, at 1 point a millisecond.
  private func gliding() -> ScrollView {
    var view = across(500, 10_000, offset: 2000)
    _ = view.beginDragging(at: at(0))
    _ = view.endDragging(velocity: x(-1000), at: at(0))
    return view
  }

  @Test func `a touch stops what glides, and its lift ends it`() {
    var view = gliding()
    let calls = view.touch(at: at(0.2))
    #expect(told(calls) == [])
    let caught = view.offset(at: at(0.2))
    #expect(view.phase == .touched && !view.isDecelerating)
    #expect(view.offset(at: at(5)) == caught)
    #expect(view.letGo(at: at(5)) == [.didEndDecelerating])
    #expect(view.phase == .idle && view.offset(at: at(9)) == caught)
    // Once only.
    #expect(view.letGo(at: at(5)) == [])
  }

  @Test func `a drag out of a touch that stopped it is another drag`() {
    var view = gliding()
    _ = view.touch(at: at(0.2))
    let caught = view.offset(at: at(0.2)).x
    #expect(view.beginDragging(at: at(0.3)) == [.willBeginDragging])
    #expect(view.drag(by: x(-7), at: at(0.4)) == [.didScroll(offset: x(caught + 7))])
  }

  @Test func `a touch in the rubber band holds it there, and its lift lets it come back`() {
    var view = across(320, 1600)
    _ = view.beginDragging(at: at(0))
    _ = view.drag(by: x(200), at: at(0))
    _ = view.endDragging(velocity: .zero, at: at(0))
    _ = view.touch(at: at(0.05))
    let held = view.offset(at: at(0.05)).x
    #expect(held < -20)
    #expect(view.offset(at: at(3)).x == held)
    // A drag goes on from there, along the same band.
    var dragged = view
    _ = dragged.beginDragging(at: at(3))
    #expect(abs(dragged.offset(at: at(3)).x - held) < 1e-9)
    #expect(view.letGo(at: at(3)) == [])
    #expect(view.isDecelerating)
    #expect(view.advance(to: at(9)) == [.didScroll(offset: .zero), .didEndDecelerating])
  }

  @Test func `a touch between pages lets it go on to a page`() {
    var view = across(320, 1600, isPaged: true)
    _ = view.beginDragging(at: at(0))
    _ = view.drag(by: x(-200), at: at(0))
    _ = view.endDragging(velocity: .zero, at: at(0))
    _ = view.touch(at: at(0.05))
    _ = view.letGo(at: at(0.1))
    #expect(view.advance(to: at(9)).last == .didEndDecelerating)
    #expect(view.offset(at: at(9)).x == 320)
  }

  @Test func `a touch ends a scroll by code, and another scroll takes its place`() {
    var view = across(320, 1600)
    _ = view.scroll(to: x(640), isAnimated: true, at: at(0))
    #expect(view.phase == .animating)
    #expect(view.scroll(to: x(960), isAnimated: true, at: at(0.1)).count == 1)
    #expect(view.touch(at: at(0.2)).last == .didEndScrollingAnimation)
    #expect(view.scroll(to: .zero, isAnimated: true, at: at(0.3)) == [])
    #expect(view.letGo(at: at(0.3)) == [])
    var gliding = gliding()
    #expect(
      told(gliding.scroll(to: .zero, isAnimated: true, at: at(0.1))) == [.didEndDecelerating])
    #expect(
      gliding.advance(to: at(1)) == [.didScroll(offset: .zero), .didEndScrollingAnimation])
  }

  // MARK: Two axes

  private func map(_ change: (inout ScrollLayout) -> Void = { _ in }) -> ScrollView {
    var layout = ScrollLayout(
      bounds: Size(width: 300, height: 500), content: Size(width: 900, height: 2000))
    change(&layout)
    return ScrollView(layout, offset: Point(x: 100, y: 100))
  }

  @Test func `a drag goes along both axes, and each comes to rest by itself`() {
    var view = map()
    _ = view.beginDragging(at: at(0))
    #expect(
      view.drag(by: Point(x: -10, y: -20), at: at(0)) == [
        .didScroll(offset: Point(x: 110, y: 120))
      ])
    let calls = view.endDragging(velocity: Point(x: -200, y: -2000), at: at(0))
    let normal = Deceleration.normal
    #expect(
      calls.first
        == .willEndDragging(
          velocity: Point(x: 0.2, y: 2),
          target: Point(
            x: 110 + normal.stoppingDistance(of: 200), y: 120 + normal.stoppingDistance(of: 2000))))
    var ends = 0
    for frame in 1...600 {
      ends += view.advance(to: at(Double(frame) / 60)).count { $0 == .didEndDecelerating }
    }
    #expect(ends == 1)
    #expect(abs(view.offset(at: at(10)).x - (110 + normal.stoppingDistance(of: 200))) < 0.51)
  }

  @Test(arguments: [
    (Point(x: 2, y: 10), Point(x: 100, y: 50)), (Point(x: 10, y: 2), Point(x: 50, y: 100)),
    (Point(x: 10, y: 8), Point(x: 50, y: 50)),
  ])
  func `a drag along one axis is locked to it, a diagonal one is not`(way: Point, end: Point) {
    for isTold in [true, false] {
      var view = map { $0.isDirectionalLockEnabled = true }
      _ = view.beginDragging(at: at(0), after: isTold ? way : .zero)
      if !isTold { _ = view.drag(by: way, at: at(0)) }
      let before = view.offset(at: at(0))
      _ = view.drag(by: Point(x: 50, y: 50) - (isTold ? .zero : way), at: at(0.1))
      #expect(view.offset(at: at(0.1)) == end, "\(before)")
      // What is locked does not glide either.
      _ = view.endDragging(velocity: Point(x: 100, y: 100), at: at(0.1))
      _ = view.advance(to: at(30))
      let rest = view.offset(at: at(30))
      #expect((rest.x == 100) == (end.x == 100))
      #expect((rest.y == 100) == (end.y == 100))
    }
  }

  @Test func `insets make room at the ends`() {
    let view = map { $0.insets = .init(top: 40, left: 5, bottom: 60, right: -10) }
    #expect(view.layout.range(.x) == -5...590)
    #expect(view.layout.range(.y) == -40...1560)
    var scrolled = view
    _ = scrolled.scroll(to: Point(x: -99, y: -99), isAnimated: false, at: at(0))
    #expect(scrolled.offset(at: at(0)) == Point(x: -5, y: -40))
  }

  @Test func `without bounces it stops at the ends, dragged or gliding`() {
    var view = map { $0.bounces = false }
    _ = view.beginDragging(at: at(0))
    #expect(
      view.drag(by: Point(x: 300, y: 0), at: at(0)) == [.didScroll(offset: Point(x: 0, y: 100))])
    _ = view.drag(by: Point(x: -250, y: 0), at: at(0))
    _ = view.endDragging(velocity: Point(x: 3000, y: 0), at: at(0))
    var least = 0.0
    var ends = 0
    for frame in 1...600 {
      let calls = view.advance(to: at(Double(frame) / 60))
      for case .didScroll(let offset) in calls { least = min(least, offset.x) }
      ends += calls.count { $0 == .didEndDecelerating }
    }
    #expect(least == 0 && ends == 1)
    #expect(view.offset(at: at(10)).x == 0)
  }

  @Test func `content that is all seen moves only if it always bounces`() {
    func small(_ change: (inout ScrollLayout) -> Void) -> ScrollView {
      var layout = ScrollLayout(
        bounds: Size(width: 300, height: 500), content: Size(width: 100, height: 100))
      change(&layout)
      return ScrollView(layout, offset: .zero)
    }
    for (view, x, y) in [
      (small { _ in }, false, false), (small { $0.alwaysBounceVertical = true }, false, true),
      (small { $0.alwaysBounceHorizontal = true }, true, false),
      (
        small {
          $0.alwaysBounceVertical = true
          $0.bounces = false
        }, false, false
      ),
    ] {
      var view = view
      #expect(view.layout.canDrag(.x) == x && view.layout.canDrag(.y) == y)
      _ = view.beginDragging(at: at(0))
      _ = view.drag(by: Point(x: 50, y: 50), at: at(0))
      #expect((view.offset(at: at(0)).x < 0) == x)
      #expect((view.offset(at: at(0)).y < 0) == y)
      _ = view.endDragging(velocity: Point(x: 500, y: 500), at: at(0))
      _ = view.advance(to: at(9))
      #expect(view.offset(at: at(9)) == .zero)
    }
  }

  @Test func `the fast way stops sooner`() {
    var fast = map { $0.deceleration = .fast }
    _ = fast.beginDragging(at: at(0))
    let calls = fast.endDragging(velocity: Point(x: 0, y: -1000), at: at(0))
    #expect(
      calls.first
        == .willEndDragging(
          velocity: Point(x: 0, y: 1),
          target: Point(x: 100, y: 100 + Deceleration.fast.stoppingDistance(of: 1000))))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `in any order of calls along both axes all that begins ends once`(seed: UInt64) {
    var random = Seeded(seed)
    var view = map {
      $0.isPagingEnabled = seed.isMultiple(of: 2)
      $0.isDirectionalLockEnabled = seed.isMultiple(of: 3)
      $0.bounces = !seed.isMultiple(of: 5)
    }
    var (time, open, decelerates) = (0.0, 0, false)
    func note(_ calls: [ScrollView.Call]) {
      for call in calls {
        switch call {
        case .willBeginDragging:
          #expect(open == 0)
          (open, decelerates) = (1, false)
        case .willEndDragging: #expect(open == 1)
        case .didEndDragging: open = 0
        case .willBeginDecelerating:
          #expect(!decelerates && open == 0)
          decelerates = true
        case .didEndDecelerating:
          #expect(decelerates)
          decelerates = false
        case .didScroll(let offset): #expect(offset.x.isFinite && offset.y.isFinite)
        case .didEndScrollingAnimation: #expect(open == 0)
        }
      }
    }
    func point(_ most: Double) -> Point {
      Point(
        x: Double.random(in: -most...most, using: &random),
        y: Double.random(in: -most...most, using: &random))
    }
    for _ in 0..<80 {
      time += Double.random(in: 0...0.2, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: note(view.beginDragging(at: at(time)))
      case 1: note(view.drag(by: point(300), at: at(time)))
      case 2: note(view.endDragging(velocity: point(3000), at: at(time)))
      case 3: note(view.touch(at: at(time)))
      case 4: note(view.letGo(at: at(time)))
      case 5:
        note(
          view.scroll(to: point(3000), isAnimated: Bool.random(using: &random), at: at(time)))
      default: note(view.advance(to: at(time)))
      }
    }
    note(view.endDragging(velocity: .zero, at: at(time)))
    note(view.letGo(at: at(time)))
    note(view.advance(to: at(time + 60)))
    #expect(view.phase == .idle && view.end == nil && !decelerates)
    let rest = view.offset(at: at(time + 60))
    #expect(view.layout.range(.x).contains(rest.x) && view.layout.range(.y).contains(rest.y))
  }
}
