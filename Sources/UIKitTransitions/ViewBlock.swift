public import Layers
import Quantities

/// The changes of an animation block, as they are made.
///
/// Whatever is changed of ``tree`` is animated with the block. Blocks may stand within each other,
/// and changes may be left out of the animation.
public struct ViewBlock: Sendable {
  /// What happens to the changes of a block.
  enum Purpose: Hashable, Sendable {
    /// They are animated at once.
    case animating

    /// They are kept, for an animator that has them animated.
    case recording
  }

  /// The layers, which the block changes.
  public var tree: LayerTree

  /// The layers as they were when the changes began that no animation has yet.
  private var base: LayerTree

  /// How changes are animated; without that, they are not.
  private var animation: ViewAnimation?
  private let now: MediaTime
  private let purpose: Purpose

  /// The properties that have keyframes, in the order they had the first, within a block of such.
  private var keyframes: [BlockChange]?

  /// What was changed by now, in the order of the layers.
  private(set) var changes: [BlockChange] = []

  init(
    _ tree: LayerTree, _ animation: ViewAnimation, now: MediaTime, purpose: Purpose = .animating
  ) {
    self.tree = tree
    base = tree
    self.animation = animation
    self.now = now
    self.purpose = purpose
  }

  /// Animates changes in another way, within this block.
  ///
  /// They inherit the duration, the curve and the options, unless the options say otherwise. Those of
  /// an animator go with it, whatever is said here (rule).
  ///
  /// - Precondition: It is not within a block of keyframes.
  public mutating func animate(_ inner: ViewAnimation, changes: (inout Self) -> Void) {
    precondition(keyframes == nil, "A block of keyframes has no blocks within it")
    within(inner) { changes(&$0) }
  }

  /// Animates changes along keyframes, within this block.
  ///
  /// The pace of the whole is even, unless another is named or inherited; a `curveEaseInOut`, which
  /// has no bits of its own, counts as none (rule). What is changed outside of its keyframes takes
  /// all the time. The corresponding UIKit method is `UIView.animateKeyframes`.
  ///
  /// - Parameters:
  ///   - inner: How; the options name the calculation mode.
  ///   - changes: Adds the keyframes.
  /// - Precondition: It is not within another block of keyframes.
  public mutating func animateKeyframes(_ inner: ViewAnimation, changes: (inout Self) -> Void) {
    precondition(keyframes == nil, "A block of keyframes has no blocks within it")
    within(inner.ofKeyframes) { block in
      block.keyframes = []
      changes(&block)
      block.settle()
      block.closeKeyframes(inner.options.calculationMode)
    }
  }

  private mutating func within(_ inner: ViewAnimation, _ changes: (inout Self) -> Void) {
    settle()
    let outer = animation
    if purpose == .animating { animation = outer?.inherited(by: inner) }
    changes(&self)
    settle()
    animation = outer
  }

  /// Adds changes that take a part of the block's time.
  ///
  /// Before its part a property holds the value it had, and behind it the new one. One that begins
  /// while another is under way takes over from what that shows (rule); discrete, the value jumps at
  /// the end of the part, which is its key time. The corresponding UIKit method is
  /// `UIView.addKeyframe(withRelativeStartTime:relativeDuration:)`.
  ///
  /// - Parameters:
  ///   - start: When the part begins, as a share of the duration, 0…1.
  ///   - share: How long it takes, as a share of the duration, 0…1; a part without a length is a
  ///     jump.
  ///   - changes: Makes the changes.
  /// - Precondition: It is within a block of keyframes.
  public mutating func addKeyframe(
    relativeStart start: Double, relativeDuration share: Double,
    changes: (inout LayerTree) -> Void
  ) {
    precondition(keyframes != nil, "A keyframe stands within a block of keyframes")
    settle()
    changes(&tree)
    let start = start.isNaN ? 0 : min(max(start, 0), 1)
    let length = share.isNaN ? 0 : max(share, 0)
    takeKeyframes(from: start, to: min(start + length, 1))
  }

  /// Makes changes without an animation, `UIView.performWithoutAnimation`.
  public mutating func withoutAnimation(_ changes: (inout LayerTree) -> Void) {
    settle()
    changes(&tree)
    if purpose == .recording {
      self.changes += differences.map { layer, property, old, new in
        BlockChange(layer: layer, property: property, old: old, new: new, animation: nil)
      }
    }
    base = tree
  }

  /// Makes animations of what was changed since the last time.
  mutating func settle() {
    guard keyframes == nil else {
      takeKeyframes(from: 0, to: 1)
      return
    }
    for (layer, property, old, new) in differences {
      add(BlockChange(layer: layer, property: property, old: old, new: new, animation: animation))
    }
    base = tree
  }

  private mutating func add(_ change: BlockChange) {
    let isAnimated = change.animation.map { $0.duration > .zero } ?? false
    guard isAnimated || purpose == .recording else { return }
    var change = change
    if purpose == .animating { change.animate(in: &tree, now: now, reportsEvents: true) }
    changes.append(change)
  }

  /// Makes keyframes of what was changed since the last time.
  private mutating func takeKeyframes(from start: Double, to end: Double) {
    for (layer, property, old, new) in differences {
      let frame = ViewKeyframes.Frame(start: start, end: end, value: new)
      if let index = keyframes?.firstIndex(where: { $0.layer == layer && $0.property == property })
      {
        keyframes?[index].keyframes?.frames.append(frame)
      } else {
        let frames = ViewKeyframes(mode: .linear, frames: [frame])
        keyframes?.append(
          BlockChange(
            layer: layer, property: property, old: old, new: new, animation: animation,
            keyframes: frames))
      }
    }
    base = tree
  }

  /// Makes animations of the keyframes, which end where the last of them in time does.
  private mutating func closeKeyframes(_ mode: Keyframes.CalculationMode) {
    let open = keyframes ?? []
    keyframes = nil
    for var change in open {
      change.keyframes?.mode = mode
      change.new = change.keyframes?.last ?? change.new
      tree.set(change.path, of: change.layer, to: change.new)
      add(change)
    }
    base = tree
  }

  /// What was changed since the last time, in the order of the layers.
  private var differences:
    [(layer: LayerID, property: Property, old: PropertyValue, new: PropertyValue)]
  {
    var found: [(layer: LayerID, property: Property, old: PropertyValue, new: PropertyValue)] = []
    for layer in Self.layers(of: base) where base.actions(of: layer).delegateDefault == .null {
      let kind = base.kind(of: layer)
      for property in Self.properties where property.owners.contains(kind) {
        guard let old = base.value(property, of: layer), let new = tree.value(property, of: layer),
          old != new
        else { continue }
        found.append((layer, property, old, new))
      }
    }
    return found
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
