import Curves
import Layers
import Quantities
import Testing
import Transitions
import UIKitTransitions

/// What is known to go wrong with interactive transitions on Apple's systems.
@Suite struct TransitionTrapTests {
  private func popping(
    _ animator: any ControllerAnimator, isInteractive: Bool = true
  ) -> Screens {
    var screens = Screens(isDeep: true)
    screens.pop(
      TransitionAnswer(
        animator: animator, interaction: isInteractive ? PercentDrivenInteraction() : nil))
    return screens
  }

  @Test func `a cancel shows neither a flash of the end nor the way back twice`() {
    var screens = popping(ScaleAnimator())
    screens.handle(.update(0.5))
    screens.handle(.cancel)
    var last = screens.opacity(of: screens.detail)
    for step in 1...60 {
      screens.advance(to: Double(step) / 200)
      let shown = screens.opacity(of: screens.detail)
      // The spring went too far by 0.5, so that what is shown comes back from below 0.
      #expect(shown >= last - 1e-2)
      last = shown
    }
    #expect(last == 1)
    #expect(screens.scene.tree.animations(of: screens.detail.view) == [])
    #expect(screens.scene.tree.opacity(of: screens.detail.view) == 1)
    #expect(screens.scene.tree.timing(of: screens.navigation.container).speed == 1)
  }

  @Test func `a completion as finished after a cancel is a problem, and changes no stack`() {
    var screens = popping(FaultyAnimator(fault: .wrongFlag))
    screens.handle(.update(0.5))
    screens.handle(.cancel)
    screens.advance(to: 1)
    #expect(screens.navigation.problems == [.wrongFlag])
    #expect(screens.navigation.stack == [screens.list, screens.detail])
    #expect(screens.scene.trace.lines.contains { $0.hasSuffix("problem problem=wrongFlag") })
  }

  @Test(arguments: [true, false])
  func `a completion that is forgotten leaves the window locked, and is a problem`(
    isInteractive: Bool
  ) {
    for fault in [FaultyAnimator.Fault.forgets, .returnsEarly] {
      var screens = popping(FaultyAnimator(fault: fault), isInteractive: isInteractive)
      if isInteractive {
        screens.handle(.update(0.5))
        screens.handle(.finish)
      }
      screens.advance(to: 1)
      if fault == .returnsEarly, isInteractive {
        // What drives it says that it is over, where there are no animations that could.
        #expect(screens.completions.count <= 1)
      }
      #expect(screens.navigation.isLocked)
      #expect(screens.navigation.problems == [.neverCompleted])
    }
  }

  @Test func `a second completion is a problem and does nothing`() {
    var screens = popping(FaultyAnimator(fault: .completesTwice), isInteractive: false)
    screens.advance(to: 1)
    #expect(screens.navigation.problems == [.completedTwice])
    #expect(screens.navigation.stack == [screens.list])
    #expect(screens.calls.count { $0 == "delegate.didShow" } == 1)
  }

  @Test func `an animator without views completes, and the screen is there`() {
    for animator in [ScaleAnimator(), SlideAnimator()] as [any ControllerAnimator] {
      var screens = Screens()
      screens.push(TransitionAnswer(animator: animator, missingViews: [.to]))
      screens.advance(to: 1)
      #expect(screens.completions == [.flag(true)])
      #expect(screens.navigation.topViewController == screens.detail)
      #expect(
        screens.scene.visibleViews(in: screens.navigation.container) == ["container", "detail"])
    }
  }

  @Test func `animations of layers are scrubbed as those of views are, delays too`() {
    var screens = popping(LayerAnimator())
    for (percent, opacity) in [(0.25, 1.0), (0.5, 1), (0.75, 0.5), (0.6, 0.8), (1, 0)] {
      screens.handle(.update(percent))
      #expect(abs(screens.opacity(of: screens.detail) - opacity) < 1e-9, "\(percent)")
    }
    screens.handle(.update(0.75))
    screens.handle(.cancel)
    screens.advance(to: 2)
    #expect(screens.opacity(of: screens.detail) == 1)
    #expect(screens.completions == [.flag(false)])
    #expect(screens.navigation.problems == [])
  }

  @Test func `all of the way does not complete by itself`() {
    var screens = popping(ScaleAnimator())
    screens.handle(.update(1))
    screens.advance(to: 5)
    #expect(screens.completions == [])
    screens.handle(.update(0.2))
    screens.handle(.cancel)
    screens.advance(to: 9)
    #expect(screens.completions == [.flag(false)])
  }

  @Test func `an update after the end is ignored, and another transition can begin`() {
    var screens = popping(ScaleAnimator())
    screens.handle(.finish)
    screens.advance(to: 1)
    screens.handle(.update(0.5))
    screens.handle(.cancel)
    #expect(screens.navigation.stack == [screens.list])
    #expect(screens.completions.count == 1)
    screens.push(TransitionAnswer(animator: ScaleAnimator()))
    screens.advance(to: 2)
    #expect(screens.navigation.topViewController == screens.detail)
  }

  @Test func `animations that others added stay`() {
    var screens = Screens(isDeep: true)
    let pulse = Animation.basic("cornerRadius", from: .number(0), to: .number(9), duration: 100)
    screens.scene.tree.add(pulse, to: screens.detail.view, forKey: "pulse")
    _ = screens.scene.flush()
    screens.pop(
      TransitionAnswer(animator: ScaleAnimator(), interaction: PercentDrivenInteraction()))
    screens.handle(.update(0.5))
    screens.handle(.cancel)
    screens.advance(to: 1)
    #expect(screens.scene.tree.animationKeys(of: screens.detail.view) == ["pulse"])
  }
}

/// A fade by an animation of the layer, in the second half of the time.
private struct LayerAnimator: ControllerAnimator {
  func transitionDuration(using context: TransitionContext) -> Duration { .milliseconds(400) }

  func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    scene.tree.insertSublayer(context.to.view, below: context.from.view)
    scene.tree.begin()
    let token = scene.tree.setCompletion()
    var fade = Animation.basic("opacity", from: .number(1), to: .number(0), duration: 0.2)
    fade.timing.beginTime = 0.2
    fade.timing.fillMode = .both
    fade.isRemovedOnCompletion = false
    scene.tree.add(fade, to: context.from.view, forKey: "fade")
    scene.tree.commit(at: scene.mediaTime)
    return .transaction(token)
  }
}

/// A fade whose author made a mistake.
private struct FaultyAnimator: ControllerAnimator {
  enum Fault { case wrongFlag, forgets, returnsEarly, completesTwice }

  var fault: Fault

  func transitionDuration(using context: TransitionContext) -> Duration { .milliseconds(400) }

  func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    guard fault != .returnsEarly else { return .none }
    let view = context.from.view
    scene.tree.insertSublayer(context.to.view, below: view)
    let block = scene.animate(ViewAnimation(duration: .milliseconds(400)), named: "animator") {
      $0.tree.set("opacity", of: view, to: .number(0))
    }
    return .block(block)
  }

  func animationsCompleted(
    finished: Bool, using context: inout TransitionContext, in scene: inout ViewScene
  ) {
    switch fault {
    case .wrongFlag: context.completeTransition(true)
    case .forgets, .returnsEarly: break
    case .completesTwice:
      context.completeTransition(!context.transitionWasCancelled)
      context.completeTransition(!context.transitionWasCancelled)
    }
  }
}
