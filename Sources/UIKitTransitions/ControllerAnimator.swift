public import Layers

/// What says that the animations of a transition are over.
public enum TransitionAnimations: Hashable, Sendable {
  /// The completion of a block.
  case block(ViewBlockID)

  /// The completion of a transaction of layers.
  case transaction(CompletionToken)

  /// Nothing: there are none.
  case none
}

/// The animations between two screens.
///
/// The corresponding UIKit protocol is `UIViewControllerAnimatedTransitioning`. It is a value
/// without state: what it starts is in the scene, and what it is told, in the context.
public protocol ControllerAnimator: Sendable {
  /// How long it takes; 0 or more.
  func transitionDuration(using context: TransitionContext) -> Duration

  /// Puts the new view into the container, and starts the animations.
  ///
  /// - Parameters:
  ///   - context: The transition; one that cannot be animated has to be completed here.
  ///   - scene: The views.
  /// - Returns: What says that the animations are over.
  func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations

  /// Answers that the animations are over: tidies up, and completes the transition.
  ///
  /// - Parameters:
  ///   - finished: Whether they came to their end.
  ///   - context: The transition.
  ///   - scene: The views.
  func animationsCompleted(
    finished: Bool, using context: inout TransitionContext, in scene: inout ViewScene)

  /// The animator that a finger may catch, or `nil` if there is none; its animations have an even
  /// pace, as its own curve moves their time.
  func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator?
}

extension ControllerAnimator {
  public func animationsCompleted(
    finished: Bool, using context: inout TransitionContext, in scene: inout ViewScene
  ) {
    context.completeTransition(!context.transitionWasCancelled)
  }

  public func interruptibleAnimator(using context: TransitionContext) -> PropertyAnimator? { nil }
}
