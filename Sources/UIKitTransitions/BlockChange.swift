import Curves
import Layers
import Quantities

/// A change of a block, and the animations that were made of it.
struct BlockChange: Hashable, Sendable {
  /// The layer.
  var layer: LayerID

  /// The property.
  var property: Property

  /// The value before.
  var old: PropertyValue

  /// The value that is set.
  var new: PropertyValue

  /// How it is animated; without that, it is not.
  var animation: ViewAnimation?

  /// The keyframes between, if there are any.
  var keyframes: ViewKeyframes?

  /// The animations that were made of it.
  var animations: [AnimationID] = []

  /// The property as a path.
  var path: PropertyPath { PropertyPath(property) }

  /// Adds animations to a tree in which the new value is set.
  ///
  /// - Parameters:
  ///   - tree: The layers.
  ///   - now: The time of the turn.
  ///   - reportsEvents: Whether the starts and stops of the animations are told.
  mutating func animate(in tree: inout LayerTree, now: MediaTime, reportsEvents: Bool) {
    guard let animation, animation.duration > .zero else { return }
    // The bounds go in their two parts, as from iOS 8.
    let parts: [PropertyPath.Part] = property == .bounds ? [.origin, .size] : [.whole]
    for part in parts {
      let path = PropertyPath(property, part)
      guard let (kind, isAdditive) = kind(of: path, animation, tree.kind(of: layer)) else {
        continue
      }
      var made = layerAnimation(kind, animation, in: tree, now: now)
      made.reportsEvents = reportsEvents
      animations.append(tree.add(made, to: layer, forKey: isAdditive ? nil : path.description))
    }
  }

  /// What is done with a part of the property, or `nil` if it stays as it is.
  private func kind(
    of path: PropertyPath, _ animation: ViewAnimation, _ layerKind: LayerKind
  ) -> (Animation.Kind, isAdditive: Bool)? {
    let (start, end) = (old[path.part], new[path.part])
    guard let keyframes else {
      guard start != end else { return nil }
      let differences = ViewDifference.of([start, end], from: end)
      let isFromShown = animation.options.contains(.beginFromCurrentState)
      let ends =
        differences.map { EndPoints(from: $0[0], to: $0[1]) }
        ?? EndPoints(from: isFromShown ? nil : start, to: end)
      let isAdditive = differences != nil
      return (.basic(PropertyAnimation(path, isAdditive: isAdditive), ends), isAdditive)
    }
    var timeline = keyframes.timeline(from: old, of: path, kind: layerKind)
    guard timeline.keyframes.values.contains(where: { $0 != end }) else { return nil }
    let differences = ViewDifference.of(timeline.keyframes.values, from: end)
    if let differences { timeline.keyframes.values = differences }
    let isAdditive = differences != nil
    let kind = Animation.Kind.keyframes(
      PropertyAnimation(path, isAdditive: isAdditive), timeline.keyframes)
    guard timeline.length < 1 else { return (kind, isAdditive) }
    // A part of the time, within all of it.
    let length = animation.pace.duration.seconds
    let child = Animation(
      kind,
      timing: MediaTiming(
        beginTime: timeline.start * length, duration: timeline.length * length, fillMode: .both))
    return (.group([child]), isAdditive)
  }

  private func layerAnimation(
    _ kind: Animation.Kind, _ animation: ViewAnimation, in tree: LayerTree, now: MediaTime
  ) -> Animation {
    let pace = animation.pace
    var timing = MediaTiming(duration: pace.duration.seconds, fillMode: .both)
    if animation.delay > .zero {
      timing.beginTime = tree.localTime(of: layer, at: now) + animation.delay.seconds
    }
    if animation.options.contains(.repeat) { timing.repeatCount = .infinity }
    timing.autoreverses = animation.options.contains(.autoreverse)
    // The scene removes it when the block is complete.
    var result = Animation(kind, timing: timing, isRemovedOnCompletion: false)
    switch (pace.shape, kind) {
    case (.curve(let curve), _): result.timingFunction = curve
    case (.spring(let curve), .basic(let property, let ends)):
      result.kind = .spring(property, ends, curve)
    case (.spring(let curve), _):
      result.span = AnimationSpan(
        from: 0, to: 1, swing: .init(curve, length: pace.duration.seconds))
    }
    return result
  }
}
