import Layers
import Quantities

/// The animation where a delegate names none: the new screen comes from the right, and goes back
/// there.
///
/// The screen below moves by a third of the way (rule; UIKit's own numbers are not published). A
/// presented screen comes from below its container instead, and the screen it covers stays.
public struct SlideAnimator: ControllerAnimator, Hashable {
  /// How long it takes.
  public var duration: Duration

  /// The share of the way that the screen below goes.
  public var parallax: Double

  /// Whether the screens keep to the finger that drives them: at an even pace, a share of the time
  /// is the same share of the way.
  public var isEven: Bool

  /// Creates the animation.
  public init(
    duration: Duration = .milliseconds(350), parallax: Double = 1.0 / 3, isEven: Bool = false
  ) {
    self.duration = duration
    self.parallax = parallax
    self.isEven = isEven
  }

  private var animation: ViewAnimation {
    ViewAnimation(duration: duration, options: isEven ? .curveLinear : [])
  }

  public func transitionDuration(using context: TransitionContext) -> Duration { duration }

  public func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    switch context.operation {
    case .push, .pop: slideAcross(&context, &scene)
    case .present, .dismiss: slideUp(&context, &scene)
    }
  }

  private func slideAcross(
    _ context: inout TransitionContext, _ scene: inout ViewScene
  ) -> TransitionAnimations {
    guard let from = context.view(forKey: .from), let to = context.view(forKey: .to) else {
      context.completeTransition(!context.transitionWasCancelled)
      return .none
    }
    let frame = context.finalFrame(for: context.to)
    func moved(by share: Double) -> Point {
      Point(x: frame.center.x + share * frame.size.width, y: frame.center.y)
    }
    let isForward = context.operation.isForward
    scene.tree.set("bounds", of: to, to: .rect(Rect(origin: .zero, size: frame.size)))
    scene.tree.set("position", of: to, to: .point(moved(by: isForward ? 1 : -parallax)))
    if isForward {
      scene.tree.addSublayer(to, to: context.container)
    } else {
      scene.tree.insertSublayer(to, below: from)
    }
    let parallax = parallax
    let block = scene.animate(animation, named: "animator") { block in
      block.tree.set("position", of: to, to: .point(moved(by: 0)))
      block.tree.set("position", of: from, to: .point(moved(by: isForward ? -parallax : 1)))
    }
    return .block(block)
  }

  /// Moves what is presented in from below the container, or out there.
  private func slideUp(
    _ context: inout TransitionContext, _ scene: inout ViewScene
  ) -> TransitionAnimations {
    let isForward = context.operation.isForward
    guard let moved = context.view(forKey: isForward ? .to : .from) else {
      context.completeTransition(!context.transitionWasCancelled)
      return .none
    }
    let frame =
      isForward
      ? context.finalFrame(for: context.to) : context.initialFrame(for: context.from)
    let bottom = scene.tree.bounds(of: context.container).size.height
    let below = Point(x: frame.center.x, y: frame.center.y + max(bottom - frame.minY, 0))
    if isForward {
      scene.tree.set("bounds", of: moved, to: .rect(Rect(origin: .zero, size: frame.size)))
      scene.tree.set("position", of: moved, to: .point(below))
      scene.tree.addSublayer(moved, to: context.container)
    } else if let other = context.view(forKey: .to) {
      let place = context.finalFrame(for: context.to)
      scene.tree.set("bounds", of: other, to: .rect(Rect(origin: .zero, size: place.size)))
      scene.tree.set("position", of: other, to: .point(place.center))
      scene.tree.insertSublayer(other, below: moved)
    }
    let block = scene.animate(animation, named: "animator") { block in
      block.tree.set("position", of: moved, to: .point(isForward ? frame.center : below))
    }
    return .block(block)
  }
}
