import Quantities
import TouchInput

/// A touch of a touchpad as libinput sees it: where it is, where it was, and whether it counts.
struct PadTouch: Sendable {
  /// What a touch does.
  enum Phase: Sendable {
    /// It is known, but does not touch yet.
    case hovering

    /// It has landed in this frame.
    case begun

    /// It touches.
    case down
  }

  /// Why a touch is one of a palm.
  enum Palm: Sendable {
    /// It is none.
    case none

    /// The device says so.
    case tool

    /// It landed at an edge, there, then.
    case edge(Vector<Device>, Timestamp)
  }

  /// A place and a time.
  struct Moment: Sendable {
    var point = Vector<Device>.zero
    var time = Timestamp.zero
  }

  var serial = 0
  /// Its place among the touches that there can be: a touch takes that of one that has left.
  var slot = 0
  /// Whether it has a slot; fingers beyond the slots are where the top-most touch is.
  var hasSlot = true
  var phase = Phase.hovering
  var landed = Timestamp.zero
  /// Where the device says it is.
  var reported = Vector<Device>.zero
  var isXKnown = true
  var isYKnown = true
  /// Where it counts as being, after hysteresis.
  var point = Vector<Device>.zero
  var isChanged = false

  /// The last moments, the later first, and how many there have been since the history began: 0…4.
  var last = Moment()
  var previous = Moment()
  var historyCount = 0
  /// Whether the history begins anew in the next frame once more.
  var restartsHistory = false
  /// The last step in millimeters in 12 ms.
  var lastStep = 0.0

  /// In millimeters per second.
  var speed = 0.0
  /// In how many frames it was fast, those in which it was not taken off: 0…15.
  var fastFrames = 0

  var palm = Palm.none
  var pin: Vector<Device>?

  /// Whether it landed in the area of the buttons and has not left it.
  var isInButtonArea = false
  var hasMovedInButtonArea = false
  var buttonStart = Vector<Device>.zero

  /// The last moves along x, for finding out whether the device trembles.
  var wobble: UInt8 = 0

  var isDown: Bool { phase != .hovering }

  var isPalm: Bool { if case .none = palm { false } else { true } }

  /// Whether it may take part in gestures, but for being a thumb.
  var isLive: Bool {
    isDown && !isPalm && pin == nil && (!isInButtonArea || hasMovedInButtonArea)
  }

  /// The motion of this frame, in device units; 0 without a history.
  var step: Vector<Device> {
    historyCount > 1 && isChanged ? last.point - previous.point : .zero
  }

  mutating func push(at time: Timestamp) {
    previous = last
    last = Moment(point: point, time: time)
    historyCount = min(historyCount + 1, 4)
  }
}
