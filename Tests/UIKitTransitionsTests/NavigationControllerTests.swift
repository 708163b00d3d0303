import Curves
import Layers
import Quantities
import Testing
import TestSupport
import Transitions
import UIKitTransitions

@Suite struct NavigationControllerTests {
  private let forward = [
    "delegate.animationControllerFor", "list.viewWillDisappear", "detail.viewWillAppear",
    "delegate.willShow", "animator.transitionDuration", "animator.animateTransition",
    "animator.completion", "context.completeTransition", "list.viewDidDisappear",
    "detail.viewDidAppear", "animator.animationEnded", "coordinator.completion",
    "delegate.didShow",
  ]

  @Test func `a push calls in the documented order`() {
    var screens = Screens()
    screens.push(TransitionAnswer(animator: ScaleAnimator()))
    screens.advance(to: 0.2)
    #expect(screens.navigation.topViewController == screens.list)
    screens.advance(to: 1)
    var expected = forward
    expected.insert("delegate.interactionControllerFor", at: 1)
    #expect(screens.calls == expected)
    #expect(screens.navigation.stack == [screens.list, screens.detail])
    #expect(
      screens.scene.visibleViews(in: screens.navigation.container) == ["container", "detail"])
    // At the moment, whatever the frames.
    #expect(screens.scene.trace.entries.last?.time == .milliseconds(400))
    #expect(screens.navigation.problems == [])
  }

  @Test func `without an animator the standard transition runs, and nobody asks for more`() {
    var screens = Screens()
    screens.navigation.push(
      screens.detail, answer: TransitionAnswer(interaction: PercentDrivenInteraction()),
      in: &screens.scene)
    screens.advance(to: 0.175)
    // The new screen comes from the right, halfway by now; the one below goes a third of the way.
    let x = screens.shown("position.x", of: screens.detail)?.number ?? .nan
    #expect(abs(x - 320) < 1e-9)
    screens.advance(to: 1)
    #expect(screens.calls == forward)
    #expect(screens.shown("position", of: screens.detail)?.point == Point(x: 160, y: 284))
  }

  @Test func `without an animation the new screen is there at once`() {
    var screens = Screens()
    screens.navigation.push(screens.detail, isAnimated: false, in: &screens.scene)
    #expect(screens.navigation.topViewController == screens.detail)
    #expect(
      screens.calls.filter { !$0.hasPrefix("animator") && !$0.hasPrefix("context") } == [
        "list.viewWillDisappear", "detail.viewWillAppear", "delegate.willShow",
        "list.viewDidDisappear", "detail.viewDidAppear", "delegate.didShow",
      ])
  }

  @Test func `a pop puts the screen below back, under the one that goes`() {
    var screens = Screens(isDeep: true)
    screens.pop(TransitionAnswer(animator: ScaleAnimator()))
    let container = screens.navigation.container
    #expect(
      screens.scene.tree.sublayers(of: container) == [screens.list.view, screens.detail.view])
    screens.advance(to: 0.1)
    #expect(screens.opacity(of: screens.list) == 1)
    #expect(screens.opacity(of: screens.detail) < 0.2)
    screens.advance(to: 1)
    #expect(screens.navigation.stack == [screens.list])
    #expect(screens.scene.visibleViews(in: container) == ["container", "list"])
    #expect(screens.calls.suffix(2) == ["coordinator.completion", "delegate.didShow"])
  }

  @Test func `a pushed and popped screen looks as it did`() {
    var screens = Screens()
    let before = screens.scene.tree.presentation(at: 0)
    screens.push(TransitionAnswer(animator: ScaleAnimator()))
    screens.advance(to: 1)
    screens.pop(TransitionAnswer(animator: ScaleAnimator()))
    screens.advance(to: 2)
    let after = screens.scene.tree.presentation(at: 2)
    for path in ["opacity", "transform", "position", "bounds"] as [PropertyPath] {
      #expect(after.value(path, of: screens.list.view) == before.value(path, of: screens.list.view))
    }
  }

  @Test func `an interactive pop that is cancelled leaves everything as it was`() {
    var screens = Screens(isDeep: true)
    screens.pop(
      TransitionAnswer(animator: ScaleAnimator(), interaction: PercentDrivenInteraction()))
    screens.advance(to: 0.1)
    screens.handle(.update(0.25))
    // 0.25 of 0.4 s along the spring.
    let spring = SpringCurve(
      Spring(settlingDuration: .milliseconds(400), dampingRatio: 0.7, initialVelocity: 0.3),
      initialVelocity: 0.3)
    let gone = spring.value(at: .milliseconds(100))
    #expect(abs(screens.opacity(of: screens.detail) - (1 - gone)) < 1e-9)
    screens.handle(.cancel)
    screens.advance(to: 1)
    #expect(
      screens.calls == [
        "delegate.animationControllerFor", "delegate.interactionControllerFor",
        "detail.viewWillDisappear", "list.viewWillAppear", "delegate.willShow",
        "animator.transitionDuration", "interaction.startInteractiveTransition",
        "animator.animateTransition", "context.updateInteractiveTransition",
        "context.cancelInteractiveTransition", "animator.completion",
        "context.completeTransition", "list.viewWillDisappear", "list.viewDidDisappear",
        "detail.viewWillAppear", "detail.viewDidAppear", "animator.animationEnded",
        "coordinator.completion",
      ])
    #expect(screens.completions == [.flag(false)])
    #expect(screens.navigation.stack == [screens.list, screens.detail])
    #expect(
      screens.scene.visibleViews(in: screens.navigation.container) == ["container", "detail"])
    #expect(screens.opacity(of: screens.detail) == 1)
    #expect(screens.scene.trace.entries.last?.time == .milliseconds(200))
    #expect(screens.navigation.problems == [])
  }

  @Test func `an interactive push that finishes goes on from where it was`() {
    var screens = Screens()
    var interaction = PercentDrivenInteraction()
    interaction.completionSpeed = 2
    screens.push(TransitionAnswer(animator: SlideAnimator(), interaction: interaction))
    screens.handle(.update(0.4))
    let before = screens.shown("position.x", of: screens.detail)?.number ?? .nan
    screens.handle(.finish)
    #expect(screens.shown("position.x", of: screens.detail)?.number == before)
    screens.advance(to: 1)
    #expect(screens.completions == [.flag(true)])
    // 0.6 of 0.35 s at twice the speed.
    #expect(screens.scene.trace.entries.last?.time == .milliseconds(105))
    #expect(screens.navigation.topViewController == screens.detail)
    #expect(screens.shown("position.x", of: screens.detail)?.number == 160)
  }

  @Test func `the coordinator animates along, and tells when the interaction changes`() {
    var screens = Screens(isDeep: true)
    let bar = screens.scene.makeView(
      "bar", frame: Rect(x: 0, y: 0, width: 320, height: 44), in: screens.navigation.container)
    _ = screens.scene.flush()
    let coordination = TransitionCoordination(
      alongside: [ViewChange(bar, "opacity", to: .number(0))], notifiesOfInteractionChanges: true)
    screens.pop(
      TransitionAnswer(animator: SlideAnimator(), interaction: PercentDrivenInteraction()),
      coordination: coordination)
    screens.handle(.update(0.5))
    let shown = screens.scene.tree.presentation(at: screens.scene.mediaTime)
    #expect(abs(shown.opacity(of: bar) - 0.5) < 1e-9)
    screens.handle(.cancel)
    screens.advance(to: 1)
    #expect(screens.scene.tree.opacity(of: bar) == 1)
    #expect(
      screens.scene.trace.lines.contains {
        $0.hasSuffix(
          "call coordinator interactionChanged interactive=false percent=0.5 velocity=1 "
            + "curve=ease-in-out cancelled=true")
      })
    #expect(screens.calls.contains("coordinator.animateAlongside"))
  }

  @Test func `an interruptible animator is caught and let go again`() {
    var screens = Screens()
    screens.push(
      TransitionAnswer(animator: CatchableAnimator(), interaction: PercentDrivenInteraction()))
    screens.handle(.update(0.5))
    screens.handle(.finish)
    screens.advance(to: 0.1)
    screens.handle(.pause)
    let held = screens.opacity(of: screens.detail)
    #expect(held > 0.5 && held < 1)
    screens.advance(to: 5)
    #expect(abs(screens.opacity(of: screens.detail) - held) < 1e-9)
    screens.handle(.cancel)
    screens.advance(to: 9)
    #expect(screens.completions == [.flag(false)])
    #expect(screens.navigation.stack == [screens.list])
    #expect(screens.calls.contains("animator.interruptibleAnimator"))
  }

  @Test func `what is called during a transition is ignored`() {
    var screens = Screens()
    screens.push(TransitionAnswer(animator: SlideAnimator()))
    let isPushed = screens.navigation.push(screens.list, in: &screens.scene)
    let isPopped = screens.navigation.pop(in: &screens.scene)
    #expect(!isPushed && !isPopped)
    screens.advance(to: 1)
    #expect(screens.navigation.stack == [screens.list, screens.detail])
  }

  @Test(arguments: [30.0, 60, 120, 144])
  func `callbacks come at the same moments at any rate`(rate: Double) {
    func trace(_ times: [Double]) -> [String] {
      var screens = Screens(isDeep: true)
      screens.pop(
        TransitionAnswer(animator: ScaleAnimator(), interaction: PercentDrivenInteraction()))
      screens.advance(to: 0.1)
      screens.handle(.update(0.4))
      screens.advance(to: 0.2)
      screens.handle(.finish)
      for time in times { screens.advance(to: 0.2 + time) }
      return screens.scene.trace.lines
    }
    let once = trace([1])
    #expect(once.count == 17)
    #expect(trace((0...Int(rate)).map { Double($0) / rate }) == once)
    var random = Seeded(UInt64(rate))
    let uneven = (0..<50).map { _ in Double.random(in: 0...1, using: &random) }.sorted() + [1]
    #expect(trace(uneven) == once)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `in any order of events a transition is completed once, with the right flag`(
    seed: UInt64
  ) {
    var random = Seeded(seed)
    var screens = Screens(isDeep: seed.isMultiple(of: 2))
    var interaction = PercentDrivenInteraction()
    interaction.wantsInteractiveStart = seed % 3 != 0
    let animator: any ControllerAnimator =
      [ScaleAnimator(), SlideAnimator(), CatchableAnimator()].randomElement(using: &random)
      ?? SlideAnimator()
    let answer = TransitionAnswer(
      animator: animator, interaction: seed % 7 == 0 ? nil : interaction)
    let before = screens.navigation.stack
    if seed.isMultiple(of: 2) { screens.pop(answer) } else { screens.push(answer) }
    var time = 0.0
    for _ in 0..<20 {
      if Bool.random(using: &random) { time += Double.random(in: 0...0.1, using: &random) }
      screens.advance(to: time)
      let events: [PercentDrivenInteraction.Event] = [
        .update(Double.random(in: 0...1, using: &random)), .update(0), .update(1), .pause,
        .finish, .cancel, .refresh,
      ]
      screens.handle(events.randomElement(using: &random) ?? .refresh)
    }
    screens.handle(.finish)
    screens.advance(to: time + 20)
    #expect(screens.navigation.transitionContext == nil)
    #expect(screens.completions.count == 1)
    let finished = screens.completions == [.flag(true)]
    #expect((screens.navigation.stack != before) == finished)
    #expect(screens.navigation.problems == [])
    #expect(screens.calls.contains("delegate.didShow") == finished)
    #expect(
      screens.scene.visibleViews(in: screens.navigation.container)
        == ["container", screens.navigation.topViewController.name])
    #expect(screens.opacity(of: screens.navigation.topViewController) == 1)
    #expect(screens.scene.tree.animations(of: screens.list.view) == [])
    #expect(screens.scene.tree.animations(of: screens.detail.view) == [])
  }
}

/// A fade that a finger may catch, by a property animator.
struct CatchableAnimator: ControllerAnimator {
  func transitionDuration(using context: TransitionContext) -> Duration { .milliseconds(400) }

  func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    let (from, to) = (context.from.view, context.to.view)
    if context.operation.isForward {
      scene.tree.addSublayer(to, to: context.container)
    } else {
      scene.tree.insertSublayer(to, below: from)
    }
    let faded = context.operation.isForward ? to : from
    if context.operation.isForward { scene.tree.set("opacity", of: faded, to: .number(0)) }
    let isForward = context.operation.isForward
    let block = scene.animate(
      ViewAnimation(duration: .milliseconds(400), options: .curveLinear), named: "animator"
    ) { block in
      block.tree.set("opacity", of: faded, to: .number(isForward ? 1 : 0))
    }
    return .block(block)
  }

  func animationsCompleted(
    finished: Bool, using context: inout TransitionContext, in scene: inout ViewScene
  ) {
    for view in [context.from.view, context.to.view] {
      scene.tree.set("opacity", of: view, to: .number(1))
    }
    context.completeTransition(!context.transitionWasCancelled)
  }

  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
    PropertyAnimator(duration: .milliseconds(400))
  }
}
