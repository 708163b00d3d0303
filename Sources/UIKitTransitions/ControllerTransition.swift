public import Layers
import Quantities
import Transitions

/// A change that is made along with a transition.
public struct ViewChange: Hashable, Sendable {
  /// The layer that is changed.
  public var layer: LayerID

  /// What is changed of it.
  public var path: PropertyPath

  /// The value in the end.
  public var value: PropertyValue

  /// Creates a change.
  public init(_ layer: LayerID, _ path: PropertyPath, to value: PropertyValue) {
    self.layer = layer
    self.path = path
    self.value = value
  }
}

/// What is asked of the coordinator of a transition.
///
/// The corresponding UIKit protocol is `UIViewControllerTransitionCoordinator`.
public struct TransitionCoordination: Hashable, Sendable {
  /// What is animated along with the transition, by its duration, easing in and out.
  public var alongside: [ViewChange]

  /// Whether it is told that the transition has become interactive, or is no longer.
  public var notifiesOfInteractionChanges: Bool

  /// Creates what is asked.
  public init(alongside: [ViewChange] = [], notifiesOfInteractionChanges: Bool = false) {
    self.alongside = alongside
    self.notifiesOfInteractionChanges = notifiesOfInteractionChanges
  }
}

/// A transition between two screens that is under way.
///
/// Its owner says who is told before and after; it runs the animator, moves the time of the
/// container where something interactive drives it, and completes exactly once.
struct ControllerTransition: Sendable {
  /// What is known of it.
  var context: TransitionContext

  /// The animator.
  let animator: any ControllerAnimator

  /// What drives it, if it does not run by itself.
  private(set) var interaction: PercentDrivenInteraction?

  /// Whether it has ended, and how.
  private(set) var outcome: Bool?

  /// Whether it waits for a completion that does not come.
  private(set) var isLocked = false

  private let coordination: TransitionCoordination
  private var duration = Duration.zero
  private var start = Timestamp.zero
  private var animations = TransitionAnimations.none
  private var held: HeldAnimations?
  private var containerTiming = MediaTiming(duration: .infinity)
  private var hasAnswered = false

  init(
    _ context: TransitionContext, animator: any ControllerAnimator,
    interaction: PercentDrivenInteraction?, coordination: TransitionCoordination
  ) {
    self.context = context
    self.animator = animator
    self.interaction = interaction
    self.coordination = coordination
  }

  // MARK: Start

  /// Runs the animator.
  mutating func begin(in scene: inout ViewScene) {
    start = scene.time
    duration = max(animator.transitionDuration(using: context), .zero)
    scene.trace.call(
      "animator", "transitionDuration", [.init("duration", .number(duration.seconds))], at: start)
    if let animator = animator.interruptibleAnimator(using: context) {
      scene.trace.call("animator", "interruptibleAnimator", at: start)
      interaction = PercentDrivenInteraction(animator: animator, like: interaction)
    }
    scene.tree.begin()
    containerTiming = scene.tree.timing(of: context.container)
    if var driver = interaction {
      context.isInteractive = driver.wantsInteractiveStart
      if context.isInteractive {
        scene.trace.call("interaction", "startInteractiveTransition", at: start)
      }
      // Before the animations are made: they begin at the time that the container has.
      hold(timeOffset: 0, in: &scene)
      runAnimator(in: &scene)
      let effects = driver.handle(.start(duration: duration), at: start)
      interaction = driver
      scene.tree.commit(at: scene.mediaTime)
      guard context.completions.isEmpty else {
        finish(in: &scene)
        return
      }
      moveTime(in: &scene)
      apply(effects, in: &scene)
    } else {
      runAnimator(in: &scene)
      scene.tree.commit(at: scene.mediaTime)
      if !context.completions.isEmpty { finish(in: &scene) }
    }
    answer(scene.flush(), in: &scene)
  }

  private mutating func runAnimator(in scene: inout ViewScene) {
    let before = scene.animations(below: context.container)
    let firstBlock = scene.blockCount
    scene.trace.call("animator", "animateTransition", at: start)
    animations = animator.animateTransition(using: &context, in: &scene)
    if !coordination.alongside.isEmpty {
      scene.trace.call("coordinator", "animateAlongside", at: start)
      scene.animate(ViewAnimation(duration: duration), named: "alongside") { block in
        for change in coordination.alongside {
          block.tree.set(change.path, of: change.layer, to: change.value)
        }
      }
    }
    let blocks = (firstBlock..<scene.blockCount).map(ViewBlockID.init)
    guard interaction != nil else { return }
    let token: CompletionToken? =
      if case .transaction(let token) = animations { token } else { nil }
    held = scene.hold(
      scene.animations(below: context.container).subtracting(before), blocks, token)
  }

  // MARK: Events

  /// When something happens by itself, if it is known.
  func nextTime(in scene: ViewScene) -> Timestamp? {
    let own = interaction?.end
    let isLater = scene.tree.nextEventTime.isFinite && scene.tree.nextEventTime > scene.mediaTime
    let layers = isLater ? scene.moment(scene.tree.nextEventTime) : nil
    guard let own, let layers else { return own ?? layers }
    return min(own, layers)
  }

  /// Goes on to a moment, or to the next one before it at which something happens by itself.
  ///
  /// - Returns: What happened, to be answered by whoever it is for.
  mutating func step(to time: Timestamp, in scene: inout ViewScene) -> [ViewScene.Occurrence] {
    let next = nextTime(in: scene).map { max(min($0, time), scene.time) } ?? time
    let occurrences = scene.advance(to: next)
    answer(occurrences, in: &scene)
    handle(.refresh, in: &scene)
    return occurrences
  }

  /// Takes an event for what drives it; without such, only time counts.
  mutating func handle(_ event: PercentDrivenInteraction.Event, in scene: inout ViewScene) {
    guard outcome == nil else { return }
    if var driver = interaction {
      let effects = driver.handle(event, at: scene.time)
      interaction = driver
      moveTime(in: &scene)
      apply(effects, in: &scene)
    }
    checkLock(in: &scene)
  }

  private mutating func apply(
    _ effects: [PercentDrivenInteraction.Effect], in scene: inout ViewScene
  ) {
    for effect in effects {
      switch effect {
      case .begin(let isInteractive): context.isInteractive = isInteractive
      case .updateInteractiveTransition(let percent):
        scene.trace.call(
          "context", "updateInteractiveTransition", [.init("percent", .number(percent))],
          at: scene.time)
      case .pauseInteractiveTransition:
        context.transitionWasCancelled = false
        context.isInteractive = true
        scene.trace.call("context", "pauseInteractiveTransition", at: scene.time)
        tellInteractionChange(in: &scene)
      case .finishInteractiveTransition:
        context.isInteractive = false
        scene.trace.call("context", "finishInteractiveTransition", at: scene.time)
        tellInteractionChange(in: &scene)
      case .cancelInteractiveTransition:
        context.transitionWasCancelled = true
        context.isInteractive = false
        scene.trace.call("context", "cancelInteractiveTransition", at: scene.time)
        tellInteractionChange(in: &scene)
      case .complete(let flag): endAnimations(flag, in: &scene)
      }
    }
  }

  private func tellInteractionChange(in scene: inout ViewScene) {
    guard coordination.notifiesOfInteractionChanges, let interaction else { return }
    scene.trace.call(
      "coordinator", "interactionChanged",
      [
        .init("interactive", .flag(context.isInteractive)),
        .init("percent", .number(interaction.percentComplete)),
        .init("velocity", .number(interaction.completionSpeed)),
        .init("curve", .word("\(interaction.completionCurve)")),
        .init("cancelled", .flag(context.transitionWasCancelled)),
      ], at: scene.time)
  }

  /// Shows the time that what drives it says.
  private func moveTime(in scene: inout ViewScene) {
    guard outcome == nil, !hasAnswered, let interaction, interaction.state != .done else { return }
    scene.tree.begin()
    hold(timeOffset: interaction.timeOffset(at: scene.time), in: &scene)
    scene.tree.commit(at: scene.mediaTime)
  }

  private func hold(timeOffset: MediaTime, in scene: inout ViewScene) {
    var timing = containerTiming
    timing.speed = 0
    timing.timeOffset = timeOffset
    scene.tree.setTiming(timing, of: context.container)
  }

  /// Ends the animations in one turn: at their end, or as if they had not been.
  private mutating func endAnimations(_ finished: Bool, in scene: inout ViewScene) {
    if finished {
      // Those that come to their end do so, the completion with them.
      scene.tree.begin()
      hold(timeOffset: duration.seconds, in: &scene)
      scene.tree.commit(at: scene.mediaTime)
    }
    // What is answered belongs to the same turn: no frame shows what is in between.
    scene.tree.begin()
    if !finished { for block in (held?.blocks ?? []).reversed() { scene.revert(block) } }
    for animation in held?.animations ?? [] { scene.tree.removeAnimation(animation) }
    scene.tree.setTiming(containerTiming, of: context.container)
    if let held { scene.release(held, finished: finished) }
    answer(scene.takePending(), in: &scene)
    // Nothing else says that it is over.
    if !hasAnswered, animations != .none || outcome == nil {
      complete(finished: finished, in: &scene)
    }
    scene.tree.commit(at: scene.mediaTime)
    answer(scene.flush(), in: &scene)
  }

  /// Answers what happened in the scene.
  mutating func answer(_ occurrences: [ViewScene.Occurrence], in scene: inout ViewScene) {
    for occurrence in occurrences {
      switch (occurrence.kind, animations) {
      case (.completed(let block, let finished), .block(let own)) where block == own:
        complete(finished: finished, in: &scene)
      case (.layer(.completed(let token)), .transaction(let own))
      where token == own && interaction == nil:
        complete(finished: !context.transitionWasCancelled, in: &scene)
      default: break
      }
    }
  }

  private mutating func complete(finished: Bool, in scene: inout ViewScene) {
    guard !hasAnswered else { return }
    hasAnswered = true
    scene.tree.begin()
    animator.animationsCompleted(finished: finished, using: &context, in: &scene)
    finish(in: &scene)
    scene.tree.commit(at: scene.mediaTime)
    checkLock(in: &scene)
  }

  /// Takes the calls of `completeTransition` that were made.
  private mutating func finish(in scene: inout ViewScene) {
    for flag in context.completions {
      scene.trace.call(
        "context", "completeTransition", [.init("didComplete", .flag(flag))], at: scene.time)
    }
    for problem in context.problems {
      scene.trace.state(
        "transition", "problem", [.init("problem", .word(problem.rawValue))], at: scene.time)
    }
    guard !context.completions.isEmpty, outcome == nil else { return }
    // What is true counts, and not what it was called with.
    let didComplete = !context.transitionWasCancelled
    outcome = didComplete
    let (winner, loser) =
      didComplete
      ? (context.to.view, context.from.view) : (context.from.view, context.to.view)
    // What covers another screen leaves it where it is.
    let isBelow =
      context.keepsPresenter
      && loser == (context.operation == .present ? context.from : context.to).view
    if !isBelow { scene.tree.removeFromSuperlayer(loser) }
    if scene.tree.superlayer(of: winner) != context.container {
      scene.tree.addSublayer(winner, to: context.container)
    }
    if interaction != nil { scene.tree.setTiming(containerTiming, of: context.container) }
  }

  /// Finds out whether the completion was forgotten.
  private mutating func checkLock(in scene: inout ViewScene) {
    guard outcome == nil, !isLocked else { return }
    let isOver: Bool =
      if let interaction {
        interaction.state == .done
      } else {
        hasAnswered || (animations == .none && scene.time >= start.advanced(by: duration))
      }
    guard isOver else { return }
    isLocked = true
    context.note(.neverCompleted)
    scene.trace.state(
      "transition", "problem",
      [.init("problem", .word(TransitionContext.Problem.neverCompleted.rawValue))],
      at: scene.time)
  }
}
