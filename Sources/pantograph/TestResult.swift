import Simulation

/// What came of a recording.
struct TestResult {
  /// What is other than expected, a line each; empty if nothing is.
  var complaints: [String] = []

  /// The gestures that were expected, and those that came.
  var expected = JSONValue.array([])
  var came = JSONValue.array([])

  /// The command to see it again.
  var command = ""

  /// Why nothing was compared, if so.
  var skipped: String?

  var isFailure: Bool { !complaints.isEmpty }
}
