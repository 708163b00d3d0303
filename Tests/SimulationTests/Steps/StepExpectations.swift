import Gestures
import Quantities
import TestSupport
import Transitions

extension StepTable {
  /// What did not come as the table expects, a line each.
  func complaints() throws -> [String] {
    var complaints: [String] = []
    for part in parts {
      let outcome = try StepOutcome(part.plans, observing: observed(part.expectations))
      complaints += try outcome.complaints(about: part.expectations).map { complaint in
        part.name.isEmpty ? complaint : "\(part.name): \(complaint)"
      }
    }
    let whole = try parts.map { part in
      (part.name, try StepOutcome(part.plans, observing: observed(part.expectations)))
    }
    for (name, value) in expectations.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "ratio_095_to_035_max":
        complaints += try Self.ratio(of: whole.map(\.1), atMost: value.asNumber(name))
      case "same_for_all":
        complaints += try Self.sameness(of: whole.map(\.1), wanted: value.asFlag(name))
      default:
        for (part, outcome) in whole {
          complaints += try outcome.complaints(about: [name: value]).map { complaint in
            part.isEmpty ? complaint : "\(part): \(complaint)"
          }
        }
      }
    }
    return complaints
  }

  /// The latest time that an expectation names.
  private func observed(_ own: [String: VectorValue]) throws -> Double {
    try (Array(own.keys) + expectations.keys)
      .compactMap { try StepOutcome.time(from: $0) }.max().map { $0 + 0.1 } ?? 0
  }

  /// The duration from about 0.95 must be at most a share of the one from about 0.35.
  private static func ratio(of outcomes: [StepOutcome], atMost most: Double) throws -> [String] {
    let settles = outcomes.flatMap(\.records).compactMap(\.settlings.last?.settle)
    func nearest(_ progress: Double) -> Settle? {
      settles.min {
        ($0.initial - progress).magnitude < ($1.initial - progress).magnitude
      }
    }
    guard let late = nearest(0.95), let early = nearest(0.35), late != early else {
      return ["ratio_095_to_035_max: no two ways to compare"]
    }
    let ratio = late.duration.seconds / early.duration.seconds
    return ratio <= most ? [] : ["ratio_095_to_035_max is \(ratio), more than \(most)"]
  }

  private static func sameness(of outcomes: [StepOutcome], wanted: Bool) throws -> [String] {
    let answers = outcomes.flatMap(\.records).map { record in
      (record.outcomes, record.gestures.compactMap(\.progress))
    }
    let isSame = answers.allSatisfy { outcomes, progresses in
      outcomes == answers[0].0 && progresses.count == answers[0].1.count
        && zip(progresses, answers[0].1).allSatisfy { StepOutcome.isNear($0, $1) }
    }
    return isSame == wanted ? [] : ["same_for_all is \(isSame)"]
  }
}

/// What came of a part of a table: its runs under the policy `threshold`.
struct StepOutcome {
  /// What was seen, a run each.
  let records: [StepRecord]

  private let plans: [StepPlan]
  private let observed: Double

  /// Plays the runs.
  init(_ plans: [StepPlan], observing observed: Double = 0) throws {
    self.plans = plans
    self.observed = observed
    records = try plans.map { try StepStage($0, observing: observed).record }
  }

  /// Whether two progresses are the same as far as tables state them.
  static func isNear(_ one: Double, _ other: Double) -> Bool {
    (one - other).magnitude <= 0.02 + 1e-9
  }

  /// What did not come as expected, a line each.
  func complaints(about expectations: [String: VectorValue]) throws -> [String] {
    let known = records.flatMap(\.complaints)
    return try known
      + expectations.sorted { $0.key < $1.key }.flatMap { name, value in
        try complaints(about: name, value)
      }
  }

  private func complaints(about name: String, _ value: VectorValue) throws -> [String] {
    switch name {
    case "with_velocity":
      let flick = try StepOutcome(flicks, observing: observed)
      return try flick.complaints(about: "outcome", value).map { "with_velocity: \($0)" }
    case "alternative": return try alternative(value)
    case "max_difference": return try difference(atMost: value.asNumber(name))
    default:
      return try zip(plans, records).flatMap { plan, record in
        try StepCheck(plan: plan, record: record).complaints(about: name, value)
      }
    }
  }

  private var flicks: [StepPlan] {
    plans.map { plan in
      var plan = plan
      plan.isFlick = true
      return plan
    }
  }

  /// The same with another setting.
  private func alternative(_ value: VectorValue) throws -> [String] {
    guard case .object(var expectations) = value else {
      throw Members.Invalid(path: "alternative", value: value)
    }
    var plans = plans
    if let age = try expectations.removeValue(forKey: "max_velocity_age")?.asNumber("alternative") {
      for index in plans.indices { plans[index].maximumVelocityAge = age }
    }
    return try StepOutcome(plans, observing: observed).complaints(about: expectations)
      .map { "alternative: \($0)" }
  }

  /// What is shown at equal times must be the same, whatever the frames.
  ///
  /// Each run is asked at the frames of all of them, as it was after its own last frame before.
  private func difference(atMost most: Double) throws -> [String] {
    guard records.count > 1 else { return ["max_difference: one run alone"] }
    let times = Set(records.flatMap { $0.looks.map(\.time) }).sorted()
    var places = records.map { _ in 0 }
    var largest = 0.0
    for time in times {
      var range: (least: Double, most: Double)?
      for (index, record) in records.enumerated() {
        while places[index] + 1 < record.looks.count,
          record.looks[places[index] + 1].time <= time
        {
          places[index] += 1
        }
        let look = record.looks[places[index]]
        guard look.time <= time else { continue }
        let shown = look.transition.shownProgress(at: time)
        range = (min(range?.least ?? shown, shown), max(range?.most ?? shown, shown))
      }
      if let range { largest = max(largest, range.most - range.least) }
    }
    return largest <= most ? [] : ["max_difference is \(largest), more than \(most)"]
  }

  /// The time that the name of an expectation holds: 0.9 for `progress_from_0_9s`.
  static func time(from name: String) throws -> Double? {
    let prefix = "progress_from_"
    guard name.hasPrefix(prefix), name.hasSuffix("s") else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast().split(
      separator: "_", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let time = Double(parts.joined(separator: ".")) else {
      throw StepTable.Unknown(text: "the time in \(name)")
    }
    return time
  }
}

/// Compares what was seen in a run with what is expected.
struct StepCheck {
  /// What was played.
  let plan: StepPlan

  /// What was seen.
  let record: StepRecord

  /// How much a value that only rises may fall: curves are right to 10⁻⁹.
  private static let noise = 2e-9

  /// What did not come as expected, a line each.
  func complaints(about name: String, _ value: VectorValue) throws -> [String] {
    switch name {
    case "outcome", "outcomes", "outcome_threshold_only", "threshold_only":
      return try outcome(name, value)
    case "winner", "current", "end_page", "history", "pages_moved", "depth_after_go_to",
      "depth_after_cancel", "depth_after_finish", "axis":
      return try page(name, value)
    case "stuck", "takes_over", "finite", "moves_at_once_after_turn":
      return try truth(name, value.asFlag(name))
    case "first_settle_step_ratio": return try range(name, value)
    case "monotone": return try monotone(value.asText(name))
    case "completions", "cancelled", "ignored_calls", "settles": return try equal(name, value)
    case "final_progress", "end_exactly", "reaches", "after_end_equals", "secondary_values":
      return try equal(name, value)
    case "progress", "progress_alternative", "second_progress", "shown_progress":
      return try near(name, value.asNumber(name))
    case "lowest_min", "frames_min", "settle_frames_max", "jump_max", "transitions_alive_max",
      "max_duration", "done_before", "max_step_per_sample", "first_progress_max":
      return try limit(name, value.asNumber(name))
    default:
      guard let time = try StepOutcome.time(from: name) else {
        throw StepTable.Unknown(text: "the expectation \(name)")
      }
      return try still(name, from: time, value.asNumber(name))
    }
  }

  // MARK: Outcomes and pages

  private func outcome(_ name: String, _ value: VectorValue) throws -> [String] {
    switch value {
    case .text(let wanted):
      let outcomes = record.outcomes.map(\.rawValue)
      return outcomes == [wanted] ? [] : ["\(name) is \(outcomes), not the one \(wanted)"]
    case .list(let list):
      let wanted = try list.map { try $0.asText(name) }
      let outcomes = record.outcomes.map(\.rawValue)
      return outcomes == wanted ? [] : ["\(name) is \(outcomes), not \(wanted)"]
    case .object(let wanted):
      var found: [String: VectorValue] = [:]
      for (index, recognizer) in plan.recognizers.enumerated() {
        let last = record.completions.last { $0.recognizer == index }
        found[recognizer.name] = .text(last?.completion.outcome.rawValue ?? "not begun")
      }
      return found == wanted ? [] : ["\(name) is \(found), not \(wanted)"]
    case .null, .flag, .number: throw Members.Invalid(path: name, value: value)
    }
  }

  private func page(_ name: String, _ value: VectorValue) throws -> [String] {
    let found: VectorValue
    var wanted = value
    switch name {
    case "winner": found = record.winner.map { .text(plan.recognizers[$0].name) } ?? .null
    case "axis": found = .text(record.gestures.last?.axis?.rawValue ?? "none")
    case "current", "end_page":
      // A page is its name, whether that is a number or not.
      wanted = .text(try value.asPage(name))
      found = record.page.map { .text($0) } ?? .null
    case "history":
      wanted = .list(
        try value.asList(name).map { entry in
          let parts = try entry.asList(name)
          guard parts.count == 2 else { throw Members.Invalid(path: name, value: entry) }
          return [.text(try parts[0].asPage(name)), parts[1]]
        })
      found = .list(
        record.completions.map { completed in
          [
            completed.page.map { .text($0) } ?? .null,
            .text(completed.completion.outcome.rawValue),
          ]
        })
    case "pages_moved":
      let pages = (record.page.flatMap { Int($0) }, record.firstPage.flatMap { Int($0) })
      guard let last = pages.0, let first = pages.1 else { return ["\(name): no page numbers"] }
      found = .number(Double(last - first))
    case "depth_after_go_to": found = depth(record.depthAfterGoTo)
    default:
      let outcome = name == "depth_after_finish" ? Outcome.finish : .cancel
      found = depth(record.completions.last { $0.completion.outcome == outcome }?.depth)
    }
    return found == wanted ? [] : ["\(name) is \(found), not \(wanted)"]
  }

  private func depth(_ depth: Int?) -> VectorValue { depth.map { .number(Double($0)) } ?? .null }

  // MARK: Numbers

  private func equal(_ name: String, _ value: VectorValue) throws -> [String] {
    let wanted = try value.asNumber(name)
    let found: [Double]
    switch name {
    case "completions": found = [Double(record.completions.count)]
    case "cancelled": found = [Double(record.outcomes.count { $0 == .cancel })]
    case "ignored_calls": found = [Double(record.ignoredCalls)]
    case "settles": found = [Double(record.settlings.count)]
    case "secondary_values": found = record.secondaryValues
    case "after_end_equals":
      guard let end = record.completions.last?.completion.time, !record.isRunning else {
        return ["\(name): it does not end"]
      }
      found = record.looks.filter { $0.time > end }.map(\.shown)
    default:
      guard !record.isRunning else { return ["\(name): it does not end"] }
      found = [record.final]
    }
    guard let wrong = found.first(where: { $0 != wanted }) else {
      return found.isEmpty ? ["\(name): nothing was seen"] : []
    }
    return ["\(name) is \(wrong), not \(wanted)"]
  }

  private func near(_ name: String, _ wanted: Double) throws -> [String] {
    let index = name == "second_progress" ? 1 : record.gestures.count - 1
    guard record.gestures.indices.contains(index), let progress = record.gestures[index].progress
    else { return ["\(name): there was no such gesture"] }
    let gesture = record.gestures[index]
    switch name {
    case "shown_progress":
      return gesture.shown == wanted ? [] : ["\(name) is \(gesture.shown), not \(wanted)"]
    // The progress that follows if the slop counts as none: it is the other's alternative.
    case "progress_alternative": return []
    default:
      return StepOutcome.isNear(progress, wanted) ? [] : ["\(name) is \(progress), not \(wanted)"]
    }
  }

  /// What is shown from a time on.
  private func still(_ name: String, from time: Double, _ wanted: Double) throws -> [String] {
    let shown = record.looks.filter { $0.time.since(.zero).seconds >= time - 1e-9 }.map(\.shown)
    guard !shown.isEmpty else { return ["\(name): nothing was seen"] }
    return shown.first { $0 != wanted }.map { ["\(name) is \($0), not \(wanted)"] } ?? []
  }

  /// A number that must not be more, or, where the name says so, not less.
  private func limit(_ name: String, _ stated: Double) throws -> [String] {
    let found: [Double]
    var bound = stated
    switch name {
    case "lowest_min": found = record.looks.map(\.shown)
    case "frames_min", "settle_frames_max":
      found = record.settlings.filter { !$0.isTakenOver }.map { Double($0.frames.count) }
    case "jump_max": found = [record.largestJump]
    case "transitions_alive_max": found = [Double(record.mostAlive)]
    case "max_duration": found = record.settlings.map(\.settle.duration.seconds)
    case "done_before":
      guard !record.isRunning else { return ["\(name): it does not end"] }
      found = record.completions.map { $0.completion.time.since(.zero).seconds }
      // A time before the last release can only count from there.
      let release = record.settlings.last?.settle.start.since(.zero).seconds ?? 0
      if bound <= release { bound += release }
    case "max_step_per_sample":
      found = record.gestures.flatMap { gesture in
        zip(gesture.progresses, gesture.progresses.dropFirst()).map { ($1 - $0).magnitude }
      }
    default: found = record.gestures.compactMap(\.progresses.first?.magnitude)
    }
    guard !found.isEmpty else { return ["\(name): nothing was seen"] }
    let isWrong: (Double) -> Bool =
      switch name {
      case "lowest_min", "frames_min": { !($0 >= bound) }
      // Before, not at.
      case "done_before": { !($0 < bound) }
      default: { !($0 <= bound) }
      }
    return found.first(where: isWrong).map { ["\(name) is \($0), against \(bound)"] } ?? []
  }

  // MARK: Shapes

  private func truth(_ name: String, _ wanted: Bool) throws -> [String] {
    let found: Bool
    switch name {
    case "stuck": found = record.isRunning || record.completions.count != record.transitions
    case "takes_over": found = record.tookOver
    case "finite":
      found = record.looks.allSatisfy { $0.shown.isFinite && $0.velocity.isFinite }
    default: found = movesAtOnceAfterTurn
    }
    return found == wanted ? [] : ["\(name) is \(found)"]
  }

  /// Whether each report of a finger that has turned back moves the picture.
  private var movesAtOnceAfterTurn: Bool {
    let drag = record.looks.filter(\.isDrag).map(\.shown)
    guard let turn = drag.indices.min(by: { drag[$0] < drag[$1] }), turn + 1 < drag.count,
      turn > 0
    else { return false }
    return zip(drag[turn...], drag[(turn + 1)...]).allSatisfy { $0 < $1 }
  }

  private func range(_ name: String, _ value: VectorValue) throws -> [String] {
    let bounds = try value.asList(name).map { try $0.asNumber(name) }
    guard bounds.count == 2 else { throw Members.Invalid(path: name, value: value) }
    guard let found = firstSettleStepRatio else { return ["\(name): nothing was seen"] }
    return found >= bounds[0] && found <= bounds[1] ? [] : ["\(name) is \(found), not \(bounds)"]
  }

  /// The first step of settling as a share of the last step of the drag, both per second.
  private var firstSettleStepRatio: Double? {
    guard let settling = record.settlings.first, let first = settling.frames.first else {
      return nil
    }
    let drag = record.looks.filter { $0.isDrag && $0.time <= settling.settle.start }
    guard let final = drag.last?.shown,
      let before = drag.last(where: { $0.shown != final }),
      let last = drag.first(where: { $0.time > before.time && $0.shown == final })
    else { return nil }
    func seconds(_ from: Timestamp, _ to: Timestamp) -> Double { to.since(from).seconds }
    let drags = (last.shown - before.shown) / seconds(before.time, last.time)
    return (first.shown - last.shown) / seconds(last.time, first.time) / drags
  }

  private func monotone(_ direction: String) throws -> [String] {
    guard ["up", "down"].contains(direction) else {
      throw StepTable.Unknown(text: "monotone \(direction)")
    }
    guard !record.settlings.isEmpty else { return ["monotone: nothing settled"] }
    let sign: Double = direction == "up" ? 1 : -1
    for settling in record.settlings {
      let shown = [settling.settle.initial] + settling.frames.map(\.shown)
      for (before, after) in zip(shown, shown.dropFirst())
      where sign * (after - before) < -Self.noise {
        return ["monotone: from \(before) to \(after) is not \(direction)"]
      }
    }
    return []
  }
}
