public import Quantities

extension LayerReading {
  /// The transform from a layer's own coordinates to those of its superlayer.
  ///
  /// Points are counted from the anchor point, transformed, moved to position and zPosition, and
  /// then transformed by the superlayer's `sublayerTransform` about its own anchor point. Source:
  /// the pages of `CALayer`; the origin of the last step is OpenCoreAnimation's.
  ///
  /// In a layer whose geometry is flipped, y grows upwards from the lower edge: its sublayers and
  /// all points in it are turned over about the middle of its bounds, and its own frame is not
  /// (`rule`: Apple's page says that the geometry of its sublayers is flipped).
  public func transformToSuperlayer(of layer: LayerID) -> Transform3D {
    let anchor = anchor(of: layer)
    let position = position(of: layer)
    let own = flip(of: layer).concatenating(
      .translation(x: -anchor.point.x, y: -anchor.point.y, z: -anchor.z)
    )
    .concatenating(transform(of: layer))
    .concatenating(
      .translation(x: position.x, y: position.y, z: number(PropertyPath(.zPosition), of: layer)))
    guard let above = superlayer(of: layer),
      case .transform(let shared)? = value(.sublayerTransform, of: above), shared != .identity
    else { return own }
    let center = self.anchor(of: above)
    // Where the anchor point is for those within.
    let inside = flip(of: above).apply(to: center.point) ?? center.point
    return own.concatenating(.translation(x: -inside.x, y: -inside.y, z: -center.z))
      .concatenating(shared)
      .concatenating(.translation(x: inside.x, y: inside.y, z: center.z))
  }

  /// Turns what is in a layer over about the middle of its bounds, if its geometry is flipped.
  private func flip(of layer: LayerID) -> Transform3D {
    guard flag(PropertyPath(.geometryFlipped), of: layer) else { return .identity }
    let bounds = bounds(of: layer)
    return Transform3D.scale(x: 1, y: -1).concatenating(
      .translation(x: 0, y: 2 * bounds.origin.y + bounds.size.height))
  }

  /// Whether the contents of a layer are drawn upside down in its own coordinates: so many layers
  /// from it up to the root are flipped that y grows upwards.
  ///
  /// The corresponding Core Animation method is `CALayer.contentsAreFlipped()`.
  public func contentsAreFlipped(of layer: LayerID) -> Bool {
    var isFlipped = false
    var next: LayerID? = layer
    while let layer = next {
      if flag(PropertyPath(.geometryFlipped), of: layer) { isFlipped.toggle() }
      next = superlayer(of: layer)
    }
    return isFlipped
  }

  /// The bounding box of the transformed bounds in the coordinates of the superlayer, in points.
  ///
  /// It is worked out of position, bounds, anchor point and transform; the superlayer's
  /// `sublayerTransform` does not count.
  public func frame(of layer: LayerID) -> Rect {
    let bounds = bounds(of: layer)
    let anchor = anchor(of: layer).point
    let position = position(of: layer)
    let transform = transform(of: layer)
    guard transform != .identity else {
      return Rect(
        origin: Point(
          x: position.x + bounds.origin.x - anchor.x, y: position.y + bounds.origin.y - anchor.y),
        size: bounds.size)
    }
    let corners = bounds.corners.compactMap { corner in
      transform.apply(to: corner - anchor).map { $0 + position }
    }
    return Rect(around: corners) ?? Rect(origin: position, size: Size(width: 0, height: 0))
  }

  /// A point in the coordinates of another layer; `nil` stands for those above the root.
  ///
  /// Layers are flat: each is projected into the plane of its superlayer.
  ///
  /// - Returns: The point, or `nil` if a transform between the two cannot be undone, the point lies
  ///   behind the eye, or the layers have no superlayer in common.
  public func convert(_ point: Point, from source: LayerID?, to target: LayerID?) -> Point? {
    let (up, down) = ways(from: source, to: target)
    let top = up.last.map { superlayer(of: $0) } ?? source
    let otherTop = down.last.map { superlayer(of: $0) } ?? target
    // Two trees have nothing in common.
    guard top == otherTop, top != nil || source == nil || target == nil else { return nil }
    var point = point
    for layer in up {
      guard let next = transformToSuperlayer(of: layer).apply(to: point) else { return nil }
      point = next
    }
    for layer in down.reversed() {
      guard let next = transformToSuperlayer(of: layer).unapply(to: point) else { return nil }
      point = next
    }
    return point
  }

  /// The layers to go up through, and those to go down through, from the lowest.
  private func ways(
    from source: LayerID?, to target: LayerID?
  ) -> (up: [LayerID], down: [LayerID]) {
    func way(from layer: LayerID?) -> [LayerID] {
      var way: [LayerID] = []
      var next = layer
      while let layer = next {
        way.append(layer)
        next = superlayer(of: layer)
      }
      return way
    }
    var (up, down) = (way(from: source), way(from: target))
    while let last = up.last, last == down.last {
      up.removeLast()
      down.removeLast()
    }
    return (up, down)
  }

  /// The anchor point in the coordinates of the layer, in points.
  func anchor(of layer: LayerID) -> (point: Point, z: Double) {
    let bounds = bounds(of: layer)
    let anchor = value(.anchorPoint, of: layer)?.point ?? .zero
    return (
      Point(
        x: bounds.origin.x + anchor.x * bounds.size.width,
        y: bounds.origin.y + anchor.y * bounds.size.height),
      number(PropertyPath(.anchorPointZ), of: layer)
    )
  }

  /// The layers of a tree in the order they are drawn: each before its sublayers, these by their
  /// zPosition and then in their order.
  ///
  /// Hidden layers are left out with all below them, and masks, which are not drawn themselves.
  public func drawingOrder(from root: LayerID) -> [LayerID] {
    guard !flag(PropertyPath(.hidden), of: root) else { return [] }
    return [root] + drawnSublayers(of: root).flatMap { drawingOrder(from: $0) }
  }

  /// The sublayers in the order they are drawn, hidden ones too.
  public func drawnSublayers(of layer: LayerID) -> [LayerID] {
    let sublayers = sublayers(of: layer)
    let heights = sublayers.map { number(PropertyPath(.zPosition), of: $0) }
    return sublayers.indices
      .sorted { (heights[$0], $0) < (heights[$1], $1) }
      .map { sublayers[$0] }
  }

  /// The topmost layer at a point.
  ///
  /// The order is the reverse of that of drawing. Hidden layers are passed over with all below
  /// them.
  ///
  /// - Parameters:
  ///   - point: The point, in the coordinates of the root's superlayer, or of the screen.
  ///   - root: The layer to look in.
  ///   - rules: Whose rules hold.
  /// - Returns: The layer, or `nil` if none is there.
  public func hitTest(
    _ point: Point, in root: LayerID, rules: HitTestRules = .layers
  ) -> LayerID? {
    guard !flag(PropertyPath(.hidden), of: root),
      rules == .layers || opacity(of: root) >= 0.01,
      let local = transformToSuperlayer(of: root).unapply(to: point)
    else { return nil }
    let isInside = bounds(of: root).contains(local)
    if isInside || (rules == .layers && !flag(PropertyPath(.masksToBounds), of: root)) {
      for sublayer in drawnSublayers(of: root).reversed() {
        if let hit = hitTest(local, in: sublayer, rules: rules) { return hit }
      }
    }
    return isInside ? root : nil
  }
}

/// Whose rules hold for finding what lies at a point.
public enum HitTestRules: Hashable, Sendable {
  /// Those of `CALayer.hitTest`: sublayers are found outside of a layer that does not mask.
  case layers

  /// Those of `UIView.hitTest`: nothing is found outside of its superview, nor with an opacity
  /// below 0.01.
  case views
}

extension Rect {
  /// The four corners, clockwise from the origin.
  var corners: [Point] {
    [
      origin, Point(x: origin.x + size.width, y: origin.y),
      Point(x: origin.x + size.width, y: origin.y + size.height),
      Point(x: origin.x, y: origin.y + size.height),
    ]
  }

  /// The smallest rectangle around points, or `nil` around none.
  init?(around points: [Point]) {
    guard let minX = points.map(\.x).min(), let maxX = points.map(\.x).max(),
      let minY = points.map(\.y).min(), let maxY = points.map(\.y).max()
    else { return nil }
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}
