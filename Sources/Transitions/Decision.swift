/// The end that was chosen for a transition, and why.
public struct Decision: Hashable, Sendable {
  /// The step of the policy that settled it.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The progress was compared with the threshold, or was below the minimum.
    case threshold

    /// The speed was so high that its sign did not matter.
    case force

    /// The finger went back too fast.
    case veto

    /// The finger was fast enough for its direction to decide.
    case velocity

    /// The progress where the motion would have come to rest was compared with the threshold.
    case projection

    /// Nothing was decided: the pan was broken off.
    case interrupted
  }

  /// What a margin counts.
  public enum Unit: String, Hashable, Sendable {
    /// Progress; 1 is the whole way.
    case progress

    /// Progress per second.
    case progressPerSecond = "progress/s"
  }

  /// The end.
  public var outcome: Outcome

  /// The step of the policy that settled it.
  public var rule: Rule

  /// How far the deciding quantity is past its bar, in the unit of the rule; `nil` if interrupted.
  ///
  /// It is positive on the side of finishing and 0 at the bar.
  public var margin: Double?

  /// Creates a decision.
  public init(_ outcome: Outcome, by rule: Rule, margin: Double?) {
    self.outcome = outcome
    self.rule = rule
    self.margin = margin
  }

  /// The decision about a pan that was broken off.
  public static var interrupted: Self { Self(.cancel, by: .interrupted, margin: nil) }

  /// What the margin counts, or `nil` if there is none.
  public var unit: Unit? {
    switch rule {
    case .threshold, .projection: .progress
    case .force, .veto, .velocity: .progressPerSecond
    case .interrupted: nil
    }
  }
}
