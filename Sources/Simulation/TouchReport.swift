public import Gestures

/// A touch that was no gesture.
public struct TouchReport: Hashable, Sendable {
  /// When the first finger came down, in seconds.
  public var down: Double

  /// When all fingers were up, in seconds.
  public var end: Double

  /// The largest number of fingers.
  public var fingers: Int

  /// Why it was no gesture.
  public var reason: PanRejection

  /// How far the mean of the fingers went at most, in millimeters; `nil` if the size is unknown.
  public var distance: Double?

  /// Where the contacts were, if it was asked for.
  public var contacts: [ContactTrack] = []
}
