import Simulation

/// A touch that policies are compared over.
struct ComparedGesture {
  /// The recording.
  var recording: String

  /// Which touch of the recording that is a gesture under any policy, counted from 1.
  var number: Int

  /// What the policies made of it.
  var touch: TouchComparison

  /// What splits them.
  var split: OutcomeSplit

  init(_ recording: String, _ number: Int, _ touch: TouchComparison) {
    self.recording = recording
    self.number = number
    self.touch = touch
    split = OutcomeSplit(touch)
  }

  /// Whether no policy made a gesture of it.
  var isNone: Bool { !touch.verdicts.contains { $0 != nil } }

  /// The recording, and which of its gestures it is if it is not the first.
  var label: String { number == 1 ? recording : "\(recording), \(number)" }
}

/// A form that a comparison is printed in.
protocol CompareFormat: ~Copyable {
  /// Whether a recording that could not be read has a row of its own.
  static var listsUnread: Bool { get }

  /// Takes what is known of a recording before its first gesture.
  mutating func begin(_ facts: RecordingFacts) throws(Problem)

  /// Takes a gesture, or, of a recording without one, the touch that came nearest.
  mutating func take(_ gesture: ComparedGesture) throws(Problem)

  /// Takes the end of a recording.
  mutating func end(_ facts: RecordingFacts) throws(Problem)

  /// Takes the end of all recordings.
  mutating func finish() throws(Problem)

  /// Hands everything to the system that can be shown by now.
  mutating func flush() throws(Problem)
}

extension CompareFormat where Self: ~Copyable {
  static var listsUnread: Bool { false }
  mutating func begin(_ facts: RecordingFacts) {}
  mutating func end(_ facts: RecordingFacts) {}
}

/// Hands what compared policies made of touches to a format: those that are a gesture under any of
/// them, or one that is none, where a recording has no other.
struct CompareSink<Format: CompareFormat & ~Copyable>: ReplaySink, ~Copyable {
  private let policyCount: Int
  private var format: Format
  private var recording = ""
  private var gestures = 0
  private var none: TouchComparison?

  /// Creates a sink for a number of policies.
  init(_ format: consuming Format, policies: Int) {
    self.format = format
    policyCount = policies
  }

  mutating func begin(_ facts: RecordingFacts) throws(Problem) {
    recording = facts.name
    try format.begin(facts)
  }

  mutating func take(_ finding: Replay.Finding) {}

  mutating func take(_ comparison: TouchComparison) throws(Problem) {
    guard comparison.verdicts.contains(where: { $0 != nil }) else {
      none = none ?? comparison
      return
    }
    gestures += 1
    try format.take(ComparedGesture(recording, gestures, comparison))
  }

  mutating func end(_ facts: RecordingFacts) throws(Problem) {
    if gestures == 0, facts.problem == nil || Format.listsUnread {
      let touch = none ?? TouchComparison(policies: policyCount)
      try format.take(ComparedGesture(facts.name, 1, touch))
    }
    (gestures, none) = (0, nil)
    try format.end(facts)
  }

  /// Ends the comparison.
  mutating func finish() throws(Problem) {
    try format.finish()
    try format.flush()
  }

  mutating func flush() throws(Problem) {
    try format.flush()
  }
}
