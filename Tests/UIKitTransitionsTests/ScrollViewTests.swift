import Curves
import Quantities
import Testing
import TestSupport
import Transitions
import UIKitTransitions

@Suite struct ScrollViewTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  /// The calls of a drag and of what follows, frame by frame, but for `didScroll`.
  private func calls(
    _ view: inout ScrollView, drag: Double, velocity: Double, until end: Double = 20
  ) -> [ScrollView.Call] {
    var calls = view.beginDragging(at: at(0))
    calls += view.drag(by: drag, at: at(0.1))
    calls += view.endDragging(velocity: velocity, at: at(0.1))
    for frame in 0...Int(end * 60) { calls += view.advance(to: at(0.1 + Double(frame) / 60)) }
    return calls
  }

  private func told(_ calls: [ScrollView.Call]) -> [ScrollView.Call] {
    calls.filter { if case .didScroll = $0 { false } else { true } }
  }

  @Test func `a page is turned, and its delegate is told in order`() {
    var view = ScrollView(viewport: 320, content: 1600, isPagingEnabled: true, offset: 320)
    let calls = calls(&view, drag: -200, velocity: -400)
    #expect(
      told(calls) == [
        .willBeginDragging, .willEndDragging(velocity: 0.4, target: 640),
        .didEndDragging(willDecelerate: true), .willBeginDecelerating, .didEndDecelerating,
      ])
    #expect(view.offset(at: at(30)) == 640)
    #expect(calls[1] == .didScroll(offset: 520))
    #expect(calls.dropLast().last == .didScroll(offset: 640))
  }

  @Test func `a lift on a page at no velocity is over at once`() {
    var view = ScrollView(viewport: 320, content: 1600, isPagingEnabled: true, offset: 320)
    #expect(
      told(calls(&view, drag: 0, velocity: 0)) == [
        .willBeginDragging, .willEndDragging(velocity: 0, target: 320),
        .didEndDragging(willDecelerate: false),
      ])
  }

  @Test func `without pages it slows down, as far as the exact way to the stop`() throws {
    var view = ScrollView(viewport: 500, content: 10_000, offset: 2000)
    let way = Deceleration.normal.stoppingDistance(of: 1000)
    let calls = calls(&view, drag: 0, velocity: -1000)
    guard case .willEndDragging(let velocity, let target) = calls[1] else {
      Issue.record("no end")
      return
    }
    #expect(velocity == 1)
    #expect(abs(target - (2000 + way)) < 1e-9)
    #expect(abs(view.offset(at: at(30)) - target) < 0.500_001)
    #expect(told(calls).last == .didEndDecelerating)
    var again = ScrollView(viewport: 500, content: 10_000, offset: 2000)
    _ = again.beginDragging(at: at(0))
    _ = again.endDragging(velocity: -1000, at: at(0))
    #expect(
      abs(
        again.offset(at: at(0.5)) - 2000
          - Deceleration.normal.position(at: .milliseconds(500), from: 1000)) < 1e-9)
  }

  @Test func `beyond the content it gives way, and comes back`() {
    var view = ScrollView(viewport: 320, content: 1600)
    _ = view.beginDragging(at: at(0))
    _ = view.drag(by: 100, at: at(0.1))
    #expect(abs(view.offset(at: at(0.1)) + RubberBand(dimension: 320).value(at: 100)) < 1e-9)
    let end = view.endDragging(velocity: 0, at: at(0.1))
    #expect(end.contains(.didEndDragging(willDecelerate: true)))
    var last = view.offset(at: at(0.1))
    for frame in 0...200 {
      _ = view.advance(to: at(0.1 + Double(frame) / 60))
      let offset = view.offset(at: at(0.1 + Double(frame) / 60))
      #expect(offset >= last - 1e-9)
      last = offset
    }
    #expect(last == 0)
  }

  @Test func `one that runs into the end goes a little beyond, and comes back`() {
    var view = ScrollView(viewport: 500, content: 1000, offset: 400)
    var most = 0.0
    let calls = calls(&view, drag: 0, velocity: -2000)
    for case .didScroll(let offset) in calls { most = max(most, offset) }
    #expect(most > 501 && most < 700)
    #expect(view.offset(at: at(30)) == 500)
    #expect(told(calls).last == .didEndDecelerating)
    #expect(told(calls).count { $0 == .didEndDecelerating } == 1)
  }

  @Test func `a touch catches it where it is`() {
    var view = ScrollView(viewport: 320, content: 1600, isPagingEnabled: true)
    _ = view.beginDragging(at: at(0))
    _ = view.drag(by: -200, at: at(0.1))
    _ = view.endDragging(velocity: -400, at: at(0.1))
    let shown = view.offset(at: at(0.2))
    #expect(view.beginDragging(at: at(0.2)).last == .willBeginDragging)
    #expect(abs(view.offset(at: at(0.2)) - shown) < 1e-9)
    #expect(view.isDragging && !view.isDecelerating)
  }

  @Test func `the delegate may stop it elsewhere`() {
    var view = ScrollView(viewport: 500, content: 10_000)
    _ = view.beginDragging(at: at(0))
    _ = view.endDragging(velocity: -1000, at: at(0), answer: 300)
    _ = view.advance(to: at(20))
    #expect(view.offset(at: at(20)) == 300)
  }

  @Test func `code scrolls it at once, or in a time`() {
    var view = ScrollView(viewport: 320, content: 1600)
    #expect(view.scroll(to: 9000, isAnimated: false, at: at(0)) == [.didScroll(offset: 1280)])
    #expect(view.scroll(to: 0, isAnimated: true, at: at(1)) == [])
    #expect(abs(view.offset(at: at(1.15)) - 640) < 1e-9)
    #expect(
      view.advance(to: at(2)) == [.didScroll(offset: 0), .didEndScrollingAnimation])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `in any order of calls it comes to rest within the content, at no jump`(seed: UInt64) {
    var random = Seeded(seed)
    var view = ScrollView(
      viewport: 320, content: 1600, isPagingEnabled: seed.isMultiple(of: 2), offset: 320)
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
      let before = view.offset(at: at(time))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: note(view.beginDragging(at: at(time)))
      case 1:
        note(view.drag(by: Double.random(in: -300...300, using: &random), at: at(time)))
        continue
      case 2:
        note(
          view.endDragging(velocity: Double.random(in: -3000...3000, using: &random), at: at(time)))
      default: break
      }
      #expect(abs(view.offset(at: at(time)) - before) < 1 + 1e-6)
    }
    note(view.endDragging(velocity: 0, at: at(time)))
    note(view.advance(to: at(time + 60)))
    #expect((0...view.maximumOffset).contains(view.offset(at: at(time + 60))))
    #expect(ends <= begins)
    #expect(!view.isDecelerating && !view.isDragging)
  }

  @Test(arguments: [30.0, 60, 120])
  func `it stops at the same place and moment at any rate`(rate: Double) {
    var view = ScrollView(viewport: 500, content: 1000, offset: 100)
    _ = view.beginDragging(at: at(0))
    _ = view.endDragging(velocity: -1500, at: at(0))
    for frame in 1...Int(rate) { _ = view.advance(to: at(Double(frame) / rate)) }
    var once = ScrollView(viewport: 500, content: 1000, offset: 100)
    _ = once.beginDragging(at: at(0))
    _ = once.endDragging(velocity: -1500, at: at(0))
    _ = once.advance(to: at(1))
    #expect(abs(view.offset(at: at(1)) - once.offset(at: at(1))) < 1e-6)
  }

  @Test func `a call is an entry of a trace`() {
    let call = ScrollView.Call.willEndDragging(velocity: 0.4, target: 640)
    #expect(
      call.entry(of: "scroll", at: .milliseconds(100)).description
        == "0.100000 call scroll willEndDragging velocity=0.4 target=640")
  }
}
