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

      /// A layer told something else.
      case layer(LayerEvent.Kind)
    }

    /// When.
    public var time: Timestamp

    /// What happened.
    public var kind: Kind
  }

  private struct Block {
    var name: String
    var token: CompletionToken?
    var changes: [ViewBlock.Change]
    var animations: [AnimationID]
    var isFinished = true
    var isComplete = false

    /// Whether its completion waits until it is let go.
    var isHeld = false
  }

  /// The layers.
  public var tree: LayerTree

  /// What happened.
  public var trace: Trace

  /// What time it is.
  public private(set) var time: Timestamp

  private var names: [LayerID: String] = [:]
  private var layers: [String: LayerID] = [:]
  private var blocks: [Block] = []
  private var blockOfAnimation: [AnimationID: Int] = [:]
  private var blockOfToken: [CompletionToken: Int] = [:]
  private var heldTokens: Set<CompletionToken> = []
  private var heldAnimations: Set<AnimationID> = []
  private var stoppedAnimations: Set<AnimationID> = []
  private var labels: [AnimationID: String] = [:]
  private var tokenLabels: [CompletionToken: String] = [:]
  private var transitions: [AnimationID: ViewTransition] = [:]
  private var immediate: [Occurrence] = []
  private var watched: [(layer: LayerID, paths: [PropertyPath])] = []

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
    let id = record(name, token, block.changes)
    tree.commit(at: mediaTime)
    return id
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
      let id = record(name, nil, [])
      complete(id.number, finished: true, at: time)
      return id
    }
    tree.begin()
    let token = tree.setCompletion()
    var made: [ViewBlock.Change] = []
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
    let id = record(name, token, made, animation)
    tree.commit(at: mediaTime)
    return id
  }

  /// Puts a view in another's place, with an effect in their superview.
  ///
  /// The one goes out of its superview and the other comes in; with `showHideTransitionViews` both
  /// stay there, and the one is hidden and the other shown.
  ///
  /// - Precondition: The old view has a superview.
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
    _ name: String, _ token: CompletionToken?, _ changes: [ViewBlock.Change],
    _ carrier: AnimationID? = nil
  ) -> ViewBlockID {
    let number = blocks.count
    let animations = changes.flatMap(\.animations) + (carrier.map { [$0] } ?? [])
    blocks.append(Block(name: name, token: token, changes: changes, animations: animations))
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

  // MARK: What is scrubbed

  /// The animations of a layer and of all below it.
  func animations(below layer: LayerID) -> Set<AnimationID> {
    tree.sublayers(of: layer).reduce(into: Set(tree.animations(of: layer))) { found, sublayer in
      found.formUnion(animations(below: sublayer))
    }
  }

  /// Lets animations stay beyond their end and completions wait, as what is scrubbed comes to its
  /// end and leaves it again.
  ///
  /// - Parameters:
  ///   - added: The animations that were added, and not committed yet.
  ///   - blocks: The blocks that were made.
  ///   - token: The completion that waits for some of the animations.
  /// - Returns: What is held, to be released.
  mutating func hold(
    _ added: Set<AnimationID>, _ blocks: [ViewBlockID], _ token: CompletionToken?
  ) -> HeldAnimations {
    for block in blocks { self.blocks[block.number].isHeld = true }
    if let token { heldTokens.insert(token) }
    var held = HeldAnimations(blocks: blocks, token: token, animations: [], removed: [])
    for id in added.sorted(by: { $0.number < $1.number }) where blockOfAnimation[id] == nil {
      guard var animation = tree.animation(id) else { continue }
      guard animation.isRemovedOnCompletion else {
        held.animations.append(id)
        continue
      }
      animation.isRemovedOnCompletion = false
      guard let new = replace(id, with: animation) else { continue }
      held.animations.append(new)
      held.removed.append(new)
    }
    heldAnimations.formUnion(held.animations)
    return held
  }

  /// Tells what was held: that it came to its end, or did not.
  mutating func release(_ held: HeldAnimations, finished: Bool) {
    for block in held.blocks where blocks[block.number].isHeld {
      blocks[block.number].isHeld = false
      complete(block.number, finished: finished, at: time)
    }
    for id in held.animations where heldAnimations.remove(id) != nil {
      // One that goes on has not stopped.
      guard stoppedAnimations.remove(id) != nil || !finished, let label = labels[id] else {
        continue
      }
      trace.call(label, "animationDidStop", [.init("finished", .flag(finished))], at: time)
      if !finished { labels[id] = nil }
    }
    if let token = held.token, heldTokens.remove(token) != nil, let label = tokenLabels[token] {
      trace.call(label, "completion", at: time)
    }
  }

  /// Puts an animation in another's place that was not committed yet, under its names.
  private mutating func replace(
    _ old: AnimationID, with animation: Animation
  ) -> AnimationID? {
    guard let layer = tree.layer(of: old) else { return nil }
    let key = tree.key(of: old)
    let label = labels.removeValue(forKey: old)
    tree.removeAnimation(old)
    let new = tree.add(animation, to: layer, forKey: key)
    labels[new] = label
    return new
  }

  /// How many blocks were made.
  var blockCount: Int { blocks.count }

  /// What happened by now, to be answered.
  mutating func takePending() -> [Occurrence] { takeOccurrences() }

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

  // MARK: Time

  /// Says what time it is.
  ///
  /// - Returns: What happened until then, in its order, to be answered.
  public mutating func advance(to time: Timestamp) -> [Occurrence] {
    self.time = max(self.time, time)
    tree.advance(to: mediaTime)
    return takeOccurrences()
  }

  /// Ends the turn: what was changed is committed.
  ///
  /// - Returns: What happened by it, to be answered.
  public mutating func flush() -> [Occurrence] {
    tree.flush(at: mediaTime)
    return takeOccurrences()
  }

  private mutating func takeOccurrences() -> [Occurrence] {
    for event in tree.takeEvents() { take(event) }
    defer { immediate = [] }
    return immediate
  }

  private mutating func take(_ event: LayerEvent) {
    let moment = moment(event.time)
    switch event.kind {
    case .started(let id):
      if let label = labels[id] { trace.call(label, "animationDidStart", at: moment) }
    case .stopped(let id, let finished):
      if let number = blockOfAnimation[id], !finished { blocks[number].isFinished = false }
      if heldAnimations.contains(id) {
        stoppedAnimations.insert(id)
        return
      }
      if let label = labels[id] {
        trace.call(label, "animationDidStop", [.init("finished", .flag(finished))], at: moment)
      }
    case .completed(let token):
      if let number = blockOfToken[token] {
        complete(number, finished: blocks[number].isFinished, at: moment)
        return
      }
      if let label = tokenLabels[token], !heldTokens.contains(token) {
        trace.call(label, "completion", at: moment)
      }
    case .action(let name, let key, let layer):
      trace.call(
        self.name(of: layer), "runAction",
        [
          .init("action", .word(name)), .init("key", .word(key)),
        ], at: moment)
    }
    immediate.append(Occurrence(time: moment, kind: .layer(event.kind)))
  }

  private mutating func complete(_ number: Int, finished: Bool, at time: Timestamp) {
    guard !blocks[number].isComplete, !blocks[number].isHeld else { return }
    blocks[number].isComplete = true
    // They stay until here, so that what is scrubbed can go back.
    if !blocks[number].animations.isEmpty {
      tree.begin { $0.disablesActions = true }
      for animation in blocks[number].animations {
        tree.removeAnimation(animation)
        transitions[animation] = nil
      }
      tree.commit(at: mediaTime)
    }
    trace.call(
      blocks[number].name, "completion", [.init("finished", .flag(finished))], at: time)
    immediate.append(
      Occurrence(time: time, kind: .completed(ViewBlockID(number: number), finished: finished)))
  }

  /// Adds what is shown of the watched layers to the trace.
  public mutating func sampleFrame() {
    let presentation = tree.presentation(at: mediaTime)
    for (layer, paths) in watched {
      var fields = paths.compactMap { path in
        presentation.value(path, of: layer).flatMap(TraceEntry.Value.init)
          .map { TraceEntry.Field(path.description, $0) }
      }
      if let shown = transition(of: layer, in: presentation) {
        fields += [
          .init("transition", .word(shown.effect.rawValue)),
          .init("progress", .number(shown.progress)),
        ]
      } else if let state = presentation.transition(of: layer) {
        let (old, new) = (state.arrangement.old, state.arrangement.new)
        fields += [
          .init("transition", .word(state.transition.effect.rawValue)),
          .init("progress", .number(state.progress)),
          .init("old", .numbers([old.offset.x, old.offset.y, old.alpha])),
          .init("new", .numbers([new.offset.x, new.offset.y, new.alpha])),
        ]
      }
      if !fields.isEmpty { trace.value(name(of: layer), fields, at: time) }
    }
  }
}

/// What waits until something that is scrubbed is let go.
struct HeldAnimations: Sendable {
  /// The blocks.
  var blocks: [ViewBlockID]

  /// The completion of a transaction.
  var token: CompletionToken?

  /// The animations of no block.
  var animations: [AnimationID]

  /// Those of them that go at their end.
  var removed: [AnimationID]
}

extension TraceEntry.Value {
  /// The value of a property as a trace has it; a transform by the six numbers of a flat one.
  ///
  /// Fails for what a line has no place for, such as a path.
  public init?(_ value: PropertyValue) {
    switch value {
    case .nothing: self = .word("none")
    case .number(let number): self = .number(number)
    case .flag(let flag): self = .flag(flag)
    case .point(let point): self = .numbers([point.x, point.y])
    case .size(let size): self = .numbers([size.width, size.height])
    case .rect(let rect):
      self = .numbers([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case .color(let color): self = .numbers([color.red, color.green, color.blue, color.alpha])
    case .transform(let transform):
      let (x, y, origin) = (transform.row1, transform.row2, transform.row4)
      self = .numbers([x.x, x.y, y.x, y.y, origin.x, origin.y])
    case .text(let text): self = .word(text)
    case .contents(.named(let name)): self = .word(name)
    case .numbers(let numbers): self = .numbers(numbers)
    case .contents, .path, .colors, .layer, .layers, .filters: return nil
    }
  }
}
