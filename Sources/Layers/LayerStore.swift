import Quantities

/// How a layer hangs together with others.
struct LayerLinks: Hashable, Sendable {
  /// The class of the layer.
  var kind: LayerKind

  /// The layer above, or −1.
  var superlayer = -1

  /// Whether the layer is the mask of the one above.
  var isMask = false

  /// The layers below, in their order.
  var sublayers: [Int] = []

  /// The mask, or −1.
  var mask = -1

  /// The animations, in the order they were added.
  var animations: [Int] = []
}

/// The values of a layer's properties.
struct LayerProperties: Hashable, Sendable {
  /// The numbers, in the order of ``NumberLayout``.
  var numbers: [Double]

  /// The values that are no numbers, unless they are those of a new layer.
  var objects: [Property: PropertyValue] = [:]
}

/// All layers of a tree, at a moment: what is set, or what was committed.
///
/// Each part is an array of its own, by the index of the layer. Two stores that share an array are
/// known to agree in it.
struct LayerStore: Sendable {
  /// How layers hang together.
  var links: [LayerLinks] = []

  /// The values of their properties.
  var properties: [LayerProperties] = []

  /// The timings of the layers.
  var timings: [MediaTiming] = []

  /// The value of a property.
  func value(_ property: Property, of layer: Int) -> PropertyValue {
    let numbers = properties[layer].numbers
    let offset = property.offset
    if offset >= 0, let count = property.type.count {
      return PropertyValue(property.type, numbers[offset..<offset + count])
    }
    if let key = property.timingKey { return .number(timings[layer][keyPath: key]) }
    switch property {
    case .autoreverses: return .flag(timings[layer].autoreverses)
    case .fillMode: return .text(timings[layer].fillMode.rawValue)
    case .affineTransform: return value(.transform, of: layer)
    case .mask:
      let mask = links[layer].mask
      return mask < 0 ? .nothing : .layer(LayerID(mask))
    case .sublayers: return .layers(links[layer].sublayers.map(LayerID.init))
    default: return properties[layer].objects[property] ?? property.initialValue
    }
  }

  /// Changes a property that is kept here; what is worked out of others stays.
  mutating func set(_ property: Property, of layer: Int, to value: PropertyValue) {
    let offset = property.offset
    if offset >= 0, let count = property.type.count {
      let numbers = value.components(of: property.type)
      for index in 0..<min(count, numbers.count) {
        properties[layer].numbers[offset + index] = numbers[index]
      }
    } else if let key = property.timingKey {
      timings[layer][keyPath: key] = value.number ?? 0
    } else if property == .autoreverses {
      timings[layer].autoreverses = value.flag ?? false
    } else if property == .fillMode {
      timings[layer].fillMode = value.text.flatMap(MediaTiming.FillMode.init) ?? .removed
    } else {
      properties[layer].objects[property] = value
    }
  }

  /// The local time of a layer at an absolute time, through the layers above it.
  func localTime(of layer: Int, at time: MediaTime) -> MediaTime {
    let above = links[layer].superlayer
    return timings[layer].localTime(
      atParentTime: above < 0 ? time : localTime(of: above, at: time))
  }

  /// The absolute time at a local time of a layer, or `nil` if it stands still.
  func absoluteTime(of layer: Int, at time: MediaTime) -> MediaTime? {
    var time = time
    var layer = layer
    while layer >= 0 {
      guard let above = timings[layer].parentTime(atLocalTime: time) else { return nil }
      time = above
      layer = links[layer].superlayer
    }
    return time
  }

  /// Whether a layer lies in the tree below another, or is it.
  func isLayer(_ layer: Int, within root: Int) -> Bool {
    var layer = layer
    while layer >= 0, layer != root { layer = links[layer].superlayer }
    return layer == root
  }

  /// The layers of the tree below one, that one first and each before those below it.
  func tree(below root: Int) -> [Int] {
    var order = [root]
    var next = 0
    while next < order.count {
      let links = links[order[next]]
      order += links.sublayers
      if links.mask >= 0 { order.append(links.mask) }
      next += 1
    }
    return order
  }
}
