/// A copy of its sublayers that a replicator layer shows.
public struct ReplicatorInstance: Hashable, Sendable {
  /// Where it goes, after the sublayers' own transforms and about the replicator's anchor point.
  public var transform: Transform3D

  /// What its colors are multiplied by.
  public var color: Color

  /// How far its animations lag behind, in seconds.
  public var delay: MediaTime
}

extension LayerReading {
  /// The copies that a replicator layer shows, the first as it is, at most some number of them.
  ///
  /// Each has the transform, the color offsets and the delay once more than the one before. None,
  /// if the layer is no replicator.
  public func instances(of layer: LayerID, limit: Int = 10_000) -> [ReplicatorInstance] {
    guard case .number(let count)? = value(.instanceCount, of: layer), count >= 1 else { return [] }
    let step = value(.instanceTransform, of: layer)?.transform ?? .identity
    let first = value(.instanceColor, of: layer)?.color ?? .clear
    let delay = number(PropertyPath(.instanceDelay), of: layer)
    var transform = Transform3D.identity
    return (0..<Int(min(count, Double(max(0, limit))))).map { index in
      defer { transform = step.concatenating(transform) }
      func part(_ start: Double, _ offset: Property) -> Double {
        min(max(start + Double(index) * number(PropertyPath(offset), of: layer), 0), 1)
      }
      return ReplicatorInstance(
        transform: transform,
        color: Color(
          red: part(first.red, .instanceRedOffset), green: part(first.green, .instanceGreenOffset),
          blue: part(first.blue, .instanceBlueOffset),
          alpha: part(first.alpha, .instanceAlphaOffset)),
        delay: Double(index) * delay)
    }
  }
}
