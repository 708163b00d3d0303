public import Gestures
public import Quantities
public import Transitions

/// What a policy makes of a touch.
public struct PolicyVerdict: Hashable, Sendable {
  /// The policy.
  public var policy: String

  /// When its gesture began, in seconds.
  public var begin: Double

  /// What ended it.
  public var end: PanEnd

  /// The way that is forward.
  public var heading: Heading

  /// The progress at the decision, as the policy itself has it.
  public var progress: Double

  /// The change of progress per second at the end, forward positive; per event, or for some events,
  /// where the policy's estimator counts those.
  public var velocity: Double

  /// The end that was chosen, and why.
  public var decision: Decision

  /// The rule that decided, with the numbers that held.
  public var rule: Policy

  /// What makes progress 1.
  public var units: ProgressUnits
}

/// What makes progress 1 of a policy on a device, in several units.
public struct ProgressUnits: Hashable, Sendable {
  /// Millimeters of finger travel, or `nil` if the size is unknown.
  public var millimeters: Double?

  /// The policy's own pixels.
  public var pixels: Double

  /// The policy's own pixels where 160 of them are an inch.
  public var densityIndependentPixels: Double

  /// Widths, or heights, of the screen.
  public var screens: Double
}

/// A touch, from the first finger down to the last one up, under several policies.
public struct TouchComparison: Hashable, Sendable {
  /// When the first finger came down, in seconds.
  public var down: Double

  /// When the touch ended, in seconds.
  public var end: Double

  /// The frames per second by the median interval between two frames; `nil` if there were no two.
  public var reportRate: Double?

  /// What each policy made of it, in the order of the policies; `nil` where no gesture began.
  public var verdicts: [PolicyVerdict?]
}
