import Quantities
import Transitions

/// The one transition that a container of screens may have under way, with what its screens' owner
/// has to know of it.
///
/// The owner begins it, hands events and time to it, and concludes what has ended: it changes its
/// own screens, and says who is told.
struct TransitionStage: Sendable {
  /// The transition that is under way.
  private(set) var transition: ControllerTransition?

  /// The problems of all transitions by now, each once.
  private(set) var problems: [TransitionContext.Problem] = []

  /// Whether another may begin.
  var isFree: Bool { transition == nil }

  /// What is known of the transition that is under way.
  var context: TransitionContext? { transition?.context }

  /// Whether the window waits for a completion that was forgotten.
  var isLocked: Bool { transition?.isLocked ?? false }

  /// Begins a transition.
  ///
  /// - Returns: The same, if it has ended at once.
  /// - Precondition: None is under way.
  mutating func begin(
    _ next: ControllerTransition, in scene: inout ViewScene
  ) -> ControllerTransition? {
    precondition(isFree, "A container has one transition at a time")
    var next = next
    next.begin(in: &scene)
    transition = next
    return takeEnded()
  }

  /// Takes an event for what drives the transition; without one, nothing happens.
  ///
  /// - Returns: The transition, if it has ended by this.
  mutating func handle(
    _ event: PercentDrivenInteraction.Event, in scene: inout ViewScene
  ) -> ControllerTransition? {
    transition?.handle(event, in: &scene)
    return takeEnded()
  }

  /// Goes on to a moment, or to the end of the transition before it.
  ///
  /// - Returns: What happened in the scene, and the transition, if it has ended.
  mutating func advance(
    to time: Timestamp, in scene: inout ViewScene
  ) -> (occurrences: [ViewScene.Occurrence], ended: ControllerTransition?) {
    var occurrences: [ViewScene.Occurrence] = []
    while transition != nil {
      let before = scene.time
      occurrences += transition?.step(to: time, in: &scene) ?? []
      if let ended = takeEnded() { return (occurrences, ended) }
      if scene.time >= time || scene.time == before { break }
    }
    return (occurrences, nil)
  }

  private mutating func takeEnded() -> ControllerTransition? {
    guard let transition else { return nil }
    for problem in transition.context.problems where !problems.contains(problem) {
      problems.append(problem)
    }
    guard transition.outcome != nil else { return nil }
    self.transition = nil
    return transition
  }
}
