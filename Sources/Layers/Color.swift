/// A color of red, green and blue, in one color space for the whole tree.
public struct Color: Hashable, Sendable {
  /// The red part, 0…1, not multiplied by the alpha.
  public var red: Double

  /// The green part, 0…1, not multiplied by the alpha.
  public var green: Double

  /// The blue part, 0…1, not multiplied by the alpha.
  public var blue: Double

  /// The opacity, 0…1.
  public var alpha: Double

  /// Creates a color of its parts.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a gray.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Black.
  public static var black: Self { Self(white: 0) }

  /// White.
  public static var white: Self { Self(white: 1) }

  /// Transparent black, which stands for no color where colors are mixed (`rule`).
  public static var clear: Self { Self(white: 0, alpha: 0) }
}
