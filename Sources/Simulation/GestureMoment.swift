public import Quantities

/// Something that happens in a gesture, for those who follow it while it goes on.
public struct GestureMoment: Hashable, Sendable {
  /// How a gesture begins.
  public struct Begin: Hashable, Sendable {
    /// When the first finger came down, in seconds.
    public var down: Double

    /// The number of fingers; the report may have one less, where one turns out to rest.
    public var fingers: Int

    /// The way that is forward.
    public var direction: Heading

    /// The threshold as progress.
    public var threshold: Double
  }

  /// How far a gesture is.
  public struct Progress: Hashable, Sendable {
    /// The raw progress, clamped on neither side.
    public var progress: Double

    /// The change of progress per second, which the policy would decide by.
    public var velocity: Double

    /// The progress shown.
    public var shown: Double
  }

  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// A gesture is recognized; how far it is comes at the same time.
    case begin(Begin)

    /// A gesture goes on.
    case progress(Progress)

    /// A gesture is over, or a touch that was none.
    ///
    /// Its report has a place of its own: most moments are of other kinds, and small.
    indirect case end(Replay.Finding)
  }

  /// When, on the device's clock.
  public var timestamp: Timestamp

  /// The first event's time on that clock.
  public var origin: Timestamp

  /// What happens.
  public var kind: Kind

  /// When, in seconds since the first event.
  public var time: Double { timestamp.seconds(since: origin) }
}
