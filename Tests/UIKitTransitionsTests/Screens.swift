import Layers
import Quantities
import Transitions
import UIKitTransitions

/// A phone with a list, a detail screen and a navigation stack.
struct Screens {
  var scene: ViewScene
  var navigation: NavigationController
  let list: ViewController
  let detail: ViewController

  /// Creates the screens.
  ///
  /// - Parameter isDeep: Whether the detail is on top already.
  init(isDeep: Bool = false) {
    var scene = ViewScene(size: Size(width: 320, height: 568))
    let frame = Rect(x: 0, y: 0, width: 320, height: 568)
    let container = scene.makeView("container", frame: frame, in: scene.tree.root)
    list = ViewController("list", view: scene.makeView("list", frame: frame))
    detail = ViewController("detail", view: scene.makeView("detail", frame: frame))
    navigation = NavigationController(root: list, in: container, of: &scene)
    if isDeep {
      navigation.push(detail, isAnimated: false, in: &scene)
      scene.trace = Trace(start: scene.trace.start)
    }
    self.scene = scene
  }

  static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) ?? .zero }

  mutating func push(
    _ answer: TransitionAnswer, coordination: TransitionCoordination = TransitionCoordination()
  ) {
    navigation.push(detail, answer: answer, coordination: coordination, in: &scene)
  }

  mutating func pop(
    _ answer: TransitionAnswer, coordination: TransitionCoordination = TransitionCoordination()
  ) {
    navigation.pop(answer: answer, coordination: coordination, in: &scene)
  }

  mutating func advance(to seconds: Double) {
    navigation.advance(to: Self.at(seconds), in: &scene)
  }

  mutating func handle(_ event: PercentDrivenInteraction.Event) {
    navigation.handle(event, in: &scene)
  }

  /// What is shown of a property now.
  func shown(_ path: PropertyPath, of controller: ViewController) -> PropertyValue? {
    scene.tree.presentation(at: scene.mediaTime).value(path, of: controller.view)
  }

  func opacity(of controller: ViewController) -> Double {
    shown("opacity", of: controller)?.number ?? .nan
  }

  /// The calls of the trace without who was called.
  var calls: [String] { scene.trace.calls }

  /// How often the transition was completed, and with what.
  var completions: [TraceEntry.Value] {
    scene.trace.entries.filter { $0.name == "completeTransition" }.compactMap {
      $0.fields.first?.value
    }
  }
}
