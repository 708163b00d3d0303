import Simulation

/// An input, and what stands beside it about the persons.
struct KnownInput {
  /// The input.
  let input: Input

  /// What expectations.json in its folder says, if there is one.
  let expectations: Expectations?

  /// The name of its file.
  private var file: String? {
    input.path.map { path in
      path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
    }
  }

  /// Finds what is known of a recording in it.
  ///
  /// - Parameter recording: Its name: that of the input, with the variant of a table behind it.
  /// - Returns: What is known, or `nil` if nothing is.
  func expectation(of recording: String) -> RecordingExpectation? {
    if case .sample(let sample) = input.source { return SampleCollection.expectation(of: sample) }
    guard let file, let expectations else { return nil }
    let variant = recording.hasPrefix(input.name) ? recording.dropFirst(input.name.count) : ""
    return expectations.recordings[file + variant] ?? expectations.recordings[file]
  }

  /// The folder of a file, with the slash behind it.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
