public import Quantities

/// A tree of layers: what is set, what was committed, and the animations between the two.
///
/// It is a value: a copy goes its own way. Three trees are told apart, as in Core Animation. The
/// *model* is what was set last; it is what the tree itself reads as. The *render* tree is private:
/// what was committed last. A ``Presentation`` is what shows of that at some time.
///
/// Changes belong to a transaction: an explicit one, from ``begin(_:)`` to ``commit(at:)``, or else
/// an implicit one, up to ``flush(at:)``. Nothing starts before the outermost commit, and all that
/// it starts has its time. The tree has no clock; ``advance(to:)`` says what time it is and finds
/// what ends, and ``takeEvents()`` gives what a delegate would be told.
///
/// ```swift
/// var tree = LayerTree(bounds: Rect(x: 0, y: 0, width: 320, height: 568))
/// let box = tree.makeLayer(bounds: Rect(x: 0, y: 0, width: 100, height: 100))
/// tree.addSublayer(box, to: tree.root)
/// tree.flush(at: 0)
/// tree.set("opacity", of: box, to: .number(0))  // implicitly animated, 0.25 s
/// tree.flush(at: 1)
/// tree.presentation(at: 1.1).opacity(of: box)
/// ```
public struct LayerTree: LayerReading, Sendable {
  /// The layer at the top, which is that of a window.
  public let root: LayerID

  /// What is set.
  var model = LayerStore()

  /// What was committed.
  var render = LayerStore()

  /// Whether each layer of the render tree is below its root.
  var isRendered: [Bool] = []

  /// The animations, by the indices that layers have.
  var animations: [AnimationRecord] = []

  /// What became of the animations, by the same indices.
  var states: [AnimationState] = []

  /// The indices of the animations that are on a layer.
  var indices: [AnimationID: Int] = [:]

  /// The indices that no animation has.
  var freeAnimations: [Int] = []

  /// The animations that were taken off a layer and have not been told of, in that order.
  var removedAnimations: [Int] = []

  /// What showed when transitions were committed.
  var oldContents: [AnimationID: Presentation] = [:]

  /// Where actions are searched for, by layer.
  var actionTables: [LayerActions] = []

  /// The actions of the caller's own to tell of at the commit.
  var actionsToTell: [LayerEvent.Kind] = []

  /// The transactions that are open, the outermost first.
  var levels: [TransactionLevel] = []

  /// Whether the outermost transaction is an implicit one.
  var hasImplicitLevel = false

  /// The animations that completions wait for.
  var completions: [CompletionToken: CompletionGroup] = [:]

  /// The number of tokens that were given.
  var tokenCount = 0

  /// The number of animations that were added.
  var animationCount = 0

  /// Whether layers hang together in another way than was committed.
  var isRearranged = false

  /// What happened and was not asked for.
  var events: [LayerEvent] = []

  /// The time that was reached.
  var now = -MediaTime.infinity

  /// The time before which nothing starts or ends.
  var nextDue = MediaTime.infinity

  /// Creates a tree of a root.
  ///
  /// - Parameter bounds: The bounds of the root, whose position is the middle of them.
  public init(bounds: Rect = .zero) {
    root = LayerID(0)
    let root = makeLayer(bounds: bounds, position: bounds.center)
    assert(root == self.root)
  }

  // MARK: Layers

  /// Makes a layer, which has no superlayer yet.
  ///
  /// The bounds and the position are set without an action. A tree keeps each layer it ever made.
  public mutating func makeLayer(
    _ kind: LayerKind = .layer, bounds: Rect = .zero, position: Point = .zero
  ) -> LayerID {
    let index = model.links.count
    model.links.append(LayerLinks(kind: kind))
    model.properties.append(
      LayerProperties(numbers: NumberLayout.initialNumbers(of: kind)))
    model.timings.append(MediaTiming(duration: .infinity))
    actionTables.append(LayerActions())
    model.set(.bounds, of: index, to: .rect(bounds))
    model.set(.position, of: index, to: .point(position))
    return LayerID(index)
  }

  /// The number of layers, with those that have no superlayer.
  public var layerCount: Int { model.links.count }

  public func kind(of layer: LayerID) -> LayerKind { model.links[Int(layer.index)].kind }

  public func superlayer(of layer: LayerID) -> LayerID? {
    let above = model.links[Int(layer.index)].superlayer
    return above < 0 ? nil : LayerID(above)
  }

  public func sublayers(of layer: LayerID) -> [LayerID] {
    model.links[Int(layer.index)].sublayers.map(LayerID.init)
  }

  public func mask(of layer: LayerID) -> LayerID? {
    let mask = model.links[Int(layer.index)].mask
    return mask < 0 ? nil : LayerID(mask)
  }

  // MARK: Properties

  public func value(_ property: Property, of layer: LayerID) -> PropertyValue? {
    guard property.owners.contains(kind(of: layer)) else { return nil }
    return property == .frame
      ? .rect(frame(of: layer)) : model.value(property, of: Int(layer.index))
  }

  /// The value at a key path of a layer.
  ///
  /// - Precondition: Layers of that kind have such a property, and the value is of its type.
  public subscript(layer: LayerID, path: PropertyPath) -> PropertyValue {
    get {
      guard let value = value(path, of: layer) else {
        preconditionFailure("A layer has the properties of its kind")
      }
      return value
    }
    set { set(path, of: layer, to: newValue) }
  }

  /// Changes the value at a key path of a layer, in the transaction that is open.
  ///
  /// The model changes at once. If the value differs, the layer is in the tree that was committed
  /// and actions are not disabled, the action for the property's key runs, or else its implicit
  /// animation, from what is shown to the new value.
  ///
  /// Setting `frame` sets `position` and `bounds.size`, so that the frame is that, if the transform
  /// is the identity; Apple leaves other transforms undefined, here they do not count (`rule`).
  ///
  /// - Precondition: Layers of that kind have such a property, and the value is of its type.
  public mutating func set(_ path: PropertyPath, of layer: LayerID, to value: PropertyValue) {
    let property = path.property
    precondition(
      property.owners.contains(kind(of: layer)), "A layer has the properties of its kind")
    precondition(path.type.admits(value), "A property takes values of its type")
    guard let old = self.value(property, of: layer) else { return }
    let new = old.replacing(path.part, with: value)
    guard new != old else { return }
    openImplicitLevel()
    let index = Int(layer.index)
    switch (property, new) {
    case (.frame, .rect(let frame)): setFrame(frame, of: layer)
    case (.affineTransform, _): set(PropertyPath(.transform), of: layer, to: new)
    case (.mask, .layer(let mask)): setMask(mask, of: layer)
    case (.mask, _): setMask(nil, of: layer)
    case (.sublayers, .layers(let sublayers)): setSublayers(sublayers, of: layer)
    default:
      model.set(property, of: index, to: new)
      if property.isAnimatable {
        runAction(forKey: property.key, of: index, property: property)
      } else if actionTables[index].action(forKey: property.key) != nil {
        runAction(forKey: property.key, of: index, property: nil)
      }
    }
  }

  private mutating func setFrame(_ frame: Rect, of layer: LayerID) {
    let anchor = value(.anchorPoint, of: layer)?.point ?? .zero
    let bounds = Rect(origin: bounds(of: layer).origin, size: frame.size)
    set(PropertyPath(.bounds), of: layer, to: .rect(bounds))
    set(
      PropertyPath(.position), of: layer,
      to: .point(
        Point(
          x: frame.origin.x + anchor.x * frame.size.width,
          y: frame.origin.y + anchor.y * frame.size.height)))
  }

  /// Whether a layer is below the root in the tree that was committed.
  public func isCommitted(_ layer: LayerID) -> Bool { isCommitted(Int(layer.index)) }

  func isCommitted(_ layer: Int) -> Bool { layer < isRendered.count && isRendered[layer] }
}
