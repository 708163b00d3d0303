import Curves
import Layers
import Quantities
import Testing
import TestSupport
import TouchInput
import Transitions
import UIKitTransitions

/// A run of a sample, under touches in points.
struct TouchedRun {
  var run: TouchSampleRun
  private var time = 0.0

  init(_ sample: TouchSample) {
    run = TouchSampleRun(sample, mapping: TouchSample.phone, at: .zero)
  }

  private static func contact(_ serial: Int, _ x: Double, _ y: Double) -> Contact {
    Contact(serial: serial, position: Vector(x: Int(x * 100), y: Int(y * 100)))
  }

  /// Lets touches be at places, 10 ms after the last frame.
  mutating func touch(_ places: (Int, Double, Double)...) {
    time += 0.01
    run.handle(
      ContactFrame(
        time: Screens.at(time), contacts: places.map { Self.contact($0.0, $0.1, $0.2) }))
  }

  /// Moves a touch from place to place, and lifts it.
  mutating func drag(
    _ serial: Int, from start: Point, by way: Point, steps: Int = 10, isLifted: Bool = true
  ) {
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      touch((serial, start.x + share * way.x, start.y + share * way.y))
    }
    if isLifted { touch() }
  }

  mutating func interrupt(_ interruption: ContactFrame.Interruption) {
    time += 0.01
    run.handle(ContactFrame(time: Screens.at(time), interruption: interruption))
  }

  mutating func wait(_ seconds: Double = 20) {
    time += seconds
    run.advance(to: Screens.at(time), isSampled: false)
  }

  var calls: [String] { run.scene.trace.calls }

  /// What became of a recognizer, in its order.
  func states(of recognizer: String) -> [String] {
    run.scene.trace.entries.filter { $0.kind == .state && $0.subject == recognizer }
      .compactMap(\.name)
  }

  func numbers(_ name: String, _ key: String) -> [TraceEntry.Value] {
    run.scene.trace.entries.filter { $0.name == name }
      .compactMap { entry in entry.fields.first { $0.key == key }?.value }
  }
}

@Suite struct TouchSampleRunTests {
  private let edge = Point(x: 5, y: 300)
  private let middle = Point(x: 160, y: 300)

  @Test func `a swipe from the edge goes back, and the list has nothing of it`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.drag(1, from: edge, by: Point(x: 160, y: 20))
    touched.wait()
    #expect(touched.states(of: "edgePan") == ["began", "changed", "ended", "possible"])
    #expect(touched.states(of: "listPan") == ["failed", "possible"])
    #expect(touched.run.lastOutcome == true)
    #expect(touched.run.shown == ["container", "home"])
    #expect(touched.run.offset == .zero)
    // The action comes after the states, and what it does behind it.
    let calls = touched.calls
    #expect(
      calls.prefix(3) == [
        "edgePan.gestureRecognizerShouldBegin", "edgePan.action", "delegate.animationControllerFor",
      ])
    #expect(calls.last == "delegate.didShow")
    #expect(calls.count { $0 == "context.completeTransition" } == 1)
  }

  @Test(arguments: [
    (95.0, 0.0, false, false), (96, 0, true, true), (60, 600, false, true), (0, 0, false, false),
    (20, 2000, false, true), (200, -3000, true, false), (-50, 0, false, false),
  ])
  func `thirty percent decide, or where it would glide to`(
    way: Double, velocity: Double, isPlain: Bool, isProjected: Bool
  ) {
    for (projects, expected) in [(false, isPlain), (true, isProjected)] {
      let release = SwipeRelease(from: .left, length: 320, threshold: 0.3, isProjected: projects)
      #expect(
        release.finishes(Point(x: way, y: 0), velocity: Point(x: velocity, y: 0)) == expected)
    }
  }

  @Test(arguments: [
    (PanGestureRecognizer.Edge.left, Point(x: 80, y: 0)), (.right, Point(x: -80, y: 0)),
    (.top, Point(x: 0, y: 80)), (.bottom, Point(x: 0, y: -80)),
  ])
  func `a percentage has the sign of its operation, and stays from 0 to 1`(
    edge: PanGestureRecognizer.Edge, way: Point
  ) {
    let release = SwipeRelease(from: edge, length: 320, threshold: 0.3, isProjected: false)
    #expect(release.percent(way) == 0.25)
    #expect(release.percent(.zero - way) == 0)
    #expect(release.percent(way + way + way + way + way) == 1)
    #expect(release.leads(way) && !release.leads(.zero - way))
    #expect(!release.leads(Point(x: way.y, y: way.x)))
  }

  @Test func `the percentage is that of where the finger is, whatever way it went`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.drag(1, from: edge, by: Point(x: 200, y: 0), isLifted: false)
    touched.drag(1, from: edge + Point(x: 200, y: 0), by: Point(x: -205, y: 0), isLifted: false)
    #expect(touched.numbers("updateInteractiveTransition", "percent").last == .number(0))
    touched.drag(1, from: Point(x: 0, y: 300), by: Point(x: 85, y: 0))
    touched.wait()
    #expect(touched.numbers("updateInteractiveTransition", "percent").last == .number(0.25))
    #expect(touched.run.lastOutcome == false)
    #expect(touched.run.shown == ["container", "list"])
  }

  @Test func `elsewhere the list scrolls, and slows down`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.drag(1, from: middle, by: Point(x: 5, y: -200))
    #expect(touched.states(of: "edgePan").first == "failed")
    #expect(touched.states(of: "listPan") == ["began", "changed", "ended", "possible"])
    let offset = touched.run.offset?.y ?? .nan
    #expect(offset >= 180)
    touched.wait()
    #expect((touched.run.offset?.y ?? .nan) > offset + 100)
    #expect(touched.calls.last == "scrollDelegate.didEndDecelerating")
    #expect(touched.run.lastOutcome == nil)
  }

  @Test func `along the edge the swipe may not begin, and the list scrolls at once`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.drag(1, from: edge, by: Point(x: 4, y: -200))
    #expect(
      touched.calls.prefix(3) == [
        "edgePan.gestureRecognizerShouldBegin", "listPan.gestureRecognizerShouldBegin",
        "listPan.action",
      ])
    #expect(touched.states(of: "edgePan") == ["failed", "possible"])
    #expect(touched.states(of: "listPan").first == "began")
  }

  @Test func `on the last screen a swipe may not begin, and the list that is gone gets none`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.drag(1, from: edge, by: Point(x: 300, y: 0))
    touched.wait()
    let count = touched.run.scene.trace.entries.count
    touched.drag(2, from: edge, by: Point(x: 300, y: 0))
    touched.drag(3, from: middle, by: Point(x: 0, y: -200))
    touched.wait()
    let later = touched.run.scene.trace.entries.dropFirst(count)
    #expect(later.count { $0.name == "gestureRecognizerShouldBegin" } == 1)
    #expect(!later.contains { $0.subject == "listPan" || $0.name == "action" })
    #expect(touched.run.shown == ["container", "home"])
  }

  @Test(arguments: [
    ContactFrame.Interruption.dropped, .cancelled, .deviceRemoved, .endOfRecording,
  ])
  func `a touch that is lost or taken away cancels, however far it was`(
    interruption: ContactFrame.Interruption
  ) {
    for sample in TouchSample.allCases {
      var touched = TouchedRun(sample)
      let isSwipe = sample == .edgeSwipeBack || sample == .edgeSwipeProjected
      let isSheet = sample == .sheetSwipe || sample == .sheetHeld
      let before = touched.run.shown
      touched.drag(
        1, from: isSwipe ? edge : middle,
        by: isSheet ? Point(x: 0, y: 250) : Point(x: isSwipe ? 300 : -100, y: 0), isLifted: false)
      touched.interrupt(interruption)
      touched.wait()
      let recognizer =
        isSwipe ? "edgePan" : isSheet ? "sheetPan" : sample == .paging ? "pagesPan" : "mapPan"
      #expect(touched.states(of: recognizer).contains("cancelled"), "\(sample)")
      #expect(touched.run.shown == before)
      #expect(touched.run.lastOutcome != true)
      #expect(!touched.run.isRunning)
      #expect(touched.run.states.allSatisfy { $0 == .possible })
    }
  }

  @Test func `a touch during a transition is nobody's`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.drag(1, from: edge, by: Point(x: 200, y: 0))
    // The way to the end takes a while yet.
    let count = touched.run.scene.trace.entries.count
    touched.drag(2, from: edge, by: Point(x: 60, y: 0), steps: 5)
    #expect(touched.run.scene.trace.entries.dropFirst(count).allSatisfy { $0.kind != .state })
    touched.wait()
    #expect(touched.calls.count { $0 == "context.completeTransition" } == 1)
    #expect(touched.run.lastOutcome == true)
  }

  @Test func `a second finger neither jumps nor ends the swipe`() {
    var touched = TouchedRun(.edgeSwipeBack)
    touched.touch((1, 5, 300))
    touched.touch((1, 105, 300))
    touched.touch((1, 105, 300), (2, 250, 100))
    touched.touch((1, 133, 300), (2, 10, 100))
    #expect(touched.numbers("updateInteractiveTransition", "percent").last == .number(0.4))
    touched.touch((2, 10, 100))
    touched.touch()
    touched.wait()
    #expect(touched.run.lastOutcome == true)
  }

  @Test func `a touch whose place is told later comes down there`() {
    var touched = TouchedRun(.edgeSwipeBack)
    var contact = Contact(serial: 1, position: Vector(x: 0, y: 30000))
    contact.isXKnown = false
    touched.run.handle(ContactFrame(time: .zero, contacts: [contact]))
    touched.drag(1, from: edge, by: Point(x: 200, y: 0))
    touched.wait()
    #expect(touched.run.lastOutcome == true)
    // In the middle it is no swipe from the edge, though its first place was 0.
    var other = TouchedRun(.edgeSwipeBack)
    other.run.handle(ContactFrame(time: .zero, contacts: [contact]))
    other.drag(1, from: middle, by: Point(x: 100, y: 0))
    #expect(other.states(of: "edgePan") == ["failed", "possible"])
  }

  // MARK: Pages and maps

  @Test func `a pan turns a page, and the delegate is told in order`() {
    var touched = TouchedRun(.paging)
    touched.drag(1, from: middle, by: Point(x: -100, y: 4))
    touched.wait()
    #expect(touched.run.offset == Point(x: 640, y: 0))
    let told = touched.calls.filter { $0.hasPrefix("scrollDelegate") }
    let expected = [
      "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging",
      "willBeginDecelerating", "didScroll", "didEndDecelerating",
    ].map { "scrollDelegate." + $0 }
    #expect(told.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == expected)
    #expect(touched.numbers("willEndDragging", "target") == [.numbers([640, 0])])
    // At most one page, and none beyond the last.
    for turn in 0..<6 {
      touched.drag(turn + 2, from: Point(x: 300, y: 300), by: Point(x: -280, y: 0), steps: 2)
      touched.wait()
    }
    #expect(touched.run.offset == Point(x: 1280, y: 0))
  }

  @Test func `a touch catches a page, and its lift lets it go on`() {
    var touched = TouchedRun(.paging)
    touched.drag(1, from: middle, by: Point(x: -100, y: 0))
    touched.wait(0.03)
    touched.touch((2, 100, 100))
    let caught = touched.run.offset
    touched.wait(1)
    #expect(touched.run.offset == caught && caught != Point(x: 640, y: 0))
    touched.touch()
    touched.wait()
    #expect(touched.run.offset?.x.truncatingRemainder(dividingBy: 320) == 0)
    #expect(touched.calls.count { $0 == "scrollDelegate.willBeginDragging" } == 1)
    #expect(touched.calls.count { $0 == "scrollDelegate.didEndDecelerating" } == 1)
  }

  @Test func `a pan up and down turns no page`() {
    var touched = TouchedRun(.paging)
    touched.drag(1, from: middle, by: Point(x: 10, y: -200))
    #expect(touched.states(of: "pagesPan") == ["failed", "possible"])
    #expect(touched.run.offset == Point(x: 320, y: 0))
  }

  @Test func `code scrolls pages, and says when it has`() {
    var touched = TouchedRun(.paging)
    touched.run.scroll(to: Point(x: 960, y: 0), isAnimated: true, at: .zero)
    touched.wait()
    #expect(touched.calls.last == "scrollDelegate.didEndScrollingAnimation")
    #expect(touched.run.scene.trace.entries.last?.time == .milliseconds(300))
    #expect(touched.run.offset == Point(x: 960, y: 0))
  }

  @Test func `a map is locked to the way it is dragged first, and shows where it is`() throws {
    var touched = TouchedRun(.freeScroll)
    touched.drag(1, from: Point(x: 160, y: 400), by: Point(x: -30, y: -200))
    touched.wait()
    #expect(touched.run.offset?.x == 320)
    #expect((touched.run.offset?.y ?? .nan) > 568 + 180)
    let map = try #require(touched.run.scene.layer(named: "map"))
    #expect(touched.run.scene.tree.bounds(of: map).origin == touched.run.offset)
  }

  // MARK: Sheets

  @Test func `a sheet goes down with the finger, and away`() throws {
    var touched = TouchedRun(.sheetSwipe)
    let sheet = try #require(touched.run.scene.layer(named: "sheet"))
    func y() -> Double {
      let scene = touched.run.scene
      return scene.tree.presentation(at: scene.mediaTime).position(of: sheet).y
    }
    let rest = y()
    touched.drag(1, from: middle, by: Point(x: 0, y: 200), isLifted: false)
    #expect(abs(y() - rest - 200) < 1e-9)
    touched.touch()
    touched.wait()
    #expect(touched.run.shown == ["container", "page"])
    #expect(touched.calls.last == "delegate.presentationControllerDidDismiss")
    #expect(!touched.calls.contains { $0.hasPrefix("page.") })
  }

  @Test func `a sheet that is held gives way, and comes back`() throws {
    var touched = TouchedRun(.sheetHeld)
    let sheet = try #require(touched.run.scene.layer(named: "sheet"))
    func y() -> Double {
      let scene = touched.run.scene
      return scene.tree.presentation(at: scene.mediaTime).position(of: sheet).y
    }
    let rest = y()
    touched.drag(1, from: middle, by: Point(x: 0, y: 250), isLifted: false)
    #expect(abs(y() - rest - RubberBand(dimension: 524).value(at: 250)) < 1e-9)
    touched.touch()
    touched.wait()
    #expect(y() == rest)
    #expect(
      touched.calls.count { $0 == "delegate.presentationControllerDidAttemptToDismiss" } == 1)
    #expect(touched.run.shown == ["container", "page", "sheet"])
  }

  // MARK: All of them

  @Test(arguments: TouchSample.allCases)
  func `by itself a sample shows something, and comes to rest`(sample: TouchSample) {
    let run = TouchSampleRun.demonstration(of: sample, rate: 60, until: .seconds(10))
    #expect(!run.isRunning)
    #expect(run.states.allSatisfy { $0 == .possible })
    #expect(run.scene.trace.calls.count { $0.hasSuffix(".action") } > 10)
    if sample == .paging {
      #expect(run.scene.trace.calls.last == "scrollDelegate.didEndScrollingAnimation")
    }
    if sample == .edgeSwipeProjected || sample == .edgeSwipeBack || sample == .sheetSwipe {
      #expect(run.lastOutcome == true)
    }
  }

  @Test(arguments: TouchSample.allCases)
  func `all but the frames in between is the same at any rate`(sample: TouchSample) {
    func told(_ rate: Double) -> [String] {
      TouchSampleRun.demonstration(of: sample, rate: rate, until: .seconds(10)).scene.trace.entries
        .filter { $0.kind != .value && $0.name != "didScroll" }
        // Code scrolls the pages back at the first frame after they have come to rest.
        .filter { $0.name != "didEndScrollingAnimation" }.map(\.description)
    }
    let once = told(60)
    for rate in [24.0, 30, 120, 144] { #expect(told(rate) == once, "\(rate)") }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `under any touches each transition is completed once, with the right flag`(seed: UInt64) {
    var random = Seeded(seed)
    let sample = TouchSample.allCases[Int(seed) % TouchSample.allCases.count]
    var touched = TouchedRun(sample)
    var places: [(Int, Double, Double)] = []
    var serial = 0
    for _ in 0..<250 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0 where places.count < 4:
        serial += 1
        let isEdge = Bool.random(using: &random)
        places.append(
          (
            serial, isEdge ? 5 : Double.random(in: 0...320, using: &random),
            Double.random(in: 0...568, using: &random)
          ))
      case 1: if !places.isEmpty { places.removeFirst() }
      case 2 where Int.random(in: 0..<8, using: &random) == 0:
        touched.interrupt([.dropped, .cancelled].randomElement(using: &random) ?? .dropped)
        places = []
        continue
      case 3: touched.wait(Double.random(in: 0...0.4, using: &random))
      default:
        let step = (
          Double.random(in: -10...40, using: &random), Double.random(in: -20...30, using: &random)
        )
        places = places.map { ($0.0, $0.1 + step.0, $0.2 + step.1) }
      }
      switch places.count {
      case 0: touched.touch()
      case 1: touched.touch(places[0])
      case 2: touched.touch(places[0], places[1])
      case 3: touched.touch(places[0], places[1], places[2])
      default: touched.touch(places[0], places[1], places[2], places[3])
      }
    }
    touched.interrupt(.endOfRecording)
    touched.wait()
    let entries = touched.run.scene.trace.entries
    #expect(!touched.run.isRunning)
    #expect(touched.run.states.allSatisfy { $0 == .possible })
    let starts = entries.count { $0.name == "startInteractiveTransition" }
    let ends = entries.filter { $0.name == "completeTransition" }.map { $0.fields.first?.value }
    #expect(ends.count == starts)
    let decisions = entries.filter {
      $0.name == "finishInteractiveTransition" || $0.name == "cancelInteractiveTransition"
    }
    #expect(ends == decisions.map { .flag($0.name == "finishInteractiveTransition") })
    // What was finished is gone for good; else all is as it was.
    #expect(ends.dropLast().allSatisfy { $0 == .flag(false) })
    let isGone = ends.last == .flag(true)
    switch sample {
    case .edgeSwipeBack, .edgeSwipeProjected:
      #expect(touched.run.shown == ["container", isGone ? "home" : "list"])
    case .sheetSwipe, .sheetHeld:
      #expect(touched.run.shown == ["container", "page"] + (isGone ? [] : ["sheet"]))
    case .paging, .freeScroll: #expect(ends.isEmpty)
    }
    #expect(!entries.contains { $0.name == "problem" })
  }
}
