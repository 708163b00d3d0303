/// A value in a place of its own: who copies what holds it copies no more than the way to it.
indirect enum Boxed<Value> {
  /// The value.
  case of(Value)

  /// The value.
  var value: Value {
    switch self {
    case .of(let value): value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
