import Simulation

/// Prints the elements of `gestures` of `pantograph.replay/1`, a line each.
struct LiveLines: LiveSink, ~Copyable {
  private var output = Output()
  private let listsTouches: Bool

  /// Creates a sink.
  ///
  /// - Parameter listsTouches: Whether touches that were no gesture are printed too.
  init(listsTouches: Bool) {
    self.listsTouches = listsTouches
  }

  mutating func begin(_ facts: RecordingFacts) {}

  mutating func take(_ finding: Replay.Finding) throws(Problem) {
    switch finding {
    case .gesture(let gesture): try output.line(gesture.writeJSON)
    case .touch(let touch): if listsTouches { try output.line(touch.json.line) }
    }
  }

  mutating func end(_ facts: RecordingFacts) {}

  mutating func flush() throws(Problem) {
    try output.flush()
  }
}
