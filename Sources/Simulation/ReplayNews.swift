package import TouchInput

/// What came of a recording since the last time somebody asked.
///
/// It is filled again and again, so that following a device allocates nothing once it has grown.
package struct ReplayNews: Sendable {
  /// The frames of contacts, if they are told.
  package internal(set) var contacts: [ContactFrame] = []

  /// What happened, in the order of time, if it is told.
  package internal(set) var moments: [GestureMoment] = []

  /// What was found, in the order of time.
  package internal(set) var findings: [Replay.Finding] = []

  /// What libinput's own gestures came to, where the recording has the contacts too.
  package internal(set) var libinputFindings: [Replay.Finding] = []

  /// What compared policies made of the touches.
  package internal(set) var comparisons: [TouchComparison] = []

  /// Creates news of nothing.
  package init() {}

  /// Whether there is nothing.
  package var isEmpty: Bool {
    moments.isEmpty && findings.isEmpty && contacts.isEmpty && libinputFindings.isEmpty
      && comparisons.isEmpty
  }

  /// Forgets all, and keeps the memory.
  package mutating func removeAll() {
    if !contacts.isEmpty { contacts.removeAll(keepingCapacity: true) }
    if !moments.isEmpty { moments.removeAll(keepingCapacity: true) }
    if !findings.isEmpty { findings.removeAll(keepingCapacity: true) }
    if !libinputFindings.isEmpty { libinputFindings.removeAll(keepingCapacity: true) }
    if !comparisons.isEmpty { comparisons.removeAll(keepingCapacity: true) }
  }
}
