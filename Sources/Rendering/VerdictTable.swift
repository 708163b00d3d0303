import Simulation
import Transitions

/// How the outcome of a gesture depends on the threshold and the velocity of a flick: the break
/// points, worked out by asking the policy, so that a script can look the answer up.
///
/// A band holds from its velocity up to that of the next one, a step in it from its threshold up to
/// the next: both begin at 0, and at the number itself the new answer holds.
struct VerdictTable: Hashable, Sendable {
  /// What can be moved.
  struct Movable: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// The threshold.
    static let threshold = Self(rawValue: 1)

    /// The velocity that decides, the same either way.
    static let velocity = Self(rawValue: 2)
  }

  /// An answer, from a threshold on.
  struct Step: Hashable, Sendable {
    /// The least threshold that it holds for.
    var threshold: Double

    /// The answer there.
    var outcome: Outcome

    /// The rule that gives it.
    var rule: Decision.Rule

    /// The margin where threshold and velocity are 0; `nil` if there is none.
    var margin: Double?

    /// How much of the margin a threshold takes: its factor, −1 or 0.
    var thresholdFactor: Int

    /// What the velocity adds to the margin: its factor, −1, 0 or 1.
    var velocityFactor: Int
  }

  /// The steps from a velocity on.
  struct Band: Hashable, Sendable {
    /// The least velocity that they hold for.
    var velocity: Double

    /// The steps, in the order of their thresholds.
    var steps: [Step]
  }

  /// The bands, in the order of their velocities; one alone where the velocity cannot be moved.
  let bands: [Band]

  /// Works out a table.
  ///
  /// - Parameters:
  ///   - policy: The policy; what can be moved is not taken from it.
  ///   - progress: The progress at the lift.
  ///   - velocity: The velocity at the lift.
  ///   - movable: What can be moved.
  /// - Complexity: O(1): at most twelve decisions.
  init(_ policy: Policy, progress: Double, velocity: Double, movable: Movable) {
    let asked = Asked(policy: policy, progress: progress, velocity: velocity, movable: movable)
    guard movable.contains(.velocity) else {
      bands = [Band(velocity: 0, steps: asked.steps(atVelocity: nil))]
      return
    }
    var bands = [Band(velocity: 0, steps: asked.steps(atVelocity: 0))]
    // A velocity that meets the least bar decides up to its own size.
    let next = velocity.magnitude.nextUp
    if asked.decision(threshold: 0, velocity: 0).rule == .velocity, next.isFinite {
      bands.append(Band(velocity: next, steps: asked.steps(atVelocity: next)))
    }
    self.bands = bands
  }

  /// The table of a gesture that was broken off, which no rule decided.
  init(interrupted: Void) {
    bands = [
      Band(
        velocity: 0,
        steps: [
          Step(
            threshold: 0, outcome: .cancel, rule: .interrupted, margin: nil, thresholdFactor: 0,
            velocityFactor: 0)
        ])
    ]
  }

  /// A gesture at its lift, and the policy that is asked about it.
  private struct Asked {
    let policy: Policy
    let progress: Double
    let velocity: Double
    let movable: Movable

    func policy(velocity bar: Double?) -> Policy {
      bar.map { policy.with(.flingForward, $0).with(.flingBackward, $0) } ?? policy
    }

    func decision(threshold: Double, velocity bar: Double?) -> Decision {
      policy(velocity: bar).with(.finishThreshold, threshold)
        .decision(atProgress: progress, velocity: velocity)
    }

    func steps(atVelocity bar: Double?) -> [Step] {
      let turn: Double
      switch policy(velocity: bar).dependence(
        on: .finishThreshold, atProgress: progress, velocity: velocity)
      {
      case .always: turn = 0
      case .finishesUpTo(let bar), .cancelsUpTo(let bar): turn = bar.nextUp
      case .finishesBelow(let bar), .cancelsBelow(let bar): turn = bar
      }
      let bounds = turn > 0 && turn.isFinite ? [0, turn] : [0]
      return bounds.map { step(from: $0, velocity: bar) }
    }

    private func step(from threshold: Double, velocity bar: Double?) -> Step {
      let here = decision(threshold: threshold, velocity: bar)
      let atZero = decision(threshold: 0, velocity: bar).margin
      let usesThreshold = atZero != decision(threshold: 1, velocity: bar).margin
      let usesVelocity = bar != nil && here.rule == .velocity
      return Step(
        threshold: threshold, outcome: here.outcome, rule: here.rule,
        margin: usesVelocity ? velocity : atZero, thresholdFactor: usesThreshold ? -1 : 0,
        velocityFactor: !usesVelocity ? 0 : here.outcome == .finish ? -1 : 1)
    }
  }
}

extension VerdictTable {
  /// The step that holds at a threshold and a velocity, as the page's script finds it.
  func step(threshold: Double, velocity: Double) -> Step? {
    let band = bands.last { $0.velocity <= velocity } ?? bands.first
    return band?.steps.last { $0.threshold <= threshold } ?? band?.steps.first
  }

  /// The table as the page's script reads it.
  var json: JSONValue {
    .array(
      bands.map { band in
        .array([PageData.exact(band.velocity), .array(band.steps.map(\.json))])
      })
  }
}

extension VerdictTable.Step {
  /// The margin at a threshold and a velocity, as the page's script works it out.
  func margin(threshold: Double, velocity: Double) -> Double? {
    margin.map {
      $0 + Double(thresholdFactor) * threshold + Double(velocityFactor) * velocity
    }
  }

  fileprivate var json: JSONValue {
    .array([
      PageData.exact(threshold), .string(outcome.rawValue), .string(rule.rawValue),
      PageData.exact(margin), .integer(thresholdFactor), .integer(velocityFactor),
    ])
  }
}
