public import Quantities

/// A pan at one moment: how far the fingers have gone since it was recognized, and where.
public struct Pan: Hashable, Sendable {
  /// When the first finger came down.
  public var down: Timestamp

  /// When the pan was recognized.
  public var begin: Timestamp

  /// The time of the frame.
  public var time: Timestamp

  /// The largest number of fingers that were down before the pan was recognized, those at rest
  /// left out.
  public var fingers: Int

  /// The way that is forward.
  public var forward: Heading

  /// The frames since the pan was recognized, that one and this one counted.
  public var frames: Int

  /// The displacement of the mean of the fingers since all of them had landed.
  public var displacement: Vector<Centroid>

  /// The part of the displacement that went before the pan: the slop.
  ///
  /// It lies on the straight way from landing to the frame of recognition, where the slop was
  /// used up, and at most one frame's motion behind that frame: whoever subtracts it starts at 0
  /// and never moves further in a frame than the finger did.
  public var slop: Vector<Centroid>

  /// The axis of the pan.
  public var axis: Axis { forward.axis }

  /// The way along the axis since the slop was used up, in 720 720ths of a device unit.
  ///
  /// It is positive forwards.
  public var travel: Int {
    (displacement[axis: axis] &- slop[axis: axis]) &* forward.sign
  }
}

/// What ends a pan.
public enum PanEnd: String, Hashable, Sendable, CaseIterable {
  /// All fingers left in one frame.
  case lift

  /// A finger left, others stay.
  case fingersChanged = "fingers-changed"

  /// A button was pressed.
  case button

  /// A finger turned out to be a palm.
  case palm

  /// Nothing was reported for too long.
  case gap

  /// The system took the touch away.
  case cancelEvent = "cancel-event"

  /// The kernel threw events away.
  case dropped

  /// The device is gone.
  case deviceRemoved = "device-removed"

  /// The recording ends.
  case endOfRecording = "end-of-recording"

  /// Whether the person ended the pan, so that a decision is to be made; the others cancel it.
  public var isDecided: Bool {
    switch self {
    case .lift, .fingersChanged: true
    case .button, .palm, .gap, .cancelEvent, .dropped, .deviceRemoved, .endOfRecording: false
    }
  }
}

/// Why a touch was no pan.
public enum PanRejection: String, Hashable, Sendable, CaseIterable {
  /// The fingers did not move beyond the slop.
  case withinSlop = "within-slop"

  /// There were too few fingers.
  case tooFewFingers = "too-few-fingers"

  /// There were too many fingers when they moved.
  case tooManyFingers = "too-many-fingers"

  /// The motion was along the other axis.
  case otherAxis = "other-axis"

  /// The touch did not start at the edge.
  case notAtEdge = "not-at-edge"

  /// The fingers moved against each other.
  case pinch

  /// A button was down.
  case button

  /// A palm.
  case palm

  /// The touch was broken off before it could be recognized.
  case interrupted
}

/// A touch that was no pan: from the first finger down to all fingers up.
public struct RejectedTouch: Hashable, Sendable {
  /// When the first finger came down.
  public var down: Timestamp

  /// When all fingers were up.
  public var end: Timestamp

  /// The largest number of fingers.
  public var fingers: Int

  /// Why it was no pan.
  public var reason: PanRejection

  /// The furthest that the mean of the fingers went while it could have become a pan, in
  /// millimeters as ``PanSettings/unitsPerMillimeter`` has them.
  public var distance: Double
}
