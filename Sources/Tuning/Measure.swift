/// What statistics are made of.
public enum Measure: String, Hashable, Sendable, CaseIterable {
  /// The way from the end of the slop to the lift, as a share of the axis.
  case travel

  /// The same in millimeters.
  case travelMillimeters = "travel_mm"

  /// The largest way, as a share of the axis.
  case peak

  /// The same in millimeters.
  case peakMillimeters = "peak_mm"

  /// The velocity at the lift, in shares of the axis per second.
  case velocity

  /// The same in millimeters per second.
  case velocityMillimeters = "velocity_mm"

  /// The seconds from the first finger down to the end of the gesture.
  case duration

  /// The seconds between the last motion and the end.
  case rest

  /// The frames per second of the device.
  case reportRate = "report_rate"
}
