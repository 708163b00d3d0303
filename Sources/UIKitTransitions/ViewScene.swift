public import Layers
public import Quantities
public import Transitions

/// A block of animated changes that was made.
public struct ViewBlockID: Hashable, Sendable {
  /// The number of the block in its scene, from 0.
  public let number: Int
}

/// A window of views at a time: their layers, the blocks that animate them, and the trace.
///
/// A view is a layer that nothing animates outside of a block. All times are those of the scene's
/// clock, on which ``advance(to:)`` moves; what happens in between is told at the moment it happens,
/// whatever the frames are.
public struct ViewScene: Sendable {
  /// What happened in a scene, and may be answered.
  public struct Occurrence: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
      /// The completion of a block ran.
      case completed(ViewBlockID, finished: Bool)

      /// The completion of a property animator ran.
      case animatorCompleted(ViewAnimatorID, at: PropertyAnimator.Position)

      /// A layer told something else.
      case layer(LayerEvent.Kind)
    }

    /// When.
    public var time: Timestamp

    /// What happened.
    public var kind: Kind
  }

  /// A block that was made.
  struct Block {
    /// What the trace calls its completion.
    var name: String

    /// The completion that waits for its animations.
    var token: CompletionToken?

    /// What it changed.
    var changes: [BlockChange]

    /// The options.
    var options: ViewAnimationOptions

    /// The view whose picture it changes, if it does.
    var view: LayerID?

    /// The animations that it made.
    var animations: [AnimationID]

    /// Whether all of them came to their end, as far as they have stopped.
    var isFinished = true

    /// Whether its completion has run.
    var isComplete = false

    /// Whether its completion waits until it is let go.
    var isHeld = false
  }

  /// The layers.
  public var tree: LayerTree

  /// What happened.
  public var trace: Trace

  /// What time it is.
  public internal(set) var time: Timestamp

  var names: [LayerID: String] = [:]
  var layers: [String: LayerID] = [:]
  var blocks: [Block] = []
  var blockOfAnimation: [AnimationID: Int] = [:]
  var blockOfToken: [CompletionToken: Int] = [:]
  var heldTokens: Set<CompletionToken> = []
  var heldAnimations: Set<AnimationID> = []
  var stoppedAnimations: Set<AnimationID> = []
  var labels: [AnimationID: String] = [:]
  var tokenLabels: [CompletionToken: String] = [:]
  var transitions: [AnimationID: ViewTransition] = [:]
  var immediate: [Occurrence] = []
  var animators: [ViewAnimator] = []
  var watched: [(layer: LayerID, paths: [PropertyPath])] = []

  /// Creates a scene of a window.
  ///
  /// - Parameters:
  ///   - size: The size of the window, in points.
  ///   - start: The moment that the trace counts from.
  public init(size: Size, start: Timestamp = .zero) {
    tree = LayerTree(bounds: Rect(origin: .zero, size: size))
    trace = Trace(start: start)
    time = start
    tree.setActions(.ofView, of: tree.root)
    name(tree.root, "window")
    tree.flush(at: 0)
  }

  /// The time in the tree's seconds: those since the start.
  public var mediaTime: MediaTime { media(time) }

  func media(_ time: Timestamp) -> MediaTime { time.since(trace.start).seconds }

  /// The moment of the tree's seconds.
  func moment(_ time: MediaTime) -> Timestamp {
    trace.start.advanced(by: Duration(finiteSeconds: time) ?? .zero)
  }

  // MARK: Views

  /// Makes a view, and puts it above all others of its superview.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - frame: The frame, in points.
  ///   - superview: The view above; without one it is in no window yet.
  ///   - kind: The class of its layer.
  /// - Returns: Its layer.
  @discardableResult
  public mutating func makeView(
    _ name: String, frame: Rect, in superview: LayerID? = nil, kind: LayerKind = .layer
  ) -> LayerID {
    let view = tree.makeLayer(
      kind, bounds: Rect(origin: .zero, size: frame.size), position: frame.center)
    tree.setActions(.ofView, of: view)
    self.name(view, name)
    if let superview { tree.addSublayer(view, to: superview) }
    return view
  }

  /// Makes a layer of no view, whose changes are animated by themselves.
  @discardableResult
  public mutating func makeLayer(
    _ name: String, frame: Rect, in superlayer: LayerID? = nil, kind: LayerKind = .layer
  ) -> LayerID {
    let layer = tree.makeLayer(
      kind, bounds: Rect(origin: .zero, size: frame.size), position: frame.center)
    self.name(layer, name)
    if let superlayer { tree.addSublayer(layer, to: superlayer) }
    return layer
  }

  private mutating func name(_ layer: LayerID, _ name: String) {
    names[layer] = name
    layers[name] = layer
  }

  /// What the trace calls a layer.
  public func name(of layer: LayerID) -> String { names[layer] ?? layer.description }

  /// The layer of a name, the last that was made if there are several.
  public func layer(named name: String) -> LayerID? { layers[name] }

  /// The named views that can be seen, from the back to the front: those in the window that neither
  /// are hidden nor transparent, nor lie in one that is.
  public func visibleViews(in root: LayerID) -> [String] {
    visible(root, tree)
  }

  private func visible(_ layer: LayerID, _ tree: LayerTree) -> [String] {
    guard !tree.flag("hidden", of: layer), tree.opacity(of: layer) >= 0.01 else { return [] }
    return [name(of: layer)]
      + tree.drawnSublayers(of: layer).flatMap { visible($0, tree) }
  }

  // MARK: Animations

  /// Animates the changes of a block.
  ///
  /// - Parameters:
  ///   - animation: How.
  ///   - name: What the trace calls its completion.
  ///   - changes: Makes the changes.
  /// - Returns: The block, which ``advance(to:)`` names when it is complete.
  @discardableResult
  public mutating func animate(
    _ animation: ViewAnimation, named name: String, changes: (inout ViewBlock) -> Void
  ) -> ViewBlockID {
    tree.begin()
    let token = tree.setCompletion()
    var block = ViewBlock(tree, animation, now: mediaTime)
    changes(&block)
    block.settle()
    tree = block.tree
    let id = record(name, token, block.changes, animation.options)
    layOut(block.changes)
    tree.commit(at: mediaTime)
    return id
  }

  /// Animates changes along keyframes; see ``ViewBlock/animateKeyframes(_:changes:)``.
  @discardableResult
  public mutating func animateKeyframes(
    _ animation: ViewAnimation, named name: String, changes: (inout ViewBlock) -> Void
  ) -> ViewBlockID {
    // Of the two blocks the inner one has the say.
    let inner = animation.overridingInherited
    return animate(animation, named: name) { $0.animateKeyframes(inner, changes: changes) }
  }

  /// Changes what a view shows, with an effect between the old and the new.
  ///
  /// Without an effect in the options the changes hold at once, and it is complete at once, as it is
  /// without a duration.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - duration: How long it takes.
  ///   - options: The effect, the curve and the rest.
  ///   - name: What the trace calls its completion.
  ///   - changes: Makes the changes.
  /// - Returns: The block.
  @discardableResult
  public mutating func transition(
    with view: LayerID, duration: Duration, options: ViewAnimationOptions, named name: String,
    changes: (inout LayerTree) -> Void
  ) -> ViewBlockID {
    guard let effect = options.transition, duration > .zero else {
      changes(&tree)
      let id = record(name, nil, [], options)
      complete(id.number, finished: true, at: time)
      return id
    }
    tree.begin()
    let token = tree.setCompletion()
    var made: [BlockChange] = []
    if options.contains(.allowAnimatedContent) {
      var block = ViewBlock(
        tree, ViewAnimation(duration: duration, options: options), now: mediaTime)
      changes(&block.tree)
      block.settle()
      tree = block.tree
      made = block.changes
    } else {
      changes(&tree)
    }
    // A transition of the layer carries the time and the old contents; the effect is drawn by it.
    var carrier = Animation.transition(
      LayerTransition(.fade), duration: duration.seconds, timingFunction: options.curve)
    carrier.timing.fillMode = .both
    carrier.isRemovedOnCompletion = false
    if options.contains(.repeat) { carrier.timing.repeatCount = .infinity }
    carrier.timing.autoreverses = options.contains(.autoreverse)
    let animation = tree.add(carrier, to: view, forKey: "transition")
    transitions[animation] = effect
    let id = record(name, token, made, options, carrier: (animation, view))
    tree.commit(at: mediaTime)
    return id
  }

  /// Puts a view in another's place, with an effect in their superview.
  ///
  /// The one goes out of its superview and the other comes in; with `showHideTransitionViews` both
  /// stay there, and the one is hidden and the other shown.
  ///
  /// - Precondition: The old view has a superview; if they are hidden and shown, so has the new one.
  @discardableResult
  public mutating func transition(
    from old: LayerID, to new: LayerID, duration: Duration, options: ViewAnimationOptions,
    named name: String
  ) -> ViewBlockID {
    guard let superview = tree.superlayer(of: old) else {
      preconditionFailure("A view is exchanged within its superview")
    }
    return transition(with: superview, duration: duration, options: options, named: name) { tree in
      if options.contains(.showHideTransitionViews) {
        precondition(
          tree.superlayer(of: new) != nil, "A view that is shown is in the hierarchy already")
        tree.set("hidden", of: old, to: .flag(true))
        tree.set("hidden", of: new, to: .flag(false))
      } else {
        tree.insertSublayer(new, above: old)
        tree.removeFromSuperlayer(old)
      }
    }
  }

  /// The effect that a view shows at a moment, if one is under way.
  public func transition(
    of view: LayerID, in presentation: Presentation
  ) -> (effect: ViewTransition, progress: Double, arrangement: ViewTransition.Arrangement)? {
    guard let state = presentation.transition(of: view), let effect = transitions[state.id] else {
      return nil
    }
    let size = presentation.bounds(of: view).size
    return (effect, state.progress, effect.arrangement(at: state.progress, size: size))
  }

  private mutating func record(
    _ name: String, _ token: CompletionToken?, _ changes: [BlockChange],
    _ options: ViewAnimationOptions, carrier: (animation: AnimationID, view: LayerID)? = nil
  ) -> ViewBlockID {
    let number = blocks.count
    let animations = changes.flatMap(\.animations) + (carrier.map { [$0.animation] } ?? [])
    blocks.append(
      Block(
        name: name, token: token, changes: changes, options: options, view: carrier?.view,
        animations: animations))
    if let token { blockOfToken[token] = number }
    for id in animations { blockOfAnimation[id] = number }
    return ViewBlockID(number: number)
  }

  /// Takes a block back: what it changed is as it was, and its animations are gone, in one turn.
  ///
  /// What was changed again since stays; other animations stay too. Its completion runs, unfinished.
  public mutating func revert(_ block: ViewBlockID) {
    guard blocks.indices.contains(block.number), !blocks[block.number].isComplete else { return }
    tree.begin { $0.disablesActions = true }
    for animation in blocks[block.number].animations { tree.removeAnimation(animation) }
    for change in blocks[block.number].changes.reversed()
    where tree.value(change.path, of: change.layer) == change.new {
      tree.set(change.path, of: change.layer, to: change.old)
    }
    tree.commit(at: mediaTime)
  }

  /// Tells the views whose size a block changes that their subviews are laid out, at the commit.
  private mutating func layOut(_ changes: [BlockChange]) {
    for change in changes where change.animation?.options.contains(.layoutSubviews) == true {
      guard change.property == .bounds, change.old.rect?.size != change.new.rect?.size else {
        continue
      }
      trace.call(self.name(of: change.layer), "layoutSubviews", at: time)
    }
  }

  /// Whether the completion of a block has run.
  public func isComplete(_ block: ViewBlockID) -> Bool {
    blocks.indices.contains(block.number) && blocks[block.number].isComplete
  }

  // MARK: Names in the trace

  /// Says what the trace calls an animation; its start and stop are entries then.
  public mutating func label(_ animation: AnimationID, _ name: String) {
    labels[animation] = name
  }

  /// Says what the trace calls a completion of a transaction; it is an entry then.
  public mutating func label(_ token: CompletionToken, _ name: String) {
    tokenLabels[token] = name
  }

  /// Says whose values ``sampleFrame()`` adds to the trace.
  public mutating func watch(_ layer: LayerID, _ paths: [PropertyPath] = []) {
    watched.append((layer, paths))
  }
}
