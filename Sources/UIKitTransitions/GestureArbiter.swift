public import Quantities
public import TouchInput

/// Decides which of several recognizers has a touch.
///
/// All of them see the same frames, but for touches that are not for them. The first that can begin
/// does, and the others fail; among those that can in the same frame, the one that stands first. A
/// recognizer that waits for another to fail begins only when that has failed, from where the touch
/// is by then; those that recognize together do not make each other fail. A tap does not make one of
/// more taps fail, as on Apple's systems: whoever wants the one or the other lets it wait. What
/// happened, and what whoever uses it is asked, is in ``events``.
///
/// While a tap waits, for the next tap or for another recognizer, time alone can decide:
/// ``advance(to:shouldBegin:)`` is due at ``deadline``.
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

  /// What happened to a recognizer.
  public enum Event: Hashable, Sendable {
    /// Its delegate was asked whether it may begin, `gestureRecognizerShouldBegin`.
    case shouldBegin(recognizer: Int, answer: Bool)

    /// It is in another state.
    case state(recognizer: Int, PanGestureRecognizer.State)
  }

  /// A recognizer, and what it waits for.
  private struct Wait: Hashable {
    var recognizer: Int
    var other: Int
  }

  /// The recognizers.
  public private(set) var recognizers: [GestureRecognizer]

  /// What happened in the last frame, in its order; a state comes before those that follow from it.
  public private(set) var events: [Event] = []

  private var waits: Set<Wait> = []
  private var together: Set<Set<Int>> = []

  /// The recognizers that do not get each of the touches that are down, by serial number.
  private var withheld: [Int: Set<Int>] = [:]

  /// Creates an arbiter.
  public init(_ recognizers: [GestureRecognizer]) {
    self.recognizers = recognizers
  }

  /// Creates an arbiter of pans.
  public init(_ recognizers: [PanGestureRecognizer]) {
    self.init(recognizers.map(GestureRecognizer.pan))
  }

  /// When a recognizer fails unless something happens before, if one does.
  public var deadline: Timestamp? { recognizers.compactMap(\.deadline).min() }

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
  /// - Parameters:
  ///   - frame: The frame.
  ///   - receives: Whether a recognizer gets a touch, as `gestureRecognizer(_:shouldReceive:)`
  ///     answers; asked once, when the touch comes down.
  ///   - shouldBegin: Whether a recognizer that can begin may, as `gestureRecognizerShouldBegin`
  ///     answers; it is asked besides ``PanGestureRecognizer/shouldBegin``.
  /// - Returns: The actions that are called: those that time alone brought about, then those of the
  ///   frame, in the order of the recognizers.
  public mutating func handle(
    _ frame: ContactFrame, receives: (Int, Contact) -> Bool = { _, _ in true },
    shouldBegin: (Int, GestureRecognizer) -> Bool = { _, _ in true }
  ) -> [Action] {
    let early = advance(to: frame.time, shouldBegin: shouldBegin)
    sort(frame, receives)
    var actions: [Action] = []
    var candidates: [Int] = []
    for index in recognizers.indices {
      let before = recognizers[index].state
      switch recognizers[index].track(shown(of: frame, to: index)) {
      case .none: note(index, since: before)
      case .begin:
        note(index, since: before)
        candidates.append(index)
      case .act(let state):
        note(index, since: before)
        actions.append(Action(recognizer: index, state: state))
      }
    }
    // Whoever has begun keeps the touch from the others.
    for index in recognizers.indices where isActive(index) { excludeOthers(than: index) }
    actions += begin(candidates, shouldBegin)
    return early + actions.sorted { $0.recognizer < $1.recognizer }
  }

  /// Says what time it is: what waited too long fails, and whoever waited for that begins.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - shouldBegin: Whether a recognizer that can begin may, as for a frame.
  /// - Returns: The actions that are called, in the order they are.
  public mutating func advance(
    to time: Timestamp, shouldBegin: (Int, GestureRecognizer) -> Bool = { _, _ in true }
  ) -> [Action] {
    events = []
    for index in recognizers.indices {
      let before = recognizers[index].state
      recognizers[index].advance(to: time)
      note(index, since: before)
    }
    return begin(recognizers.indices.filter { recognizers[$0].canBegin }, shouldBegin)
  }

  /// Lets all recognizers be possible again that have come to an end, once their touches are up.
  ///
  /// To be called after the actions were, if nothing is down. While a tap waits, for the next tap or
  /// for another to fail, nothing happens.
  public mutating func reset() {
    events = []
    guard !recognizers.contains(where: \.isPending) else { return }
    for index in recognizers.indices {
      let before = recognizers[index].state
      recognizers[index].reset()
      note(index, since: before)
    }
  }

  /// Switches a recognizer on or off.
  ///
  /// - Returns: The action that is called, if one is.
  public mutating func setEnabled(_ isEnabled: Bool, of recognizer: Int) -> Action? {
    events = []
    let before = recognizers[recognizer].state
    let state = recognizers[recognizer].setEnabled(isEnabled)
    note(recognizer, since: before)
    return state.map { Action(recognizer: recognizer, state: $0) }
  }

  // MARK: Beginning

  /// Begins what can begin, until nothing more does: one that is refused lets others go on.
  private mutating func begin(
    _ candidates: [Int], _ shouldBegin: (Int, GestureRecognizer) -> Bool
  ) -> [Action] {
    var actions: [Action] = []
    var left = candidates
    while let index = left.first(where: { recognizers[$0].state == .possible && !isWaiting($0) }) {
      left.removeAll { $0 == index }
      let answer = shouldBegin(index, recognizers[index].asked)
      if !answer || !recognizers[index].shouldBegin {
        recognizers[index].fail()
        events.append(.shouldBegin(recognizer: index, answer: false))
        events.append(.state(recognizer: index, .failed))
        continue
      }
      guard let state = recognizers[index].begin() else { continue }
      events.append(.shouldBegin(recognizer: index, answer: true))
      events.append(.state(recognizer: index, state))
      actions.append(Action(recognizer: index, state: state))
      excludeOthers(than: index)
    }
    return actions
  }

  private func isActive(_ index: Int) -> Bool {
    recognizers[index].state == .began || recognizers[index].state == .changed
  }

  private func isWaiting(_ index: Int) -> Bool {
    // One that is off, or has none of the touches, will never fail.
    waits.contains { $0.recognizer == index && recognizers[$0.other].keepsOthersWaiting }
  }

  private mutating func excludeOthers(than winner: Int) {
    for index in recognizers.indices
    where index != winner && !together.contains([index, winner]) && !outlasts(index, winner) {
      let before = recognizers[index].state
      recognizers[index].fail()
      note(index, since: before)
    }
  }

  /// Whether one is of more taps than another.
  private func outlasts(_ index: Int, _ winner: Int) -> Bool {
    guard let taps = recognizers[index].tapCount, let others = recognizers[winner].tapCount else {
      return false
    }
    return taps > others
  }

  private mutating func note(_ index: Int, since before: PanGestureRecognizer.State) {
    let state = recognizers[index].state
    if state != before { events.append(.state(recognizer: index, state)) }
  }

  // MARK: Touches

  /// Finds out who gets the touches that have come down, and forgets those that are up.
  private mutating func sort(_ frame: ContactFrame, _ receives: (Int, Contact) -> Bool) {
    var next: [Int: Set<Int>] = [:]
    for place in 0..<frame.count {
      let contact = frame[place]
      // Nobody knows yet where it comes down.
      guard contact.isPlaceKnown else { continue }
      next[contact.serial] =
        withheld[contact.serial]
        ?? Set(recognizers.indices.filter { !receives($0, contact) })
    }
    withheld = next
  }

  /// The frame with the touches that a recognizer gets.
  private func shown(of frame: ContactFrame, to index: Int) -> ContactFrame {
    guard withheld.contains(where: { $0.value.contains(index) }) else { return frame }
    var shown = frame
    shown.removeAll()
    for place in 0..<frame.count
    where withheld[frame[place].serial]?.contains(index) != true {
      shown.append(frame[place])
    }
    return shown
  }
}
