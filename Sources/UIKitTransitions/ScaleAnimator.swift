import Layers
import Quantities

/// Screens that grow out of the middle, and shrink back into it.
///
/// A pushed screen grows from 0.8 and fades in, the one below shrinks to 0.9 and fades out; a popped
/// one shrinks to 0.8 and fades out over the one below.
public struct ScaleAnimator: ControllerAnimator, Hashable {
  /// How long it takes.
  public var duration: Duration

  /// The damping ratio of the spring, 0…1.
  public var damping: Double

  /// The velocity of the spring at the start, of the whole way per second.
  public var velocity: Double

  /// The scale that a screen grows from and shrinks to.
  public var scale: Double

  /// The scale that the screen below shrinks to.
  public var scaleBelow: Double

  /// Creates the animation.
  public init(
    duration: Duration = .milliseconds(400), damping: Double = 0.7, velocity: Double = 0.3,
    scale: Double = 0.8, scaleBelow: Double = 0.9
  ) {
    self.duration = duration
    self.damping = damping
    self.velocity = velocity
    self.scale = scale
    self.scaleBelow = scaleBelow
  }

  public func transitionDuration(using context: TransitionContext) -> Duration { duration }

  public func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    let isForward = context.operation.isForward
    let (from, to) = (context.view(forKey: .from), context.view(forKey: .to))
    // A screen that stays below the one it presents is not to be touched.
    guard from != nil && to != nil || context.keepsPresenter,
      let moved = isForward ? to : from
    else {
      context.completeTransition(!context.transitionWasCancelled)
      return .none
    }
    let small = Transform3D.scale(x: scale, y: scale)
    let smallBelow = Transform3D.scale(x: scaleBelow, y: scaleBelow)
    if let to {
      // Bounds and position rather than the frame, which means nothing beside a transform.
      let frame = context.finalFrame(for: context.to)
      scene.tree.set("bounds", of: to, to: .rect(Rect(origin: .zero, size: frame.size)))
      scene.tree.set("position", of: to, to: .point(frame.center))
      if isForward {
        scene.tree.set("transform", of: to, to: .transform(small))
        scene.tree.set("opacity", of: to, to: .number(0))
        scene.tree.addSublayer(to, to: context.container)
      } else {
        scene.tree.insertSublayer(to, below: moved)
      }
    }
    let spring = ViewAnimation.spring(duration: duration, damping: damping, velocity: velocity)
    let block = scene.animate(spring, named: "animator") { block in
      if isForward {
        block.tree.set("transform", of: moved, to: .transform(.identity))
        block.tree.set("opacity", of: moved, to: .number(1))
      }
      guard let from else { return }
      block.tree.set("transform", of: from, to: .transform(isForward ? smallBelow : small))
      block.tree.set("opacity", of: from, to: .number(0))
    }
    return .block(block)
  }

  public func animationsCompleted(
    finished: Bool, using context: inout TransitionContext, in scene: inout ViewScene
  ) {
    // The views are shown again as they were made.
    for view in [context.from.view, context.to.view] {
      scene.tree.set("transform", of: view, to: .transform(.identity))
      scene.tree.set("opacity", of: view, to: .number(1))
    }
    context.completeTransition(!context.transitionWasCancelled)
  }
}
