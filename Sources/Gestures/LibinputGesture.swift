public import Quantities
public import TouchInput

/// A part of a gesture, as libinput delivers it to a compositor.
public struct LibinputGesture: Hashable, Sendable {
  /// What kind of gesture it is a part of.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Three or four fingers go the same way, `LIBINPUT_EVENT_GESTURE_SWIPE_*` in libinput.
    case swipe

    /// The fingers go apart, come together, or turn, `LIBINPUT_EVENT_GESTURE_PINCH_*` in libinput.
    case pinch

    /// The fingers stay where they are, `LIBINPUT_EVENT_GESTURE_HOLD_*` in libinput.
    case hold

    /// Two fingers scroll, `LIBINPUT_EVENT_POINTER_SCROLL_FINGER` in libinput; it has no begin.
    case scroll
  }

  /// What the fingers did since the part before.
  public struct Motion: Hashable, Sendable {
    /// The mean of their displacements, in the exact parts of a device unit: before acceleration,
    /// and before the axes are scaled to each other.
    public var displacement: Vector<Centroid>

    /// The distance of two fingers as a share of that at the begin; 1 but for a pinch.
    public var scale = 1.0

    /// How far the line through two fingers has turned, in degrees, clockwise positive; 0 but for a
    /// pinch.
    public var rotation = 0.0
  }

  /// What ends a gesture.
  public enum End: Hashable, Sendable {
    /// All fingers have left, as far as libinput looks at them; it also ends a scroll so that it
    /// takes back.
    case lift

    /// libinput takes it back: the number of fingers has changed, or it is another gesture.
    case cancelled

    /// The touch was broken off.
    case interrupted(ContactFrame.Interruption)
  }

  /// Which part of the gesture it is.
  public enum Phase: Hashable, Sendable {
    /// The gesture has been recognized; the motion before it is told by no event.
    case begin

    /// The fingers have moved.
    case update(Motion)

    /// The gesture is over; a scroll says so by a motion of 0/0.
    case end(End)
  }

  /// When it happened: the time of a frame, or the moment at which a time ran out between two.
  public var time: Timestamp

  /// What kind of gesture it is a part of.
  public var kind: Kind

  /// Which part of it.
  public var phase: Phase

  /// How many fingers make the gesture, 1…4.
  public var fingers: Int
}
