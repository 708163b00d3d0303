package import Gestures
package import Quantities
package import Simulation
package import Transitions

/// A policy that a page has a verdict of for each gesture.
package struct ReportPolicy: Hashable, Sendable {
  /// Its name, which no other policy of the page has.
  package var name: String

  /// What `--policy` takes for it wherever it is said; `nil`: it is a file's, and only its parameters
  /// tell what it is.
  package var argument: String?

  /// What it is, in a few words.
  package var summary: String

  /// Whether its threshold is the one that can be moved on the page.
  package var followsThreshold: Bool

  /// Whether its flick velocities are the one that can be moved.
  package var followsVelocity: Bool

  /// Its parameters as a policy file has them, but for the program's own two; what can be moved is
  /// put in when it is copied.
  package var parameters: [String: JSONValue]

  /// Creates a policy.
  package init(
    name: String, argument: String?, summary: String, followsThreshold: Bool = true,
    followsVelocity: Bool = false, parameters: [String: JSONValue] = [:]
  ) {
    self.name = name
    self.argument = argument
    self.parameters = parameters
    self.summary = summary
    self.followsThreshold = followsThreshold
    self.followsVelocity = followsVelocity
  }
}

/// What a policy decides of: its parameters in progress, and a gesture in its own progress.
package struct ReportVerdict: Hashable, Sendable {
  /// The policy, with every parameter in progress.
  package var policy: Policy

  /// The progress at the lift.
  package var progress: Double

  /// The change of progress per second at the lift, or per event where the estimator counts them.
  package var velocity: Double

  /// Whether the lift is decided by the policy; else it is cancelled.
  package var isDecided: Bool

  /// The millimeters that make progress 1 of it; `nil` if the size is unknown.
  package var wholeTravel: Double?

  /// How much of the progress that the plots have makes progress 1 of it.
  package var scale: Double

  /// What ends the gesture under it; `nil`: what ends the one of the plots.
  package var endReason: PanEnd?

  /// The way that is forward under it; `nil`: that of the plots.
  package var direction: Heading?

  /// Creates a verdict.
  package init(
    policy: Policy, progress: Double, velocity: Double, isDecided: Bool,
    wholeTravel: Double? = nil, scale: Double = 1, endReason: PanEnd? = nil,
    direction: Heading? = nil
  ) {
    self.endReason = endReason
    self.direction = direction
    self.wholeTravel = wholeTravel
    self.scale = scale
    self.policy = policy
    self.progress = progress
    self.velocity = velocity
    self.isDecided = isDecided
  }
}

/// A word, and what is said of it.
package struct ReportFact: Hashable, Sendable {
  /// What it is about.
  package var title: String

  /// What is said.
  package var text: String

  /// Creates a fact.
  package init(_ title: String, _ text: String) {
    self.title = title
    self.text = text
  }
}

/// A moment of a gesture, or of a recording.
package struct ReportMoment: Hashable, Sendable {
  /// When, in seconds since the first event of the recording.
  package var time: Double

  /// What happened.
  package var text: String

  /// Creates a moment.
  package init(_ time: Double, _ text: String) {
    self.time = time
    self.text = text
  }
}

/// A gesture on a page.
package struct ReportGesture: Hashable, Sendable {
  /// The index of its recording on the page.
  package var recording: Int

  /// Which gesture of the recording it is, counted from 1.
  package var number: Int

  /// What became of it; without a trace it is a row of the overview alone.
  package var report: GestureReport

  /// The verdict of each policy of the page; `nil` where it does not begin under it.
  package var verdicts: [ReportVerdict?]

  /// What happened, in the order of time.
  package var moments: [ReportMoment]

  /// Its figures.
  package var facts: [ReportFact]

  /// Creates a gesture.
  package init(
    recording: Int, number: Int, report: GestureReport, verdicts: [ReportVerdict?],
    moments: [ReportMoment] = [], facts: [ReportFact] = []
  ) {
    self.recording = recording
    self.number = number
    self.report = report
    self.verdicts = verdicts
    self.moments = moments
    self.facts = facts
  }
}

/// A recording on a page.
package struct ReportRecording: Hashable, Sendable {
  /// The file, with the variant of a table.
  package var name: String

  /// The name that an expectation has for it.
  package var key: String

  /// What is known of it and its device.
  package var facts: [ReportFact] = []

  /// The height of its surface by the width; `nil` if nothing tells.
  package var aspect: Double?

  /// Whether the motion's sign is turned round.
  package var isInverted = false

  /// What the person meant: `finish`, `cancel` or `none`; `nil` if that is not known.
  package var intent: String?

  /// How many gestures it has, also those that are not on the page.
  package var gestureCount = 0

  /// How many gestures each policy of the page makes of it, also those that are not on the page; empty
  /// if they are the same for all.
  package var gestureCounts: [Int] = []

  /// How many touches were no gesture.
  package var touchCount = 0

  /// The first of those, and why each was none.
  package var touches: [ReportMoment] = []

  /// What there is to warn of that came at no time, or of which no time is known.
  package var warnings: [String] = []

  /// What there is to warn of, and when.
  package var timedWarnings: [ReportMoment] = []

  /// What ended the reading early, if anything did.
  package var problem: String?

  /// Creates a recording.
  package init(name: String, key: String) {
    self.name = name
    self.key = key
  }
}
