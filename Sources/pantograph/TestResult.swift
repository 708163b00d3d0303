import Simulation
import Transitions

/// What came of a recording.
struct TestResult {
  /// What is other than expected, a line each; empty if nothing is.
  var complaints: [String] = []

  /// The gestures that were expected, and those that came.
  var expected = JSONValue.array([])
  var came = JSONValue.array([])

  /// The largest change of progress from one frame to the next, gesture by gesture, where variations
  /// are checked.
  var steps: [Double] = []

  /// How far each gesture is on the side that was expected, negative on the other one; `nil` where
  /// nothing was decided, or nothing expected.
  var holds: [(by: Double, unit: Decision.Unit)?] = []

  /// The command to see it again.
  var command = ""

  /// Why nothing was compared, if so.
  var skipped: String?

  var isFailure: Bool { !complaints.isEmpty }
}
