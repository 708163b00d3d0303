import Gestures
import Quantities
import Recordings
import Rendering
import Simulation
import TouchInput
import Transitions

/// Collects what a page shows, in bounded room.
struct ReportSink: ReplaySink, ~Copyable {
  /// The page so far.
  private(set) var page: ReportPage

  /// What was meant by the recordings.
  private(set) var intents = ReportIntents()

  private var input: Input?
  private var story = Story(style: Style(.never))
  private var settings: [String: String]?
  private var hasBegun = false

  /// The most touches of a recording that were no gesture and that a page lists.
  private static let mostTouches = 20

  /// Creates a sink that fills a page.
  init(_ page: ReportPage) {
    self.page = page
  }

  /// Takes the input that what follows is of.
  mutating func read(_ input: Input) {
    self.input = input
  }

  mutating func begin(_ facts: RecordingFacts) {
    hasBegun = true
    story.settings = facts.settings
    story.followsContacts = facts.followsContacts
    let file = input.map { SystemText.shown(ReportIntents.key(of: $0)) } ?? facts.name
    let variant = input.map { String(facts.name.dropFirst($0.name.count)) } ?? ""
    var recording = ReportRecording(name: facts.name, key: file + variant)
    recording.gestureCounts = page.policies.map { _ in 0 }
    recording.intent = input.flatMap { intents.intent(of: $0, variant: variant)?.rawValue }
    page.recordings.append(recording)
  }

  mutating func take(_ finding: Replay.Finding) {
    let index = page.recordings.count - 1
    let gesture: GestureReport
    switch finding {
    case .touch(let touch):
      page.recordings[index].touchCount += 1
      guard page.recordings[index].touches.count < Self.mostTouches else { return }
      let fingers = Words.count(touch.fingers, "finger")
      page.recordings[index].touches.append(
        ReportMoment(touch.down, "\(fingers): \(Words.reason(touch.reason))"))
      return
    case .gesture(let report): gesture = report
    }
    page.recordings[index].gestureCount += 1
    guard page.gestures.count < ReportPage.mostGestures else {
      page.leftOut += 1
      return
    }
    var entry = ReportGesture(
      recording: index, number: page.recordings[index].gestureCount, report: gesture,
      verdicts: page.policies.indices.map { verdict($0, of: gesture) })
    if page.gestures.count < ReportPage.mostDetails {
      entry.moments = story.moments(of: gesture).map { ReportMoment($0.time, $0.text) }
      // The rule is in the verdicts.
      entry.facts = story.facts(of: gesture).filter { $0.title != "rule" }
        .map { ReportFact($0.title, $0.text) }
    } else {
      entry.report.trace = []
      entry.report.contacts = []
    }
    page.gestures.append(entry)
  }

  mutating func take(_ comparison: TouchComparison) {
    let recording = page.recordings.count - 1
    for (policy, verdict) in comparison.verdicts.enumerated() {
      page.recordings[recording].gestureCounts[policy] += verdict.map { 1 + $0.others } ?? 0
    }
    var first: Int?
    for index in page.gestures.indices.reversed() {
      let gesture = page.gestures[index]
      guard gesture.recording == recording, gesture.report.end >= comparison.down else { break }
      if gesture.report.down >= comparison.down, gesture.report.end <= comparison.end {
        first = index
      }
    }
    // Of a touch that is several gestures for a policy its verdict is that of the first.
    guard let first else { return }
    page.gestures[first].verdicts = Self.verdicts(comparison, page.policyInForce)
  }

  /// What the policies of a comparison decide, measured by the progress of one of them.
  private static func verdicts(
    _ comparison: TouchComparison, _ policyInForce: Int
  ) -> [ReportVerdict?] {
    let screens = comparison.verdicts[policyInForce]?.units.screens
    return comparison.verdicts.map { verdict in
      verdict.map { verdict in
        ReportVerdict(
          policy: verdict.rule, progress: verdict.progress, velocity: verdict.velocity,
          isDecided: verdict.decision.rule != .interrupted,
          wholeTravel: verdict.units.millimeters,
          scale: screens.map { verdict.units.screens / $0 } ?? 1, endReason: verdict.end,
          direction: verdict.heading)
      }
    }
  }

  /// What a policy decides, as far as the replay under another one tells, until the touch is over
  /// and was compared.
  private func verdict(_ index: Int, of gesture: GestureReport) -> ReportVerdict? {
    let policy = page.policies[index]
    let bar = gesture.policy.finishThreshold
    let rule: Policy
    if index == page.policyInForce {
      rule = gesture.policy
    } else if policy.followsThreshold, page.policies[page.policyInForce].followsThreshold {
      rule = policy.followsVelocity ? .flick(bar) : .threshold(bar)
    } else {
      return nil
    }
    return ReportVerdict(
      policy: rule, progress: gesture.progress, velocity: gesture.velocity,
      isDecided: gesture.decision.rule != .interrupted, wholeTravel: gesture.wholeTravel)
  }

  mutating func end(_ facts: RecordingFacts) {
    defer { hasBegun = false }
    // The problem is all there is to say of what was never replayed.
    guard hasBegun, var recording = page.recordings.popLast() else { return }
    recording.gestureCounts[page.policyInForce] = recording.gestureCount
    recording.facts = Self.facts(facts, recording)
    recording.aspect = Self.aspect(facts)
    recording.isInverted = facts.plan?.isInverted ?? false
    for warning in facts.warnings {
      let times = facts.warningTimes[warning.code] ?? []
      recording.timedWarnings += times.map {
        ReportMoment($0, warning.code.message(on: facts.kind))
      }
      if warning.count > times.count {
        recording.warnings.append(Words.warning(warning, on: facts.kind))
      }
    }
    recording.timedWarnings.sort { $0.time < $1.time }
    recording.problem = facts.problem.map { problem in
      (problem.line.map { "line \($0): " } ?? "") + problem.message
    }
    page.recordings.append(recording)
    note(facts.settings)
  }

  mutating func flush() {}

  // MARK: Facts

  /// The height of the surface by the width; a table of one axis has a strip.
  private static func aspect(_ facts: RecordingFacts) -> Double? {
    if let size = facts.size, size.width > 0 { return size.height / size.width }
    return facts.plan.map {
      Double($0.surface.y.range) / Double($0.surface.x.range)
    }
  }

  private static func facts(
    _ facts: RecordingFacts, _ recording: ReportRecording
  ) -> [ReportFact] {
    var all: [ReportFact] = []
    func note(_ title: String, _ text: String?) {
      if let text { all.append(ReportFact(title, text)) }
    }
    note("file", facts.name)
    note("format", facts.format?.rawValue)
    let name = facts.device.name.map(Words.name)
    let device = [facts.kind?.rawValue, name].compactMap { $0 }
    note("device", device.isEmpty ? nil : device.joined(separator: ", "))
    note(
      "size",
      facts.size.map { "\(Words.short($0.width)) x \(Words.short($0.height)) mm" })
    if facts.settings["recognizer"] == "libinput" {
      note(
        "followed",
        facts.followsContacts
          ? "as libinput recognizes it" : "by \(facts.settings["deltas"] ?? "") deltas of libinput")
    }
    note("gestures", "\(recording.gestureCount)")
    if recording.touchCount > 0 {
      note("touches", "\(recording.touchCount) that were no gesture")
    }
    note("meant", recording.intent)
    return all
  }

  /// Notes the settings of a recording: what differs between recordings says so.
  private mutating func note(_ texts: [String: String]) {
    settings =
      settings?.merging(texts) { $0 == $1 ? $0 : "differs by recording" } ?? texts
    page.settings = (settings ?? [:]).sorted { $0.key < $1.key }.map { ReportFact($0, $1) }
  }
}
