public import Quantities

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

  /// Creates a touch that was no pan.
  public init(
    down: Timestamp, end: Timestamp, fingers: Int, reason: PanRejection, distance: Double
  ) {
    self.down = down
    self.end = end
    self.fingers = fingers
    self.reason = reason
    self.distance = distance
  }
}
