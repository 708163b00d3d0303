import Layers
import Quantities

/// The animation where a delegate names none: the new screen comes from the right, and goes back
/// there.
///
/// The screen below moves by a third of the way (rule; UIKit's own numbers are not published).
public struct SlideAnimator: ControllerAnimator, Hashable {
  /// How long it takes.
  public var duration: Duration

  /// The share of the way that the screen below goes.
  public var parallax: Double

  /// Creates the animation.
  public init(duration: Duration = .milliseconds(350), parallax: Double = 1.0 / 3) {
    self.duration = duration
    self.parallax = parallax
  }

  public func transitionDuration(using context: TransitionContext) -> Duration { duration }

  public func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    guard let from = context.view(forKey: .from), let to = context.view(forKey: .to) else {
      context.completeTransition(!context.transitionWasCancelled)
      return .none
    }
    let frame = context.finalFrame(for: context.to)
    let isVertical = context.operation == .present || context.operation == .dismiss
    func moved(by share: Double) -> Point {
      let center = frame.center
      return isVertical
        ? Point(x: center.x, y: center.y + share * frame.size.height)
        : Point(x: center.x + share * frame.size.width, y: center.y)
    }
    let below = isVertical ? 0 : -parallax
    let isForward = context.operation.isForward
    scene.tree.set("bounds", of: to, to: .rect(Rect(origin: .zero, size: frame.size)))
    scene.tree.set("position", of: to, to: .point(moved(by: isForward ? 1 : below)))
    if isForward {
      scene.tree.addSublayer(to, to: context.container)
    } else {
      scene.tree.insertSublayer(to, below: from)
    }
    let block = scene.animate(ViewAnimation(duration: duration), named: "animator") { block in
      block.tree.set("position", of: to, to: .point(moved(by: 0)))
      block.tree.set("position", of: from, to: .point(moved(by: isForward ? below : 1)))
    }
    return .block(block)
  }
}
