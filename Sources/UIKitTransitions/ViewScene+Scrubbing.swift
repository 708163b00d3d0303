import Layers
import Quantities
import Transitions

extension ViewScene {
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
