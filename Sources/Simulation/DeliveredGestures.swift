import Gestures
import Quantities
import TouchInput

/// Turns gestures as libinput delivers them back into frames of contacts, for those who follow
/// contacts.
///
/// There are no positions: the fingers are side by side where the motions since the begin lead. What
/// they did before, some 2 mm, is told to nobody.
///
/// - Complexity: O(fingers) a motion, and no allocation.
struct DeliveredGestures: Sendable {
  /// The fingers of a gesture, which are all at one place.
  struct Fingers: Sendable {
    var time: Timestamp
    var serial = 0
    var count = 0
    var position = Vector<Device>.zero
    var isButtonDown = false
    var interruption: ContactFrame.Interruption?

    /// The same as contacts: it is large, and made where it is wanted.
    var frame: ContactFrame {
      var frame = ContactFrame(time: time, interruption: interruption)
      for finger in 0..<count {
        frame.append(Contact(serial: serial &+ finger, position: position))
      }
      frame.fingerCount = count
      frame.reportedCount = count
      frame.isButtonDown = isButtonDown
      return frame
    }
  }

  /// What there is to follow.
  enum Step: Sendable {
    /// The fingers of a swipe or a scroll, of which the first came down then.
    case fingers(Fingers, down: Timestamp)

    /// A touch that is none of these.
    case touch(RejectedTouch)
  }

  /// What there is to follow since the steps were taken away.
  private(set) var steps: [Step] = []

  private var running: Running?
  private var count = 0
  private var lastTime = Timestamp.zero

  /// A gesture that has begun and not ended.
  private struct Running {
    var kind: LibinputGesture.Kind
    var fingers: Int
    var down: Timestamp
    var position = Vector<Device>.zero

    var moves: Bool { kind == .swipe || kind == .scroll }
  }

  /// The kind of the gesture that has begun and not ended, or `nil` if there is none.
  var kind: LibinputGesture.Kind? { running?.kind }

  /// Takes the steps away, to make room for those of the next gestures.
  mutating func removeSteps() {
    steps.removeAll(keepingCapacity: true)
  }

  /// Adds a touch of which libinput says nothing.
  mutating func add(_ touch: RejectedTouch) {
    steps.append(.touch(touch))
  }

  /// Begins a gesture.
  ///
  /// - Parameters:
  ///   - kind: What kind of gesture it is.
  ///   - fingers: How many fingers make it.
  ///   - time: When it begins.
  ///   - down: When the first of them came down.
  mutating func begin(
    _ kind: LibinputGesture.Kind, of fingers: Int, at time: Timestamp, down: Timestamp
  ) {
    lastTime = max(lastTime, time)
    count += 1
    running = Running(
      kind: kind, fingers: min(max(fingers, 1), ContactFrame.capacity), down: down)
    show()
  }

  /// Moves the fingers of the running gesture on.
  mutating func move(by motion: Vector<Device>, at time: Timestamp) {
    lastTime = max(lastTime, time)
    running?.position.x &+= motion.x
    running?.position.y &+= motion.y
    show()
  }

  /// Shows a click in the running gesture.
  mutating func press(at time: Timestamp) {
    lastTime = max(lastTime, time)
    show(isButtonDown: true)
  }

  /// Ends the running gesture, by a lift or by an interruption.
  mutating func end(_ interruption: ContactFrame.Interruption?, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard let ended = running else { return }
    running = nil
    if ended.moves {
      let none = Fingers(time: lastTime, interruption: interruption)
      steps.append(.fingers(none, down: ended.down))
    } else {
      add(
        RejectedTouch(
          down: ended.down, end: lastTime, fingers: ended.fingers,
          reason: ended.kind == .pinch ? .pinch : .withinSlop, distance: 0))
    }
  }

  /// Adds a frame with all fingers where they are.
  private mutating func show(isButtonDown: Bool = false) {
    guard let running, running.moves else { return }
    let fingers = Fingers(
      time: lastTime, serial: count &* ContactFrame.capacity, count: running.fingers,
      position: running.position, isButtonDown: isButtonDown)
    steps.append(.fingers(fingers, down: running.down))
  }
}

extension GestureEngine {
  /// Follows what libinput delivered.
  mutating func follow(
    _ steps: [DeliveredGestures.Step], into findings: inout [Replay.Finding]
  ) {
    for step in steps { follow(step, into: &findings) }
  }

  /// Follows one thing that libinput delivered.
  mutating func follow(
    _ step: DeliveredGestures.Step, into findings: inout [Replay.Finding]
  ) {
    switch step {
    case .fingers(let fingers, let down):
      // The engine sees the gesture alone, not what came before it.
      handle(fingers.frame, down: down, into: &findings)
    case .touch(let touch): tell(touch, in: &findings)
    }
  }
}
