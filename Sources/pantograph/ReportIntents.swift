import Simulation

/// What persons meant by their recordings, as `expectations.json` beside them has it.
struct ReportIntents {
  /// The status of the first file that could not be read.
  private(set) var status = ExitStatus.done

  /// What is expected of the recordings in a folder; `nil` if nothing says.
  private var folders: [String: Expectations?] = [:]

  /// The name that an expectation has for an input: that of its file.
  static func key(of input: Input) -> String {
    if case .sample(let sample) = input.source { return SampleCollection.file(sample) }
    guard let path = input.path else { return "recording" }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// What was meant by a recording; a file of expectations that cannot be read is told of once.
  ///
  /// - Parameters:
  ///   - input: Where the recording comes from.
  ///   - variant: The variant of a table, with the sign in front of it; else nothing.
  /// - Returns: What was meant, or `nil` if nothing says.
  mutating func intent(
    of input: Input, variant: String
  ) -> RecordingExpectation.Intent? {
    if case .sample(let sample) = input.source {
      return SampleCollection.expectation(of: sample).intent
    }
    guard let path = input.path else { return nil }
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let recordings = expectations(in: String(path[..<slash]))?.recordings
    let key = Self.key(of: input)
    return (recordings?[key + variant] ?? recordings?[key])?.intent
  }

  private mutating func expectations(in folder: String) -> Expectations? {
    if let known = folders[folder] { return known }
    let path = folder + ExpectationsFile.name
    var expectations: Expectations?
    if OutputFile.exists(path) {
      do throws(Problem) {
        expectations = try ExpectationsFile.read(path)
      } catch {
        Messages.tell(error)
        if status == .done { status = error.status }
      }
    }
    folders[folder] = .some(expectations)
    return expectations
  }
}
