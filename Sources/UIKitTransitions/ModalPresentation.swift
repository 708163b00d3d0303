public import Layers
public import Quantities
import Transitions

/// A screen that presents another over itself, and dismisses it.
///
/// What the transitioning delegate answers comes with each call; the order of calls is that of
/// ``NavigationController``, with `animationControllerForPresented` or `…ForDismissed` in front and
/// the completion of the call behind (rule: Apple documents them no further). Under
/// `overFullScreen` the screen below stays, so that it neither disappears nor appears.
public struct ModalPresentation: Sendable {
  /// The screen that presents.
  public let presenting: ViewController

  /// The screen that is presented, unless there is none.
  public private(set) var presented: ViewController?

  /// The view in which transitions take place.
  public let container: LayerID

  /// How screens are presented.
  public let style: PresentationStyle

  /// The problems of all transitions by now.
  public private(set) var problems: [TransitionContext.Problem] = []

  private var transition: ControllerTransition?

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

  /// What is known of the transition that is under way.
  public var transitionContext: TransitionContext? { transition?.context }

  /// Whether the window waits for a completion that was forgotten.
  public var isLocked: Bool { transition?.isLocked ?? false }

  /// Presents a screen.
  ///
  /// - Returns: Whether it began; not during a transition, nor while another is presented.
  @discardableResult
  public mutating func present(
    _ controller: ViewController, answer: TransitionAnswer = TransitionAnswer(),
    coordination: TransitionCoordination = TransitionCoordination(), in scene: inout ViewScene
  ) -> Bool {
    guard transition == nil, presented == nil, controller != presenting else { return false }
    begin(.present, from: presenting, to: controller, answer, coordination, &scene)
    return true
  }

  /// Dismisses the screen that is presented.
  ///
  /// - Returns: Whether it began; not during a transition, nor if none is presented.
  @discardableResult
  public mutating func dismiss(
    answer: TransitionAnswer = TransitionAnswer(),
    coordination: TransitionCoordination = TransitionCoordination(), in scene: inout ViewScene
  ) -> Bool {
    guard transition == nil, let presented else { return false }
    begin(.dismiss, from: presented, to: presenting, answer, coordination, &scene)
    return true
  }

  /// Takes an event for what drives the transition; without one, nothing happens.
  public mutating func handle(
    _ event: PercentDrivenInteraction.Event, in scene: inout ViewScene
  ) {
    transition?.handle(event, in: &scene)
    endIfComplete(&scene)
  }

  /// Says what time it is.
  ///
  /// - Returns: What happened in the scene and is of others.
  @discardableResult
  public mutating func advance(
    to time: Timestamp, in scene: inout ViewScene
  ) -> [ViewScene.Occurrence] {
    var occurrences: [ViewScene.Occurrence] = []
    while transition != nil {
      let before = scene.time
      occurrences += transition?.step(to: time, in: &scene) ?? []
      endIfComplete(&scene)
      if scene.time >= time || (transition != nil && scene.time == before) { break }
    }
    return occurrences + scene.advance(to: time)
  }

  private mutating func begin(
    _ operation: TransitionOperation, from: ViewController, to: ViewController,
    _ answer: TransitionAnswer, _ coordination: TransitionCoordination, _ scene: inout ViewScene
  ) {
    let time = scene.time
    let role = operation == .present ? "Presented" : "Dismissed"
    let act = operation == .present ? "Presentation" : "Dismissal"
    scene.trace.call(
      "delegate", "animationControllerFor\(role)",
      [.init("controller", .word((operation == .present ? to : from).name))], at: time)
    if answer.animator != nil {
      scene.trace.call("delegate", "interactionControllerFor\(act)", at: time)
    }
    let context = TransitionContext(
      operation: operation, container: container, from: from, to: to, isAnimated: true,
      presentationStyle: style, missingViews: answer.missingViews,
      initialFrames: [from.name: scene.tree.frame(of: from.view)],
      finalFrames: [
        to.name: Rect(origin: .zero, size: scene.tree.bounds(of: container).size)
      ])
    let animated = [TraceEntry.Field("animated", .flag(true))]
    if context.tells(from) {
      scene.trace.call(from.name, "viewWillDisappear", animated, at: time)
    }
    if context.tells(to) { scene.trace.call(to.name, "viewWillAppear", animated, at: time) }
    var next = ControllerTransition(
      context, animator: answer.animator ?? SlideAnimator(parallax: 0),
      interaction: answer.animator == nil ? nil : answer.interaction, coordination: coordination)
    next.begin(in: &scene)
    transition = next
    endIfComplete(&scene)
  }

  private mutating func endIfComplete(_ scene: inout ViewScene) {
    guard let transition else { return }
    for problem in transition.context.problems where !problems.contains(problem) {
      problems.append(problem)
    }
    guard let didComplete = transition.outcome else { return }
    self.transition = nil
    let context = transition.context
    if didComplete { presented = context.operation == .present ? context.to : nil }
    transition.tellAppearance(in: &scene)
    guard didComplete else { return }
    scene.trace.call(
      presenting.name, context.operation == .present ? "presentCompletion" : "dismissCompletion",
      at: scene.time)
  }
}

extension TransitionContext {
  /// Whether a screen is told that it appears or disappears: not the one that another covers only.
  func tells(_ controller: ViewController) -> Bool {
    guard presentationStyle == .overFullScreen else { return true }
    return controller == (operation == .present ? to : from)
  }
}
