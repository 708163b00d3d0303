public import TouchInput

/// Decides which of several recognizers has a touch.
///
/// All of them see the same frames. The first that can begin does, and the others fail; among those
/// that can in the same frame, the one that stands first. A recognizer that waits for another to
/// fail begins only when that has failed, from where the touch is by then; those that recognize
/// together do not make each other fail.
public struct GestureArbiter: Sendable {
  /// An action of a recognizer.
  public struct Action: Hashable, Sendable {
    /// The place of the recognizer.
    public var recognizer: Int

    /// The state that its action is called with.
    public var state: PanGestureRecognizer.State

    /// Creates an action.
    public init(recognizer: Int, state: PanGestureRecognizer.State) {
      self.recognizer = recognizer
      self.state = state
    }
  }

  /// A recognizer, and what it waits for.
  private struct Wait: Hashable {
    var recognizer: Int
    var other: Int
  }

  /// The recognizers.
  public private(set) var recognizers: [PanGestureRecognizer]

  private var waits: Set<Wait> = []
  private var together: Set<Set<Int>> = []

  /// Creates an arbiter.
  public init(_ recognizers: [PanGestureRecognizer]) {
    self.recognizers = recognizers
  }

  /// Lets a recognizer wait for another to fail, `UIGestureRecognizer.require(toFail:)`.
  ///
  /// - Precondition: Both are places of different recognizers.
  public mutating func require(_ recognizer: Int, toFail other: Int) {
    precondition(
      recognizers.indices.contains(recognizer) && recognizers.indices.contains(other)
        && recognizer != other, "A recognizer waits for another one")
    waits.insert(Wait(recognizer: recognizer, other: other))
  }

  /// Lets two recognize together, as `shouldRecognizeSimultaneouslyWith` answers.
  public mutating func allow(_ recognizer: Int, together other: Int) {
    together.insert([recognizer, other])
  }

  /// Takes a frame.
  ///
  /// - Returns: The actions that are called, in the order of the recognizers.
  public mutating func handle(_ frame: ContactFrame) -> [Action] {
    var actions: [Action] = []
    var candidates: [Int] = []
    for index in recognizers.indices {
      switch recognizers[index].track(frame) {
      case .none: break
      case .begin: candidates.append(index)
      case .act(let state): actions.append(Action(recognizer: index, state: state))
      }
    }
    // Whoever has begun keeps the touch from the others.
    for index in recognizers.indices where isActive(index) { excludeOthers(than: index) }
    for index in candidates where recognizers[index].state == .possible && !isWaiting(index) {
      guard let state = recognizers[index].begin() else { continue }
      actions.append(Action(recognizer: index, state: state))
      excludeOthers(than: index)
    }
    return actions.sorted { $0.recognizer < $1.recognizer }
  }

  private func isActive(_ index: Int) -> Bool {
    recognizers[index].state == .began || recognizers[index].state == .changed
  }

  private func isWaiting(_ index: Int) -> Bool {
    waits.contains { $0.recognizer == index && recognizers[$0.other].state != .failed }
  }

  private mutating func excludeOthers(than winner: Int) {
    for index in recognizers.indices
    where index != winner && !together.contains([index, winner]) {
      recognizers[index].fail()
    }
  }
}
