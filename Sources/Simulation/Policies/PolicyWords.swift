import Gestures
import Transitions

/// The words that parameters of policies take.
enum PolicyWords {
  static let recognizers = ["direct", "libinput"]
  static let recognitions = ["pan", "motions"]
  static let measures = ProgressRule.StartMeasure.allCases.map(\.rawValue)
  static let counts = ProgressRule.StartCount.allCases.map(\.rawValue)
  static let clamps = ProgressRule.Clamp.allCases.map(\.rawValue)
  static let estimators = [
    "window_slope", "end_points", "last_pair", "least_squares", "mean_per_event", "last_events",
    "none",
  ]
  static let stalePolicies = [
    "keep", "trim_at_release", "trim_unless_all_old", "zero_sample_at_release", "zero_after",
  ]
  static let memories = ["landing", "first_motion", "start", "start_at_rest"]
  static let projections = ["none", "linear", "curve"]
  static let ties = Outcome.allCases.map(\.rawValue)
}
