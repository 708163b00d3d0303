/// A figure: how this package does beside a peer, in the same run.
struct Figure {
  /// What is measured.
  var name: String

  /// Our median, in nanoseconds an event.
  var ours: Double

  /// The peer's name and median, in nanoseconds an event.
  var peer: (name: String, nanoseconds: Double)

  /// What the ratio is of, and the bar for it.
  var bar: Bar

  /// A bar for a ratio.
  enum Bar {
    /// The peer's time over ours is at least this: 2 is twice as fast.
    case speed(Double)

    /// Our time over the peer's is at most this.
    case cost(Double)
  }

  /// The ratio that the bar is for.
  var ratio: Double {
    switch bar {
    case .speed: peer.nanoseconds / ours
    case .cost: ours / peer.nanoseconds
    }
  }

  /// Whether the bar is met.
  var isMet: Bool {
    switch bar {
    case .speed(let least): ratio >= least
    case .cost(let most): ratio <= most
    }
  }

  /// Whether not even half of the bar is met, which no noise explains.
  var isBelowHalf: Bool {
    switch bar {
    case .speed(let least): ratio < least / 2
    case .cost(let most): ratio > most * 2
    }
  }

  /// A row of the table.
  var row: String {
    let sign: String =
      switch bar {
      case .speed(let least): ">= \(least)x"
      case .cost(let most): "<= \(most)x"
      }
    return Self.columns([
      name, Self.rounded(ours) + " ns", peer.name, Self.rounded(peer.nanoseconds) + " ns",
      Self.rounded(ratio) + "x", sign, isMet ? "met" : "MISSED",
    ])
  }

  /// The head of the table.
  static var head: String {
    columns(["what, per event", "ours", "peer", "peer's", "ratio", "bar", ""])
  }

  private static func columns(_ cells: [String]) -> String {
    zip(cells, [26, 10, 24, 10, 8, 9, 6]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }

  private static func rounded(_ value: Double) -> String {
    let scale: Double = value < 1 ? 1000 : value < 10 ? 100 : 10
    return "\((value * scale).rounded() / scale)"
  }
}
