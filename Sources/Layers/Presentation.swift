/// What shows of a tree at some time: what was committed, with all animations applied.
///
/// It is a value that goes its own way, and can be moved to any time, forth or back, at the same
/// cost. Layers read as with the tree, but superlayer, sublayers and mask are those that were
/// committed. The corresponding Core Animation method is `CALayer.presentation()`.
public struct Presentation: LayerReading, Sendable {
  /// The absolute time, in seconds.
  public internal(set) var time: MediaTime

  /// What was committed.
  var store: LayerStore

  /// The animations, by the indices that layers have.
  var animations: [AnimationRecord]

  /// Whether each layer is below the root.
  var isRendered: [Bool]

  /// The animations, made ready.
  var plan = SamplingPlan()

  /// What is shown of the properties that animations change.
  var shown = SampledValues()

  /// Makes a presentation of a tree.
  init(_ tree: LayerTree, at time: MediaTime) {
    self.time = time
    store = tree.render
    animations = tree.animations
    isRendered = tree.isRendered
    plan = SamplingPlan(store, animations, isRendered)
    plan.sample(at: time, into: &shown)
  }

  /// Moves to another time.
  ///
  /// - Complexity: Linear in the animations; nothing is allocated.
  public mutating func move(to time: MediaTime) {
    self.time = time
    plan.sample(at: time, into: &shown)
  }

  /// Takes over what was committed since, and moves to a time.
  mutating func update(from tree: LayerTree, at time: MediaTime) {
    let hasSamePlan =
      store.links.isSameStorage(as: tree.render.links)
      && animations.isSameStorage(as: tree.animations)
    if !hasSamePlan || !store.properties.isSameStorage(as: tree.render.properties)
      || !store.timings.isSameStorage(as: tree.render.timings)
    {
      store = tree.render
      animations = tree.animations
      isRendered = tree.isRendered
      if !hasSamePlan || !plan.refresh(from: store) {
        plan = SamplingPlan(store, animations, isRendered)
      }
    }
    move(to: time)
  }

  /// Whether a layer shows at all: it was committed, below the root.
  ///
  /// Core Animation has no presentation layer before that.
  public func isPresent(_ layer: LayerID) -> Bool {
    Int(layer.index) < isRendered.count && isRendered[Int(layer.index)]
  }

  /// Whether an animation gives a property of a layer its value now.
  public func isAnimated(_ property: Property, of layer: LayerID) -> Bool {
    plan.track(of: property, layer: Int(layer.index)).map { shown.tracks[$0].isAnimated } ?? false
  }

  public func value(_ property: Property, of layer: LayerID) -> PropertyValue? {
    let index = Int(layer.index)
    guard index < store.links.count,
      property.owners.contains(store.links[index].kind)
    else { return nil }
    if property == .frame { return .rect(frame(of: layer)) }
    let source = property == .affineTransform ? .transform : property
    guard let track = plan.track(of: source, layer: index), shown.tracks[track].isAnimated else {
      return store.value(property, of: index)
    }
    return plan.value(ofTrack: track, in: shown)
  }

  public func kind(of layer: LayerID) -> LayerKind {
    let index = Int(layer.index)
    return index < store.links.count ? store.links[index].kind : .layer
  }

  public func superlayer(of layer: LayerID) -> LayerID? {
    let index = Int(layer.index)
    guard index < store.links.count, store.links[index].superlayer >= 0 else { return nil }
    return LayerID(store.links[index].superlayer)
  }

  public func sublayers(of layer: LayerID) -> [LayerID] {
    let index = Int(layer.index)
    return index < store.links.count ? store.links[index].sublayers.map(LayerID.init) : []
  }

  public func mask(of layer: LayerID) -> LayerID? {
    let index = Int(layer.index)
    guard index < store.links.count, store.links[index].mask >= 0 else { return nil }
    return LayerID(store.links[index].mask)
  }

  /// The local time of a layer.
  public func localTime(of layer: LayerID) -> MediaTime {
    store.localTime(of: Int(layer.index), at: time)
  }
}

extension LayerTree {
  /// What shows of the tree at an absolute time, by what was committed.
  ///
  /// It does not say what time it is: nothing starts or stops by it. An animation that will be
  /// removed at its end shows nothing after it.
  ///
  /// - Complexity: Linear in the layers and animations.
  public func presentation(at time: MediaTime) -> Presentation {
    Presentation(self, at: time)
  }

  /// Shows a time in a presentation that was made before.
  ///
  /// - Parameters:
  ///   - time: The absolute time.
  ///   - presentation: A presentation of this tree, or of any other.
  /// - Complexity: Linear in the animations; nothing is allocated unless something was committed
  ///   since.
  public func sample(at time: MediaTime, into presentation: inout Presentation) {
    presentation.update(from: self, at: time)
  }
}

extension Array {
  /// Whether both are the same array in memory, so that all their elements agree.
  func isSameStorage(as other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
    }
  }
}
