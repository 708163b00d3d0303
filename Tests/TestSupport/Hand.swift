package import Quantities
package import TouchInput

extension Surface {
  /// A pad of 100 × 70 mm with 10 units a millimeter.
  package static var pad: Self {
    guard let x = Extent(minimum: 0, maximum: 1000, unitsPerMillimeter: Ratio(10)),
      let y = Extent(minimum: 0, maximum: 700, unitsPerMillimeter: Ratio(10))
    else { preconditionFailure("The maximum is larger than the minimum") }
    return Surface(x: x, y: y)
  }
}

/// A hand on a surface: each thing it does makes a frame, an interval after the one before.
///
/// Fingers are counted from 0 in the order they were put down; one that was lifted keeps its
/// number. What is done ``together(_:)`` makes one frame.
package struct Hand: Sendable {
  /// The frames so far.
  package private(set) var frames: [ContactFrame] = []

  /// The time from one frame to the next.
  package var interval: Duration

  /// When the next frame comes.
  package private(set) var now: Timestamp

  /// How many fingers the device counts beyond its slots.
  package var extraFingers = 0

  /// Whether a button is down.
  package var isButtonDown = false

  private var contacts: [Contact] = []
  private var lastSerial = 0
  private var isTogether = false

  /// Creates a hand above the surface.
  package init(from start: Timestamp = .zero, every interval: Duration = .milliseconds(8)) {
    now = start
    self.interval = interval
  }

  /// Puts fingers down, side by side along y, 20 mm apart.
  package mutating func land(
    _ count: Int = 1, x: Int = 300, y: Int = 300, tool: Contact.Tool = .finger,
    isXKnown: Bool = true, isYKnown: Bool = true
  ) {
    for index in 0..<count {
      lastSerial += 1
      contacts.append(
        Contact(
          serial: lastSerial, position: Vector(x: x, y: y + 200 * index), isXKnown: isXKnown,
          isYKnown: isYKnown, isPositionReported: isXKnown || isYKnown, tool: tool))
    }
    report()
  }

  /// Moves a finger, or all of them, by some device units.
  package mutating func move(_ x: Int, _ y: Int = 0, finger: Int? = nil) {
    for index in contacts.indices where finger.map({ contacts[index].serial == $0 + 1 }) ?? true {
      contacts[index].position = contacts[index].position + Vector(x: x, y: y)
      contacts[index].isXKnown = true
      contacts[index].isYKnown = true
      contacts[index].isPositionReported = true
    }
    report()
  }

  /// Moves all fingers by some device units again and again.
  package mutating func move(_ x: Int, _ y: Int = 0, times: Int) {
    for _ in 0..<times { move(x, y) }
  }

  /// Makes frames in which nothing is reported.
  package mutating func rest(frames: Int = 1) {
    for _ in 0..<frames { report() }
  }

  /// Lets time pass without a frame.
  package mutating func wait(_ duration: Duration) {
    now = now.advanced(by: duration)
  }

  /// Lifts a finger, or all of them.
  package mutating func lift(finger: Int? = nil) {
    contacts.removeAll { contact in finger.map { contact.serial == $0 + 1 } ?? true }
    report()
  }

  /// Says what a finger is.
  package mutating func turn(finger: Int, into tool: Contact.Tool) {
    for index in contacts.indices where contacts[index].serial == finger + 1 {
      contacts[index].tool = tool
    }
    report()
  }

  /// Presses or releases the button.
  package mutating func press(_ isDown: Bool = true) {
    isButtonDown = isDown
    report()
  }

  /// Breaks all touches off.
  package mutating func interrupt(_ interruption: ContactFrame.Interruption) {
    contacts = []
    frames.append(ContactFrame(time: now, interruption: interruption))
    now = now.advanced(by: interval)
  }

  /// Does several things in one frame.
  package mutating func together(_ actions: (inout Self) -> Void) {
    isTogether = true
    actions(&self)
    isTogether = false
    report()
  }

  private mutating func report() {
    guard !isTogether else { return }
    var frame = ContactFrame(time: now, contacts: contacts)
    frame.fingerCount += extraFingers
    frame.isButtonDown = isButtonDown
    frames.append(frame)
    now = now.advanced(by: interval)
    for index in contacts.indices { contacts[index].isPositionReported = false }
  }
}

extension [ContactFrame] {
  /// The frames of a swipe on a surface with 10 units a millimeter: fingers land together, move
  /// evenly and lift an interval after their last motion.
  ///
  /// - Parameters:
  ///   - millimeters: How far, towards larger coordinates if positive.
  ///   - duration: From the landing to the last motion.
  ///   - fingers: How many.
  ///   - axis: Along which axis.
  ///   - start: When they land.
  ///   - interval: The time from one frame to the next.
  /// - Returns: The frames, the first with the landing and the last without contacts.
  package static func swipe(
    _ millimeters: Double, over duration: Duration, fingers: Int = 1, along axis: Axis = .x,
    from start: Timestamp = .zero, every interval: Duration = .milliseconds(8)
  ) -> Self {
    let steps = Swift.max(Int((duration / interval).rounded()), 1)
    var hand = Hand(from: start, every: interval)
    hand.land(fingers)
    var done = 0
    for step in 1...steps {
      let way = Int((millimeters * 10 * Double(step) / Double(steps)).rounded())
      axis == .x ? hand.move(way - done) : hand.move(0, way - done)
      done = way
    }
    hand.lift()
    return hand.frames
  }
}
