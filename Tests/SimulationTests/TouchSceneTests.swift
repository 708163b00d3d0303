import Quantities
import Simulation
import Testing
import TouchInput
import Transitions
import UIKitTransitions

@Suite struct TouchSceneTests {
  /// A surface of 1000 × 2000 units, with as many to a millimeter as are said.
  private func plan(
    unitsPerMillimeter: Int?, kind: DeviceDescription.Kind = .touchscreen,
    from minimum: Int = 0
  ) throws -> ReplayPlan {
    func extent(_ length: Int) throws -> Surface.Extent {
      try #require(
        Surface.Extent(
          minimum: minimum, maximum: minimum + length,
          unitsPerMillimeter: unitsPerMillimeter.map { Ratio(Int128($0)) }))
    }
    return try ReplayPlan(
      ReplaySettings(),
      for: ReplayPlan.Source(
        kind: kind, surface: Surface(x: try extent(1000), y: try extent(2000))))
  }

  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  /// A drag, 10 ms a step, from a place by a way in units.
  private func drag(
    _ serial: Int, at start: Double, from place: Vector<Device>, by way: Vector<Device>
  ) -> [ContactFrame] {
    (0...10).map { step in
      ContactFrame(
        time: at(start + Double(step) / 100),
        contacts: [
          Contact(
            serial: serial,
            position: Vector(
              x: place.x + way.x * step / 10, y: place.y + way.y * step / 10))
        ])
    } + [ContactFrame(time: at(start + 0.11))]
  }

  private func report(
    _ sample: TouchSample, _ plan: ReplayPlan, _ frames: [ContactFrame], rate: Double = 60
  ) -> SceneReport {
    var scene = TouchScene(sample, plan: plan, origin: .zero, rate: rate)
    for frame in frames { scene.take(frame) }
    return scene.finish()
  }

  @Test func `several gestures of a recording drive the same screens`() throws {
    let plan = try plan(unitsPerMillimeter: 15)
    // A short swipe, a scroll, a long swipe, and one on the last screen.
    let frames =
      drag(1, at: 0.5, from: Vector(x: 10, y: 900), by: Vector(x: 200, y: 0))
      + drag(2, at: 2, from: Vector(x: 500, y: 900), by: Vector(x: 0, y: -400))
      + drag(3, at: 5, from: Vector(x: 10, y: 900), by: Vector(x: 500, y: 0))
      + drag(4, at: 7, from: Vector(x: 10, y: 900), by: Vector(x: 500, y: 0))
    let report = report(.edgeSwipeBack, plan, frames)
    #expect(report.isComplete == true)
    #expect(report.shown == ["container", "home"])
    let ends = report.trace.entries.filter { $0.name == "completeTransition" }
    #expect(ends.map { $0.fields.first?.value } == [.flag(false), .flag(true)])
    #expect(report.trace.calls.contains("scrollDelegate.didEndDecelerating"))
    // Times are those of the recording.
    #expect(report.trace.entries.allSatisfy { $0.time >= .milliseconds(500) })
    let last = report.trace.entries.filter { $0.name == "gestureRecognizerShouldBegin" }.last
    #expect(last?.fields.first?.value == .flag(false) && (last?.time ?? .zero) > .seconds(7))
  }

  @Test(arguments: [0, -3000, 5000])
  func `the edge is that of the surface, wherever its units begin`(minimum: Int) throws {
    let plan = try plan(unitsPerMillimeter: 15, from: minimum)
    for (x, isComplete) in [(10, true), (100, nil)] as [(Int, Bool?)] {
      let report = report(
        .edgeSwipeBack, plan,
        drag(
          1, at: 0, from: Vector(x: minimum + x, y: minimum + 900), by: Vector(x: 500, y: 0)))
      #expect(report.isComplete == isComplete)
    }
  }

  @Test(arguments: [
    // 20 points are 3.1 mm: 46 units of 15 to the millimeter.
    (15 as Int?, DeviceDescription.Kind.touchscreen, 46, 48),
    // 1000 units are 69 mm.
    (nil, .touchpad, 45, 46),
    // 2000 units are 150 mm.
    (nil, .touchscreen, 41, 42),
  ])
  func `a device of unknown size is taken as everywhere`(
    units: Int?, kind: DeviceDescription.Kind, inside: Int, outside: Int
  ) throws {
    let plan = try plan(unitsPerMillimeter: units, kind: kind)
    for (x, begins) in [(inside, true), (outside, false)] {
      let report = report(
        .edgeSwipeBack, plan,
        drag(1, at: 0, from: Vector(x: x, y: 900), by: Vector(x: 500, y: 0)))
      #expect(report.trace.calls.contains("animator.animateTransition") == begins, "\(x)")
    }
  }

  @Test func `a recording that ends with a finger down takes the touch away`() throws {
    let frames = drag(1, at: 0, from: Vector(x: 10, y: 900), by: Vector(x: 900, y: 0)).dropLast()
    let end = ContactFrame(time: at(0.1), interruption: .endOfRecording)
    let report = report(
      .edgeSwipeBack, try plan(unitsPerMillimeter: 15), Array(frames) + [end])
    #expect(report.isComplete == false)
    #expect(report.shown == ["container", "list"])
    #expect(report.trace.lines.contains { $0.hasSuffix("state edgePan cancelled") })
  }

  @Test func `nothing but frames and values depends on the rate`() throws {
    let plan = try plan(unitsPerMillimeter: 15)
    let frames = drag(1, at: 0.5, from: Vector(x: 500, y: 900), by: Vector(x: -300, y: 10))
    func told(_ rate: Double) -> [String] {
      report(.paging, plan, frames, rate: rate).trace.entries
        .filter { $0.kind != .value && $0.name != "didScroll" }.map(\.description)
    }
    let once = told(60)
    #expect(once.contains { $0.contains("didEndDecelerating") })
    for rate in [10.0, 30, 120] { #expect(told(rate) == once) }
  }
}
