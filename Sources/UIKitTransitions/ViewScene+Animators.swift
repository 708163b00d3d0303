import Layers
import Quantities
import Transitions

/// A property animator that was made in a scene.
public struct ViewAnimatorID: Hashable, Sendable {
  /// The number of the animator in its scene, from 0.
  public let number: Int
}

extension ViewScene {
  // MARK: Property animators

  /// Makes a property animator, whose animations are those of the scene's layers.
  ///
  /// - Parameters:
  ///   - animator: The animator, which is inactive.
  ///   - name: What the trace calls it.
  /// - Returns: The animator, which ``advance(to:)`` names when it completes.
  /// - Precondition: It is inactive, and has no group of animations but the first.
  public mutating func makeAnimator(
    _ animator: PropertyAnimator, named name: String
  ) -> ViewAnimatorID {
    precondition(
      animator.state == .inactive && animator.groupStarts.count == 1,
      "An animator is new to its scene")
    animators.append(ViewAnimator(name: name, animator: animator))
    return ViewAnimatorID(number: animators.count - 1)
  }

  /// An animator as it is now.
  public func animator(_ id: ViewAnimatorID) -> PropertyAnimator { animators[id.number].animator }

  /// Changes how an animator is scrubbed and whether it pauses at its end.
  public mutating func setAnimator(
    _ id: ViewAnimatorID, scrubsLinearly: Bool, pausesOnCompletion: Bool
  ) {
    animators[id.number].animator.scrubsLinearly = scrubsLinearly
    animators[id.number].animator.pausesOnCompletion = pausesOnCompletion
  }

  /// Sets what may not be changed while an animator is active; what is `nil` stays.
  ///
  /// - Throws: That it is active.
  public mutating func configureAnimator(
    _ id: ViewAnimatorID, isInterruptible: Bool? = nil, isUserInteractionEnabled: Bool? = nil,
    isManualHitTestingEnabled: Bool? = nil
  ) throws(PropertyAnimatorError) {
    try animators[id.number].animator.configure(
      isInterruptible: isInterruptible, isUserInteractionEnabled: isUserInteractionEnabled,
      isManualHitTestingEnabled: isManualHitTestingEnabled)
  }

  /// Adds the changes of a block to an animator.
  ///
  /// While it is active, they are made and shown at once, over the rest of the time. An inactive one
  /// makes the changes of properties when it becomes active, from what is set then; anything else a
  /// block changes is not kept (rule).
  ///
  /// - Parameters:
  ///   - id: The animator.
  ///   - delayFactor: The share of the time left after which they begin, 0…1.
  ///   - changes: Makes the changes.
  /// - Throws: That it is stopped.
  public mutating func addAnimations(
    to id: ViewAnimatorID, delayFactor: Double = 0, changes: (inout ViewBlock) -> Void
  ) throws(PropertyAnimatorError) {
    precondition(!animators[id.number].isReleased, "An animator that was given up takes no call")
    let group = try animators[id.number].animator.addAnimations(delayFactor: delayFactor, at: time)
    let isActive = animators[id.number].animator.state == .active
    if isActive { tree.begin { $0.disablesActions = true } }
    var block = ViewBlock(tree, ViewAnimator.prototype, now: mediaTime, purpose: .recording)
    changes(&block)
    block.settle()
    animators[id.number].groups.append(block.changes)
    guard isActive else { return }
    tree = block.tree
    attach(id.number, group)
    tree.commit(at: mediaTime)
    express(id.number)
  }

  /// Makes a call of an animator, now.
  ///
  /// Stopped, it leaves what is shown in the properties; finished, the values of the end it is
  /// finished at. What was changed by others since stays. Each way from inactive to active and back
  /// has one completion, or none if it is stopped without finishing.
  ///
  /// - Throws: That it does not take the call in the state it is in.
  public mutating func perform(
    _ command: PropertyAnimator.Command, on id: ViewAnimatorID
  ) throws(PropertyAnimatorError) {
    let number = id.number
    precondition(!animators[number].isReleased, "An animator that was given up takes no call")
    let before = animators[number].animator
    var after = before
    let completion = try after.perform(command, at: time)
    if before.state == .active, after.state != .active { stop(number) }
    animators[number].animator = after
    if before.state == .inactive, after.state == .active { activate(number) }
    if after.state == .active { express(number) }
    tell(number, from: before)
    if before.state != .inactive, after.state == .inactive { conclude(number, at: completion) }
  }

  /// Gives an animator up: one that runs still comes to its end.
  ///
  /// - Throws: That it is paused or stopped.
  public mutating func releaseAnimator(_ id: ViewAnimatorID) throws(PropertyAnimatorError) {
    try animators[id.number].animator.checkRelease()
    animators[id.number].isReleased = true
  }

  /// When the next animator ends by itself, if one does.
  var nextAnimatorEnd: (time: Timestamp, number: Int)? {
    animators.indices.lazy.compactMap { number in
      self.animators[number].animator.end.map { ($0, number) }
    }.min { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  /// Ends an animator that has come to its end by itself.
  mutating func endAnimator(_ number: Int) {
    let before = animators[number].animator
    let completion = animators[number].animator.advance(to: time)
    if animators[number].animator.state == .active { express(number) }
    tell(number, from: before)
    guard let completion else { return }
    conclude(number, at: completion)
  }

  /// Whether an animation is one that an animator moves.
  func isMoved(_ animation: AnimationID) -> Bool {
    animators.contains { $0.groups.joined().contains { $0.animations.contains(animation) } }
  }

  // MARK: Animations

  /// Makes the changes that an animator has kept.
  private mutating func activate(_ number: Int) {
    tree.begin { $0.disablesActions = true }
    for group in animators[number].groups.indices {
      for index in animators[number].groups[group].indices {
        let change = animators[number].groups[group][index]
        guard let old = tree.value(change.property, of: change.layer) else { continue }
        animators[number].groups[group][index].old = old
        tree.set(change.path, of: change.layer, to: change.new)
      }
      attach(number, group)
    }
    tree.commit(at: mediaTime)
  }

  /// Adds the animations of a group, which the turn that is open commits.
  private mutating func attach(_ number: Int, _ group: Int) {
    // Nothing outside waits for them.
    tree.begin()
    tree.setCompletion()
    for index in animators[number].groups[group].indices {
      animators[number].groups[group][index].animate(
        in: &tree, now: mediaTime, reportsEvents: false)
    }
    tree.commit(at: mediaTime)
  }

  /// Shows where an animator is, and lets it go on.
  private mutating func express(_ number: Int) {
    let animator = animators[number].animator
    let start = media(animator.runStart ?? time)
    for (group, changes) in animators[number].groups.enumerated() {
      for change in changes {
        let origin = tree.localTime(of: change.layer, at: start)
        let rate = rate(of: change.layer)
        for id in change.animations {
          guard let animation = tree.animation(id) else { continue }
          tree.replaceAnimation(
            id, with: animator.moving(animation, group: group, at: time, origin: origin, rate: rate)
          )
        }
      }
    }
  }

  /// The local seconds of a layer that pass for a second; for one that stands still, 1.
  private func rate(of layer: LayerID) -> Double {
    var rate = 1.0
    var next: LayerID? = layer
    while let layer = next {
      rate *= tree.timing(of: layer).speed
      next = tree.superlayer(of: layer)
    }
    return rate == 0 ? 1 : rate
  }

  /// Leaves what an animator shows in the properties.
  private mutating func stop(_ number: Int) {
    var stopped: [ViewAnimator.Target: PropertyValue] = [:]
    for (target, _, new) in animators[number].ends
    where tree.value(target.property, of: target.layer) == new {
      stopped[target] = shown(of: target, by: number, over: new)
    }
    animators[number].stopped = stopped
    settle(number, stopped)
  }

  /// What an animator makes of a property, whatever else animates it.
  private func shown(
    of target: ViewAnimator.Target, by number: Int, over new: PropertyValue
  ) -> PropertyValue {
    var alone = LayerTree()
    let layer = alone.makeLayer(tree.kind(of: target.layer))
    alone.addSublayer(layer, to: alone.root)
    alone.set(PropertyPath(target.property), of: layer, to: new)
    let animator = animators[number].animator
    for (group, changes) in animators[number].groups.enumerated() {
      for change in changes where change.layer == target.layer && change.property == target.property
      {
        for id in change.animations {
          guard let animation = tree.animation(id) else { continue }
          // Held where it is, it needs no time.
          var held = animation
          let position = animator.position(ofGroup: group, at: time)
          held.timing = MediaTiming(beginTime: -1, duration: 1, speed: 0, fillMode: .both)
          held.timingFunction = nil
          held.span = AnimationSpan(from: position, to: position)
          alone.add(held, to: layer, forKey: tree.key(of: id))
        }
      }
    }
    alone.flush(at: 0)
    return alone.presentation(at: 0).value(target.property, of: layer) ?? new
  }

  /// Sets values, and removes an animator's animations in the same turn.
  private mutating func settle(_ number: Int, _ values: [ViewAnimator.Target: PropertyValue]) {
    tree.begin { $0.disablesActions = true }
    for (target, _, _) in animators[number].ends {
      guard let value = values[target] else { continue }
      tree.set(PropertyPath(target.property), of: target.layer, to: value)
    }
    for animation in animators[number].groups.joined().flatMap(\.animations) {
      tree.removeAnimation(animation)
    }
    tree.commit(at: mediaTime)
  }

  /// Leaves the values of the end that an animator came to, and tells its completion.
  private mutating func conclude(_ number: Int, at position: PropertyAnimator.Position?) {
    var values: [ViewAnimator.Target: PropertyValue] = [:]
    for (target, old, new) in animators[number].ends {
      let left = animators[number].stopped[target] ?? new
      guard position == .start || position == .end,
        tree.value(target.property, of: target.layer) == left
      else { continue }
      values[target] = position == .start ? old : new
    }
    settle(number, values)
    animators[number].groups = [[]]
    animators[number].stopped = [:]
    guard let position else { return }
    trace.call(
      animators[number].name, "completion", [.init("position", .word(position.rawValue))], at: time)
    immediate.append(
      Occurrence(
        time: time, kind: .animatorCompleted(ViewAnimatorID(number: number), at: position)))
  }

  /// Adds the state of an animator to the trace, if it is another.
  private mutating func tell(_ number: Int, from before: PropertyAnimator) {
    let now = animators[number].animator
    guard now.state != before.state || now.isRunning != before.isRunning else { return }
    trace.state(
      animators[number].name, now.state.rawValue, [.init("running", .flag(now.isRunning))], at: time
    )
  }
}
