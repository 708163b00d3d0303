public import Layers
public import Quantities
import Transitions

/// A screen that presents another over itself, and dismisses it.
///
/// What the transitioning delegate answers comes with each call; the order of calls is that of
/// ``NavigationController``, with `animationControllerForPresented` or `…ForDismissed` in front and
/// the completion of the call behind (rule: Apple documents them no further). What stays below
/// neither disappears nor appears: see ``PresentationStyle``. A custom presentation is told
/// `presentationTransitionWillBegin` or `dismissalTransitionWillBegin` before its screens are, and
/// `…DidEnd` after them (their places are a rule).
///
/// A sheet can be dismissed by a finger, ``swipeToDismiss(answer:coordination:in:)``; its delegate
/// is that of `UIAdaptivePresentationControllerDelegate`:
///
/// ```
/// presentationControllerShouldDismiss      not asked if isModalInPresentation
/// presentationControllerWillDismiss        then the dismissal, as above
/// presentationControllerDidDismiss         behind it; not if it is cancelled
/// or, if it may not:
///   presentationControllerDidAttemptToDismiss     once the finger is up (its place is a rule)
/// ```
///
/// None of these is called by ``dismiss(answer:isAnimated:coordination:in:)``, as Apple's page
/// says.
public struct ModalPresentation: Sendable {
  /// The screen that presents.
  public let presenting: ViewController

  /// The screen that is presented, unless there is none.
  public private(set) var presented: ViewController?

  /// The view in which transitions take place.
  public let container: LayerID

  /// How screens are presented.
  public let style: PresentationStyle

  /// The frame of what a custom presentation presents, in points; `nil`: the whole container.
  public var customFrame: Rect?

  /// Whether a custom presentation removes the view of the screen that presents.
  public var shouldRemovePresentersView = false

  /// Whether a finger may not dismiss the sheet.
  public var isModalInPresentation = false

  /// What the delegate answers to `presentationControllerShouldDismiss`.
  public var shouldDismiss = true

  private var stage = TransitionStage()

  /// Whether a finger dismisses the sheet, rather than code.
  private var isSwiped = false

  /// Whether a finger tries to dismiss what may not be dismissed.
  public private(set) var isAttempted = false

  /// Creates the presentations of a screen, which shows it.
  ///
  /// - Parameters:
  ///   - presenting: The screen.
  ///   - style: How it presents others.
  ///   - container: The view in which transitions take place.
  ///   - scene: The views.
  public init(
    by presenting: ViewController, style: PresentationStyle = .fullScreen,
    in container: LayerID, of scene: inout ViewScene
  ) {
    self.presenting = presenting
    self.container = container
    self.style = style
    scene.tree.addSublayer(presenting.view, to: container)
    _ = scene.flush()
  }

  /// The problems of all transitions by now.
  public var problems: [TransitionContext.Problem] { stage.problems }

  /// What is known of the transition that is under way.
  public var transitionContext: TransitionContext? { stage.context }

  /// Whether the window waits for a completion that was forgotten.
  public var isLocked: Bool { stage.isLocked }

  // MARK: Calls

  /// Presents a screen.
  ///
  /// - Parameters:
  ///   - controller: The screen.
  ///   - answer: What the delegate answers.
  ///   - isAnimated: Whether there is a transition.
  ///   - coordination: What is asked of the coordinator.
  ///   - scene: The views.
  /// - Returns: Whether it began; not during a transition, nor while another is presented.
  @discardableResult
  public mutating func present(
    _ controller: ViewController, answer: TransitionAnswer = TransitionAnswer(),
    isAnimated: Bool = true, coordination: TransitionCoordination = TransitionCoordination(),
    in scene: inout ViewScene
  ) -> Bool {
    guard stage.isFree, presented == nil, controller != presenting else { return false }
    begin(.present, from: presenting, to: controller, answer, isAnimated, coordination, &scene)
    return true
  }

  /// Dismisses the screen that is presented.
  ///
  /// - Returns: Whether it began; not during a transition, nor if none is presented.
  @discardableResult
  public mutating func dismiss(
    answer: TransitionAnswer = TransitionAnswer(), isAnimated: Bool = true,
    coordination: TransitionCoordination = TransitionCoordination(), in scene: inout ViewScene
  ) -> Bool {
    guard stage.isFree, let presented else { return false }
    begin(.dismiss, from: presented, to: presenting, answer, isAnimated, coordination, &scene)
    return true
  }

  /// Begins to dismiss a sheet by a finger, if it may be.
  ///
  /// - Parameters:
  ///   - answer: What drives the dismissal; without an animator the standard one is driven.
  ///   - coordination: What is asked of the coordinator.
  ///   - scene: The views.
  /// - Returns: Whether it began. If not, and ``isAttempted``, the sheet may only give way, and
  ///   ``endAttempt(in:)`` is to follow.
  public mutating func swipeToDismiss(
    answer: TransitionAnswer, coordination: TransitionCoordination = TransitionCoordination(),
    in scene: inout ViewScene
  ) -> Bool {
    guard style.isSheet, stage.isFree, presented != nil, !isAttempted else { return false }
    if !isModalInPresentation {
      scene.trace.call(
        "delegate", "presentationControllerShouldDismiss", [.init("answer", .flag(shouldDismiss))],
        at: scene.time)
    }
    guard !isModalInPresentation, shouldDismiss else {
      isAttempted = true
      return false
    }
    scene.trace.call("delegate", "presentationControllerWillDismiss", at: scene.time)
    isSwiped = true
    var answer = answer
    if answer.animator == nil { answer.animator = SlideAnimator(parallax: 0) }
    return dismiss(answer: answer, coordination: coordination, in: &scene)
  }

  /// Ends an attempt to dismiss a sheet that may not be dismissed; without one, nothing happens.
  public mutating func endAttempt(in scene: inout ViewScene) {
    guard isAttempted else { return }
    isAttempted = false
    scene.trace.call("delegate", "presentationControllerDidAttemptToDismiss", at: scene.time)
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

  // MARK: Transitions

  private mutating func begin(
    _ operation: TransitionOperation, from: ViewController, to: ViewController,
    _ answer: TransitionAnswer, _ isAnimated: Bool, _ coordination: TransitionCoordination,
    _ scene: inout ViewScene
  ) {
    let context = context(operation, from: from, to: to, answer, isAnimated, scene)
    if isAnimated { ask(context, answer, &scene) }
    tellPresentation(of: context, "WillBegin", [], &scene)
    let animated = [TraceEntry.Field("animated", .flag(isAnimated))]
    for (controller, name) in [(from, "viewWillDisappear"), (to, "viewWillAppear")]
    where context.tells(controller) {
      scene.trace.call(controller.name, name, animated, at: scene.time)
    }
    let next = ControllerTransition(
      context,
      animator: isAnimated ? answer.animator ?? SlideAnimator(parallax: 0) : ImmediateAnimator(),
      interaction: answer.animator == nil || !isAnimated ? nil : answer.interaction,
      coordination: coordination)
    conclude(stage.begin(next, in: &scene), &scene)
  }

  private func context(
    _ operation: TransitionOperation, from: ViewController, to: ViewController,
    _ answer: TransitionAnswer, _ isAnimated: Bool, _ scene: ViewScene
  ) -> TransitionContext {
    let size = scene.tree.bounds(of: container).size
    let presenter = scene.tree.frame(of: presenting.view)
    let frame =
      operation == .present
      ? style.frame(in: size, over: presenter, custom: customFrame) : presenter
    return TransitionContext(
      operation: operation, container: container, from: from, to: to, isAnimated: isAnimated,
      presentationStyle: style,
      keepsPresenter: !style.removesPresenter(custom: shouldRemovePresentersView),
      missingViews: answer.missingViews,
      initialFrames: [from.name: scene.tree.frame(of: from.view)], finalFrames: [to.name: frame])
  }

  /// Asks the transitioning delegate.
  private func ask(
    _ context: TransitionContext, _ answer: TransitionAnswer, _ scene: inout ViewScene
  ) {
    let isForward = context.operation.isForward
    scene.trace.call(
      "delegate", "animationControllerFor\(isForward ? "Presented" : "Dismissed")",
      [.init("controller", .word((isForward ? context.to : context.from).name))], at: scene.time)
    guard answer.animator != nil else { return }
    scene.trace.call(
      "delegate", "interactionControllerFor\(isForward ? "Presentation" : "Dismissal")",
      at: scene.time)
  }

  private func tellPresentation(
    of context: TransitionContext, _ moment: String, _ fields: [TraceEntry.Field],
    _ scene: inout ViewScene
  ) {
    guard style == .custom else { return }
    let act = context.operation.isForward ? "presentation" : "dismissal"
    scene.trace.call("presentation", act + "Transition" + moment, fields, at: scene.time)
  }

  /// Shows or forgets the presented screen and says who is told, once a transition has ended.
  private mutating func conclude(_ ended: ControllerTransition?, _ scene: inout ViewScene) {
    guard let transition = ended, let didComplete = transition.outcome else { return }
    let context = transition.context
    let wasSwiped = isSwiped
    isSwiped = false
    if didComplete { presented = context.operation == .present ? context.to : nil }
    transition.tellAppearance(in: &scene)
    tellPresentation(
      of: context, "DidEnd", [.init("completed", .flag(didComplete))], &scene)
    guard didComplete else { return }
    if wasSwiped {
      // Nobody called who could wait for a completion.
      scene.trace.call("delegate", "presentationControllerDidDismiss", at: scene.time)
    } else {
      scene.trace.call(
        presenting.name,
        context.operation == .present ? "presentCompletion" : "dismissCompletion", at: scene.time)
    }
  }
}
