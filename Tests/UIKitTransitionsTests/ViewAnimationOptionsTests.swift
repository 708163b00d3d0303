import Curves
import Layers
import Quantities
import Testing
import Transitions
import UIKitTransitions

/// What each option of a view animation does.
@Suite struct ViewAnimationOptionsTests {
  private var scene = ViewScene(size: Size(width: 320, height: 568))
  private let box: LayerID

  init() {
    box = scene.makeView(
      "box", frame: Rect(x: 0, y: 0, width: 100, height: 100), in: scene.tree.root)
    scene.tree.set("backgroundColor", of: box, to: .color(.black))
    _ = scene.flush()
  }

  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  private func shown(_ path: PropertyPath, _ seconds: Double) -> Double {
    scene.tree.presentation(at: seconds).number(path, of: box)
  }

  private func red(_ seconds: Double) -> Double {
    scene.tree.presentation(at: seconds).value("backgroundColor", of: box)?.color?.red ?? .nan
  }

  private mutating func paint(_ color: Color, _ options: ViewAnimationOptions, _ name: String) {
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: [.curveLinear, options]), named: name
    ) { [box] block in
      block.tree.set("backgroundColor", of: box, to: .color(color))
    }
  }

  @Test func `options have the bits of UIKit`() {
    let bits: [(ViewAnimationOptions, UInt)] = [
      (.layoutSubviews, 1), (.allowUserInteraction, 2), (.beginFromCurrentState, 4), (.repeat, 8),
      (.autoreverse, 16), (.overrideInheritedDuration, 32), (.overrideInheritedCurve, 64),
      (.allowAnimatedContent, 128), (.showHideTransitionViews, 256),
      (.overrideInheritedOptions, 512), (.curveEaseInOut, 0), (.curveEaseIn, 1 << 16),
      (.curveEaseOut, 2 << 16), (.curveLinear, 3 << 16), (.transitionFlipFromLeft, 1 << 20),
      (.transitionFlipFromRight, 2 << 20), (.transitionCurlUp, 3 << 20),
      (.transitionCurlDown, 4 << 20), (.transitionCrossDissolve, 5 << 20),
      (.transitionFlipFromTop, 6 << 20), (.transitionFlipFromBottom, 7 << 20),
      (.preferredFramesPerSecond60, 3 << 24), (.preferredFramesPerSecond30, 7 << 24),
      (.calculationModeLinear, 0), (.calculationModeDiscrete, 1 << 10),
      (.calculationModePaced, 2 << 10), (.calculationModeCubic, 3 << 10),
      (.calculationModeCubicPaced, 4 << 10),
    ]
    for (option, raw) in bits { #expect(option.rawValue == raw) }
    #expect(ViewAnimationOptions([.calculationModeCubic, .repeat]).calculationMode == .cubic)
    #expect(ViewAnimationOptions(rawValue: 7 << 10).calculationMode == .linear)
  }

  // MARK: Where it begins

  @Test mutating func `what is not additive begins at what was set, and ends the one before`() {
    paint(.white, [], "first")
    _ = scene.advance(to: at(0.5))
    paint(.black, [], "second")
    // From the white that was set, and not from the gray that shows.
    #expect(red(0.5) == 1)
    #expect(abs(red(1) - 0.5) < 1e-9)
    _ = scene.advance(to: at(3))
    #expect(
      scene.trace.lines == [
        "0.500000 call first completion finished=false",
        "1.500000 call second completion finished=true",
      ])
  }

  @Test mutating func `from the current state it begins at what shows`() {
    paint(.white, [], "first")
    _ = scene.advance(to: at(0.5))
    paint(.black, .beginFromCurrentState, "second")
    #expect(abs(red(0.5) - 0.5) < 1e-9)
    #expect(abs(red(1) - 0.25) < 1e-9)
  }

  @Test mutating func `what is additive begins at what shows in any case`() {
    for (options, name) in [
      (ViewAnimationOptions([]), "first"), (.beginFromCurrentState, "second"), ([], "third"),
    ] {
      let before = shown("position.x", scene.mediaTime)
      scene.animate(ViewAnimation(duration: .seconds(1), options: options), named: name) {
        [box] block in
        block.tree.set("position.x", of: box, to: .number(name == "second" ? 50 : 150))
      }
      #expect(abs(shown("position.x", scene.mediaTime) - before) < 1e-9)
      _ = scene.advance(to: scene.time.advanced(by: .milliseconds(300)))
    }
    _ = scene.advance(to: at(5))
    #expect(scene.trace.lines.allSatisfy { $0.hasSuffix("finished=true") })
  }

  // MARK: Blocks within blocks

  private mutating func nest(
    _ outer: ViewAnimationOptions, _ inner: ViewAnimationOptions
  ) {
    scene.animate(ViewAnimation(duration: .seconds(2), options: outer), named: "outer") {
      [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
      block.animate(ViewAnimation(duration: .seconds(1), options: inner)) { block in
        block.tree.set("cornerRadius", of: box, to: .number(10))
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  mutating func `a block within another has its duration and curve, unless it overrides them`(
    ownDuration: Bool, ownCurve: Bool
  ) {
    var options: ViewAnimationOptions = .curveEaseIn
    if ownDuration { options.insert(.overrideInheritedDuration) }
    if ownCurve { options.insert(.overrideInheritedCurve) }
    nest(.curveEaseOut, options)
    let share = ownDuration ? 0.5 : 0.25
    let curve = ownCurve ? TimingCurve.easeIn : .easeOut
    #expect(abs(shown("cornerRadius", 0.5) - 10 * curve.value(at: share)) < 1e-9)
    #expect(abs(shown("opacity", 0.5) - (1 - TimingCurve.easeOut.value(at: 0.25))) < 1e-9)
    _ = scene.advance(to: at(5))
    #expect(scene.trace.lines == ["2.000000 call outer completion finished=true"])
  }

  @Test(arguments: [false, true])
  mutating func `a block within another reverses with it, unless it overrides the options`(
    isOwn: Bool
  ) {
    nest([.curveLinear, .autoreverse], isOwn ? .overrideInheritedOptions : [])
    #expect(abs(shown("cornerRadius", 1) - 5) < 1e-9)
    #expect(abs(shown("cornerRadius", 3) - (isOwn ? 10 : 5)) < 1e-9)
    #expect(abs(shown("opacity", 3) - 0.5) < 1e-9)
  }

  @Test mutating func `a block within another has options of its own beside`() {
    nest(.curveLinear, [.autoreverse, .repeat])
    #expect(abs(shown("cornerRadius", 7) - 5) < 1e-9)
    // What repeats for ever never completes.
    _ = scene.advance(to: at(50))
    #expect(scene.trace.lines == [])
  }

  // MARK: Repeats

  @Test mutating func `what reverses comes back, and then what is set shows`() {
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: [.curveLinear, .autoreverse]), named: "there"
    ) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    #expect(abs(shown("opacity", 1.75) - 0.75) < 1e-9)
    _ = scene.advance(to: at(2))
    #expect(shown("opacity", 2) == 0)
    #expect(scene.trace.lines == ["2.000000 call there completion finished=true"])
  }

  @Test mutating func `what repeats starts again, until it is interrupted`() {
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: [.curveLinear, .repeat]), named: "again"
    ) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    #expect(abs(shown("opacity", 100.25) - 0.75) < 1e-9)
    _ = scene.advance(to: at(7.5))
    scene.tree.removeAllAnimations(from: box)
    _ = scene.flush()
    #expect(scene.trace.lines == ["7.500000 call again completion finished=false"])
  }

  @Test(arguments: [
    ViewAnimationOptions.autoreverse, .repeat, [.repeat, .autoreverse],
  ])
  mutating func `a transition of a view repeats and reverses`(
    options: ViewAnimationOptions
  ) throws {
    scene.transition(
      with: box, duration: .seconds(1),
      options: [.transitionCrossDissolve, .curveLinear, options], named: "dissolve"
    ) { [box] tree in
      tree.set("contents", of: box, to: .contents(.named("new")))
    }
    let reverses = options.contains(.autoreverse)
    for (time, expected) in [(0, 0), (0.5, 0.5), (1.25, reverses ? 0.75 : 0.25)] {
      let shown = try #require(
        scene.transition(of: box, in: scene.tree.presentation(at: time)))
      #expect(abs(shown.progress - expected) < 1e-9, "\(time)")
    }
    _ = scene.advance(to: at(9))
    #expect(
      scene.trace.lines
        == (options.contains(.repeat)
          ? [] : ["2.000000 call dissolve completion finished=true"]))
  }

  @Test mutating func `a transition that is interrupted completes unfinished, and only once`() {
    for name in ["first", "second"] {
      scene.transition(
        with: box, duration: .seconds(1), options: .transitionFlipFromLeft, named: name
      ) { [box] tree in
        tree.set("contents", of: box, to: .contents(.named(name)))
      }
      _ = scene.flush()
    }
    _ = scene.advance(to: at(2))
    #expect(
      scene.trace.lines == [
        "0.000000 call first completion finished=false",
        "1.000000 call second completion finished=true",
      ])
  }

  // MARK: Contents, layout, touches, frame rate

  @Test(arguments: [false, true])
  mutating func `the changes of a transition are animated if that is allowed`(isAllowed: Bool) {
    scene.transition(
      with: box, duration: .seconds(1),
      options: [
        .transitionCrossDissolve, .curveLinear, isAllowed ? .allowAnimatedContent : [],
      ], named: "dissolve"
    ) { [box] tree in
      tree.set("cornerRadius", of: box, to: .number(10))
    }
    #expect(abs(shown("cornerRadius", 0.5) - (isAllowed ? 5 : 10)) < 1e-9)
    _ = scene.advance(to: at(2))
    #expect(scene.trace.lines == ["1.000000 call dissolve completion finished=true"])
  }

  @Test(arguments: [false, true])
  mutating func `subviews are laid out at the commit if that is asked for`(isAsked: Bool) {
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: isAsked ? .layoutSubviews : []), named: "grow"
    ) { [box] block in
      block.tree.set("bounds.size.width", of: box, to: .number(200))
      block.tree.set("opacity", of: box, to: .number(0))
    }
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: .layoutSubviews), named: "scroll"
    ) { [box] block in
      block.tree.set("bounds.origin.y", of: box, to: .number(20))
    }
    #expect(scene.trace.lines == (isAsked ? ["0.000000 call box layoutSubviews"] : []))
  }

  @Test(arguments: [false, true])
  mutating func `a view takes touches during its animation if that is allowed`(isAllowed: Bool) {
    let child = scene.makeView("child", frame: .zero, in: box)
    let other = scene.makeView("other", frame: .zero, in: scene.tree.root)
    _ = scene.flush()
    scene.animate(
      ViewAnimation(duration: .seconds(1), options: isAllowed ? .allowUserInteraction : []),
      named: "fade"
    ) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0.5))
    }
    #expect(scene.takesTouches(box) == isAllowed)
    #expect(scene.takesTouches(child) == isAllowed)
    #expect(scene.takesTouches(other))
    _ = scene.advance(to: at(1))
    #expect(scene.takesTouches(child))
  }

  @Test(arguments: [false, true])
  mutating func `a view takes touches during a transition and an animator if that is allowed`(
    isAllowed: Bool
  ) throws {
    scene.transition(
      with: box, duration: .seconds(1),
      options: [.transitionCurlUp, isAllowed ? .allowUserInteraction : []], named: "curl"
    ) { _ in }
    #expect(scene.takesTouches(box) == isAllowed)
    _ = scene.advance(to: at(1))
    let id = scene.makeAnimator(PropertyAnimator(duration: .seconds(1)), named: "move")
    try scene.configureAnimator(id, isUserInteractionEnabled: isAllowed)
    try scene.addAnimations(to: id) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0.5))
    }
    #expect(scene.takesTouches(box))
    try scene.perform(.start, on: id)
    #expect(scene.takesTouches(box) == isAllowed)
    _ = scene.advance(to: at(2))
    #expect(scene.takesTouches(box))
  }

  @Test mutating func `the frame rate is the most that is asked for, while all ask for one`() {
    func fade(_ scene: inout ViewScene, _ options: ViewAnimationOptions, _ seconds: Double) {
      scene.animate(
        ViewAnimation(duration: .seconds(seconds), options: options), named: "fade"
      ) { [box] block in
        block.tree.set("opacity", of: box, to: .number(block.tree.opacity(of: box) / 2))
      }
    }
    #expect(scene.preferredFrameRate == nil)
    fade(&scene, .preferredFramesPerSecond30, 3)
    #expect(scene.preferredFrameRate == 30)
    fade(&scene, .preferredFramesPerSecond60, 2)
    #expect(scene.preferredFrameRate == 60)
    fade(&scene, [], 1)
    #expect(scene.preferredFrameRate == nil)
    _ = scene.advance(to: at(1))
    #expect(scene.preferredFrameRate == 60)
    _ = scene.advance(to: at(2))
    #expect(scene.preferredFrameRate == 30)
    _ = scene.advance(to: at(3))
    #expect(scene.preferredFrameRate == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  mutating func `without a duration everything holds at once, and is complete`(duration: Duration) {
    scene.animate(
      ViewAnimation(duration: duration, delay: .seconds(5), options: [.repeat, .autoreverse]),
      named: "block"
    ) { [box] block in
      block.tree.set("opacity", of: box, to: .number(0))
    }
    scene.transition(
      with: box, duration: duration, options: .transitionCurlDown, named: "transition"
    ) { [box] tree in
      tree.set("cornerRadius", of: box, to: .number(3))
    }
    #expect(shown("opacity", 0) == 0)
    _ = scene.advance(to: at(0))
    #expect(
      scene.trace.lines.sorted() == [
        "0.000000 call block completion finished=true",
        "0.000000 call transition completion finished=true",
      ])
  }
}
