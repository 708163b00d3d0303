public import Curves

/// What holds for the changes of a transaction.
///
/// The corresponding Core Animation class is `CATransaction`. A transaction within another starts
/// with what holds outside; what changes inside does not leak out. All is read when a property
/// changes, not at the commit (measured by GNUstep).
public struct Transaction: Hashable, Sendable {
  /// The length of animations that have none of their own, in seconds.
  public var animationDuration: MediaTime

  /// The pace of implicit animations; without one, that of ``TimingCurve/ease`` (observed by
  /// Lockwood).
  public var timingFunction: TimingCurve?

  /// Whether changes bring no animation: actions are searched for but not run.
  public var disablesActions: Bool

  /// Values under keys of the caller's own.
  public var values: [String: PropertyValue]

  /// Creates what holds where nothing is said.
  public init(
    animationDuration: MediaTime = 0.25, timingFunction: TimingCurve? = nil,
    disablesActions: Bool = false, values: [String: PropertyValue] = [:]
  ) {
    self.animationDuration = animationDuration
    self.timingFunction = timingFunction
    self.disablesActions = disablesActions
    self.values = values
  }
}

/// What stands for the completion block of a transaction.
public struct CompletionToken: Hashable, Sendable {
  /// The number of the token in its tree, from 0.
  public let number: Int
}

/// An animation that was added to a layer.
public struct AnimationID: Hashable, Sendable {
  /// The number of the animation in its tree, from 0 in the order they were added.
  public let number: Int
}

/// What a tree tells: where Core Animation calls a delegate or a block.
public struct LayerEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The active interval of an animation began, `animationDidStart`.
    case started(AnimationID)

    /// An animation ended, `animationDidStop`: finished, or removed earlier.
    case stopped(AnimationID, finished: Bool)

    /// All animations that a completion waited for have ended.
    case completed(CompletionToken)

    /// An action of the caller's own was found for a key of a layer.
    case action(String, key: String, layer: LayerID)
  }

  /// When it happened, in absolute seconds: to the moment, not to the frame.
  public var time: MediaTime

  /// What happened.
  public var kind: Kind

  /// Creates an event.
  public init(time: MediaTime, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// A level of transactions that are open.
struct TransactionLevel: Sendable {
  /// What holds in it.
  var settings: Transaction

  /// What waits for the animations that are added.
  var completion: CompletionToken?

  /// What waited before, and counts no more animations.
  var replaced: [CompletionToken] = []
}

/// The animations that a completion waits for.
struct CompletionGroup: Sendable {
  /// How many have not ended.
  var count = 0

  /// Whether no more can be added.
  var isSealed = false
}
