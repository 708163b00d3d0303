import Quantities
import Simulation
import Transitions

/// A page of HTML about gestures, in one file that asks for nothing.
///
/// The page holds no rule: what the engine answers at each threshold is written into it, and its
/// script looks it up. Without the script it shows the answers that hold as the gestures were
/// replayed.
package struct ReportPage: Hashable, Sendable {
  /// The most gestures of a page.
  package static let mostGestures = 5000

  /// The most gestures of a page that have plots, which take some 40 kB each.
  package static let mostDetails = 100

  /// The program that made it, with its version.
  package var generator: String

  /// The options of the command line that the gestures were replayed with, but for the threshold and
  /// the policy.
  package var options: [String]

  /// The threshold of the command line, if it had one.
  package var thresholdOption: String?

  /// The settings of the replay that hold for all recordings.
  package var settings: [ReportFact]

  /// The policies.
  package var policies: [ReportPolicy]

  /// The index of the policy that decided in the replay.
  package var policyInForce: Int

  /// The velocity of a flick that the page begins with, in progress per second.
  package var flick: Double

  /// The recordings.
  package var recordings: [ReportRecording] = []

  /// The gestures, in the order of recordings and time; those with plots come first.
  package var gestures: [ReportGesture] = []

  /// How many gestures were left out.
  package var leftOut = 0

  /// Creates a page.
  ///
  /// - Precondition: The policy in force is one of the policies.
  package init(
    generator: String, options: [String] = [], thresholdOption: String? = nil,
    settings: [ReportFact] = [], policies: [ReportPolicy], policyInForce: Int = 0,
    flick: Double = 0.5
  ) {
    precondition(policies.indices.contains(policyInForce), "A page has a policy that is in force")
    self.generator = generator
    self.options = options
    self.thresholdOption = thresholdOption
    self.settings = settings
    self.policies = policies
    self.policyInForce = policyInForce
    self.flick = flick
  }

  /// Whether the intent is known of a recording with gestures.
  var knowsIntents: Bool { recordings.contains { $0.intent != nil && $0.gestureCount > 0 } }

  /// How many of the gestures have plots.
  var detailCount: Int { gestures.prefix { !$0.report.trace.isEmpty }.count }

  /// How many finish, cancel and do not begin, in words.
  static func summary(_ outcomes: [Outcome?]) -> String {
    var words = [
      "\(outcomes.count { $0 == .finish }) finish", "\(outcomes.count { $0 == .cancel }) cancel",
    ]
    let none = outcomes.count { $0 == nil }
    if none > 0 { words.append("under \(none) it does not begin") }
    return words.joined(separator: ", ")
  }

  /// How the answer of a policy depends on what can be moved.
  func table(of policy: Int, _ verdict: ReportVerdict) -> VerdictTable {
    guard verdict.isDecided else { return VerdictTable(interrupted: ()) }
    return VerdictTable(
      verdict.policy, progress: verdict.progress, velocity: verdict.velocity,
      movable: policies[policy].followsVelocity ? [.threshold, .velocity] : .threshold)
  }

  // MARK: The document

  /// The page as HTML.
  package var html: String {
    var markup = Markup()
    let frame = WebPage(title: title, generator: generator, scriptHash: Self.scriptHash)
    frame.begin(&markup)
    header(&markup)
    markup.element("main") { markup in
      markup.line()
      PageControls(self).write(to: &markup)
      if gestures.count > 1 { OverviewSection(self).write(to: &markup) }
      for index in 0..<detailCount { GestureSection(self, index).write(to: &markup) }
      if gestures.isEmpty { markup.element("p", ["class": "note"], "There is no gesture.") }
      recordingsSection(&markup)
    }
    frame.end(&markup) { markup in
      markup.element("script", ["type": "application/json", "id": "data"]) { markup in
        markup.embed(PageData.embedded(json))
      }
      markup.line()
      markup.element("script") { $0.embed(Self.script) }
      markup.line()
    }
    return markup.text
  }

  private var title: String {
    switch recordings.count {
    case 1: recordings[0].name
    case let count: PageWords.count(count, "recording")
    }
  }

  private func header(_ markup: inout Markup) {
    markup.element("header") { markup in
      markup.element("h1", title)
      markup.element("p", ["class": "lead"]) { markup in
        let touches = recordings.reduce(0) { $0 + $1.touchCount }
        var words = PageWords.count(gestures.count + leftOut, "gesture")
        if touches > 0 {
          words += ", and \(touches) \(touches == 1 ? "touch that was" : "touches that were") none"
        }
        markup.write(words)
        if recordings.count == 1 {
          let device = recordings[0].facts.filter { ["device", "size"].contains($0.title) }
          for fact in device { markup.write(" · \(fact.text)") }
        }
      }
    }
    markup.line()
  }

  // MARK: Recordings

  private func recordingsSection(_ markup: inout Markup) {
    markup.element("section", ["class": "recordings", "aria-labelledby": "recordings"]) { markup in
      markup.element(
        "h2", ["id": "recordings"], recordings.count == 1 ? "The recording" : "Recordings")
      let named = recordings.filter { recordings.count == 1 || $0.isNoteworthy }
      for recording in named.prefix(Self.mostDetails) {
        if recordings.count > 1 { markup.element("h3", recording.name) }
        if recordings.count == 1 { Self.list(recording.facts, to: &markup) }
        Self.notes(recording, to: &markup)
      }
      if named.count > Self.mostDetails {
        markup.element(
          "p", ["class": "note"],
          "\(named.count - Self.mostDetails) more have warnings, which replay tells.")
      }
      if named.isEmpty { markup.element("p", "There is nothing to warn of.") }
      if !settings.isEmpty {
        markup.element("details") { markup in
          markup.element("summary", "The settings that hold")
          Self.list(settings, to: &markup)
        }
      }
    }
    markup.line()
  }

  private static func notes(_ recording: ReportRecording, to markup: inout Markup) {
    if let problem = recording.problem {
      markup.element("p", ["class": "problem"], "It could not be read to its end: \(problem)")
    }
    if !recording.touches.isEmpty {
      markup.element("p", ["class": "note"], "Touches that were no gesture:")
      markup.element("ol", ["class": "moments"]) { markup in
        for touch in recording.touches {
          markup.element("li") { markup in
            markup.element("span", ["class": "time"], PageWords.time(touch.time))
            markup.write(" " + touch.text)
          }
        }
      }
      if recording.touchCount > recording.touches.count {
        markup.element(
          "p", ["class": "note"],
          "and \(recording.touchCount - recording.touches.count) more, which replay --all lists.")
      }
    }
    guard !recording.warnings.isEmpty || !recording.timedWarnings.isEmpty else { return }
    markup.element("ul", ["class": "warnings"]) { markup in
      for warning in recording.warnings { markup.element("li", "⚠ \(warning)") }
      for warning in recording.timedWarnings {
        markup.element("li") { markup in
          markup.element("span", ["class": "time"], PageWords.time(warning.time))
          markup.write(" ⚠ \(warning.text)")
        }
      }
    }
    markup.line()
  }

  /// Writes facts as a list of terms.
  static func list(_ facts: [ReportFact], to markup: inout Markup) {
    markup.element("dl") { markup in
      for fact in facts {
        markup.element("div") { markup in
          markup.element("dt", fact.title)
          markup.element("dd", fact.text)
        }
      }
    }
    markup.line()
  }
}

extension ReportRecording {
  /// Whether there is something to say of it.
  fileprivate var isNoteworthy: Bool {
    problem != nil || !warnings.isEmpty || !timedWarnings.isEmpty || !touches.isEmpty
  }
}
