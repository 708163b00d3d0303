public import Quantities

/// Which way is forward.
public enum PanDirection: String, Hashable, Sendable, CaseIterable {
  /// Towards larger x.
  case right

  /// Towards smaller x.
  case left

  /// Towards smaller y.
  case up

  /// Towards larger y.
  case down

  /// Along the x axis; the first motion decides which way is forward.
  case horizontal

  /// Along the y axis; the first motion decides which way is forward.
  case vertical

  /// Along either axis; the first motion decides the axis and which way is forward.
  case any

  /// The axis that the motion must be along, or `nil` if either will do.
  public var axis: Axis? {
    switch self {
    case .right, .left, .horizontal: .x
    case .up, .down, .vertical: .y
    case .any: nil
    }
  }

  /// The way that is forward, or `nil` if the first motion decides it.
  public var heading: Heading? { Heading(rawValue: rawValue) }
}
