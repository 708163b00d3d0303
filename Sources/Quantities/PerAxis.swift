/// A value for each of the two axes of a surface.
public struct PerAxis<Value> {
  /// The value along the x axis.
  public var x: Value

  /// The value along the y axis.
  public var y: Value

  /// Creates a pair of values.
  @inlinable
  public init(x: Value, y: Value) {
    self.x = x
    self.y = y
  }

  /// Creates a pair of the same value.
  @inlinable
  public init(both value: Value) {
    self.init(x: value, y: value)
  }

  /// The value along an axis.
  @inlinable
  public subscript(axis: Axis) -> Value {
    get { axis == .x ? x : y }
    set { if axis == .x { x = newValue } else { y = newValue } }
  }
}

extension PerAxis: Equatable where Value: Equatable {}
extension PerAxis: Hashable where Value: Hashable {}
extension PerAxis: Sendable where Value: Sendable {}
