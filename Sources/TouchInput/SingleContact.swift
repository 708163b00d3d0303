import Quantities

/// The contact of a device that has only one, on the usual axes or the odd ones.
struct SingleContact: Sendable {
  /// A position on a pair of axes.
  private struct Position {
    var x: Int32 = 0
    var y: Int32 = 0
    var isXKnown = false
    var isYKnown = false
    var isReported = false

    var isAnyKnown: Bool { isXKnown || isYKnown }
  }

  /// The axes that the position comes on.
  private(set) var axes = PositionAxes.single

  private var usual = Position()
  private var odd = Position()
  private var isDown = false
  private var serial = 0
  private var isAccountedFor = false

  // MARK: Events

  /// Takes a coordinate of the usual axes.
  mutating func setX(_ value: Int32) {
    (usual.x, usual.isXKnown, usual.isReported) = (value, true, true)
  }

  /// Takes a coordinate of the usual axes.
  mutating func setY(_ value: Int32) {
    (usual.y, usual.isYKnown, usual.isReported) = (value, true, true)
  }

  /// Takes a coordinate of the odd axes.
  mutating func setOddX(_ value: Int32) {
    (odd.x, odd.isXKnown, odd.isReported) = (value, true, true)
  }

  /// Takes a coordinate of the odd axes.
  mutating func setOddY(_ value: Int32) {
    (odd.y, odd.isYKnown, odd.isReported) = (value, true, true)
  }

  // MARK: Frames

  /// Puts the contact into a frame, if it touches.
  mutating func collect(
    into frame: inout ContactFrame, _ key: TouchKey, _ serials: inout TouchSerials
  ) -> TouchDecoder.Issues {
    if !usual.isReported, !usual.isXKnown, odd.isAnyKnown { axes = .odd }
    if key.isDown == true, !isDown || key.didRise { serial = serials.next() }
    isDown = key.isDown == true
    let position = axes == .odd ? odd : usual
    defer {
      usual.isReported = false
      odd.isReported = false
    }
    frame.removeAll()
    if isDown {
      frame.append(
        Contact(
          serial: serial, position: Vector(x: Int(position.x), y: Int(position.y)),
          isXKnown: position.isXKnown, isYKnown: position.isYKnown,
          isPositionReported: position.isReported))
    }
    frame.reportedCount = frame.count
    guard !isDown, position.isReported, key.isDown == nil, !isAccountedFor else { return [] }
    isAccountedFor = true
    return .joinedLate
  }

  /// Ends the touch; where it was stays known.
  mutating func endTouches() {
    isDown = false
    isAccountedFor = false
    usual.isReported = false
    odd.isReported = false
  }

  /// Ends the touch, and forgets where it was.
  mutating func forget() {
    usual = Position()
    odd = Position()
    endTouches()
  }
}
