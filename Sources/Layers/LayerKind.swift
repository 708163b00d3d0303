/// The class of a layer.
public enum LayerKind: String, CaseIterable, Hashable, Sendable {
  /// A plain layer, `CALayer`.
  case layer

  /// A layer that draws a path, `CAShapeLayer`.
  case shape

  /// A layer that draws a gradient, `CAGradientLayer`.
  case gradient

  /// A layer that draws a text, `CATextLayer`.
  case text

  /// A layer whose contents come tile by tile, `CATiledLayer`.
  case tiled

  /// A layer that shows its sublayers several times, `CAReplicatorLayer`.
  case replicator

  /// A layer that throws out particles, `CAEmitterLayer`.
  ///
  /// Its properties are kept and animated by their key paths; the particles themselves are not
  /// computed, as what they look like is up to the renderer.
  case emitter

  /// The name of the class in Core Animation.
  public var className: String {
    switch self {
    case .layer: "CALayer"
    case .shape: "CAShapeLayer"
    case .gradient: "CAGradientLayer"
    case .text: "CATextLayer"
    case .tiled: "CATiledLayer"
    case .replicator: "CAReplicatorLayer"
    case .emitter: "CAEmitterLayer"
    }
  }
}

/// A layer of a tree.
///
/// It means that layer in the tree that made it, and in copies of the tree.
public struct LayerID: Hashable, Sendable {
  /// The place of the layer in its tree.
  let index: Int32

  init(_ index: Int) {
    self.index = Int32(truncatingIfNeeded: index)
  }
}

extension LayerID: CustomStringConvertible {
  public var description: String { "layer \(index)" }
}
