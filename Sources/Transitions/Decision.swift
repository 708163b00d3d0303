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

    /// No step of the policy: someone else was asked, who may have said why (``Decision/answer``).
    case asked = "exec"

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

  /// What someone who was asked said besides the end.
  public struct Answer: Hashable, Sendable {
    /// What decided, in their own words; `nil` if they said nothing.
    public var rule: String?

    /// What the margin counts; `nil` if there is none.
    public var unit: Unit?

    /// Creates an answer.
    public init(rule: String? = nil, unit: Unit? = nil) {
      self.rule = rule
      self.unit = unit
    }
  }

  /// The end.
  public var outcome: Outcome

  /// The step of the policy that settled it.
  public var rule: Rule

  /// How far the deciding quantity is past its bar, in the unit of the rule; `nil` if interrupted.
  ///
  /// It is positive on the side of finishing and 0 at the bar.
  public var margin: Double?

  /// What was said besides; `nil` unless someone else was asked.
  public private(set) var answer: Answer?

  /// Creates a decision of a policy.
  public init(_ outcome: Outcome, by rule: Rule, margin: Double?) {
    self.outcome = outcome
    self.rule = rule
    self.margin = margin
  }

  /// Creates the decision of someone who was asked.
  ///
  /// - Parameters:
  ///   - outcome: The end.
  ///   - answer: What they said besides.
  ///   - margin: How far it is from the other end, in the unit of the answer, positive on the side
  ///     of finishing; `nil` if they did not say.
  public init(_ outcome: Outcome, asked answer: Answer, margin: Double? = nil) {
    self.init(outcome, by: .asked, margin: margin)
    self.answer = answer
  }

  /// The decision about a pan that was broken off.
  public static var interrupted: Self { Self(.cancel, by: .interrupted, margin: nil) }

  /// What settled it: the step's name, or the words of who was asked.
  public var ruleName: String { answer?.rule ?? rule.rawValue }

  /// What the margin counts, or `nil` if there is none.
  public var unit: Unit? {
    switch rule {
    case .threshold, .projection: .progress
    case .force, .veto, .velocity: .progressPerSecond
    case .asked: answer?.unit
    case .interrupted: nil
    }
  }
}
