public import Quantities

extension LayerReading {
  /// The time that a new tile of a tiled layer takes to fade in, in seconds.
  public static var tileFadeDuration: MediaTime { 0.25 }

  /// The levels of detail that a tiled layer has, 0 for its own scale.
  ///
  /// `levelsOfDetail` counts all of them, `levelsOfDetailBias` those that are magnified, which are
  /// negative. None, if the layer is no tiled layer.
  public func detailLevels(of layer: LayerID) -> ClosedRange<Int>? {
    guard case .number(let count)? = value(.levelsOfDetail, of: layer),
      case .number(let bias)? = value(.levelsOfDetailBias, of: layer)
    else { return nil }
    // More than these no number distinguishes.
    let magnified = Int(min(max(bias, 0), 1000))
    return -magnified...max(-magnified, Int(min(max(count, 1), 1000)) - 1 - magnified)
  }

  /// The size in points that a tile of a tiled layer covers at a level of detail: tileSize·2ⁿ.
  public func tileSize(of layer: LayerID, atLevel level: Int) -> Size? {
    guard case .size(let size)? = value(.tileSize, of: layer) else { return nil }
    let scale = level >= 0 ? Self.power(level) : 1 / Self.power(-level)
    return Size(width: size.width * scale, height: size.height * scale)
  }

  private static func power(_ level: Int) -> Double {
    Double(sign: .plus, exponent: min(level, 1000), significand: 1)
  }
}
