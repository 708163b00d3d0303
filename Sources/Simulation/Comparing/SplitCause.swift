public import Gestures
public import Quantities
import Transitions

/// What makes a policy's verdict differ from that of others, from the most telling on.
///
/// Each is a fact about the policy that it names, checked by deciding anew: a velocity that is said
/// to decide would, had it been 0, have left another outcome.
public enum SplitCause: Hashable, Sendable {
  /// The velocity counts although the fingers rested before the lift, for so many seconds.
  case keptVelocity(rest: Double)

  /// The velocity does not count, since the fingers rested before the lift, for so many seconds.
  case forgottenVelocity(rest: Double)

  /// A rest of so many seconds made the velocity smaller.
  case wornVelocity(rest: Double)

  /// The system took the touch away, which counts as a lift.
  case decidedInterruption

  /// The gesture was broken off.
  case interrupted(PanEnd)

  /// Its own program decided, which does not tell by what.
  case asked

  /// The first motion, which says which way is forward, was another one for it.
  case otherHeading(Heading)

  /// A motion back at the end cancels, whatever the way.
  case veto

  /// A fast motion back cancels.
  case fastBackwards

  /// The velocity backwards carries it back behind the bar.
  case carriedBack

  /// A motion back at the end does not matter.
  case ignoredReversal

  /// The speed finishes it, whatever its direction.
  case force

  /// The velocity finishes it, whatever the way.
  case fast

  /// The velocity carries it past the bar.
  case carried

  /// The velocity does not matter.
  case ignoredVelocity

  /// The velocity is not enough.
  case tooSlow

  /// The velocity is enough, but not after so short a way.
  case shortFling

  /// A shorter way is enough: so many millimeters, if that can be said.
  case lessWay(Double?)

  /// It takes a longer way: so many millimeters, if that can be said.
  case moreWay(Double?)

  /// The gesture begins with less motion.
  case earlyStart

  /// The gesture begins after a motion as the policy states it, or so many millimeters.
  case lateStart(String?, millimeters: Double?)

  /// The gesture takes a way that is clearly along an axis.
  case slanted

  /// What recognizes gestures before the policy told of none.
  case undelivered

  /// The touch is no gesture.
  case rejected(PanRejection)

  /// What the causes have in common that differ in their numbers alone.
  public enum Kind: Int, Hashable, Sendable, CaseIterable, Comparable {
    case keptVelocity, forgottenVelocity, wornVelocity, decidedInterruption, interrupted
    case asked
    case otherHeading, veto, fastBackwards, carriedBack, ignoredReversal, force, fast, carried,
      ignoredVelocity
    case tooSlow, shortFling, lessWay, moreWay, earlyStart, lateStart, slanted, undelivered
    case rejected

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// What kind of cause it is.
  public var kind: Kind {
    switch self {
    case .keptVelocity: .keptVelocity
    case .forgottenVelocity: .forgottenVelocity
    case .wornVelocity: .wornVelocity
    case .decidedInterruption: .decidedInterruption
    case .interrupted: .interrupted
    case .asked: .asked
    case .otherHeading: .otherHeading
    case .veto: .veto
    case .fastBackwards: .fastBackwards
    case .carriedBack: .carriedBack
    case .ignoredReversal: .ignoredReversal
    case .force: .force
    case .fast: .fast
    case .carried: .carried
    case .ignoredVelocity: .ignoredVelocity
    case .tooSlow: .tooSlow
    case .shortFling: .shortFling
    case .lessWay: .lessWay
    case .moreWay: .moreWay
    case .earlyStart: .earlyStart
    case .lateStart: .lateStart
    case .slanted: .slanted
    case .undelivered: .undelivered
    case .rejected: .rejected
    }
  }
}

extension PolicyVerdict {
  /// The rest from which a velocity counts as kept: that after which most platforms forget it.
  private static let longRest = 0.1

  /// Whether the outcome would be another had the fingers been at rest.
  public var turnsOnVelocity: Bool {
    decision.rule != .interrupted && decision.rule != .asked
      && rule.decision(atProgress: progress, velocity: 0).outcome != decision.outcome
  }

  /// Whether a velocity can finish, whatever it is.
  private var looksAtVelocity: Bool {
    rule.flingForward != nil || rule.forceSpeed != nil || rule.projection != .none
  }

  /// Whether most others have another way that is forward.
  private func isOther(than others: [PolicyVerdict]) -> Bool {
    2 * others.count { $0.heading != heading } > others.count
  }

  /// Whether nothing but the way keeps the velocity from finishing.
  private var isShortFling: Bool {
    rule.with(.flingMinimumProgress, 0).decision(atProgress: progress, velocity: velocity).outcome
      == .finish
  }

  /// What makes the verdict differ from those of others that agree on another outcome.
  ///
  /// - Parameters:
  ///   - others: The verdicts of the others; none if no gesture began for them.
  ///   - othersTurn: Whether most of them turn on the velocity.
  /// - Returns: The cause.
  func cause(against others: [PolicyVerdict], othersTurn: Bool) -> SplitCause {
    if decision.rule == .asked { return .asked }
    return decision.outcome == .finish
      ? finishCause(against: others, othersTurn: othersTurn)
      : cancelCause(against: others, othersTurn: othersTurn)
  }

  private func finishCause(against others: [PolicyVerdict], othersTurn: Bool) -> SplitCause {
    if !end.isDecided { return .decidedInterruption }
    if isOther(than: others) { return .otherHeading(heading) }
    if turnsOnVelocity {
      if rest > Self.longRest { return .keptVelocity(rest: rest) }
      switch decision.rule {
      case .force: return .force
      case .velocity: return .fast
      case .threshold, .projection, .veto, .asked, .interrupted: return .carried
      }
    }
    if others.isEmpty { return .earlyStart }
    return othersTurn ? .ignoredReversal : .lessWay(finishTravel)
  }

  private func cancelCause(against others: [PolicyVerdict], othersTurn: Bool) -> SplitCause {
    if decision.rule == .interrupted { return .interrupted(end) }
    if isOther(than: others) { return .otherHeading(heading) }
    if turnsOnVelocity {
      switch decision.rule {
      case .veto: return .veto
      case .velocity, .force: return .fastBackwards
      case .threshold, .projection, .asked, .interrupted: return .carriedBack
      }
    }
    if others.isEmpty { return .earlyStart }
    if rest > 0, velocity.magnitude < lastVelocity.magnitude,
      rule.decision(atProgress: progress, velocity: lastVelocity).outcome == .finish
    {
      return velocity == 0 ? .forgottenVelocity(rest: rest) : .wornVelocity(rest: rest)
    }
    if othersTurn {
      guard looksAtVelocity else { return .ignoredVelocity }
      return isShortFling ? .shortFling : .tooSlow
    }
    return .moreWay(finishTravel)
  }
}

extension PolicyAbsence {
  /// What makes it differ from a gesture.
  var cause: SplitCause {
    switch reason {
    case .rejected(.withinSlop): .lateStart(start, millimeters: startMillimeters)
    case .rejected(let rejection): .rejected(rejection)
    case .slanted: .slanted
    case .undelivered: .undelivered
    // A policy that is not followed has no outcome that could differ.
    case .notFollowed: .rejected(.interrupted)
    }
  }
}
