import Layers
import Quantities

/// Values of each type, for tests that go through all properties.
enum Samples {
  /// Two values that differ from each other and from that of a new layer.
  static func pair(of type: ValueType, _ layers: (LayerID, LayerID)) -> (
    from: PropertyValue, to: PropertyValue
  ) {
    switch type {
    case .number: (.number(0.25), .number(0.75))
    case .radians: (.number(0.1), .number(0.5))
    case .point: (.point(Point(x: 1, y: 2)), .point(Point(x: 5, y: 10)))
    case .size: (.size(Size(width: 1, height: 2)), .size(Size(width: 5, height: 10)))
    case .rect:
      (.rect(Rect(x: 1, y: 2, width: 3, height: 4)), .rect(Rect(x: 5, y: 6, width: 7, height: 8)))
    case .color:
      (
        .color(Color(red: 1, green: 0, blue: 0)),
        .color(Color(red: 0, green: 0.5, blue: 1, alpha: 0.5))
      )
    case .transform:
      (.transform(.translation(x: 1, y: 2)), .transform(.scale(x: 2, y: 3).translatedBy(x: 4)))
    case .path:
      (
        .path(Path(Rect(x: 0, y: 0, width: 1, height: 1))),
        .path(Path(Rect(x: 2, y: 0, width: 3, height: 5)))
      )
    // Opposite to the rest of the table: a new layer has both.
    case .flag: (.flag(false), .flag(true))
    case .numbers: (.numbers([0, 1]), .numbers([0.5, 0.75]))
    case .colors: (.colors([.black, .white]), .colors([.white, .black]))
    case .text: (.text("a"), .text("b"))
    case .contents: (.contents(.named("a")), .contents(.named("b")))
    case .layer: (.layer(layers.0), .layer(layers.1))
    case .layers: (.layers([layers.0]), .layers([layers.1]))
    case .filters:
      (
        .filters([Filter("blur", inputs: ["radius": 0])]),
        .filters([Filter("blur", inputs: ["radius": 8])])
      )
    case .filter:
      (.filters([Filter("a")]), .filters([Filter("b")]))
    case .opaque: (.nothing, .nothing)
    }
  }

  /// The key paths that animations can change, with all parts.
  static let animatablePaths: [PropertyPath] = Property.allCases.filter(\.isAnimatable)
    .flatMap { property in
      PropertyPath.Part.allCases.compactMap { part in
        PropertyPath(text: part == .whole ? property.key : "\(property.key).\(part.name)")
      }
    }
}

extension PropertyPath.Part {
  /// What follows the key in a key path.
  var name: String {
    let words = "\(self)".replacing("originX", with: "origin.x")
      .replacing("originY", with: "origin.y").replacing("sizeWidth", with: "size.width")
      .replacing("sizeHeight", with: "size.height")
    for word in ["rotation", "scale", "translation"] where words.hasPrefix(word) {
      let axis = words.dropFirst(word.count).lowercased()
      return axis.isEmpty ? word : "\(word).\(axis)"
    }
    return words
  }
}
