import Simulation

/// A recording to be checked.
struct TestCase {
  /// The recording, with the folder.
  var name: String

  /// What is read.
  var input: Input

  /// The variant of a table, if one is meant.
  var variant: String?

  /// What is made of the recording before it is replayed, if anything.
  private(set) var variation: Variation?

  /// What is expected.
  var expectation: RecordingExpectation

  /// The file that says what is expected; `nil`: the program does.
  var expectationsPath: String?

  /// Why nothing is known of what is expected, if so.
  var problem: Problem?

  init(
    name: String, input: Input, variant: String? = nil, expectation: RecordingExpectation,
    from expectationsPath: String? = nil
  ) {
    self.name = name
    self.input = input
    self.variant = variant
    self.expectation = expectation
    self.expectationsPath = expectationsPath
  }

  /// The same recording varied; what is expected of it stays.
  func varied(by variation: Variation) -> Self {
    var varied = self
    varied.name += " (\(variation))"
    varied.variation = variation
    return varied
  }

  /// Whether variations of it can be checked.
  var canVary: Bool {
    problem == nil && expectation.gestures != nil && expectation.isStressed
  }

  /// Creates a case that fails, for a path whose expectations cannot be read.
  init(unreadable path: String, _ problem: Problem) {
    self.init(
      name: SystemText.shown(path), input: Input(file: path),
      expectation: RecordingExpectation(gestures: []))
    self.problem = problem
  }
}
