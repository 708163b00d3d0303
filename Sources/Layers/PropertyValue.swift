public import Quantities

/// The value of a layer's property.
public enum PropertyValue: Hashable, Sendable {
  /// Nothing: no color, no path, no picture, no mask.
  case nothing

  /// A number, or an angle in radians.
  case number(Double)

  /// A truth.
  case flag(Bool)

  /// A position, in points.
  case point(Point)

  /// A size, in points.
  case size(Size)

  /// A rectangle, in points.
  case rect(Rect)

  /// A color.
  case color(Color)

  /// A transform.
  case transform(Transform3D)

  /// A path.
  case path(Path)

  /// A list of numbers.
  case numbers([Double])

  /// A list of colors.
  case colors([Color])

  /// A text, or one of several names.
  case text(String)

  /// A picture.
  case contents(Contents)

  /// Another layer.
  case layer(LayerID)

  /// Other layers, in their order.
  case layers([LayerID])

  /// Filters, in the order they are applied.
  case filters([Filter])

  /// The number, if it is one.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The truth, if it is one.
  public var flag: Bool? {
    if case .flag(let flag) = self { flag } else { nil }
  }

  /// The position, if it is one.
  public var point: Point? {
    if case .point(let point) = self { point } else { nil }
  }

  /// The size, if it is one.
  public var size: Size? {
    if case .size(let size) = self { size } else { nil }
  }

  /// The rectangle, if it is one.
  public var rect: Rect? {
    if case .rect(let rect) = self { rect } else { nil }
  }

  /// The color, if it is one.
  public var color: Color? {
    if case .color(let color) = self { color } else { nil }
  }

  /// The transform, if it is one.
  public var transform: Transform3D? {
    if case .transform(let transform) = self { transform } else { nil }
  }

  /// The path, if it is one.
  public var path: Path? {
    if case .path(let path) = self { path } else { nil }
  }

  /// The text, if it is one.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The picture, if it is one.
  public var contents: Contents? {
    if case .contents(let contents) = self { contents } else { nil }
  }
}

/// A picture that a layer shows.
public indirect enum Contents: Hashable, Sendable {
  /// A picture that whoever draws the tree knows by name.
  case named(String)

  /// A picture that fades into another, 0…1; nothing is transparent.
  case crossFade(from: Contents?, to: Contents?, progress: Double)
}

/// A filter that a layer is drawn through.
public struct Filter: Hashable, Sendable {
  /// The name of the filter.
  public var name: String

  /// The inputs of the filter, by name.
  public var inputs: [String: Double]

  /// Creates a filter.
  public init(_ name: String, inputs: [String: Double] = [:]) {
    self.name = name
    self.inputs = inputs
  }
}

/// The kind of a property's value.
public enum ValueType: String, Hashable, Sendable {
  /// A number.
  case number

  /// An angle in radians.
  case radians

  /// A position.
  case point

  /// A size.
  case size

  /// A rectangle.
  case rect

  /// A color, or nothing.
  case color

  /// A transform.
  case transform = "transform3D"

  /// A path, or nothing.
  case path

  /// A truth.
  case flag = "bool"

  /// A list of numbers, or nothing.
  case numbers

  /// A list of colors, or nothing.
  case colors

  /// A text, or nothing.
  case text

  /// A picture, or nothing.
  case contents = "image"

  /// A layer, or nothing.
  case layer

  /// A list of layers.
  case layers

  /// A list of filters, or nothing.
  case filters

  /// One filter, or nothing.
  case filter

  /// What is no value: a delegate, a table of actions.
  case opaque

  /// How many numbers a value of the type has, or `nil` if it depends on the value.
  var count: Int? {
    switch self {
    case .number, .radians, .flag: 1
    case .point, .size: 2
    case .rect, .color: 4
    case .transform: 16
    case .path, .numbers, .colors, .text, .contents, .layer, .layers, .filters, .filter, .opaque:
      nil
    }
  }

  /// Whether a value may stand for a property of the type.
  func admits(_ value: PropertyValue) -> Bool {
    switch (self, value) {
    case (.number, .number), (.radians, .number), (.flag, .flag), (.point, .point), (.size, .size),
      (.rect, .rect), (.transform, .transform), (.color, .color), (.color, .nothing),
      (.path, .path), (.path, .nothing), (.numbers, .numbers), (.numbers, .nothing),
      (.colors, .colors), (.colors, .nothing), (.text, .text), (.text, .nothing),
      (.contents, .contents), (.contents, .nothing), (.layer, .layer), (.layer, .nothing),
      (.layers, .layers), (.filters, .filters), (.filters, .nothing), (.filter, .nothing):
      true
    case (.filter, .filters(let filters)): filters.count <= 1
    default: false
    }
  }

  /// How values of the type pass into each other, in the words of the table of key paths.
  var interpolation: Interpolation {
    switch self {
    case .number, .radians: .linear
    case .point, .size, .rect: .perComponent
    case .color: .premultiplied
    case .transform: .decomposed
    case .path: .perElementOfPath
    case .numbers, .colors: .perElement
    case .contents: .crossFade
    case .filters: .perInput
    case .flag, .text, .layer, .layers, .filter, .opaque: .discrete
    }
  }
}

/// How values pass into each other.
public enum Interpolation: String, Hashable, Sendable {
  /// A number goes evenly.
  case linear

  /// Each part goes evenly.
  case perComponent = "per component"

  /// Each part of a color goes evenly, multiplied by the alpha (`rule`).
  case premultiplied = "premultiplied per component"

  /// Translation, scale, skew and perspective go evenly, the rotation along the short arc.
  ///
  /// The decomposition is that of CSS Transforms. A matrix that cannot be undone goes element by
  /// element.
  case decomposed

  /// Each point of a path goes evenly.
  ///
  /// Paths of other steps jump halfway (`rule`).
  case perElementOfPath = "element-wise"

  /// Each element of a list goes evenly; lists of other lengths jump halfway (`rule`).
  case perElement = "per element"

  /// Each input of each filter goes evenly; other filters jump halfway (`rule`).
  case perInput = "per input"

  /// A picture fades into the other.
  case crossFade = "cross-fade"

  /// The new value shows as soon as the animation is active (`rule`).
  case discrete
}
