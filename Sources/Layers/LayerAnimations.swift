/// An animation of a layer, as it was added.
struct AnimationRecord: Sendable {
  /// Its number in the tree.
  var id: AnimationID

  /// The layer.
  var layer: Int

  /// The key it was added under, if any.
  var key: String?

  /// What it is, with the length and the begin time it has.
  var animation: Animation

  /// What was shown at the commit, for each property animation in it that starts there.
  var captured: [PropertyValue] = []

  /// The completion that waits for it.
  var completion: CompletionToken?
}

/// What became of an animation.
enum AnimationState: Hashable, Sendable {
  /// It waits for the commit.
  case added

  /// It waits for its active interval.
  case waiting

  /// It is within its active interval.
  case running

  /// It is past its end and still there, for what it fills.
  case ended

  /// It was taken off its layer; the commit tells so.
  case removed

  /// It is gone, and its index is free.
  case gone

  /// Whether it was committed and has not ended.
  var isPending: Bool { self == .waiting || self == .running }
}

extension LayerTree {
  /// Adds an animation to a layer, in the transaction that is open.
  ///
  /// It is a copy that is added. One that was added under the key before is removed, and stops
  /// unfinished. A transition is always added under the key `transition`. The animation starts at
  /// the outermost commit; its begin time is in the layer's local time, where 0 means the commit.
  /// If the layer is not in the tree by then, it stops unfinished (`rule`).
  ///
  /// An animation of a property that the layer has not, or that is not animatable, runs and shows
  /// nothing, as does one with values of another type.
  ///
  /// - Returns: What the events call it.
  @discardableResult
  public mutating func add(
    _ animation: Animation, to layer: LayerID, forKey key: String? = nil
  ) -> AnimationID {
    openImplicitLevel()
    return attach(animation, to: Int(layer.index), forKey: key)
  }

  /// Removes the animation of a key from a layer, if there is one; it stops unfinished at the
  /// commit.
  public mutating func removeAnimation(forKey key: String, from layer: LayerID) {
    guard let index = index(ofKey: key, layer: Int(layer.index)) else { return }
    openImplicitLevel()
    take(index)
  }

  /// Removes an animation, if it is still there; it stops unfinished at the commit.
  public mutating func removeAnimation(_ id: AnimationID) {
    guard let index = index(of: id) else { return }
    openImplicitLevel()
    take(index)
  }

  /// Removes all animations of a layer; they stop unfinished at the commit.
  public mutating func removeAllAnimations(from layer: LayerID) {
    let indices = model.links[Int(layer.index)].animations
    guard !indices.isEmpty else { return }
    openImplicitLevel()
    for index in indices { take(index) }
  }

  /// The animation of a key of a layer, as it runs.
  public func animation(forKey key: String, of layer: LayerID) -> Animation? {
    index(ofKey: key, layer: Int(layer.index)).map { animations[$0].animation }
  }

  /// The animation of a number, as it runs, or `nil` if it is gone.
  public func animation(_ id: AnimationID) -> Animation? {
    index(of: id).map { animations[$0].animation }
  }

  /// The layer of an animation, or `nil` if it is gone.
  public func layer(of id: AnimationID) -> LayerID? {
    index(of: id).map { LayerID(animations[$0].layer) }
  }

  /// The key that an animation was added under, or `nil` if it has none or is gone.
  public func key(of id: AnimationID) -> String? {
    index(of: id).flatMap { animations[$0].key }
  }

  /// The keys of a layer's animations, in the order they were added.
  public func animationKeys(of layer: LayerID) -> [String] {
    model.links[Int(layer.index)].animations.compactMap { animations[$0].key }
  }

  /// Puts an animation in the place of one that is on a layer, under its number and key.
  ///
  /// It shows at once, without a commit: nothing starts or stops by it, and its times count as they
  /// are. What was shown where the old one started is where the new one starts, if it leaves that
  /// open. Nothing happens if the old one is gone.
  package mutating func replaceAnimation(_ id: AnimationID, with animation: Animation) {
    guard let index = index(of: id) else { return }
    animations[index].animation = animation
    nextDue = -.infinity
  }

  /// The animations of a layer, in the order they were added.
  public func animations(of layer: LayerID) -> [AnimationID] {
    model.links[Int(layer.index)].animations.map { animations[$0].id }
  }

  private func index(ofKey key: String, layer: Int) -> Int? {
    model.links[layer].animations.first { animations[$0].key == key }
  }

  func index(of id: AnimationID) -> Int? { indices[id] }

  @discardableResult
  mutating func attach(_ animation: Animation, to layer: Int, forKey key: String?) -> AnimationID {
    var key = key
    if case .transition = animation.kind { key = "transition" }
    if let key, let old = index(ofKey: key, layer: layer) { take(old) }

    let id = AnimationID(number: animationCount)
    animationCount += 1
    let completion = levels.last?.completion
    if let completion { completions[completion]?.count += 1 }
    let record = AnimationRecord(
      id: id, layer: layer, key: key,
      animation: animation.resolvingDurations(transaction.animationDuration),
      completion: completion)
    indices[id] = freeAnimations.last ?? animations.count
    if let free = freeAnimations.popLast() {
      animations[free] = record
      states[free] = .added
      model.links[layer].animations.append(free)
    } else {
      model.links[layer].animations.append(animations.count)
      animations.append(record)
      states.append(.added)
    }
    return id
  }

  /// Takes an animation off its layer; the commit tells so.
  mutating func take(_ index: Int) {
    model.links[animations[index].layer].animations.removeAll { $0 == index }
    states[index] = states[index] == .ended ? .gone : .removed
    indices[animations[index].id] = nil
    removedAnimations.append(index)
  }
}

extension Animation {
  /// Itself with a length for each animation that has none.
  func resolvingDurations(_ fallback: MediaTime) -> Self {
    var copy = self
    if timing.duration == 0 { copy.timing.duration = fallback }
    if case .group(let children) = kind {
      copy.kind = .group(children.map { $0.resolvingDurations(copy.timing.duration) })
    }
    return copy
  }

  /// The property animations in it, in their order, each with its end points.
  var propertyAnimations: [(PropertyAnimation, EndPoints?)] {
    switch kind {
    case .basic(let property, let ends), .spring(let property, let ends, _): [(property, ends)]
    case .keyframes(let property, _): [(property, nil)]
    case .group(let children): children.flatMap(\.propertyAnimations)
    case .transition: []
    }
  }
}
