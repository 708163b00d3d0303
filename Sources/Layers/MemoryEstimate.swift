public import Quantities

/// What layers cost in memory: 4 bytes for each pixel, and about 100 for each layer (`rule`).
public enum MemoryEstimate: Sendable {
  /// The bytes of a pixel.
  public static var bytesPerPixel: Double { 4 }

  /// The bytes of a layer without its pixels.
  public static var bytesPerLayer: Double { 100 }

  /// The bytes of layers of the same size.
  ///
  /// - Parameters:
  ///   - size: The size of a layer, in points.
  ///   - scale: The pixels in a point, along one side.
  ///   - count: The number of layers.
  /// - Returns: The bytes, 0 or more.
  public static func bytes(size: Size, scale: Double = 1, count: Double = 1) -> Double {
    let pixels = (size.width * scale) * (size.height * scale)
    return bytesPerPixel * abs(pixels) * count + bytesPerLayer * count
  }
}

extension LayerReading {
  /// The bytes that a tree costs, by the bounds and the `contentsScale` of its layers (`rule`).
  ///
  /// Masks count, hidden layers too.
  public func memoryEstimate(from root: LayerID) -> Double {
    let own = MemoryEstimate.bytes(
      size: bounds(of: root).size, scale: number(PropertyPath(.contentsScale), of: root))
    let below = sublayers(of: root) + (mask(of: root).map { [$0] } ?? [])
    return below.reduce(own) { $0 + memoryEstimate(from: $1) }
  }
}
