import Curves
import Layers
import Quantities

/// A small scene with a transition, as introductions to Core Animation and UIKit show them.
public enum SampleScene: String, Hashable, Sendable, CaseIterable {
  case imageDissolve = "image-dissolve"
  case viewFlip = "view-flip"
  case layerPush = "layer-push"
  case scalePush = "scale-push"
  case scalePop = "scale-pop"
  case fadeAndCorner = "fade-and-corner"
  case moveForwards = "move-forwards"
  case groupedTransaction = "grouped-transaction"
  case unanimated
  case circularProgress = "circular-progress"
  case swipeBack = "swipe-back"
  case modalSheet = "modal-sheet"

  /// What happens in it, in a line.
  public var summary: String {
    switch self {
    case .imageDissolve: "an image dissolves into another, 0.4 s"
    case .viewFlip: "a view flips from the right to another, 0.5 s"
    case .layerPush: "new contents push the old out, from the right, 0.35 s"
    case .scalePush: "a screen grows over another that shrinks, spring 0.4 s"
    case .scalePop: "a screen shrinks over the one below, spring 0.4 s"
    case .fadeAndCorner: "opacity and corners go back and forth for ever, 2 s a way"
    case .moveForwards: "a view moves and stays, eased in and out, 0.6 s"
    case .groupedTransaction: "three layers change in a transaction of 1.5 s, eased out"
    case .unanimated: "a layer's frame changes without an animation"
    case .circularProgress: "a ring fills by its stroke's end, eased out, 0.6 s"
    case .swipeBack: "a swipe goes back to the screen below, 0.35 s"
    case .modalSheet: "a screen is dismissed downwards, 0.35 s"
    }
  }

  /// How long the transition takes; of one that goes on for ever, a way.
  public var duration: Duration {
    switch self {
    case .imageDissolve, .scalePush, .scalePop: .milliseconds(400)
    case .viewFlip: .milliseconds(500)
    case .layerPush, .swipeBack, .modalSheet: .milliseconds(350)
    case .fadeAndCorner: .seconds(2)
    case .moveForwards, .circularProgress: .milliseconds(600)
    case .groupedTransaction: .milliseconds(1500)
    case .unanimated: .zero
    }
  }

  /// The size of the window, in points.
  static let window = Size(width: 320, height: 568)

  /// What a scene has started.
  struct Started: Sendable {
    var blocks: [ViewBlockID] = []
    var token: CompletionToken?
  }

  /// Puts the views of a scene without screens into a container.
  func build(in scene: inout ViewScene, _ container: LayerID) {
    func square(_ x: Double = 50) -> Rect { Rect(x: x, y: 50, width: 100, height: 100) }
    switch self {
    case .imageDissolve:
      let image = scene.makeView("image", frame: square(), in: container)
      scene.tree.set("contents", of: image, to: .contents(.named("old_image")))
      scene.watch(image, ["contents"])
    case .viewFlip:
      let card = scene.makeView("card", frame: square(), in: container)
      let frame = Rect(x: 0, y: 0, width: 100, height: 100)
      let first = scene.makeView("firstView", frame: frame, in: card)
      let second = scene.makeView("secondView", frame: frame, in: card)
      scene.tree.set("hidden", of: second, to: .flag(true))
      scene.watch(card)
      scene.watch(first, ["hidden"])
      scene.watch(second, ["hidden"])
    case .layerPush:
      let view = scene.makeView("view", frame: square(), in: container)
      scene.tree.set("contents", of: view, to: .contents(.named("old")))
      scene.watch(view, ["contents"])
    case .fadeAndCorner:
      scene.watch(
        scene.makeLayer("layer", frame: square(), in: container), ["opacity", "cornerRadius"])
    case .moveForwards:
      scene.watch(scene.makeView("box", frame: square(), in: container), ["position"])
    case .groupedTransaction:
      let paths: [PropertyPath] = ["opacity", "position", "backgroundColor"]
      for (index, path) in paths.enumerated() {
        let name = "layer\(index + 1)"
        let layer = scene.makeLayer(name, frame: square(Double(index) * 100), in: container)
        scene.tree.set("backgroundColor", of: layer, to: .color(.white))
        scene.watch(layer, [path])
      }
    case .unanimated:
      scene.watch(
        scene.makeLayer("layer", frame: square(), in: container), ["position", "bounds"])
    case .circularProgress:
      let view = scene.makeView("progressView", frame: square(), in: container)
      let frame = Rect(x: 0, y: 0, width: 100, height: 100)
      let ring = scene.makeLayer("progressLayer", frame: frame, in: view, kind: .shape)
      let circle = Path(ellipseIn: Rect(x: 10, y: 10, width: 80, height: 80))
      scene.tree.set("path", of: ring, to: .path(circle))
      scene.tree.set("strokeEnd", of: ring, to: .number(0))
      scene.tree.set("lineWidth", of: ring, to: .number(8))
      scene.tree.set("lineCap", of: ring, to: .text("round"))
      scene.watch(ring, ["strokeEnd"])
    case .scalePush, .scalePop, .swipeBack, .modalSheet: break
    }
  }

  /// Starts the transition of a scene without screens, in the transaction that is open.
  func start(in scene: inout ViewScene) -> Started {
    let (named, root) = (scene, scene.tree.root)
    func layer(_ name: String) -> LayerID { named.layer(named: name) ?? root }
    var started = Started()
    switch self {
    case .imageDissolve:
      let image = layer("image")
      started.blocks = [
        scene.transition(
          with: image, duration: duration, options: [.transitionCrossDissolve, .curveEaseInOut],
          named: "transition"
        ) { $0.set("contents", of: image, to: .contents(.named("new_image"))) }
      ]
    case .viewFlip:
      started.blocks = [
        scene.transition(
          from: layer("firstView"), to: layer("secondView"), duration: duration,
          options: [.transitionFlipFromRight, .showHideTransitionViews], named: "transition")
      ]
    case .layerPush:
      let push = Animation.transition(
        LayerTransition(.push, .fromRight), duration: duration.seconds,
        timingFunction: .easeInOut)
      scene.label(scene.tree.add(push, to: layer("view"), forKey: "pushTransition"), "push")
      scene.tree.set("contents", of: layer("view"), to: .contents(.named("new")))
    case .fadeAndCorner:
      for (path, from, to, name) in [
        ("opacity", 1, 0.2, "fade"), ("cornerRadius", 0, 50, "corner"),
      ] as [(PropertyPath, Double, Double, String)] {
        var animation = Animation.basic(
          path, from: .number(from), to: .number(to), duration: duration.seconds)
        animation.timing.autoreverses = true
        animation.timing.repeatCount = .infinity
        scene.label(scene.tree.add(animation, to: layer("layer"), forKey: name), name)
      }
    case .moveForwards:
      let target = Point(x: 220, y: 320)
      var move = Animation.basic(
        "position", from: .point(scene.tree.position(of: layer("box"))), to: .point(target),
        duration: duration.seconds, timingFunction: .easeInOut)
      move.isRemovedOnCompletion = false
      move.timing.fillMode = .forwards
      scene.label(scene.tree.add(move, to: layer("box"), forKey: "move"), "move")
      scene.tree.set("position", of: layer("box"), to: .point(target))
    case .groupedTransaction:
      started.token = transact(in: &scene) { scene in
        scene.tree.set("opacity", of: layer("layer1"), to: .number(0.3))
        scene.tree.set("position", of: layer("layer2"), to: .point(Point(x: 200, y: 300)))
        scene.tree.set(
          "backgroundColor", of: layer("layer3"),
          to: .color(Color(red: 1, green: 0.23, blue: 0.19)))
      }
    case .unanimated:
      scene.tree.begin { $0.disablesActions = true }
      scene.tree.set(
        "frame", of: layer("layer"), to: .rect(Rect(x: 0, y: 0, width: 200, height: 300)))
      scene.tree.commit(at: scene.mediaTime)
    case .circularProgress:
      started.token = transact(in: &scene) { scene in
        scene.tree.set("strokeEnd", of: layer("progressLayer"), to: .number(0.75))
      }
    case .scalePush, .scalePop, .swipeBack, .modalSheet: break
    }
    return started
  }

  private func transact(
    in scene: inout ViewScene, changes: (inout ViewScene) -> Void
  ) -> CompletionToken {
    scene.tree.begin {
      $0.animationDuration = duration.seconds
      $0.timingFunction = .easeOut
    }
    let token = scene.tree.setCompletion()
    scene.label(token, "transaction")
    changes(&scene)
    scene.tree.commit(at: scene.mediaTime)
    return token
  }
}
