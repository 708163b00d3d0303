import Curves
public import Layers
public import Quantities
public import TouchInput
import Transitions

/// A run of a sample under fingers: recognizers take the frames of contacts, and what they begin
/// drives the screens or the scroll view.
///
/// In a frame, the trace has first what became of the recognizers, in the order it happened, then
/// their actions, each with what it did. A touch that comes down during a transition is nobody's
/// (rule: UIKit ignores touches until it is complete); else a recognizer gets it if it lies in its
/// view.
public struct TouchSampleRun: Sendable {
  /// Which screens a run has.
  private enum Screens: Sendable {
    case none
    case navigation(NavigationController)
    case modal(ModalPresentation)
  }

  /// What it is a run of.
  public let sample: TouchSample

  /// Where touches are in the window.
  public let mapping: TouchMapping

  /// The views, and the trace.
  public private(set) var scene: ViewScene

  private let container: LayerID
  private let recognizers: [TouchSample.Recognizer]
  private let release: SwipeRelease?
  private var arbiter: GestureArbiter
  private var screens = Screens.none
  private var scroll: ScrollView?

  /// Whether a swipe drives the transition, from its beginning to its end.
  private var isSwiping = false

  /// The translation that the scroll view has followed by now.
  private var followed = Point.zero

  /// The touches that are down, by their serial numbers.
  private var touches: Set<Int> = []

  /// Creates a run in which nothing is touched.
  ///
  /// - Parameters:
  ///   - sample: What it is a run of.
  ///   - mapping: Where touches are in its window.
  ///   - start: The moment that the trace counts from.
  public init(_ sample: TouchSample, mapping: TouchMapping, at start: Timestamp) {
    self.sample = sample
    self.mapping = mapping
    let frame = Rect(origin: .zero, size: mapping.window)
    var scene = ViewScene(size: mapping.window, start: start)
    container = scene.makeView("container", frame: frame, in: scene.tree.root)
    recognizers = sample.recognizers
    release = sample.release(in: mapping.window)
    scroll = sample.scrollView(in: mapping.window)
    arbiter = Self.arbiter(of: sample, mapping)
    switch sample {
    case .edgeSwipeBack, .edgeSwipeProjected:
      let home = ViewController("home", view: scene.makeView("home", frame: frame))
      let list = ViewController("list", view: scene.makeView("list", frame: frame))
      var navigation = NavigationController(root: home, in: container, of: &scene)
      navigation.push(list, isAnimated: false, in: &scene)
      screens = .navigation(navigation)
      scene.watch(home.view, ["position"])
      scene.watch(list.view, ["position", "bounds.origin"])
    case .paging, .freeScroll:
      let name = sample == .paging ? "pages" : "map"
      scene.watch(scene.makeView(name, frame: frame, in: container), ["bounds.origin"])
    case .sheetSwipe, .sheetHeld:
      let page = ViewController("page", view: scene.makeView("page", frame: frame))
      let sheet = ViewController("sheet", view: scene.makeView("sheet", frame: frame))
      var modal = ModalPresentation(by: page, style: .pageSheet, in: container, of: &scene)
      modal.isModalInPresentation = sample == .sheetHeld
      modal.present(sheet, isAnimated: false, in: &scene)
      screens = .modal(modal)
      scene.watch(sheet.view, ["position"])
    }
    scene.trace = Trace(start: start)
    self.scene = scene
    showOffset(at: start)
  }

  private static func arbiter(of sample: TouchSample, _ mapping: TouchMapping) -> GestureArbiter {
    var pan = PanGestureRecognizer(mapping)
    switch sample {
    case .edgeSwipeBack, .edgeSwipeProjected:
      let list = pan
      pan.edges = [.left]
      var arbiter = GestureArbiter([pan, list])
      arbiter.require(1, toFail: 0)
      return arbiter
    case .paging, .freeScroll, .sheetSwipe, .sheetHeld: return GestureArbiter([pan])
    }
  }

  // MARK: What shows

  /// The views that can be seen, from the back to the front.
  public var shown: [String] { scene.visibleViews(in: container) }

  /// Whether something moves by itself.
  public var isRunning: Bool {
    isInTransition || scroll?.end != nil || scene.tree.nextEventTime.isFinite
  }

  /// How the last transition ended, if one has.
  public var lastOutcome: Bool? {
    scene.trace.entries.last { $0.name == "completeTransition" }
      .map { $0.fields.first?.value == .flag(true) }
  }

  /// The offset of the scroll view, in points, if the sample has one.
  public var offset: Point? { scroll?.offset(at: scene.time) }

  /// The states of the recognizers, the first one in front.
  public var states: [PanGestureRecognizer.State] { arbiter.recognizers.map(\.state) }

  private var isInTransition: Bool {
    switch screens {
    case .none: false
    case .navigation(let navigation): navigation.transitionContext != nil
    case .modal(let modal): modal.transitionContext != nil
    }
  }

  private var canSwipe: Bool {
    guard !isInTransition else { return false }
    switch screens {
    case .none: return false
    case .navigation(let navigation): return navigation.stack.count > 1
    case .modal(let modal): return modal.presented != nil
    }
  }

  // MARK: Time

  /// Says what time it is.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - isSampled: Whether what is shown then is added to the trace.
  public mutating func advance(to time: Timestamp, isSampled: Bool = true) {
    while let end = scroll?.end, end <= time { step(to: end) }
    step(to: time)
    if isSampled { scene.sampleFrame() }
  }

  private mutating func step(to time: Timestamp) {
    switch screens {
    case .none: _ = scene.advance(to: time)
    case .navigation(var navigation):
      navigation.advance(to: time, in: &scene)
      screens = .navigation(navigation)
    case .modal(var modal):
      modal.advance(to: time, in: &scene)
      screens = .modal(modal)
    }
    tell(scroll?.advance(to: time) ?? [])
  }

  /// Scrolls by code, as a button of the app would.
  public mutating func scroll(to offset: Point, isAnimated: Bool, at time: Timestamp) {
    advance(to: time, isSampled: false)
    tell(scroll?.scroll(to: offset, isAnimated: isAnimated, at: scene.time) ?? [])
  }

  private mutating func tell(_ calls: [ScrollView.Call]) {
    for call in calls { scene.trace.call("scrollDelegate", call.name, call.fields, at: scene.time) }
    if !calls.isEmpty { showOffset(at: scene.time) }
  }

  private mutating func showOffset(at time: Timestamp) {
    guard let scroll, let view = recognizers.last.flatMap({ scene.layer(named: $0.view) }) else {
      return
    }
    scene.tree.set("bounds.origin", of: view, to: .point(scroll.offset(at: time)))
    _ = scene.flush()
  }

  // MARK: Touches

  /// Takes a frame of contacts.
  public mutating func handle(_ frame: ContactFrame) {
    advance(to: frame.time, isSampled: false)
    let views = receivers(of: frame)
    let (release, canSwipe, layout, roles) = (release, canSwipe, scroll?.layout, recognizers)
    let actions = arbiter.handle(
      frame, receives: { index, contact in views[contact.serial]?.contains(index) ?? false },
      shouldBegin: { index, recognizer in
        let way = recognizer.translation
        switch roles[index].role {
        case .swipe: return canSwipe && release?.leads(way) == true
        case .scroll:
          return layout?.canDrag(way.x.magnitude > way.y.magnitude ? .x : .y) ?? false
        }
      })
    land(frame, views)
    tellStates()
    for action in actions { perform(action) }
    let isBroken = frame.interruption != nil
    touches = isBroken ? [] : Set(frame.contacts.filter(\.isPlaceKnown).map(\.serial))
    guard isBroken || frame.count == 0 else { return }
    tell(scroll?.letGo(at: scene.time) ?? [])
    arbiter.reset()
    tellStates()
  }

  /// The recognizers that get each touch that comes down, judged by where it is.
  private func receivers(of frame: ContactFrame) -> [Int: Set<Int>] {
    let new = frame.contacts.filter { $0.isPlaceKnown && !touches.contains($0.serial) }
    guard !isInTransition, !new.isEmpty else { return [:] }
    let presentation = scene.tree.presentation(at: scene.mediaTime)
    var receivers: [Int: Set<Int>] = [:]
    for contact in new {
      let point = mapping.point(of: contact.position)
      let inside = Point(
        x: min(max(point.x, 0), mapping.window.width.nextDown),
        y: min(max(point.y, 0), mapping.window.height.nextDown))
      var names: Set<String> = []
      var next = presentation.hitTest(inside, in: scene.tree.root, rules: .views)
      while let layer = next {
        names.insert(scene.name(of: layer))
        next = presentation.superlayer(of: layer)
      }
      receivers[contact.serial] = Set(
        recognizers.indices.filter { names.contains(recognizers[$0].view) })
    }
    return receivers
  }

  /// Stops the scroll view, if a first touch comes down in it.
  private mutating func land(_ frame: ContactFrame, _ receivers: [Int: Set<Int>]) {
    guard touches.isEmpty, frame.count > 0, frame.interruption == nil,
      let index = recognizers.firstIndex(where: { $0.role == .scroll }),
      receivers.values.contains(where: { $0.contains(index) })
    else { return }
    tell(scroll?.touch(at: scene.time) ?? [])
  }

  private mutating func tellStates() {
    for event in arbiter.events {
      switch event {
      case .shouldBegin(let index, let answer):
        scene.trace.call(
          recognizers[index].name, "gestureRecognizerShouldBegin", [.init("answer", .flag(answer))],
          at: scene.time)
      case .state(let index, let state):
        scene.trace.state(recognizers[index].name, state.rawValue, at: scene.time)
      }
    }
  }

  private mutating func perform(_ action: GestureArbiter.Action) {
    let recognizer = arbiter.recognizers[action.recognizer]
    let (way, velocity) = (recognizer.translation, recognizer.velocity)
    scene.trace.call(
      recognizers[action.recognizer].name, "action",
      [
        .init("state", .word(action.state.rawValue)),
        .init("translation", .numbers([way.x, way.y])),
        .init("velocity", .numbers([velocity.x, velocity.y])),
      ], at: scene.time)
    switch recognizers[action.recognizer].role {
    case .scroll: drag(action.state, way, velocity)
    case .swipe: if let release { swipe(action.state, way, velocity, release) }
    }
  }

  private mutating func drag(
    _ state: PanGestureRecognizer.State, _ way: Point, _ velocity: Point
  ) {
    switch state {
    case .began:
      // The content does not jump by the way that it took to begin.
      followed = way
      tell(scroll?.beginDragging(at: scene.time, after: way) ?? [])
    case .changed:
      tell(scroll?.drag(by: way - followed, at: scene.time) ?? [])
      followed = way
    case .ended: tell(scroll?.endDragging(velocity: velocity, at: scene.time) ?? [])
    case .cancelled: tell(scroll?.endDragging(velocity: .zero, at: scene.time) ?? [])
    case .possible, .failed: break
    }
  }

  // MARK: Swipes

  private mutating func swipe(
    _ state: PanGestureRecognizer.State, _ way: Point, _ velocity: Point, _ release: SwipeRelease
  ) {
    switch state {
    case .began:
      isSwiping = beginTransition()
      follow(way, release)
    case .changed: follow(way, release)
    case .ended: letGo(finishes: release.finishes(way, velocity: velocity))
    case .cancelled: letGo(finishes: false)
    case .possible, .failed: break
    }
  }

  private mutating func beginTransition() -> Bool {
    switch screens {
    case .none: return false
    case .navigation(var navigation):
      let answer = TransitionAnswer(
        animator: SlideAnimator(isEven: true), interaction: PercentDrivenInteraction())
      let isBegun = navigation.pop(answer: answer, in: &scene)
      screens = .navigation(navigation)
      return isBegun
    case .modal(var modal):
      let answer = TransitionAnswer(
        animator: SlideAnimator(parallax: 0, isEven: true),
        interaction: PercentDrivenInteraction())
      let isBegun = modal.swipeToDismiss(answer: answer, in: &scene)
      screens = .modal(modal)
      return isBegun
    }
  }

  private mutating func follow(_ way: Point, _ release: SwipeRelease) {
    if isSwiping {
      drive(.update(release.percent(way)))
    } else if case .modal(let modal) = screens, modal.isAttempted {
      // A sheet that may not go gives way.
      let shown = RubberBand(dimension: release.length).value(at: max(release.forward(way), 0))
      moveSheet(by: shown, modal)
    }
  }

  private mutating func letGo(finishes: Bool) {
    if isSwiping {
      isSwiping = false
      drive(finishes ? .finish : .cancel)
    } else if case .modal(var modal) = screens, modal.isAttempted {
      modal.endAttempt(in: &scene)
      screens = .modal(modal)
      guard let sheet = modal.presented?.view else { return }
      let rest = sheetCenter
      scene.animate(.spring(duration: .milliseconds(400), damping: 1), named: "sheetBack") {
        $0.tree.set("position", of: sheet, to: .point(rest))
      }
      _ = scene.flush()
    }
  }

  private mutating func drive(_ event: PercentDrivenInteraction.Event) {
    switch screens {
    case .none: break
    case .navigation(var navigation):
      navigation.handle(event, in: &scene)
      screens = .navigation(navigation)
    case .modal(var modal):
      modal.handle(event, in: &scene)
      screens = .modal(modal)
    }
  }

  private var sheetCenter: Point {
    PresentationStyle.pageSheet.frame(in: mapping.window, over: .zero, custom: nil).center
  }

  private mutating func moveSheet(by way: Double, _ modal: ModalPresentation) {
    guard let sheet = modal.presented?.view else { return }
    scene.tree.set("position", of: sheet, to: .point(sheetCenter + Point(x: 0, y: way)))
    _ = scene.flush()
  }
}
