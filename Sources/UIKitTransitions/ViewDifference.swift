import Layers
import Quantities

/// What additive animations go through: the differences of values from the one that is set.
enum ViewDifference {
  /// The differences, or `nil` for values that are not added: colors, pictures and the like.
  ///
  /// The difference of a value that is set is exactly none.
  static func of(_ values: [PropertyValue], from set: PropertyValue) -> [PropertyValue]? {
    var differences: [PropertyValue] = []
    for value in values {
      guard let difference = difference(value, set) else { return nil }
      differences.append(difference)
    }
    return differences
  }

  private static func difference(_ value: PropertyValue, _ set: PropertyValue) -> PropertyValue? {
    switch (value, set) {
    case (.number(let value), .number(let set)): .number(value - set)
    case (.point(let value), .point(let set)): .point(value - set)
    case (.size(let value), .size(let set)): .size(difference(value, set))
    case (.rect(let value), .rect(let set)):
      .rect(Rect(origin: value.origin - set.origin, size: difference(value.size, set.size)))
    case (.transform(let value), .transform(let set)) where value == set: .transform(.identity)
    // The animated part comes first, then the transform that is set.
    case (.transform(let value), .transform(let set)):
      set.inverse.map { .transform(value.concatenating($0)) }
    default: nil
    }
  }

  private static func difference(_ value: Size, _ set: Size) -> Size {
    Size(width: value.width - set.width, height: value.height - set.height)
  }
}
