import Curves
import Layers
import Quantities
import Testing
import Transitions
import UIKitTransitions

/// Property animators whose animations are those of a scene's layers.
@Suite struct ViewAnimatorTests {
  typealias Command = PropertyAnimator.Command

  var scene = ViewScene(size: Size(width: 320, height: 568))
  let box: LayerID

  init() {
    box = scene.makeView(
      "box", frame: Rect(x: 0, y: 0, width: 100, height: 100), in: scene.tree.root)
    _ = scene.flush()
  }

  static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  func at(_ seconds: Double) -> Timestamp { Self.at(seconds) }

  func shown(_ path: PropertyPath, _ seconds: Double? = nil) -> Double {
    scene.tree.presentation(at: seconds ?? scene.mediaTime).number(path, of: box)
  }

  /// An animator that takes x from 50 to 150, and the opacity from 1 to 0.
  mutating func make(
    _ timing: TimingParameters = .curve(.linear), duration: Double = 1, delay: Double = 0
  ) throws -> ViewAnimatorID {
    let id = scene.makeAnimator(
      PropertyAnimator(duration: .seconds(duration), timing: timing, delay: .seconds(delay)),
      named: "move")
    try scene.addAnimations(to: id) { [box] block in
      block.tree.set("position.x", of: box, to: .number(150))
      block.tree.set("opacity", of: box, to: .number(0))
    }
    return id
  }

  @Test mutating func `what an animator changes is set when it becomes active`() throws {
    let id = try make()
    #expect(scene.tree.number("position.x", of: box) == 50)
    scene.tree.set("position.x", of: box, to: .number(30))
    _ = scene.flush()
    try scene.perform(.start, on: id)
    #expect(scene.tree.number("position.x", of: box) == 150)
    for (time, x) in [(0.0, 30.0), (0.25, 60), (0.5, 90), (1, 150)] {
      #expect(abs(shown("position.x", time) - x) < 1e-9)
    }
    _ = scene.advance(to: at(2))
    #expect(scene.tree.animations(of: box) == [])
    #expect(
      scene.trace.lines == [
        "0.000000 state move active running=true",
        "1.000000 state move inactive running=false",
        "1.000000 call move completion position=end",
      ])
  }

  @Test mutating func `a completion comes at its moment, in order with the others`() throws {
    let id = try make()
    try scene.perform(.start, on: id)
    scene.animate(ViewAnimation(duration: .milliseconds(600)), named: "early") { [box] block in
      block.tree.set("cornerRadius", of: box, to: .number(3))
    }
    scene.animate(ViewAnimation(duration: .milliseconds(1400)), named: "late") { [box] block in
      block.tree.set("borderWidth", of: box, to: .number(3))
    }
    let happened = scene.advance(to: at(2))
    let completions = happened.compactMap { occurrence -> String? in
      switch occurrence.kind {
      case .completed(let block, _): "\(block.number) \(occurrence.time.since(.zero).seconds)"
      case .animatorCompleted(id, at: .end): "animator \(occurrence.time.since(.zero).seconds)"
      case .animatorCompleted, .layer: nil
      }
    }
    #expect(completions == ["0 0.6", "animator 1.0", "1 1.4"])
  }

  @Test mutating func `a paused animator stands still, scrubs, and goes on`() throws {
    let id = try make(.curve(.easeInOut))
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(0.3))
    let before = shown("position.x")
    try scene.perform(.pause, on: id)
    #expect(abs(shown("position.x") - before) < 1e-9)
    #expect(abs(shown("position.x", 50) - before) < 1e-9)
    _ = scene.advance(to: at(1))
    try scene.perform(.scrub(0.75), on: id)
    #expect(shown("position.x") == 125)
    #expect(shown("opacity") == 0.25)
    try scene.perform(.scrub(0), on: id)
    #expect(shown("position.x") == 50)
    try scene.perform(.scrub(0.5), on: id)
    try scene.perform(.proceed(with: .curve(.linear), durationFactor: 0), on: id)
    #expect(abs(shown("position.x", 1.25) - 125) < 1e-9)
    _ = scene.advance(to: at(3))
    #expect(scene.trace.lines.last == "1.500000 call move completion position=end")
    #expect(shown("position.x") == 150)
  }

  @Test mutating func `turned round it goes back as it came, and leaves what was set before`()
    throws
  {
    let id = try make(.curve(.easeIn))
    try scene.perform(.start, on: id)
    let there = (0...6).map { shown("position.x", Double($0) / 10) }
    _ = scene.advance(to: at(0.6))
    try scene.perform(.setReversed(true), on: id)
    for step in 0...6 {
      #expect(abs(shown("position.x", 0.6 + Double(step) / 10) - there[6 - step]) < 1e-6)
    }
    _ = scene.advance(to: at(2))
    #expect(scene.trace.lines.last == "1.200000 call move completion position=start")
    #expect(scene.tree.number("position.x", of: box) == 50)
    #expect(scene.tree.opacity(of: box) == 1)
  }

  @Test(arguments: [
    (PropertyAnimator.Position.end, 150.0), (.start, 50), (.current, 75),
  ])
  mutating func `stopped it leaves what is shown, and finishes where it is told`(
    position: PropertyAnimator.Position, x: Double
  ) throws {
    let id = try make()
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(0.25))
    try scene.perform(.stop(withoutFinishing: false), on: id)
    #expect(abs(scene.tree.number("position.x", of: box) - 75) < 1e-9)
    #expect(scene.tree.animations(of: box) == [])
    _ = scene.advance(to: at(9))
    #expect(abs(shown("position.x") - 75) < 1e-9)
    try scene.perform(.finish(at: position), on: id)
    #expect(abs(scene.tree.number("position.x", of: box) - x) < 1e-9)
    #expect(scene.trace.lines.last == "9.000000 call move completion position=\(position)")
  }

  @Test mutating func `stopped without finishing it leaves what is shown, and nothing completes`()
    throws
  {
    let id = try make()
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(0.25))
    try scene.perform(.stop(withoutFinishing: true), on: id)
    #expect(abs(scene.tree.number("position.x", of: box) - 75) < 1e-9)
    #expect(scene.animator(id).state == .inactive)
    _ = scene.advance(to: at(9))
    #expect(!scene.trace.calls.contains("move.completion"))
  }

  @Test mutating func `what others change meanwhile stays`() throws {
    let id = try make()
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(0.5))
    scene.tree.set("opacity", of: box, to: .number(0.7))
    _ = scene.flush()
    try scene.perform(.stop(withoutFinishing: false), on: id)
    #expect(scene.tree.opacity(of: box) == 0.7)
    try scene.perform(.finish(at: .start), on: id)
    #expect(scene.tree.opacity(of: box) == 0.7)
    #expect(scene.tree.number("position.x", of: box) == 50)
  }

  @Test mutating func `an animator and a block add up, and each leaves its own share`() throws {
    let id = try make()
    try scene.perform(.start, on: id)
    scene.animate(
      ViewAnimation(duration: .seconds(2), options: .curveLinear), named: "block"
    ) { [box] block in
      block.tree.set("position.x", of: box, to: .number(250))
    }
    // Of the animator half its hundred is missing, of the block three quarters.
    #expect(abs(shown("position.x", 0.5) - (250 - 50 - 75)) < 1e-9)
    _ = scene.advance(to: at(0.5))
    try scene.perform(.stop(withoutFinishing: true), on: id)
    // The block has set another value since.
    #expect(scene.tree.number("position.x", of: box) == 250)
    #expect(abs(shown("position.x") - (250 - 75)) < 1e-9)
  }

  @Test mutating func `animations that are added run over the rest of the time`() throws {
    let id = try make(duration: 2)
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(1))
    try scene.addAnimations(to: id) { [box] block in
      block.tree.set("cornerRadius", of: box, to: .number(10))
    }
    try scene.addAnimations(to: id, delayFactor: 0.5) { [box] block in
      block.tree.set("borderWidth", of: box, to: .number(10))
      block.tree.set("backgroundColor", of: box, to: .color(.black))
    }
    #expect(scene.tree.number("borderWidth", of: box) == 10)
    for (time, corner, border) in [
      (1.0, 0.0, 0.0), (1.25, 2.5, 0), (1.5, 5, 0), (1.75, 7.5, 5), (2, 10, 10),
    ] {
      #expect(abs(shown("cornerRadius", time) - corner) < 1e-9, "\(time)")
      #expect(abs(shown("borderWidth", time) - border) < 1e-9, "\(time)")
    }
    _ = scene.advance(to: at(1.75))
    try scene.perform(.setReversed(true), on: id)
    #expect(abs(shown("borderWidth", 2) - 0) < 1e-9)
    #expect(abs(shown("cornerRadius", 2) - 5) < 1e-9)
    _ = scene.advance(to: at(9))
    #expect(scene.tree.number("cornerRadius", of: box) == 0)
    #expect(scene.tree.number("borderWidth", of: box) == 0)
  }

  @Test mutating func `animations that were delayed at the start are scrubbed with the others`()
    throws
  {
    let id = try make()
    try scene.addAnimations(to: id, delayFactor: 0.5) { [box] block in
      block.tree.set("cornerRadius", of: box, to: .number(10))
    }
    try scene.perform(.scrub(0.75), on: id)
    #expect(abs(shown("cornerRadius") - 5) < 1e-9)
    try scene.perform(.scrub(0.25), on: id)
    #expect(shown("cornerRadius") == 0)
    // The third of the rest is waited for.
    try scene.perform(.proceed(with: nil, durationFactor: 1), on: id)
    #expect(shown("cornerRadius", 0.33) == 0)
    #expect(abs(shown("cornerRadius", 2.0 / 3) - 5) < 1e-9)
    _ = scene.advance(to: at(1))
    #expect(shown("cornerRadius") == 10)
  }

  @Test mutating func `keyframes within an animator go with it`() throws {
    let id = scene.makeAnimator(
      PropertyAnimator(duration: .seconds(1), timing: .curve(.linear)), named: "keys")
    try scene.addAnimations(to: id) { [box] block in
      block.animateKeyframes(ViewAnimation(duration: .seconds(7))) { block in
        block.addKeyframe(relativeStart: 0.25, relativeDuration: 0.25) {
          $0.set("zPosition", of: box, to: .number(10))
        }
        block.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
          $0.set("zPosition", of: box, to: .number(0))
        }
      }
      block.animateKeyframes(
        ViewAnimation(duration: .seconds(7), options: .calculationModePaced)
      ) { block in
        block.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
          $0.set("cornerRadius", of: box, to: .number(10))
        }
      }
    }
    try scene.perform(.start, on: id)
    for (time, z, corner) in [
      (0.2, 0.0, 0.0), (0.375, 5, 0), (0.5, 10, 0), (0.75, 5, 5), (1, 0, 10),
    ] {
      #expect(abs(shown("zPosition", time) - z) < 1e-9, "\(time)")
      #expect(abs(shown("cornerRadius", time) - corner) < 1e-9, "\(time)")
    }
    _ = scene.advance(to: at(0.1))
    try scene.perform(.pause, on: id)
    try scene.perform(.scrub(0.75), on: id)
    #expect(abs(shown("zPosition") - 5) < 1e-9)
    #expect(abs(shown("cornerRadius") - 5) < 1e-9)
    try scene.perform(.stop(withoutFinishing: true), on: id)
    #expect(abs(scene.tree.number("zPosition", of: box) - 5) < 1e-9)
    #expect(abs(scene.tree.number("cornerRadius", of: box) - 5) < 1e-9)
  }

  @Test mutating func `blocks within an animator go with it, whatever they override`() throws {
    let id = scene.makeAnimator(
      PropertyAnimator(duration: .seconds(1), timing: .curve(.linear)), named: "blocks")
    try scene.addAnimations(to: id) { [box] block in
      let own: ViewAnimationOptions = [
        .overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions, .repeat,
      ]
      let spring = ViewAnimation.spring(duration: .seconds(3), damping: 0.2, options: own)
      block.animate(spring) { $0.tree.set("zPosition", of: box, to: .number(10)) }
      block.animate(ViewAnimation(duration: .zero, options: own)) {
        $0.tree.set("borderWidth", of: box, to: .number(10))
      }
      block.animateKeyframes(
        ViewAnimation(duration: .seconds(3), options: [own, .calculationModePaced])
      ) { block in
        block.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
          $0.set("cornerRadius", of: box, to: .number(10))
        }
      }
    }
    try scene.perform(.start, on: id)
    #expect(abs(shown("zPosition", 0.75) - 7.5) < 1e-9)
    #expect(abs(shown("borderWidth", 0.75) - 7.5) < 1e-9)
    #expect(abs(shown("cornerRadius", 0.75) - 5) < 1e-9)
    _ = scene.advance(to: at(1))
    #expect(scene.trace.lines.last == "1.000000 call blocks completion position=end")
  }

  @Test mutating func `what is left out of the animation is set at the start`() throws {
    let id = scene.makeAnimator(PropertyAnimator(duration: .seconds(1)), named: "some")
    try scene.addAnimations(to: id) { [box] block in
      block.withoutAnimation { $0.set("cornerRadius", of: box, to: .number(5)) }
      block.tree.set("zPosition", of: box, to: .number(1))
    }
    #expect(scene.tree.number("cornerRadius", of: box) == 0)
    try scene.perform(.pause, on: id)
    #expect(shown("cornerRadius") == 5)
    #expect(shown("zPosition") == 0)
  }

  // MARK: Springs

  @Test mutating func `a spring is shown beyond the end, while the fraction stays within`() throws {
    let timing = TimingParameters.damped(ratio: 0.4)
    let id = try make(timing)
    try scene.perform(.start, on: id)
    let pace = timing.pace(over: .seconds(1))
    var most = 0.0
    for step in 0...100 {
      let time = Double(step) / 100
      #expect(abs(shown("position.x", time) - (50 + 100 * pace.value(atShare: time))) < 1e-6)
      most = max(most, shown("position.x", time))
      #expect((0...1).contains(scene.animator(id).fractionComplete(at: at(time))))
    }
    #expect(most > 160)
    #expect(shown("position.x", 1) == 150)
    // Caught beyond the end it stays there.
    let peak = (0...100).map { Double($0) / 100 }.max {
      pace.value(atShare: $0) < pace.value(atShare: $1)
    }
    let moment = try #require(peak)
    _ = scene.advance(to: at(moment))
    try scene.perform(.pause, on: id)
    #expect(abs(shown("position.x") - most) < 1e-6)
    #expect(scene.animator(id).fractionComplete(at: scene.time) == 1)
    try scene.perform(.proceed(with: .curve(.easeOut), durationFactor: 0), on: id)
    #expect(abs(shown("position.x") - most) < 1e-6)
    #expect(scene.animator(id).isRunning)
    _ = scene.advance(to: at(5))
    #expect(shown("position.x") == 150)
  }

  @Test mutating func `a spring that is turned round is shown beyond the start`() throws {
    let timing = TimingParameters.damped(ratio: 0.4)
    let id = try make(timing)
    try scene.perform(.scrub(0.5), on: id)
    try scene.perform(.setReversed(true), on: id)
    try scene.perform(.proceed(with: nil, durationFactor: 1), on: id)
    let pace = timing.pace(over: .seconds(1))
    var least = 100.0
    for step in 0...100 {
      let time = Double(step) / 100
      let x = shown("position.x", time)
      #expect(abs(x - (100 - 50 * pace.value(atShare: time))) < 1e-6)
      least = min(least, x)
    }
    #expect(least < 45)
    _ = scene.advance(to: at(2))
    #expect(scene.tree.number("position.x", of: box) == 50)
  }

  @Test(arguments: [0.0, 0.5, 1.5])
  mutating func `new parameters take over where it is, along a spring of their own`(
    factor: Double
  ) throws {
    let id = try make(.curve(.easeInOut))
    try scene.perform(.scrub(0.3), on: id)
    let spring = TimingParameters.damped(ratio: 0.3, velocity: 2)
    try scene.perform(.proceed(with: spring, durationFactor: factor), on: id)
    let length = factor > 0 ? factor : 0.7
    #expect(scene.animator(id).remainingTime(at: scene.time) == .seconds(length))
    let pace = spring.pace(over: .seconds(length))
    for step in 0...50 {
      let share = Double(step) / 50
      let expected = 0.3 + 0.7 * pace.value(atShare: share)
      #expect(abs(shown("position.x", share * length) - (50 + 100 * expected)) < 1e-6)
    }
  }

  @Test mutating func `a spring that is not scrubbed linearly shows its own way`() throws {
    let timing = TimingParameters.damped(ratio: 0.4)
    let id = try make(timing)
    scene.setAnimator(id, scrubsLinearly: false, pausesOnCompletion: false)
    let pace = timing.pace(over: .seconds(1))
    for fraction in [0.1, 0.3, 0.35, 0.6, 1] {
      try scene.perform(.scrub(fraction), on: id)
      #expect(scene.animator(id).fractionComplete(at: scene.time) == fraction)
      #expect(abs(shown("position.x") - (50 + 100 * pace.value(atShare: fraction))) < 1e-9)
    }
    // A pause of one that runs keeps its share of the time.
    try scene.perform(.start, on: id)
    try scene.perform(.stop(withoutFinishing: true), on: id)
    let second = try make(timing)
    scene.setAnimator(second, scrubsLinearly: false, pausesOnCompletion: false)
    try scene.perform(.start, on: second)
    _ = scene.advance(to: at(0.4))
    try scene.perform(.pause, on: second)
    #expect(abs(scene.animator(second).fractionComplete(at: scene.time) - 0.4) < 1e-9)
  }

  // MARK: States

  @Test mutating func `a call that is not taken changes nothing, and names the state`() throws {
    let id = try make()
    let wrong: [(Command, String)] = [
      (.proceed(with: nil, durationFactor: 0), "inactive"),
      (.stop(withoutFinishing: true), "inactive"), (.finish(at: .end), "inactive"),
    ]
    for (command, state) in wrong {
      let error = #expect(throws: PropertyAnimatorError.self) {
        try scene.perform(command, on: id)
      }
      #expect(error?.description.hasSuffix(state) == true)
    }
    try scene.perform(.start, on: id)
    #expect(throws: PropertyAnimatorError.self) { try scene.perform(.scrub(0.5), on: id) }
    #expect(throws: PropertyAnimatorError.self) { try scene.perform(.finish(at: .end), on: id) }
    #expect(throws: PropertyAnimatorError.self) {
      try scene.configureAnimator(id, isInterruptible: false)
    }
    try scene.perform(.stop(withoutFinishing: false), on: id)
    let animations = scene.tree
    #expect(throws: PropertyAnimatorError.self) { try scene.addAnimations(to: id) { _ in } }
    #expect(throws: PropertyAnimatorError.self) { try scene.releaseAnimator(id) }
    #expect(scene.tree.animations(of: box) == animations.animations(of: box))
    try scene.perform(.finish(at: .end), on: id)
    try scene.releaseAnimator(id)
  }

  @Test mutating func `one that pauses at its end is shown there, and is not complete`() throws {
    let id = try make()
    scene.setAnimator(id, scrubsLinearly: true, pausesOnCompletion: true)
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(3))
    #expect(shown("position.x") == 150)
    #expect(!scene.trace.calls.contains("move.completion"))
    #expect(scene.trace.lines.last == "1.000000 state move active running=false")
    try scene.perform(.setReversed(true), on: id)
    try scene.perform(.proceed(with: nil, durationFactor: 0), on: id)
    #expect(abs(shown("position.x", 3.5) - 100) < 1e-9)
    _ = scene.advance(to: at(4.5))
    #expect(shown("position.x") == 50)
  }

  @Test mutating func `an animator may be used again, with other animations`() throws {
    let id = try make()
    try scene.perform(.start, on: id)
    _ = scene.advance(to: at(1))
    try scene.addAnimations(to: id) { [box] block in
      block.tree.set("position.x", of: box, to: .number(0))
    }
    try scene.perform(.start, on: id)
    #expect(abs(shown("position.x", 1.5) - 75) < 1e-9)
    _ = scene.advance(to: at(3))
    #expect(scene.trace.calls.filter { $0 == "move.completion" }.count == 2)
  }

  @Test mutating func `an animator waits its delay, and a layer's own time does not bend it`()
    throws
  {
    scene.tree.setTiming(
      MediaTiming(beginTime: 3, duration: .infinity, speed: 0.5, timeOffset: 7), of: box)
    _ = scene.flush()
    let id = try make(.curve(.linear), delay: 0.5)
    _ = scene.advance(to: at(1))
    try scene.perform(.start, on: id)
    for (time, x) in [(1.0, 50.0), (1.5, 50), (1.75, 75), (2.25, 125)] {
      #expect(abs(shown("position.x", time) - x) < 1e-9, "\(time)")
    }
    _ = scene.advance(to: at(2.25))
    try scene.perform(.setReversed(true), on: id)
    #expect(abs(shown("position.x", 2.5) - 100) < 1e-9)
  }
}
