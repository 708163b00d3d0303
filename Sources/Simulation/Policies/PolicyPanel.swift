import Gestures
import Quantities
import TouchInput
import Transitions

/// Follows touches under several policies at once, of which each makes its own of them.
struct PolicyPanel: Sendable {
  /// What came of the touches since it was taken last.
  private(set) var comparisons: [TouchComparison] = []

  /// What each policy asks for on this source, in the order of the policies, or what keeps it from
  /// being followed there.
  let plans: [Result<ReplayPlan, ReplayError>]

  /// The policies that cannot be followed there, by their places.
  private let failures: [(place: Int, error: ReplayError)]

  private var groups: [PolicyGroup] = []
  /// Policies that see what libinput delivers, and what it makes of the contacts.
  private var deliveredGroups: [PolicyGroup] = []
  private var delivery: PadDelivery?
  private var origin: Timestamp
  private var down: Timestamp?
  private var rate = ReportRate()
  private var touch: TouchComparison

  /// Creates a panel for a source of positions.
  ///
  /// - Parameters:
  ///   - settings: What is asked for; `comparedPolicies` are followed, not `policy`.
  ///   - origin: The time that times are relative to.
  ///   - delivery: What libinput makes of the contacts, if it may.
  ///   - source: Where positions come from, as a policy sees them.
  /// - Throws: What keeps all policies from being followed.
  init(
    _ settings: ReplaySettings, origin: Timestamp,
    delivery: Result<PadDelivery, ReplayError>? = nil,
    _ source: (ReplaySettings) throws(ReplayError) -> (ReplayPlan.Source, ReplaySettings)
  ) throws(ReplayError) {
    var delivered: Set<Int> = []
    var plans: [Result<ReplayPlan, ReplayError>] = []
    for definition in settings.comparedPolicies {
      var settings = settings
      settings.policy = definition
      do throws(ReplayError) {
        if let delivery, settings.recognizer(on: .touchpad) == .libinput {
          delivered.insert(plans.count)
          plans.append(.success(try delivery.get().plan(settings)))
          continue
        }
        let (source, settings) = try source(settings)
        plans.append(.success(try ReplayPlan(settings, for: source)))
      } catch {
        plans.append(.failure(error))
      }
    }
    self.plans = plans
    failures = plans.enumerated().compactMap { place, plan in
      if case .failure(let error) = plan { (place, error) } else { nil }
    }
    self.origin = origin
    touch = TouchComparison(policies: plans.count)
    var hasPlan = false
    for case .success in plans { hasPlan = true }
    if !hasPlan, case .failure(let error) = plans.first { throw error }
    self.delivery = delivered.isEmpty ? nil : try? delivery?.get()
    for (index, plan) in plans.enumerated() {
      guard case .success(let plan) = plan else { continue }
      if delivered.contains(index) {
        Self.add(plan, at: index, to: &deliveredGroups, origin)
      } else {
        Self.add(plan, at: index, to: &groups, origin)
      }
    }
  }

  /// Adds a policy to the group whose recognizer it shares, or to one of its own.
  private static func add(
    _ plan: ReplayPlan, at index: Int, to groups: inout [PolicyGroup], _ origin: Timestamp
  ) {
    let place = groups.firstIndex { $0.pan == plan.pan }
    if place == nil { groups.append(PolicyGroup(like: plan, origin: origin)) }
    groups[place ?? groups.count - 1].add(plan, at: index)
  }

  /// Sets the time that times are relative to, before the first frame.
  mutating func begin(at origin: Timestamp) {
    self.origin = origin
    for index in groups.indices { groups[index].begin(at: origin) }
    for index in deliveredGroups.indices { deliveredGroups[index].begin(at: origin) }
  }

  /// Takes a frame.
  mutating func handle(_ frame: ContactFrame) {
    if down == nil, frame.count > 0 { down = frame.time }
    if frame.count > 0 { rate.note(frame.time) }
    for index in groups.indices { groups[index].handle(frame, into: &touch) }
    delivery?.contacts.handle(frame)
    for case .fingers(let delivered, _) in delivery?.contacts.steps ?? [] {
      let frame = delivered.frame
      for index in deliveredGroups.indices {
        deliveredGroups[index].handle(frame, into: &touch)
      }
    }
    guard let down, frame.count == 0 || frame.interruption != nil else { return }
    touch.down = down.since(origin).seconds
    touch.end = frame.time.since(origin).seconds
    touch.reportRate = rate.end()
    for (place, error) in failures {
      touch.absences[place] = PolicyAbsence(reason: .notFollowed(error))
    }
    for place in plans.indices {
      if touch.verdicts[place] != nil {
        touch.absences[place] = nil
      } else if touch.absences[place] == nil {
        touch.absences[place] = PolicyAbsence(reason: .undelivered)
      }
    }
    comparisons.append(touch)
    touch = TouchComparison(policies: plans.count)
    self.down = nil
  }

  /// Takes the comparisons out.
  mutating func takeComparisons() -> [TouchComparison] {
    defer { comparisons = [] }
    return comparisons
  }
}
