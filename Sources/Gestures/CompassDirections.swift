import Glibc
import Quantities

/// The eighths of the compass that a motion goes towards: one or two, or three if it is short.
///
/// Eighths are numbered clockwise from 0 for up, as libinput has it (`phys_get_direction`).
struct CompassDirections: OptionSet, Sendable {
  let rawValue: UInt8

  static let up = Self(rawValue: 1 << 0)
  static let upRight = Self(rawValue: 1 << 1)
  static let right = Self(rawValue: 1 << 2)
  static let downRight = Self(rawValue: 1 << 3)
  static let down = Self(rawValue: 1 << 4)
  static let downLeft = Self(rawValue: 1 << 5)
  static let left = Self(rawValue: 1 << 6)
  static let upLeft = Self(rawValue: 1 << 7)

  /// The way, in millimeters along both axes, up to which only the signs are looked at.
  private static let shortWay = 2.0

  /// How much of an eighth a motion may be away from its middle without belonging to the next too.
  private static let certainShare = 0.1

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The directions of a motion in millimeters, y growing downwards; none if it is 0.
  init(x: Double, y: Double) {
    guard abs(x) < Self.shortWay, abs(y) < Self.shortWay else {
      // The angle in eighths of a turn, clockwise from up: 0..<8.
      let eighths = fmod(atan2(y, x) / (2 * .pi) * 8 + 10, 8)
      guard eighths >= 0 else {
        self = []
        return
      }
      let first = Int(eighths + 1 - Self.certainShare) % 8
      let second = Int(eighths + Self.certainShare) % 8
      self = Self(rawValue: 1 << UInt8(first) | 1 << UInt8(second))
      return
    }
    switch (x.sign(orZero: 0), y.sign(orZero: 0)) {
    case (0, 0): self = []
    case (0, ..<0): self = [.upLeft, .up, .upRight]
    case (0, _): self = [.downLeft, .down, .downRight]
    case (..<0, 0): self = [.upLeft, .left, .downLeft]
    case (_, 0): self = [.upRight, .right, .downRight]
    case (..<0, ..<0): self = [.left, .upLeft, .up]
    case (..<0, _): self = [.left, .downLeft, .down]
    case (_, ..<0): self = [.right, .upRight, .up]
    case (_, _): self = [.right, .downRight, .down]
    }
  }

  /// Whether any of the directions is one of the others, or next to one of them.
  func isNear(_ other: Self) -> Bool {
    !isDisjoint(with: other) || !turned.isDisjoint(with: other)
      || !other.turned.isDisjoint(with: self)
  }

  /// The directions an eighth further, clockwise.
  private var turned: Self {
    Self(rawValue: rawValue << 1 | rawValue >> 7)
  }
}

extension Double {
  /// −1, 0 or 1.
  fileprivate func sign(orZero zero: Int) -> Int {
    self < 0 ? -1 : self > 0 ? 1 : zero
  }
}
