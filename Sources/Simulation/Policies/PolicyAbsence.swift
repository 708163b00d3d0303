public import Gestures
import Quantities
import Transitions

/// Why a policy made no gesture of a touch.
public struct PolicyAbsence: Hashable, Sendable {
  /// What kept it from one.
  public enum Reason: Hashable, Sendable {
    /// The policy cannot be followed on this device.
    case notFollowed(ReplayError)

    /// The touch was none.
    case rejected(PanRejection)

    /// The way was not clearly enough along an axis.
    case slanted

    /// What recognizes gestures before it told of none.
    case undelivered
  }

  /// What kept it from one.
  public var reason: Reason

  /// The motion that a gesture begins after, as the policy states it.
  public var start: String?

  /// The same in millimeters; `nil` if the size is unknown.
  public var startMillimeters: Double?

  /// Creates an absence.
  package init(reason: Reason, start: String? = nil, startMillimeters: Double? = nil) {
    self.reason = reason
    self.start = start
    self.startMillimeters = startMillimeters
  }
}

extension ReplayPlan {
  /// Why no gesture began, with the motion that it takes along an axis.
  func absence(_ reason: PolicyAbsence.Reason, along axis: Axis) -> PolicyAbsence {
    let units =
      tracking.map { $0.rule.startDistance[axis] / Double(Centroid.partsPerUnit) } ?? pan.slop[axis]
    return PolicyAbsence(
      reason: reason, start: texts["slop"],
      startMillimeters: surface[axis].unitsPerMillimeter.map { units / $0.value })
  }
}
