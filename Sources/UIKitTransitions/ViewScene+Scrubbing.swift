import Curves
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
    let added = added.filter { !isMoved($0) }.sorted { $0.number < $1.number }
    if let token { heldTokens.insert(token) }
    var held = HeldAnimations(blocks: blocks, token: token, animations: [], removed: [])
    unbound(added)
    for id in added where blockOfAnimation[id] == nil {
      guard var animation = tree.animation(id) else { continue }
      guard animation.isRemovedOnCompletion else {
        held.animations.append(id)
        continue
      }
      animation.isRemovedOnCompletion = false
      tree.replaceAnimation(id, with: animation)
      held.animations.append(id)
      held.removed.append(id)
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

  /// Lets what goes evenly from the first moment to the last go on beyond both, as the spring of an
  /// animator moves the time there (rule).
  private mutating func unbound(_ added: [AnimationID]) {
    /// The animations with the seconds that each takes, from now on.
    let lengths: [(id: AnimationID, animation: Animation, length: MediaTime)] = added.compactMap {
      guard let animation = tree.animation($0), let layer = tree.layer(of: $0) else { return nil }
      let now = tree.localTime(of: layer, at: mediaTime)
      let begin = animation.timing.beginTime == 0 ? now : animation.timing.beginTime
      return ($0, animation, begin - now + animation.timing.activeDuration)
    }
    let longest = lengths.map(\.length).max() ?? 0
    for (id, animation, length) in lengths where length == longest && animation.isEven {
      guard length == animation.timing.duration else { continue }
      var animation = animation
      animation.span = AnimationSpan(from: 0, to: 1, isUnbounded: true)
      tree.replaceAnimation(id, with: animation)
    }
  }

  /// How many blocks were made.
  var blockCount: Int { blocks.count }

  /// What happened by now, to be answered.
  mutating func takePending() -> [Occurrence] { takeOccurrences() }
}

extension Animation {
  /// Whether it has an even pace and stays at both ends.
  fileprivate var isEven: Bool {
    guard case .basic = kind else { return false }
    return (timingFunction ?? .linear) == .linear && span == nil && timing.speed == 1
      && timing.timeOffset == 0 && timing.fillMode == .both
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
