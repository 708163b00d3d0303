import Quantities
import TestSupport
import Testing
import Transitions

/// The adapter itself: each step, field and expectation, on tables with numbers of their own.
@Suite struct StepTableTests {
  /// What a table without any expectation plays.
  static func record(_ fields: String) throws -> StepRecord {
    let table = try StepTable("{\(fields)}")
    return try #require(StepOutcome(table.parts[0].plans).records.first)
  }

  /// What a table complains about.
  static func complaints(_ fields: String, _ expect: String) throws -> [String] {
    try StepTable("{\(fields), \"expect\": {\(expect)}}").complaints()
  }

  /// A drag of 80 of 200 units, let go at half a second.
  static let drag = """
    "travel": 200, "steps": [[0, "begin", 10], [0.2, "move", 90], [0.5, "lift"]]
    """

  /// A drag that is too short.
  static let back = """
    "travel": 200, "steps": [[0, "begin", 10], [0.2, "move", 60], [0.5, "lift"]]
    """

  /// A drag, and another finger 0.1 s into 0.24 s of settling, which brings it back.
  static let taken = """
    "travel": 200, "settle_duration": 0.4, "curve": "linear", \
    "steps": [[0, "begin", 10], [0.2, "move", 90], [0.5, "lift"], [0.6, "begin", 150], \
      [0.7, "move", 60], [1.2, "lift"]]
    """

  /// Two drags between named pages: one too short, one long enough.
  static let pages = """
    "travel": 200, "steps": [[0, "begin", 0, "home", "list"], [0.1, "move", 20], [0.3, "lift"], \
      [1, "begin", 0, "home", "list"], [1.1, "move", 90], [1.4, "lift"]]
    """

  /// Two long drags between numbered pages.
  static let numbered = """
    "travel": 200, "pages": 4, "start_page": 1, \
    "steps": [[0, "begin", 0], [0.1, "move", 100], [0.3, "lift"], \
      [1, "begin", 0], [1.1, "move", 90], [1.4, "lift"]]
    """

  /// A release without a touch.
  static let release = """
    "release": {"progress": 0.25, "velocity": 0, "target": 1}, "settle_duration": 0.4
    """

  /// A touch that two recognizers see.
  static let both = """
    "travel": 100, "recognizers": [{"name": "outer", "axis": "x", "priority": 7}, \
      {"name": "inner", "axis": "x", "priority": 3}], \
    "samples": [[0, 5], [0.1, 30], [0.2, 45]], "end": {"t": 0.5, "kind": "lift"}
    """

  /// Expectations that hold of a table, and others that do not.
  static let expectations: [(fields: String, holds: String, fails: String)] = [
    (drag, #""outcome": "finish""#, #""outcome": "cancel""#),
    (back, #""outcome": "cancel""#, #""outcome": "finish""#),
    (drag, #""outcome_threshold_only": "finish""#, #""outcome_threshold_only": "cancel""#),
    (drag, #""outcomes": ["finish"]"#, #""outcomes": ["finish", "finish"]"#),
    (pages, #""outcomes": ["cancel", "finish"]"#, #""outcome": "finish""#),
    (both, #""outcomes": {"inner": "finish", "outer": "not begun"}"#, #""outcomes": {}"#),
    (
      #""travel": 200, "steps": [[0, "begin", 0], [0.02, "move", 20], [0.03, "lift"]]"#,
      #""with_velocity": "finish", "outcome": "cancel""#, #""with_velocity": "cancel""#
    ),
    (pages, #""completions": 2"#, #""completions": 1"#),
    (pages, #""cancelled": 1"#, #""cancelled": 2"#),
    (drag, #""stuck": false"#, #""stuck": true"#),
    (
      #""travel": 200, "steps": [[0, "begin", 0], [0.02, "move", 20]]"#, #""stuck": true"#,
      #""stuck": false"#
    ),
    (drag, #""ignored_calls": 0"#, #""ignored_calls": 1"#),
    (drag, #""final_progress": 1"#, #""final_progress": 0.999999999"#),
    (drag, #""end_exactly": 1.0"#, #""end_exactly": 0"#),
    (back, #""reaches": 0"#, #""reaches": 1"#),
    (drag, #""after_end_equals": 1"#, #""after_end_equals": 0.5"#),
    // 60 % of 0.35 s after half a second is 0.71 s.
    (drag, #""progress_from_0_71s": 1"#, #""progress_from_0_7s": 1"#),
    (drag, #""progress_from_2s": 1"#, #""progress_from_2s": 0"#),
    (drag, #""monotone": "up""#, #""monotone": "down""#),
    (back, #""monotone": "down""#, #""monotone": "up""#),
    (drag, #""lowest_min": 0"#, #""lowest_min": 0.1"#),
    // 0.21 s at 60 frames a second.
    (drag, #""frames_min": 13"#, #""frames_min": 14"#),
    (drag, #""settle_frames_max": 13"#, #""settle_frames_max": 12"#),
    (drag + #", "frame_rate": 10"#, #""settle_frames_max": 3"#, #""frames_min": 4"#),
    (drag + #", "reduce_motion": true"#, #""settle_frames_max": 1"#, #""frames_min": 2"#),
    (drag + #", "reduce_motion": true"#, #""reaches": 1"#, #""settle_frames_max": 0"#),
    (
      #""travel": 200, "curve": "linear", "settle_duration": 0.5, "steps": [[0, "begin", 0], "#
        + #"[0.1, "move", 40], [0.2, "move", 80], [0.2, "lift"]]"#,
      // The finger and the settling both make 2 a second.
      #""first_settle_step_ratio": [0.999999, 1.000001]"#,
      #""first_settle_step_ratio": [1.1, 2]"#
    ),
    (taken, #""takes_over": true"#, #""takes_over": false"#),
    (pages, #""takes_over": false"#, #""takes_over": true"#),
    (taken, #""jump_max": 0"#, #""jump_max": -0.1"#),
    (taken, #""transitions_alive_max": 1"#, #""transitions_alive_max": 0"#),
    (taken, #""completions": 1, "outcome": "cancel""#, #""completions": 2"#),
    (taken, #""settles": 2"#, #""settles": 1"#),
    // 0.4 and a quarter of a second at 2.5 a second, 90 of 200 units less.
    (taken, #""second_progress": 0.2"#, #""second_progress": 0.65"#),
    (pages, #""second_progress": 0.45"#, #""second_progress": 0.55"#),
    (drag, #""done_before": 0.7101"#, #""done_before": 0.71"#),
    // Counted from the release at 0.5 s.
    (drag, #""done_before": 0.22"#, #""done_before": 0.2"#),
    (drag, #""max_duration": 0.21"#, #""max_duration": 0.2"#),
    (
      release + #", "frame_rates": [24, 75, 144], "uneven_frames": [0.05, 0, 0.2]"#,
      #""max_difference": 0, "end_exactly": 1"#, #""end_exactly": 0"#
    ),
    (release, #""max_duration": 0.3, "monotone": "up", "settles": 1"#, #""max_duration": 0.29"#),
    (
      pages, #""history": [["home", "cancel"], ["list", "finish"]]"#,
      #""history": [["list", "cancel"], ["list", "finish"]]"#
    ),
    (pages, #""depth_after_cancel": 1"#, #""depth_after_cancel": 2"#),
    (pages, #""depth_after_finish": 2"#, #""depth_after_finish": 1"#),
    (pages, #""current": "list""#, #""current": "home""#),
    (numbered, #""current": 3"#, #""current": "2""#),
    (numbered, #""end_page": 3"#, #""end_page": 2"#),
    (numbered, #""pages_moved": 2"#, #""pages_moved": 3"#),
    (numbered, #""history": [[2, "finish"], [3, "finish"]]"#, #""history": []"#),
    (back, #""secondary_values": 0"#, #""secondary_values": 1"#),
    (drag, #""finite": true"#, #""finite": false"#),
    (both, #""winner": "inner""#, #""winner": "outer""#),
    (drag, #""progress": 0.41"#, #""progress": 0.45"#),
    (drag, #""first_progress_max": 0.4"#, #""first_progress_max": 0.39"#),
    (both, #""max_step_per_sample": 0.1501"#, #""max_step_per_sample": 0.14"#),
    (both, #""axis": "x""#, #""axis": "y""#),
  ]

  @Test(arguments: expectations)
  func `an expectation can hold and can fail`(fields: String, holds: String, fails: String) throws {
    #expect(try Self.complaints(fields, holds) == [])
    #expect(try !Self.complaints(fields, fails).isEmpty)
  }

  @Test func `an expectation that nobody knows is an error`() {
    for expect in [
      #""outcom": "finish""#, #""progress_from_s": 1"#, #""progress_from_1_2_3s": 1"#,
      #""history": [["home"]]"#, #""depth_after_lunch": 1"#, #""monotone": "sideways""#,
      #""completions": "two""#,
      #""stuck": 0"#, #""first_settle_step_ratio": [1]"#,
    ] {
      #expect(throws: (any Error).self) { try Self.complaints(Self.drag, expect) }
    }
  }

  @Test(arguments: [
    #""colour": "red""#, #""curve": "wobbly""#, #""travel": "far""#, #""schema": "scenario/1""#,
    #""cases": [{"mass": 1}]"#, #""release": {"progress": 0.5}"#,
    #""release": {"progress": 0.5, "target": 0.5}"#, #""recognizers": [{"name": "one"}]"#,
    #""samples": [[0, 0, 0]]"#, #""columns": ["t", "z"], "samples": [[0, 0]]"#,
    #""samples": [[0, 0]], "end": {"t": 1, "kind": "fade"}"#, #""pages": 2.5"#, #""steps": []"#,
    #""steps": [[0, "jump", 1]]"#, #""steps": [[0, "begin"]]"#, #""steps": [[0, "lift", 1]]"#,
    #""steps": [[0, "begin", 0, "A"]]"#, #""steps": [[0, "set_enabled", 1]]"#,
    #""steps": [[1, "begin", 0], [0, "lift"]]"#,
  ])
  func `a field or step that nobody knows is an error`(fields: String) {
    let rest = fields.contains("steps") ? "" : #", "steps": [[0, "begin", 0]]"#
    #expect(throws: (any Error).self) { try StepTable("{\(fields)\(rest)}") }
  }

  // MARK: Steps

  @Test func `a touch without a motion begins a transition and cancels it`() throws {
    let record = try Self.record(#""travel": 200, "steps": [[0, "begin", 10], [0.5, "lift"]]"#)
    #expect(record.outcomes == [.cancel])
    #expect(record.gestures.map(\.progress) == [0])
    #expect(record.ignoredCalls == 0)
  }

  @Test func `a touch on what settles lets go of it by where it is`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 10], [0.2, "move", 90], [0.5, "lift"], "#
        + #"[0.6, "begin", 10], [3, "lift"]]"#)
    #expect(record.outcomes == [.finish])
    #expect(record.tookOver)
    #expect(record.completions[0].completion.time > .milliseconds(3000))
    // While the finger was down nothing moved.
    let held = record.looks.filter { (600.0...2990).contains($0.time.since(.zero).seconds * 1000) }
    #expect(Set(held.map(\.shown)).count == 1)
    #expect(held.count > 140)
  }

  @Test func `a second begin while the finger is down closes the first`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.2, "move", 180], [0.4, "begin", 50], "#
        + #"[0.5, "move", 120], [0.8, "lift"], [3, "frame"]]"#)
    #expect(record.outcomes == [.cancel, .finish])
    #expect(record.completions[0].completion.time == .milliseconds(400))
    #expect(record.gestures.map(\.progress) == [0.9, 0.35])
    #expect(!record.tookOver)
    #expect(record.ignoredCalls == 0)
  }

  @Test func `begin again goes on`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.2, "move", 60], [0.4, "begin_again", 60], "#
        + #"[0.5, "move", 80], [0.8, "lift"]]"#)
    #expect(record.outcomes == [.finish])
    #expect(record.gestures.map(\.progress) == [0.4])
    #expect(record.transitions == 1)
  }

  @Test(arguments: [
    #"[0, "move", 5]"#, #"[0, "lift"]"#, #"[0, "cancel_event"]"#, #"[0, "begin_again", 5]"#,
    #"[0, "update", 0.5]"#, #"[0, "finish"]"#, #"[0, "cancel"]"#,
  ])
  func `a call without a gesture is ignored and counted`(step: String) throws {
    let record = try Self.record(#""travel": 200, "steps": [\#(step)]"#)
    #expect(record.ignoredCalls == 1)
    #expect(record.completions.isEmpty)
    #expect(record.final == 0)
  }

  @Test func `what comes after a gesture is ignored and counted`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.1, "move", 100], [0.2, "lift"], "#
        + #"[0.21, "lift"], [0.22, "move", 0], [0.23, "update", 0], [0.24, "cancel"], "#
        + #"[2, "finish"], [2, "move", 7], [2, "cancel_event"]]"#)
    #expect(record.ignoredCalls == 7)
    #expect(record.outcomes == [.finish])
    #expect(record.final == 1)
  }

  @Test func `calls of the transition end the gesture of the finger`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.1, "move", 30], [0.2, "update", 0.8], "#
        + #"[0.3, "finish"], [0.4, "move", 50], [2, "lift"]]"#)
    #expect(record.outcomes == [.finish])
    #expect(record.gestures.map(\.progress) == [0.8])
    #expect(record.ignoredCalls == 2)
    #expect(record.settlings.map(\.settle.initial) == [0.8])
  }

  @Test func `a lift decides about an update`() throws {
    for (progress, outcome) in [(0.29, Outcome.cancel), (0.3, .finish)] {
      let record = try Self.record(
        #""steps": [[0, "begin", 0], [0.1, "update", \#(progress)], [0.2, "lift"]]"#)
      #expect(record.outcomes == [outcome])
      #expect(record.gestures.map(\.progress) == [progress])
    }
  }

  @Test func `a cancel event cancels whatever the progress`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.1, "move", 190], [0.11, "cancel_event"], "#
        + #"[0.2, "move", 200], [0.3, "lift"]]"#)
    #expect(record.outcomes == [.cancel])
    #expect(record.gestures.map(\.progress) == [0.95])
    #expect(record.ignoredCalls == 2)
    // It settles from there.
    #expect(record.settlings.map(\.settle.initial) == [0.95])
  }

  @Test func `switched off it cancels, and sees no touch`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.1, "move", 100], "#
        + #"[0.2, "set_enabled", false], [0.25, "move", 150], [0.3, "lift"], "#
        + #"[1, "begin", 0], [1.1, "move", 150], [1.2, "set_enabled", true], "#
        + #"[1.3, "move", 190], [1.4, "lift"], [2, "begin", 0], [2.1, "move", 70], [2.5, "lift"]]"#)
    #expect(record.outcomes == [.cancel, .finish])
    #expect(record.gestures.map(\.progress) == [0.5, 0.35])
    #expect(record.settlings.map(\.settle.initial) == [0.5, 0.35])
    // Of the touch that was seen no more, and of the one that was down when it was off.
    #expect(record.ignoredCalls == 5)
  }

  @Test func `what comes before the transition is ready is applied then`() throws {
    let record = try Self.record(
      #""travel": 200, "curve": "linear", "steps": [[0, "begin", 0], [0.05, "move", 80], "#
        + #"[0.1, "lift"], [0.5, "transition_ready"], [0.605, "frame"]]"#)
    #expect(record.outcomes == [.finish])
    #expect(record.gestures.map(\.progress) == [0.4])
    #expect(record.looks.allSatisfy { $0.time >= .milliseconds(500) || $0.shown == 0 })
    #expect(record.settlings.map(\.settle.start) == [.milliseconds(500)])
    // Half of 0.21 s.
    let look = try #require(record.looks.first { $0.time == .milliseconds(605) })
    #expect(abs(look.shown - 0.7) < 1e-9)
    #expect(record.ignoredCalls == 0)
  }

  @Test func `a table may begin with a transition that no finger began`() throws {
    let record = try Self.record(
      #""steps": [[0, "update", 0.2], [0.05, "finish"], [0.06, "update", 0.5], "#
        + #"[0.3, "transition_ready"]]"#)
    #expect(record.outcomes == [.finish])
    #expect(record.settlings.map(\.settle.initial) == [0.2])
    #expect(record.settlings.map(\.settle.start) == [.milliseconds(300)])
    #expect(record.ignoredCalls == 1)
    let early = try Self.record(#""steps": [[0, "transition_ready"], [0.1, "begin", 0]]"#)
    #expect(early.ignoredCalls == 0)
    #expect(early.transitions == 1)
  }

  @Test func `progress before the transition is ready is shown then`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0], [0.05, "move", 80], [0.5, "transition_ready"], "#
        + #"[0.6, "move", 100], [0.9, "cancel_event"], [2, "begin", 0], "#
        + #"[2.1, "move", 60], [2.4, "lift"]]"#
    )
    #expect(record.outcomes == [.cancel, .finish])
    let look = try #require(record.looks.first { $0.time == .milliseconds(500) })
    #expect(look.shown == 0.4)
  }

  @Test func `another command closes the gesture and changes the page`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0, "A", "B"], [0.1, "move", 100], "#
        + #"[0.2, "go_to", "C"], [0.25, "move", 150], [0.3, "lift"], "#
        + #"[1, "begin", 0, "C", "D"], [1.1, "move", 100], [1.4, "lift"]]"#)
    #expect(record.outcomes == [.cancel, .finish])
    #expect(record.completions[0].completion.time == .milliseconds(200))
    #expect(record.completions.map(\.page) == ["A", "D"])
    #expect(record.completions.map(\.depth) == [1, 3])
    #expect(record.depthAfterGoTo == 2)
    #expect(record.ignoredCalls == 2)
    #expect(record.complaints == [])
  }

  @Test func `another command while it settles takes it to its end first`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0, "A", "B"], [0.1, "move", 100], "#
        + #"[0.3, "lift"], [0.35, "go_to", "A"]]"#)
    #expect(record.outcomes == [.finish])
    #expect(record.completions[0].completion.time == .milliseconds(350))
    #expect(record.page == "A")
    #expect(record.depthAfterGoTo == 1)
  }

  @Test func `a begin from a page that is not shown is a fault of the table`() throws {
    let record = try Self.record(
      #""travel": 200, "steps": [[0, "begin", 0, "A", "B"], [0.5, "lift"], "#
        + #"[1, "begin", 0, "B", "C"]]"#)
    #expect(record.complaints.count == 1)
  }

  @Test func `after the last page nothing finishes`() throws {
    let record = try Self.record(
      #""travel": 200, "pages": 2, "start_page": 1, "#
        + #""steps": [[0, "begin", 0], [0.1, "move", 190], [0.3, "lift"]]"#)
    #expect(record.outcomes == [.cancel])
    #expect(record.page == "1")
  }

  // MARK: Fields

  @Test func `frames come at the rate of the display, and from the release on anew`() throws {
    let record = try Self.record(
      #""travel": 200, "frame_rate": 50, "steps": [[0, "begin", 10], [0.2, "move", 90], "#
        + #"[0.507, "lift"]]"#)
    let times = record.settlings[0].frames.map { $0.time.since(.milliseconds(507)).seconds }
    #expect(times.prefix(3) == [0.02, 0.04, 0.06])
    // 0.21 s in frames of 20 ms.
    #expect(times.count == 11)
    let dragged = record.looks.filter { !$0.isDrag && $0.time < .milliseconds(500) }
    #expect(dragged.dropFirst().prefix(2).map(\.time) == [.milliseconds(20), .milliseconds(40)])
  }

  @Test func `uneven frames count from the release on, and even ones follow`() throws {
    let record = try Self.record(
      #""travel": 200, "uneven_frames": [0.003, 0.05, -0.01, 0.1], "#
        + #""steps": [[0, "begin", 10], [0.2, "move", 90], [0.5, "lift"]]"#)
    let times = record.settlings[0].frames.map { $0.time.since(.milliseconds(500)).seconds }
    #expect(times.prefix(4) == [0.003, 0.053, 0.053, 0.153])
    #expect(abs(times[4] - 0.153 - 1 / 60) < 1e-9)
  }

  @Test func `each case settles with a spring of its own`() throws {
    let table = try StepTable(
      #"{"release": {"progress": 0.5, "velocity": 3, "target": 1}, "cases": ["#
        + #"{"damping_ratio": 0, "dts": [0.1, -3, 1e9]}, {"damping_ratio": 0.3, "dts": [0.016]}, "#
        + #"{"damping_ratio": 1, "dts": [0, 0, 0.4]}, {"damping_ratio": -2, "dts": []}, "#
        + #"{"damping_ratio": "inf", "dts": [60]}], "expect": {"finite": true, "reaches": 1, "#
        + #""completions": 1}}"#)
    #expect(table.parts[0].plans.map(\.dampingRatio) == [0, 0.3, 1, -2, .infinity])
    #expect(try table.complaints() == [])
    let outcome = try StepOutcome(table.parts[0].plans)
    let durations = outcome.records.map { $0.settlings[0].settle.duration.seconds }
    #expect(durations[0] == 10)
    #expect(durations[1] > durations[2])
    #expect(outcome.records[1].looks.contains { $0.shown > 1.1 })
    #expect(
      outcome.records[0].settlings[0].frames.map(\.time).prefix(2) == [
        .milliseconds(100), .milliseconds(100),
      ])
  }

  @Test func `a release stands where the table says`() throws {
    for (progress, target) in [(0.25, 1), (1.2, 1), (-0.1, 0), (0, 1), (1, 0)] {
      let record = try Self.record(
        #""release": {"progress": \#(progress), "velocity": 2, "target": \#(target)}, "#
          + #""cases": [{"damping_ratio": 1}]"#)
      let settle = record.settlings[0].settle
      #expect(abs(settle.initial - progress) < 1e-12)
      #expect(settle.outcome.progress == Double(target))
      if progress != 1 { #expect(abs(settle.velocity - 2) < 1e-9) }
      #expect(record.final == Double(target))
    }
  }

  @Test func `frames are looked at as long as is asked for`() throws {
    let record = try Self.record(Self.back + #", "observe_until": 4"#)
    let last = try #require(record.looks.last)
    #expect(last.time >= .milliseconds(4000) && last.time < .milliseconds(4200))
  }

  @Test func `before the lock distance nothing is recognized, and it does not count`() throws {
    let record = try Self.record(
      #""travel": 200, "lock_distance": 30, "steps": [[0, "begin", 0], [0.1, "move", 20], "#
        + #"[0.2, "move", 50], [0.3, "move", 110], [0.6, "lift"]]"#)
    #expect(record.gestures.map(\.progresses) == [[0.1, 0.4]])
    let held = try #require(record.looks.last { $0.isDrag && $0.time <= .milliseconds(100) })
    #expect(held.shown == 0)
  }

  @Test func `the axis is chosen after the lock distance`() throws {
    func record(_ samples: String) throws -> StepRecord {
      try Self.record(
        #""travel": 100, "lock_distance": 10, "columns": ["t", "x", "y"], "recognizers": ["#
          + #"{"name": "side", "axis": "x", "priority": 1}, "#
          + #"{"name": "down", "axis": "y", "priority": 2}], "#
          + #""samples": [[0, 0, 0], \#(samples)], "end": {"t": 1, "kind": "lift"}"#)
    }
    let side = try record("[0.1, 5, 6], [0.2, 12, 11], [0.3, 20, 90]")
    #expect(side.winner == 0)
    let down = try record("[0.1, 6, 5], [0.2, 11, 12], [0.3, 90, 52]")
    #expect(down.winner == 1)
    #expect(down.gestures.map(\.axis) == [.y])
    #expect(down.outcomes == [.finish])
    let none = try record("[0.1, 3, 3]")
    #expect(none.winner == nil)
    #expect(none.completions.isEmpty)
  }

  @Test func `recognizers see steps as well, and take turns`() throws {
    let record = try Self.record(
      #""travel": 100, "recognizers": [{"name": "b", "axis": "x", "priority": 2}, "#
        + #"{"name": "a", "axis": "x", "priority": 1}], "steps": [[0, "begin", 0], "#
        + #"[0.1, "move", 50], [0.4, "lift"], [0.41, "begin", 0], [0.45, "move", -20], "#
        + #"[0.9, "lift"]]"#)
    let answers = (record.completions.map(\.recognizer), record.tookOver, record.mostAlive)
    #expect(answers == ([0], true, 1))
  }

  @Test func `samples may be differences, and a lift may carry a position`() throws {
    let record = try Self.record(
      #""travel": 100, "columns": ["t_event", "t_read", "dx"], "samples": [[0, 9, 70], "#
        + #"[0.1, 9, 10], [0.2, 9, 15]], "end": {"t": 0.5, "kind": "lift", "x": 30}"#)
    #expect(record.gestures.map(\.progresses) == [[0.1, 0.25, 0.3]])
  }

  @Test func `gestures may be listed one after another`() throws {
    let record = try Self.record(
      #""travel": 100, "gestures": [{"samples": [[0, 0], [0.1, 50]], "end": {"t": 0.4, "#
        + #""kind": "device_removed"}}, {"samples": [[2, 0], [2.1, 50]], "end": {"t": 2.4, "#
        + #""kind": "lift"}}]"#)
    #expect(record.outcomes == [.cancel, .finish])
  }

  @Test func `variants differ in what they say, and are compared`() throws {
    let fields = """
      "travel": 100, "settle_duration": 1, "curve": "linear", "variants": {
        "far": {"steps": [[0, "begin", 0], [0.1, "move", 95], [0.4, "lift"]]},
        "near": {"steps": [[0, "begin", 0], [0.1, "move", 35], [0.4, "lift"]],
          "expect": {"max_duration": 0.65}}}
      """
    #expect(
      try Self.complaints(fields, #""ratio_095_to_035_max": 0.08, "outcome": "finish""#) == [])
    #expect(try Self.complaints(fields, #""ratio_095_to_035_max": 0.07"#).count == 1)
    #expect(try Self.complaints(fields, #""max_duration": 0.06"#).count == 1)
    #expect(try Self.complaints(fields, #""same_for_all": false"#) == [])
    #expect(
      try Self.complaints(fields.replacing("0.65", with: "0.6"), #""stuck": false"#).count == 1)
    #expect(throws: (any Error).self) {
      try Self.complaints(fields.replacing("near\": {", with: "near\": {\"odd\": 1,"), "")
    }
  }

  @Test func `another setting gives another answer`() throws {
    let fields = #""travel": 200, "steps": [[0, "begin", 0], [0.02, "move", 20], [0.2, "lift"]]"#
    func complaints(_ age: Double) throws -> [String] {
      try Self.complaints(
        fields,
        #""with_velocity": "cancel", "#
          + #""alternative": {"max_velocity_age": \#(age), "with_velocity": "finish"}"#)
    }
    #expect(try complaints(0.2) == [])
    #expect(try complaints(0.15).count == 1)
  }
}
