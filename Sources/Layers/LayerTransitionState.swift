import Quantities

/// A transition of a layer, at some time.
public struct LayerTransitionState: Hashable, Sendable {
  /// The animation.
  public var id: AnimationID

  /// What the contents do.
  public var transition: LayerTransition

  /// The share of the transition that is shown, 0…1, after the timing function.
  public var progress: Double

  /// Where the old and the new contents are.
  public var arrangement: LayerTransition.Arrangement
}

extension Presentation {
  /// The transition of a layer that shows now, if there is one.
  ///
  /// The new contents are those of the layer; the old are what showed before the commit, which
  /// ``LayerTree/contentsBefore(_:)`` has kept.
  public func transition(of layer: LayerID) -> LayerTransitionState? {
    for (index, planned) in plan.transitions.enumerated() where planned.layer == layer.index {
      guard let progress = shown.transitions[index] else { continue }
      return LayerTransitionState(
        id: planned.id, transition: planned.transition, progress: progress,
        arrangement: planned.transition.arrangement(at: progress, size: bounds(of: layer).size))
    }
    return nil
  }
}

extension LayerTree {
  /// What showed when a transition was committed, from which its old contents are drawn.
  ///
  /// - Returns: What showed, or `nil` if the animation is gone or no transition.
  public func contentsBefore(_ id: AnimationID) -> Presentation? { oldContents[id] }
}
