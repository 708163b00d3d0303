import Curves
import Foundation
import Quantities
import TestSupport
import Transitions

/// A table of calls, or of samples of a touch, with what has to come of them.
///
/// It is read strictly: a step, a field or a shape that is not known is an error.
struct StepTable {
  /// What a table, or a variant of it, plays.
  struct Part {
    /// The name of the variant, or nothing.
    var name: String

    /// The runs: one, or one a case and frame rate.
    var plans: [StepPlan]

    /// What has to come of each.
    var expectations: [String: VectorValue]
  }

  /// The parts: the table itself, or its variants.
  let parts: [Part]

  /// What has to come of the table as a whole.
  let expectations: [String: VectorValue]

  /// Reads a table.
  init(_ json: String) throws {
    try self.init(JSONDecoder().decode(VectorValue.self, from: Data(json.utf8)))
  }

  /// Reads a table.
  init(_ value: VectorValue) throws {
    guard case .object(var fields) = value else { throw Members.Invalid(path: "", value: value) }
    let variants = fields.removeValue(forKey: "variants")
    guard let variants else {
      let expect = fields.removeValue(forKey: "expect")
      parts = [
        Part(name: "", plans: try Self.plans(fields, at: ""), expectations: [:])
      ]
      expectations = try Self.expectations(expect, at: "expect")
      return
    }
    guard case .object(let parts) = variants else {
      throw Members.Invalid(path: "variants", value: variants)
    }
    expectations = try Self.expectations(fields.removeValue(forKey: "expect"), at: "expect")
    let common = fields
    self.parts = try parts.sorted { $0.key < $1.key }.map { name, part in
      let path = "variants.\(name)."
      guard case .object(let own) = part else { throw Members.Invalid(path: path, value: part) }
      var fields = common.merging(own) { _, own in own }
      let expect = try Self.expectations(fields.removeValue(forKey: "expect"), at: path + "expect")
      return Part(name: name, plans: try Self.plans(fields, at: path), expectations: expect)
    }
  }

  /// Whether a table describes calls of the library, and not a recording.
  static func isOfSteps(_ value: VectorValue) -> Bool {
    guard case .object(let fields) = value else { return false }
    if ["steps", "release", "frame_rates", "recognizers"].contains(where: { fields[$0] != nil }) {
      return true
    }
    guard case .object(let variants)? = fields["variants"] else { return false }
    return variants.values.contains(where: isOfSteps)
  }

  private static func expectations(
    _ value: VectorValue?, at path: String
  ) throws -> [String: VectorValue] {
    guard let value else { return [:] }
    guard case .object(let members) = value else { throw Members.Invalid(path: path, value: value) }
    return members
  }

  // MARK: Fields

  private static func plans(
    _ fields: [String: VectorValue], at path: String
  ) throws -> [StepPlan] {
    var table = try Members(.object(fields), at: path)
    for name in ["id", "title", "note"] { _ = try table.text(name) }
    if let schema = try table.text("schema"), schema != "sample-table/1" {
      throw Members.Invalid(path: path + "schema", value: .text(schema))
    }
    var plan = StepPlan()
    try readDecision(&table, &plan)
    try readSettling(&table, &plan)
    try readTouch(&table, &plan, at: path)
    if let release = try table.members("release") { plan.release = try self.release(release) }
    let plans = try runs(of: plan, &table)
    if let first = table.unknown.first { throw Unknown(text: first) }
    guard !plan.steps.isEmpty || plan.release != nil else {
      throw Members.Invalid(path: path + "steps", value: nil)
    }
    return plans
  }

  private static func readDecision(_ table: inout Members, _ plan: inout StepPlan) throws {
    plan.threshold = try table.number("threshold") ?? plan.threshold
    plan.travel = try table.number("travel") ?? plan.travel
    plan.slop =
      try table.number("lock_distance") ?? table.number("activation_distance") ?? plan.slop
    plan.isInverted = try table.flag("invert") ?? plan.isInverted
    plan.isRubber = try table.flag("at_edge_negative") ?? plan.isRubber
    let count = try table.number("pages")
    let first = try table.number("start_page")
    guard count != nil || first != nil else { return }
    guard let first = Int(exactly: first ?? 0), let count = Int(exactly: count ?? 1e9), count > 0
    else { throw Unknown(text: "pages and start_page are not whole numbers") }
    plan.pages = (count, first)
  }

  private static func readSettling(_ table: inout Members, _ plan: inout StepPlan) throws {
    plan.settleDuration = try table.number("settle_duration")
    if let text = try table.text("curve") {
      guard let curve = TimingCurve(text) else { throw Unknown(text: "the curve \(text)") }
      plan.curve = curve
    }
    plan.isMotionReduced = try table.flag("reduce_motion") ?? plan.isMotionReduced
    plan.frameRate = try table.number("frame_rate") ?? plan.frameRate
    plan.observeUntil = try table.number("observe_until") ?? plan.observeUntil
  }

  private static func release(_ members: Members) throws -> StepPlan.Release {
    var members = members
    let progress = try members.number("progress")
    let velocity = try members.number("velocity") ?? 0
    let target = try members.number("target")
    if let first = members.unknown.first { throw Unknown(text: first) }
    guard let progress, target == 0 || target == 1 else {
      throw Unknown(text: "a release needs a progress and a target of 0 or 1")
    }
    return StepPlan.Release(
      progress: progress, velocity: velocity, target: target == 1 ? .finish : .cancel)
  }

  /// The same once for each case, and once at each frame rate.
  private static func runs(of plan: StepPlan, _ table: inout Members) throws -> [StepPlan] {
    var plans = [plan]
    if let cases = try table.list("cases") {
      plans = try cases.map { value in
        var members = try Members(value, at: "cases.")
        var run = plan
        run.dampingRatio = try members.number("damping_ratio")
        run.intervals = try members.numbers("dts") ?? []
        if let first = members.unknown.first { throw Unknown(text: first) }
        return run
      }
    }
    let rates = try table.numbers("frame_rates")
    let uneven = try table.numbers("uneven_frames")
    guard rates != nil || uneven != nil else { return plans }
    return plans.flatMap { plan in
      let even = (rates ?? []).map { rate in
        var run = plan
        run.frameRate = rate
        return run
      }
      guard let uneven else { return even }
      var run = plan
      run.intervals = uneven
      return even + [run]
    }
  }

  // MARK: Touches

  private static func readTouch(
    _ table: inout Members, _ plan: inout StepPlan, at path: String
  ) throws {
    for value in try table.list("steps") ?? [] {
      let step = try Self.step(value)
      if let last = plan.steps.last, last.time > step.time {
        throw Unknown(text: "the step \(value) is earlier than the one before")
      }
      plan.steps.append(step)
    }
    if let recognizers = try table.list("recognizers") {
      plan.recognizers = try recognizers.map(recognizer).sorted { $0.priority < $1.priority }
    }
    let columns = try table.list("columns")?.map { try $0.asText(path + "columns") } ?? ["t", "x"]
    if table.has("samples") {
      plan.steps += try touch(&table, columns)
    }
    for value in try table.list("gestures") ?? [] {
      var members = try Members(value, at: path + "gestures.")
      plan.steps += try touch(&members, columns)
      if let first = members.unknown.first { throw Unknown(text: first) }
    }
  }

  private static func recognizer(_ value: VectorValue) throws -> StepPlan.Recognizer {
    var members = try Members(value, at: "recognizers.")
    let name = try members.text("name")
    let axis = try members.text("axis")
    let priority = try members.number("priority")
    if let first = members.unknown.first { throw Unknown(text: first) }
    guard let name, let axis = axis.flatMap(Axis.init(rawValue:)), let priority else {
      throw Unknown(text: "the recognizer \(value)")
    }
    return StepPlan.Recognizer(name: name, axis: axis, priority: priority)
  }

  private static func touch(
    _ members: inout Members, _ columns: [String]
  ) throws -> [StepPlan.Step] {
    var steps: [StepPlan.Step] = []
    var (x, y) = (0.0, 0.0)
    for row in try members.list("samples") ?? [] {
      let numbers = try row.asList("samples").map { try $0.asNumber("samples") }
      guard numbers.count == columns.count else { throw Unknown(text: "the sample \(row)") }
      var time: Double?
      for (column, number) in zip(columns, numbers) {
        switch column {
        case "t", "t_event": time = number
        case "t_read": break
        case "x": x = number
        case "y": y = number
        case "dx": x += steps.isEmpty ? 0 : number
        case "dy": y += steps.isEmpty ? 0 : number
        default: throw Unknown(text: "the column \(column)")
        }
      }
      guard let time else { throw Unknown(text: "a sample without a time") }
      steps.append(
        StepPlan.Step(
          time: time,
          call: steps.isEmpty ? .begin(x: x, y: y, from: nil, to: nil) : .move(x: x, y: y)))
    }
    if var end = try members.members("end") {
      steps += try self.end(&end, x, y)
      if let first = end.unknown.first { throw Unknown(text: first) }
    }
    return steps
  }

  private static func end(
    _ members: inout Members, _ x: Double, _ y: Double
  ) throws -> [StepPlan.Step] {
    guard let time = try members.number("t") else { throw Unknown(text: "an end without a time") }
    _ = try members.number("t_read")
    let lifted = (x: try members.number("x"), y: try members.number("y"))
    let call: StepPlan.Call
    switch try members.text("kind") {
    case "lift": call = .lift
    case "cancel": call = .cancelEvent
    case "device_removed": call = .deviceRemoved
    case let kind: throw Unknown(text: "the end \(kind ?? "without a kind")")
    }
    let end = StepPlan.Step(time: time, call: call)
    guard call == .lift, lifted.x != nil || lifted.y != nil else { return [end] }
    return [
      StepPlan.Step(time: time, call: .move(x: lifted.x ?? x, y: lifted.y ?? y)), end,
    ]
  }

  private static func step(_ value: VectorValue) throws -> StepPlan.Step {
    let parts = try value.asList("steps")
    guard parts.count >= 2 else { throw Unknown(text: "the step \(value)") }
    let time = try parts[0].asNumber("steps")
    let name = try parts[1].asText("steps")
    let values = Array(parts.dropFirst(2))
    func number(_ index: Int = 0) throws -> Double { try values[index].asNumber("steps") }
    let call: StepPlan.Call
    switch (name, values.count) {
    case ("begin", 1): call = .begin(x: try number(), y: 0, from: nil, to: nil)
    case ("begin", 3):
      call = .begin(
        x: try number(), y: 0, from: try values[1].asPage("steps"),
        to: try values[2].asPage("steps"))
    case ("begin_again", 1): call = .beginAgain(x: try number())
    case ("move", 1): call = .move(x: try number(), y: 0)
    case ("lift", 0): call = .lift
    case ("cancel_event", 0): call = .cancelEvent
    case ("update", 1): call = .update(try number())
    case ("finish", 0): call = .finish
    case ("cancel", 0): call = .cancel
    case ("set_enabled", 1): call = .setEnabled(try values[0].asFlag("steps"))
    case ("transition_ready", 0): call = .transitionReady
    case ("go_to", 1): call = .goTo(try values[0].asPage("steps"))
    case ("frame", 0): call = .frame
    default: throw Unknown(text: "the step \(value) is not known")
    }
    return StepPlan.Step(time: time, call: call)
  }

  /// Something in a table that its README does not define.
  struct Unknown: Error, CustomStringConvertible {
    /// What is wrong.
    var text: String

    var description: String { text }
  }
}
