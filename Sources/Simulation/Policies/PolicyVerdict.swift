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

  /// The end that was chosen, and why; a cancel without a reason as long as it is open.
  public var decision: Decision

  /// The rule that decided, with the numbers that held.
  public var rule: Policy

  /// What makes progress 1.
  public var units: ProgressUnits

  /// The seconds between the last motion and the end.
  public var rest: Double

  /// The velocity that the gesture had when it last moved, as ``velocity``.
  public var lastVelocity: Double

  /// The way from the landing that finishes if the velocity does not count, in millimeters; `nil` if
  /// the size is unknown, or motions make less progress than their length.
  public var finishTravel: Double?

  /// How many more gestures the touch was: this one is its first.
  public var others = 0

  /// What has to be asked before the decision is known; `nil` once it is.
  public internal(set) var question: DecisionQuestion? {
    get { open?.value }
    set { open = newValue.map(Boxed.of) }
  }

  /// The same, which few have and is large.
  var open: Boxed<DecisionQuestion>?

  /// Decides a gesture that is open; one that is not stays what it is.
  public mutating func decide(_ decision: Decision) {
    guard open != nil else { return }
    self.decision = decision
    open = nil
  }

  /// Creates a verdict.
  package init(
    policy: String, begin: Double = 0, end: PanEnd = .lift,
    heading: Heading = Heading(axis: .x, isPositive: true), progress: Double, velocity: Double,
    decision: Decision, rule: Policy, units: ProgressUnits, rest: Double = 0,
    lastVelocity: Double = 0, finishTravel: Double? = nil
  ) {
    self.policy = policy
    self.begin = begin
    self.end = end
    self.heading = heading
    self.progress = progress
    self.velocity = velocity
    self.decision = decision
    self.rule = rule
    self.units = units
    self.rest = rest
    self.lastVelocity = lastVelocity
    self.finishTravel = finishTravel
  }
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

  /// Creates the units of a way.
  package init(
    millimeters: Double?, pixels: Double, densityIndependentPixels: Double, screens: Double
  ) {
    self.millimeters = millimeters
    self.pixels = pixels
    self.densityIndependentPixels = densityIndependentPixels
    self.screens = screens
  }
}

/// A touch, from the first finger down to the last one up, under several policies.
public struct TouchComparison: Hashable, Sendable {
  /// When the first finger came down, in seconds.
  public var down = 0.0

  /// When the touch ended, in seconds.
  public var end = 0.0

  /// The frames per second by the median interval between two frames; `nil` if there were no two.
  public var reportRate: Double?

  /// What each policy made of it, in the order of the policies; `nil` where no gesture began.
  public var verdicts: [PolicyVerdict?]

  /// Why no gesture began, in the order of the policies; `nil` where one did.
  public var absences: [PolicyAbsence?]

  /// Creates a touch of which no policy made anything.
  ///
  /// - Parameter count: How many policies there are, 0 or more.
  package init(policies count: Int) {
    verdicts = Array(repeating: nil, count: count)
    absences = Array(repeating: nil, count: count)
  }
}
