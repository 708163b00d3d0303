import Quantities
package import Simulation

/// What keys choose: the policy and the threshold.
package struct LiveChoice: Hashable, Sendable {
  /// The policies there are, the one that the command line says first; at least one.
  package let policies: [String]

  /// The policy in force, by its place.
  package private(set) var policy = 0

  /// The threshold that takes the place of the policy's own; `nil`: the policy's own holds.
  package private(set) var threshold: Threshold?

  private let initial: Threshold?
  /// The threshold that the person chose for the program's own policies.
  private var own: Threshold?

  /// Creates the choice that a command line makes.
  ///
  /// - Parameters:
  ///   - policies: The policies there are, the one in force first; one at least.
  ///   - threshold: The threshold, if one is given.
  package init(policies: [String], threshold: Threshold?) {
    precondition(!policies.isEmpty, "There has to be a policy to choose")
    self.policies = policies
    self.threshold = threshold
    initial = threshold
    own = threshold
  }

  /// The name of the policy in force.
  package var policyName: String { policies[policy] }

  /// Whether the policy in force is one of the program's own, which share a threshold.
  private var isOwn: Bool {
    policyName == PolicyDefinition.threshold.id || policyName == PolicyDefinition.flick.id
  }

  /// Goes to another policy.
  ///
  /// A platform's policy keeps what the command line says, or its own threshold, until keys change
  /// it.
  package mutating func turn(by places: Int) {
    if isOwn { own = threshold }
    policy = (policy + places % policies.count + policies.count) % policies.count
    threshold = isOwn ? own : initial
  }

  /// Changes the threshold.
  ///
  /// - Parameters:
  ///   - steps: How many steps up.
  ///   - isFine: Whether the steps are small.
  ///   - threshold: The threshold in force.
  package mutating func step(_ steps: Int, isFine: Bool, from threshold: Threshold) {
    self.threshold = threshold.stepped(steps, isFine: isFine)
  }

  /// Goes back to what the command line says.
  package mutating func reset() {
    policy = 0
    threshold = initial
    own = initial
  }
}

extension Threshold {
  /// A threshold some steps higher: each 5 % or finely 1 %, 1 mm or finely 0.2 mm, 10 px or finely
  /// 2 px; never below 0 nor beyond ten times the way.
  package func stepped(_ steps: Int, isFine: Bool) -> Self {
    let lengths = lengths.map { length -> Length in
      switch length {
      case .share(let share):
        .share(share.stepped(steps, isFine ? 0.01 : 0.05, most: 10))
      case .millimeters(let number):
        .millimeters(number.stepped(steps, isFine ? 0.2 : 1, most: 10_000))
      case .pixels(let number):
        .pixels(number.stepped(steps, isFine ? 2 : 10, most: 100_000))
      }
    }
    return Threshold(smallestOf: lengths) ?? self
  }
}

extension DecimalNumber {
  /// A number some steps higher, from 0 on, with four digits behind the point at most.
  fileprivate func stepped(_ steps: Int, _ step: Double, most: Double) -> Self {
    let stepped = min(max(value + Double(steps) * step, 0), most)
    return Self((stepped * 10_000).rounded() / 10_000) ?? self
  }
}
