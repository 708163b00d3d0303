import Quantities
public import Transitions

extension ScrollView.Call {
  /// The call as an entry of a trace.
  ///
  /// - Parameters:
  ///   - subject: Who is told.
  ///   - time: When, since the start of the trace.
  /// - Returns: The entry.
  public func entry(of subject: String, at time: Duration) -> TraceEntry {
    TraceEntry(time: time, kind: .call, subject: subject, name: name, fields: fields)
  }

  /// The name of the delegate's method, without `scrollView` in front.
  var name: String {
    switch self {
    case .willBeginDragging: "willBeginDragging"
    case .didScroll: "didScroll"
    case .willEndDragging: "willEndDragging"
    case .didEndDragging: "didEndDragging"
    case .willBeginDecelerating: "willBeginDecelerating"
    case .didEndDecelerating: "didEndDecelerating"
    case .didEndScrollingAnimation: "didEndScrollingAnimation"
    }
  }

  /// What it is told.
  var fields: [TraceEntry.Field] {
    switch self {
    case .didScroll(let offset): [.init("offset", .numbers([offset.x, offset.y]))]
    case .willEndDragging(let velocity, let target):
      [
        .init("velocity", .numbers([velocity.x, velocity.y])),
        .init("target", .numbers([target.x, target.y])),
      ]
    case .didEndDragging(let willDecelerate): [.init("willDecelerate", .flag(willDecelerate))]
    case .willBeginDragging, .willBeginDecelerating, .didEndDecelerating,
      .didEndScrollingAnimation:
      []
    }
  }
}
