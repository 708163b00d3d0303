public import Quantities

/// A tree whose layers have values: the model, or a presentation of it.
public protocol LayerReading {
  /// The value of a property of a layer, or `nil` if its kind has none of that name.
  func value(_ property: Property, of layer: LayerID) -> PropertyValue?

  /// The class of a layer.
  func kind(of layer: LayerID) -> LayerKind

  /// The layer above, if there is one; for a mask, the layer it masks.
  func superlayer(of layer: LayerID) -> LayerID?

  /// The layers below, in their order.
  func sublayers(of layer: LayerID) -> [LayerID]

  /// The mask, if there is one.
  func mask(of layer: LayerID) -> LayerID?
}

extension LayerReading {
  /// The value at a key path, or `nil` if the layer's kind has no such property.
  public func value(_ path: PropertyPath, of layer: LayerID) -> PropertyValue? {
    guard path.property != .frame else {
      return PropertyValue.rect(frame(of: layer))[path.part]
    }
    return value(path.property, of: layer)?[path.part]
  }

  /// The number at a key path; 0 if there is none.
  public func number(_ path: PropertyPath, of layer: LayerID) -> Double {
    value(path, of: layer)?.number ?? 0
  }

  /// The truth at a key path; false if there is none.
  public func flag(_ path: PropertyPath, of layer: LayerID) -> Bool {
    value(path, of: layer)?.flag ?? false
  }

  /// The rectangle of the layer in its own coordinates, in points.
  public func bounds(of layer: LayerID) -> Rect { value(.bounds, of: layer)?.rect ?? .zero }

  /// The place of the anchor point in the coordinates of the superlayer, in points.
  public func position(of layer: LayerID) -> Point { value(.position, of: layer)?.point ?? .zero }

  /// The transform about the anchor point.
  public func transform(of layer: LayerID) -> Transform3D {
    value(.transform, of: layer)?.transform ?? .identity
  }

  /// How opaque the layer is, 0…1.
  public func opacity(of layer: LayerID) -> Double { number(PropertyPath(.opacity), of: layer) }
}
