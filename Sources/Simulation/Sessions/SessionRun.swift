import Gestures
package import Quantities

/// A session that is under way: what the person is asked for, and what came of it.
///
/// ```
///          a swipe as asked               a swipe as asked
///   ask 1 ──────────────────▶ ask 2 … ask n ──────────────▶ over
///     ▲  │ another one, or none                │
///     └──┘ (asked again)    ◀── redo: the last swipe does not count
/// ```
///
/// A swipe is never turned down for what it came to, only for not being the one that was asked for:
/// what is stored must not depend on the policy.
package struct SessionRun: Hashable, Sendable {
  /// Why a swipe does not count.
  package enum Refusal: Hashable, Sendable {
    /// It went another way.
    case direction(Heading)

    /// It had another number of fingers.
    case fingers(Int)

    /// It was broken off, before the person could lift the fingers.
    case interrupted

    /// Nothing was recognized as a swipe.
    case noSwipe
  }

  /// A swipe that is asked for.
  package struct Trial: Hashable, Sendable {
    /// The number of the swipe, counted from 1.
    package var number: Int

    /// How often it has been asked for, this time too.
    package var attempt: Int

    /// What is asked for.
    package var swipe: SessionPlan.Swipe
  }

  /// The plan.
  package let plan: SessionPlan

  /// How many swipes are asked for.
  package var count: Int { order.count }

  private let order: [SessionPlan.Swipe]
  private var attempts: [Int]
  private var index = 0

  /// Begins a session.
  package init(_ plan: SessionPlan) {
    self.plan = plan
    order = plan.order
    attempts = Array(repeating: 1, count: order.count)
  }

  /// What is asked for now, or `nil` if the session is over.
  package var trial: Trial? {
    index < order.count
      ? Trial(number: index + 1, attempt: attempts[index], swipe: order[index]) : nil
  }

  /// Takes a swipe.
  ///
  /// - Returns: Why it does not count, or `nil` if it does.
  package mutating func take(_ gesture: GestureReport) -> Refusal? {
    guard let trial else { return .noSwipe }
    guard gesture.endReason.isDecided else { return refuse(.interrupted) }
    if gesture.direction != trial.swipe.direction { return refuse(.direction(gesture.direction)) }
    if let fingers = trial.swipe.fingers, gesture.fingers != fingers {
      return refuse(.fingers(gesture.fingers))
    }
    index += 1
    return nil
  }

  /// Takes that nothing was swiped, or something that was no swipe.
  package mutating func takeNoSwipe() {
    _ = refuse(.noSwipe)
  }

  /// Takes that the last swipe that counted was not meant.
  ///
  /// - Returns: Whether there was one.
  package mutating func redo() -> Bool {
    guard index > 0 else { return false }
    index -= 1
    attempts[index] += 1
    return true
  }

  private mutating func refuse(_ refusal: Refusal) -> Refusal {
    if index < attempts.count { attempts[index] += 1 }
    return refusal
  }

  /// What is stored with the recording of a swipe.
  ///
  /// - Parameters:
  ///   - trial: What was asked for.
  ///   - policy: The policy that decided, where the plan does not say another.
  /// - Returns: The members of its expectation.
  package func facts(of trial: Trial, policy: JSONValue?) -> [String: JSONValue] {
    var facts = plan.facts.merging(trial.swipe.facts) { _, own in own }
    facts["intent"] = .string(trial.swipe.intent.rawValue)
    if facts["policy_in_force"] == nil { facts["policy_in_force"] = policy }
    facts["asked"] = .object([
      "attempt": .integer(trial.attempt), "direction": .string(trial.swipe.direction.rawValue),
      "fingers": trial.swipe.fingers.map(JSONValue.integer) ?? .null,
      "speed": .optional(trial.swipe.speed?.rawValue), "trial": .integer(trial.number),
    ])
    return facts
  }
}
