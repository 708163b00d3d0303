import Curves

/// What a search for an action finds.
public enum LayerAction: Hashable, Sendable {
  /// An animation, which is added under the key.
  case animation(Animation)

  /// An action of the caller's own, told as an event.
  case custom(String)

  /// No action, and the search ends: `NSNull`.
  case null
}

/// Where actions of a layer are searched for, in this order.
public struct LayerActions: Hashable, Sendable {
  /// What the delegate answers for a key; keys left out have its answer for all others.
  public var delegate: [String: LayerAction]

  /// What the delegate answers for all other keys, or `nil` to go on.
  ///
  /// That of a layer of a view is ``LayerAction/null`` outside of an animation block.
  public var delegateDefault: LayerAction?

  /// The layer's own table, `CALayer.actions`.
  public var actions: [String: LayerAction]

  /// The table of its style, `style["actions"]`.
  public var style: [String: LayerAction]

  /// Creates tables of actions.
  public init(
    delegate: [String: LayerAction] = [:], delegateDefault: LayerAction? = nil,
    actions: [String: LayerAction] = [:], style: [String: LayerAction] = [:]
  ) {
    self.delegate = delegate
    self.delegateDefault = delegateDefault
    self.actions = actions
    self.style = style
  }

  /// The tables of a layer of a view, whose delegate lets nothing happen.
  public static var ofView: Self { Self(delegateDefault: .null) }

  /// The action for a key, or `nil` to do what the property does by itself.
  ///
  /// The class answers nothing, `CALayer.defaultAction(forKey:)`.
  public func action(forKey key: String) -> LayerAction? {
    delegate[key] ?? delegateDefault ?? actions[key] ?? style[key]
  }
}

extension LayerTree {
  /// The tables that actions of a layer are searched in.
  ///
  /// They are not part of a transaction: a change holds at once.
  public func actions(of layer: LayerID) -> LayerActions { actionTables[Int(layer.index)] }

  /// Changes the tables that actions of a layer are searched in.
  public mutating func setActions(_ actions: LayerActions, of layer: LayerID) {
    actionTables[Int(layer.index)] = actions
  }

  /// The action for a key of a layer, or `nil` to do what the property does by itself.
  ///
  /// Disabled actions do not change the search, only whether the result runs (measured by GNUstep).
  /// The corresponding Core Animation method is `CALayer.action(forKey:)`.
  public func action(forKey key: String, of layer: LayerID) -> LayerAction? {
    actions(of: layer).action(forKey: key)
  }

  /// Runs the action for a key, or what the property does by itself.
  mutating func runAction(forKey key: String, of layer: Int, property: Property?) {
    guard !transaction.disablesActions, isCommitted(layer) else { return }
    switch (actionTables[layer].action(forKey: key), property?.implicitAction ?? .nothing) {
    case (.null, _): break
    case (.custom(let name), _):
      actionsToTell.append(.action(name, key: key, layer: LayerID(layer)))
    case (.animation(let animation), _): attach(animation, to: layer, forKey: key)
    case (nil, .basic):
      if let property { attach(implicitAnimation(of: property), to: layer, forKey: key) }
    case (nil, .fade):
      var fade = Animation.transition(timingFunction: transaction.timingFunction ?? .ease)
      fade.reportsEvents = false
      attach(fade, to: layer, forKey: key)
    case (nil, .nothing): break
    }
  }

  /// From what is shown to the new value of the model, wherever that goes.
  private func implicitAnimation(of property: Property) -> Animation {
    var animation = Animation.basic(
      PropertyPath(property), timingFunction: transaction.timingFunction ?? .ease)
    animation.reportsEvents = false
    return animation
  }
}
