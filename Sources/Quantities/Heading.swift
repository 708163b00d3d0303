/// A way that a finger can move along an axis.
public enum Heading: String, Hashable, Sendable, CaseIterable {
  /// Towards larger x.
  case right

  /// Towards smaller x.
  case left

  /// Towards smaller y.
  case up

  /// Towards larger y.
  case down

  /// The heading along an axis, towards larger or smaller coordinates.
  public init(axis: Axis, isPositive: Bool) {
    self =
      switch (axis, isPositive) {
      case (.x, true): .right
      case (.x, false): .left
      case (.y, true): .down
      case (.y, false): .up
      }
  }

  /// The axis of the motion.
  public var axis: Axis {
    switch self {
    case .right, .left: .x
    case .up, .down: .y
    }
  }

  /// 1 if coordinates grow on the way, −1 if they fall.
  public var sign: Int {
    switch self {
    case .right, .down: 1
    case .left, .up: -1
    }
  }

  /// The way back.
  public var opposite: Self { Self(axis: axis, isPositive: sign < 0) }
}
