import Quantities

/// Where the numbers of a layer's properties lie, one after the other.
///
/// Properties of several kinds come first and have their place in all kinds.
enum NumberLayout {
  /// The place of each property's numbers, or −1 if its value is kept as it is.
  static let offsets: [Int] = Property.allCases.map { property in
    guard isNumeric(property) else { return -1 }
    let before = Property.allCases.prefix { $0 != property }
      .filter { isNumeric($0) && ($0.owners == property.owners || $0.owners.count > 1) }
    return before.reduce(0) { $0 + ($1.type.count ?? 0) }
  }

  /// The numbers of a new layer of a kind.
  static func initialNumbers(of kind: LayerKind) -> [Double] {
    Property.allCases
      .filter { isNumeric($0) && ($0.owners.count > 1 || $0.owners.contains(kind)) }
      .flatMap { $0.initialValue.components(of: $0.type) }
  }

  /// Whether a layer keeps a property as numbers.
  private static func isNumeric(_ property: Property) -> Bool {
    property.type.count != nil && !property.isDerived
  }
}

extension Property {
  /// Whether it is worked out of others, or kept elsewhere.
  var isDerived: Bool {
    switch self {
    case .frame, .affineTransform, .mask, .sublayers: true
    default: timingKey != nil
    }
  }

  /// The part of a timing that it is, if any.
  var timingKey: WritableKeyPath<MediaTiming, Double>? {
    switch self {
    case .speed: \.speed
    case .beginTime: \.beginTime
    case .timeOffset: \.timeOffset
    case .duration: \.duration
    case .repeatCount: \.repeatCount
    case .repeatDuration: \.repeatDuration
    case .autoreverses, .fillMode: nil
    default: nil
    }
  }

  /// The place of its numbers in a layer, or −1.
  var offset: Int { NumberLayout.offsets[Int(rawValue)] }
}

extension PropertyValue {
  /// The numbers of the value; those of no color are not numbers.
  func components(of type: ValueType) -> [Double] {
    switch self {
    case .nothing: type == .color ? [.nan, .nan, .nan, .nan] : []
    case .number(let number): [number]
    case .flag(let flag): [flag ? 1 : 0]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .transform(let transform): transform.elements
    case .path(let path): path.coordinates
    case .numbers(let numbers): numbers
    case .colors(let colors): colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    case .filters(let filters):
      filters.flatMap { filter in filter.inputs.sorted { $0.key < $1.key }.map(\.value) }
    case .contents(.crossFade(_, _, let progress)): [progress]
    case .text, .contents, .layer, .layers: []
    }
  }

  /// The value of a type with a fixed count of numbers.
  init(_ type: ValueType, _ numbers: some RandomAccessCollection<Double>) {
    func at(_ index: Int) -> Double {
      numbers[numbers.index(numbers.startIndex, offsetBy: index)]
    }
    switch type {
    case .number, .radians: self = .number(at(0))
    case .flag: self = .flag(at(0) != 0)
    case .point: self = .point(Point(x: at(0), y: at(1)))
    case .size: self = .size(Size(width: at(0), height: at(1)))
    case .rect: self = .rect(Rect(x: at(0), y: at(1), width: at(2), height: at(3)))
    case .color:
      self =
        at(3).isNaN
        ? .nothing : .color(Color(red: at(0), green: at(1), blue: at(2), alpha: at(3)))
    case .transform: self = .transform(Transform3D(elements: numbers))
    case .path, .numbers, .colors, .text, .contents, .layer, .layers, .filters, .filter, .opaque:
      self = .nothing
    }
  }

  /// The value with other numbers in the place of its own; those left out stay.
  func with(_ numbers: some RandomAccessCollection<Double>) -> Self {
    switch self {
    case .path(let path): return .path(path.with(coordinates: numbers))
    case .numbers(let own):
      return .numbers(Array(numbers.prefix(own.count)) + own.dropFirst(numbers.count))
    case .colors(let colors):
      var left = numbers[...]
      return .colors(
        colors.map { color in
          let own = Array(left.prefix(4))
          left = left.dropFirst(4)
          return own.count == 4
            ? Color(red: own[0], green: own[1], blue: own[2], alpha: own[3]) : color
        })
    case .filters(let filters):
      var left = numbers.makeIterator()
      return .filters(
        filters.map { filter in
          var filter = filter
          for key in filter.inputs.keys.sorted() {
            if let number = left.next() { filter.inputs[key] = number }
          }
          return filter
        })
    case .contents(.crossFade(let from, let to, let progress)):
      return .contents(
        .crossFade(from: from, to: to, progress: numbers.first ?? progress))
    case .nothing, .number, .flag, .point, .size, .rect, .color, .transform, .text, .contents,
      .layer, .layers:
      return self
    }
  }

  /// Whether each number of the value has its counterpart in another.
  func isCongruent(to other: Self) -> Bool {
    switch (self, other) {
    case (.path(let left), .path(let right)): left.isCongruent(to: right)
    case (.numbers(let left), .numbers(let right)): left.count == right.count
    case (.colors(let left), .colors(let right)): left.count == right.count
    case (.filters(let left), .filters(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.name == $1.name && $0.inputs.keys.sorted() == $1.inputs.keys.sorted()
        }
    case (.number, .number), (.flag, .flag), (.point, .point), (.size, .size), (.rect, .rect),
      (.color, .color), (.transform, .transform):
      true
    default: false
    }
  }

  /// The sum with another value, which may count several times or be taken off.
  ///
  /// Numbers add part by part. Transforms are concatenated, the other first (`rule`). Nothing, for
  /// a color, is transparent black.
  ///
  /// - Returns: The sum, or `nil` if the two cannot be added.
  func adding(_ other: Self, times count: Int = 1) -> Self? {
    switch (self, other) {
    case (.nothing, .color): return Self.color(.clear).adding(other, times: count)
    case (.transform(let own), .transform(let other)):
      guard let factor = count < 0 ? other.inverse : other else { return nil }
      return .transform((0..<count.magnitude).reduce(own) { sum, _ in factor.concatenating(sum) })
    case (.flag, _): return nil
    default:
      guard isCongruent(to: other) else { return nil }
      let type = plainType
      let sum = zip(components(of: type), other.components(of: type))
        .map { $0 + Double(count) * $1 }
      return type.count == nil ? with(sum) : Self(type, sum)
    }
  }

  /// A type that the value belongs to.
  private var plainType: ValueType {
    switch self {
    case .number: .number
    case .flag: .flag
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .transform: .transform
    case .nothing, .path, .numbers, .colors, .text, .contents, .layer, .layers, .filters: .path
    }
  }

  /// A part of the value.
  package subscript(part: PropertyPath.Part) -> Self {
    switch (self, part) {
    case (_, .whole): return self
    case (.transform(let transform), .rotation), (.transform(let transform), .rotationZ):
      return .number(transform.rotation.z)
    case (.transform(let transform), .rotationX): return .number(transform.rotation.x)
    case (.transform(let transform), .rotationY): return .number(transform.rotation.y)
    case (.transform(let transform), .scale):
      let scale = transform.scale
      return .number((scale.x + scale.y + scale.z) / 3)
    case (.transform(let transform), .scaleX): return .number(transform.scale.x)
    case (.transform(let transform), .scaleY): return .number(transform.scale.y)
    case (.transform(let transform), .scaleZ): return .number(transform.scale.z)
    default:
      guard let range = part.components else { return self }
      let numbers = components(of: plainType)[range]
      switch part {
      case .origin: return Self(.point, numbers)
      case .size, .translation: return Self(.size, numbers)
      default: return Self(.number, numbers)
      }
    }
  }

  /// The value with another in the place of a part.
  func replacing(_ part: PropertyPath.Part, with value: Self) -> Self {
    guard part != .whole else { return value }
    if let range = part.components {
      var numbers = components(of: plainType)
      numbers.replaceSubrange(range, with: value.components(of: .number))
      return Self(plainType, numbers)
    }
    guard case .transform(var transform) = self, case .number(let number) = value else {
      return self
    }
    transform.set(part, to: number)
    return .transform(transform)
  }
}
