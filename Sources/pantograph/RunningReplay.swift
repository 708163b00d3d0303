import Recordings
import Simulation
import TouchInput

/// A replay that is under way, and what of it has been handed on.
struct RunningReplay {
  /// The replay.
  var replay: RecordingReplay

  /// What messages and reports call the recording, or the device.
  let name: String

  /// What came of it since it was handed on last.
  private var news = ReplayNews()
  private var hasBegun = false
  /// Asks those who decide open gestures.
  private var asker: GestureAsker

  /// Why nothing is decided any more, if so.
  var failure: Problem? { asker.failure }

  /// Creates a replay of which nothing has been handed on.
  init(_ replay: RecordingReplay, name: String, asking deciders: Deciders?) {
    asker = GestureAsker(deciders, RecordingFacts(name: name))
    self.replay = replay
    self.name = name
  }

  /// What is known by now.
  ///
  /// - Parameter format: The format of the recording, as far as it is known.
  /// - Returns: What a sink is told.
  func facts(_ format: RecordingFormat?) -> RecordingFacts {
    RecordingFacts(
      name: name, format: format, deviceIndex: replay.deviceIndex, device: replay.device,
      kind: replay.kind, size: replay.size, followsContacts: replay.followsContacts,
      plan: replay.plan, settings: replay.texts, warnings: replay.warnings,
      warningTimes: replay.warningTimes)
  }

  /// Hands on what has happened since the last time.
  ///
  /// - Parameters:
  ///   - format: The format of the recording, as far as it is known.
  ///   - isLast: Whether it has come to its end, so that it has begun whatever happened.
  ///   - sink: Where it goes.
  /// - Throws: What is wrong with the output.
  mutating func hand(
    _ format: RecordingFormat?, isLast: Bool = false, to sink: inout some ReplaySink & ~Copyable
  ) throws(Problem) {
    replay.take(into: &news)
    guard isLast || !news.isEmpty else { return }
    if !hasBegun {
      asker.facts = facts(format)
      try sink.begin(asker.facts)
    }
    hasBegun = true
    if !news.contacts.isEmpty, let origin = replay.origin {
      let plan = replay.plan
      for frame in news.contacts { try sink.take(frame, on: plan, since: origin) }
    }
    for moment in news.moments { try sink.take(moment) }
    for finding in news.findings {
      if let finding = asker.decided(finding) { try sink.take(finding) }
    }
    for finding in news.libinputFindings {
      if let finding = asker.decided(finding) { try sink.takeLibinput(finding) }
    }
    for comparison in news.comparisons {
      if let comparison = asker.decided(comparison) { try sink.take(comparison) }
    }
    try sink.flush()
  }
}
