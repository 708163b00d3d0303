// The samples that introductions to Core Animation and UIKit show, written with the library.
// Each prints its trace.
import Layers
import Quantities
import Transitions
import UIKitTransitions

let window = Size(width: 320, height: 568)
let square = Rect(x: 50, y: 50, width: 100, height: 100)

func show(_ name: String, _ scene: ViewScene) {
  print("# \(name)")
  for line in scene.trace.lines { print(line) }
}

/// Lets time pass in frames, and notes what is shown.
func play(_ scene: inout ViewScene, for duration: Duration, rate: Double = 10) {
  let start = scene.time
  for frame in 0...Int(duration.seconds * rate) {
    _ = scene.advance(to: start.advanced(by: .seconds(Double(frame) / rate)))
    scene.sampleFrame()
  }
}

// UIView.transition(with:): an image dissolves into another.
do {
  var scene = ViewScene(size: window)
  let image = scene.makeView("image", frame: square, in: scene.tree.root)
  scene.tree.set("contents", of: image, to: .contents(.named("old_image")))
  _ = scene.flush()
  scene.watch(image)
  scene.transition(
    with: image, duration: .milliseconds(400),
    options: [.transitionCrossDissolve, .curveEaseInOut], named: "dissolve"
  ) { $0.set("contents", of: image, to: .contents(.named("new_image"))) }
  play(&scene, for: .milliseconds(500))
  show("image cross-dissolve", scene)
}

// UIView.transition(from:to:): two views change places.
do {
  var scene = ViewScene(size: window)
  let card = scene.makeView("card", frame: square, in: scene.tree.root)
  let frame = Rect(x: 0, y: 0, width: 100, height: 100)
  let first = scene.makeView("first", frame: frame, in: card)
  let second = scene.makeView("second", frame: frame, in: card)
  scene.tree.set("hidden", of: second, to: .flag(true))
  _ = scene.flush()
  scene.watch(card)
  scene.transition(
    from: first, to: second, duration: .milliseconds(500),
    options: [.transitionFlipFromRight, .showHideTransitionViews], named: "flip")
  play(&scene, for: .milliseconds(600))
  print("# seen: \(scene.visibleViews(in: card))")
  show("flip between two views", scene)
}

// CATransition: new contents push the old out.
do {
  var scene = ViewScene(size: window)
  let view = scene.makeView("view", frame: square, in: scene.tree.root)
  _ = scene.flush()
  scene.watch(view)
  let push = Animation.transition(
    LayerTransition(.push, .fromRight), duration: 0.35, timingFunction: .easeInOut)
  scene.label(scene.tree.add(push, to: view, forKey: "pushTransition"), "push")
  scene.tree.set("contents", of: view, to: .contents(.named("new")))
  _ = scene.flush()
  play(&scene, for: .milliseconds(400))
  show("push from the right", scene)
}

// CABasicAnimation: opacity and corner radius go back and forth for ever.
do {
  var scene = ViewScene(size: window)
  let layer = scene.makeLayer("layer", frame: square, in: scene.tree.root)
  _ = scene.flush()
  scene.watch(layer, ["opacity", "cornerRadius"])
  var fade = Animation.basic("opacity", from: .number(1), to: .number(0.2), duration: 2)
  fade.timing.autoreverses = true
  fade.timing.repeatCount = .infinity
  var corner = Animation.basic("cornerRadius", from: .number(0), to: .number(50), duration: 2)
  corner.timing.autoreverses = true
  corner.timing.repeatCount = .infinity
  scene.label(scene.tree.add(fade, to: layer, forKey: "fade"), "fade")
  scene.label(scene.tree.add(corner, to: layer, forKey: "corner"), "corner")
  _ = scene.flush()
  play(&scene, for: .seconds(5), rate: 1)
  show("fade and corner radius", scene)
}

// A position that is kept: the model has the new value as well.
do {
  var scene = ViewScene(size: window)
  let box = scene.makeView("box", frame: square, in: scene.tree.root)
  _ = scene.flush()
  scene.watch(box, ["position"])
  let target = Point(x: 220, y: 320)
  var move = Animation.basic(
    "position", from: .point(scene.tree.position(of: box)), to: .point(target), duration: 0.6,
    timingFunction: .easeInOut)
  move.isRemovedOnCompletion = false
  move.timing.fillMode = .forwards
  scene.label(scene.tree.add(move, to: box, forKey: "move"), "move")
  scene.tree.set("position", of: box, to: .point(target))
  _ = scene.flush()
  play(&scene, for: .milliseconds(800))
  show("position kept forwards", scene)
}

// CATransaction: three layers change together, and the completion runs once.
do {
  var scene = ViewScene(size: window)
  let layers = (1...3).map { scene.makeLayer("layer\($0)", frame: square, in: scene.tree.root) }
  scene.tree.set("backgroundColor", of: layers[2], to: .color(.white))
  _ = scene.flush()
  scene.watch(layers[0], ["opacity"])
  scene.tree.begin {
    $0.animationDuration = 1.5
    $0.timingFunction = .easeOut
  }
  scene.label(scene.tree.setCompletion(), "transaction")
  scene.tree.set("opacity", of: layers[0], to: .number(0.3))
  scene.tree.set("position", of: layers[1], to: .point(Point(x: 200, y: 300)))
  scene.tree.set(
    "backgroundColor", of: layers[2], to: .color(Color(red: 1, green: 0.23, blue: 0.19)))
  scene.tree.commit(at: scene.mediaTime)
  play(&scene, for: .seconds(2), rate: 4)
  // And one change without an animation.
  scene.tree.transact(at: scene.mediaTime, { $0.disablesActions = true }) {
    $0.set("frame", of: layers[0], to: .rect(Rect(x: 0, y: 0, width: 200, height: 300)))
  }
  show("grouped transaction", scene)
}

// CAShapeLayer: a ring fills.
do {
  var scene = ViewScene(size: window)
  let ring = scene.makeLayer("ring", frame: square, in: scene.tree.root, kind: .shape)
  let circle = Path(ellipseIn: Rect(x: 10, y: 10, width: 80, height: 80))
  scene.tree.set("path", of: ring, to: .path(circle))
  scene.tree.set("strokeEnd", of: ring, to: .number(0))
  _ = scene.flush()
  scene.watch(ring, ["strokeEnd"])
  scene.tree.transact(
    at: scene.mediaTime,
    {
      $0.animationDuration = 0.6
      $0.timingFunction = .easeOut
    }
  ) { $0.set("strokeEnd", of: ring, to: .number(0.75)) }
  play(&scene, for: .milliseconds(700))
  show("circular progress", scene)
}

// UIViewControllerAnimatedTransitioning: a screen grows over another, and a swipe goes back.
do {
  var scene = ViewScene(size: window)
  let frame = Rect(origin: .zero, size: window)
  let container = scene.makeView("container", frame: frame, in: scene.tree.root)
  let list = ViewController("list", view: scene.makeView("list", frame: frame))
  let detail = ViewController("detail", view: scene.makeView("detail", frame: frame))
  var navigation = NavigationController(root: list, in: container, of: &scene)

  func pass(_ milliseconds: Int) {
    navigation.advance(
      to: scene.time.advanced(by: .milliseconds(milliseconds)), in: &scene)
  }

  navigation.push(detail, answer: TransitionAnswer(animator: ScaleAnimator()), in: &scene)
  pass(500)
  for percent in [0.25, 0.3] {
    let swipe = TransitionAnswer(
      animator: SlideAnimator(), interaction: PercentDrivenInteraction())
    navigation.pop(answer: swipe, in: &scene)
    pass(50)
    navigation.handle(.update(percent), in: &scene)
    pass(50)
    let decision = Policy.threshold().decision(atProgress: percent, velocity: 0)
    navigation.handle(decision.outcome == .finish ? .finish : .cancel, in: &scene)
    pass(400)
    print("# \(percent): \(decision.outcome), shows \(navigation.topViewController.name)")
  }
  show("scaling push, swipe to go back", scene)
}
