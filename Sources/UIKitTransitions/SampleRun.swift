public import Layers
public import Quantities
import Transitions

/// A run of a sample: by itself, or driven by a percentage.
///
/// Whatever is under the container is scrubbed by time, screens or not. After a cancel the scene is
/// as it was before.
public struct SampleRun: Sendable {
  /// Which screens a run has.
  private enum Screens: Sendable {
    case none
    case navigation(NavigationController)
    case modal(ModalPresentation)
  }

  /// What it is a run of.
  public let sample: SampleScene

  /// The views, and the trace.
  public private(set) var scene: ViewScene

  /// The view that holds everything.
  public let container: LayerID

  private var screens = Screens.none
  private var interaction: PercentDrivenInteraction?
  private var held: HeldAnimations?
  private var before: LayerTree?

  /// Whether the transition has come to an end.
  private var isOver = false

  /// Creates a run, before its start.
  ///
  /// - Parameters:
  ///   - sample: What it is a run of.
  ///   - start: The moment that the trace counts from.
  public init(_ sample: SampleScene, at start: Timestamp = .zero) {
    self.sample = sample
    var scene = ViewScene(size: SampleScene.window, start: start)
    let frame = Rect(origin: .zero, size: SampleScene.window)
    container = scene.makeView("container", frame: frame, in: scene.tree.root)
    switch sample {
    case .scalePush, .scalePop, .swipeBack, .modalSheet:
      let list = ViewController("list", view: scene.makeView("list", frame: frame))
      let detail = ViewController("detail", view: scene.makeView("detail", frame: frame))
      let paths: [PropertyPath] = ["position", "transform", "opacity"]
      scene.watch(list.view, paths)
      scene.watch(detail.view, paths)
      if sample == .modalSheet {
        var modal = ModalPresentation(
          by: list, style: .overFullScreen, in: container, of: &scene)
        modal.present(detail, answer: TransitionAnswer(animator: ImmediateAnimator()), in: &scene)
        screens = .modal(modal)
      } else {
        var navigation = NavigationController(root: list, in: container, of: &scene)
        if sample != .scalePush { navigation.push(detail, isAnimated: false, in: &scene) }
        screens = .navigation(navigation)
      }
    default: sample.build(in: &scene, container)
    }
    _ = scene.flush()
    scene.trace = Trace(start: start)
    self.scene = scene
  }

  /// Starts the transition.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - interaction: What drives it, or `nil` if it runs by itself.
  public mutating func begin(
    at time: Timestamp, interactively interaction: PercentDrivenInteraction? = nil
  ) {
    advance(to: time, isSampled: false)
    switch screens {
    case .navigation(var navigation):
      let animator: any ControllerAnimator =
        sample == .swipeBack ? SlideAnimator() : ScaleAnimator()
      let answer = TransitionAnswer(animator: animator, interaction: interaction)
      if sample == .scalePush, let view = scene.layer(named: "detail") {
        navigation.push(ViewController("detail", view: view), answer: answer, in: &scene)
      } else {
        navigation.pop(answer: answer, in: &scene)
      }
      screens = .navigation(navigation)
    case .modal(var modal):
      modal.dismiss(
        answer: TransitionAnswer(animator: SlideAnimator(parallax: 0), interaction: interaction),
        in: &scene)
      screens = .modal(modal)
    case .none:
      before = scene.tree
      guard var driver = interaction else {
        _ = sample.start(in: &scene)
        _ = scene.flush()
        return
      }
      scene.tree.begin()
      hold(timeOffset: 0)
      let others = scene.animations(below: container)
      let started = sample.start(in: &scene)
      held = scene.hold(
        scene.animations(below: container).subtracting(others), started.blocks, started.token)
      scene.tree.commit(at: scene.mediaTime)
      _ = scene.flush()
      let effects = driver.handle(.start(duration: sample.duration), at: time)
      self.interaction = driver
      apply(effects)
    }
  }

  /// Takes an event for what drives it.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: When.
  public mutating func handle(_ event: PercentDrivenInteraction.Event, at time: Timestamp) {
    advance(to: time, isSampled: false)
    switch screens {
    case .navigation(var navigation):
      navigation.handle(event, in: &scene)
      screens = .navigation(navigation)
    case .modal(var modal):
      modal.handle(event, in: &scene)
      screens = .modal(modal)
    case .none:
      guard var driver = interaction else { return }
      let effects = driver.handle(event, at: scene.time)
      interaction = driver
      apply(effects)
    }
  }

  /// Says what time it is.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - isSampled: Whether what is shown then is added to the trace.
  public mutating func advance(to time: Timestamp, isSampled: Bool = true) {
    switch screens {
    case .navigation(var navigation):
      navigation.advance(to: time, in: &scene)
      screens = .navigation(navigation)
    case .modal(var modal):
      modal.advance(to: time, in: &scene)
      screens = .modal(modal)
    case .none:
      if let end = interaction?.end, end <= time {
        _ = scene.advance(to: end)
        refresh()
      }
      _ = scene.advance(to: time)
      refresh()
    }
    if isSampled { scene.sampleFrame() }
  }

  /// The views that can be seen, from the back to the front.
  public var shown: [String] { scene.visibleViews(in: container) }

  /// Whether something is under way.
  public var isRunning: Bool {
    switch screens {
    case .navigation(let navigation): navigation.transitionContext != nil
    case .modal(let modal): modal.transitionContext != nil
    case .none:
      interaction.map { $0.state != .idle && $0.state != .done }
        ?? (scene.tree.nextEventTime.isFinite)
    }
  }

  // MARK: Scenes without screens

  private mutating func refresh() {
    guard var driver = interaction else { return }
    let effects = driver.handle(.refresh, at: scene.time)
    interaction = driver
    apply(effects)
  }

  private mutating func apply(_ effects: [PercentDrivenInteraction.Effect]) {
    for effect in effects {
      switch effect {
      case .begin(let isInteractive): tell("begin", [.init("interactive", .flag(isInteractive))])
      case .updateInteractiveTransition(let percent):
        tell("updateInteractiveTransition", [.init("percent", .number(percent))])
      case .pauseInteractiveTransition: tell("pauseInteractiveTransition")
      case .finishInteractiveTransition: tell("finishInteractiveTransition")
      case .cancelInteractiveTransition: tell("cancelInteractiveTransition")
      case .complete(let finished): complete(finished)
      }
    }
    guard let interaction, !isOver else { return }
    scene.tree.begin()
    hold(timeOffset: interaction.timeOffset(at: scene.time))
    scene.tree.commit(at: scene.mediaTime)
  }

  private mutating func tell(_ name: String, _ fields: [TraceEntry.Field] = []) {
    scene.trace.call("scene", name, fields, at: scene.time)
  }

  private mutating func complete(_ finished: Bool) {
    isOver = true
    if finished {
      scene.tree.begin()
      hold(timeOffset: sample.duration.seconds)
      scene.tree.commit(at: scene.mediaTime)
      scene.tree.begin()
      if let held {
        for animation in held.removed { remove(animation) }
        scene.release(held, finished: true)
      }
      var timing = scene.tree.timing(of: container)
      // From its end on, time goes on by itself.
      timing.speed = 1
      timing.beginTime = scene.tree.localTime(of: scene.tree.root, at: scene.mediaTime)
      scene.tree.setTiming(timing, of: container)
      scene.tree.commit(at: scene.mediaTime)
    } else {
      if let held { scene.release(held, finished: false) }
      if let before { scene.tree = before }
    }
    _ = scene.flush()
    scene.trace.state(
      "scene", finished ? "finished" : "cancelled",
      shown.isEmpty ? [] : [.init("shown", .word(shown.joined(separator: "+")))], at: scene.time)
  }

  /// Removes an animation that goes at its end, unless it never comes there.
  private mutating func remove(_ animation: AnimationID) {
    guard let timing = scene.tree.animation(animation)?.timing,
      timing.activeDuration.isFinite
    else { return }
    scene.tree.removeAnimation(animation)
  }

  private mutating func hold(timeOffset: MediaTime) {
    var timing = scene.tree.timing(of: container)
    timing.speed = 0
    timing.timeOffset = timeOffset
    scene.tree.setTiming(timing, of: container)
  }
}
