/// One of the two axes of a surface.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// The axis that grows to the right.
  case x

  /// The axis that grows downwards.
  case y

  /// The other axis.
  @inlinable
  public var other: Self { self == .x ? .y : .x }
}
