/// What recordings say of the values of a policy's parameters.
public struct Recommendation: Sendable {
  /// The values of the parameters that were varied, by name.
  public typealias Values = [String: ParameterValue]

  /// A policy with some values, and what goes wrong with them.
  public struct Trial: Sendable {
    /// The values; of the policy as it is, only those that differ from none.
    public var values: Values

    /// What goes wrong.
    public var mistakes: Mistakes
  }

  /// The values of a parameter that may be the best.
  public struct Range: Hashable, Sendable {
    /// The parameter.
    public var parameter: String

    /// The smallest value that may be the best.
    public var low: ParameterValue

    /// The largest one.
    public var high: ParameterValue

    /// Whether the smallest value tried is among them, so that smaller ones may be as good.
    public var isOpenBelow: Bool

    /// Whether the largest value tried is among them.
    public var isOpenAbove: Bool
  }

  /// What came of a policy.
  public struct PolicyResult: Sendable {
    /// The name of the policy.
    public var id: String

    /// The policy as it is.
    public var now: Trial?

    /// The policy with the best values of those tried.
    public var best: Trial

    /// The values that may be the best of this policy.
    public var ranges: [Range]

    /// Whether the policy as it is has values that may be the best, or `nil` if its own values are
    /// not among those tried.
    public var nowMayBeBest: Bool?

    /// Whether its best values may be the best of all policies.
    public var mayBeBest: Bool

    /// The mistakes where the values are chosen without the persons judged; `nil` if there is
    /// nothing to hold out.
    public var crossValidated: Mistakes?

    /// The lengths of the way on the devices, in millimeters, in rising order; those of unknown
    /// size have none.
    public var ways: [Double]

    /// Each value that was tried, if one parameter was varied.
    public var curve: [CurvePoint]
  }

  /// A value that was tried.
  public struct CurvePoint: Sendable {
    /// The value.
    public var value: ParameterValue

    /// What goes wrong with it: numbers of gestures.
    public var falseFinishes: Int
    public var falseCancels: Int

    /// The cost of a gesture.
    public var cost: Double

    /// Whether it may be the best.
    public var mayBeBest: Bool

    /// Whether it is farther than ``Extrapolation/farthest`` from all that were in force while
    /// recording; `false` where nothing tells what was.
    public var isExtrapolated: Bool
  }

  /// Gestures that have something in common.
  public struct Group: Hashable, Sendable {
    /// What they have in common.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case participant, session, hand, device
    }

    /// What they have in common.
    public var kind: Kind

    /// Its name: text that nobody has checked.
    public var name: String

    /// What goes wrong with the best values.
    public var falseFinish: MistakeRate
    public var falseCancel: MistakeRate

    /// The cost of a gesture of theirs.
    public var cost: Double

    /// How many gestures there are.
    public var count: Int { falseFinish.count + falseCancel.count }
  }

  /// A gesture whose outcome the new values turn round.
  public struct Flip: Hashable, Sendable {
    /// Its recording.
    public var recording: String

    /// Its number there, from 1.
    public var gesture: Int

    /// What the person meant.
    public var intent: Intent

    /// Whether it finishes with the new values.
    public var finishes: Bool

    /// Whether the new outcome is what the person meant.
    public var isBetter: Bool { finishes == (intent == .finish) }
  }

  /// What came of a value for each device.
  public struct PerDevice: Sendable {
    /// The best values of each device that has enough gestures.
    public var devices: [(name: String, count: Int, values: Values)]

    /// How much less a gesture costs than with one value for all.
    public var gain: Double

    /// How often devices drawn anew gain as much by chance.
    public var probability: Double

    /// Whether that is beyond chance.
    public var isBetter: Bool { probability <= 0.05 && gain > 0 }
  }

  /// How much there is to go by.
  public struct Basis: Hashable, Sendable {
    /// How many gestures there are of each intent.
    public var counts: [Intent: Int]

    /// The share that each intent has in use.
    public var shares: [Intent: Double]

    /// How many gestures have no intent, and were left out.
    public var unlabelled: Int

    /// How many gestures lack the features of a policy, and were left out.
    public var incomplete: Int

    /// How many gestures were broken off, so that every policy cancels them.
    public var interrupted: Int

    /// How many gestures came more than once.
    public var repetitions: Int

    /// How many persons, sessions and devices are known.
    public var persons: Int
    public var sessions: Int
    public var devices: Int

    /// What was drawn anew for the confidence: `persons`, `sessions`, `recordings` or `gestures`.
    public var level: String

    /// How many of those there are.
    public var units: Int

    /// How many series were drawn.
    public var series: Int

    /// How sure ranges and bounds are.
    public var confidence: Double

    /// How many gestures there are that count.
    public var count: Int { counts.values.reduce(0, +) }
  }

  /// The fewest persons that stand for everyone.
  public static let fewestPersons = 8

  /// How much there is to go by.
  public var basis: Basis

  /// The policies, in the order they were given in.
  public var policies: [PolicyResult]

  /// Which of them is recommended.
  public var chosen: Int

  /// The groups, the worst first.
  public var groups: [Group]

  /// The gestures that the recommended values turn round, in the order of recordings.
  public var flips: [Flip]

  /// What came of a value for each device, if that was asked for and there are several.
  public var perDevice: PerDevice?

  /// How the recommended value compares with those in force while recording.
  public var extrapolation: Extrapolation

  /// The policy that is recommended.
  public var choice: PolicyResult { policies[chosen] }

  /// Whether there are enough persons to speak of everyone.
  public var isForEveryone: Bool { basis.persons >= Self.fewestPersons }
}

/// How values compare with those in force while recording, which people had grown used to.
public enum Extrapolation: Hashable, Sendable {
  /// Nothing tells what was in force.
  case unknown

  /// The value is near to one that was in force.
  case near(Double)

  /// The value is farther than ``farthest`` from all that were in force; the nearest is told.
  case far(Double)

  /// Another policy was in force.
  case otherPolicy(String)

  /// How far a threshold may be from the one in force, as a share of the way.
  ///
  /// People stop where they have learned that it is enough, and would have moved otherwise under a
  /// threshold that they had felt to be another. A tenth of the way is a judgement.
  public static let farthest = 0.1
}
