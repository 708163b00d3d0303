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

  /// The displacement of the mean of the fingers since all of them had landed, in 720 720ths of a
  /// device unit.
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
