public import Quantities

extension LayerReading {
  /// The color of a gradient layer at a place between its stops.
  ///
  /// Stops without locations are even, from 0 to 1. Before the first stop and after the last, their
  /// colors go on; in between, colors mix with their alpha (`rule`). Stops that fall count as where
  /// the one before is (`rule`).
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - place: How far it is from the start point to the end point; 0 and 1 are those.
  /// - Returns: The color, or `nil` if the layer has none or is no gradient layer.
  public func gradientColor(of layer: LayerID, at place: Double) -> Color? {
    guard case .colors(let colors)? = value(.colors, of: layer), let first = colors.first else {
      return nil
    }
    var stops = colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) }
    if case .numbers(let locations)? = value(.locations, of: layer) {
      // As many as colors, or they mean nothing (`rule`).
      if locations.count == colors.count { stops = locations }
    }
    var (color, stop) = (first, stops[0])
    guard place > stop else { return color }
    for (next, location) in zip(colors, stops).dropFirst() {
      let end = max(location, stop)
      if place < end { return color.mixed(with: next, at: (place - stop) / (end - stop)) }
      (color, stop) = (next, end)
    }
    return color
  }

  /// How far a point of an axial gradient layer is from its start point to its end point.
  ///
  /// - Parameters:
  ///   - point: The point in the layer's own coordinates.
  ///   - layer: The layer.
  /// - Returns: The place, 0 at the start point; 0 everywhere if the two points are the same.
  public func gradientPlace(of point: Point, in layer: LayerID) -> Double {
    let bounds = bounds(of: layer)
    func corner(_ property: Property) -> Point {
      let unit = value(property, of: layer)?.point ?? .zero
      return Point(
        x: bounds.origin.x + unit.x * bounds.size.width,
        y: bounds.origin.y + unit.y * bounds.size.height)
    }
    let start = corner(.startPoint)
    let (way, offset) = (corner(.endPoint) - start, point - start)
    let square = way.x * way.x + way.y * way.y
    return square > 0 ? (offset.x * way.x + offset.y * way.y) / square : 0
  }
}

extension Color {
  /// A color on the way to another, each part multiplied by the alpha (`rule`).
  public func mixed(with other: Self, at progress: Double) -> Self {
    guard progress != 0, progress != 1 else { return progress == 0 ? self : other }
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * progress }
    let alpha = mix(alpha, other.alpha)
    guard alpha != 0 else { return .clear }
    return Self(
      red: mix(red * self.alpha, other.red * other.alpha) / alpha,
      green: mix(green * self.alpha, other.green * other.alpha) / alpha,
      blue: mix(blue * self.alpha, other.blue * other.alpha) / alpha, alpha: alpha)
  }
}
