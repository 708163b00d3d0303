import Curves
import Layers
import Quantities
import Testing
import Transitions
import UIKitTransitions

@Suite struct ViewSceneTests {
  private var scene = ViewScene(size: Size(width: 320, height: 568))
  private let box: LayerID

  init() {
    box = scene.makeView(
      "box", frame: Rect(x: 0, y: 0, width: 100, height: 100), in: scene.tree.root)
    _ = scene.flush()
  }

  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  private func shown(_ path: PropertyPath, _ seconds: Double) -> Double {
    scene.tree.presentation(at: seconds).number(path, of: box)
  }

  @Test mutating func `a change within a block is animated, and one outside is not`() {
    scene.tree.set("opacity", of: box, to: .number(0.8))
    _ = scene.flush()
    #expect(shown("opacity", 0) == 0.8)
    scene.animate(ViewAnimation(duration: .milliseconds(400)), named: "fade") { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    #expect(scene.tree.opacity(of: box) == 0)
    #expect(abs(shown("opacity", 0.2) - 0.4) < 1e-9)
    #expect(abs(shown("opacity", 0.1) - 0.8 * (1 - TimingCurve.easeInOut.value(at: 0.25))) < 1e-9)
    _ = scene.advance(to: at(1))
    #expect(scene.trace.lines == ["0.400000 call fade completion finished=true"])
  }

  @Test mutating func `blocks that overlap add up without a jump, and all complete`() {
    let animation = ViewAnimation(duration: .seconds(1))
    scene.animate(animation, named: "there") { [box] block in
      block.tree.set("position.x", of: box, to: .number(150))
    }
    _ = scene.advance(to: at(0.5))
    let before = shown("position.x", 0.5)
    scene.animate(animation, named: "back") { [box] block in
      block.tree.set("position.x", of: box, to: .number(50))
    }
    #expect(abs(shown("position.x", 0.5) - before) < 1e-9)
    // Neither does the velocity jump.
    let speeds = [(0.499, 0.4999), (0.5001, 0.501)].map { a, b in
      (shown("position.x", b) - shown("position.x", a)) / (b - a)
    }
    #expect(abs(speeds[0] - speeds[1]) < 2)
    _ = scene.advance(to: at(3))
    #expect(shown("position.x", 3) == 50)
    #expect(
      scene.trace.lines == [
        "1.000000 call there completion finished=true",
        "1.500000 call back completion finished=true",
      ])
  }

  @Test mutating func `bounds go in their two parts, and a transform about what is set`() {
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: .curveLinear), named: "grow"
    ) { [box] block in
      block.tree.set("bounds", of: box, to: .rect(Rect(x: 0, y: 0, width: 200, height: 50)))
      block.tree.set("transform", of: box, to: .transform(.scale(x: 0.5, y: 0.5)))
    }
    let half = scene.tree.presentation(at: 0.5)
    #expect(half.bounds(of: box) == Rect(x: 0, y: 0, width: 150, height: 75))
    #expect(abs(half.number("transform.scale.x", of: box) - 0.75) < 1e-9)
    #expect(abs(scene.tree.presentation(at: 0).number("transform.scale.x", of: box) - 1) < 1e-9)
  }

  @Test mutating func `a block within a block inherits, unless it overrides`() {
    scene.animate(
      ViewAnimation(duration: .seconds(2), options: .curveLinear), named: "outer"
    ) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
      block.animate(ViewAnimation(duration: .seconds(1))) { inner in
        inner.tree.set("position.x", of: box, to: .number(150))
      }
      block.animate(
        ViewAnimation(
          duration: .seconds(1), options: [.overrideInheritedDuration, .overrideInheritedCurve])
      ) { inner in
        inner.tree.set("position.y", of: box, to: .number(150))
      }
      block.withoutAnimation { $0.set("cornerRadius", of: box, to: .number(9)) }
    }
    #expect(abs(shown("opacity", 0.5) - 0.75) < 1e-9)
    #expect(abs(shown("position.x", 0.5) - 75) < 1e-9)
    #expect(
      abs(shown("position.y", 0.25) - (50 + 100 * TimingCurve.easeInOut.value(at: 0.25))) < 1e-9)
    #expect(shown("position.y", 1) == 150)
    #expect(shown("cornerRadius", 0) == 9)
  }

  @Test mutating func `keyframes take their parts of the time, and hold outside of them`() {
    scene.animateKeyframes(ViewAnimation(duration: .seconds(4)), named: "keyframes") {
      [box] block in
      block.addKeyframe(relativeStart: 0.25, relativeDuration: 0.25) {
        $0.set("position.x", of: box, to: .number(150))
      }
      block.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
        $0.set("position.x", of: box, to: .number(350))
        $0.set("opacity", of: box, to: .number(0))
      }
      block.addKeyframe(relativeStart: 0.75, relativeDuration: 0) {
        $0.set("cornerRadius", of: box, to: .number(8))
      }
    }
    for (time, x, opacity) in [
      (0.5, 50.0, 1.0), (1, 50, 1), (1.5, 100, 1), (2, 150, 1), (3, 250, 0.5), (4, 350, 0),
    ] {
      #expect(abs(shown("position.x", time) - x) < 1e-9, "\(time)")
      #expect(abs(shown("opacity", time) - opacity) < 1e-9, "\(time)")
    }
    #expect(shown("cornerRadius", 2.9) == 0)
    #expect(shown("cornerRadius", 3.1) == 8)
    _ = scene.advance(to: at(9))
    #expect(scene.trace.lines == ["4.000000 call keyframes completion finished=true"])
  }

  @Test mutating func `a delay shows the old value, and repeats go on`() {
    scene.animate(
      ViewAnimation(
        duration: .seconds(1), delay: .seconds(1),
        options: [.curveLinear, .repeat, .autoreverse]), named: "pulse"
    ) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    for (time, value) in [(0.5, 1.0), (1.25, 0.75), (2, 0), (2.75, 0.75), (101.25, 0.75)] {
      #expect(abs(shown("opacity", time) - value) < 1e-9, "\(time)")
    }
    _ = scene.advance(to: at(1000))
    #expect(scene.trace.entries == [])
  }

  @Test mutating func `a spring overshoots, and colors start where they are told to`() {
    scene.tree.set("backgroundColor", of: box, to: .color(.black))
    _ = scene.flush()
    scene.animate(
      .spring(duration: .milliseconds(400), damping: 0.7, velocity: 0.3), named: "spring"
    ) { [box] block in
      block.tree.set("position.x", of: box, to: .number(150))
      block.tree.set("backgroundColor", of: box, to: .color(.white))
    }
    let curve = SpringCurve(
      Spring(settlingDuration: .milliseconds(400), dampingRatio: 0.7, initialVelocity: 0.3),
      initialVelocity: 0.3)
    #expect(
      abs(shown("position.x", 0.18) - (50 + 100 * curve.value(at: .milliseconds(180)))) < 1e-9)
    #expect(shown("position.x", 0.18) > 150)
  }

  @Test mutating func `without a duration nothing is animated, and it is complete`() {
    scene.animate(ViewAnimation(duration: .zero), named: "now") { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    #expect(shown("opacity", 0) == 0)
    _ = scene.advance(to: at(0))
    #expect(scene.trace.lines == ["0.000000 call now completion finished=true"])
  }

  @Test mutating func `a frame is animated by its position and its bounds`() {
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: .curveLinear), named: "frame"
    ) { [box] block in
      block.tree.set("frame", of: box, to: .rect(Rect(x: 100, y: 0, width: 200, height: 100)))
    }
    let animated = scene.tree.animations(of: box).compactMap { id -> String? in
      guard case .basic(let property, _)? = scene.tree.animation(id)?.kind else { return nil }
      return property.path.description
    }
    #expect(animated.sorted() == ["bounds.size", "position"])
    let half = scene.tree.presentation(at: 0.5).value("frame", of: box)?.rect
    #expect(half == Rect(x: 50, y: 0, width: 150, height: 100))
  }

  @Test mutating func `a block that is reverted completes unfinished`() {
    let block = scene.animate(ViewAnimation(duration: .seconds(1)), named: "fade") {
      [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    _ = scene.advance(to: at(0.5))
    scene.revert(block)
    _ = scene.flush()
    #expect(shown("opacity", 0.5) == 1)
    #expect(scene.isComplete(block))
    #expect(scene.trace.lines == ["0.500000 call fade completion finished=false"])
  }

  @Test mutating func `what was changed by others meanwhile is not restored`() {
    let block = scene.animate(ViewAnimation(duration: .seconds(1)), named: "fade") {
      [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    scene.tree.set("opacity", of: box, to: .number(0.7))
    scene.revert(block)
    #expect(scene.tree.opacity(of: box) == 0.7)
  }

  // MARK: Transitions

  @Test func `options name a curve, an effect and a frame rate`() {
    #expect(ViewAnimationOptions([.curveLinear, .transitionCurlUp]).transition == .curlUp)
    #expect(ViewAnimationOptions([.curveEaseOut, .transitionCurlUp]).curve == .easeOut)
    #expect(ViewAnimationOptions([]).transition == nil)
    #expect(ViewAnimationOptions.preferredFramesPerSecond30.preferredFrameRate == 30)
  }

  @Test mutating func `a view changes its picture with an effect`() throws {
    scene.transition(
      with: box, duration: .milliseconds(400), options: .transitionCrossDissolve, named: "dissolve"
    ) { [box] tree in
      tree.set("contents", of: box, to: .contents(.named("new")))
    }
    let shown = try #require(
      scene.transition(of: box, in: scene.tree.presentation(at: 0.2)))
    #expect(shown.effect == .crossDissolve)
    #expect(abs(shown.progress - 0.5) < 1e-9)
    #expect(abs(shown.arrangement.old.alpha - 0.5) < 1e-9)
    _ = scene.advance(to: at(1))
    #expect(scene.transition(of: box, in: scene.tree.presentation(at: 1)) == nil)
    #expect(scene.trace.lines == ["0.400000 call dissolve completion finished=true"])
    #expect(scene.tree.value("contents", of: box) == .contents(.named("new")))
  }

  @Test(arguments: [true, false])
  mutating func `two views are exchanged in their superview`(isHiding: Bool) {
    let frame = Rect(x: 0, y: 0, width: 100, height: 100)
    let other = scene.makeView("other", frame: frame, in: isHiding ? scene.tree.root : nil)
    scene.tree.set("hidden", of: other, to: .flag(true))
    if !isHiding { scene.tree.set("hidden", of: other, to: .flag(false)) }
    _ = scene.flush()
    scene.transition(
      from: box, to: other, duration: .milliseconds(500),
      options: isHiding
        ? [.transitionFlipFromRight, .showHideTransitionViews] : .transitionFlipFromRight,
      named: "flip")
    #expect(scene.visibleViews(in: scene.tree.root) == ["window", "other"])
    #expect((scene.tree.superlayer(of: box) != nil) == isHiding)
    let root = scene.tree.root
    let half = scene.tree.presentation(at: 0.1)
    #expect(scene.transition(of: root, in: half)?.arrangement.isOldOnTop == true)
    _ = scene.advance(to: at(1))
    #expect(scene.trace.lines == ["0.500000 call flip completion finished=true"])
  }

  @Test mutating func `without an effect or a duration a change holds at once`() {
    let cases: [(ViewAnimationOptions, Duration)] = [
      ([], .seconds(1)), (.transitionCurlUp, .zero),
    ]
    for (options, duration) in cases {
      scene.transition(with: box, duration: duration, options: options, named: "now") {
        [box] tree in
        tree.set("cornerRadius", of: box, to: .number(3))
      }
      #expect(scene.trace.lines.last == "0.000000 call now completion finished=true")
    }
  }

  @Test(arguments: ViewTransition.allCases)
  func `each effect shows the old at its start and the new at its end`(effect: ViewTransition) {
    let size = Size(width: 320, height: 568)
    let start = effect.arrangement(at: 0, size: size)
    let end = effect.arrangement(at: 1, size: size)
    func isWhole(_ side: ViewTransition.Side) -> Bool {
      let corner = Point(x: 160, y: 284)
      let moved = side.transform.apply(to: corner)
      return side.alpha == 1 && side.visibleHeight == 1
        && moved.map { abs($0.x - corner.x) + abs($0.y - corner.y) < 1e-9 } == true
    }
    func isSeen(_ side: ViewTransition.Side) -> Bool { side.alpha > 0 && side.visibleHeight > 0 }
    #expect(isWhole(start.old) && (!isSeen(start.new) || start.isOldOnTop))
    #expect(isWhole(end.new) && (!isSeen(end.old) || !end.isOldOnTop))
  }

  @Test func `a flip turns the side that it is named after to the front`() {
    let size = Size(width: 320, height: 568)
    // Which side looks larger, a quarter of the way on: that is nearer.
    let points: [(ViewTransition, Point)] = [
      (.flipFromLeft, Point(x: -160, y: 0)), (.flipFromRight, Point(x: 160, y: 0)),
      (.flipFromTop, Point(x: 0, y: -284)), (.flipFromBottom, Point(x: 0, y: 284)),
    ]
    for (effect, near) in points {
      let transform = effect.arrangement(at: 0.25, size: size).old.transform
      let far = Point(x: -near.x, y: -near.y)
      func distance(_ point: Point) -> Double {
        transform.apply(to: point).map { abs($0.x) + abs($0.y) } ?? .nan
      }
      #expect(distance(near) > distance(far), "\(effect)")
      // The middle of the way is edge-on.
      let middle = effect.arrangement(at: 0.5, size: size).new.transform
      #expect(middle.apply(to: near).map { abs($0.x) + abs($0.y) < 1e-9 } == true)
    }
  }
}
