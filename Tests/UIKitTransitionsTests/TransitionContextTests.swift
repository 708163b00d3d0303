import Layers
import Quantities
import Testing
import Transitions
import UIKitTransitions

/// What an animator finds when it is run, by what it puts into the trace.
private struct CuriousAnimator: ControllerAnimator {
  func transitionDuration(using context: TransitionContext) -> Duration { .milliseconds(400) }

  func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    let stranger = ViewController("stranger", view: context.container)
    func numbers(_ rect: Rect) -> TraceEntry.Value {
      .numbers([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    }
    scene.trace.state(
      "context", "found",
      [
        .init("animated", .flag(context.isAnimated)),
        .init("interactive", .flag(context.isInteractive)),
        .init("cancelled", .flag(context.transitionWasCancelled)),
        .init("style", .word(context.presentationStyle.rawValue)),
        .init("upright", .flag(context.targetTransform == .identity)),
        .init("initial", numbers(context.initialFrame(for: context.from))),
        .init("final", numbers(context.finalFrame(for: context.to))),
        .init("unknown", numbers(context.finalFrame(for: stranger))),
        .init("hidden", numbers(context.initialFrame(for: context.to))),
        .init("below", .word(scene.visibleViews(in: context.container).joined(separator: "+"))),
      ], at: scene.time)
    return SlideAnimator().animateTransition(using: &context, in: &scene)
  }

  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
    PropertyAnimator(duration: .milliseconds(400))
  }
}

@Suite struct TransitionContextTests {
  @Test(arguments: [true, false])
  func `an animator finds the old screen in its container, and the frames`(isInteractive: Bool) {
    var screens = Screens()
    var interaction = PercentDrivenInteraction()
    interaction.wantsInteractiveStart = isInteractive
    screens.push(TransitionAnswer(animator: CuriousAnimator(), interaction: interaction))
    let whole = "(0,0,320,568)"
    #expect(
      screens.scene.trace.lines.contains(
        "0.000000 state context found animated=true interactive=\(isInteractive) cancelled=false "
          + "style=none upright=true initial=\(whole) final=\(whole) unknown=(0,0,0,0) "
          + "hidden=(0,0,0,0) below=container+list"))
  }

  @Test func `the coordinator hears each change of the interaction, and the animator is made once`()
  {
    var screens = Screens()
    screens.push(
      TransitionAnswer(animator: CuriousAnimator(), interaction: PercentDrivenInteraction()),
      coordination: TransitionCoordination(notifiesOfInteractionChanges: true))
    screens.handle(.update(0.25))
    screens.handle(.finish)
    screens.advance(to: 0.1)
    screens.handle(.pause)
    #expect(screens.navigation.transitionContext?.isInteractive == true)
    screens.handle(.cancel)
    #expect(screens.navigation.transitionContext?.transitionWasCancelled == true)
    screens.handle(.pause)
    // Caught again, nothing is decided.
    #expect(screens.navigation.transitionContext?.transitionWasCancelled == false)
    screens.handle(.finish)
    screens.advance(to: 5)
    let told = screens.scene.trace.entries.filter { $0.name == "interactionChanged" }
    #expect(told.map { $0.fields[0].value } == [false, true, false, true, false].map { .flag($0) })
    #expect(
      told.map { $0.fields[4].value } == [false, false, true, false, false].map { .flag($0) })
    #expect(screens.calls.count { $0 == "animator.interruptibleAnimator" } == 1)
    #expect(screens.completions == [.flag(true)])
  }

  @Test func `at the very end of a cancel no moment shows anything but the start`() {
    // Trap: the end flashes up between the removal of animations and the model's restoring.
    var screens = Screens(isDeep: true)
    screens.pop(
      TransitionAnswer(animator: ScaleAnimator(), interaction: PercentDrivenInteraction()))
    screens.handle(.update(0.5))
    screens.handle(.cancel)
    for nanoseconds in [-1, 0, 1] as [Int64] {
      screens.navigation.advance(
        to: Timestamp(nanoseconds: 200_000_000 + nanoseconds), in: &screens.scene)
      #expect(abs(screens.opacity(of: screens.detail) - 1) < 1e-6)
      #expect(abs(screens.scene.tree.opacity(of: screens.list.view) - 1) < 1e-6)
    }
    #expect(screens.completions == [.flag(false)])
  }

  @Test func `a transition of a view that is interrupted completes unfinished, once`() throws {
    var scene = ViewScene(size: Size(width: 100, height: 100))
    let view = scene.makeView("view", frame: Rect(x: 0, y: 0, width: 9, height: 9))
    scene.tree.addSublayer(view, to: scene.tree.root)
    _ = scene.flush()
    scene.transition(
      with: view, duration: .milliseconds(400), options: .transitionCrossDissolve, named: "fade"
    ) { $0.set("contents", of: view, to: .contents(.named("new"))) }
    _ = scene.flush()
    _ = scene.advance(to: Screens.at(0.1))
    scene.tree.removeAnimation(try #require(scene.tree.animations(of: view).first))
    _ = scene.flush()
    _ = scene.advance(to: Screens.at(1))
    #expect(scene.trace.lines == ["0.100000 call fade completion finished=false"])
  }
}
