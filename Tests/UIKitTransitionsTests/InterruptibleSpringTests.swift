import Layers
import Quantities
import Testing
import Transitions
import UIKitTransitions

/// A transition whose interruptible animator has a spring.
@Suite struct InterruptibleSpringTests {
  private static let timing = TimingParameters.damped(ratio: 0.3)

  /// A screen that comes from the right by the spring of an animator.
  private struct SpringAnimator: ControllerAnimator {
    func transitionDuration(using context: TransitionContext) -> Duration { .seconds(1) }

    func animateTransition(
      using context: inout TransitionContext, in scene: inout ViewScene
    ) -> TransitionAnimations {
      let view = context.to.view
      scene.tree.set("position.x", of: view, to: .number(480))
      scene.tree.addSublayer(view, to: context.container)
      let block = scene.animate(
        ViewAnimation(duration: .seconds(1), options: .curveLinear), named: "animator"
      ) { block in
        block.tree.set("position.x", of: view, to: .number(160))
        // What is over before holds.
        block.animate(
          ViewAnimation(
            duration: .milliseconds(500), options: [.overrideInheritedDuration])
        ) { $0.tree.set("zPosition", of: view, to: .number(8)) }
      }
      return .block(block)
    }

    func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? {
      PropertyAnimator(duration: .seconds(1), timing: timing)
    }
  }

  private func x(_ screens: Screens) -> Double {
    screens.shown("position.x", of: screens.detail)?.number ?? .nan
  }

  @Test func `the screen swings beyond its place, as the animator does`() {
    var screens = Screens()
    screens.push(TransitionAnswer(animator: SpringAnimator()))
    let pace = Self.timing.pace(over: .seconds(1))
    var least = 480.0
    for step in 1..<100 {
      let share = Double(step) / 100
      screens.advance(to: share)
      #expect(abs(x(screens) - (480 - 320 * pace.value(atShare: share))) < 1e-6)
      least = min(least, x(screens))
      if pace.value(atShare: share) > 1 {
        #expect(screens.shown("zPosition", of: screens.detail) == .number(8))
      }
    }
    #expect(least < 100)
    screens.advance(to: 2)
    #expect(x(screens) == 160)
    #expect(screens.completions == [.flag(true)])
  }

  @Test func `caught and let go backwards it swings beyond the start`() {
    var screens = Screens()
    screens.push(
      TransitionAnswer(animator: SpringAnimator(), interaction: PercentDrivenInteraction()))
    screens.handle(.update(0.4))
    #expect(abs(x(screens) - (480 - 320 * 0.4)) < 1e-9)
    screens.handle(.cancel)
    var most = 0.0
    for step in 1..<40 {
      screens.advance(to: Double(step) / 100)
      most = max(most, x(screens))
    }
    #expect(most > 490)
    screens.advance(to: 2)
    #expect(screens.completions == [.flag(false)])
    #expect(screens.navigation.stack == [screens.list])
  }

  @Test func `caught beyond its place it stays there until it is moved`() {
    var screens = Screens()
    screens.push(
      TransitionAnswer(animator: SpringAnimator(), interaction: PercentDrivenInteraction()))
    screens.handle(.update(0.5))
    screens.handle(.finish)
    var time = 0.0
    while x(screens) >= 155, time < 1 {
      time += 0.01
      screens.advance(to: time)
    }
    #expect(x(screens) < 155)
    let before = x(screens)
    screens.handle(.pause)
    screens.advance(to: time + 1)
    #expect(x(screens) == before)
    screens.handle(.finish)
    #expect(abs(x(screens) - before) < 1e-9)
    screens.advance(to: time + 9)
    #expect(screens.completions == [.flag(true)])
  }
}
