public import Layers
import Quantities

/// The changes of an animation block, as they are made.
///
/// Whatever is changed of ``tree`` is animated with the block. Blocks may stand within each other,
/// and changes may be left out of the animation.
public struct ViewBlock: Sendable {
  /// A change of a block, and the animation that was made of it.
  struct Change: Hashable, Sendable {
    var layer: LayerID
    var path: PropertyPath
    var old: PropertyValue
    var new: PropertyValue
    var animations: [AnimationID] = []
  }

  /// The layers, which the block changes.
  public var tree: LayerTree

  /// The layers as they were when the changes began that no animation has yet.
  private var base: LayerTree

  private var animation: ViewAnimation
  private let now: MediaTime

  /// What was changed by now, in the order of the layers.
  private(set) var changes: [Change] = []

  init(_ tree: LayerTree, _ animation: ViewAnimation, now: MediaTime) {
    self.tree = tree
    base = tree
    self.animation = animation
    self.now = now
  }

  /// Animates changes in another way, within this block.
  ///
  /// They inherit the duration and the curve, unless the options say otherwise.
  public mutating func animate(_ inner: ViewAnimation, changes: (inout Self) -> Void) {
    settle()
    let outer = animation
    animation = outer.inherited(by: inner)
    changes(&self)
    settle()
    animation = outer
  }

  /// Adds changes that take a part of the block's time, at an even pace.
  ///
  /// Before its part a property holds the value it had, and behind it the new one. The calculation
  /// mode is the linear one; a block with keyframes does not repeat. The corresponding UIKit method
  /// is `UIView.addKeyframe(withRelativeStartTime:relativeDuration:)`.
  ///
  /// - Parameters:
  ///   - start: When the part begins, as a share of the duration, 0…1.
  ///   - share: How long it takes, as a share of the duration, 0…1.
  ///   - changes: Makes the changes.
  public mutating func addKeyframe(
    relativeStart start: Double, relativeDuration share: Double,
    changes: (inout LayerTree) -> Void
  ) {
    settle()
    let outer = animation
    let whole = outer.duration.seconds
    func part(_ share: Double) -> Duration {
      Duration(finiteSeconds: whole * min(max(share, 0), 1)) ?? .zero
    }
    animation = ViewAnimation(
      // A part without a length is a jump at its start.
      duration: max(part(share), .microseconds(1)), delay: outer.delay + part(start),
      options: .curveLinear)
    changes(&tree)
    settle()
    animation = outer
  }

  /// Makes changes without an animation, `UIView.performWithoutAnimation`.
  public mutating func withoutAnimation(_ changes: (inout LayerTree) -> Void) {
    settle()
    changes(&tree)
    base = tree
  }

  /// Makes animations of what was changed since the last time.
  mutating func settle() {
    guard animation.duration > .zero else {
      base = tree
      return
    }
    for layer in Self.layers(of: base) where base.actions(of: layer).delegateDefault == .null {
      let kind = base.kind(of: layer)
      for property in Self.properties where property.owners.contains(kind) {
        guard let old = base.value(property, of: layer), let new = tree.value(property, of: layer),
          old != new
        else { continue }
        animate(layer, property, from: old, to: new)
      }
    }
    base = tree
  }

  private mutating func animate(
    _ layer: LayerID, _ property: Property, from old: PropertyValue, to new: PropertyValue
  ) {
    // The bounds go in their two parts, as from iOS 8.
    let parts: [PropertyPath.Part] = property == .bounds ? [.origin, .size] : [.whole]
    var change = Change(layer: layer, path: PropertyPath(property), old: old, new: new)
    for part in parts {
      let path = PropertyPath(property, part)
      guard let start = base.value(path, of: layer), let end = tree.value(path, of: layer),
        start != end
      else { continue }
      let delta = ViewDelta(from: start, to: end)
      let ends =
        delta.map { EndPoints(from: $0.start, to: $0.end) }
        ?? EndPoints(
          from: animation.options.contains(.beginFromCurrentState) ? nil : start, to: end)
      let key = delta == nil ? path.description : nil
      change.animations.append(
        tree.add(
          layerAnimation(path, ends, isAdditive: delta != nil, of: layer), to: layer, forKey: key))
    }
    changes.append(change)
  }

  private func layerAnimation(
    _ path: PropertyPath, _ ends: EndPoints, isAdditive: Bool, of layer: LayerID
  ) -> Animation {
    let pace = animation.pace
    let property = PropertyAnimation(path, isAdditive: isAdditive)
    var timing = MediaTiming(duration: pace.duration.seconds, fillMode: .both)
    if animation.delay > .zero {
      timing.beginTime = tree.localTime(of: layer, at: now) + animation.delay.seconds
    }
    if animation.options.contains(.repeat) { timing.repeatCount = .infinity }
    timing.autoreverses = animation.options.contains(.autoreverse)
    // The scene removes it when the block is complete.
    return switch pace.shape {
    case .curve(let curve):
      Animation(
        .basic(property, ends), timing: timing, timingFunction: curve, isRemovedOnCompletion: false)
    case .spring(let curve):
      Animation(.spring(property, ends, curve), timing: timing, isRemovedOnCompletion: false)
    }
  }

  private static let properties = Property.allCases.filter {
    $0.isAnimatable && $0 != .sublayers && $0 != .mask
  }

  /// The layers below the root, in their order.
  private static func layers(of tree: LayerTree) -> [LayerID] {
    var layers = [tree.root]
    var next = 0
    while next < layers.count {
      layers += tree.sublayers(of: layers[next])
      next += 1
    }
    return layers
  }
}

/// What an additive animation goes through: from the difference of two values to none.
private struct ViewDelta {
  var start: PropertyValue
  var end: PropertyValue

  /// Fails for values that are not added: colors, pictures and the like.
  init?(from old: PropertyValue, to new: PropertyValue) {
    switch (old, new) {
    case (.number(let old), .number(let new)): (start, end) = (.number(old - new), .number(0))
    case (.point(let old), .point(let new)): (start, end) = (.point(old - new), .point(.zero))
    case (.size(let old), .size(let new)):
      start = .size(Size(width: old.width - new.width, height: old.height - new.height))
      end = .size(Size(width: 0, height: 0))
    case (.rect(let old), .rect(let new)):
      start = .rect(
        Rect(
          origin: old.origin - new.origin,
          size: Size(
            width: old.size.width - new.size.width, height: old.size.height - new.size.height)))
      end = .rect(.zero)
    case (.transform(let old), .transform(let new)):
      // The animated part comes first, then the transform that is set.
      guard let undone = new.inverse else { return nil }
      (start, end) = (.transform(old.concatenating(undone)), .transform(.identity))
    default: return nil
    }
  }
}
