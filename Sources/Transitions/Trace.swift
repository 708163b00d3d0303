public import Quantities

/// What happened in a run, in its order: one log for all systems.
///
/// Two runs, or a run and the log of an app, are compared line by line: see ``TraceComparison``.
public struct Trace: Hashable, Sendable {
  /// The line that a printed trace begins with; whoever reads one passes over lines with a `#`.
  public static let header = "# pantograph.trace/1"

  /// The moment that times are counted from.
  public let start: Timestamp

  /// What happened, in its order.
  public private(set) var entries: [TraceEntry] = []

  /// Creates an empty trace.
  public init(start: Timestamp = .zero) {
    self.start = start
  }

  /// Adds an entry.
  public mutating func append(
    _ kind: TraceEntry.Kind, _ subject: String, _ name: String? = nil,
    _ fields: [TraceEntry.Field] = [], at time: Timestamp
  ) {
    entries.append(
      TraceEntry(
        time: time.since(start), kind: kind, subject: subject, name: name, fields: fields))
  }

  /// Adds that somebody was called.
  public mutating func call(
    _ subject: String, _ name: String, _ fields: [TraceEntry.Field] = [], at time: Timestamp
  ) {
    append(.call, subject, name, fields, at: time)
  }

  /// Adds that something is in another state.
  public mutating func state(
    _ subject: String, _ name: String, _ fields: [TraceEntry.Field] = [], at time: Timestamp
  ) {
    append(.state, subject, name, fields, at: time)
  }

  /// Adds the values that something has.
  public mutating func value(
    _ subject: String, _ fields: [TraceEntry.Field], at time: Timestamp
  ) {
    append(.value, subject, nil, fields, at: time)
  }

  /// The entries as lines, without their ends.
  public var lines: [String] { entries.map(\.description) }

  /// The names of the calls, in their order, with who was called in front: `detail.viewDidAppear`.
  public var calls: [String] {
    entries.compactMap { entry in
      entry.kind == .call ? entry.subject + "." + (entry.name ?? "") : nil
    }
  }
}

extension Trace: CustomStringConvertible {
  /// The trace as text, with the header in front.
  public var description: String {
    ([Self.header] + lines).map { $0 + "\n" }.joined()
  }
}
