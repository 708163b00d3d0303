/// The path to a property, or to a part of one: `position`, `bounds.size.width`,
/// `transform.rotation.z`.
public struct PropertyPath: Hashable, Sendable {
  /// A part of a property.
  public enum Part: UInt8, CaseIterable, Hashable, Sendable {
    /// All of it.
    case whole

    /// A coordinate of a point.
    case x, y

    /// A side of a size.
    case width, height

    /// The origin of a rectangle, or a coordinate of it.
    case origin, originX, originY

    /// The size of a rectangle, or a side of it.
    case size, sizeWidth, sizeHeight

    /// An angle of a transform, in radians; the plain rotation is that about the z axis.
    case rotation, rotationX, rotationY, rotationZ

    /// A scale of a transform; the plain scale is all three, and reads as their average.
    case scale, scaleX, scaleY, scaleZ

    /// A translation of a transform; the plain one is a size, of x and y.
    case translation, translationX, translationY, translationZ

    /// What follows the key of the property, without the point.
    var text: String {
      switch self {
      case .whole: ""
      case .x: "x"
      case .y: "y"
      case .width: "width"
      case .height: "height"
      case .origin: "origin"
      case .originX: "origin.x"
      case .originY: "origin.y"
      case .size: "size"
      case .sizeWidth: "size.width"
      case .sizeHeight: "size.height"
      case .rotation: "rotation"
      case .rotationX: "rotation.x"
      case .rotationY: "rotation.y"
      case .rotationZ: "rotation.z"
      case .scale: "scale"
      case .scaleX: "scale.x"
      case .scaleY: "scale.y"
      case .scaleZ: "scale.z"
      case .translation: "translation"
      case .translationX: "translation.x"
      case .translationY: "translation.y"
      case .translationZ: "translation.z"
      }
    }

    /// Whether values of a type have the part.
    func belongs(to type: ValueType) -> Bool {
      switch self {
      case .whole: true
      case .x, .y: type == .point
      case .width, .height: type == .size
      case .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight: type == .rect
      case .rotation, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
        .translation, .translationX, .translationY, .translationZ:
        type == .transform
      }
    }

    /// The numbers of the property that the part is made of, unless it has to be worked out.
    var components: Range<Int>? {
      switch self {
      case .x, .width, .originX: 0..<1
      case .y, .height, .originY: 1..<2
      case .origin: 0..<2
      case .size: 2..<4
      case .sizeWidth: 2..<3
      case .sizeHeight: 3..<4
      // Row 4 of the matrix.
      case .translation: 12..<14
      case .translationX: 12..<13
      case .translationY: 13..<14
      case .translationZ: 14..<15
      case .whole, .rotation, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ:
        nil
      }
    }
  }

  /// The property.
  public let property: Property

  /// The part of it.
  public let part: Part

  /// Creates a path to a property, or to a part of it.
  ///
  /// - Precondition: Values of the property have that part.
  public init(_ property: Property, _ part: Part = .whole) {
    precondition(part.belongs(to: property.type), "A key path leads to a part that exists")
    self.property = property
    self.part = part
  }

  /// Reads a key path.
  ///
  /// Fails if no layer has such a property.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = parts.first, let property = Property(key: key) else { return nil }
    let rest = parts.count > 1 ? parts[1] : ""
    guard
      let part = Part.allCases.first(where: { $0.text == rest && $0.belongs(to: property.type) }),
      parts.count == 1 || part != .whole
    else { return nil }
    self.property = property
    self.part = part
  }

  /// The kind of the value it leads to.
  public var type: ValueType {
    switch part {
    case .whole: property.type
    case .origin: .point
    case .size, .translation: .size
    case .rotation, .rotationX, .rotationY, .rotationZ: .radians
    case .x, .y, .width, .height, .originX, .originY, .sizeWidth, .sizeHeight, .scale, .scaleX,
      .scaleY, .scaleZ, .translationX, .translationY, .translationZ:
      .number
    }
  }

  /// How its values pass into each other.
  public var interpolation: Interpolation {
    type.interpolation
  }

  /// The animation that a change brings where no action is found.
  ///
  /// It is one of the whole property, as the action is searched for its key.
  public var implicitAction: ImplicitAction { property.implicitAction }

  /// Whether animations change what is shown of it.
  public var isAnimatable: Bool { property.isAnimatable }
}

extension PropertyPath: CustomStringConvertible {
  public var description: String {
    part == .whole ? property.key : "\(property.key).\(part.text)"
  }
}

extension PropertyPath: ExpressibleByStringLiteral {
  /// Creates the path of a literal such as `"transform.rotation.z"`.
  ///
  /// - Precondition: A layer has such a property.
  public init(stringLiteral text: String) {
    guard let path = Self(text: text) else { preconditionFailure("A key path leads to a property") }
    self = path
  }
}
