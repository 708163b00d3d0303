public import Layers
public import Quantities
import Transitions

/// What a delegate answers when it is asked how a transition goes.
public struct TransitionAnswer: Sendable {
  /// The animator, or `nil` for the standard transition.
  public var animator: (any ControllerAnimator)?

  /// What drives the transition, or `nil` if it runs by itself; without an animator nobody asks.
  public var interaction: PercentDrivenInteraction?

  /// The views that the animator does not get, as some systems keep them back.
  public var missingViews: Set<TransitionContext.Key>

  /// Creates an answer.
  public init(
    animator: (any ControllerAnimator)? = nil, interaction: PercentDrivenInteraction? = nil,
    missingViews: Set<TransitionContext.Key> = []
  ) {
    self.animator = animator
    self.interaction = interaction
    self.missingViews = missingViews
  }
}

/// Screens on a stack, with transitions between them.
///
/// What a delegate answers comes with each call; what it is told, and in which order, is in the
/// trace of the scene. The order is
///
/// ```
/// delegate animationControllerFor operation     interactionControllerFor, if it gave an animator
/// from viewWillDisappear      to viewWillAppear      delegate willShow (its place is a rule)
/// animator transitionDuration      interaction startInteractiveTransition, if there is one
/// animator animateTransition       context update…, finish… or cancel…      completeTransition
///   from viewDidDisappear   to viewDidAppear   animator animationEnded   coordinator completion
///   delegate didShow
/// or, cancelled:
///   to viewWillDisappear   to viewDidDisappear   from viewWillAppear   from viewDidAppear
///   animator animationEnded   coordinator completion
/// ```
///
/// The corresponding UIKit class is `UINavigationController`. A push or pop during a transition is
/// ignored (rule).
public struct NavigationController: Sendable {
  /// The screens, the one that is shown last.
  public private(set) var stack: [ViewController]

  /// The view in which transitions take place.
  public let container: LayerID

  private var stage = TransitionStage()
  private var frame: Rect

  /// Creates a stack of one screen, which shows it.
  ///
  /// - Parameters:
  ///   - root: The screen.
  ///   - container: The view in which transitions take place.
  ///   - scene: The views.
  public init(root: ViewController, in container: LayerID, of scene: inout ViewScene) {
    stack = [root]
    self.container = container
    frame = Rect(origin: .zero, size: scene.tree.bounds(of: container).size)
    scene.tree.addSublayer(root.view, to: container)
    _ = scene.flush()
  }

  /// The screen on top, which is shown when no transition is under way.
  public var topViewController: ViewController { stack[stack.count - 1] }

  /// The problems of all transitions by now.
  public var problems: [TransitionContext.Problem] { stage.problems }

  /// What is known of the transition that is under way.
  public var transitionContext: TransitionContext? { stage.context }

  /// What drives the transition that is under way.
  public var interaction: PercentDrivenInteraction? { stage.transition?.interaction }

  /// Whether the window waits for a completion that was forgotten.
  public var isLocked: Bool { stage.isLocked }

  /// Puts a screen on top.
  ///
  /// - Parameters:
  ///   - controller: The screen.
  ///   - answer: What the delegate answers.
  ///   - isAnimated: Whether there is a transition.
  ///   - coordination: What is asked of the coordinator.
  ///   - scene: The views.
  /// - Returns: Whether it began; not during another transition, nor for a screen that is there.
  @discardableResult
  public mutating func push(
    _ controller: ViewController, answer: TransitionAnswer = TransitionAnswer(),
    isAnimated: Bool = true, coordination: TransitionCoordination = TransitionCoordination(),
    in scene: inout ViewScene
  ) -> Bool {
    guard stage.isFree, !stack.contains(controller) else { return false }
    begin(
      .push, from: topViewController, to: controller, answer, isAnimated, coordination, &scene)
    return true
  }

  /// Takes the screen on top away.
  ///
  /// - Parameters:
  ///   - answer: What the delegate answers.
  ///   - isAnimated: Whether there is a transition.
  ///   - coordination: What is asked of the coordinator.
  ///   - scene: The views.
  /// - Returns: Whether it began; not during another transition, nor for the last screen.
  @discardableResult
  public mutating func pop(
    answer: TransitionAnswer = TransitionAnswer(), isAnimated: Bool = true,
    coordination: TransitionCoordination = TransitionCoordination(), in scene: inout ViewScene
  ) -> Bool {
    guard stage.isFree, stack.count > 1 else { return false }
    begin(
      .pop, from: topViewController, to: stack[stack.count - 2], answer, isAnimated,
      coordination, &scene)
    return true
  }

  /// Takes an event for what drives the transition; without one, nothing happens.
  public mutating func handle(
    _ event: PercentDrivenInteraction.Event, in scene: inout ViewScene
  ) {
    conclude(stage.handle(event, in: &scene), &scene)
  }

  /// Says what time it is.
  ///
  /// - Returns: What happened in the scene and is of others.
  @discardableResult
  public mutating func advance(
    to time: Timestamp, in scene: inout ViewScene
  ) -> [ViewScene.Occurrence] {
    let (occurrences, ended) = stage.advance(to: time, in: &scene)
    conclude(ended, &scene)
    return occurrences + scene.advance(to: time)
  }

  private mutating func begin(
    _ operation: TransitionOperation, from: ViewController, to: ViewController,
    _ answer: TransitionAnswer, _ isAnimated: Bool, _ coordination: TransitionCoordination,
    _ scene: inout ViewScene
  ) {
    let time = scene.time
    if isAnimated {
      scene.trace.call(
        "delegate", "animationControllerFor",
        [
          .init("operation", .word(operation.rawValue)), .init("from", .word(from.name)),
          .init("to", .word(to.name)),
        ], at: time)
      if answer.animator != nil {
        scene.trace.call("delegate", "interactionControllerFor", at: time)
      }
    }
    let animated = [TraceEntry.Field("animated", .flag(isAnimated))]
    scene.trace.call(from.name, "viewWillDisappear", animated, at: time)
    scene.trace.call(to.name, "viewWillAppear", animated, at: time)
    scene.trace.call(
      "delegate", "willShow", [.init("controller", .word(to.name))] + animated, at: time)
    let next = ControllerTransition(
      TransitionContext(
        operation: operation, container: container, from: from, to: to, isAnimated: isAnimated,
        presentationStyle: .none, missingViews: answer.missingViews,
        initialFrames: [from.name: scene.tree.frame(of: from.view)],
        finalFrames: [to.name: frame]),
      animator: isAnimated ? answer.animator ?? SlideAnimator() : ImmediateAnimator(),
      interaction: answer.animator == nil || !isAnimated ? nil : answer.interaction,
      coordination: coordination)
    conclude(stage.begin(next, in: &scene), &scene)
  }

  /// Changes the stack and says who is told, once a transition has ended.
  private mutating func conclude(_ ended: ControllerTransition?, _ scene: inout ViewScene) {
    guard let transition = ended, let didComplete = transition.outcome else { return }
    let context = transition.context
    if didComplete {
      if context.operation == .push { stack.append(context.to) } else { stack.removeLast() }
    }
    transition.tellAppearance(in: &scene)
    guard didComplete else { return }
    scene.trace.call(
      "delegate", "didShow",
      [
        .init("controller", .word(context.to.name)), .init("animated", .flag(context.isAnimated)),
      ], at: scene.time)
  }
}

/// No animation: the new screen is there at once.
struct ImmediateAnimator: ControllerAnimator {
  func transitionDuration(using context: TransitionContext) -> Duration { .zero }

  func animateTransition(
    using context: inout TransitionContext, in scene: inout ViewScene
  ) -> TransitionAnimations {
    let frame = context.finalFrame(for: context.to)
    scene.tree.set("bounds", of: context.to.view, to: .rect(Rect(origin: .zero, size: frame.size)))
    scene.tree.set("position", of: context.to.view, to: .point(frame.center))
    context.completeTransition(true)
    return .none
  }
}

extension ControllerTransition {
  /// Tells the screens, the animator and the coordinator how it ended.
  func tellAppearance(in scene: inout ViewScene) {
    guard let outcome else { return }
    let time = scene.time
    let animated = [TraceEntry.Field("animated", .flag(context.isAnimated))]
    let calls =
      outcome
      ? [(context.from, "viewDidDisappear"), (context.to, "viewDidAppear")]
      : [
        (context.to, "viewWillDisappear"), (context.to, "viewDidDisappear"),
        (context.from, "viewWillAppear"), (context.from, "viewDidAppear"),
      ]
    for (controller, name) in calls where context.tells(controller) {
      scene.trace.call(controller.name, name, animated, at: time)
    }
    guard context.isAnimated else { return }
    scene.trace.call("animator", "animationEnded", [.init("completed", .flag(outcome))], at: time)
    scene.trace.call(
      "coordinator", "completion", [.init("cancelled", .flag(!outcome))], at: time)
  }
}
