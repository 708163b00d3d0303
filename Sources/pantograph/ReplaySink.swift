import Quantities
import Simulation
import TouchInput

/// Takes what a replay finds.
protocol ReplaySink: ~Copyable {
  /// Takes what is known of a recording before its first finding, or before its end without one.
  ///
  /// A recording that cannot be read at all has no beginning.
  mutating func begin(_ facts: RecordingFacts) throws(Problem)

  /// Takes a finding, as soon as there is one.
  mutating func take(_ finding: Replay.Finding) throws(Problem)

  /// Takes what a gesture that libinput recognized itself came to, beside the one of the contacts.
  mutating func takeLibinput(_ finding: Replay.Finding) throws(Problem)

  /// Takes a moment of a gesture, if the settings ask for moments; the last one of a gesture comes
  /// before the finding.
  mutating func take(_ moment: GestureMoment) throws(Problem)

  /// Takes a frame of contacts, if the settings ask for them.
  mutating func take(_ contacts: ContactFrame) throws(Problem)

  /// Takes a frame of contacts with what is known of its device, if the settings ask for them: once
  /// something has touched it.
  mutating func take(
    _ contacts: ContactFrame, on plan: ReplayPlan?, since origin: Timestamp
  ) throws(Problem)

  /// Takes what compared policies made of a touch.
  mutating func take(_ comparison: TouchComparison) throws(Problem)

  /// Takes the end of a recording.
  mutating func end(_ facts: RecordingFacts) throws(Problem)

  /// Hands on what can be shown by now: a recording may come from a device, as it happens.
  mutating func flush() throws(Problem)
}

extension ReplaySink where Self: ~Copyable {
  mutating func takeLibinput(_ finding: Replay.Finding) {}

  mutating func take(_ moment: GestureMoment) {}

  mutating func take(_ contacts: ContactFrame) {}

  mutating func take(
    _ contacts: ContactFrame, on plan: ReplayPlan?, since origin: Timestamp
  ) throws(Problem) {
    try take(contacts)
  }

  mutating func take(_ comparison: TouchComparison) {}
}
