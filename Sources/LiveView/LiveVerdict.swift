package import Quantities
package import Simulation
package import Transitions

/// A touch that has ended, and what came of it under the settings in force.
package struct LiveVerdict: Hashable, Sendable {
  /// A gesture.
  package struct Gesture: Hashable, Sendable {
    /// The way that is forward.
    package var heading: Heading

    /// The end that was chosen.
    package var outcome: Outcome

    /// The progress at the lift.
    package var progress: Double

    /// The same in percent, with as many digits as tell it from the threshold.
    package var percent: String

    /// The progress that finishes.
    package var threshold: Double

    /// The change of progress at the lift, as text with its unit.
    package var velocity: String

    /// The rule that decided, and by how much.
    package var rule: String

    /// How far the fingers went of the way that finishes, if the size is known.
    package var way: String?

    /// Creates a gesture.
    package init(
      heading: Heading, outcome: Outcome, progress: Double, percent: String, threshold: Double,
      velocity: String, rule: String, way: String? = nil
    ) {
      self.heading = heading
      self.outcome = outcome
      self.progress = progress
      self.percent = percent
      self.threshold = threshold
      self.velocity = velocity
      self.rule = rule
      self.way = way
    }
  }

  /// What came of a touch.
  package enum Result: Hashable, Sendable {
    /// A gesture.
    case gesture(Gesture)

    /// None, and why.
    case none(String)
  }

  /// What another policy makes of the touch.
  package struct Other: Hashable, Sendable {
    /// What came of it; `nil` if the policy cannot be followed on the device.
    package var outcome: ComparedOutcome?

    /// How far it is past its bar, or why there is no gesture.
    package var note: String

    /// Creates what a policy makes of a touch.
    package init(_ outcome: ComparedOutcome?, note: String) {
      self.outcome = outcome
      self.note = note
    }
  }

  /// The number of the touch, counted from 0.
  package var touch: Int

  /// When the gesture was recognized, or the touch began, in seconds since the first event.
  package var time: Double

  /// The fingers.
  package var fingers: Int

  /// What came of it.
  package var result: Result

  /// What the compared policies make of it, in their order.
  package var others: [Other]

  /// Creates a verdict.
  package init(touch: Int, time: Double, fingers: Int, result: Result, others: [Other] = []) {
    self.touch = touch
    self.time = time
    self.fingers = fingers
    self.result = result
    self.others = others
  }

  /// The gesture, if it was one.
  package var gesture: Gesture? {
    if case .gesture(let gesture) = result { gesture } else { nil }
  }

  /// What it came to, as a policy's answer.
  package var outcome: ComparedOutcome {
    switch gesture?.outcome {
    case .finish: .finish
    case .cancel: .cancel
    case nil: .none
    }
  }
}
