import Layers
import Quantities
import Testing
import TestSupport
import Transitions
import UIKitTransitions

/// A page that presents a sheet.
private struct Modal {
  var scene: ViewScene
  var modal: ModalPresentation
  let page: ViewController
  let sheet: ViewController

  init(_ style: PresentationStyle, change: (inout ModalPresentation) -> Void = { _ in }) {
    var scene = ViewScene(size: Size(width: 320, height: 568))
    let frame = Rect(x: 0, y: 0, width: 320, height: 568)
    let container = scene.makeView("container", frame: frame, in: scene.tree.root)
    let part = Rect(x: 10, y: 20, width: 300, height: 500)
    page = ViewController("page", view: scene.makeView("page", frame: part))
    sheet = ViewController("sheet", view: scene.makeView("sheet", frame: frame))
    modal = ModalPresentation(by: page, style: style, in: container, of: &scene)
    change(&modal)
    self.scene = scene
  }

  mutating func present(_ answer: TransitionAnswer = TransitionAnswer(), isAnimated: Bool = true) {
    modal.present(sheet, answer: answer, isAnimated: isAnimated, in: &scene)
  }

  mutating func advance(to seconds: Double) { modal.advance(to: Screens.at(seconds), in: &scene) }

  mutating func swipe() -> Bool {
    modal.swipeToDismiss(
      answer: TransitionAnswer(interaction: PercentDrivenInteraction()), in: &scene)
  }

  var shown: [String] { scene.visibleViews(in: modal.container) }
  var calls: [String] { scene.trace.calls }

  /// The calls since a number of them.
  func calls(since count: Int) -> [String] { Array(calls.dropFirst(count)) }
}

@Suite struct ModalPresentationTests {
  @Test(arguments: PresentationStyle.allCases.filter { $0 != .none })
  func `a style keeps the screen below or removes it, and tells it so or not`(
    style: PresentationStyle
  ) {
    var modal = Modal(style)
    let removes = style == .fullScreen || style == .currentContext
    modal.present()
    modal.advance(to: 0.1)
    // Until it is complete, both are there.
    #expect(modal.shown == ["container", "page", "sheet"])
    modal.advance(to: 1)
    #expect(modal.shown == (removes ? ["container", "sheet"] : ["container", "page", "sheet"]))
    #expect(modal.calls.contains("page.viewWillDisappear") == removes)
    #expect(modal.calls.contains("page.viewDidDisappear") == removes)
    #expect(modal.calls.filter { $0.hasPrefix("sheet") }.count == 2)
    let count = modal.calls.count
    modal.modal.dismiss(in: &modal.scene)
    modal.advance(to: 2)
    #expect(modal.shown == ["container", "page"])
    let back = modal.calls(since: count)
    #expect(back.contains("page.viewWillAppear") == removes)
    #expect(back.contains("page.viewDidAppear") == removes)
    #expect(back.last == "page.dismissCompletion" || style == .custom)
    #expect(modal.modal.problems == [])
    // Where it was.
    #expect(
      modal.scene.tree.frame(of: modal.page.view) == Rect(x: 10, y: 20, width: 300, height: 500))
  }

  @Test(arguments: [
    (PresentationStyle.fullScreen, Rect(x: 0, y: 0, width: 320, height: 568)),
    (.overFullScreen, Rect(x: 0, y: 0, width: 320, height: 568)),
    (.currentContext, Rect(x: 10, y: 20, width: 300, height: 500)),
    (.overCurrentContext, Rect(x: 10, y: 20, width: 300, height: 500)),
    (.pageSheet, Rect(x: 0, y: 44, width: 320, height: 524)),
    (.formSheet, Rect(x: 0, y: 0, width: 320, height: 568)),
    (.custom, Rect(x: 20, y: 300, width: 280, height: 200)),
  ])
  func `a style has its frame`(style: PresentationStyle, frame: Rect) {
    var modal = Modal(style) { $0.customFrame = Rect(x: 20, y: 300, width: 280, height: 200) }
    modal.present()
    #expect(modal.modal.transitionContext?.finalFrame(for: modal.sheet) == frame)
    #expect(modal.scene.tree.frame(of: modal.sheet.view) == frame)
    // It comes from below.
    let shown = modal.scene.tree.presentation(at: modal.scene.mediaTime)
    #expect(shown.frame(of: modal.sheet.view).minY == 568)
  }

  @Test func `a form sheet is in the middle of a large window`() {
    var scene = ViewScene(size: Size(width: 1024, height: 768))
    let frame = Rect(x: 0, y: 0, width: 1024, height: 768)
    let container = scene.makeView("container", frame: frame, in: scene.tree.root)
    let page = ViewController("page", view: scene.makeView("page", frame: frame))
    let sheet = ViewController("sheet", view: scene.makeView("sheet", frame: frame))
    var modal = ModalPresentation(by: page, style: .formSheet, in: container, of: &scene)
    modal.present(sheet, isAnimated: false, in: &scene)
    #expect(scene.tree.frame(of: sheet.view) == Rect(x: 242, y: 74, width: 540, height: 620))
  }

  @Test func `an animator does not get the view of a screen that stays`() throws {
    for style in [PresentationStyle.pageSheet, .fullScreen] {
      var modal = Modal(style)
      modal.present(TransitionAnswer(animator: ScaleAnimator()))
      let context = try #require(modal.modal.transitionContext)
      #expect((context.view(forKey: .from) == nil) == (style == .pageSheet))
      #expect(context.view(forKey: .to) == modal.sheet.view)
      modal.advance(to: 1)
      modal.modal.dismiss(answer: TransitionAnswer(animator: ScaleAnimator()), in: &modal.scene)
      let back = try #require(modal.modal.transitionContext)
      #expect((back.view(forKey: .to) == nil) == (style == .pageSheet))
      #expect(back.view(forKey: .from) == modal.sheet.view)
      modal.advance(to: 2)
      #expect(modal.shown == ["container", "page"])
      #expect(modal.modal.problems == [])
    }
  }

  @Test func `a custom presentation says whether it removes, and is told before and after`() {
    for removes in [true, false] {
      var modal = Modal(.custom) { $0.shouldRemovePresentersView = removes }
      modal.present()
      modal.advance(to: 1)
      #expect(modal.shown.contains("page") == !removes)
      #expect(modal.calls.contains("page.viewWillDisappear") == removes)
      let told = modal.calls.filter { $0.hasPrefix("presentation.") }
      #expect(
        told == [
          "presentation.presentationTransitionWillBegin",
          "presentation.presentationTransitionDidEnd",
        ])
      #expect(modal.scene.trace.lines.contains { $0.hasSuffix("DidEnd completed=true") })
    }
  }

  @Test func `without an animation nobody is asked, and it is there at once`() {
    var modal = Modal(.pageSheet)
    modal.present(isAnimated: false)
    #expect(modal.modal.presented == modal.sheet)
    #expect(!modal.calls.contains { $0.hasPrefix("delegate") })
    let isSecond = modal.modal.present(modal.sheet, in: &modal.scene)
    #expect(!isSecond)
  }

  // MARK: Fingers

  @Test func `a sheet that a finger dismisses asks and tells its delegate in order`() {
    var modal = Modal(.pageSheet)
    modal.present(isAnimated: false)
    let count = modal.calls.count
    let isBegun1 = modal.swipe()
    #expect(isBegun1)
    modal.modal.handle(.update(0.6), in: &modal.scene)
    modal.modal.handle(.finish, in: &modal.scene)
    modal.advance(to: 1)
    #expect(
      modal.calls(since: count) == [
        "delegate.presentationControllerShouldDismiss",
        "delegate.presentationControllerWillDismiss", "delegate.animationControllerForDismissed",
        "delegate.interactionControllerForDismissal", "sheet.viewWillDisappear",
        "animator.transitionDuration", "interaction.startInteractiveTransition",
        "animator.animateTransition", "context.updateInteractiveTransition",
        "context.finishInteractiveTransition", "animator.completion",
        "context.completeTransition", "sheet.viewDidDisappear", "animator.animationEnded",
        "coordinator.completion", "delegate.presentationControllerDidDismiss",
      ])
    #expect(modal.modal.presented == nil)
  }

  @Test func `a swipe that is taken back tells no end, and the next is asked again`() {
    var modal = Modal(.pageSheet)
    modal.present(isAnimated: false)
    let isBegun2 = modal.swipe()
    #expect(isBegun2)
    modal.modal.handle(.update(0.3), in: &modal.scene)
    modal.modal.handle(.cancel, in: &modal.scene)
    modal.advance(to: 1)
    #expect(modal.modal.presented == modal.sheet)
    #expect(!modal.calls.contains("delegate.presentationControllerDidDismiss"))
    #expect(modal.calls.suffix(4).first == "sheet.viewWillAppear")
    // By code: the delegate of the sheet hears nothing of it.
    let count = modal.calls.count
    modal.modal.dismiss(in: &modal.scene)
    modal.advance(to: 2)
    let back = modal.calls(since: count)
    #expect(!back.contains { $0.hasPrefix("delegate.presentationController") })
    #expect(back.last == "page.dismissCompletion")
  }

  @Test func `a sheet that may not be dismissed is tried in vain`() {
    for isModal in [true, false] {
      var modal = Modal(.formSheet) {
        $0.isModalInPresentation = isModal
        $0.shouldDismiss = false
      }
      modal.present(isAnimated: false)
      let count = modal.calls.count
      let isBegun3 = modal.swipe()
      #expect(!isBegun3)
      #expect(modal.modal.isAttempted)
      let isBegun4 = modal.swipe()
      #expect(!isBegun4)
      modal.modal.endAttempt(in: &modal.scene)
      modal.modal.endAttempt(in: &modal.scene)
      let asked = isModal ? [] : ["delegate.presentationControllerShouldDismiss"]
      #expect(
        modal.calls(since: count) == asked + ["delegate.presentationControllerDidAttemptToDismiss"])
      // Code may.
      let isBegun5 = modal.modal.dismiss(in: &modal.scene)
      #expect(isBegun5)
    }
  }

  @Test func `only a sheet is dismissed by a finger`() {
    for style in PresentationStyle.allCases where !style.isSheet && style != .none {
      var modal = Modal(style)
      modal.present(isAnimated: false)
      let count = modal.calls.count
      let isBegun6 = modal.swipe()
      #expect(!isBegun6)
      #expect(modal.calls.count == count && !modal.modal.isAttempted)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `in any order of events a presentation ends once, with the right flag`(seed: UInt64) {
    var random = Seeded(seed)
    let styles = PresentationStyle.allCases.filter { $0 != .none }
    let style = styles[Int(seed) % styles.count]
    var modal = Modal(style)
    if seed.isMultiple(of: 2) { modal.present(isAnimated: false) }
    let before = modal.modal.presented
    let count = modal.scene.trace.entries.count
    var interaction = PercentDrivenInteraction()
    interaction.wantsInteractiveStart = seed % 3 != 0
    let animators: [any ControllerAnimator] = [
      ScaleAnimator(), SlideAnimator(parallax: 0), SlideAnimator(parallax: 0, isEven: true),
    ]
    let answer = TransitionAnswer(
      animator: animators[Int(seed / 2) % 3], interaction: seed % 7 == 0 ? nil : interaction)
    if before == nil {
      modal.present(answer)
    } else if !style.isSheet || !modal.modal.swipeToDismiss(answer: answer, in: &modal.scene) {
      modal.modal.dismiss(answer: answer, in: &modal.scene)
    }
    var time = 0.0
    for _ in 0..<20 {
      if Bool.random(using: &random) { time += Double.random(in: 0...0.1, using: &random) }
      modal.advance(to: time)
      let events: [PercentDrivenInteraction.Event] = [
        .update(Double.random(in: 0...1, using: &random)), .pause, .finish, .cancel, .refresh,
      ]
      modal.modal.handle(events.randomElement(using: &random) ?? .refresh, in: &modal.scene)
    }
    modal.modal.handle(.finish, in: &modal.scene)
    modal.advance(to: time + 20)
    let ends = modal.scene.trace.entries.dropFirst(count)
      .filter { $0.name == "completeTransition" }.map { $0.fields.first?.value }
    let isDone = modal.modal.presented != before
    #expect(ends == [.flag(isDone)])
    #expect(modal.modal.problems == [])
    let removes = style == .fullScreen || style == .currentContext
    #expect(
      modal.shown
        == (modal.modal.presented == nil
          ? ["container", "page"] : ["container"] + (removes ? [] : ["page"]) + ["sheet"]))
    #expect(modal.scene.tree.animations(of: modal.sheet.view) == [])
  }
}
