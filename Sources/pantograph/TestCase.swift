import Simulation

/// A recording to be checked.
struct TestCase {
  /// The recording, with the folder.
  var name: String

  /// What is read.
  var input: Input

  /// The variant of a table, if one is meant.
  var variant: String?

  /// What is expected.
  var expectation: RecordingExpectation

  /// Why nothing is known of what is expected, if so.
  var problem: Problem?

  init(
    name: String, input: Input, variant: String? = nil, expectation: RecordingExpectation
  ) {
    self.name = name
    self.input = input
    self.variant = variant
    self.expectation = expectation
  }

  /// Creates a case that fails, for a path whose expectations cannot be read.
  init(unreadable path: String, _ problem: Problem) {
    self.init(
      name: SystemText.shown(path), input: Input(file: path),
      expectation: RecordingExpectation(gestures: []))
    self.problem = problem
  }
}
